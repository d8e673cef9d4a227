; 9e0eb3aa6f1e03ff175e895f64f8fd836d198856cf99f956afb36151110ef5e5
%struct.operands = type { [16 x [16 x double]], [16 x [16 x i32]], [16 x <8 x double>], [16 x <8 x i32>] }

define void @multiply_fragments(i32 noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef %3, i32 noundef %4) local_unnamed_addr #0 {
  switch i32 %0, label %11 [
    i32 7, label %6
    i32 8, label %7
    i32 9, label %8
    i32 10, label %9
    i32 11, label %10
  ]

6:                                                ; preds = %5
  tail call fastcc void @f16_1(ptr noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4)
  br label %12

7:                                                ; preds = %5
  tail call fastcc void @f16_2(ptr noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4)
  br label %12

8:                                                ; preds = %5
  tail call fastcc void @bf16_1(ptr noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4)
  br label %12

9:                                                ; preds = %5
  tail call fastcc void @bf16_2(ptr noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4)
  br label %12

10:                                               ; preds = %5
  tail call fastcc void @tf32_1(ptr noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4)
  br label %12

11:                                               ; preds = %5
  tail call fastcc void @tf32_2(ptr noundef %1, ptr noundef %2, ptr noundef %3, i32 noundef %4)
  br label %12

12:                                               ; preds = %11, %10, %9, %8, %7, %6
  ret void
}

define internal fastcc void @f16_1(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2, i32 noundef %3) unnamed_addr #1 {
  %5 = alloca %struct.operands, align 64
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %5) #5
  %6 = icmp sgt i32 %3, 0
  br i1 %6, label %7, label %339

7:                                                ; preds = %4
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 2048
  %9 = zext nneg i32 %3 to i64
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 4096
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 3072
  %12 = zext nneg i32 %3 to i64
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 4128
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 4160
  %15 = getelementptr inbounds nuw i8, ptr %5, i64 4192
  %16 = getelementptr inbounds nuw i8, ptr %5, i64 4224
  %17 = getelementptr inbounds nuw i8, ptr %5, i64 4256
  %18 = getelementptr inbounds nuw i8, ptr %5, i64 4288
  %19 = getelementptr inbounds nuw i8, ptr %5, i64 4320
  %20 = getelementptr inbounds nuw i8, ptr %5, i64 3136
  %21 = getelementptr inbounds nuw i8, ptr %5, i64 3200
  %22 = getelementptr inbounds nuw i8, ptr %5, i64 3264
  %23 = getelementptr inbounds nuw i8, ptr %5, i64 3328
  %24 = getelementptr inbounds nuw i8, ptr %5, i64 3392
  %25 = getelementptr inbounds nuw i8, ptr %5, i64 3456
  %26 = getelementptr inbounds nuw i8, ptr %5, i64 3520
  br label %27

27:                                               ; preds = %7, %162
  %28 = phi i64 [ 0, %7 ], [ %163, %162 ]
  %29 = getelementptr inbounds nuw i32, ptr %0, i64 %28
  br label %30

30:                                               ; preds = %36, %27
  %31 = phi i64 [ 0, %27 ], [ %37, %36 ]
  %32 = mul nuw nsw i64 %31, %9
  %33 = getelementptr inbounds nuw i32, ptr %29, i64 %32
  %34 = shl i64 %31, 3
  %35 = and i64 %31, 1073741822
  br label %41

36:                                               ; preds = %49
  %37 = add nuw nsw i64 %31, 1
  %38 = icmp eq i64 %37, 2
  br i1 %38, label %39, label %30

39:                                               ; preds = %36
  %40 = getelementptr inbounds nuw i32, ptr %1, i64 %28
  br label %104

41:                                               ; preds = %49, %30
  %42 = phi i64 [ 0, %30 ], [ %50, %49 ]
  %43 = getelementptr inbounds nuw i32, ptr %33, i64 %42
  %44 = load <8 x i32>, ptr %43, align 4
  %45 = lshr exact i64 %42, 2
  %46 = or disjoint i64 %45, %34
  %47 = lshr <8 x i32> %44, splat (i32 16)
  %48 = or disjoint i64 %46, 1
  br label %52

49:                                               ; preds = %52
  %50 = add nuw nsw i64 %42, 8
  %51 = icmp samesign ult i64 %42, 24
  br i1 %51, label %41, label %36

52:                                               ; preds = %52, %41
  %53 = phi i64 [ 0, %41 ], [ %84, %52 ]
  %54 = add nuw nsw i64 %53, %35
  %55 = shl i64 %54, 2
  %56 = icmp eq i64 %53, 0
  %57 = select i1 %56, <8 x i32> %44, <8 x i32> %47
  %58 = shl <8 x i32> %57, splat (i32 16)
  %59 = and <8 x i32> %57, splat (i32 32767)
  %60 = icmp samesign ugt <8 x i32> %59, splat (i32 31743)
  %61 = select <8 x i1> %60, <8 x i32> splat (i32 2139095040), <8 x i32> zeroinitializer
  %62 = shl nuw nsw <8 x i32> %59, splat (i32 13)
  %63 = bitcast <8 x i32> %62 to <8 x float>
  %64 = fmul <8 x float> %63, splat (float 0x46F0000000000000)
  %65 = bitcast <8 x float> %64 to <8 x i32>
  %66 = or <8 x i32> %61, %65
  %67 = and <8 x i32> %58, splat (i32 -2147483648)
  %68 = lshr <8 x i32> %66, splat (i32 23)
  %69 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %68, <8 x i32> splat (i32 113))
  %70 = add nsw <8 x i32> %69, splat (i32 -127)
  %71 = icmp eq <8 x i32> %66, zeroinitializer
  %72 = select <8 x i1> %71, <8 x i32> splat (i32 -5000), <8 x i32> %70
  %73 = or <8 x i32> %66, %67
  %74 = bitcast <8 x i32> %73 to <8 x float>
  %75 = fpext <8 x float> %74 to <8 x double>
  %76 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %46, i64 %55
  %77 = shufflevector <8 x double> %75, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %77, ptr %76, align 32
  %78 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %46, i64 %55
  %79 = shufflevector <8 x i32> %72, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %79, ptr %78, align 16
  %80 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %48, i64 %55
  %81 = shufflevector <8 x double> %75, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %81, ptr %80, align 32
  %82 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %48, i64 %55
  %83 = shufflevector <8 x i32> %72, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %83, ptr %82, align 16
  %84 = add nuw nsw i64 %53, 1
  %85 = icmp eq i64 %84, 2
  br i1 %85, label %49, label %52

86:                                               ; preds = %131
  %87 = getelementptr i32, ptr %2, i64 %28
  %88 = load <8 x i32>, ptr %10, align 64
  %89 = load <8 x i32>, ptr %13, align 32
  %90 = load <8 x i32>, ptr %14, align 64
  %91 = load <8 x i32>, ptr %15, align 32
  %92 = load <8 x i32>, ptr %16, align 64
  %93 = load <8 x i32>, ptr %17, align 32
  %94 = load <8 x i32>, ptr %18, align 64
  %95 = load <8 x i32>, ptr %19, align 32
  %96 = load <8 x double>, ptr %11, align 64
  %97 = load <8 x double>, ptr %20, align 64
  %98 = load <8 x double>, ptr %21, align 64
  %99 = load <8 x double>, ptr %22, align 64
  %100 = load <8 x double>, ptr %23, align 64
  %101 = load <8 x double>, ptr %24, align 64
  %102 = load <8 x double>, ptr %25, align 64
  %103 = load <8 x double>, ptr %26, align 64
  br label %165

104:                                              ; preds = %131, %39
  %105 = phi i64 [ 0, %39 ], [ %132, %131 ]
  %106 = getelementptr inbounds nuw i32, ptr %40, i64 %105
  %107 = load i32, ptr %106, align 4
  %108 = insertelement <8 x i32> poison, i32 %107, i64 0
  %109 = getelementptr inbounds nuw i8, ptr %106, i64 16
  %110 = load i32, ptr %109, align 4
  %111 = insertelement <8 x i32> %108, i32 %110, i64 1
  %112 = getelementptr inbounds nuw i8, ptr %106, i64 32
  %113 = load i32, ptr %112, align 4
  %114 = insertelement <8 x i32> %111, i32 %113, i64 2
  %115 = getelementptr inbounds nuw i8, ptr %106, i64 48
  %116 = load i32, ptr %115, align 4
  %117 = insertelement <8 x i32> %114, i32 %116, i64 3
  %118 = getelementptr inbounds nuw i8, ptr %106, i64 64
  %119 = load i32, ptr %118, align 4
  %120 = insertelement <8 x i32> %117, i32 %119, i64 4
  %121 = getelementptr inbounds nuw i8, ptr %106, i64 80
  %122 = load i32, ptr %121, align 4
  %123 = insertelement <8 x i32> %120, i32 %122, i64 5
  %124 = getelementptr inbounds nuw i8, ptr %106, i64 96
  %125 = load i32, ptr %124, align 4
  %126 = insertelement <8 x i32> %123, i32 %125, i64 6
  %127 = getelementptr inbounds nuw i8, ptr %106, i64 112
  %128 = load i32, ptr %127, align 4
  %129 = insertelement <8 x i32> %126, i32 %128, i64 7
  %130 = lshr <8 x i32> %129, splat (i32 16)
  br label %134

131:                                              ; preds = %134
  %132 = add nuw nsw i64 %105, 1
  %133 = icmp eq i64 %132, 4
  br i1 %133, label %86, label %104

134:                                              ; preds = %134, %104
  %135 = phi i64 [ 0, %104 ], [ %160, %134 ]
  %136 = shl nuw nsw i64 %135, 2
  %137 = add nuw nsw i64 %136, %105
  %138 = getelementptr inbounds nuw [16 x <8 x i32>], ptr %10, i64 0, i64 %137
  %139 = icmp eq i64 %135, 0
  %140 = select i1 %139, <8 x i32> %129, <8 x i32> %130
  %141 = shl <8 x i32> %140, splat (i32 16)
  %142 = and <8 x i32> %140, splat (i32 32767)
  %143 = icmp samesign ugt <8 x i32> %142, splat (i32 31743)
  %144 = select <8 x i1> %143, <8 x i32> splat (i32 2139095040), <8 x i32> zeroinitializer
  %145 = shl nuw nsw <8 x i32> %142, splat (i32 13)
  %146 = bitcast <8 x i32> %145 to <8 x float>
  %147 = fmul <8 x float> %146, splat (float 0x46F0000000000000)
  %148 = bitcast <8 x float> %147 to <8 x i32>
  %149 = or <8 x i32> %144, %148
  %150 = and <8 x i32> %141, splat (i32 -2147483648)
  %151 = lshr <8 x i32> %149, splat (i32 23)
  %152 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %151, <8 x i32> splat (i32 113))
  %153 = add nsw <8 x i32> %152, splat (i32 -127)
  %154 = icmp eq <8 x i32> %149, zeroinitializer
  %155 = select <8 x i1> %154, <8 x i32> splat (i32 -5000), <8 x i32> %153
  store <8 x i32> %155, ptr %138, align 32
  %156 = or <8 x i32> %149, %150
  %157 = bitcast <8 x i32> %156 to <8 x float>
  %158 = fpext <8 x float> %157 to <8 x double>
  %159 = getelementptr inbounds nuw [16 x <8 x double>], ptr %11, i64 0, i64 %137
  store <8 x double> %158, ptr %159, align 64
  %160 = add nuw nsw i64 %135, 1
  %161 = icmp eq i64 %160, 2
  br i1 %161, label %131, label %134

162:                                              ; preds = %165
  %163 = add nuw nsw i64 %28, 32
  %164 = icmp samesign ult i64 %163, %12
  br i1 %164, label %27, label %339

