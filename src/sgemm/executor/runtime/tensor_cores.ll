; e626f3f332f11e535abfe9a4f6bee8c6e8c37c0794f46eccb2fe990308d1f2ac
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
  br i1 %6, label %7, label %344

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
  br i1 %164, label %27, label %344

165:                                              ; preds = %86, %165
  %166 = phi i64 [ 0, %86 ], [ %342, %165 ]
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
  %180 = and <8 x i32> %179, splat (i32 2147483647)
  %181 = lshr <8 x i32> %180, splat (i32 23)
  %182 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %181, <8 x i32> splat (i32 1))
  %183 = icmp eq <8 x i32> %180, zeroinitializer
  %184 = bitcast <8 x i32> %179 to <8 x float>
  %185 = add nsw <8 x i32> %182, splat (i32 -127)
  %186 = select <8 x i1> %183, <8 x i32> splat (i32 -133), <8 x i32> %185
  %187 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %166, i64 0
  %188 = load i32, ptr %187, align 64
  %189 = insertelement <8 x i32> poison, i32 %188, i64 0
  %190 = shufflevector <8 x i32> %189, <8 x i32> poison, <8 x i32> zeroinitializer
  %191 = add <8 x i32> %190, %88
  %192 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %186, <8 x i32> %191)
  %193 = shl nuw nsw i64 %166, 6
  %194 = or disjoint i64 %193, 4
  %195 = getelementptr inbounds nuw i8, ptr %8, i64 %194
  %196 = load i32, ptr %195, align 4
  %197 = insertelement <8 x i32> poison, i32 %196, i64 0
  %198 = shufflevector <8 x i32> %197, <8 x i32> poison, <8 x i32> zeroinitializer
  %199 = add <8 x i32> %198, %89
  %200 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %192, <8 x i32> %199)
  %201 = shl nuw nsw i64 %166, 6
  %202 = or disjoint i64 %201, 8
  %203 = getelementptr inbounds nuw i8, ptr %8, i64 %202
  %204 = load i32, ptr %203, align 8
  %205 = insertelement <8 x i32> poison, i32 %204, i64 0
  %206 = shufflevector <8 x i32> %205, <8 x i32> poison, <8 x i32> zeroinitializer
  %207 = add <8 x i32> %206, %90
  %208 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %200, <8 x i32> %207)
  %209 = shl nuw nsw i64 %166, 6
  %210 = or disjoint i64 %209, 12
  %211 = getelementptr inbounds nuw i8, ptr %8, i64 %210
  %212 = load i32, ptr %211, align 4
  %213 = insertelement <8 x i32> poison, i32 %212, i64 0
  %214 = shufflevector <8 x i32> %213, <8 x i32> poison, <8 x i32> zeroinitializer
  %215 = add <8 x i32> %214, %91
  %216 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %208, <8 x i32> %215)
  %217 = shl nuw nsw i64 %166, 6
  %218 = or disjoint i64 %217, 16
  %219 = getelementptr inbounds nuw i8, ptr %8, i64 %218
  %220 = load i32, ptr %219, align 16
  %221 = insertelement <8 x i32> poison, i32 %220, i64 0
  %222 = shufflevector <8 x i32> %221, <8 x i32> poison, <8 x i32> zeroinitializer
  %223 = add <8 x i32> %222, %92
  %224 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %216, <8 x i32> %223)
  %225 = shl nuw nsw i64 %166, 6
  %226 = or disjoint i64 %225, 20
  %227 = getelementptr inbounds nuw i8, ptr %8, i64 %226
  %228 = load i32, ptr %227, align 4
  %229 = insertelement <8 x i32> poison, i32 %228, i64 0
  %230 = shufflevector <8 x i32> %229, <8 x i32> poison, <8 x i32> zeroinitializer
  %231 = add <8 x i32> %230, %93
  %232 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %224, <8 x i32> %231)
  %233 = shl nuw nsw i64 %166, 6
  %234 = or disjoint i64 %233, 24
  %235 = getelementptr inbounds nuw i8, ptr %8, i64 %234
  %236 = load i32, ptr %235, align 8
  %237 = insertelement <8 x i32> poison, i32 %236, i64 0
  %238 = shufflevector <8 x i32> %237, <8 x i32> poison, <8 x i32> zeroinitializer
  %239 = add <8 x i32> %238, %94
  %240 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %232, <8 x i32> %239)
  %241 = shl nuw nsw i64 %166, 6
  %242 = or disjoint i64 %241, 28
  %243 = getelementptr inbounds nuw i8, ptr %8, i64 %242
  %244 = load i32, ptr %243, align 4
  %245 = insertelement <8 x i32> poison, i32 %244, i64 0
  %246 = shufflevector <8 x i32> %245, <8 x i32> poison, <8 x i32> zeroinitializer
  %247 = add <8 x i32> %246, %95
  %248 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %240, <8 x i32> %247)
  %249 = fpext <8 x float> %184 to <8 x double>
  %250 = sub nsw <8 x i32> splat (i32 1048), %248
  %251 = zext <8 x i32> %250 to <8 x i64>
  %252 = shl <8 x i64> %251, splat (i64 52)
  %253 = bitcast <8 x i64> %252 to <8 x double>
  %254 = fmul <8 x double> %249, %253
  %255 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %254)
  %256 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %166, i64 0
  %257 = load double, ptr %256, align 64
  %258 = insertelement <8 x double> poison, double %257, i64 0
  %259 = shufflevector <8 x double> %258, <8 x double> poison, <8 x i32> zeroinitializer
  %260 = fmul <8 x double> %96, %259
  %261 = fmul <8 x double> %260, %253
  %262 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %261)
  %263 = fadd <8 x double> %255, %262
  %264 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %166, i64 1
  %265 = load double, ptr %264, align 8
  %266 = insertelement <8 x double> poison, double %265, i64 0
  %267 = shufflevector <8 x double> %266, <8 x double> poison, <8 x i32> zeroinitializer
  %268 = fmul <8 x double> %97, %267
  %269 = fmul <8 x double> %268, %253
  %270 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %269)
  %271 = fadd <8 x double> %263, %270
  %272 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %166, i64 2
  %273 = load double, ptr %272, align 16
  %274 = insertelement <8 x double> poison, double %273, i64 0
  %275 = shufflevector <8 x double> %274, <8 x double> poison, <8 x i32> zeroinitializer
  %276 = fmul <8 x double> %98, %275
  %277 = fmul <8 x double> %276, %253
  %278 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %277)
  %279 = fadd <8 x double> %271, %278
  %280 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %166, i64 3
  %281 = load double, ptr %280, align 8
  %282 = insertelement <8 x double> poison, double %281, i64 0
  %283 = shufflevector <8 x double> %282, <8 x double> poison, <8 x i32> zeroinitializer
  %284 = fmul <8 x double> %99, %283
  %285 = fmul <8 x double> %284, %253
  %286 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %285)
  %287 = fadd <8 x double> %279, %286
  %288 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %166, i64 4
  %289 = load double, ptr %288, align 32
  %290 = insertelement <8 x double> poison, double %289, i64 0
  %291 = shufflevector <8 x double> %290, <8 x double> poison, <8 x i32> zeroinitializer
  %292 = fmul <8 x double> %100, %291
  %293 = fmul <8 x double> %292, %253
  %294 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %293)
  %295 = fadd <8 x double> %287, %294
  %296 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %166, i64 5
  %297 = load double, ptr %296, align 8
  %298 = insertelement <8 x double> poison, double %297, i64 0
  %299 = shufflevector <8 x double> %298, <8 x double> poison, <8 x i32> zeroinitializer
  %300 = fmul <8 x double> %101, %299
  %301 = fmul <8 x double> %300, %253
  %302 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %301)
  %303 = fadd <8 x double> %295, %302
  %304 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %166, i64 6
  %305 = load double, ptr %304, align 16
  %306 = insertelement <8 x double> poison, double %305, i64 0
  %307 = shufflevector <8 x double> %306, <8 x double> poison, <8 x i32> zeroinitializer
  %308 = fmul <8 x double> %102, %307
  %309 = fmul <8 x double> %308, %253
  %310 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %309)
  %311 = fadd <8 x double> %303, %310
  %312 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %166, i64 7
  %313 = load double, ptr %312, align 8
  %314 = insertelement <8 x double> poison, double %313, i64 0
  %315 = shufflevector <8 x double> %314, <8 x double> poison, <8 x i32> zeroinitializer
  %316 = fmul <8 x double> %103, %315
  %317 = fmul <8 x double> %316, %253
  %318 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %317)
  %319 = fadd <8 x double> %311, %318
  %320 = add <8 x i32> %248, splat (i32 998)
  %321 = zext <8 x i32> %320 to <8 x i64>
  %322 = shl <8 x i64> %321, splat (i64 52)
  %323 = bitcast <8 x i64> %322 to <8 x double>
  %324 = fmul <8 x double> %319, %323
  %325 = fptrunc <8 x double> %324 to <8 x float>
  %326 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %324)
  %327 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %325)
  %328 = fpext <8 x float> %327 to <8 x double>
  %329 = fcmp olt <8 x double> %326, %328
  %330 = fcmp olt <8 x double> %326, splat (double 0x47F0000000000000)
  %331 = and <8 x i1> %330, %329
  %332 = bitcast <8 x float> %325 to <8 x i32>
  %333 = sext <8 x i1> %331 to <8 x i32>
  %334 = add <8 x i32> %333, %332
  %335 = and <8 x i32> %334, splat (i32 2147483647)
  %336 = icmp eq <8 x i32> %335, zeroinitializer
  %337 = select <8 x i1> %336, <8 x i32> zeroinitializer, <8 x i32> %334
  %338 = fcmp ord <8 x float> %325, zeroinitializer
  %339 = select <8 x i1> %338, <8 x i32> %337, <8 x i32> splat (i32 2147483647)
  %340 = shufflevector <8 x i32> %339, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %340, ptr %175, align 4
  %341 = shufflevector <8 x i32> %339, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %341, ptr %176, align 4
  %342 = add nuw nsw i64 %166, 1
  %343 = icmp eq i64 %342, 16
  br i1 %343, label %162, label %165