165:                                              ; preds = %86, %165
  %166 = phi i64 [ 0, %86 ], [ %337, %165 ]
  %167 = trunc nuw nsw i64 %166 to i32
  %168 = lshr i32 %167, 2
  %169 = and i32 %168, 2
  %170 = mul nuw nsw i32 %169, %3
  %171 = zext nneg i32 %170 to i64
  %172 = getelementptr i32, ptr %87, i64 %171
  %173 = shl i64 %166, 2
  %174 = and i64 %173, 28
  %175 = getelementptr inbounds nuw i32, ptr %172, i64 %174
  %176 = getelementptr inbounds nuw i32, ptr %175, i64 %9
  %177 = load <4 x i32>, ptr %175, align 4
  %178 = load <4 x i32>, ptr %176, align 4
  %179 = shufflevector <4 x i32> %177, <4 x i32> %178, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %180 = lshr <8 x i32> %179, splat (i32 23)
  %181 = and <8 x i32> %180, splat (i32 255)
  %182 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %181, <8 x i32> splat (i32 1))
  %183 = bitcast <8 x i32> %179 to <8 x float>
  %184 = add nsw <8 x i32> %182, splat (i32 -127)
  %185 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %166, i64 0
  %186 = load i32, ptr %185, align 64
  %187 = insertelement <8 x i32> poison, i32 %186, i64 0
  %188 = shufflevector <8 x i32> %187, <8 x i32> poison, <8 x i32> zeroinitializer
  %189 = add <8 x i32> %188, %88
  %190 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %184, <8 x i32> %189)
  %191 = shl nuw nsw i64 %166, 6
  %192 = or disjoint i64 %191, 4
  %193 = getelementptr inbounds nuw i8, ptr %8, i64 %192
  %194 = load i32, ptr %193, align 4
  %195 = insertelement <8 x i32> poison, i32 %194, i64 0
  %196 = shufflevector <8 x i32> %195, <8 x i32> poison, <8 x i32> zeroinitializer
  %197 = add <8 x i32> %196, %89
  %198 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %190, <8 x i32> %197)
  %199 = shl nuw nsw i64 %166, 6
  %200 = or disjoint i64 %199, 8
  %201 = getelementptr inbounds nuw i8, ptr %8, i64 %200
  %202 = load i32, ptr %201, align 8
  %203 = insertelement <8 x i32> poison, i32 %202, i64 0
  %204 = shufflevector <8 x i32> %203, <8 x i32> poison, <8 x i32> zeroinitializer
  %205 = add <8 x i32> %204, %90
  %206 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %198, <8 x i32> %205)
  %207 = shl nuw nsw i64 %166, 6
  %208 = or disjoint i64 %207, 12
  %209 = getelementptr inbounds nuw i8, ptr %8, i64 %208
  %210 = load i32, ptr %209, align 4
  %211 = insertelement <8 x i32> poison, i32 %210, i64 0
  %212 = shufflevector <8 x i32> %211, <8 x i32> poison, <8 x i32> zeroinitializer
  %213 = add <8 x i32> %212, %91
  %214 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %206, <8 x i32> %213)
  %215 = shl nuw nsw i64 %166, 6
  %216 = or disjoint i64 %215, 16
  %217 = getelementptr inbounds nuw i8, ptr %8, i64 %216
  %218 = load i32, ptr %217, align 16
  %219 = insertelement <8 x i32> poison, i32 %218, i64 0
  %220 = shufflevector <8 x i32> %219, <8 x i32> poison, <8 x i32> zeroinitializer
  %221 = add <8 x i32> %220, %92
  %222 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %214, <8 x i32> %221)
  %223 = shl nuw nsw i64 %166, 6
  %224 = or disjoint i64 %223, 20
  %225 = getelementptr inbounds nuw i8, ptr %8, i64 %224
  %226 = load i32, ptr %225, align 4
  %227 = insertelement <8 x i32> poison, i32 %226, i64 0
  %228 = shufflevector <8 x i32> %227, <8 x i32> poison, <8 x i32> zeroinitializer
  %229 = add <8 x i32> %228, %93
  %230 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %222, <8 x i32> %229)
  %231 = shl nuw nsw i64 %166, 6
  %232 = or disjoint i64 %231, 24
  %233 = getelementptr inbounds nuw i8, ptr %8, i64 %232
  %234 = load i32, ptr %233, align 8
  %235 = insertelement <8 x i32> poison, i32 %234, i64 0
  %236 = shufflevector <8 x i32> %235, <8 x i32> poison, <8 x i32> zeroinitializer
  %237 = add <8 x i32> %236, %94
  %238 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %230, <8 x i32> %237)
  %239 = shl nuw nsw i64 %166, 6
  %240 = or disjoint i64 %239, 28
  %241 = getelementptr inbounds nuw i8, ptr %8, i64 %240
  %242 = load i32, ptr %241, align 4
  %243 = insertelement <8 x i32> poison, i32 %242, i64 0
  %244 = shufflevector <8 x i32> %243, <8 x i32> poison, <8 x i32> zeroinitializer
  %245 = add <8 x i32> %244, %95
  %246 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %238, <8 x i32> %245)
  %247 = fpext <8 x float> %183 to <8 x double>
  %248 = sub nsw <8 x i32> splat (i32 1048), %246
  %249 = zext <8 x i32> %248 to <8 x i64>
  %250 = shl <8 x i64> %249, splat (i64 52)
  %251 = bitcast <8 x i64> %250 to <8 x double>
  %252 = fmul <8 x double> %247, %251
  %253 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %252)
  %254 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %166, i64 0
  %255 = load double, ptr %254, align 64
  %256 = insertelement <8 x double> poison, double %255, i64 0
  %257 = shufflevector <8 x double> %256, <8 x double> poison, <8 x i32> zeroinitializer
  %258 = fmul <8 x double> %96, %257
  %259 = fmul <8 x double> %258, %251
  %260 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %259)
  %261 = fadd <8 x double> %253, %260
  %262 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %166, i64 1
  %263 = load double, ptr %262, align 8
  %264 = insertelement <8 x double> poison, double %263, i64 0
  %265 = shufflevector <8 x double> %264, <8 x double> poison, <8 x i32> zeroinitializer
  %266 = fmul <8 x double> %97, %265
  %267 = fmul <8 x double> %266, %251
  %268 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %267)
  %269 = fadd <8 x double> %261, %268
  %270 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %166, i64 2
  %271 = load double, ptr %270, align 16
  %272 = insertelement <8 x double> poison, double %271, i64 0
  %273 = shufflevector <8 x double> %272, <8 x double> poison, <8 x i32> zeroinitializer
  %274 = fmul <8 x double> %98, %273
  %275 = fmul <8 x double> %274, %251
  %276 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %275)
  %277 = fadd <8 x double> %269, %276
  %278 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %166, i64 3
  %279 = load double, ptr %278, align 8
  %280 = insertelement <8 x double> poison, double %279, i64 0
  %281 = shufflevector <8 x double> %280, <8 x double> poison, <8 x i32> zeroinitializer
  %282 = fmul <8 x double> %99, %281
  %283 = fmul <8 x double> %282, %251
  %284 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %283)
  %285 = fadd <8 x double> %277, %284
  %286 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %166, i64 4
  %287 = load double, ptr %286, align 32
  %288 = insertelement <8 x double> poison, double %287, i64 0
  %289 = shufflevector <8 x double> %288, <8 x double> poison, <8 x i32> zeroinitializer
  %290 = fmul <8 x double> %100, %289
  %291 = fmul <8 x double> %290, %251
  %292 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %291)
  %293 = fadd <8 x double> %285, %292
  %294 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %166, i64 5
  %295 = load double, ptr %294, align 8
  %296 = insertelement <8 x double> poison, double %295, i64 0
  %297 = shufflevector <8 x double> %296, <8 x double> poison, <8 x i32> zeroinitializer
  %298 = fmul <8 x double> %101, %297
  %299 = fmul <8 x double> %298, %251
  %300 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %299)
  %301 = fadd <8 x double> %293, %300
  %302 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %166, i64 6
  %303 = load double, ptr %302, align 16
  %304 = insertelement <8 x double> poison, double %303, i64 0
  %305 = shufflevector <8 x double> %304, <8 x double> poison, <8 x i32> zeroinitializer
  %306 = fmul <8 x double> %102, %305
  %307 = fmul <8 x double> %306, %251
  %308 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %307)
  %309 = fadd <8 x double> %301, %308
  %310 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %166, i64 7
  %311 = load double, ptr %310, align 8
  %312 = insertelement <8 x double> poison, double %311, i64 0
  %313 = shufflevector <8 x double> %312, <8 x double> poison, <8 x i32> zeroinitializer
  %314 = fmul <8 x double> %103, %313
  %315 = fmul <8 x double> %314, %251
  %316 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %315)
  %317 = fadd <8 x double> %309, %316
  %318 = add <8 x i32> %246, splat (i32 998)
  %319 = zext <8 x i32> %318 to <8 x i64>
  %320 = shl <8 x i64> %319, splat (i64 52)
  %321 = bitcast <8 x i64> %320 to <8 x double>
  %322 = fmul <8 x double> %317, %321
  %323 = fptrunc <8 x double> %322 to <8 x float>
  %324 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %322)
  %325 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %323)
  %326 = fpext <8 x float> %325 to <8 x double>
  %327 = fcmp olt <8 x double> %324, %326
  %328 = fcmp olt <8 x double> %324, splat (double 0x47F0000000000000)
  %329 = and <8 x i1> %328, %327
  %330 = bitcast <8 x float> %323 to <8 x i32>
  %331 = sext <8 x i1> %329 to <8 x i32>
  %332 = add <8 x i32> %331, %330
  %333 = fcmp ord <8 x float> %323, zeroinitializer
  %334 = select <8 x i1> %333, <8 x i32> %332, <8 x i32> splat (i32 2147483647)
  %335 = shufflevector <8 x i32> %334, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %335, ptr %175, align 4
  %336 = shufflevector <8 x i32> %334, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %336, ptr %176, align 4
  %337 = add nuw nsw i64 %166, 1
  %338 = icmp eq i64 %337, 16
  br i1 %338, label %162, label %165

339:                                              ; preds = %162, %4
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %5) #5
  ret void
}

define internal fastcc void @f16_2(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2, i32 noundef %3) unnamed_addr #1 {
  %5 = alloca %struct.operands, align 64
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %5) #5
  %6 = icmp sgt i32 %3, 0
  br i1 %6, label %7, label %509

7:                                                ; preds = %4
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 2048
  %9 = zext nneg i32 %3 to i64
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 4096
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 3072
  %12 = zext nneg i32 %3 to i64
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 4128
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 4160
  %15 = getelementptr inbounds nuw i8, ptr %5, i64 4192
  %16 = getelementptr inbounds nuw i8, ptr %5, i64 4224
  %17 = getelementptr inbounds nuw i8, ptr %5, i64 4256
  %18 = getelementptr inbounds nuw i8, ptr %5, i64 4288
  %19 = getelementptr inbounds nuw i8, ptr %5, i64 4320
  %20 = getelementptr inbounds nuw i8, ptr %5, i64 4352
  %21 = getelementptr inbounds nuw i8, ptr %5, i64 4384
  %22 = getelementptr inbounds nuw i8, ptr %5, i64 4416
  %23 = getelementptr inbounds nuw i8, ptr %5, i64 4448
  %24 = getelementptr inbounds nuw i8, ptr %5, i64 4480
  %25 = getelementptr inbounds nuw i8, ptr %5, i64 4512
  %26 = getelementptr inbounds nuw i8, ptr %5, i64 4544
  %27 = getelementptr inbounds nuw i8, ptr %5, i64 4576
  %28 = getelementptr inbounds nuw i8, ptr %5, i64 3136
  %29 = getelementptr inbounds nuw i8, ptr %5, i64 3200
  %30 = getelementptr inbounds nuw i8, ptr %5, i64 3264
  %31 = getelementptr inbounds nuw i8, ptr %5, i64 3328
  %32 = getelementptr inbounds nuw i8, ptr %5, i64 3392
  %33 = getelementptr inbounds nuw i8, ptr %5, i64 3456
  %34 = getelementptr inbounds nuw i8, ptr %5, i64 3520
  %35 = getelementptr inbounds nuw i8, ptr %5, i64 3584
  %36 = getelementptr inbounds nuw i8, ptr %5, i64 3648
  %37 = getelementptr inbounds nuw i8, ptr %5, i64 3712
  %38 = getelementptr inbounds nuw i8, ptr %5, i64 3776
  %39 = getelementptr inbounds nuw i8, ptr %5, i64 3840
  %40 = getelementptr inbounds nuw i8, ptr %5, i64 3904
  %41 = getelementptr inbounds nuw i8, ptr %5, i64 3968
  %42 = getelementptr inbounds nuw i8, ptr %5, i64 4032
  br label %43

43:                                               ; preds = %7, %204
  %44 = phi i64 [ 0, %7 ], [ %205, %204 ]
  %45 = getelementptr inbounds nuw i32, ptr %0, i64 %44
  br label %46

46:                                               ; preds = %53, %43
  %47 = phi i64 [ 0, %43 ], [ %54, %53 ]
  %48 = mul nuw nsw i64 %47, %9
  %49 = getelementptr inbounds nuw i32, ptr %45, i64 %48
  %50 = shl i64 %47, 3
  %51 = and i64 %50, 8
  %52 = and i64 %47, 1073741822
  br label %58

53:                                               ; preds = %66
  %54 = add nuw nsw i64 %47, 1
  %55 = icmp eq i64 %54, 4
  br i1 %55, label %56, label %46

56:                                               ; preds = %53
  %57 = getelementptr inbounds nuw i32, ptr %1, i64 %44
  br label %103

58:                                               ; preds = %66, %46
  %59 = phi i64 [ 0, %46 ], [ %67, %66 ]
  %60 = getelementptr inbounds nuw i32, ptr %49, i64 %59
  %61 = load <8 x i32>, ptr %60, align 4
  %62 = lshr exact i64 %59, 2
  %63 = or disjoint i64 %62, %51
  %64 = lshr <8 x i32> %61, splat (i32 16)
  %65 = or disjoint i64 %63, 1
  br label %69

66:                                               ; preds = %69
  %67 = add nuw nsw i64 %59, 8
  %68 = icmp samesign ult i64 %59, 24
  br i1 %68, label %58, label %53

69:                                               ; preds = %69, %58
  %70 = phi i64 [ 0, %58 ], [ %101, %69 ]
  %71 = add nuw nsw i64 %70, %52
  %72 = shl i64 %71, 2
  %73 = icmp eq i64 %70, 0
  %74 = select i1 %73, <8 x i32> %61, <8 x i32> %64
  %75 = shl <8 x i32> %74, splat (i32 16)
  %76 = and <8 x i32> %74, splat (i32 32767)
  %77 = icmp samesign ugt <8 x i32> %76, splat (i32 31743)
  %78 = select <8 x i1> %77, <8 x i32> splat (i32 2139095040), <8 x i32> zeroinitializer
  %79 = shl nuw nsw <8 x i32> %76, splat (i32 13)
  %80 = bitcast <8 x i32> %79 to <8 x float>
  %81 = fmul <8 x float> %80, splat (float 0x46F0000000000000)
  %82 = bitcast <8 x float> %81 to <8 x i32>
  %83 = or <8 x i32> %78, %82
  %84 = and <8 x i32> %75, splat (i32 -2147483648)
  %85 = lshr <8 x i32> %83, splat (i32 23)
  %86 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %85, <8 x i32> splat (i32 113))
  %87 = add nsw <8 x i32> %86, splat (i32 -127)
  %88 = icmp eq <8 x i32> %83, zeroinitializer
  %89 = select <8 x i1> %88, <8 x i32> splat (i32 -5000), <8 x i32> %87
  %90 = or <8 x i32> %83, %84
  %91 = bitcast <8 x i32> %90 to <8 x float>
  %92 = fpext <8 x float> %91 to <8 x double>
  %93 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %63, i64 %72
  %94 = shufflevector <8 x double> %92, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %94, ptr %93, align 32
  %95 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %63, i64 %72
  %96 = shufflevector <8 x i32> %89, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %96, ptr %95, align 16
  %97 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %65, i64 %72
  %98 = shufflevector <8 x double> %92, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %98, ptr %97, align 32
  %99 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %65, i64 %72
  %100 = shufflevector <8 x i32> %89, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %100, ptr %99, align 16
  %101 = add nuw nsw i64 %70, 1
  %102 = icmp eq i64 %101, 2
  br i1 %102, label %66, label %69

103:                                              ; preds = %56, %108
  %104 = phi i64 [ %109, %108 ], [ 0, %56 ]
  %105 = mul nuw nsw i64 %104, %9
  %106 = getelementptr inbounds nuw i32, ptr %57, i64 %105
  %107 = shl i64 %104, 3
  br label %145

108:                                              ; preds = %173
  %109 = add nuw nsw i64 %104, 1
  %110 = icmp eq i64 %109, 2
  br i1 %110, label %111, label %103

111:                                              ; preds = %108
  %112 = getelementptr i32, ptr %2, i64 %44
  %113 = load <8 x i32>, ptr %10, align 64
  %114 = load <8 x i32>, ptr %13, align 32
  %115 = load <8 x i32>, ptr %14, align 64
  %116 = load <8 x i32>, ptr %15, align 32
  %117 = load <8 x i32>, ptr %16, align 64
  %118 = load <8 x i32>, ptr %17, align 32
  %119 = load <8 x i32>, ptr %18, align 64
  %120 = load <8 x i32>, ptr %19, align 32
  %121 = load <8 x i32>, ptr %20, align 64
  %122 = load <8 x i32>, ptr %21, align 32
  %123 = load <8 x i32>, ptr %22, align 64
  %124 = load <8 x i32>, ptr %23, align 32
  %125 = load <8 x i32>, ptr %24, align 64
  %126 = load <8 x i32>, ptr %25, align 32
  %127 = load <8 x i32>, ptr %26, align 64
  %128 = load <8 x i32>, ptr %27, align 32
  %129 = load <8 x double>, ptr %11, align 64
  %130 = load <8 x double>, ptr %28, align 64
  %131 = load <8 x double>, ptr %29, align 64
  %132 = load <8 x double>, ptr %30, align 64
  %133 = load <8 x double>, ptr %31, align 64
  %134 = load <8 x double>, ptr %32, align 64
  %135 = load <8 x double>, ptr %33, align 64
  %136 = load <8 x double>, ptr %34, align 64
  %137 = load <8 x double>, ptr %35, align 64
  %138 = load <8 x double>, ptr %36, align 64
  %139 = load <8 x double>, ptr %37, align 64
  %140 = load <8 x double>, ptr %38, align 64
  %141 = load <8 x double>, ptr %39, align 64
  %142 = load <8 x double>, ptr %40, align 64
  %143 = load <8 x double>, ptr %41, align 64
  %144 = load <8 x double>, ptr %42, align 64
  br label %207

145:                                              ; preds = %173, %103
  %146 = phi i64 [ 0, %103 ], [ %174, %173 ]
  %147 = getelementptr inbounds nuw i32, ptr %106, i64 %146
  %148 = load i32, ptr %147, align 4
  %149 = insertelement <8 x i32> poison, i32 %148, i64 0
  %150 = getelementptr inbounds nuw i8, ptr %147, i64 16
  %151 = load i32, ptr %150, align 4
  %152 = insertelement <8 x i32> %149, i32 %151, i64 1
  %153 = getelementptr inbounds nuw i8, ptr %147, i64 32
  %154 = load i32, ptr %153, align 4
  %155 = insertelement <8 x i32> %152, i32 %154, i64 2
  %156 = getelementptr inbounds nuw i8, ptr %147, i64 48
  %157 = load i32, ptr %156, align 4
  %158 = insertelement <8 x i32> %155, i32 %157, i64 3
  %159 = getelementptr inbounds nuw i8, ptr %147, i64 64
  %160 = load i32, ptr %159, align 4
  %161 = insertelement <8 x i32> %158, i32 %160, i64 4
  %162 = getelementptr inbounds nuw i8, ptr %147, i64 80
  %163 = load i32, ptr %162, align 4
  %164 = insertelement <8 x i32> %161, i32 %163, i64 5
  %165 = getelementptr inbounds nuw i8, ptr %147, i64 96
  %166 = load i32, ptr %165, align 4
  %167 = insertelement <8 x i32> %164, i32 %166, i64 6
  %168 = getelementptr inbounds nuw i8, ptr %147, i64 112
  %169 = load i32, ptr %168, align 4
  %170 = insertelement <8 x i32> %167, i32 %169, i64 7
  %171 = lshr <8 x i32> %170, splat (i32 16)
  %172 = add i64 %107, %146
  br label %176

173:                                              ; preds = %176
  %174 = add nuw nsw i64 %146, 1
  %175 = icmp eq i64 %174, 4
  br i1 %175, label %108, label %145

176:                                              ; preds = %176, %145
  %177 = phi i64 [ 0, %145 ], [ %202, %176 ]
  %178 = shl i64 %177, 2
  %179 = add i64 %178, %172
  %180 = getelementptr inbounds nuw [16 x <8 x i32>], ptr %10, i64 0, i64 %179
  %181 = icmp eq i64 %177, 0
  %182 = select i1 %181, <8 x i32> %170, <8 x i32> %171
  %183 = shl <8 x i32> %182, splat (i32 16)
  %184 = and <8 x i32> %182, splat (i32 32767)
  %185 = icmp samesign ugt <8 x i32> %184, splat (i32 31743)
  %186 = select <8 x i1> %185, <8 x i32> splat (i32 2139095040), <8 x i32> zeroinitializer
  %187 = shl nuw nsw <8 x i32> %184, splat (i32 13)
  %188 = bitcast <8 x i32> %187 to <8 x float>
  %189 = fmul <8 x float> %188, splat (float 0x46F0000000000000)
  %190 = bitcast <8 x float> %189 to <8 x i32>
  %191 = or <8 x i32> %186, %190
  %192 = and <8 x i32> %183, splat (i32 -2147483648)
  %193 = lshr <8 x i32> %191, splat (i32 23)
  %194 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %193, <8 x i32> splat (i32 113))
  %195 = add nsw <8 x i32> %194, splat (i32 -127)
  %196 = icmp eq <8 x i32> %191, zeroinitializer
  %197 = select <8 x i1> %196, <8 x i32> splat (i32 -5000), <8 x i32> %195
  store <8 x i32> %197, ptr %180, align 32
  %198 = or <8 x i32> %191, %192
  %199 = bitcast <8 x i32> %198 to <8 x float>
  %200 = fpext <8 x float> %199 to <8 x double>
  %201 = getelementptr inbounds nuw [16 x <8 x double>], ptr %11, i64 0, i64 %179
  store <8 x double> %200, ptr %201, align 64
  %202 = add nuw nsw i64 %177, 1
  %203 = icmp eq i64 %202, 2
  br i1 %203, label %173, label %176

204:                                              ; preds = %207
  %205 = add nuw nsw i64 %44, 32
  %206 = icmp samesign ult i64 %205, %12
  br i1 %206, label %43, label %509

207:                                              ; preds = %111, %207
  %208 = phi i64 [ 0, %111 ], [ %507, %207 ]
  %209 = trunc nuw nsw i64 %208 to i32
  %210 = lshr i32 %209, 2
  %211 = and i32 %210, 2
  %212 = mul nuw nsw i32 %211, %3
  %213 = zext nneg i32 %212 to i64
  %214 = getelementptr i32, ptr %112, i64 %213
  %215 = shl i64 %208, 2
  %216 = and i64 %215, 28
  %217 = getelementptr inbounds nuw i32, ptr %214, i64 %216
  %218 = getelementptr inbounds nuw i32, ptr %217, i64 %9
  %219 = load <4 x i32>, ptr %217, align 4
  %220 = load <4 x i32>, ptr %218, align 4
  %221 = shufflevector <4 x i32> %219, <4 x i32> %220, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %222 = lshr <8 x i32> %221, splat (i32 23)
  %223 = and <8 x i32> %222, splat (i32 255)
  %224 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %223, <8 x i32> splat (i32 1))
  %225 = bitcast <8 x i32> %221 to <8 x float>
  %226 = add nsw <8 x i32> %224, splat (i32 -127)
  %227 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %208, i64 0
  %228 = load i32, ptr %227, align 64
  %229 = insertelement <8 x i32> poison, i32 %228, i64 0
  %230 = shufflevector <8 x i32> %229, <8 x i32> poison, <8 x i32> zeroinitializer
  %231 = add <8 x i32> %230, %113
  %232 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %226, <8 x i32> %231)
  %233 = shl nuw nsw i64 %208, 6
  %234 = or disjoint i64 %233, 4
  %235 = getelementptr inbounds nuw i8, ptr %8, i64 %234
  %236 = load i32, ptr %235, align 4
  %237 = insertelement <8 x i32> poison, i32 %236, i64 0
  %238 = shufflevector <8 x i32> %237, <8 x i32> poison, <8 x i32> zeroinitializer
  %239 = add <8 x i32> %238, %114
  %240 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %232, <8 x i32> %239)
  %241 = shl nuw nsw i64 %208, 6
  %242 = or disjoint i64 %241, 8
  %243 = getelementptr inbounds nuw i8, ptr %8, i64 %242
  %244 = load i32, ptr %243, align 8
  %245 = insertelement <8 x i32> poison, i32 %244, i64 0
  %246 = shufflevector <8 x i32> %245, <8 x i32> poison, <8 x i32> zeroinitializer
  %247 = add <8 x i32> %246, %115
  %248 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %240, <8 x i32> %247)
  %249 = shl nuw nsw i64 %208, 6
  %250 = or disjoint i64 %249, 12
  %251 = getelementptr inbounds nuw i8, ptr %8, i64 %250
  %252 = load i32, ptr %251, align 4
  %253 = insertelement <8 x i32> poison, i32 %252, i64 0
  %254 = shufflevector <8 x i32> %253, <8 x i32> poison, <8 x i32> zeroinitializer
  %255 = add <8 x i32> %254, %116
  %256 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %248, <8 x i32> %255)
  %257 = shl nuw nsw i64 %208, 6
  %258 = or disjoint i64 %257, 16
  %259 = getelementptr inbounds nuw i8, ptr %8, i64 %258
  %260 = load i32, ptr %259, align 16
  %261 = insertelement <8 x i32> poison, i32 %260, i64 0
  %262 = shufflevector <8 x i32> %261, <8 x i32> poison, <8 x i32> zeroinitializer
  %263 = add <8 x i32> %262, %117
  %264 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %256, <8 x i32> %263)
  %265 = shl nuw nsw i64 %208, 6
  %266 = or disjoint i64 %265, 20
  %267 = getelementptr inbounds nuw i8, ptr %8, i64 %266
  %268 = load i32, ptr %267, align 4
  %269 = insertelement <8 x i32> poison, i32 %268, i64 0
  %270 = shufflevector <8 x i32> %269, <8 x i32> poison, <8 x i32> zeroinitializer
  %271 = add <8 x i32> %270, %118
  %272 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %264, <8 x i32> %271)
  %273 = shl nuw nsw i64 %208, 6
  %274 = or disjoint i64 %273, 24
  %275 = getelementptr inbounds nuw i8, ptr %8, i64 %274
  %276 = load i32, ptr %275, align 8
  %277 = insertelement <8 x i32> poison, i32 %276, i64 0
  %278 = shufflevector <8 x i32> %277, <8 x i32> poison, <8 x i32> zeroinitializer
  %279 = add <8 x i32> %278, %119
  %280 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %272, <8 x i32> %279)
  %281 = shl nuw nsw i64 %208, 6
  %282 = or disjoint i64 %281, 28
  %283 = getelementptr inbounds nuw i8, ptr %8, i64 %282
  %284 = load i32, ptr %283, align 4
  %285 = insertelement <8 x i32> poison, i32 %284, i64 0
  %286 = shufflevector <8 x i32> %285, <8 x i32> poison, <8 x i32> zeroinitializer
  %287 = add <8 x i32> %286, %120
  %288 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %280, <8 x i32> %287)
  %289 = shl nuw nsw i64 %208, 6
  %290 = or disjoint i64 %289, 32
  %291 = getelementptr inbounds nuw i8, ptr %8, i64 %290
  %292 = load i32, ptr %291, align 32
  %293 = insertelement <8 x i32> poison, i32 %292, i64 0
  %294 = shufflevector <8 x i32> %293, <8 x i32> poison, <8 x i32> zeroinitializer
  %295 = add <8 x i32> %294, %121
  %296 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %288, <8 x i32> %295)
  %297 = shl nuw nsw i64 %208, 6
  %298 = or disjoint i64 %297, 36
  %299 = getelementptr inbounds nuw i8, ptr %8, i64 %298
  %300 = load i32, ptr %299, align 4
  %301 = insertelement <8 x i32> poison, i32 %300, i64 0
  %302 = shufflevector <8 x i32> %301, <8 x i32> poison, <8 x i32> zeroinitializer
  %303 = add <8 x i32> %302, %122
  %304 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %296, <8 x i32> %303)
  %305 = shl nuw nsw i64 %208, 6
  %306 = or disjoint i64 %305, 40
  %307 = getelementptr inbounds nuw i8, ptr %8, i64 %306
  %308 = load i32, ptr %307, align 8
  %309 = insertelement <8 x i32> poison, i32 %308, i64 0
  %310 = shufflevector <8 x i32> %309, <8 x i32> poison, <8 x i32> zeroinitializer
  %311 = add <8 x i32> %310, %123
  %312 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %304, <8 x i32> %311)
  %313 = shl nuw nsw i64 %208, 6
  %314 = or disjoint i64 %313, 44
  %315 = getelementptr inbounds nuw i8, ptr %8, i64 %314
  %316 = load i32, ptr %315, align 4
  %317 = insertelement <8 x i32> poison, i32 %316, i64 0
  %318 = shufflevector <8 x i32> %317, <8 x i32> poison, <8 x i32> zeroinitializer
  %319 = add <8 x i32> %318, %124
  %320 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %312, <8 x i32> %319)
  %321 = shl nuw nsw i64 %208, 6
  %322 = or disjoint i64 %321, 48
  %323 = getelementptr inbounds nuw i8, ptr %8, i64 %322
  %324 = load i32, ptr %323, align 16
  %325 = insertelement <8 x i32> poison, i32 %324, i64 0
  %326 = shufflevector <8 x i32> %325, <8 x i32> poison, <8 x i32> zeroinitializer
  %327 = add <8 x i32> %326, %125
  %328 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %320, <8 x i32> %327)
  %329 = shl nuw nsw i64 %208, 6
  %330 = or disjoint i64 %329, 52
  %331 = getelementptr inbounds nuw i8, ptr %8, i64 %330
  %332 = load i32, ptr %331, align 4
  %333 = insertelement <8 x i32> poison, i32 %332, i64 0
  %334 = shufflevector <8 x i32> %333, <8 x i32> poison, <8 x i32> zeroinitializer
  %335 = add <8 x i32> %334, %126
  %336 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %328, <8 x i32> %335)
  %337 = shl nuw nsw i64 %208, 6
  %338 = or disjoint i64 %337, 56
  %339 = getelementptr inbounds nuw i8, ptr %8, i64 %338
  %340 = load i32, ptr %339, align 8
  %341 = insertelement <8 x i32> poison, i32 %340, i64 0
  %342 = shufflevector <8 x i32> %341, <8 x i32> poison, <8 x i32> zeroinitializer
  %343 = add <8 x i32> %342, %127
  %344 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %336, <8 x i32> %343)
  %345 = shl nuw nsw i64 %208, 6
  %346 = or disjoint i64 %345, 60
  %347 = getelementptr inbounds nuw i8, ptr %8, i64 %346
  %348 = load i32, ptr %347, align 4
  %349 = insertelement <8 x i32> poison, i32 %348, i64 0
  %350 = shufflevector <8 x i32> %349, <8 x i32> poison, <8 x i32> zeroinitializer
  %351 = add <8 x i32> %350, %128
  %352 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %344, <8 x i32> %351)
  %353 = fpext <8 x float> %225 to <8 x double>
  %354 = sub nsw <8 x i32> splat (i32 1048), %352
  %355 = zext <8 x i32> %354 to <8 x i64>
  %356 = shl <8 x i64> %355, splat (i64 52)
  %357 = bitcast <8 x i64> %356 to <8 x double>
  %358 = fmul <8 x double> %353, %357
  %359 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %358)
  %360 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 0
  %361 = load double, ptr %360, align 64
  %362 = insertelement <8 x double> poison, double %361, i64 0
  %363 = shufflevector <8 x double> %362, <8 x double> poison, <8 x i32> zeroinitializer
  %364 = fmul <8 x double> %129, %363
  %365 = fmul <8 x double> %364, %357
  %366 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %365)
  %367 = fadd <8 x double> %359, %366
  %368 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 1
  %369 = load double, ptr %368, align 8
  %370 = insertelement <8 x double> poison, double %369, i64 0
  %371 = shufflevector <8 x double> %370, <8 x double> poison, <8 x i32> zeroinitializer
  %372 = fmul <8 x double> %130, %371
  %373 = fmul <8 x double> %372, %357
  %374 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %373)
  %375 = fadd <8 x double> %367, %374
  %376 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 2
  %377 = load double, ptr %376, align 16
  %378 = insertelement <8 x double> poison, double %377, i64 0
  %379 = shufflevector <8 x double> %378, <8 x double> poison, <8 x i32> zeroinitializer
  %380 = fmul <8 x double> %131, %379
  %381 = fmul <8 x double> %380, %357
  %382 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %381)
  %383 = fadd <8 x double> %375, %382
  %384 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 3
  %385 = load double, ptr %384, align 8
  %386 = insertelement <8 x double> poison, double %385, i64 0
  %387 = shufflevector <8 x double> %386, <8 x double> poison, <8 x i32> zeroinitializer
  %388 = fmul <8 x double> %132, %387
  %389 = fmul <8 x double> %388, %357
  %390 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %389)
  %391 = fadd <8 x double> %383, %390
  %392 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 4
  %393 = load double, ptr %392, align 32
  %394 = insertelement <8 x double> poison, double %393, i64 0
  %395 = shufflevector <8 x double> %394, <8 x double> poison, <8 x i32> zeroinitializer
  %396 = fmul <8 x double> %133, %395
  %397 = fmul <8 x double> %396, %357
  %398 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %397)
  %399 = fadd <8 x double> %391, %398
  %400 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 5
  %401 = load double, ptr %400, align 8
  %402 = insertelement <8 x double> poison, double %401, i64 0
  %403 = shufflevector <8 x double> %402, <8 x double> poison, <8 x i32> zeroinitializer
  %404 = fmul <8 x double> %134, %403
  %405 = fmul <8 x double> %404, %357
  %406 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %405)
  %407 = fadd <8 x double> %399, %406
  %408 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 6
  %409 = load double, ptr %408, align 16
  %410 = insertelement <8 x double> poison, double %409, i64 0
  %411 = shufflevector <8 x double> %410, <8 x double> poison, <8 x i32> zeroinitializer
  %412 = fmul <8 x double> %135, %411
  %413 = fmul <8 x double> %412, %357
  %414 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %413)
  %415 = fadd <8 x double> %407, %414
  %416 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 7
  %417 = load double, ptr %416, align 8
  %418 = insertelement <8 x double> poison, double %417, i64 0
  %419 = shufflevector <8 x double> %418, <8 x double> poison, <8 x i32> zeroinitializer
  %420 = fmul <8 x double> %136, %419
  %421 = fmul <8 x double> %420, %357
  %422 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %421)
  %423 = fadd <8 x double> %415, %422
  %424 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 8
  %425 = load double, ptr %424, align 64
  %426 = insertelement <8 x double> poison, double %425, i64 0
  %427 = shufflevector <8 x double> %426, <8 x double> poison, <8 x i32> zeroinitializer
  %428 = fmul <8 x double> %137, %427
  %429 = fmul <8 x double> %428, %357
  %430 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %429)
  %431 = fadd <8 x double> %423, %430
  %432 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 9
  %433 = load double, ptr %432, align 8
  %434 = insertelement <8 x double> poison, double %433, i64 0
  %435 = shufflevector <8 x double> %434, <8 x double> poison, <8 x i32> zeroinitializer
  %436 = fmul <8 x double> %138, %435
  %437 = fmul <8 x double> %436, %357
  %438 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %437)
  %439 = fadd <8 x double> %431, %438
  %440 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 10
  %441 = load double, ptr %440, align 16
  %442 = insertelement <8 x double> poison, double %441, i64 0
  %443 = shufflevector <8 x double> %442, <8 x double> poison, <8 x i32> zeroinitializer
  %444 = fmul <8 x double> %139, %443
  %445 = fmul <8 x double> %444, %357
  %446 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %445)
  %447 = fadd <8 x double> %439, %446
  %448 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 11
  %449 = load double, ptr %448, align 8
  %450 = insertelement <8 x double> poison, double %449, i64 0
  %451 = shufflevector <8 x double> %450, <8 x double> poison, <8 x i32> zeroinitializer
  %452 = fmul <8 x double> %140, %451
  %453 = fmul <8 x double> %452, %357
  %454 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %453)
  %455 = fadd <8 x double> %447, %454
  %456 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 12
  %457 = load double, ptr %456, align 32
  %458 = insertelement <8 x double> poison, double %457, i64 0
  %459 = shufflevector <8 x double> %458, <8 x double> poison, <8 x i32> zeroinitializer
  %460 = fmul <8 x double> %141, %459
  %461 = fmul <8 x double> %460, %357
  %462 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %461)
  %463 = fadd <8 x double> %455, %462
  %464 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 13
  %465 = load double, ptr %464, align 8
  %466 = insertelement <8 x double> poison, double %465, i64 0
  %467 = shufflevector <8 x double> %466, <8 x double> poison, <8 x i32> zeroinitializer
  %468 = fmul <8 x double> %142, %467
  %469 = fmul <8 x double> %468, %357
  %470 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %469)
  %471 = fadd <8 x double> %463, %470
  %472 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 14
  %473 = load double, ptr %472, align 16
  %474 = insertelement <8 x double> poison, double %473, i64 0
  %475 = shufflevector <8 x double> %474, <8 x double> poison, <8 x i32> zeroinitializer
  %476 = fmul <8 x double> %143, %475
  %477 = fmul <8 x double> %476, %357
  %478 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %477)
  %479 = fadd <8 x double> %471, %478
  %480 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 15
  %481 = load double, ptr %480, align 8
  %482 = insertelement <8 x double> poison, double %481, i64 0
  %483 = shufflevector <8 x double> %482, <8 x double> poison, <8 x i32> zeroinitializer
  %484 = fmul <8 x double> %144, %483
  %485 = fmul <8 x double> %484, %357
  %486 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %485)
  %487 = fadd <8 x double> %479, %486
  %488 = add <8 x i32> %352, splat (i32 998)
  %489 = zext <8 x i32> %488 to <8 x i64>
  %490 = shl <8 x i64> %489, splat (i64 52)
  %491 = bitcast <8 x i64> %490 to <8 x double>
  %492 = fmul <8 x double> %487, %491
  %493 = fptrunc <8 x double> %492 to <8 x float>
  %494 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %492)
  %495 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %493)
  %496 = fpext <8 x float> %495 to <8 x double>
  %497 = fcmp olt <8 x double> %494, %496
  %498 = fcmp olt <8 x double> %494, splat (double 0x47F0000000000000)
  %499 = and <8 x i1> %498, %497
  %500 = bitcast <8 x float> %493 to <8 x i32>
  %501 = sext <8 x i1> %499 to <8 x i32>
  %502 = add <8 x i32> %501, %500
  %503 = fcmp ord <8 x float> %493, zeroinitializer
  %504 = select <8 x i1> %503, <8 x i32> %502, <8 x i32> splat (i32 2147483647)
  %505 = shufflevector <8 x i32> %504, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %505, ptr %217, align 4
  %506 = shufflevector <8 x i32> %504, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %506, ptr %218, align 4
  %507 = add nuw nsw i64 %208, 1
  %508 = icmp eq i64 %507, 16
  br i1 %508, label %204, label %207