344:                                              ; preds = %162, %4
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %5) #5
  ret void
}

define internal fastcc void @f16_2(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2, i32 noundef %3) unnamed_addr #1 {
  %5 = alloca %struct.operands, align 64
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %5) #5
  %6 = icmp sgt i32 %3, 0
  br i1 %6, label %7, label %514

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
  br i1 %206, label %43, label %514

207:                                              ; preds = %111, %207
  %208 = phi i64 [ 0, %111 ], [ %512, %207 ]
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
  %222 = and <8 x i32> %221, splat (i32 2147483647)
  %223 = lshr <8 x i32> %222, splat (i32 23)
  %224 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %223, <8 x i32> splat (i32 1))
  %225 = icmp eq <8 x i32> %222, zeroinitializer
  %226 = bitcast <8 x i32> %221 to <8 x float>
  %227 = add nsw <8 x i32> %224, splat (i32 -127)
  %228 = select <8 x i1> %225, <8 x i32> splat (i32 -133), <8 x i32> %227
  %229 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %208, i64 0
  %230 = load i32, ptr %229, align 64
  %231 = insertelement <8 x i32> poison, i32 %230, i64 0
  %232 = shufflevector <8 x i32> %231, <8 x i32> poison, <8 x i32> zeroinitializer
  %233 = add <8 x i32> %232, %113
  %234 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %228, <8 x i32> %233)
  %235 = shl nuw nsw i64 %208, 6
  %236 = or disjoint i64 %235, 4
  %237 = getelementptr inbounds nuw i8, ptr %8, i64 %236
  %238 = load i32, ptr %237, align 4
  %239 = insertelement <8 x i32> poison, i32 %238, i64 0
  %240 = shufflevector <8 x i32> %239, <8 x i32> poison, <8 x i32> zeroinitializer
  %241 = add <8 x i32> %240, %114
  %242 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %234, <8 x i32> %241)
  %243 = shl nuw nsw i64 %208, 6
  %244 = or disjoint i64 %243, 8
  %245 = getelementptr inbounds nuw i8, ptr %8, i64 %244
  %246 = load i32, ptr %245, align 8
  %247 = insertelement <8 x i32> poison, i32 %246, i64 0
  %248 = shufflevector <8 x i32> %247, <8 x i32> poison, <8 x i32> zeroinitializer
  %249 = add <8 x i32> %248, %115
  %250 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %242, <8 x i32> %249)
  %251 = shl nuw nsw i64 %208, 6
  %252 = or disjoint i64 %251, 12
  %253 = getelementptr inbounds nuw i8, ptr %8, i64 %252
  %254 = load i32, ptr %253, align 4
  %255 = insertelement <8 x i32> poison, i32 %254, i64 0
  %256 = shufflevector <8 x i32> %255, <8 x i32> poison, <8 x i32> zeroinitializer
  %257 = add <8 x i32> %256, %116
  %258 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %250, <8 x i32> %257)
  %259 = shl nuw nsw i64 %208, 6
  %260 = or disjoint i64 %259, 16
  %261 = getelementptr inbounds nuw i8, ptr %8, i64 %260
  %262 = load i32, ptr %261, align 16
  %263 = insertelement <8 x i32> poison, i32 %262, i64 0
  %264 = shufflevector <8 x i32> %263, <8 x i32> poison, <8 x i32> zeroinitializer
  %265 = add <8 x i32> %264, %117
  %266 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %258, <8 x i32> %265)
  %267 = shl nuw nsw i64 %208, 6
  %268 = or disjoint i64 %267, 20
  %269 = getelementptr inbounds nuw i8, ptr %8, i64 %268
  %270 = load i32, ptr %269, align 4
  %271 = insertelement <8 x i32> poison, i32 %270, i64 0
  %272 = shufflevector <8 x i32> %271, <8 x i32> poison, <8 x i32> zeroinitializer
  %273 = add <8 x i32> %272, %118
  %274 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %266, <8 x i32> %273)
  %275 = shl nuw nsw i64 %208, 6
  %276 = or disjoint i64 %275, 24
  %277 = getelementptr inbounds nuw i8, ptr %8, i64 %276
  %278 = load i32, ptr %277, align 8
  %279 = insertelement <8 x i32> poison, i32 %278, i64 0
  %280 = shufflevector <8 x i32> %279, <8 x i32> poison, <8 x i32> zeroinitializer
  %281 = add <8 x i32> %280, %119
  %282 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %274, <8 x i32> %281)
  %283 = shl nuw nsw i64 %208, 6
  %284 = or disjoint i64 %283, 28
  %285 = getelementptr inbounds nuw i8, ptr %8, i64 %284
  %286 = load i32, ptr %285, align 4
  %287 = insertelement <8 x i32> poison, i32 %286, i64 0
  %288 = shufflevector <8 x i32> %287, <8 x i32> poison, <8 x i32> zeroinitializer
  %289 = add <8 x i32> %288, %120
  %290 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %282, <8 x i32> %289)
  %291 = shl nuw nsw i64 %208, 6
  %292 = or disjoint i64 %291, 32
  %293 = getelementptr inbounds nuw i8, ptr %8, i64 %292
  %294 = load i32, ptr %293, align 32
  %295 = insertelement <8 x i32> poison, i32 %294, i64 0
  %296 = shufflevector <8 x i32> %295, <8 x i32> poison, <8 x i32> zeroinitializer
  %297 = add <8 x i32> %296, %121
  %298 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %290, <8 x i32> %297)
  %299 = shl nuw nsw i64 %208, 6
  %300 = or disjoint i64 %299, 36
  %301 = getelementptr inbounds nuw i8, ptr %8, i64 %300
  %302 = load i32, ptr %301, align 4
  %303 = insertelement <8 x i32> poison, i32 %302, i64 0
  %304 = shufflevector <8 x i32> %303, <8 x i32> poison, <8 x i32> zeroinitializer
  %305 = add <8 x i32> %304, %122
  %306 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %298, <8 x i32> %305)
  %307 = shl nuw nsw i64 %208, 6
  %308 = or disjoint i64 %307, 40
  %309 = getelementptr inbounds nuw i8, ptr %8, i64 %308
  %310 = load i32, ptr %309, align 8
  %311 = insertelement <8 x i32> poison, i32 %310, i64 0
  %312 = shufflevector <8 x i32> %311, <8 x i32> poison, <8 x i32> zeroinitializer
  %313 = add <8 x i32> %312, %123
  %314 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %306, <8 x i32> %313)
  %315 = shl nuw nsw i64 %208, 6
  %316 = or disjoint i64 %315, 44
  %317 = getelementptr inbounds nuw i8, ptr %8, i64 %316
  %318 = load i32, ptr %317, align 4
  %319 = insertelement <8 x i32> poison, i32 %318, i64 0
  %320 = shufflevector <8 x i32> %319, <8 x i32> poison, <8 x i32> zeroinitializer
  %321 = add <8 x i32> %320, %124
  %322 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %314, <8 x i32> %321)
  %323 = shl nuw nsw i64 %208, 6
  %324 = or disjoint i64 %323, 48
  %325 = getelementptr inbounds nuw i8, ptr %8, i64 %324
  %326 = load i32, ptr %325, align 16
  %327 = insertelement <8 x i32> poison, i32 %326, i64 0
  %328 = shufflevector <8 x i32> %327, <8 x i32> poison, <8 x i32> zeroinitializer
  %329 = add <8 x i32> %328, %125
  %330 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %322, <8 x i32> %329)
  %331 = shl nuw nsw i64 %208, 6
  %332 = or disjoint i64 %331, 52
  %333 = getelementptr inbounds nuw i8, ptr %8, i64 %332
  %334 = load i32, ptr %333, align 4
  %335 = insertelement <8 x i32> poison, i32 %334, i64 0
  %336 = shufflevector <8 x i32> %335, <8 x i32> poison, <8 x i32> zeroinitializer
  %337 = add <8 x i32> %336, %126
  %338 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %330, <8 x i32> %337)
  %339 = shl nuw nsw i64 %208, 6
  %340 = or disjoint i64 %339, 56
  %341 = getelementptr inbounds nuw i8, ptr %8, i64 %340
  %342 = load i32, ptr %341, align 8
  %343 = insertelement <8 x i32> poison, i32 %342, i64 0
  %344 = shufflevector <8 x i32> %343, <8 x i32> poison, <8 x i32> zeroinitializer
  %345 = add <8 x i32> %344, %127
  %346 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %338, <8 x i32> %345)
  %347 = shl nuw nsw i64 %208, 6
  %348 = or disjoint i64 %347, 60
  %349 = getelementptr inbounds nuw i8, ptr %8, i64 %348
  %350 = load i32, ptr %349, align 4
  %351 = insertelement <8 x i32> poison, i32 %350, i64 0
  %352 = shufflevector <8 x i32> %351, <8 x i32> poison, <8 x i32> zeroinitializer
  %353 = add <8 x i32> %352, %128
  %354 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %346, <8 x i32> %353)
  %355 = fpext <8 x float> %226 to <8 x double>
  %356 = sub nsw <8 x i32> splat (i32 1048), %354
  %357 = zext <8 x i32> %356 to <8 x i64>
  %358 = shl <8 x i64> %357, splat (i64 52)
  %359 = bitcast <8 x i64> %358 to <8 x double>
  %360 = fmul <8 x double> %355, %359
  %361 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %360)
  %362 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 0
  %363 = load double, ptr %362, align 64
  %364 = insertelement <8 x double> poison, double %363, i64 0
  %365 = shufflevector <8 x double> %364, <8 x double> poison, <8 x i32> zeroinitializer
  %366 = fmul <8 x double> %129, %365
  %367 = fmul <8 x double> %366, %359
  %368 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %367)
  %369 = fadd <8 x double> %361, %368
  %370 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 1
  %371 = load double, ptr %370, align 8
  %372 = insertelement <8 x double> poison, double %371, i64 0
  %373 = shufflevector <8 x double> %372, <8 x double> poison, <8 x i32> zeroinitializer
  %374 = fmul <8 x double> %130, %373
  %375 = fmul <8 x double> %374, %359
  %376 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %375)
  %377 = fadd <8 x double> %369, %376
  %378 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 2
  %379 = load double, ptr %378, align 16
  %380 = insertelement <8 x double> poison, double %379, i64 0
  %381 = shufflevector <8 x double> %380, <8 x double> poison, <8 x i32> zeroinitializer
  %382 = fmul <8 x double> %131, %381
  %383 = fmul <8 x double> %382, %359
  %384 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %383)
  %385 = fadd <8 x double> %377, %384
  %386 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 3
  %387 = load double, ptr %386, align 8
  %388 = insertelement <8 x double> poison, double %387, i64 0
  %389 = shufflevector <8 x double> %388, <8 x double> poison, <8 x i32> zeroinitializer
  %390 = fmul <8 x double> %132, %389
  %391 = fmul <8 x double> %390, %359
  %392 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %391)
  %393 = fadd <8 x double> %385, %392
  %394 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 4
  %395 = load double, ptr %394, align 32
  %396 = insertelement <8 x double> poison, double %395, i64 0
  %397 = shufflevector <8 x double> %396, <8 x double> poison, <8 x i32> zeroinitializer
  %398 = fmul <8 x double> %133, %397
  %399 = fmul <8 x double> %398, %359
  %400 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %399)
  %401 = fadd <8 x double> %393, %400
  %402 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 5
  %403 = load double, ptr %402, align 8
  %404 = insertelement <8 x double> poison, double %403, i64 0
  %405 = shufflevector <8 x double> %404, <8 x double> poison, <8 x i32> zeroinitializer
  %406 = fmul <8 x double> %134, %405
  %407 = fmul <8 x double> %406, %359
  %408 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %407)
  %409 = fadd <8 x double> %401, %408
  %410 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 6
  %411 = load double, ptr %410, align 16
  %412 = insertelement <8 x double> poison, double %411, i64 0
  %413 = shufflevector <8 x double> %412, <8 x double> poison, <8 x i32> zeroinitializer
  %414 = fmul <8 x double> %135, %413
  %415 = fmul <8 x double> %414, %359
  %416 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %415)
  %417 = fadd <8 x double> %409, %416
  %418 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 7
  %419 = load double, ptr %418, align 8
  %420 = insertelement <8 x double> poison, double %419, i64 0
  %421 = shufflevector <8 x double> %420, <8 x double> poison, <8 x i32> zeroinitializer
  %422 = fmul <8 x double> %136, %421
  %423 = fmul <8 x double> %422, %359
  %424 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %423)
  %425 = fadd <8 x double> %417, %424
  %426 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 8
  %427 = load double, ptr %426, align 64
  %428 = insertelement <8 x double> poison, double %427, i64 0
  %429 = shufflevector <8 x double> %428, <8 x double> poison, <8 x i32> zeroinitializer
  %430 = fmul <8 x double> %137, %429
  %431 = fmul <8 x double> %430, %359
  %432 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %431)
  %433 = fadd <8 x double> %425, %432
  %434 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 9
  %435 = load double, ptr %434, align 8
  %436 = insertelement <8 x double> poison, double %435, i64 0
  %437 = shufflevector <8 x double> %436, <8 x double> poison, <8 x i32> zeroinitializer
  %438 = fmul <8 x double> %138, %437
  %439 = fmul <8 x double> %438, %359
  %440 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %439)
  %441 = fadd <8 x double> %433, %440
  %442 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 10
  %443 = load double, ptr %442, align 16
  %444 = insertelement <8 x double> poison, double %443, i64 0
  %445 = shufflevector <8 x double> %444, <8 x double> poison, <8 x i32> zeroinitializer
  %446 = fmul <8 x double> %139, %445
  %447 = fmul <8 x double> %446, %359
  %448 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %447)
  %449 = fadd <8 x double> %441, %448
  %450 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 11
  %451 = load double, ptr %450, align 8
  %452 = insertelement <8 x double> poison, double %451, i64 0
  %453 = shufflevector <8 x double> %452, <8 x double> poison, <8 x i32> zeroinitializer
  %454 = fmul <8 x double> %140, %453
  %455 = fmul <8 x double> %454, %359
  %456 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %455)
  %457 = fadd <8 x double> %449, %456
  %458 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 12
  %459 = load double, ptr %458, align 32
  %460 = insertelement <8 x double> poison, double %459, i64 0
  %461 = shufflevector <8 x double> %460, <8 x double> poison, <8 x i32> zeroinitializer
  %462 = fmul <8 x double> %141, %461
  %463 = fmul <8 x double> %462, %359
  %464 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %463)
  %465 = fadd <8 x double> %457, %464
  %466 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 13
  %467 = load double, ptr %466, align 8
  %468 = insertelement <8 x double> poison, double %467, i64 0
  %469 = shufflevector <8 x double> %468, <8 x double> poison, <8 x i32> zeroinitializer
  %470 = fmul <8 x double> %142, %469
  %471 = fmul <8 x double> %470, %359
  %472 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %471)
  %473 = fadd <8 x double> %465, %472
  %474 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 14
  %475 = load double, ptr %474, align 16
  %476 = insertelement <8 x double> poison, double %475, i64 0
  %477 = shufflevector <8 x double> %476, <8 x double> poison, <8 x i32> zeroinitializer
  %478 = fmul <8 x double> %143, %477
  %479 = fmul <8 x double> %478, %359
  %480 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %479)
  %481 = fadd <8 x double> %473, %480
  %482 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %208, i64 15
  %483 = load double, ptr %482, align 8
  %484 = insertelement <8 x double> poison, double %483, i64 0
  %485 = shufflevector <8 x double> %484, <8 x double> poison, <8 x i32> zeroinitializer
  %486 = fmul <8 x double> %144, %485
  %487 = fmul <8 x double> %486, %359
  %488 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %487)
  %489 = fadd <8 x double> %481, %488
  %490 = add <8 x i32> %354, splat (i32 998)
  %491 = zext <8 x i32> %490 to <8 x i64>
  %492 = shl <8 x i64> %491, splat (i64 52)
  %493 = bitcast <8 x i64> %492 to <8 x double>
  %494 = fmul <8 x double> %489, %493
  %495 = fptrunc <8 x double> %494 to <8 x float>
  %496 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %494)
  %497 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %495)
  %498 = fpext <8 x float> %497 to <8 x double>
  %499 = fcmp olt <8 x double> %496, %498
  %500 = fcmp olt <8 x double> %496, splat (double 0x47F0000000000000)
  %501 = and <8 x i1> %500, %499
  %502 = bitcast <8 x float> %495 to <8 x i32>
  %503 = sext <8 x i1> %501 to <8 x i32>
  %504 = add <8 x i32> %503, %502
  %505 = and <8 x i32> %504, splat (i32 2147483647)
  %506 = icmp eq <8 x i32> %505, zeroinitializer
  %507 = select <8 x i1> %506, <8 x i32> zeroinitializer, <8 x i32> %504
  %508 = fcmp ord <8 x float> %495, zeroinitializer
  %509 = select <8 x i1> %508, <8 x i32> %507, <8 x i32> splat (i32 2147483647)
  %510 = shufflevector <8 x i32> %509, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %510, ptr %217, align 4
  %511 = shufflevector <8 x i32> %509, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %511, ptr %218, align 4
  %512 = add nuw nsw i64 %208, 1
  %513 = icmp eq i64 %512, 16
  br i1 %513, label %204, label %207