509:                                              ; preds = %204, %4
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %5) #5
  ret void
}

define internal fastcc void @bf16_1(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2, i32 noundef %3) unnamed_addr #1 {
  %5 = alloca %struct.operands, align 64
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %5) #5
  %6 = icmp sgt i32 %3, 0
  br i1 %6, label %7, label %321

7:                                                ; preds = %4
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 2048
  %9 = zext nneg i32 %3 to i64
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 4096
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 3072
  %12 = zext nneg i32 %3 to i64
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 4128
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 4160
  %15 = getelementptr inbounds nuw i8, ptr %5, i64 4192
  %16 = getelementptr inbounds nuw i8, ptr %5, i64 4224
  %17 = getelementptr inbounds nuw i8, ptr %5, i64 4256
  %18 = getelementptr inbounds nuw i8, ptr %5, i64 4288
  %19 = getelementptr inbounds nuw i8, ptr %5, i64 4320
  %20 = getelementptr inbounds nuw i8, ptr %5, i64 3136
  %21 = getelementptr inbounds nuw i8, ptr %5, i64 3200
  %22 = getelementptr inbounds nuw i8, ptr %5, i64 3264
  %23 = getelementptr inbounds nuw i8, ptr %5, i64 3328
  %24 = getelementptr inbounds nuw i8, ptr %5, i64 3392
  %25 = getelementptr inbounds nuw i8, ptr %5, i64 3456
  %26 = getelementptr inbounds nuw i8, ptr %5, i64 3520
  br label %27

27:                                               ; preds = %7, %144
  %28 = phi i64 [ 0, %7 ], [ %145, %144 ]
  %29 = getelementptr inbounds nuw i32, ptr %0, i64 %28
  br label %30

30:                                               ; preds = %36, %27
  %31 = phi i64 [ 0, %27 ], [ %37, %36 ]
  %32 = mul nuw nsw i64 %31, %9
  %33 = getelementptr inbounds nuw i32, ptr %29, i64 %32
  %34 = shl i64 %31, 3
  %35 = and i64 %31, 1073741822
  br label %41

36:                                               ; preds = %50
  %37 = add nuw nsw i64 %31, 1
  %38 = icmp eq i64 %37, 2
  br i1 %38, label %39, label %30

39:                                               ; preds = %36
  %40 = getelementptr inbounds nuw i32, ptr %1, i64 %28
  br label %95

41:                                               ; preds = %50, %30
  %42 = phi i64 [ 0, %30 ], [ %51, %50 ]
  %43 = getelementptr inbounds nuw i32, ptr %33, i64 %42
  %44 = load <8 x i32>, ptr %43, align 4
  %45 = lshr exact i64 %42, 2
  %46 = or disjoint i64 %45, %34
  %47 = and <8 x i32> %44, splat (i32 -65536)
  %48 = shl <8 x i32> %44, splat (i32 16)
  %49 = or disjoint i64 %46, 1
  br label %53

50:                                               ; preds = %53
  %51 = add nuw nsw i64 %42, 8
  %52 = icmp samesign ult i64 %42, 24
  br i1 %52, label %41, label %36

53:                                               ; preds = %53, %41
  %54 = phi i64 [ 0, %41 ], [ %75, %53 ]
  %55 = add nuw nsw i64 %54, %35
  %56 = shl i64 %55, 2
  %57 = icmp eq i64 %54, 0
  %58 = select i1 %57, <8 x i32> %48, <8 x i32> %47
  %59 = and <8 x i32> %58, splat (i32 2147418112)
  %60 = lshr <8 x i32> %59, splat (i32 23)
  %61 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %60, <8 x i32> splat (i32 1))
  %62 = add nsw <8 x i32> %61, splat (i32 -127)
  %63 = icmp eq <8 x i32> %59, zeroinitializer
  %64 = select <8 x i1> %63, <8 x i32> splat (i32 -5000), <8 x i32> %62
  %65 = bitcast <8 x i32> %58 to <8 x float>
  %66 = fpext <8 x float> %65 to <8 x double>
  %67 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %46, i64 %56
  %68 = shufflevector <8 x double> %66, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %68, ptr %67, align 32
  %69 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %46, i64 %56
  %70 = shufflevector <8 x i32> %64, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %70, ptr %69, align 16
  %71 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %49, i64 %56
  %72 = shufflevector <8 x double> %66, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %72, ptr %71, align 32
  %73 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %49, i64 %56
  %74 = shufflevector <8 x i32> %64, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %74, ptr %73, align 16
  %75 = add nuw nsw i64 %54, 1
  %76 = icmp eq i64 %75, 2
  br i1 %76, label %50, label %53

77:                                               ; preds = %123
  %78 = getelementptr i32, ptr %2, i64 %28
  %79 = load <8 x i32>, ptr %10, align 64
  %80 = load <8 x i32>, ptr %13, align 32
  %81 = load <8 x i32>, ptr %14, align 64
  %82 = load <8 x i32>, ptr %15, align 32
  %83 = load <8 x i32>, ptr %16, align 64
  %84 = load <8 x i32>, ptr %17, align 32
  %85 = load <8 x i32>, ptr %18, align 64
  %86 = load <8 x i32>, ptr %19, align 32
  %87 = load <8 x double>, ptr %11, align 64
  %88 = load <8 x double>, ptr %20, align 64
  %89 = load <8 x double>, ptr %21, align 64
  %90 = load <8 x double>, ptr %22, align 64
  %91 = load <8 x double>, ptr %23, align 64
  %92 = load <8 x double>, ptr %24, align 64
  %93 = load <8 x double>, ptr %25, align 64
  %94 = load <8 x double>, ptr %26, align 64
  br label %147

95:                                               ; preds = %123, %39
  %96 = phi i64 [ 0, %39 ], [ %124, %123 ]
  %97 = getelementptr inbounds nuw i32, ptr %40, i64 %96
  %98 = load i32, ptr %97, align 4
  %99 = insertelement <8 x i32> poison, i32 %98, i64 0
  %100 = getelementptr inbounds nuw i8, ptr %97, i64 16
  %101 = load i32, ptr %100, align 4
  %102 = insertelement <8 x i32> %99, i32 %101, i64 1
  %103 = getelementptr inbounds nuw i8, ptr %97, i64 32
  %104 = load i32, ptr %103, align 4
  %105 = insertelement <8 x i32> %102, i32 %104, i64 2
  %106 = getelementptr inbounds nuw i8, ptr %97, i64 48
  %107 = load i32, ptr %106, align 4
  %108 = insertelement <8 x i32> %105, i32 %107, i64 3
  %109 = getelementptr inbounds nuw i8, ptr %97, i64 64
  %110 = load i32, ptr %109, align 4
  %111 = insertelement <8 x i32> %108, i32 %110, i64 4
  %112 = getelementptr inbounds nuw i8, ptr %97, i64 80
  %113 = load i32, ptr %112, align 4
  %114 = insertelement <8 x i32> %111, i32 %113, i64 5
  %115 = getelementptr inbounds nuw i8, ptr %97, i64 96
  %116 = load i32, ptr %115, align 4
  %117 = insertelement <8 x i32> %114, i32 %116, i64 6
  %118 = getelementptr inbounds nuw i8, ptr %97, i64 112
  %119 = load i32, ptr %118, align 4
  %120 = insertelement <8 x i32> %117, i32 %119, i64 7
  %121 = and <8 x i32> %120, splat (i32 -65536)
  %122 = shl <8 x i32> %120, splat (i32 16)
  br label %126

123:                                              ; preds = %126
  %124 = add nuw nsw i64 %96, 1
  %125 = icmp eq i64 %124, 4
  br i1 %125, label %77, label %95

126:                                              ; preds = %126, %95
  %127 = phi i64 [ 0, %95 ], [ %142, %126 ]
  %128 = shl nuw nsw i64 %127, 2
  %129 = add nuw nsw i64 %128, %96
  %130 = getelementptr inbounds nuw [16 x <8 x i32>], ptr %10, i64 0, i64 %129
  %131 = icmp eq i64 %127, 0
  %132 = select i1 %131, <8 x i32> %122, <8 x i32> %121
  %133 = and <8 x i32> %132, splat (i32 2147418112)
  %134 = lshr <8 x i32> %133, splat (i32 23)
  %135 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %134, <8 x i32> splat (i32 1))
  %136 = add nsw <8 x i32> %135, splat (i32 -127)
  %137 = icmp eq <8 x i32> %133, zeroinitializer
  %138 = select <8 x i1> %137, <8 x i32> splat (i32 -5000), <8 x i32> %136
  store <8 x i32> %138, ptr %130, align 32
  %139 = bitcast <8 x i32> %132 to <8 x float>
  %140 = fpext <8 x float> %139 to <8 x double>
  %141 = getelementptr inbounds nuw [16 x <8 x double>], ptr %11, i64 0, i64 %129
  store <8 x double> %140, ptr %141, align 64
  %142 = add nuw nsw i64 %127, 1
  %143 = icmp eq i64 %142, 2
  br i1 %143, label %123, label %126

144:                                              ; preds = %147
  %145 = add nuw nsw i64 %28, 32
  %146 = icmp samesign ult i64 %145, %12
  br i1 %146, label %27, label %321

147:                                              ; preds = %77, %147
  %148 = phi i64 [ 0, %77 ], [ %319, %147 ]
  %149 = trunc nuw nsw i64 %148 to i32
  %150 = lshr i32 %149, 2
  %151 = and i32 %150, 2
  %152 = mul nuw nsw i32 %151, %3
  %153 = zext nneg i32 %152 to i64
  %154 = getelementptr i32, ptr %78, i64 %153
  %155 = shl i64 %148, 2
  %156 = and i64 %155, 28
  %157 = getelementptr inbounds nuw i32, ptr %154, i64 %156
  %158 = getelementptr inbounds nuw i32, ptr %157, i64 %9
  %159 = load <4 x i32>, ptr %157, align 4
  %160 = load <4 x i32>, ptr %158, align 4
  %161 = shufflevector <4 x i32> %159, <4 x i32> %160, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %162 = lshr <8 x i32> %161, splat (i32 23)
  %163 = and <8 x i32> %162, splat (i32 255)
  %164 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %163, <8 x i32> splat (i32 1))
  %165 = bitcast <8 x i32> %161 to <8 x float>
  %166 = add nsw <8 x i32> %164, splat (i32 -127)
  %167 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %148, i64 0
  %168 = load i32, ptr %167, align 64
  %169 = insertelement <8 x i32> poison, i32 %168, i64 0
  %170 = shufflevector <8 x i32> %169, <8 x i32> poison, <8 x i32> zeroinitializer
  %171 = add <8 x i32> %170, %79
  %172 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %166, <8 x i32> %171)
  %173 = shl nuw nsw i64 %148, 6
  %174 = or disjoint i64 %173, 4
  %175 = getelementptr inbounds nuw i8, ptr %8, i64 %174
  %176 = load i32, ptr %175, align 4
  %177 = insertelement <8 x i32> poison, i32 %176, i64 0
  %178 = shufflevector <8 x i32> %177, <8 x i32> poison, <8 x i32> zeroinitializer
  %179 = add <8 x i32> %178, %80
  %180 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %172, <8 x i32> %179)
  %181 = shl nuw nsw i64 %148, 6
  %182 = or disjoint i64 %181, 8
  %183 = getelementptr inbounds nuw i8, ptr %8, i64 %182
  %184 = load i32, ptr %183, align 8
  %185 = insertelement <8 x i32> poison, i32 %184, i64 0
  %186 = shufflevector <8 x i32> %185, <8 x i32> poison, <8 x i32> zeroinitializer
  %187 = add <8 x i32> %186, %81
  %188 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %180, <8 x i32> %187)
  %189 = shl nuw nsw i64 %148, 6
  %190 = or disjoint i64 %189, 12
  %191 = getelementptr inbounds nuw i8, ptr %8, i64 %190
  %192 = load i32, ptr %191, align 4
  %193 = insertelement <8 x i32> poison, i32 %192, i64 0
  %194 = shufflevector <8 x i32> %193, <8 x i32> poison, <8 x i32> zeroinitializer
  %195 = add <8 x i32> %194, %82
  %196 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %188, <8 x i32> %195)
  %197 = shl nuw nsw i64 %148, 6
  %198 = or disjoint i64 %197, 16
  %199 = getelementptr inbounds nuw i8, ptr %8, i64 %198
  %200 = load i32, ptr %199, align 16
  %201 = insertelement <8 x i32> poison, i32 %200, i64 0
  %202 = shufflevector <8 x i32> %201, <8 x i32> poison, <8 x i32> zeroinitializer
  %203 = add <8 x i32> %202, %83
  %204 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %196, <8 x i32> %203)
  %205 = shl nuw nsw i64 %148, 6
  %206 = or disjoint i64 %205, 20
  %207 = getelementptr inbounds nuw i8, ptr %8, i64 %206
  %208 = load i32, ptr %207, align 4
  %209 = insertelement <8 x i32> poison, i32 %208, i64 0
  %210 = shufflevector <8 x i32> %209, <8 x i32> poison, <8 x i32> zeroinitializer
  %211 = add <8 x i32> %210, %84
  %212 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %204, <8 x i32> %211)
  %213 = shl nuw nsw i64 %148, 6
  %214 = or disjoint i64 %213, 24
  %215 = getelementptr inbounds nuw i8, ptr %8, i64 %214
  %216 = load i32, ptr %215, align 8
  %217 = insertelement <8 x i32> poison, i32 %216, i64 0
  %218 = shufflevector <8 x i32> %217, <8 x i32> poison, <8 x i32> zeroinitializer
  %219 = add <8 x i32> %218, %85
  %220 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %212, <8 x i32> %219)
  %221 = shl nuw nsw i64 %148, 6
  %222 = or disjoint i64 %221, 28
  %223 = getelementptr inbounds nuw i8, ptr %8, i64 %222
  %224 = load i32, ptr %223, align 4
  %225 = insertelement <8 x i32> poison, i32 %224, i64 0
  %226 = shufflevector <8 x i32> %225, <8 x i32> poison, <8 x i32> zeroinitializer
  %227 = add <8 x i32> %226, %86
  %228 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %220, <8 x i32> %227)
  %229 = fpext <8 x float> %165 to <8 x double>
  %230 = sub nsw <8 x i32> splat (i32 1048), %228
  %231 = zext <8 x i32> %230 to <8 x i64>
  %232 = shl <8 x i64> %231, splat (i64 52)
  %233 = bitcast <8 x i64> %232 to <8 x double>
  %234 = fmul <8 x double> %229, %233
  %235 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %234)
  %236 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %148, i64 0
  %237 = load double, ptr %236, align 64
  %238 = insertelement <8 x double> poison, double %237, i64 0
  %239 = shufflevector <8 x double> %238, <8 x double> poison, <8 x i32> zeroinitializer
  %240 = fmul <8 x double> %87, %239
  %241 = fmul <8 x double> %240, %233
  %242 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %241)
  %243 = fadd <8 x double> %235, %242
  %244 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %148, i64 1
  %245 = load double, ptr %244, align 8
  %246 = insertelement <8 x double> poison, double %245, i64 0
  %247 = shufflevector <8 x double> %246, <8 x double> poison, <8 x i32> zeroinitializer
  %248 = fmul <8 x double> %88, %247
  %249 = fmul <8 x double> %248, %233
  %250 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %249)
  %251 = fadd <8 x double> %243, %250
  %252 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %148, i64 2
  %253 = load double, ptr %252, align 16
  %254 = insertelement <8 x double> poison, double %253, i64 0
  %255 = shufflevector <8 x double> %254, <8 x double> poison, <8 x i32> zeroinitializer
  %256 = fmul <8 x double> %89, %255
  %257 = fmul <8 x double> %256, %233
  %258 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %257)
  %259 = fadd <8 x double> %251, %258
  %260 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %148, i64 3
  %261 = load double, ptr %260, align 8
  %262 = insertelement <8 x double> poison, double %261, i64 0
  %263 = shufflevector <8 x double> %262, <8 x double> poison, <8 x i32> zeroinitializer
  %264 = fmul <8 x double> %90, %263
  %265 = fmul <8 x double> %264, %233
  %266 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %265)
  %267 = fadd <8 x double> %259, %266
  %268 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %148, i64 4
  %269 = load double, ptr %268, align 32
  %270 = insertelement <8 x double> poison, double %269, i64 0
  %271 = shufflevector <8 x double> %270, <8 x double> poison, <8 x i32> zeroinitializer
  %272 = fmul <8 x double> %91, %271
  %273 = fmul <8 x double> %272, %233
  %274 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %273)
  %275 = fadd <8 x double> %267, %274
  %276 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %148, i64 5
  %277 = load double, ptr %276, align 8
  %278 = insertelement <8 x double> poison, double %277, i64 0
  %279 = shufflevector <8 x double> %278, <8 x double> poison, <8 x i32> zeroinitializer
  %280 = fmul <8 x double> %92, %279
  %281 = fmul <8 x double> %280, %233
  %282 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %281)
  %283 = fadd <8 x double> %275, %282
  %284 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %148, i64 6
  %285 = load double, ptr %284, align 16
  %286 = insertelement <8 x double> poison, double %285, i64 0
  %287 = shufflevector <8 x double> %286, <8 x double> poison, <8 x i32> zeroinitializer
  %288 = fmul <8 x double> %93, %287
  %289 = fmul <8 x double> %288, %233
  %290 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %289)
  %291 = fadd <8 x double> %283, %290
  %292 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %148, i64 7
  %293 = load double, ptr %292, align 8
  %294 = insertelement <8 x double> poison, double %293, i64 0
  %295 = shufflevector <8 x double> %294, <8 x double> poison, <8 x i32> zeroinitializer
  %296 = fmul <8 x double> %94, %295
  %297 = fmul <8 x double> %296, %233
  %298 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %297)
  %299 = fadd <8 x double> %291, %298
  %300 = add <8 x i32> %228, splat (i32 998)
  %301 = zext <8 x i32> %300 to <8 x i64>
  %302 = shl <8 x i64> %301, splat (i64 52)
  %303 = bitcast <8 x i64> %302 to <8 x double>
  %304 = fmul <8 x double> %299, %303
  %305 = fptrunc <8 x double> %304 to <8 x float>
  %306 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %304)
  %307 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %305)
  %308 = fpext <8 x float> %307 to <8 x double>
  %309 = fcmp olt <8 x double> %306, %308
  %310 = fcmp olt <8 x double> %306, splat (double 0x47F0000000000000)
  %311 = and <8 x i1> %310, %309
  %312 = bitcast <8 x float> %305 to <8 x i32>
  %313 = sext <8 x i1> %311 to <8 x i32>
  %314 = add <8 x i32> %313, %312
  %315 = fcmp ord <8 x float> %305, zeroinitializer
  %316 = select <8 x i1> %315, <8 x i32> %314, <8 x i32> splat (i32 2147483647)
  %317 = shufflevector <8 x i32> %316, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %317, ptr %157, align 4
  %318 = shufflevector <8 x i32> %316, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %318, ptr %158, align 4
  %319 = add nuw nsw i64 %148, 1
  %320 = icmp eq i64 %319, 16
  br i1 %320, label %144, label %147