514:                                              ; preds = %204, %4
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %5) #5
  ret void
}

define internal fastcc void @bf16_1(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2, i32 noundef %3) unnamed_addr #1 {
  %5 = alloca %struct.operands, align 64
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %5) #5
  %6 = icmp sgt i32 %3, 0
  br i1 %6, label %7, label %326

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
  br i1 %146, label %27, label %326

147:                                              ; preds = %77, %147
  %148 = phi i64 [ 0, %77 ], [ %324, %147 ]
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
  %162 = and <8 x i32> %161, splat (i32 2147483647)
  %163 = lshr <8 x i32> %162, splat (i32 23)
  %164 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %163, <8 x i32> splat (i32 1))
  %165 = icmp eq <8 x i32> %162, zeroinitializer
  %166 = bitcast <8 x i32> %161 to <8 x float>
  %167 = add nsw <8 x i32> %164, splat (i32 -127)
  %168 = select <8 x i1> %165, <8 x i32> splat (i32 -133), <8 x i32> %167
  %169 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %148, i64 0
  %170 = load i32, ptr %169, align 64
  %171 = insertelement <8 x i32> poison, i32 %170, i64 0
  %172 = shufflevector <8 x i32> %171, <8 x i32> poison, <8 x i32> zeroinitializer
  %173 = add <8 x i32> %172, %79
  %174 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %168, <8 x i32> %173)
  %175 = shl nuw nsw i64 %148, 6
  %176 = or disjoint i64 %175, 4
  %177 = getelementptr inbounds nuw i8, ptr %8, i64 %176
  %178 = load i32, ptr %177, align 4
  %179 = insertelement <8 x i32> poison, i32 %178, i64 0
  %180 = shufflevector <8 x i32> %179, <8 x i32> poison, <8 x i32> zeroinitializer
  %181 = add <8 x i32> %180, %80
  %182 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %174, <8 x i32> %181)
  %183 = shl nuw nsw i64 %148, 6
  %184 = or disjoint i64 %183, 8
  %185 = getelementptr inbounds nuw i8, ptr %8, i64 %184
  %186 = load i32, ptr %185, align 8
  %187 = insertelement <8 x i32> poison, i32 %186, i64 0
  %188 = shufflevector <8 x i32> %187, <8 x i32> poison, <8 x i32> zeroinitializer
  %189 = add <8 x i32> %188, %81
  %190 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %182, <8 x i32> %189)
  %191 = shl nuw nsw i64 %148, 6
  %192 = or disjoint i64 %191, 12
  %193 = getelementptr inbounds nuw i8, ptr %8, i64 %192
  %194 = load i32, ptr %193, align 4
  %195 = insertelement <8 x i32> poison, i32 %194, i64 0
  %196 = shufflevector <8 x i32> %195, <8 x i32> poison, <8 x i32> zeroinitializer
  %197 = add <8 x i32> %196, %82
  %198 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %190, <8 x i32> %197)
  %199 = shl nuw nsw i64 %148, 6
  %200 = or disjoint i64 %199, 16
  %201 = getelementptr inbounds nuw i8, ptr %8, i64 %200
  %202 = load i32, ptr %201, align 16
  %203 = insertelement <8 x i32> poison, i32 %202, i64 0
  %204 = shufflevector <8 x i32> %203, <8 x i32> poison, <8 x i32> zeroinitializer
  %205 = add <8 x i32> %204, %83
  %206 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %198, <8 x i32> %205)
  %207 = shl nuw nsw i64 %148, 6
  %208 = or disjoint i64 %207, 20
  %209 = getelementptr inbounds nuw i8, ptr %8, i64 %208
  %210 = load i32, ptr %209, align 4
  %211 = insertelement <8 x i32> poison, i32 %210, i64 0
  %212 = shufflevector <8 x i32> %211, <8 x i32> poison, <8 x i32> zeroinitializer
  %213 = add <8 x i32> %212, %84
  %214 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %206, <8 x i32> %213)
  %215 = shl nuw nsw i64 %148, 6
  %216 = or disjoint i64 %215, 24
  %217 = getelementptr inbounds nuw i8, ptr %8, i64 %216
  %218 = load i32, ptr %217, align 8
  %219 = insertelement <8 x i32> poison, i32 %218, i64 0
  %220 = shufflevector <8 x i32> %219, <8 x i32> poison, <8 x i32> zeroinitializer
  %221 = add <8 x i32> %220, %85
  %222 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %214, <8 x i32> %221)
  %223 = shl nuw nsw i64 %148, 6
  %224 = or disjoint i64 %223, 28
  %225 = getelementptr inbounds nuw i8, ptr %8, i64 %224
  %226 = load i32, ptr %225, align 4
  %227 = insertelement <8 x i32> poison, i32 %226, i64 0
  %228 = shufflevector <8 x i32> %227, <8 x i32> poison, <8 x i32> zeroinitializer
  %229 = add <8 x i32> %228, %86
  %230 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %222, <8 x i32> %229)
  %231 = fpext <8 x float> %166 to <8 x double>
  %232 = sub nsw <8 x i32> splat (i32 1048), %230
  %233 = zext <8 x i32> %232 to <8 x i64>
  %234 = shl <8 x i64> %233, splat (i64 52)
  %235 = bitcast <8 x i64> %234 to <8 x double>
  %236 = fmul <8 x double> %231, %235
  %237 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %236)
  %238 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %148, i64 0
  %239 = load double, ptr %238, align 64
  %240 = insertelement <8 x double> poison, double %239, i64 0
  %241 = shufflevector <8 x double> %240, <8 x double> poison, <8 x i32> zeroinitializer
  %242 = fmul <8 x double> %87, %241
  %243 = fmul <8 x double> %242, %235
  %244 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %243)
  %245 = fadd <8 x double> %237, %244
  %246 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %148, i64 1
  %247 = load double, ptr %246, align 8
  %248 = insertelement <8 x double> poison, double %247, i64 0
  %249 = shufflevector <8 x double> %248, <8 x double> poison, <8 x i32> zeroinitializer
  %250 = fmul <8 x double> %88, %249
  %251 = fmul <8 x double> %250, %235
  %252 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %251)
  %253 = fadd <8 x double> %245, %252
  %254 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %148, i64 2
  %255 = load double, ptr %254, align 16
  %256 = insertelement <8 x double> poison, double %255, i64 0
  %257 = shufflevector <8 x double> %256, <8 x double> poison, <8 x i32> zeroinitializer
  %258 = fmul <8 x double> %89, %257
  %259 = fmul <8 x double> %258, %235
  %260 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %259)
  %261 = fadd <8 x double> %253, %260
  %262 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %148, i64 3
  %263 = load double, ptr %262, align 8
  %264 = insertelement <8 x double> poison, double %263, i64 0
  %265 = shufflevector <8 x double> %264, <8 x double> poison, <8 x i32> zeroinitializer
  %266 = fmul <8 x double> %90, %265
  %267 = fmul <8 x double> %266, %235
  %268 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %267)
  %269 = fadd <8 x double> %261, %268
  %270 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %148, i64 4
  %271 = load double, ptr %270, align 32
  %272 = insertelement <8 x double> poison, double %271, i64 0
  %273 = shufflevector <8 x double> %272, <8 x double> poison, <8 x i32> zeroinitializer
  %274 = fmul <8 x double> %91, %273
  %275 = fmul <8 x double> %274, %235
  %276 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %275)
  %277 = fadd <8 x double> %269, %276
  %278 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %148, i64 5
  %279 = load double, ptr %278, align 8
  %280 = insertelement <8 x double> poison, double %279, i64 0
  %281 = shufflevector <8 x double> %280, <8 x double> poison, <8 x i32> zeroinitializer
  %282 = fmul <8 x double> %92, %281
  %283 = fmul <8 x double> %282, %235
  %284 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %283)
  %285 = fadd <8 x double> %277, %284
  %286 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %148, i64 6
  %287 = load double, ptr %286, align 16
  %288 = insertelement <8 x double> poison, double %287, i64 0
  %289 = shufflevector <8 x double> %288, <8 x double> poison, <8 x i32> zeroinitializer
  %290 = fmul <8 x double> %93, %289
  %291 = fmul <8 x double> %290, %235
  %292 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %291)
  %293 = fadd <8 x double> %285, %292
  %294 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %148, i64 7
  %295 = load double, ptr %294, align 8
  %296 = insertelement <8 x double> poison, double %295, i64 0
  %297 = shufflevector <8 x double> %296, <8 x double> poison, <8 x i32> zeroinitializer
  %298 = fmul <8 x double> %94, %297
  %299 = fmul <8 x double> %298, %235
  %300 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %299)
  %301 = fadd <8 x double> %293, %300
  %302 = add <8 x i32> %230, splat (i32 998)
  %303 = zext <8 x i32> %302 to <8 x i64>
  %304 = shl <8 x i64> %303, splat (i64 52)
  %305 = bitcast <8 x i64> %304 to <8 x double>
  %306 = fmul <8 x double> %301, %305
  %307 = fptrunc <8 x double> %306 to <8 x float>
  %308 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %306)
  %309 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %307)
  %310 = fpext <8 x float> %309 to <8 x double>
  %311 = fcmp olt <8 x double> %308, %310
  %312 = fcmp olt <8 x double> %308, splat (double 0x47F0000000000000)
  %313 = and <8 x i1> %312, %311
  %314 = bitcast <8 x float> %307 to <8 x i32>
  %315 = sext <8 x i1> %313 to <8 x i32>
  %316 = add <8 x i32> %315, %314
  %317 = and <8 x i32> %316, splat (i32 2147483647)
  %318 = icmp eq <8 x i32> %317, zeroinitializer
  %319 = select <8 x i1> %318, <8 x i32> zeroinitializer, <8 x i32> %316
  %320 = fcmp ord <8 x float> %307, zeroinitializer
  %321 = select <8 x i1> %320, <8 x i32> %319, <8 x i32> splat (i32 2147483647)
  %322 = shufflevector <8 x i32> %321, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %322, ptr %157, align 4
  %323 = shufflevector <8 x i32> %321, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %323, ptr %158, align 4
  %324 = add nuw nsw i64 %148, 1
  %325 = icmp eq i64 %324, 16
  br i1 %325, label %144, label %147