321:                                              ; preds = %144, %4
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %5) #5
  ret void
}

define internal fastcc void @bf16_2(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2, i32 noundef %3) unnamed_addr #1 {
  %5 = alloca %struct.operands, align 64
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %5) #5
  %6 = icmp sgt i32 %3, 0
  br i1 %6, label %7, label %491

7:                                                ; preds = %4
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 2048
  %9 = zext nneg i32 %3 to i64
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 4096
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 3072
  %12 = zext nneg i32 %3 to i64
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 4128
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 4160
  %15 = getelementptr inbounds nuw i8, ptr %5, i64 4192
  %16 = getelementptr inbounds nuw i8, ptr %5, i64 4224
  %17 = getelementptr inbounds nuw i8, ptr %5, i64 4256
  %18 = getelementptr inbounds nuw i8, ptr %5, i64 4288
  %19 = getelementptr inbounds nuw i8, ptr %5, i64 4320
  %20 = getelementptr inbounds nuw i8, ptr %5, i64 4352
  %21 = getelementptr inbounds nuw i8, ptr %5, i64 4384
  %22 = getelementptr inbounds nuw i8, ptr %5, i64 4416
  %23 = getelementptr inbounds nuw i8, ptr %5, i64 4448
  %24 = getelementptr inbounds nuw i8, ptr %5, i64 4480
  %25 = getelementptr inbounds nuw i8, ptr %5, i64 4512
  %26 = getelementptr inbounds nuw i8, ptr %5, i64 4544
  %27 = getelementptr inbounds nuw i8, ptr %5, i64 4576
  %28 = getelementptr inbounds nuw i8, ptr %5, i64 3136
  %29 = getelementptr inbounds nuw i8, ptr %5, i64 3200
  %30 = getelementptr inbounds nuw i8, ptr %5, i64 3264
  %31 = getelementptr inbounds nuw i8, ptr %5, i64 3328
  %32 = getelementptr inbounds nuw i8, ptr %5, i64 3392
  %33 = getelementptr inbounds nuw i8, ptr %5, i64 3456
  %34 = getelementptr inbounds nuw i8, ptr %5, i64 3520
  %35 = getelementptr inbounds nuw i8, ptr %5, i64 3584
  %36 = getelementptr inbounds nuw i8, ptr %5, i64 3648
  %37 = getelementptr inbounds nuw i8, ptr %5, i64 3712
  %38 = getelementptr inbounds nuw i8, ptr %5, i64 3776
  %39 = getelementptr inbounds nuw i8, ptr %5, i64 3840
  %40 = getelementptr inbounds nuw i8, ptr %5, i64 3904
  %41 = getelementptr inbounds nuw i8, ptr %5, i64 3968
  %42 = getelementptr inbounds nuw i8, ptr %5, i64 4032
  br label %43

43:                                               ; preds = %7, %186
  %44 = phi i64 [ 0, %7 ], [ %187, %186 ]
  %45 = getelementptr inbounds nuw i32, ptr %0, i64 %44
  br label %46

46:                                               ; preds = %53, %43
  %47 = phi i64 [ 0, %43 ], [ %54, %53 ]
  %48 = mul nuw nsw i64 %47, %9
  %49 = getelementptr inbounds nuw i32, ptr %45, i64 %48
  %50 = shl i64 %47, 3
  %51 = and i64 %50, 8
  %52 = and i64 %47, 1073741822
  br label %58

53:                                               ; preds = %67
  %54 = add nuw nsw i64 %47, 1
  %55 = icmp eq i64 %54, 4
  br i1 %55, label %56, label %46

56:                                               ; preds = %53
  %57 = getelementptr inbounds nuw i32, ptr %1, i64 %44
  br label %94

58:                                               ; preds = %67, %46
  %59 = phi i64 [ 0, %46 ], [ %68, %67 ]
  %60 = getelementptr inbounds nuw i32, ptr %49, i64 %59
  %61 = load <8 x i32>, ptr %60, align 4
  %62 = lshr exact i64 %59, 2
  %63 = or disjoint i64 %62, %51
  %64 = and <8 x i32> %61, splat (i32 -65536)
  %65 = shl <8 x i32> %61, splat (i32 16)
  %66 = or disjoint i64 %63, 1
  br label %70

67:                                               ; preds = %70
  %68 = add nuw nsw i64 %59, 8
  %69 = icmp samesign ult i64 %59, 24
  br i1 %69, label %58, label %53

70:                                               ; preds = %70, %58
  %71 = phi i64 [ 0, %58 ], [ %92, %70 ]
  %72 = add nuw nsw i64 %71, %52
  %73 = shl i64 %72, 2
  %74 = icmp eq i64 %71, 0
  %75 = select i1 %74, <8 x i32> %65, <8 x i32> %64
  %76 = and <8 x i32> %75, splat (i32 2147418112)
  %77 = lshr <8 x i32> %76, splat (i32 23)
  %78 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %77, <8 x i32> splat (i32 1))
  %79 = add nsw <8 x i32> %78, splat (i32 -127)
  %80 = icmp eq <8 x i32> %76, zeroinitializer
  %81 = select <8 x i1> %80, <8 x i32> splat (i32 -5000), <8 x i32> %79
  %82 = bitcast <8 x i32> %75 to <8 x float>
  %83 = fpext <8 x float> %82 to <8 x double>
  %84 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %63, i64 %73
  %85 = shufflevector <8 x double> %83, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %85, ptr %84, align 32
  %86 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %63, i64 %73
  %87 = shufflevector <8 x i32> %81, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %87, ptr %86, align 16
  %88 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %66, i64 %73
  %89 = shufflevector <8 x double> %83, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %89, ptr %88, align 32
  %90 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %66, i64 %73
  %91 = shufflevector <8 x i32> %81, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %91, ptr %90, align 16
  %92 = add nuw nsw i64 %71, 1
  %93 = icmp eq i64 %92, 2
  br i1 %93, label %67, label %70

94:                                               ; preds = %56, %99
  %95 = phi i64 [ %100, %99 ], [ 0, %56 ]
  %96 = mul nuw nsw i64 %95, %9
  %97 = getelementptr inbounds nuw i32, ptr %57, i64 %96
  %98 = shl i64 %95, 3
  br label %136

99:                                               ; preds = %165
  %100 = add nuw nsw i64 %95, 1
  %101 = icmp eq i64 %100, 2
  br i1 %101, label %102, label %94

102:                                              ; preds = %99
  %103 = getelementptr i32, ptr %2, i64 %44
  %104 = load <8 x i32>, ptr %10, align 64
  %105 = load <8 x i32>, ptr %13, align 32
  %106 = load <8 x i32>, ptr %14, align 64
  %107 = load <8 x i32>, ptr %15, align 32
  %108 = load <8 x i32>, ptr %16, align 64
  %109 = load <8 x i32>, ptr %17, align 32
  %110 = load <8 x i32>, ptr %18, align 64
  %111 = load <8 x i32>, ptr %19, align 32
  %112 = load <8 x i32>, ptr %20, align 64
  %113 = load <8 x i32>, ptr %21, align 32
  %114 = load <8 x i32>, ptr %22, align 64
  %115 = load <8 x i32>, ptr %23, align 32
  %116 = load <8 x i32>, ptr %24, align 64
  %117 = load <8 x i32>, ptr %25, align 32
  %118 = load <8 x i32>, ptr %26, align 64
  %119 = load <8 x i32>, ptr %27, align 32
  %120 = load <8 x double>, ptr %11, align 64
  %121 = load <8 x double>, ptr %28, align 64
  %122 = load <8 x double>, ptr %29, align 64
  %123 = load <8 x double>, ptr %30, align 64
  %124 = load <8 x double>, ptr %31, align 64
  %125 = load <8 x double>, ptr %32, align 64
  %126 = load <8 x double>, ptr %33, align 64
  %127 = load <8 x double>, ptr %34, align 64
  %128 = load <8 x double>, ptr %35, align 64
  %129 = load <8 x double>, ptr %36, align 64
  %130 = load <8 x double>, ptr %37, align 64
  %131 = load <8 x double>, ptr %38, align 64
  %132 = load <8 x double>, ptr %39, align 64
  %133 = load <8 x double>, ptr %40, align 64
  %134 = load <8 x double>, ptr %41, align 64
  %135 = load <8 x double>, ptr %42, align 64
  br label %189

136:                                              ; preds = %165, %94
  %137 = phi i64 [ 0, %94 ], [ %166, %165 ]
  %138 = getelementptr inbounds nuw i32, ptr %97, i64 %137
  %139 = load i32, ptr %138, align 4
  %140 = insertelement <8 x i32> poison, i32 %139, i64 0
  %141 = getelementptr inbounds nuw i8, ptr %138, i64 16
  %142 = load i32, ptr %141, align 4
  %143 = insertelement <8 x i32> %140, i32 %142, i64 1
  %144 = getelementptr inbounds nuw i8, ptr %138, i64 32
  %145 = load i32, ptr %144, align 4
  %146 = insertelement <8 x i32> %143, i32 %145, i64 2
  %147 = getelementptr inbounds nuw i8, ptr %138, i64 48
  %148 = load i32, ptr %147, align 4
  %149 = insertelement <8 x i32> %146, i32 %148, i64 3
  %150 = getelementptr inbounds nuw i8, ptr %138, i64 64
  %151 = load i32, ptr %150, align 4
  %152 = insertelement <8 x i32> %149, i32 %151, i64 4
  %153 = getelementptr inbounds nuw i8, ptr %138, i64 80
  %154 = load i32, ptr %153, align 4
  %155 = insertelement <8 x i32> %152, i32 %154, i64 5
  %156 = getelementptr inbounds nuw i8, ptr %138, i64 96
  %157 = load i32, ptr %156, align 4
  %158 = insertelement <8 x i32> %155, i32 %157, i64 6
  %159 = getelementptr inbounds nuw i8, ptr %138, i64 112
  %160 = load i32, ptr %159, align 4
  %161 = insertelement <8 x i32> %158, i32 %160, i64 7
  %162 = and <8 x i32> %161, splat (i32 -65536)
  %163 = shl <8 x i32> %161, splat (i32 16)
  %164 = add i64 %98, %137
  br label %168

165:                                              ; preds = %168
  %166 = add nuw nsw i64 %137, 1
  %167 = icmp eq i64 %166, 4
  br i1 %167, label %99, label %136

168:                                              ; preds = %168, %136
  %169 = phi i64 [ 0, %136 ], [ %184, %168 ]
  %170 = shl i64 %169, 2
  %171 = add i64 %170, %164
  %172 = getelementptr inbounds nuw [16 x <8 x i32>], ptr %10, i64 0, i64 %171
  %173 = icmp eq i64 %169, 0
  %174 = select i1 %173, <8 x i32> %163, <8 x i32> %162
  %175 = and <8 x i32> %174, splat (i32 2147418112)
  %176 = lshr <8 x i32> %175, splat (i32 23)
  %177 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %176, <8 x i32> splat (i32 1))
  %178 = add nsw <8 x i32> %177, splat (i32 -127)
  %179 = icmp eq <8 x i32> %175, zeroinitializer
  %180 = select <8 x i1> %179, <8 x i32> splat (i32 -5000), <8 x i32> %178
  store <8 x i32> %180, ptr %172, align 32
  %181 = bitcast <8 x i32> %174 to <8 x float>
  %182 = fpext <8 x float> %181 to <8 x double>
  %183 = getelementptr inbounds nuw [16 x <8 x double>], ptr %11, i64 0, i64 %171
  store <8 x double> %182, ptr %183, align 64
  %184 = add nuw nsw i64 %169, 1
  %185 = icmp eq i64 %184, 2
  br i1 %185, label %165, label %168

186:                                              ; preds = %189
  %187 = add nuw nsw i64 %44, 32
  %188 = icmp samesign ult i64 %187, %12
  br i1 %188, label %43, label %491