326:                                              ; preds = %144, %4
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %5) #5
  ret void
}

define internal fastcc void @bf16_2(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2, i32 noundef %3) unnamed_addr #1 {
  %5 = alloca %struct.operands, align 64
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %5) #5
  %6 = icmp sgt i32 %3, 0
  br i1 %6, label %7, label %496

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
  br i1 %188, label %43, label %496

189:                                              ; preds = %102, %189
  %190 = phi i64 [ 0, %102 ], [ %494, %189 ]
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
  %204 = and <8 x i32> %203, splat (i32 2147483647)
  %205 = lshr <8 x i32> %204, splat (i32 23)
  %206 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %205, <8 x i32> splat (i32 1))
  %207 = icmp eq <8 x i32> %204, zeroinitializer
  %208 = bitcast <8 x i32> %203 to <8 x float>
  %209 = add nsw <8 x i32> %206, splat (i32 -127)
  %210 = select <8 x i1> %207, <8 x i32> splat (i32 -133), <8 x i32> %209
  %211 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %190, i64 0
  %212 = load i32, ptr %211, align 64
  %213 = insertelement <8 x i32> poison, i32 %212, i64 0
  %214 = shufflevector <8 x i32> %213, <8 x i32> poison, <8 x i32> zeroinitializer
  %215 = add <8 x i32> %214, %104
  %216 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %210, <8 x i32> %215)
  %217 = shl nuw nsw i64 %190, 6
  %218 = or disjoint i64 %217, 4
  %219 = getelementptr inbounds nuw i8, ptr %8, i64 %218
  %220 = load i32, ptr %219, align 4
  %221 = insertelement <8 x i32> poison, i32 %220, i64 0
  %222 = shufflevector <8 x i32> %221, <8 x i32> poison, <8 x i32> zeroinitializer
  %223 = add <8 x i32> %222, %105
  %224 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %216, <8 x i32> %223)
  %225 = shl nuw nsw i64 %190, 6
  %226 = or disjoint i64 %225, 8
  %227 = getelementptr inbounds nuw i8, ptr %8, i64 %226
  %228 = load i32, ptr %227, align 8
  %229 = insertelement <8 x i32> poison, i32 %228, i64 0
  %230 = shufflevector <8 x i32> %229, <8 x i32> poison, <8 x i32> zeroinitializer
  %231 = add <8 x i32> %230, %106
  %232 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %224, <8 x i32> %231)
  %233 = shl nuw nsw i64 %190, 6
  %234 = or disjoint i64 %233, 12
  %235 = getelementptr inbounds nuw i8, ptr %8, i64 %234
  %236 = load i32, ptr %235, align 4
  %237 = insertelement <8 x i32> poison, i32 %236, i64 0
  %238 = shufflevector <8 x i32> %237, <8 x i32> poison, <8 x i32> zeroinitializer
  %239 = add <8 x i32> %238, %107
  %240 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %232, <8 x i32> %239)
  %241 = shl nuw nsw i64 %190, 6
  %242 = or disjoint i64 %241, 16
  %243 = getelementptr inbounds nuw i8, ptr %8, i64 %242
  %244 = load i32, ptr %243, align 16
  %245 = insertelement <8 x i32> poison, i32 %244, i64 0
  %246 = shufflevector <8 x i32> %245, <8 x i32> poison, <8 x i32> zeroinitializer
  %247 = add <8 x i32> %246, %108
  %248 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %240, <8 x i32> %247)
  %249 = shl nuw nsw i64 %190, 6
  %250 = or disjoint i64 %249, 20
  %251 = getelementptr inbounds nuw i8, ptr %8, i64 %250
  %252 = load i32, ptr %251, align 4
  %253 = insertelement <8 x i32> poison, i32 %252, i64 0
  %254 = shufflevector <8 x i32> %253, <8 x i32> poison, <8 x i32> zeroinitializer
  %255 = add <8 x i32> %254, %109
  %256 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %248, <8 x i32> %255)
  %257 = shl nuw nsw i64 %190, 6
  %258 = or disjoint i64 %257, 24
  %259 = getelementptr inbounds nuw i8, ptr %8, i64 %258
  %260 = load i32, ptr %259, align 8
  %261 = insertelement <8 x i32> poison, i32 %260, i64 0
  %262 = shufflevector <8 x i32> %261, <8 x i32> poison, <8 x i32> zeroinitializer
  %263 = add <8 x i32> %262, %110
  %264 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %256, <8 x i32> %263)
  %265 = shl nuw nsw i64 %190, 6
  %266 = or disjoint i64 %265, 28
  %267 = getelementptr inbounds nuw i8, ptr %8, i64 %266
  %268 = load i32, ptr %267, align 4
  %269 = insertelement <8 x i32> poison, i32 %268, i64 0
  %270 = shufflevector <8 x i32> %269, <8 x i32> poison, <8 x i32> zeroinitializer
  %271 = add <8 x i32> %270, %111
  %272 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %264, <8 x i32> %271)
  %273 = shl nuw nsw i64 %190, 6
  %274 = or disjoint i64 %273, 32
  %275 = getelementptr inbounds nuw i8, ptr %8, i64 %274
  %276 = load i32, ptr %275, align 32
  %277 = insertelement <8 x i32> poison, i32 %276, i64 0
  %278 = shufflevector <8 x i32> %277, <8 x i32> poison, <8 x i32> zeroinitializer
  %279 = add <8 x i32> %278, %112
  %280 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %272, <8 x i32> %279)
  %281 = shl nuw nsw i64 %190, 6
  %282 = or disjoint i64 %281, 36
  %283 = getelementptr inbounds nuw i8, ptr %8, i64 %282
  %284 = load i32, ptr %283, align 4
  %285 = insertelement <8 x i32> poison, i32 %284, i64 0
  %286 = shufflevector <8 x i32> %285, <8 x i32> poison, <8 x i32> zeroinitializer
  %287 = add <8 x i32> %286, %113
  %288 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %280, <8 x i32> %287)
  %289 = shl nuw nsw i64 %190, 6
  %290 = or disjoint i64 %289, 40
  %291 = getelementptr inbounds nuw i8, ptr %8, i64 %290
  %292 = load i32, ptr %291, align 8
  %293 = insertelement <8 x i32> poison, i32 %292, i64 0
  %294 = shufflevector <8 x i32> %293, <8 x i32> poison, <8 x i32> zeroinitializer
  %295 = add <8 x i32> %294, %114
  %296 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %288, <8 x i32> %295)
  %297 = shl nuw nsw i64 %190, 6
  %298 = or disjoint i64 %297, 44
  %299 = getelementptr inbounds nuw i8, ptr %8, i64 %298
  %300 = load i32, ptr %299, align 4
  %301 = insertelement <8 x i32> poison, i32 %300, i64 0
  %302 = shufflevector <8 x i32> %301, <8 x i32> poison, <8 x i32> zeroinitializer
  %303 = add <8 x i32> %302, %115
  %304 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %296, <8 x i32> %303)
  %305 = shl nuw nsw i64 %190, 6
  %306 = or disjoint i64 %305, 48
  %307 = getelementptr inbounds nuw i8, ptr %8, i64 %306
  %308 = load i32, ptr %307, align 16
  %309 = insertelement <8 x i32> poison, i32 %308, i64 0
  %310 = shufflevector <8 x i32> %309, <8 x i32> poison, <8 x i32> zeroinitializer
  %311 = add <8 x i32> %310, %116
  %312 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %304, <8 x i32> %311)
  %313 = shl nuw nsw i64 %190, 6
  %314 = or disjoint i64 %313, 52
  %315 = getelementptr inbounds nuw i8, ptr %8, i64 %314
  %316 = load i32, ptr %315, align 4
  %317 = insertelement <8 x i32> poison, i32 %316, i64 0
  %318 = shufflevector <8 x i32> %317, <8 x i32> poison, <8 x i32> zeroinitializer
  %319 = add <8 x i32> %318, %117
  %320 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %312, <8 x i32> %319)
  %321 = shl nuw nsw i64 %190, 6
  %322 = or disjoint i64 %321, 56
  %323 = getelementptr inbounds nuw i8, ptr %8, i64 %322
  %324 = load i32, ptr %323, align 8
  %325 = insertelement <8 x i32> poison, i32 %324, i64 0
  %326 = shufflevector <8 x i32> %325, <8 x i32> poison, <8 x i32> zeroinitializer
  %327 = add <8 x i32> %326, %118
  %328 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %320, <8 x i32> %327)
  %329 = shl nuw nsw i64 %190, 6
  %330 = or disjoint i64 %329, 60
  %331 = getelementptr inbounds nuw i8, ptr %8, i64 %330
  %332 = load i32, ptr %331, align 4
  %333 = insertelement <8 x i32> poison, i32 %332, i64 0
  %334 = shufflevector <8 x i32> %333, <8 x i32> poison, <8 x i32> zeroinitializer
  %335 = add <8 x i32> %334, %119
  %336 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %328, <8 x i32> %335)
  %337 = fpext <8 x float> %208 to <8 x double>
  %338 = sub nsw <8 x i32> splat (i32 1048), %336
  %339 = zext <8 x i32> %338 to <8 x i64>
  %340 = shl <8 x i64> %339, splat (i64 52)
  %341 = bitcast <8 x i64> %340 to <8 x double>
  %342 = fmul <8 x double> %337, %341
  %343 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %342)
  %344 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 0
  %345 = load double, ptr %344, align 64
  %346 = insertelement <8 x double> poison, double %345, i64 0
  %347 = shufflevector <8 x double> %346, <8 x double> poison, <8 x i32> zeroinitializer
  %348 = fmul <8 x double> %120, %347
  %349 = fmul <8 x double> %348, %341
  %350 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %349)
  %351 = fadd <8 x double> %343, %350
  %352 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 1
  %353 = load double, ptr %352, align 8
  %354 = insertelement <8 x double> poison, double %353, i64 0
  %355 = shufflevector <8 x double> %354, <8 x double> poison, <8 x i32> zeroinitializer
  %356 = fmul <8 x double> %121, %355
  %357 = fmul <8 x double> %356, %341
  %358 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %357)
  %359 = fadd <8 x double> %351, %358
  %360 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 2
  %361 = load double, ptr %360, align 16
  %362 = insertelement <8 x double> poison, double %361, i64 0
  %363 = shufflevector <8 x double> %362, <8 x double> poison, <8 x i32> zeroinitializer
  %364 = fmul <8 x double> %122, %363
  %365 = fmul <8 x double> %364, %341
  %366 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %365)
  %367 = fadd <8 x double> %359, %366
  %368 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 3
  %369 = load double, ptr %368, align 8
  %370 = insertelement <8 x double> poison, double %369, i64 0
  %371 = shufflevector <8 x double> %370, <8 x double> poison, <8 x i32> zeroinitializer
  %372 = fmul <8 x double> %123, %371
  %373 = fmul <8 x double> %372, %341
  %374 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %373)
  %375 = fadd <8 x double> %367, %374
  %376 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 4
  %377 = load double, ptr %376, align 32
  %378 = insertelement <8 x double> poison, double %377, i64 0
  %379 = shufflevector <8 x double> %378, <8 x double> poison, <8 x i32> zeroinitializer
  %380 = fmul <8 x double> %124, %379
  %381 = fmul <8 x double> %380, %341
  %382 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %381)
  %383 = fadd <8 x double> %375, %382
  %384 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 5
  %385 = load double, ptr %384, align 8
  %386 = insertelement <8 x double> poison, double %385, i64 0
  %387 = shufflevector <8 x double> %386, <8 x double> poison, <8 x i32> zeroinitializer
  %388 = fmul <8 x double> %125, %387
  %389 = fmul <8 x double> %388, %341
  %390 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %389)
  %391 = fadd <8 x double> %383, %390
  %392 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 6
  %393 = load double, ptr %392, align 16
  %394 = insertelement <8 x double> poison, double %393, i64 0
  %395 = shufflevector <8 x double> %394, <8 x double> poison, <8 x i32> zeroinitializer
  %396 = fmul <8 x double> %126, %395
  %397 = fmul <8 x double> %396, %341
  %398 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %397)
  %399 = fadd <8 x double> %391, %398
  %400 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 7
  %401 = load double, ptr %400, align 8
  %402 = insertelement <8 x double> poison, double %401, i64 0
  %403 = shufflevector <8 x double> %402, <8 x double> poison, <8 x i32> zeroinitializer
  %404 = fmul <8 x double> %127, %403
  %405 = fmul <8 x double> %404, %341
  %406 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %405)
  %407 = fadd <8 x double> %399, %406
  %408 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 8
  %409 = load double, ptr %408, align 64
  %410 = insertelement <8 x double> poison, double %409, i64 0
  %411 = shufflevector <8 x double> %410, <8 x double> poison, <8 x i32> zeroinitializer
  %412 = fmul <8 x double> %128, %411
  %413 = fmul <8 x double> %412, %341
  %414 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %413)
  %415 = fadd <8 x double> %407, %414
  %416 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 9
  %417 = load double, ptr %416, align 8
  %418 = insertelement <8 x double> poison, double %417, i64 0
  %419 = shufflevector <8 x double> %418, <8 x double> poison, <8 x i32> zeroinitializer
  %420 = fmul <8 x double> %129, %419
  %421 = fmul <8 x double> %420, %341
  %422 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %421)
  %423 = fadd <8 x double> %415, %422
  %424 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 10
  %425 = load double, ptr %424, align 16
  %426 = insertelement <8 x double> poison, double %425, i64 0
  %427 = shufflevector <8 x double> %426, <8 x double> poison, <8 x i32> zeroinitializer
  %428 = fmul <8 x double> %130, %427
  %429 = fmul <8 x double> %428, %341
  %430 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %429)
  %431 = fadd <8 x double> %423, %430
  %432 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 11
  %433 = load double, ptr %432, align 8
  %434 = insertelement <8 x double> poison, double %433, i64 0
  %435 = shufflevector <8 x double> %434, <8 x double> poison, <8 x i32> zeroinitializer
  %436 = fmul <8 x double> %131, %435
  %437 = fmul <8 x double> %436, %341
  %438 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %437)
  %439 = fadd <8 x double> %431, %438
  %440 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 12
  %441 = load double, ptr %440, align 32
  %442 = insertelement <8 x double> poison, double %441, i64 0
  %443 = shufflevector <8 x double> %442, <8 x double> poison, <8 x i32> zeroinitializer
  %444 = fmul <8 x double> %132, %443
  %445 = fmul <8 x double> %444, %341
  %446 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %445)
  %447 = fadd <8 x double> %439, %446
  %448 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 13
  %449 = load double, ptr %448, align 8
  %450 = insertelement <8 x double> poison, double %449, i64 0
  %451 = shufflevector <8 x double> %450, <8 x double> poison, <8 x i32> zeroinitializer
  %452 = fmul <8 x double> %133, %451
  %453 = fmul <8 x double> %452, %341
  %454 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %453)
  %455 = fadd <8 x double> %447, %454
  %456 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 14
  %457 = load double, ptr %456, align 16
  %458 = insertelement <8 x double> poison, double %457, i64 0
  %459 = shufflevector <8 x double> %458, <8 x double> poison, <8 x i32> zeroinitializer
  %460 = fmul <8 x double> %134, %459
  %461 = fmul <8 x double> %460, %341
  %462 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %461)
  %463 = fadd <8 x double> %455, %462
  %464 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %190, i64 15
  %465 = load double, ptr %464, align 8
  %466 = insertelement <8 x double> poison, double %465, i64 0
  %467 = shufflevector <8 x double> %466, <8 x double> poison, <8 x i32> zeroinitializer
  %468 = fmul <8 x double> %135, %467
  %469 = fmul <8 x double> %468, %341
  %470 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %469)
  %471 = fadd <8 x double> %463, %470
  %472 = add <8 x i32> %336, splat (i32 998)
  %473 = zext <8 x i32> %472 to <8 x i64>
  %474 = shl <8 x i64> %473, splat (i64 52)
  %475 = bitcast <8 x i64> %474 to <8 x double>
  %476 = fmul <8 x double> %471, %475
  %477 = fptrunc <8 x double> %476 to <8 x float>
  %478 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %476)
  %479 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %477)
  %480 = fpext <8 x float> %479 to <8 x double>
  %481 = fcmp olt <8 x double> %478, %480
  %482 = fcmp olt <8 x double> %478, splat (double 0x47F0000000000000)
  %483 = and <8 x i1> %482, %481
  %484 = bitcast <8 x float> %477 to <8 x i32>
  %485 = sext <8 x i1> %483 to <8 x i32>
  %486 = add <8 x i32> %485, %484
  %487 = and <8 x i32> %486, splat (i32 2147483647)
  %488 = icmp eq <8 x i32> %487, zeroinitializer
  %489 = select <8 x i1> %488, <8 x i32> zeroinitializer, <8 x i32> %486
  %490 = fcmp ord <8 x float> %477, zeroinitializer
  %491 = select <8 x i1> %490, <8 x i32> %489, <8 x i32> splat (i32 2147483647)
  %492 = shufflevector <8 x i32> %491, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %492, ptr %199, align 4
  %493 = shufflevector <8 x i32> %491, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %493, ptr %200, align 4
  %494 = add nuw nsw i64 %190, 1
  %495 = icmp eq i64 %494, 16
  br i1 %495, label %186, label %189

496:                                              ; preds = %186, %4
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %5) #5
  ret void
}

define internal fastcc void @tf32_1(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2, i32 noundef %3) unnamed_addr #1 {
  %5 = alloca %struct.operands, align 64
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %5) #5
  %6 = icmp sgt i32 %3, 0
  br i1 %6, label %7, label %227

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
  br i1 %111, label %19, label %227

112:                                              ; preds = %60, %112
  %113 = phi i64 [ 0, %60 ], [ %225, %112 ]
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
  %127 = and <8 x i32> %126, splat (i32 2147483647)
  %128 = lshr <8 x i32> %127, splat (i32 23)
  %129 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %128, <8 x i32> splat (i32 1))
  %130 = icmp eq <8 x i32> %127, zeroinitializer
  %131 = bitcast <8 x i32> %126 to <8 x float>
  %132 = add nsw <8 x i32> %129, splat (i32 -127)
  %133 = select <8 x i1> %130, <8 x i32> splat (i32 -133), <8 x i32> %132
  %134 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %113, i64 0
  %135 = load i32, ptr %134, align 64
  %136 = insertelement <8 x i32> poison, i32 %135, i64 0
  %137 = shufflevector <8 x i32> %136, <8 x i32> poison, <8 x i32> zeroinitializer
  %138 = add <8 x i32> %137, %69
  %139 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %133, <8 x i32> %138)
  %140 = shl nuw nsw i64 %113, 6
  %141 = or disjoint i64 %140, 4
  %142 = getelementptr inbounds nuw i8, ptr %8, i64 %141
  %143 = load i32, ptr %142, align 4
  %144 = insertelement <8 x i32> poison, i32 %143, i64 0
  %145 = shufflevector <8 x i32> %144, <8 x i32> poison, <8 x i32> zeroinitializer
  %146 = add <8 x i32> %145, %62
  %147 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %139, <8 x i32> %146)
  %148 = shl nuw nsw i64 %113, 6
  %149 = or disjoint i64 %148, 8
  %150 = getelementptr inbounds nuw i8, ptr %8, i64 %149
  %151 = load i32, ptr %150, align 8
  %152 = insertelement <8 x i32> poison, i32 %151, i64 0
  %153 = shufflevector <8 x i32> %152, <8 x i32> poison, <8 x i32> zeroinitializer
  %154 = add <8 x i32> %153, %63
  %155 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %147, <8 x i32> %154)
  %156 = shl nuw nsw i64 %113, 6
  %157 = or disjoint i64 %156, 12
  %158 = getelementptr inbounds nuw i8, ptr %8, i64 %157
  %159 = load i32, ptr %158, align 4
  %160 = insertelement <8 x i32> poison, i32 %159, i64 0
  %161 = shufflevector <8 x i32> %160, <8 x i32> poison, <8 x i32> zeroinitializer
  %162 = add <8 x i32> %161, %64
  %163 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %155, <8 x i32> %162)
  %164 = fpext <8 x float> %131 to <8 x double>
  %165 = sub nsw <8 x i32> splat (i32 1048), %163
  %166 = zext <8 x i32> %165 to <8 x i64>
  %167 = shl <8 x i64> %166, splat (i64 52)
  %168 = bitcast <8 x i64> %167 to <8 x double>
  %169 = fmul <8 x double> %164, %168
  %170 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %169)
  %171 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %113, i64 0
  %172 = load double, ptr %171, align 64
  %173 = insertelement <8 x double> poison, double %172, i64 0
  %174 = shufflevector <8 x double> %173, <8 x double> poison, <8 x i32> zeroinitializer
  %175 = fmul <8 x double> %65, %174
  %176 = fmul <8 x double> %175, %168
  %177 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %176)
  %178 = fadd <8 x double> %170, %177
  %179 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %113, i64 1
  %180 = load double, ptr %179, align 8
  %181 = insertelement <8 x double> poison, double %180, i64 0
  %182 = shufflevector <8 x double> %181, <8 x double> poison, <8 x i32> zeroinitializer
  %183 = fmul <8 x double> %66, %182
  %184 = fmul <8 x double> %183, %168
  %185 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %184)
  %186 = fadd <8 x double> %178, %185
  %187 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %113, i64 2
  %188 = load double, ptr %187, align 16
  %189 = insertelement <8 x double> poison, double %188, i64 0
  %190 = shufflevector <8 x double> %189, <8 x double> poison, <8 x i32> zeroinitializer
  %191 = fmul <8 x double> %67, %190
  %192 = fmul <8 x double> %191, %168
  %193 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %192)
  %194 = fadd <8 x double> %186, %193
  %195 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %113, i64 3
  %196 = load double, ptr %195, align 8
  %197 = insertelement <8 x double> poison, double %196, i64 0
  %198 = shufflevector <8 x double> %197, <8 x double> poison, <8 x i32> zeroinitializer
  %199 = fmul <8 x double> %68, %198
  %200 = fmul <8 x double> %199, %168
  %201 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %200)
  %202 = fadd <8 x double> %194, %201
  %203 = add <8 x i32> %163, splat (i32 998)
  %204 = zext <8 x i32> %203 to <8 x i64>
  %205 = shl <8 x i64> %204, splat (i64 52)
  %206 = bitcast <8 x i64> %205 to <8 x double>
  %207 = fmul <8 x double> %202, %206
  %208 = fptrunc <8 x double> %207 to <8 x float>
  %209 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %207)
  %210 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %208)
  %211 = fpext <8 x float> %210 to <8 x double>
  %212 = fcmp olt <8 x double> %209, %211
  %213 = fcmp olt <8 x double> %209, splat (double 0x47F0000000000000)
  %214 = and <8 x i1> %213, %212
  %215 = bitcast <8 x float> %208 to <8 x i32>
  %216 = sext <8 x i1> %214 to <8 x i32>
  %217 = add <8 x i32> %216, %215
  %218 = and <8 x i32> %217, splat (i32 2147483647)
  %219 = icmp eq <8 x i32> %218, zeroinitializer
  %220 = select <8 x i1> %219, <8 x i32> zeroinitializer, <8 x i32> %217
  %221 = fcmp ord <8 x float> %208, zeroinitializer
  %222 = select <8 x i1> %221, <8 x i32> %220, <8 x i32> splat (i32 2147483647)
  %223 = shufflevector <8 x i32> %222, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %223, ptr %122, align 4
  %224 = shufflevector <8 x i32> %222, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %224, ptr %123, align 4
  %225 = add nuw nsw i64 %113, 1
  %226 = icmp eq i64 %225, 16
  br i1 %226, label %109, label %112