189:                                              ; preds = %102, %189
  %190 = phi i64 [ 0, %102 ], [ %489, %189 ]
  %191 = trunc nuw nsw i64 %190 to i32
  %192 = lshr i32 %191, 2
  %193 = and i32 %192, 2
  %194 = mul nuw nsw i32 %193, %3
  %195 = zext nneg i32 %194 to i64
  %196 = getelementptr i32, ptr %103, i64 %195
  %197 = shl i64 %190, 2
  %198 = and i64 %197, 28
  %199 = getelementptr inbounds nuw i32, ptr %196, i64 %198
  %200 = getelementptr inbounds nuw i32, ptr %199, i64 %9
  %201 = load <4 x i32>, ptr %199, align 4
  %202 = load <4 x i32>, ptr %200, align 4
  %203 = shufflevector <4 x i32> %201, <4 x i32> %202, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %204 = lshr <8 x i32> %203, splat (i32 23)
  %205 = and <8 x i32> %204, splat (i32 255)
  %206 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %205, <8 x i32> splat (i32 1))
  %207 = bitcast <8 x i32> %203 to <8 x float>
  %208 = add nsw <8 x i32> %206, splat (i32 -127)
  %209 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %190, i64 0
  %210 = load i32, ptr %209, align 64
  %211 = insertelement <8 x i32> poison, i32 %210, i64 0
  %212 = shufflevector <8 x i32> %211, <8 x i32> poison, <8 x i32> zeroinitializer
  %213 = add <8 x i32> %212, %104
  %214 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %208, <8 x i32> %213)
  %215 = shl nuw nsw i64 %190, 6
  %216 = or disjoint i64 %215, 4
  %217 = getelementptr inbounds nuw i8, ptr %8, i64 %216
  %218 = load i32, ptr %217, align 4
  %219 = insertelement <8 x i32> poison, i32 %218, i64 0
  %220 = shufflevector <8 x i32> %219, <8 x i32> poison, <8 x i32> zeroinitializer
  %221 = add <8 x i32> %220, %105
  %222 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %214, <8 x i32> %221)
  %223 = shl nuw nsw i64 %190, 6
  %224 = or disjoint i64 %223, 8
  %225 = getelementptr inbounds nuw i8, ptr %8, i64 %224
  %226 = load i32, ptr %225, align 8
  %227 = insertelement <8 x i32> poison, i32 %226, i64 0
  %228 = shufflevector <8 x i32> %227, <8 x i32> poison, <8 x i32> zeroinitializer
  %229 = add <8 x i32> %228, %106
  %230 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %222, <8 x i32> %229)
  %231 = shl nuw nsw i64 %190, 6
  %232 = or disjoint i64 %231, 12
  %233 = getelementptr inbounds nuw i8, ptr %8, i64 %232
  %234 = load i32, ptr %233, align 4
  %235 = insertelement <8 x i32> poison, i32 %234, i64 0
  %236 = shufflevector <8 x i32> %235, <8 x i32> poison, <8 x i32> zeroinitializer
  %237 = add <8 x i32> %236, %107
  %238 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %230, <8 x i32> %237)
  %239 = shl nuw nsw i64 %190, 6
  %240 = or disjoint i64 %239, 16
  %241 = getelementptr inbounds nuw i8, ptr %8, i64 %240
  %242 = load i32, ptr %241, align 16
  %243 = insertelement <8 x i32> poison, i32 %242, i64 0
  %244 = shufflevector <8 x i32> %243, <8 x i32> poison, <8 x i32> zeroinitializer
  %245 = add <8 x i32> %244, %108
  %246 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %238, <8 x i32> %245)
  %247 = shl nuw nsw i64 %190, 6
  %248 = or disjoint i64 %247, 20
  %249 = getelementptr inbounds nuw i8, ptr %8, i64 %248
  %250 = load i32, ptr %249, align 4
  %251 = insertelement <8 x i32> poison, i32 %250, i64 0
  %252 = shufflevector <8 x i32> %251, <8 x i32> poison, <8 x i32> zeroinitializer
  %253 = add <8 x i32> %252, %109
  %254 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %246, <8 x i32> %253)
  %255 = shl nuw nsw i64 %190, 6
  %256 = or disjoint i64 %255, 24
  %257 = getelementptr inbounds nuw i8, ptr %8, i64 %256
  %258 = load i32, ptr %257, align 8
  %259 = insertelement <8 x i32> poison, i32 %258, i64 0
  %260 = shufflevector <8 x i32> %259, <8 x i32> poison, <8 x i32> zeroinitializer
  %261 = add <8 x i32> %260, %110
  %262 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %254, <8 x i32> %261)
  %263 = shl nuw nsw i64 %190, 6
  %264 = or disjoint i64 %263, 28
  %265 = getelementptr inbounds nuw i8, ptr %8, i64 %264
  %266 = load i32, ptr %265, align 4
  %267 = insertelement <8 x i32> poison, i32 %266, i64 0
  %268 = shufflevector <8 x i32> %267, <8 x i32> poison, <8 x i32> zeroinitializer
  %269 = add <8 x i32> %268, %111
  %270 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %262, <8 x i32> %269)
  %271 = shl nuw nsw i64 %190, 6
  %272 = or disjoint i64 %271, 32
  %273 = getelementptr inbounds nuw i8, ptr %8, i64 %272
  %274 = load i32, ptr %273, align 32
  %275 = insertelement <8 x i32> poison, i32 %274, i64 0
  %276 = shufflevector <8 x i32> %275, <8 x i32> poison, <8 x i32> zeroinitializer
  %277 = add <8 x i32> %276, %112
  %278 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %270, <8 x i32> %277)
  %279 = shl nuw nsw i64 %190, 6
  %280 = or disjoint i64 %279, 36
  %281 = getelementptr inbounds nuw i8, ptr %8, i64 %280
  %282 = load i32, ptr %281, align 4
  %283 = insertelement <8 x i32> poison, i32 %282, i64 0
  %284 = shufflevector <8 x i32> %283, <8 x i32> poison, <8 x i32> zeroinitializer
  %285 = add <8 x i32> %284, %113
  %286 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %278, <8 x i32> %285)
  %287 = shl nuw nsw i64 %190, 6
  %288 = or disjoint i64 %287, 40
  %289 = getelementptr inbounds nuw i8, ptr %8, i64 %288
  %290 = load i32, ptr %289, align 8
  %291 = insertelement <8 x i32> poison, i32 %290, i64 0
  %292 = shufflevector <8 x i32> %291, <8 x i32> poison, <8 x i32> zeroinitializer
  %293 = add <8 x i32> %292, %114
  %294 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %286, <8 x i32> %293)
  %295 = shl nuw nsw i64 %190, 6
  %296 = or disjoint i64 %295, 44
  %297 = getelementptr inbounds nuw i8, ptr %8, i64 %296
  %298 = load i32, ptr %297, align 4
  %299 = insertelement <8 x i32> poison, i32 %298, i64 0
  %300 = shufflevector <8 x i32> %299, <8 x i32> poison, <8 x i32> zeroinitializer
  %301 = add <8 x i32> %300, %115
  %302 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %294, <8 x i32> %301)
  %303 = shl nuw nsw i64 %190, 6
  %304 = or disjoint i64 %303, 48
  %305 = getelementptr inbounds nuw i8, ptr %8, i64 %304
  %306 = load i32, ptr %305, align 16
  %307 = insertelement <8 x i32> poison, i32 %306, i64 0
  %308 = shufflevector <8 x i32> %307, <8 x i32> poison, <8 x i32> zeroinitializer
  %309 = add <8 x i32> %308, %116
  %310 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %302, <8 x i32> %309)
  %311 = shl nuw nsw i64 %190, 6
  %312 = or disjoint i64 %311, 52
  %313 = getelementptr inbounds nuw i8, ptr %8, i64 %312
  %314 = load i32, ptr %313, align 4
  %315 = insertelement <8 x i32> poison, i32 %314, i64 0
  %316 = shufflevector <8 x i32> %315, <8 x i32> poison, <8 x i32> zeroinitializer
  %317 = add <8 x i32> %316, %117
  %318 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %310, <8 x i32> %317)
  %319 = shl nuw nsw i64 %190, 6
  %320 = or disjoint i64 %319, 56
  %321 = getelementptr inbounds nuw i8, ptr %8, i64 %320
  %322 = load i32, ptr %321, align 8
  %323 = insertelement <8 x i32> poison, i32 %322, i64 0
  %324 = shufflevector <8 x i32> %323, <8 x i32> poison, <8 x i32> zeroinitializer
  %325 = add <8 x i32> %324, %118
  %326 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %318, <8 x i32> %325)
  %327 = shl nuw nsw i64 %190, 6
  %328 = or disjoint i64 %327, 60
  %329 = getelementptr inbounds nuw i8, ptr %8, i64 %328
  %330 = load i32, ptr %329, align 4
  %331 = insertelement <8 x i32> poison, i32 %330, i64 0
  %332 = shufflevector <8 x i32> %331, <8 x i32> poison, <8 x i32> zeroinitializer
  %333 = add <8 x i32> %332, %119
  %334 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %326, <8 x i32> %333)
  %335 = fpext <8 x float> %207 to <8 x double>
  %336 = sub nsw <8 x i32> splat (i32 1048), %334
  %337 = zext <8 x i32> %336 to <8 x i64>
  %338 = shl <8 x i64> %337, splat (i64 52)
  %339 = bitcast <8 x i64> %338 to <8 x double>
  %340 = fmul <8 x double> %335, %339
  %341 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %340)
  %342 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 0
  %343 = load double, ptr %342, align 64
  %344 = insertelement <8 x double> poison, double %343, i64 0
  %345 = shufflevector <8 x double> %344, <8 x double> poison, <8 x i32> zeroinitializer
  %346 = fmul <8 x double> %120, %345
  %347 = fmul <8 x double> %346, %339
  %348 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %347)
  %349 = fadd <8 x double> %341, %348
  %350 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 1
  %351 = load double, ptr %350, align 8
  %352 = insertelement <8 x double> poison, double %351, i64 0
  %353 = shufflevector <8 x double> %352, <8 x double> poison, <8 x i32> zeroinitializer
  %354 = fmul <8 x double> %121, %353
  %355 = fmul <8 x double> %354, %339
  %356 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %355)
  %357 = fadd <8 x double> %349, %356
  %358 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 2
  %359 = load double, ptr %358, align 16
  %360 = insertelement <8 x double> poison, double %359, i64 0
  %361 = shufflevector <8 x double> %360, <8 x double> poison, <8 x i32> zeroinitializer
  %362 = fmul <8 x double> %122, %361
  %363 = fmul <8 x double> %362, %339
  %364 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %363)
  %365 = fadd <8 x double> %357, %364
  %366 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 3
  %367 = load double, ptr %366, align 8
  %368 = insertelement <8 x double> poison, double %367, i64 0
  %369 = shufflevector <8 x double> %368, <8 x double> poison, <8 x i32> zeroinitializer
  %370 = fmul <8 x double> %123, %369
  %371 = fmul <8 x double> %370, %339
  %372 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %371)
  %373 = fadd <8 x double> %365, %372
  %374 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 4
  %375 = load double, ptr %374, align 32
  %376 = insertelement <8 x double> poison, double %375, i64 0
  %377 = shufflevector <8 x double> %376, <8 x double> poison, <8 x i32> zeroinitializer
  %378 = fmul <8 x double> %124, %377
  %379 = fmul <8 x double> %378, %339
  %380 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %379)
  %381 = fadd <8 x double> %373, %380
  %382 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 5
  %383 = load double, ptr %382, align 8
  %384 = insertelement <8 x double> poison, double %383, i64 0
  %385 = shufflevector <8 x double> %384, <8 x double> poison, <8 x i32> zeroinitializer
  %386 = fmul <8 x double> %125, %385
  %387 = fmul <8 x double> %386, %339
  %388 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %387)
  %389 = fadd <8 x double> %381, %388
  %390 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 6
  %391 = load double, ptr %390, align 16
  %392 = insertelement <8 x double> poison, double %391, i64 0
  %393 = shufflevector <8 x double> %392, <8 x double> poison, <8 x i32> zeroinitializer
  %394 = fmul <8 x double> %126, %393
  %395 = fmul <8 x double> %394, %339
  %396 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %395)
  %397 = fadd <8 x double> %389, %396
  %398 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 7
  %399 = load double, ptr %398, align 8
  %400 = insertelement <8 x double> poison, double %399, i64 0
  %401 = shufflevector <8 x double> %400, <8 x double> poison, <8 x i32> zeroinitializer
  %402 = fmul <8 x double> %127, %401
  %403 = fmul <8 x double> %402, %339
  %404 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %403)
  %405 = fadd <8 x double> %397, %404
  %406 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 8
  %407 = load double, ptr %406, align 64
  %408 = insertelement <8 x double> poison, double %407, i64 0
  %409 = shufflevector <8 x double> %408, <8 x double> poison, <8 x i32> zeroinitializer
  %410 = fmul <8 x double> %128, %409
  %411 = fmul <8 x double> %410, %339
  %412 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %411)
  %413 = fadd <8 x double> %405, %412
  %414 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 9
  %415 = load double, ptr %414, align 8
  %416 = insertelement <8 x double> poison, double %415, i64 0
  %417 = shufflevector <8 x double> %416, <8 x double> poison, <8 x i32> zeroinitializer
  %418 = fmul <8 x double> %129, %417
  %419 = fmul <8 x double> %418, %339
  %420 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %419)
  %421 = fadd <8 x double> %413, %420
  %422 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 10
  %423 = load double, ptr %422, align 16
  %424 = insertelement <8 x double> poison, double %423, i64 0
  %425 = shufflevector <8 x double> %424, <8 x double> poison, <8 x i32> zeroinitializer
  %426 = fmul <8 x double> %130, %425
  %427 = fmul <8 x double> %426, %339
  %428 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %427)
  %429 = fadd <8 x double> %421, %428
  %430 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 11
  %431 = load double, ptr %430, align 8
  %432 = insertelement <8 x double> poison, double %431, i64 0
  %433 = shufflevector <8 x double> %432, <8 x double> poison, <8 x i32> zeroinitializer
  %434 = fmul <8 x double> %131, %433
  %435 = fmul <8 x double> %434, %339
  %436 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %435)
  %437 = fadd <8 x double> %429, %436
  %438 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 12
  %439 = load double, ptr %438, align 32
  %440 = insertelement <8 x double> poison, double %439, i64 0
  %441 = shufflevector <8 x double> %440, <8 x double> poison, <8 x i32> zeroinitializer
  %442 = fmul <8 x double> %132, %441
  %443 = fmul <8 x double> %442, %339
  %444 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %443)
  %445 = fadd <8 x double> %437, %444
  %446 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 13
  %447 = load double, ptr %446, align 8
  %448 = insertelement <8 x double> poison, double %447, i64 0
  %449 = shufflevector <8 x double> %448, <8 x double> poison, <8 x i32> zeroinitializer
  %450 = fmul <8 x double> %133, %449
  %451 = fmul <8 x double> %450, %339
  %452 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %451)
  %453 = fadd <8 x double> %445, %452
  %454 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 14
  %455 = load double, ptr %454, align 16
  %456 = insertelement <8 x double> poison, double %455, i64 0
  %457 = shufflevector <8 x double> %456, <8 x double> poison, <8 x i32> zeroinitializer
  %458 = fmul <8 x double> %134, %457
  %459 = fmul <8 x double> %458, %339
  %460 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %459)
  %461 = fadd <8 x double> %453, %460
  %462 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 15
  %463 = load double, ptr %462, align 8
  %464 = insertelement <8 x double> poison, double %463, i64 0
  %465 = shufflevector <8 x double> %464, <8 x double> poison, <8 x i32> zeroinitializer
  %466 = fmul <8 x double> %135, %465
  %467 = fmul <8 x double> %466, %339
  %468 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %467)
  %469 = fadd <8 x double> %461, %468
  %470 = add <8 x i32> %334, splat (i32 998)
  %471 = zext <8 x i32> %470 to <8 x i64>
  %472 = shl <8 x i64> %471, splat (i64 52)
  %473 = bitcast <8 x i64> %472 to <8 x double>
  %474 = fmul <8 x double> %469, %473
  %475 = fptrunc <8 x double> %474 to <8 x float>
  %476 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %474)
  %477 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %475)
  %478 = fpext <8 x float> %477 to <8 x double>
  %479 = fcmp olt <8 x double> %476, %478
  %480 = fcmp olt <8 x double> %476, splat (double 0x47F0000000000000)
  %481 = and <8 x i1> %480, %479
  %482 = bitcast <8 x float> %475 to <8 x i32>
  %483 = sext <8 x i1> %481 to <8 x i32>
  %484 = add <8 x i32> %483, %482
  %485 = fcmp ord <8 x float> %475, zeroinitializer
  %486 = select <8 x i1> %485, <8 x i32> %484, <8 x i32> splat (i32 2147483647)
  %487 = shufflevector <8 x i32> %486, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %487, ptr %199, align 4
  %488 = shufflevector <8 x i32> %486, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %488, ptr %200, align 4
  %489 = add nuw nsw i64 %190, 1
  %490 = icmp eq i64 %489, 16
  br i1 %490, label %186, label %189