227:                                              ; preds = %109, %4
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %5) #5
  ret void
}

define internal fastcc void @tf32_2(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2, i32 noundef %3) unnamed_addr #1 {
  %5 = alloca %struct.operands, align 64
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %5) #5
  %6 = icmp sgt i32 %3, 0
  br i1 %6, label %7, label %317

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
  br i1 %137, label %27, label %317

138:                                              ; preds = %77, %138
  %139 = phi i64 [ 0, %77 ], [ %315, %138 ]
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
  %153 = and <8 x i32> %152, splat (i32 2147483647)
  %154 = lshr <8 x i32> %153, splat (i32 23)
  %155 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %154, <8 x i32> splat (i32 1))
  %156 = icmp eq <8 x i32> %153, zeroinitializer
  %157 = bitcast <8 x i32> %152 to <8 x float>
  %158 = add nsw <8 x i32> %155, splat (i32 -127)
  %159 = select <8 x i1> %156, <8 x i32> splat (i32 -133), <8 x i32> %158
  %160 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %139, i64 0
  %161 = load i32, ptr %160, align 64
  %162 = insertelement <8 x i32> poison, i32 %161, i64 0
  %163 = shufflevector <8 x i32> %162, <8 x i32> poison, <8 x i32> zeroinitializer
  %164 = add <8 x i32> %163, %79
  %165 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %159, <8 x i32> %164)
  %166 = shl nuw nsw i64 %139, 6
  %167 = or disjoint i64 %166, 4
  %168 = getelementptr inbounds nuw i8, ptr %8, i64 %167
  %169 = load i32, ptr %168, align 4
  %170 = insertelement <8 x i32> poison, i32 %169, i64 0
  %171 = shufflevector <8 x i32> %170, <8 x i32> poison, <8 x i32> zeroinitializer
  %172 = add <8 x i32> %171, %80
  %173 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %165, <8 x i32> %172)
  %174 = shl nuw nsw i64 %139, 6
  %175 = or disjoint i64 %174, 8
  %176 = getelementptr inbounds nuw i8, ptr %8, i64 %175
  %177 = load i32, ptr %176, align 8
  %178 = insertelement <8 x i32> poison, i32 %177, i64 0
  %179 = shufflevector <8 x i32> %178, <8 x i32> poison, <8 x i32> zeroinitializer
  %180 = add <8 x i32> %179, %81
  %181 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %173, <8 x i32> %180)
  %182 = shl nuw nsw i64 %139, 6
  %183 = or disjoint i64 %182, 12
  %184 = getelementptr inbounds nuw i8, ptr %8, i64 %183
  %185 = load i32, ptr %184, align 4
  %186 = insertelement <8 x i32> poison, i32 %185, i64 0
  %187 = shufflevector <8 x i32> %186, <8 x i32> poison, <8 x i32> zeroinitializer
  %188 = add <8 x i32> %187, %82
  %189 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %181, <8 x i32> %188)
  %190 = shl nuw nsw i64 %139, 6
  %191 = or disjoint i64 %190, 16
  %192 = getelementptr inbounds nuw i8, ptr %8, i64 %191
  %193 = load i32, ptr %192, align 16
  %194 = insertelement <8 x i32> poison, i32 %193, i64 0
  %195 = shufflevector <8 x i32> %194, <8 x i32> poison, <8 x i32> zeroinitializer
  %196 = add <8 x i32> %195, %83
  %197 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %189, <8 x i32> %196)
  %198 = shl nuw nsw i64 %139, 6
  %199 = or disjoint i64 %198, 20
  %200 = getelementptr inbounds nuw i8, ptr %8, i64 %199
  %201 = load i32, ptr %200, align 4
  %202 = insertelement <8 x i32> poison, i32 %201, i64 0
  %203 = shufflevector <8 x i32> %202, <8 x i32> poison, <8 x i32> zeroinitializer
  %204 = add <8 x i32> %203, %84
  %205 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %197, <8 x i32> %204)
  %206 = shl nuw nsw i64 %139, 6
  %207 = or disjoint i64 %206, 24
  %208 = getelementptr inbounds nuw i8, ptr %8, i64 %207
  %209 = load i32, ptr %208, align 8
  %210 = insertelement <8 x i32> poison, i32 %209, i64 0
  %211 = shufflevector <8 x i32> %210, <8 x i32> poison, <8 x i32> zeroinitializer
  %212 = add <8 x i32> %211, %85
  %213 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %205, <8 x i32> %212)
  %214 = shl nuw nsw i64 %139, 6
  %215 = or disjoint i64 %214, 28
  %216 = getelementptr inbounds nuw i8, ptr %8, i64 %215
  %217 = load i32, ptr %216, align 4
  %218 = insertelement <8 x i32> poison, i32 %217, i64 0
  %219 = shufflevector <8 x i32> %218, <8 x i32> poison, <8 x i32> zeroinitializer
  %220 = add <8 x i32> %219, %86
  %221 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %213, <8 x i32> %220)
  %222 = fpext <8 x float> %157 to <8 x double>
  %223 = sub nsw <8 x i32> splat (i32 1048), %221
  %224 = zext <8 x i32> %223 to <8 x i64>
  %225 = shl <8 x i64> %224, splat (i64 52)
  %226 = bitcast <8 x i64> %225 to <8 x double>
  %227 = fmul <8 x double> %222, %226
  %228 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %227)
  %229 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %139, i64 0
  %230 = load double, ptr %229, align 64
  %231 = insertelement <8 x double> poison, double %230, i64 0
  %232 = shufflevector <8 x double> %231, <8 x double> poison, <8 x i32> zeroinitializer
  %233 = fmul <8 x double> %87, %232
  %234 = fmul <8 x double> %233, %226
  %235 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %234)
  %236 = fadd <8 x double> %228, %235
  %237 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %139, i64 1
  %238 = load double, ptr %237, align 8
  %239 = insertelement <8 x double> poison, double %238, i64 0
  %240 = shufflevector <8 x double> %239, <8 x double> poison, <8 x i32> zeroinitializer
  %241 = fmul <8 x double> %88, %240
  %242 = fmul <8 x double> %241, %226
  %243 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %242)
  %244 = fadd <8 x double> %236, %243
  %245 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %139, i64 2
  %246 = load double, ptr %245, align 16
  %247 = insertelement <8 x double> poison, double %246, i64 0
  %248 = shufflevector <8 x double> %247, <8 x double> poison, <8 x i32> zeroinitializer
  %249 = fmul <8 x double> %89, %248
  %250 = fmul <8 x double> %249, %226
  %251 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %250)
  %252 = fadd <8 x double> %244, %251
  %253 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %139, i64 3
  %254 = load double, ptr %253, align 8
  %255 = insertelement <8 x double> poison, double %254, i64 0
  %256 = shufflevector <8 x double> %255, <8 x double> poison, <8 x i32> zeroinitializer
  %257 = fmul <8 x double> %90, %256
  %258 = fmul <8 x double> %257, %226
  %259 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %258)
  %260 = fadd <8 x double> %252, %259
  %261 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %139, i64 4
  %262 = load double, ptr %261, align 32
  %263 = insertelement <8 x double> poison, double %262, i64 0
  %264 = shufflevector <8 x double> %263, <8 x double> poison, <8 x i32> zeroinitializer
  %265 = fmul <8 x double> %91, %264
  %266 = fmul <8 x double> %265, %226
  %267 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %266)
  %268 = fadd <8 x double> %260, %267
  %269 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %139, i64 5
  %270 = load double, ptr %269, align 8
  %271 = insertelement <8 x double> poison, double %270, i64 0
  %272 = shufflevector <8 x double> %271, <8 x double> poison, <8 x i32> zeroinitializer
  %273 = fmul <8 x double> %92, %272
  %274 = fmul <8 x double> %273, %226
  %275 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %274)
  %276 = fadd <8 x double> %268, %275
  %277 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %139, i64 6
  %278 = load double, ptr %277, align 16
  %279 = insertelement <8 x double> poison, double %278, i64 0
  %280 = shufflevector <8 x double> %279, <8 x double> poison, <8 x i32> zeroinitializer
  %281 = fmul <8 x double> %93, %280
  %282 = fmul <8 x double> %281, %226
  %283 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %282)
  %284 = fadd <8 x double> %276, %283
  %285 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %139, i64 7
  %286 = load double, ptr %285, align 8
  %287 = insertelement <8 x double> poison, double %286, i64 0
  %288 = shufflevector <8 x double> %287, <8 x double> poison, <8 x i32> zeroinitializer
  %289 = fmul <8 x double> %94, %288
  %290 = fmul <8 x double> %289, %226
  %291 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %290)
  %292 = fadd <8 x double> %284, %291
  %293 = add <8 x i32> %221, splat (i32 998)
  %294 = zext <8 x i32> %293 to <8 x i64>
  %295 = shl <8 x i64> %294, splat (i64 52)
  %296 = bitcast <8 x i64> %295 to <8 x double>
  %297 = fmul <8 x double> %292, %296
  %298 = fptrunc <8 x double> %297 to <8 x float>
  %299 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %297)
  %300 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %298)
  %301 = fpext <8 x float> %300 to <8 x double>
  %302 = fcmp olt <8 x double> %299, %301
  %303 = fcmp olt <8 x double> %299, splat (double 0x47F0000000000000)
  %304 = and <8 x i1> %303, %302
  %305 = bitcast <8 x float> %298 to <8 x i32>
  %306 = sext <8 x i1> %304 to <8 x i32>
  %307 = add <8 x i32> %306, %305
  %308 = and <8 x i32> %307, splat (i32 2147483647)
  %309 = icmp eq <8 x i32> %308, zeroinitializer
  %310 = select <8 x i1> %309, <8 x i32> zeroinitializer, <8 x i32> %307
  %311 = fcmp ord <8 x float> %298, zeroinitializer
  %312 = select <8 x i1> %311, <8 x i32> %310, <8 x i32> splat (i32 2147483647)
  %313 = shufflevector <8 x i32> %312, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %313, ptr %148, align 4
  %314 = shufflevector <8 x i32> %312, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %314, ptr %149, align 4
  %315 = add nuw nsw i64 %139, 1
  %316 = icmp eq i64 %315, 16
  br i1 %316, label %135, label %138

317:                                              ; preds = %135, %4
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