491:                                              ; preds = %186, %4
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %5) #5
  ret void
}

define internal fastcc void @tf32_1(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2, i32 noundef %3) unnamed_addr #1 {
  %5 = alloca %struct.operands, align 64
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %5) #5
  %6 = icmp sgt i32 %3, 0
  br i1 %6, label %7, label %222

7:                                                ; preds = %4
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 2048
  %9 = zext nneg i32 %3 to i64
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 4096
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 3072
  %12 = zext nneg i32 %3 to i64
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 4128
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 4160
  %15 = getelementptr inbounds nuw i8, ptr %5, i64 4192
  %16 = getelementptr inbounds nuw i8, ptr %5, i64 3136
  %17 = getelementptr inbounds nuw i8, ptr %5, i64 3200
  %18 = getelementptr inbounds nuw i8, ptr %5, i64 3264
  br label %19

19:                                               ; preds = %7, %109
  %20 = phi i64 [ 0, %7 ], [ %110, %109 ]
  %21 = getelementptr inbounds nuw i32, ptr %0, i64 %20
  br label %22

22:                                               ; preds = %29, %19
  %23 = phi i64 [ 0, %19 ], [ %30, %29 ]
  %24 = mul nuw nsw i64 %23, %9
  %25 = getelementptr inbounds nuw i32, ptr %21, i64 %24
  %26 = shl i64 %23, 3
  %27 = shl nuw i64 %23, 1
  %28 = and i64 %27, 2147483644
  br label %34

29:                                               ; preds = %34
  %30 = add nuw nsw i64 %23, 1
  %31 = icmp eq i64 %30, 2
  br i1 %31, label %32, label %22

32:                                               ; preds = %29
  %33 = getelementptr inbounds nuw i32, ptr %1, i64 %20
  br label %70

34:                                               ; preds = %34, %22
  %35 = phi i64 [ 0, %22 ], [ %58, %34 ]
  %36 = getelementptr inbounds nuw i32, ptr %25, i64 %35
  %37 = load <8 x i32>, ptr %36, align 4
  %38 = lshr exact i64 %35, 2
  %39 = or disjoint i64 %38, %26
  %40 = and <8 x i32> %37, splat (i32 2147475456)
  %41 = lshr <8 x i32> %40, splat (i32 23)
  %42 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %41, <8 x i32> splat (i32 1))
  %43 = add nsw <8 x i32> %42, splat (i32 -127)
  %44 = icmp eq <8 x i32> %40, zeroinitializer
  %45 = select <8 x i1> %44, <8 x i32> splat (i32 -5000), <8 x i32> %43
  %46 = and <8 x i32> %37, splat (i32 -8192)
  %47 = bitcast <8 x i32> %46 to <8 x float>
  %48 = fpext <8 x float> %47 to <8 x double>
  %49 = or disjoint i64 %39, 1
  %50 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %39, i64 %28
  %51 = shufflevector <8 x double> %48, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %51, ptr %50, align 32
  %52 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %39, i64 %28
  %53 = shufflevector <8 x i32> %45, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %53, ptr %52, align 16
  %54 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %49, i64 %28
  %55 = shufflevector <8 x double> %48, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %55, ptr %54, align 32
  %56 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %49, i64 %28
  %57 = shufflevector <8 x i32> %45, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %57, ptr %56, align 16
  %58 = add nuw nsw i64 %35, 8
  %59 = icmp samesign ult i64 %35, 24
  br i1 %59, label %34, label %29

60:                                               ; preds = %70
  %61 = getelementptr i32, ptr %2, i64 %20
  %62 = load <8 x i32>, ptr %13, align 32
  %63 = load <8 x i32>, ptr %14, align 64
  %64 = load <8 x i32>, ptr %15, align 32
  %65 = load <8 x double>, ptr %11, align 64
  %66 = load <8 x double>, ptr %16, align 64
  %67 = load <8 x double>, ptr %17, align 64
  %68 = load <8 x double>, ptr %18, align 64
  %69 = load <8 x i32>, ptr %10, align 64
  br label %112

70:                                               ; preds = %70, %32
  %71 = phi i64 [ 0, %32 ], [ %107, %70 ]
  %72 = getelementptr inbounds nuw i32, ptr %33, i64 %71
  %73 = load i32, ptr %72, align 4
  %74 = insertelement <8 x i32> poison, i32 %73, i64 0
  %75 = getelementptr inbounds nuw i8, ptr %72, i64 16
  %76 = load i32, ptr %75, align 4
  %77 = insertelement <8 x i32> %74, i32 %76, i64 1
  %78 = getelementptr inbounds nuw i8, ptr %72, i64 32
  %79 = load i32, ptr %78, align 4
  %80 = insertelement <8 x i32> %77, i32 %79, i64 2
  %81 = getelementptr inbounds nuw i8, ptr %72, i64 48
  %82 = load i32, ptr %81, align 4
  %83 = insertelement <8 x i32> %80, i32 %82, i64 3
  %84 = getelementptr inbounds nuw i8, ptr %72, i64 64
  %85 = load i32, ptr %84, align 4
  %86 = insertelement <8 x i32> %83, i32 %85, i64 4
  %87 = getelementptr inbounds nuw i8, ptr %72, i64 80
  %88 = load i32, ptr %87, align 4
  %89 = insertelement <8 x i32> %86, i32 %88, i64 5
  %90 = getelementptr inbounds nuw i8, ptr %72, i64 96
  %91 = load i32, ptr %90, align 4
  %92 = insertelement <8 x i32> %89, i32 %91, i64 6
  %93 = getelementptr inbounds nuw i8, ptr %72, i64 112
  %94 = load i32, ptr %93, align 4
  %95 = insertelement <8 x i32> %92, i32 %94, i64 7
  %96 = and <8 x i32> %95, splat (i32 2147475456)
  %97 = lshr <8 x i32> %96, splat (i32 23)
  %98 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %97, <8 x i32> splat (i32 1))
  %99 = add nsw <8 x i32> %98, splat (i32 -127)
  %100 = icmp eq <8 x i32> %96, zeroinitializer
  %101 = select <8 x i1> %100, <8 x i32> splat (i32 -5000), <8 x i32> %99
  %102 = and <8 x i32> %95, splat (i32 -8192)
  %103 = bitcast <8 x i32> %102 to <8 x float>
  %104 = fpext <8 x float> %103 to <8 x double>
  %105 = getelementptr inbounds nuw [16 x <8 x i32>], ptr %10, i64 0, i64 %71
  store <8 x i32> %101, ptr %105, align 32
  %106 = getelementptr inbounds nuw [16 x <8 x double>], ptr %11, i64 0, i64 %71
  store <8 x double> %104, ptr %106, align 64
  %107 = add nuw nsw i64 %71, 1
  %108 = icmp eq i64 %107, 4
  br i1 %108, label %60, label %70

109:                                              ; preds = %112
  %110 = add nuw nsw i64 %20, 32
  %111 = icmp samesign ult i64 %110, %12
  br i1 %111, label %19, label %222

112:                                              ; preds = %60, %112
  %113 = phi i64 [ 0, %60 ], [ %220, %112 ]
  %114 = trunc nuw nsw i64 %113 to i32
  %115 = lshr i32 %114, 2
  %116 = and i32 %115, 2
  %117 = mul nuw nsw i32 %116, %3
  %118 = zext nneg i32 %117 to i64
  %119 = getelementptr i32, ptr %61, i64 %118
  %120 = shl i64 %113, 2
  %121 = and i64 %120, 28
  %122 = getelementptr inbounds nuw i32, ptr %119, i64 %121
  %123 = getelementptr inbounds nuw i32, ptr %122, i64 %9
  %124 = load <4 x i32>, ptr %122, align 4
  %125 = load <4 x i32>, ptr %123, align 4
  %126 = shufflevector <4 x i32> %124, <4 x i32> %125, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %127 = lshr <8 x i32> %126, splat (i32 23)
  %128 = and <8 x i32> %127, splat (i32 255)
  %129 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %128, <8 x i32> splat (i32 1))
  %130 = bitcast <8 x i32> %126 to <8 x float>
  %131 = add nsw <8 x i32> %129, splat (i32 -127)
  %132 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %113, i64 0
  %133 = load i32, ptr %132, align 64
  %134 = insertelement <8 x i32> poison, i32 %133, i64 0
  %135 = shufflevector <8 x i32> %134, <8 x i32> poison, <8 x i32> zeroinitializer
  %136 = add <8 x i32> %135, %69
  %137 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %131, <8 x i32> %136)
  %138 = shl nuw nsw i64 %113, 6
  %139 = or disjoint i64 %138, 4
  %140 = getelementptr inbounds nuw i8, ptr %8, i64 %139
  %141 = load i32, ptr %140, align 4
  %142 = insertelement <8 x i32> poison, i32 %141, i64 0
  %143 = shufflevector <8 x i32> %142, <8 x i32> poison, <8 x i32> zeroinitializer
  %144 = add <8 x i32> %143, %62
  %145 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %137, <8 x i32> %144)
  %146 = shl nuw nsw i64 %113, 6
  %147 = or disjoint i64 %146, 8
  %148 = getelementptr inbounds nuw i8, ptr %8, i64 %147
  %149 = load i32, ptr %148, align 8
  %150 = insertelement <8 x i32> poison, i32 %149, i64 0
  %151 = shufflevector <8 x i32> %150, <8 x i32> poison, <8 x i32> zeroinitializer
  %152 = add <8 x i32> %151, %63
  %153 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %145, <8 x i32> %152)
  %154 = shl nuw nsw i64 %113, 6
  %155 = or disjoint i64 %154, 12
  %156 = getelementptr inbounds nuw i8, ptr %8, i64 %155
  %157 = load i32, ptr %156, align 4
  %158 = insertelement <8 x i32> poison, i32 %157, i64 0
  %159 = shufflevector <8 x i32> %158, <8 x i32> poison, <8 x i32> zeroinitializer
  %160 = add <8 x i32> %159, %64
  %161 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %153, <8 x i32> %160)
  %162 = fpext <8 x float> %130 to <8 x double>
  %163 = sub nsw <8 x i32> splat (i32 1048), %161
  %164 = zext <8 x i32> %163 to <8 x i64>
  %165 = shl <8 x i64> %164, splat (i64 52)
  %166 = bitcast <8 x i64> %165 to <8 x double>
  %167 = fmul <8 x double> %162, %166
  %168 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %167)
  %169 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %113, i64 0
  %170 = load double, ptr %169, align 64
  %171 = insertelement <8 x double> poison, double %170, i64 0
  %172 = shufflevector <8 x double> %171, <8 x double> poison, <8 x i32> zeroinitializer
  %173 = fmul <8 x double> %65, %172
  %174 = fmul <8 x double> %173, %166
  %175 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %174)
  %176 = fadd <8 x double> %168, %175
  %177 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %113, i64 1
  %178 = load double, ptr %177, align 8
  %179 = insertelement <8 x double> poison, double %178, i64 0
  %180 = shufflevector <8 x double> %179, <8 x double> poison, <8 x i32> zeroinitializer
  %181 = fmul <8 x double> %66, %180
  %182 = fmul <8 x double> %181, %166
  %183 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %182)
  %184 = fadd <8 x double> %176, %183
  %185 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %113, i64 2
  %186 = load double, ptr %185, align 16
  %187 = insertelement <8 x double> poison, double %186, i64 0
  %188 = shufflevector <8 x double> %187, <8 x double> poison, <8 x i32> zeroinitializer
  %189 = fmul <8 x double> %67, %188
  %190 = fmul <8 x double> %189, %166
  %191 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %190)
  %192 = fadd <8 x double> %184, %191
  %193 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %113, i64 3
  %194 = load double, ptr %193, align 8
  %195 = insertelement <8 x double> poison, double %194, i64 0
  %196 = shufflevector <8 x double> %195, <8 x double> poison, <8 x i32> zeroinitializer
  %197 = fmul <8 x double> %68, %196
  %198 = fmul <8 x double> %197, %166
  %199 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %198)
  %200 = fadd <8 x double> %192, %199
  %201 = add <8 x i32> %161, splat (i32 998)
  %202 = zext <8 x i32> %201 to <8 x i64>
  %203 = shl <8 x i64> %202, splat (i64 52)
  %204 = bitcast <8 x i64> %203 to <8 x double>
  %205 = fmul <8 x double> %200, %204
  %206 = fptrunc <8 x double> %205 to <8 x float>
  %207 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %205)
  %208 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %206)
  %209 = fpext <8 x float> %208 to <8 x double>
  %210 = fcmp olt <8 x double> %207, %209
  %211 = fcmp olt <8 x double> %207, splat (double 0x47F0000000000000)
  %212 = and <8 x i1> %211, %210
  %213 = bitcast <8 x float> %206 to <8 x i32>
  %214 = sext <8 x i1> %212 to <8 x i32>
  %215 = add <8 x i32> %214, %213
  %216 = fcmp ord <8 x float> %206, zeroinitializer
  %217 = select <8 x i1> %216, <8 x i32> %215, <8 x i32> splat (i32 2147483647)
  %218 = shufflevector <8 x i32> %217, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %218, ptr %122, align 4
  %219 = shufflevector <8 x i32> %217, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %219, ptr %123, align 4
  %220 = add nuw nsw i64 %113, 1
  %221 = icmp eq i64 %220, 16
  br i1 %221, label %109, label %112

222:                                              ; preds = %109, %4
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %5) #5
  ret void
}

define internal fastcc void @tf32_2(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2, i32 noundef %3) unnamed_addr #1 {
  %5 = alloca %struct.operands, align 64
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %5) #5
  %6 = icmp sgt i32 %3, 0
  br i1 %6, label %7, label %312

7:                                                ; preds = %4
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 2048
  %9 = zext nneg i32 %3 to i64
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 4096
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 3072
  %12 = zext nneg i32 %3 to i64
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 4128
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 4160
  %15 = getelementptr inbounds nuw i8, ptr %5, i64 4192
  %16 = getelementptr inbounds nuw i8, ptr %5, i64 4224
  %17 = getelementptr inbounds nuw i8, ptr %5, i64 4256
  %18 = getelementptr inbounds nuw i8, ptr %5, i64 4288
  %19 = getelementptr inbounds nuw i8, ptr %5, i64 4320
  %20 = getelementptr inbounds nuw i8, ptr %5, i64 3136
  %21 = getelementptr inbounds nuw i8, ptr %5, i64 3200
  %22 = getelementptr inbounds nuw i8, ptr %5, i64 3264
  %23 = getelementptr inbounds nuw i8, ptr %5, i64 3328
  %24 = getelementptr inbounds nuw i8, ptr %5, i64 3392
  %25 = getelementptr inbounds nuw i8, ptr %5, i64 3456
  %26 = getelementptr inbounds nuw i8, ptr %5, i64 3520
  br label %27

27:                                               ; preds = %7, %135
  %28 = phi i64 [ 0, %7 ], [ %136, %135 ]
  %29 = getelementptr inbounds nuw i32, ptr %0, i64 %28
  br label %30

30:                                               ; preds = %38, %27
  %31 = phi i64 [ 0, %27 ], [ %39, %38 ]
  %32 = mul nuw nsw i64 %31, %9
  %33 = getelementptr inbounds nuw i32, ptr %29, i64 %32
  %34 = shl i64 %31, 3
  %35 = and i64 %34, 8
  %36 = shl nuw i64 %31, 1
  %37 = and i64 %36, 2147483644
  br label %43

38:                                               ; preds = %43
  %39 = add nuw nsw i64 %31, 1
  %40 = icmp eq i64 %39, 4
  br i1 %40, label %41, label %30

41:                                               ; preds = %38
  %42 = getelementptr inbounds nuw i32, ptr %1, i64 %28
  br label %69

43:                                               ; preds = %43, %30
  %44 = phi i64 [ 0, %30 ], [ %67, %43 ]
  %45 = getelementptr inbounds nuw i32, ptr %33, i64 %44
  %46 = load <8 x i32>, ptr %45, align 4
  %47 = lshr exact i64 %44, 2
  %48 = or disjoint i64 %47, %35
  %49 = and <8 x i32> %46, splat (i32 2147475456)
  %50 = lshr <8 x i32> %49, splat (i32 23)
  %51 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %50, <8 x i32> splat (i32 1))
  %52 = add nsw <8 x i32> %51, splat (i32 -127)
  %53 = icmp eq <8 x i32> %49, zeroinitializer
  %54 = select <8 x i1> %53, <8 x i32> splat (i32 -5000), <8 x i32> %52
  %55 = and <8 x i32> %46, splat (i32 -8192)
  %56 = bitcast <8 x i32> %55 to <8 x float>
  %57 = fpext <8 x float> %56 to <8 x double>
  %58 = or disjoint i64 %48, 1
  %59 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %48, i64 %37
  %60 = shufflevector <8 x double> %57, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %60, ptr %59, align 32
  %61 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %48, i64 %37
  %62 = shufflevector <8 x i32> %54, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %62, ptr %61, align 16
  %63 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %58, i64 %37
  %64 = shufflevector <8 x double> %57, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %64, ptr %63, align 32
  %65 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %58, i64 %37
  %66 = shufflevector <8 x i32> %54, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %66, ptr %65, align 16
  %67 = add nuw nsw i64 %44, 8
  %68 = icmp samesign ult i64 %44, 24
  br i1 %68, label %43, label %38

69:                                               ; preds = %41, %74
  %70 = phi i64 [ %75, %74 ], [ 0, %41 ]
  %71 = mul nuw nsw i64 %70, %9
  %72 = getelementptr inbounds nuw i32, ptr %42, i64 %71
  %73 = shl nuw nsw i64 %70, 2
  br label %95

74:                                               ; preds = %95
  %75 = add nuw nsw i64 %70, 1
  %76 = icmp eq i64 %75, 2
  br i1 %76, label %77, label %69

77:                                               ; preds = %74
  %78 = getelementptr i32, ptr %2, i64 %28
  %79 = load <8 x i32>, ptr %10, align 64
  %80 = load <8 x i32>, ptr %13, align 32
  %81 = load <8 x i32>, ptr %14, align 64
  %82 = load <8 x i32>, ptr %15, align 32
  %83 = load <8 x i32>, ptr %16, align 64
  %84 = load <8 x i32>, ptr %17, align 32
  %85 = load <8 x i32>, ptr %18, align 64
  %86 = load <8 x i32>, ptr %19, align 32
  %87 = load <8 x double>, ptr %11, align 64
  %88 = load <8 x double>, ptr %20, align 64
  %89 = load <8 x double>, ptr %21, align 64
  %90 = load <8 x double>, ptr %22, align 64
  %91 = load <8 x double>, ptr %23, align 64
  %92 = load <8 x double>, ptr %24, align 64
  %93 = load <8 x double>, ptr %25, align 64
  %94 = load <8 x double>, ptr %26, align 64
  br label %138

95:                                               ; preds = %95, %69
  %96 = phi i64 [ 0, %69 ], [ %133, %95 ]
  %97 = getelementptr inbounds nuw i32, ptr %72, i64 %96
  %98 = load i32, ptr %97, align 4
  %99 = insertelement <8 x i32> poison, i32 %98, i64 0
  %100 = getelementptr inbounds nuw i8, ptr %97, i64 16
  %101 = load i32, ptr %100, align 4
  %102 = insertelement <8 x i32> %99, i32 %101, i64 1
  %103 = getelementptr inbounds nuw i8, ptr %97, i64 32
  %104 = load i32, ptr %103, align 4
  %105 = insertelement <8 x i32> %102, i32 %104, i64 2
  %106 = getelementptr inbounds nuw i8, ptr %97, i64 48
  %107 = load i32, ptr %106, align 4
  %108 = insertelement <8 x i32> %105, i32 %107, i64 3
  %109 = getelementptr inbounds nuw i8, ptr %97, i64 64
  %110 = load i32, ptr %109, align 4
  %111 = insertelement <8 x i32> %108, i32 %110, i64 4
  %112 = getelementptr inbounds nuw i8, ptr %97, i64 80
  %113 = load i32, ptr %112, align 4
  %114 = insertelement <8 x i32> %111, i32 %113, i64 5
  %115 = getelementptr inbounds nuw i8, ptr %97, i64 96
  %116 = load i32, ptr %115, align 4
  %117 = insertelement <8 x i32> %114, i32 %116, i64 6
  %118 = getelementptr inbounds nuw i8, ptr %97, i64 112
  %119 = load i32, ptr %118, align 4
  %120 = insertelement <8 x i32> %117, i32 %119, i64 7
  %121 = and <8 x i32> %120, splat (i32 2147475456)
  %122 = lshr <8 x i32> %121, splat (i32 23)
  %123 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %122, <8 x i32> splat (i32 1))
  %124 = add nsw <8 x i32> %123, splat (i32 -127)
  %125 = icmp eq <8 x i32> %121, zeroinitializer
  %126 = select <8 x i1> %125, <8 x i32> splat (i32 -5000), <8 x i32> %124
  %127 = and <8 x i32> %120, splat (i32 -8192)
  %128 = bitcast <8 x i32> %127 to <8 x float>
  %129 = fpext <8 x float> %128 to <8 x double>
  %130 = add nuw nsw i64 %73, %96
  %131 = getelementptr inbounds nuw [16 x <8 x i32>], ptr %10, i64 0, i64 %130
  store <8 x i32> %126, ptr %131, align 32
  %132 = getelementptr inbounds nuw [16 x <8 x double>], ptr %11, i64 0, i64 %130
  store <8 x double> %129, ptr %132, align 64
  %133 = add nuw nsw i64 %96, 1
  %134 = icmp eq i64 %133, 4
  br i1 %134, label %74, label %95

135:                                              ; preds = %138
  %136 = add nuw nsw i64 %28, 32
  %137 = icmp samesign ult i64 %136, %12
  br i1 %137, label %27, label %312

138:                                              ; preds = %77, %138
  %139 = phi i64 [ 0, %77 ], [ %310, %138 ]
  %140 = trunc nuw nsw i64 %139 to i32
  %141 = lshr i32 %140, 2
  %142 = and i32 %141, 2
  %143 = mul nuw nsw i32 %142, %3
  %144 = zext nneg i32 %143 to i64
  %145 = getelementptr i32, ptr %78, i64 %144
  %146 = shl i64 %139, 2
  %147 = and i64 %146, 28
  %148 = getelementptr inbounds nuw i32, ptr %145, i64 %147
  %149 = getelementptr inbounds nuw i32, ptr %148, i64 %9
  %150 = load <4 x i32>, ptr %148, align 4
  %151 = load <4 x i32>, ptr %149, align 4
  %152 = shufflevector <4 x i32> %150, <4 x i32> %151, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %153 = lshr <8 x i32> %152, splat (i32 23)
  %154 = and <8 x i32> %153, splat (i32 255)
  %155 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %154, <8 x i32> splat (i32 1))
  %156 = bitcast <8 x i32> %152 to <8 x float>
  %157 = add nsw <8 x i32> %155, splat (i32 -127)
  %158 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %139, i64 0
  %159 = load i32, ptr %158, align 64
  %160 = insertelement <8 x i32> poison, i32 %159, i64 0
  %161 = shufflevector <8 x i32> %160, <8 x i32> poison, <8 x i32> zeroinitializer
  %162 = add <8 x i32> %161, %79
  %163 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %157, <8 x i32> %162)
  %164 = shl nuw nsw i64 %139, 6
  %165 = or disjoint i64 %164, 4
  %166 = getelementptr inbounds nuw i8, ptr %8, i64 %165
  %167 = load i32, ptr %166, align 4
  %168 = insertelement <8 x i32> poison, i32 %167, i64 0
  %169 = shufflevector <8 x i32> %168, <8 x i32> poison, <8 x i32> zeroinitializer
  %170 = add <8 x i32> %169, %80
  %171 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %163, <8 x i32> %170)
  %172 = shl nuw nsw i64 %139, 6
  %173 = or disjoint i64 %172, 8
  %174 = getelementptr inbounds nuw i8, ptr %8, i64 %173
  %175 = load i32, ptr %174, align 8
  %176 = insertelement <8 x i32> poison, i32 %175, i64 0
  %177 = shufflevector <8 x i32> %176, <8 x i32> poison, <8 x i32> zeroinitializer
  %178 = add <8 x i32> %177, %81
  %179 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %171, <8 x i32> %178)
  %180 = shl nuw nsw i64 %139, 6
  %181 = or disjoint i64 %180, 12
  %182 = getelementptr inbounds nuw i8, ptr %8, i64 %181
  %183 = load i32, ptr %182, align 4
  %184 = insertelement <8 x i32> poison, i32 %183, i64 0
  %185 = shufflevector <8 x i32> %184, <8 x i32> poison, <8 x i32> zeroinitializer
  %186 = add <8 x i32> %185, %82
  %187 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %179, <8 x i32> %186)
  %188 = shl nuw nsw i64 %139, 6
  %189 = or disjoint i64 %188, 16
  %190 = getelementptr inbounds nuw i8, ptr %8, i64 %189
  %191 = load i32, ptr %190, align 16
  %192 = insertelement <8 x i32> poison, i32 %191, i64 0
  %193 = shufflevector <8 x i32> %192, <8 x i32> poison, <8 x i32> zeroinitializer
  %194 = add <8 x i32> %193, %83
  %195 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %187, <8 x i32> %194)
  %196 = shl nuw nsw i64 %139, 6
  %197 = or disjoint i64 %196, 20
  %198 = getelementptr inbounds nuw i8, ptr %8, i64 %197
  %199 = load i32, ptr %198, align 4
  %200 = insertelement <8 x i32> poison, i32 %199, i64 0
  %201 = shufflevector <8 x i32> %200, <8 x i32> poison, <8 x i32> zeroinitializer
  %202 = add <8 x i32> %201, %84
  %203 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %195, <8 x i32> %202)
  %204 = shl nuw nsw i64 %139, 6
  %205 = or disjoint i64 %204, 24
  %206 = getelementptr inbounds nuw i8, ptr %8, i64 %205
  %207 = load i32, ptr %206, align 8
  %208 = insertelement <8 x i32> poison, i32 %207, i64 0
  %209 = shufflevector <8 x i32> %208, <8 x i32> poison, <8 x i32> zeroinitializer
  %210 = add <8 x i32> %209, %85
  %211 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %203, <8 x i32> %210)
  %212 = shl nuw nsw i64 %139, 6
  %213 = or disjoint i64 %212, 28
  %214 = getelementptr inbounds nuw i8, ptr %8, i64 %213
  %215 = load i32, ptr %214, align 4
  %216 = insertelement <8 x i32> poison, i32 %215, i64 0
  %217 = shufflevector <8 x i32> %216, <8 x i32> poison, <8 x i32> zeroinitializer
  %218 = add <8 x i32> %217, %86
  %219 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %211, <8 x i32> %218)
  %220 = fpext <8 x float> %156 to <8 x double>
  %221 = sub nsw <8 x i32> splat (i32 1048), %219
  %222 = zext <8 x i32> %221 to <8 x i64>
  %223 = shl <8 x i64> %222, splat (i64 52)
  %224 = bitcast <8 x i64> %223 to <8 x double>
  %225 = fmul <8 x double> %220, %224
  %226 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %225)
  %227 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %139, i64 0
  %228 = load double, ptr %227, align 64
  %229 = insertelement <8 x double> poison, double %228, i64 0
  %230 = shufflevector <8 x double> %229, <8 x double> poison, <8 x i32> zeroinitializer
  %231 = fmul <8 x double> %87, %230
  %232 = fmul <8 x double> %231, %224
  %233 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %232)
  %234 = fadd <8 x double> %226, %233
  %235 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %139, i64 1
  %236 = load double, ptr %235, align 8
  %237 = insertelement <8 x double> poison, double %236, i64 0
  %238 = shufflevector <8 x double> %237, <8 x double> poison, <8 x i32> zeroinitializer
  %239 = fmul <8 x double> %88, %238
  %240 = fmul <8 x double> %239, %224
  %241 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %240)
  %242 = fadd <8 x double> %234, %241
  %243 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %139, i64 2
  %244 = load double, ptr %243, align 16
  %245 = insertelement <8 x double> poison, double %244, i64 0
  %246 = shufflevector <8 x double> %245, <8 x double> poison, <8 x i32> zeroinitializer
  %247 = fmul <8 x double> %89, %246
  %248 = fmul <8 x double> %247, %224
  %249 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %248)
  %250 = fadd <8 x double> %242, %249
  %251 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %139, i64 3
  %252 = load double, ptr %251, align 8
  %253 = insertelement <8 x double> poison, double %252, i64 0
  %254 = shufflevector <8 x double> %253, <8 x double> poison, <8 x i32> zeroinitializer
  %255 = fmul <8 x double> %90, %254
  %256 = fmul <8 x double> %255, %224
  %257 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %256)
  %258 = fadd <8 x double> %250, %257
  %259 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %139, i64 4
  %260 = load double, ptr %259, align 32
  %261 = insertelement <8 x double> poison, double %260, i64 0
  %262 = shufflevector <8 x double> %261, <8 x double> poison, <8 x i32> zeroinitializer
  %263 = fmul <8 x double> %91, %262
  %264 = fmul <8 x double> %263, %224
  %265 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %264)
  %266 = fadd <8 x double> %258, %265
  %267 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %139, i64 5
  %268 = load double, ptr %267, align 8
  %269 = insertelement <8 x double> poison, double %268, i64 0
  %270 = shufflevector <8 x double> %269, <8 x double> poison, <8 x i32> zeroinitializer
  %271 = fmul <8 x double> %92, %270
  %272 = fmul <8 x double> %271, %224
  %273 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %272)
  %274 = fadd <8 x double> %266, %273
  %275 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %139, i64 6
  %276 = load double, ptr %275, align 16
  %277 = insertelement <8 x double> poison, double %276, i64 0
  %278 = shufflevector <8 x double> %277, <8 x double> poison, <8 x i32> zeroinitializer
  %279 = fmul <8 x double> %93, %278
  %280 = fmul <8 x double> %279, %224
  %281 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %280)
  %282 = fadd <8 x double> %274, %281
  %283 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %139, i64 7
  %284 = load double, ptr %283, align 8
  %285 = insertelement <8 x double> poison, double %284, i64 0
  %286 = shufflevector <8 x double> %285, <8 x double> poison, <8 x i32> zeroinitializer
  %287 = fmul <8 x double> %94, %286
  %288 = fmul <8 x double> %287, %224
  %289 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %288)
  %290 = fadd <8 x double> %282, %289
  %291 = add <8 x i32> %219, splat (i32 998)
  %292 = zext <8 x i32> %291 to <8 x i64>
  %293 = shl <8 x i64> %292, splat (i64 52)
  %294 = bitcast <8 x i64> %293 to <8 x double>
  %295 = fmul <8 x double> %290, %294
  %296 = fptrunc <8 x double> %295 to <8 x float>
  %297 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %295)
  %298 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %296)
  %299 = fpext <8 x float> %298 to <8 x double>
  %300 = fcmp olt <8 x double> %297, %299
  %301 = fcmp olt <8 x double> %297, splat (double 0x47F0000000000000)
  %302 = and <8 x i1> %301, %300
  %303 = bitcast <8 x float> %296 to <8 x i32>
  %304 = sext <8 x i1> %302 to <8 x i32>
  %305 = add <8 x i32> %304, %303
  %306 = fcmp ord <8 x float> %296, zeroinitializer
  %307 = select <8 x i1> %306, <8 x i32> %305, <8 x i32> splat (i32 2147483647)
  %308 = shufflevector <8 x i32> %307, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %308, ptr %148, align 4
  %309 = shufflevector <8 x i32> %307, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %309, ptr %149, align 4
  %310 = add nuw nsw i64 %139, 1
  %311 = icmp eq i64 %310, 16
  br i1 %311, label %135, label %138

312:                                              ; preds = %135, %4
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %5) #5
  ret void
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

declare <8 x i32> @llvm.smax.v8i32(<8 x i32>, <8 x i32>) #3

declare <8 x double> @llvm.trunc.v8f64(<8 x double>) #3

declare <8 x double> @llvm.fabs.v8f64(<8 x double>) #3

declare <8 x float> @llvm.fabs.v8f32(<8 x float>) #4

declare <8 x i32> @llvm.umax.v8i32(<8 x i32>, <8 x i32>) #4

attributes #0 = { nofree norecurse nosync nounwind memory(argmem: readwrite) }
attributes #1 = { nofree noinline norecurse nosync nounwind memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nounwind }
