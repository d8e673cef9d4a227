; f9b3fb6c534be93a24657980986f218cdd4d91618b0aa080bc98b74ab30c43f7
%struct.plan = type { i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32 }
%struct.operands = type { [16 x [16 x double]], [16 x [16 x i32]], [16 x <8 x double>], [16 x <8 x i32>] }

@plan = external local_unnamed_addr constant %struct.plan, align 4

define noundef zeroext i1 @multiply_fragments(ptr noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef %4, i32 noundef %5, i32 noundef %6, i64 noundef %7) local_unnamed_addr #0 {
  %9 = lshr i32 %1, 8
  %10 = and i32 %9, 255
  %11 = trunc i32 %1 to i8
  switch i8 %11, label %27 [
    i8 16, label %12
    i8 17, label %13
    i8 18, label %14
    i8 19, label %15
    i8 20, label %16
    i8 21, label %17
    i8 23, label %18
    i8 22, label %19
    i8 25, label %22
    i8 24, label %23
    i8 27, label %26
  ]

12:                                               ; preds = %8
  tail call fastcc void @f16_1(ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef %5)
  br label %30

13:                                               ; preds = %8
  tail call fastcc void @f16_2(ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef %5)
  br label %30

14:                                               ; preds = %8
  tail call fastcc void @bf16_1(ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef %5)
  br label %30

15:                                               ; preds = %8
  tail call fastcc void @bf16_2(ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef %5)
  br label %30

16:                                               ; preds = %8
  tail call fastcc void @tf32_1(ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef %5)
  br label %30

17:                                               ; preds = %8
  tail call fastcc void @tf32_2(ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef %5)
  br label %30

18:                                               ; preds = %8
  br label %19

19:                                               ; preds = %8, %18
  %20 = phi i1 [ false, %8 ], [ true, %18 ]
  %21 = tail call fastcc zeroext i1 @f16_shared(ptr noundef %0, i1 noundef zeroext %20, i32 noundef %10, i32 noundef %1, ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef %5, i32 noundef %6, i64 noundef %7)
  br label %30

22:                                               ; preds = %8
  br label %23

23:                                               ; preds = %8, %22
  %24 = phi i1 [ false, %8 ], [ true, %22 ]
  %25 = tail call fastcc zeroext i1 @bf16_shared(ptr noundef %0, i1 noundef zeroext %24, i32 noundef %10, i32 noundef %1, ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef %5, i32 noundef %6, i64 noundef %7)
  br label %30

26:                                               ; preds = %8
  br label %27

27:                                               ; preds = %8, %26
  %28 = phi i1 [ false, %8 ], [ true, %26 ]
  %29 = tail call fastcc zeroext i1 @tf32_shared(ptr noundef %0, i1 noundef zeroext %28, i32 noundef %10, i32 noundef %1, ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef %5, i32 noundef %6, i64 noundef %7)
  br label %30

30:                                               ; preds = %12, %13, %14, %15, %16, %17, %27, %23, %19
  %31 = phi i1 [ %29, %27 ], [ %25, %23 ], [ %21, %19 ], [ false, %17 ], [ false, %16 ], [ false, %15 ], [ false, %14 ], [ false, %13 ], [ false, %12 ]
  ret i1 %31
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

define internal fastcc void @f16_1(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2, i32 noundef %3) unnamed_addr #2 {
  %5 = alloca %struct.operands, align 64
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %5) #8
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

27:                                               ; preds = %7, %336
  %28 = phi i64 [ 0, %7 ], [ %337, %336 ]
  %29 = getelementptr inbounds nuw i32, ptr %0, i64 %28
  br label %30

30:                                               ; preds = %36, %27
  %31 = phi i64 [ 0, %27 ], [ %37, %36 ]
  %32 = mul nuw nsw i64 %31, %9
  %33 = getelementptr inbounds nuw i32, ptr %29, i64 %32
  %34 = shl i64 %31, 3
  %35 = and i64 %31, 1073741822
  br label %39

36:                                               ; preds = %47
  %37 = add nuw nsw i64 %31, 1
  %38 = icmp eq i64 %37, 2
  br i1 %38, label %82, label %30

39:                                               ; preds = %47, %30
  %40 = phi i64 [ 0, %30 ], [ %48, %47 ]
  %41 = getelementptr inbounds nuw i32, ptr %33, i64 %40
  %42 = load <8 x i32>, ptr %41, align 4
  %43 = lshr exact i64 %40, 2
  %44 = or disjoint i64 %43, %34
  %45 = lshr <8 x i32> %42, splat (i32 16)
  %46 = or disjoint i64 %44, 1
  br label %50

47:                                               ; preds = %50
  %48 = add nuw nsw i64 %40, 8
  %49 = icmp samesign ult i64 %40, 24
  br i1 %49, label %39, label %36

50:                                               ; preds = %50, %39
  %51 = phi <8 x i32> [ %42, %39 ], [ %45, %50 ]
  %52 = phi i1 [ true, %39 ], [ false, %50 ]
  %53 = phi i64 [ 0, %39 ], [ 1, %50 ]
  %54 = or disjoint i64 %53, %35
  %55 = shl nuw nsw i64 %54, 2
  %56 = shl <8 x i32> %51, splat (i32 16)
  %57 = and <8 x i32> %51, splat (i32 32767)
  %58 = icmp samesign ugt <8 x i32> %57, splat (i32 31743)
  %59 = select <8 x i1> %58, <8 x i32> splat (i32 2139095040), <8 x i32> zeroinitializer
  %60 = shl nuw nsw <8 x i32> %57, splat (i32 13)
  %61 = bitcast <8 x i32> %60 to <8 x float>
  %62 = fmul <8 x float> %61, splat (float 0x46F0000000000000)
  %63 = bitcast <8 x float> %62 to <8 x i32>
  %64 = or <8 x i32> %59, %63
  %65 = and <8 x i32> %56, splat (i32 -2147483648)
  %66 = lshr <8 x i32> %64, splat (i32 23)
  %67 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %66, <8 x i32> splat (i32 113))
  %68 = add nsw <8 x i32> %67, splat (i32 -127)
  %69 = icmp eq <8 x i32> %64, zeroinitializer
  %70 = select <8 x i1> %69, <8 x i32> splat (i32 -5000), <8 x i32> %68
  %71 = or <8 x i32> %64, %65
  %72 = bitcast <8 x i32> %71 to <8 x float>
  %73 = fpext <8 x float> %72 to <8 x double>
  %74 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %44, i64 %55
  %75 = shufflevector <8 x double> %73, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %75, ptr %74, align 32
  %76 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %44, i64 %55
  %77 = shufflevector <8 x i32> %70, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %77, ptr %76, align 16
  %78 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %46, i64 %55
  %79 = shufflevector <8 x double> %73, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %79, ptr %78, align 32
  %80 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %46, i64 %55
  %81 = shufflevector <8 x i32> %70, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %81, ptr %80, align 16
  br i1 %52, label %50, label %47

82:                                               ; preds = %36
  %83 = getelementptr inbounds nuw i32, ptr %1, i64 %28
  br label %102

84:                                               ; preds = %129
  %85 = getelementptr inbounds nuw i32, ptr %2, i64 %28
  %86 = load <8 x i32>, ptr %10, align 64
  %87 = load <8 x i32>, ptr %13, align 32
  %88 = load <8 x i32>, ptr %14, align 64
  %89 = load <8 x i32>, ptr %15, align 32
  %90 = load <8 x i32>, ptr %16, align 64
  %91 = load <8 x i32>, ptr %17, align 32
  %92 = load <8 x i32>, ptr %18, align 64
  %93 = load <8 x i32>, ptr %19, align 32
  %94 = load <8 x double>, ptr %11, align 64
  %95 = load <8 x double>, ptr %20, align 64
  %96 = load <8 x double>, ptr %21, align 64
  %97 = load <8 x double>, ptr %22, align 64
  %98 = load <8 x double>, ptr %23, align 64
  %99 = load <8 x double>, ptr %24, align 64
  %100 = load <8 x double>, ptr %25, align 64
  %101 = load <8 x double>, ptr %26, align 64
  br label %157

102:                                              ; preds = %129, %82
  %103 = phi i64 [ 0, %82 ], [ %130, %129 ]
  %104 = getelementptr inbounds nuw i32, ptr %83, i64 %103
  %105 = load i32, ptr %104, align 4
  %106 = insertelement <8 x i32> poison, i32 %105, i64 0
  %107 = getelementptr inbounds nuw i8, ptr %104, i64 16
  %108 = load i32, ptr %107, align 4
  %109 = insertelement <8 x i32> %106, i32 %108, i64 1
  %110 = getelementptr inbounds nuw i8, ptr %104, i64 32
  %111 = load i32, ptr %110, align 4
  %112 = insertelement <8 x i32> %109, i32 %111, i64 2
  %113 = getelementptr inbounds nuw i8, ptr %104, i64 48
  %114 = load i32, ptr %113, align 4
  %115 = insertelement <8 x i32> %112, i32 %114, i64 3
  %116 = getelementptr inbounds nuw i8, ptr %104, i64 64
  %117 = load i32, ptr %116, align 4
  %118 = insertelement <8 x i32> %115, i32 %117, i64 4
  %119 = getelementptr inbounds nuw i8, ptr %104, i64 80
  %120 = load i32, ptr %119, align 4
  %121 = insertelement <8 x i32> %118, i32 %120, i64 5
  %122 = getelementptr inbounds nuw i8, ptr %104, i64 96
  %123 = load i32, ptr %122, align 4
  %124 = insertelement <8 x i32> %121, i32 %123, i64 6
  %125 = getelementptr inbounds nuw i8, ptr %104, i64 112
  %126 = load i32, ptr %125, align 4
  %127 = insertelement <8 x i32> %124, i32 %126, i64 7
  %128 = lshr <8 x i32> %127, splat (i32 16)
  br label %132

129:                                              ; preds = %132
  %130 = add nuw nsw i64 %103, 1
  %131 = icmp eq i64 %130, 4
  br i1 %131, label %84, label %102

132:                                              ; preds = %132, %102
  %133 = phi <8 x i32> [ %127, %102 ], [ %128, %132 ]
  %134 = phi i1 [ true, %102 ], [ false, %132 ]
  %135 = phi i64 [ 0, %102 ], [ 4, %132 ]
  %136 = add nuw nsw i64 %135, %103
  %137 = getelementptr inbounds nuw [16 x <8 x i32>], ptr %10, i64 0, i64 %136
  %138 = shl <8 x i32> %133, splat (i32 16)
  %139 = and <8 x i32> %133, splat (i32 32767)
  %140 = icmp samesign ugt <8 x i32> %139, splat (i32 31743)
  %141 = select <8 x i1> %140, <8 x i32> splat (i32 2139095040), <8 x i32> zeroinitializer
  %142 = shl nuw nsw <8 x i32> %139, splat (i32 13)
  %143 = bitcast <8 x i32> %142 to <8 x float>
  %144 = fmul <8 x float> %143, splat (float 0x46F0000000000000)
  %145 = bitcast <8 x float> %144 to <8 x i32>
  %146 = or <8 x i32> %141, %145
  %147 = and <8 x i32> %138, splat (i32 -2147483648)
  %148 = lshr <8 x i32> %146, splat (i32 23)
  %149 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %148, <8 x i32> splat (i32 113))
  %150 = add nsw <8 x i32> %149, splat (i32 -127)
  %151 = icmp eq <8 x i32> %146, zeroinitializer
  %152 = select <8 x i1> %151, <8 x i32> splat (i32 -5000), <8 x i32> %150
  store <8 x i32> %152, ptr %137, align 32
  %153 = or <8 x i32> %146, %147
  %154 = bitcast <8 x i32> %153 to <8 x float>
  %155 = fpext <8 x float> %154 to <8 x double>
  %156 = getelementptr inbounds nuw [16 x <8 x double>], ptr %11, i64 0, i64 %136
  store <8 x double> %155, ptr %156, align 64
  br i1 %134, label %132, label %129

157:                                              ; preds = %84, %157
  %158 = phi i64 [ 0, %84 ], [ %334, %157 ]
  %159 = trunc nuw nsw i64 %158 to i32
  %160 = lshr i32 %159, 2
  %161 = and i32 %160, 2
  %162 = mul nuw nsw i32 %161, %3
  %163 = zext nneg i32 %162 to i64
  %164 = getelementptr inbounds nuw i32, ptr %85, i64 %163
  %165 = shl i64 %158, 2
  %166 = and i64 %165, 28
  %167 = getelementptr inbounds nuw i32, ptr %164, i64 %166
  %168 = getelementptr inbounds nuw i32, ptr %167, i64 %9
  %169 = load <4 x i32>, ptr %167, align 4
  %170 = load <4 x i32>, ptr %168, align 4
  %171 = shufflevector <4 x i32> %169, <4 x i32> %170, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %172 = and <8 x i32> %171, splat (i32 2147483647)
  %173 = lshr <8 x i32> %172, splat (i32 23)
  %174 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %173, <8 x i32> splat (i32 1))
  %175 = icmp eq <8 x i32> %172, zeroinitializer
  %176 = bitcast <8 x i32> %171 to <8 x float>
  %177 = add nsw <8 x i32> %174, splat (i32 -127)
  %178 = select <8 x i1> %175, <8 x i32> splat (i32 -133), <8 x i32> %177
  %179 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %158, i64 0
  %180 = load i32, ptr %179, align 64
  %181 = insertelement <8 x i32> poison, i32 %180, i64 0
  %182 = shufflevector <8 x i32> %181, <8 x i32> poison, <8 x i32> zeroinitializer
  %183 = add <8 x i32> %182, %86
  %184 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %178, <8 x i32> %183)
  %185 = shl nuw nsw i64 %158, 6
  %186 = or disjoint i64 %185, 4
  %187 = getelementptr inbounds nuw i8, ptr %8, i64 %186
  %188 = load i32, ptr %187, align 4
  %189 = insertelement <8 x i32> poison, i32 %188, i64 0
  %190 = shufflevector <8 x i32> %189, <8 x i32> poison, <8 x i32> zeroinitializer
  %191 = add <8 x i32> %190, %87
  %192 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %184, <8 x i32> %191)
  %193 = shl nuw nsw i64 %158, 6
  %194 = or disjoint i64 %193, 8
  %195 = getelementptr inbounds nuw i8, ptr %8, i64 %194
  %196 = load i32, ptr %195, align 8
  %197 = insertelement <8 x i32> poison, i32 %196, i64 0
  %198 = shufflevector <8 x i32> %197, <8 x i32> poison, <8 x i32> zeroinitializer
  %199 = add <8 x i32> %198, %88
  %200 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %192, <8 x i32> %199)
  %201 = shl nuw nsw i64 %158, 6
  %202 = or disjoint i64 %201, 12
  %203 = getelementptr inbounds nuw i8, ptr %8, i64 %202
  %204 = load i32, ptr %203, align 4
  %205 = insertelement <8 x i32> poison, i32 %204, i64 0
  %206 = shufflevector <8 x i32> %205, <8 x i32> poison, <8 x i32> zeroinitializer
  %207 = add <8 x i32> %206, %89
  %208 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %200, <8 x i32> %207)
  %209 = shl nuw nsw i64 %158, 6
  %210 = or disjoint i64 %209, 16
  %211 = getelementptr inbounds nuw i8, ptr %8, i64 %210
  %212 = load i32, ptr %211, align 16
  %213 = insertelement <8 x i32> poison, i32 %212, i64 0
  %214 = shufflevector <8 x i32> %213, <8 x i32> poison, <8 x i32> zeroinitializer
  %215 = add <8 x i32> %214, %90
  %216 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %208, <8 x i32> %215)
  %217 = shl nuw nsw i64 %158, 6
  %218 = or disjoint i64 %217, 20
  %219 = getelementptr inbounds nuw i8, ptr %8, i64 %218
  %220 = load i32, ptr %219, align 4
  %221 = insertelement <8 x i32> poison, i32 %220, i64 0
  %222 = shufflevector <8 x i32> %221, <8 x i32> poison, <8 x i32> zeroinitializer
  %223 = add <8 x i32> %222, %91
  %224 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %216, <8 x i32> %223)
  %225 = shl nuw nsw i64 %158, 6
  %226 = or disjoint i64 %225, 24
  %227 = getelementptr inbounds nuw i8, ptr %8, i64 %226
  %228 = load i32, ptr %227, align 8
  %229 = insertelement <8 x i32> poison, i32 %228, i64 0
  %230 = shufflevector <8 x i32> %229, <8 x i32> poison, <8 x i32> zeroinitializer
  %231 = add <8 x i32> %230, %92
  %232 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %224, <8 x i32> %231)
  %233 = shl nuw nsw i64 %158, 6
  %234 = or disjoint i64 %233, 28
  %235 = getelementptr inbounds nuw i8, ptr %8, i64 %234
  %236 = load i32, ptr %235, align 4
  %237 = insertelement <8 x i32> poison, i32 %236, i64 0
  %238 = shufflevector <8 x i32> %237, <8 x i32> poison, <8 x i32> zeroinitializer
  %239 = add <8 x i32> %238, %93
  %240 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %232, <8 x i32> %239)
  %241 = fpext <8 x float> %176 to <8 x double>
  %242 = sub nsw <8 x i32> splat (i32 1048), %240
  %243 = zext <8 x i32> %242 to <8 x i64>
  %244 = shl <8 x i64> %243, splat (i64 52)
  %245 = bitcast <8 x i64> %244 to <8 x double>
  %246 = fmul <8 x double> %241, %245
  %247 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %246)
  %248 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %158, i64 0
  %249 = load double, ptr %248, align 64
  %250 = insertelement <8 x double> poison, double %249, i64 0
  %251 = shufflevector <8 x double> %250, <8 x double> poison, <8 x i32> zeroinitializer
  %252 = fmul <8 x double> %94, %251
  %253 = fmul <8 x double> %252, %245
  %254 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %253)
  %255 = fadd <8 x double> %247, %254
  %256 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %158, i64 1
  %257 = load double, ptr %256, align 8
  %258 = insertelement <8 x double> poison, double %257, i64 0
  %259 = shufflevector <8 x double> %258, <8 x double> poison, <8 x i32> zeroinitializer
  %260 = fmul <8 x double> %95, %259
  %261 = fmul <8 x double> %260, %245
  %262 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %261)
  %263 = fadd <8 x double> %255, %262
  %264 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %158, i64 2
  %265 = load double, ptr %264, align 16
  %266 = insertelement <8 x double> poison, double %265, i64 0
  %267 = shufflevector <8 x double> %266, <8 x double> poison, <8 x i32> zeroinitializer
  %268 = fmul <8 x double> %96, %267
  %269 = fmul <8 x double> %268, %245
  %270 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %269)
  %271 = fadd <8 x double> %263, %270
  %272 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %158, i64 3
  %273 = load double, ptr %272, align 8
  %274 = insertelement <8 x double> poison, double %273, i64 0
  %275 = shufflevector <8 x double> %274, <8 x double> poison, <8 x i32> zeroinitializer
  %276 = fmul <8 x double> %97, %275
  %277 = fmul <8 x double> %276, %245
  %278 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %277)
  %279 = fadd <8 x double> %271, %278
  %280 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %158, i64 4
  %281 = load double, ptr %280, align 32
  %282 = insertelement <8 x double> poison, double %281, i64 0
  %283 = shufflevector <8 x double> %282, <8 x double> poison, <8 x i32> zeroinitializer
  %284 = fmul <8 x double> %98, %283
  %285 = fmul <8 x double> %284, %245
  %286 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %285)
  %287 = fadd <8 x double> %279, %286
  %288 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %158, i64 5
  %289 = load double, ptr %288, align 8
  %290 = insertelement <8 x double> poison, double %289, i64 0
  %291 = shufflevector <8 x double> %290, <8 x double> poison, <8 x i32> zeroinitializer
  %292 = fmul <8 x double> %99, %291
  %293 = fmul <8 x double> %292, %245
  %294 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %293)
  %295 = fadd <8 x double> %287, %294
  %296 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %158, i64 6
  %297 = load double, ptr %296, align 16
  %298 = insertelement <8 x double> poison, double %297, i64 0
  %299 = shufflevector <8 x double> %298, <8 x double> poison, <8 x i32> zeroinitializer
  %300 = fmul <8 x double> %100, %299
  %301 = fmul <8 x double> %300, %245
  %302 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %301)
  %303 = fadd <8 x double> %295, %302
  %304 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %158, i64 7
  %305 = load double, ptr %304, align 8
  %306 = insertelement <8 x double> poison, double %305, i64 0
  %307 = shufflevector <8 x double> %306, <8 x double> poison, <8 x i32> zeroinitializer
  %308 = fmul <8 x double> %101, %307
  %309 = fmul <8 x double> %308, %245
  %310 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %309)
  %311 = fadd <8 x double> %303, %310
  %312 = add <8 x i32> %240, splat (i32 998)
  %313 = zext <8 x i32> %312 to <8 x i64>
  %314 = shl <8 x i64> %313, splat (i64 52)
  %315 = bitcast <8 x i64> %314 to <8 x double>
  %316 = fmul <8 x double> %311, %315
  %317 = fptrunc <8 x double> %316 to <8 x float>
  %318 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %316)
  %319 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %317)
  %320 = fpext <8 x float> %319 to <8 x double>
  %321 = fcmp olt <8 x double> %318, %320
  %322 = fcmp olt <8 x double> %318, splat (double 0x47F0000000000000)
  %323 = and <8 x i1> %322, %321
  %324 = bitcast <8 x float> %317 to <8 x i32>
  %325 = sext <8 x i1> %323 to <8 x i32>
  %326 = add <8 x i32> %325, %324
  %327 = and <8 x i32> %326, splat (i32 2147483647)
  %328 = icmp eq <8 x i32> %327, zeroinitializer
  %329 = select <8 x i1> %328, <8 x i32> zeroinitializer, <8 x i32> %326
  %330 = fcmp ord <8 x float> %317, zeroinitializer
  %331 = select <8 x i1> %330, <8 x i32> %329, <8 x i32> splat (i32 2147483647)
  %332 = shufflevector <8 x i32> %331, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %332, ptr %167, align 4
  %333 = shufflevector <8 x i32> %331, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %333, ptr %168, align 4
  %334 = add nuw nsw i64 %158, 1
  %335 = icmp eq i64 %334, 16
  br i1 %335, label %336, label %157

336:                                              ; preds = %157
  %337 = add nuw nsw i64 %28, 32
  %338 = icmp samesign ult i64 %337, %12
  br i1 %338, label %27, label %339

339:                                              ; preds = %336, %4
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %5) #8
  ret void
}

define internal fastcc void @f16_2(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2, i32 noundef %3) unnamed_addr #2 {
  %5 = alloca %struct.operands, align 64
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %5) #8
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

43:                                               ; preds = %7, %506
  %44 = phi i64 [ 0, %7 ], [ %507, %506 ]
  %45 = getelementptr inbounds nuw i32, ptr %0, i64 %44
  br label %46

46:                                               ; preds = %53, %43
  %47 = phi i64 [ 0, %43 ], [ %54, %53 ]
  %48 = mul nuw nsw i64 %47, %9
  %49 = getelementptr inbounds nuw i32, ptr %45, i64 %48
  %50 = shl i64 %47, 3
  %51 = and i64 %50, 8
  %52 = and i64 %47, 1073741822
  br label %56

53:                                               ; preds = %64
  %54 = add nuw nsw i64 %47, 1
  %55 = icmp eq i64 %54, 4
  br i1 %55, label %99, label %46

56:                                               ; preds = %64, %46
  %57 = phi i64 [ 0, %46 ], [ %65, %64 ]
  %58 = getelementptr inbounds nuw i32, ptr %49, i64 %57
  %59 = load <8 x i32>, ptr %58, align 4
  %60 = lshr exact i64 %57, 2
  %61 = or disjoint i64 %60, %51
  %62 = lshr <8 x i32> %59, splat (i32 16)
  %63 = or disjoint i64 %61, 1
  br label %67

64:                                               ; preds = %67
  %65 = add nuw nsw i64 %57, 8
  %66 = icmp samesign ult i64 %57, 24
  br i1 %66, label %56, label %53

67:                                               ; preds = %67, %56
  %68 = phi <8 x i32> [ %59, %56 ], [ %62, %67 ]
  %69 = phi i1 [ true, %56 ], [ false, %67 ]
  %70 = phi i64 [ 0, %56 ], [ 1, %67 ]
  %71 = or disjoint i64 %70, %52
  %72 = shl nuw nsw i64 %71, 2
  %73 = shl <8 x i32> %68, splat (i32 16)
  %74 = and <8 x i32> %68, splat (i32 32767)
  %75 = icmp samesign ugt <8 x i32> %74, splat (i32 31743)
  %76 = select <8 x i1> %75, <8 x i32> splat (i32 2139095040), <8 x i32> zeroinitializer
  %77 = shl nuw nsw <8 x i32> %74, splat (i32 13)
  %78 = bitcast <8 x i32> %77 to <8 x float>
  %79 = fmul <8 x float> %78, splat (float 0x46F0000000000000)
  %80 = bitcast <8 x float> %79 to <8 x i32>
  %81 = or <8 x i32> %76, %80
  %82 = and <8 x i32> %73, splat (i32 -2147483648)
  %83 = lshr <8 x i32> %81, splat (i32 23)
  %84 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %83, <8 x i32> splat (i32 113))
  %85 = add nsw <8 x i32> %84, splat (i32 -127)
  %86 = icmp eq <8 x i32> %81, zeroinitializer
  %87 = select <8 x i1> %86, <8 x i32> splat (i32 -5000), <8 x i32> %85
  %88 = or <8 x i32> %81, %82
  %89 = bitcast <8 x i32> %88 to <8 x float>
  %90 = fpext <8 x float> %89 to <8 x double>
  %91 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %61, i64 %72
  %92 = shufflevector <8 x double> %90, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %92, ptr %91, align 32
  %93 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %61, i64 %72
  %94 = shufflevector <8 x i32> %87, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %94, ptr %93, align 16
  %95 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %63, i64 %72
  %96 = shufflevector <8 x double> %90, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %96, ptr %95, align 32
  %97 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %63, i64 %72
  %98 = shufflevector <8 x i32> %87, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %98, ptr %97, align 16
  br i1 %69, label %67, label %64

99:                                               ; preds = %53
  %100 = getelementptr inbounds nuw i32, ptr %1, i64 %44
  br label %101

101:                                              ; preds = %106, %99
  %102 = phi i64 [ 0, %99 ], [ %107, %106 ]
  %103 = mul nuw nsw i64 %102, %9
  %104 = getelementptr inbounds nuw i32, ptr %100, i64 %103
  %105 = shl i64 %102, 3
  br label %109

106:                                              ; preds = %136
  %107 = add nuw nsw i64 %102, 1
  %108 = icmp eq i64 %107, 2
  br i1 %108, label %165, label %101

109:                                              ; preds = %136, %101
  %110 = phi i64 [ 0, %101 ], [ %137, %136 ]
  %111 = getelementptr inbounds nuw i32, ptr %104, i64 %110
  %112 = load i32, ptr %111, align 4
  %113 = insertelement <8 x i32> poison, i32 %112, i64 0
  %114 = getelementptr inbounds nuw i8, ptr %111, i64 16
  %115 = load i32, ptr %114, align 4
  %116 = insertelement <8 x i32> %113, i32 %115, i64 1
  %117 = getelementptr inbounds nuw i8, ptr %111, i64 32
  %118 = load i32, ptr %117, align 4
  %119 = insertelement <8 x i32> %116, i32 %118, i64 2
  %120 = getelementptr inbounds nuw i8, ptr %111, i64 48
  %121 = load i32, ptr %120, align 4
  %122 = insertelement <8 x i32> %119, i32 %121, i64 3
  %123 = getelementptr inbounds nuw i8, ptr %111, i64 64
  %124 = load i32, ptr %123, align 4
  %125 = insertelement <8 x i32> %122, i32 %124, i64 4
  %126 = getelementptr inbounds nuw i8, ptr %111, i64 80
  %127 = load i32, ptr %126, align 4
  %128 = insertelement <8 x i32> %125, i32 %127, i64 5
  %129 = getelementptr inbounds nuw i8, ptr %111, i64 96
  %130 = load i32, ptr %129, align 4
  %131 = insertelement <8 x i32> %128, i32 %130, i64 6
  %132 = getelementptr inbounds nuw i8, ptr %111, i64 112
  %133 = load i32, ptr %132, align 4
  %134 = insertelement <8 x i32> %131, i32 %133, i64 7
  %135 = lshr <8 x i32> %134, splat (i32 16)
  br label %139

136:                                              ; preds = %139
  %137 = add nuw nsw i64 %110, 1
  %138 = icmp eq i64 %137, 4
  br i1 %138, label %106, label %109

139:                                              ; preds = %139, %109
  %140 = phi <8 x i32> [ %134, %109 ], [ %135, %139 ]
  %141 = phi i1 [ true, %109 ], [ false, %139 ]
  %142 = phi i64 [ 0, %109 ], [ 4, %139 ]
  %143 = or disjoint i64 %142, %105
  %144 = add nuw nsw i64 %143, %110
  %145 = getelementptr inbounds nuw [16 x <8 x i32>], ptr %10, i64 0, i64 %144
  %146 = shl <8 x i32> %140, splat (i32 16)
  %147 = and <8 x i32> %140, splat (i32 32767)
  %148 = icmp samesign ugt <8 x i32> %147, splat (i32 31743)
  %149 = select <8 x i1> %148, <8 x i32> splat (i32 2139095040), <8 x i32> zeroinitializer
  %150 = shl nuw nsw <8 x i32> %147, splat (i32 13)
  %151 = bitcast <8 x i32> %150 to <8 x float>
  %152 = fmul <8 x float> %151, splat (float 0x46F0000000000000)
  %153 = bitcast <8 x float> %152 to <8 x i32>
  %154 = or <8 x i32> %149, %153
  %155 = and <8 x i32> %146, splat (i32 -2147483648)
  %156 = lshr <8 x i32> %154, splat (i32 23)
  %157 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %156, <8 x i32> splat (i32 113))
  %158 = add nsw <8 x i32> %157, splat (i32 -127)
  %159 = icmp eq <8 x i32> %154, zeroinitializer
  %160 = select <8 x i1> %159, <8 x i32> splat (i32 -5000), <8 x i32> %158
  store <8 x i32> %160, ptr %145, align 32
  %161 = or <8 x i32> %154, %155
  %162 = bitcast <8 x i32> %161 to <8 x float>
  %163 = fpext <8 x float> %162 to <8 x double>
  %164 = getelementptr inbounds nuw [16 x <8 x double>], ptr %11, i64 0, i64 %144
  store <8 x double> %163, ptr %164, align 64
  br i1 %141, label %139, label %136

165:                                              ; preds = %106
  %166 = getelementptr inbounds nuw i32, ptr %2, i64 %44
  %167 = load <8 x i32>, ptr %10, align 64
  %168 = load <8 x i32>, ptr %13, align 32
  %169 = load <8 x i32>, ptr %14, align 64
  %170 = load <8 x i32>, ptr %15, align 32
  %171 = load <8 x i32>, ptr %16, align 64
  %172 = load <8 x i32>, ptr %17, align 32
  %173 = load <8 x i32>, ptr %18, align 64
  %174 = load <8 x i32>, ptr %19, align 32
  %175 = load <8 x i32>, ptr %20, align 64
  %176 = load <8 x i32>, ptr %21, align 32
  %177 = load <8 x i32>, ptr %22, align 64
  %178 = load <8 x i32>, ptr %23, align 32
  %179 = load <8 x i32>, ptr %24, align 64
  %180 = load <8 x i32>, ptr %25, align 32
  %181 = load <8 x i32>, ptr %26, align 64
  %182 = load <8 x i32>, ptr %27, align 32
  %183 = load <8 x double>, ptr %11, align 64
  %184 = load <8 x double>, ptr %28, align 64
  %185 = load <8 x double>, ptr %29, align 64
  %186 = load <8 x double>, ptr %30, align 64
  %187 = load <8 x double>, ptr %31, align 64
  %188 = load <8 x double>, ptr %32, align 64
  %189 = load <8 x double>, ptr %33, align 64
  %190 = load <8 x double>, ptr %34, align 64
  %191 = load <8 x double>, ptr %35, align 64
  %192 = load <8 x double>, ptr %36, align 64
  %193 = load <8 x double>, ptr %37, align 64
  %194 = load <8 x double>, ptr %38, align 64
  %195 = load <8 x double>, ptr %39, align 64
  %196 = load <8 x double>, ptr %40, align 64
  %197 = load <8 x double>, ptr %41, align 64
  %198 = load <8 x double>, ptr %42, align 64
  br label %199

199:                                              ; preds = %165, %199
  %200 = phi i64 [ 0, %165 ], [ %504, %199 ]
  %201 = trunc nuw nsw i64 %200 to i32
  %202 = lshr i32 %201, 2
  %203 = and i32 %202, 2
  %204 = mul nuw nsw i32 %203, %3
  %205 = zext nneg i32 %204 to i64
  %206 = getelementptr inbounds nuw i32, ptr %166, i64 %205
  %207 = shl i64 %200, 2
  %208 = and i64 %207, 28
  %209 = getelementptr inbounds nuw i32, ptr %206, i64 %208
  %210 = getelementptr inbounds nuw i32, ptr %209, i64 %9
  %211 = load <4 x i32>, ptr %209, align 4
  %212 = load <4 x i32>, ptr %210, align 4
  %213 = shufflevector <4 x i32> %211, <4 x i32> %212, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %214 = and <8 x i32> %213, splat (i32 2147483647)
  %215 = lshr <8 x i32> %214, splat (i32 23)
  %216 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %215, <8 x i32> splat (i32 1))
  %217 = icmp eq <8 x i32> %214, zeroinitializer
  %218 = bitcast <8 x i32> %213 to <8 x float>
  %219 = add nsw <8 x i32> %216, splat (i32 -127)
  %220 = select <8 x i1> %217, <8 x i32> splat (i32 -133), <8 x i32> %219
  %221 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %200, i64 0
  %222 = load i32, ptr %221, align 64
  %223 = insertelement <8 x i32> poison, i32 %222, i64 0
  %224 = shufflevector <8 x i32> %223, <8 x i32> poison, <8 x i32> zeroinitializer
  %225 = add <8 x i32> %224, %167
  %226 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %220, <8 x i32> %225)
  %227 = shl nuw nsw i64 %200, 6
  %228 = or disjoint i64 %227, 4
  %229 = getelementptr inbounds nuw i8, ptr %8, i64 %228
  %230 = load i32, ptr %229, align 4
  %231 = insertelement <8 x i32> poison, i32 %230, i64 0
  %232 = shufflevector <8 x i32> %231, <8 x i32> poison, <8 x i32> zeroinitializer
  %233 = add <8 x i32> %232, %168
  %234 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %226, <8 x i32> %233)
  %235 = shl nuw nsw i64 %200, 6
  %236 = or disjoint i64 %235, 8
  %237 = getelementptr inbounds nuw i8, ptr %8, i64 %236
  %238 = load i32, ptr %237, align 8
  %239 = insertelement <8 x i32> poison, i32 %238, i64 0
  %240 = shufflevector <8 x i32> %239, <8 x i32> poison, <8 x i32> zeroinitializer
  %241 = add <8 x i32> %240, %169
  %242 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %234, <8 x i32> %241)
  %243 = shl nuw nsw i64 %200, 6
  %244 = or disjoint i64 %243, 12
  %245 = getelementptr inbounds nuw i8, ptr %8, i64 %244
  %246 = load i32, ptr %245, align 4
  %247 = insertelement <8 x i32> poison, i32 %246, i64 0
  %248 = shufflevector <8 x i32> %247, <8 x i32> poison, <8 x i32> zeroinitializer
  %249 = add <8 x i32> %248, %170
  %250 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %242, <8 x i32> %249)
  %251 = shl nuw nsw i64 %200, 6
  %252 = or disjoint i64 %251, 16
  %253 = getelementptr inbounds nuw i8, ptr %8, i64 %252
  %254 = load i32, ptr %253, align 16
  %255 = insertelement <8 x i32> poison, i32 %254, i64 0
  %256 = shufflevector <8 x i32> %255, <8 x i32> poison, <8 x i32> zeroinitializer
  %257 = add <8 x i32> %256, %171
  %258 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %250, <8 x i32> %257)
  %259 = shl nuw nsw i64 %200, 6
  %260 = or disjoint i64 %259, 20
  %261 = getelementptr inbounds nuw i8, ptr %8, i64 %260
  %262 = load i32, ptr %261, align 4
  %263 = insertelement <8 x i32> poison, i32 %262, i64 0
  %264 = shufflevector <8 x i32> %263, <8 x i32> poison, <8 x i32> zeroinitializer
  %265 = add <8 x i32> %264, %172
  %266 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %258, <8 x i32> %265)
  %267 = shl nuw nsw i64 %200, 6
  %268 = or disjoint i64 %267, 24
  %269 = getelementptr inbounds nuw i8, ptr %8, i64 %268
  %270 = load i32, ptr %269, align 8
  %271 = insertelement <8 x i32> poison, i32 %270, i64 0
  %272 = shufflevector <8 x i32> %271, <8 x i32> poison, <8 x i32> zeroinitializer
  %273 = add <8 x i32> %272, %173
  %274 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %266, <8 x i32> %273)
  %275 = shl nuw nsw i64 %200, 6
  %276 = or disjoint i64 %275, 28
  %277 = getelementptr inbounds nuw i8, ptr %8, i64 %276
  %278 = load i32, ptr %277, align 4
  %279 = insertelement <8 x i32> poison, i32 %278, i64 0
  %280 = shufflevector <8 x i32> %279, <8 x i32> poison, <8 x i32> zeroinitializer
  %281 = add <8 x i32> %280, %174
  %282 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %274, <8 x i32> %281)
  %283 = shl nuw nsw i64 %200, 6
  %284 = or disjoint i64 %283, 32
  %285 = getelementptr inbounds nuw i8, ptr %8, i64 %284
  %286 = load i32, ptr %285, align 32
  %287 = insertelement <8 x i32> poison, i32 %286, i64 0
  %288 = shufflevector <8 x i32> %287, <8 x i32> poison, <8 x i32> zeroinitializer
  %289 = add <8 x i32> %288, %175
  %290 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %282, <8 x i32> %289)
  %291 = shl nuw nsw i64 %200, 6
  %292 = or disjoint i64 %291, 36
  %293 = getelementptr inbounds nuw i8, ptr %8, i64 %292
  %294 = load i32, ptr %293, align 4
  %295 = insertelement <8 x i32> poison, i32 %294, i64 0
  %296 = shufflevector <8 x i32> %295, <8 x i32> poison, <8 x i32> zeroinitializer
  %297 = add <8 x i32> %296, %176
  %298 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %290, <8 x i32> %297)
  %299 = shl nuw nsw i64 %200, 6
  %300 = or disjoint i64 %299, 40
  %301 = getelementptr inbounds nuw i8, ptr %8, i64 %300
  %302 = load i32, ptr %301, align 8
  %303 = insertelement <8 x i32> poison, i32 %302, i64 0
  %304 = shufflevector <8 x i32> %303, <8 x i32> poison, <8 x i32> zeroinitializer
  %305 = add <8 x i32> %304, %177
  %306 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %298, <8 x i32> %305)
  %307 = shl nuw nsw i64 %200, 6
  %308 = or disjoint i64 %307, 44
  %309 = getelementptr inbounds nuw i8, ptr %8, i64 %308
  %310 = load i32, ptr %309, align 4
  %311 = insertelement <8 x i32> poison, i32 %310, i64 0
  %312 = shufflevector <8 x i32> %311, <8 x i32> poison, <8 x i32> zeroinitializer
  %313 = add <8 x i32> %312, %178
  %314 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %306, <8 x i32> %313)
  %315 = shl nuw nsw i64 %200, 6
  %316 = or disjoint i64 %315, 48
  %317 = getelementptr inbounds nuw i8, ptr %8, i64 %316
  %318 = load i32, ptr %317, align 16
  %319 = insertelement <8 x i32> poison, i32 %318, i64 0
  %320 = shufflevector <8 x i32> %319, <8 x i32> poison, <8 x i32> zeroinitializer
  %321 = add <8 x i32> %320, %179
  %322 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %314, <8 x i32> %321)
  %323 = shl nuw nsw i64 %200, 6
  %324 = or disjoint i64 %323, 52
  %325 = getelementptr inbounds nuw i8, ptr %8, i64 %324
  %326 = load i32, ptr %325, align 4
  %327 = insertelement <8 x i32> poison, i32 %326, i64 0
  %328 = shufflevector <8 x i32> %327, <8 x i32> poison, <8 x i32> zeroinitializer
  %329 = add <8 x i32> %328, %180
  %330 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %322, <8 x i32> %329)
  %331 = shl nuw nsw i64 %200, 6
  %332 = or disjoint i64 %331, 56
  %333 = getelementptr inbounds nuw i8, ptr %8, i64 %332
  %334 = load i32, ptr %333, align 8
  %335 = insertelement <8 x i32> poison, i32 %334, i64 0
  %336 = shufflevector <8 x i32> %335, <8 x i32> poison, <8 x i32> zeroinitializer
  %337 = add <8 x i32> %336, %181
  %338 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %330, <8 x i32> %337)
  %339 = shl nuw nsw i64 %200, 6
  %340 = or disjoint i64 %339, 60
  %341 = getelementptr inbounds nuw i8, ptr %8, i64 %340
  %342 = load i32, ptr %341, align 4
  %343 = insertelement <8 x i32> poison, i32 %342, i64 0
  %344 = shufflevector <8 x i32> %343, <8 x i32> poison, <8 x i32> zeroinitializer
  %345 = add <8 x i32> %344, %182
  %346 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %338, <8 x i32> %345)
  %347 = fpext <8 x float> %218 to <8 x double>
  %348 = sub nsw <8 x i32> splat (i32 1048), %346
  %349 = zext <8 x i32> %348 to <8 x i64>
  %350 = shl <8 x i64> %349, splat (i64 52)
  %351 = bitcast <8 x i64> %350 to <8 x double>
  %352 = fmul <8 x double> %347, %351
  %353 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %352)
  %354 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %200, i64 0
  %355 = load double, ptr %354, align 64
  %356 = insertelement <8 x double> poison, double %355, i64 0
  %357 = shufflevector <8 x double> %356, <8 x double> poison, <8 x i32> zeroinitializer
  %358 = fmul <8 x double> %183, %357
  %359 = fmul <8 x double> %358, %351
  %360 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %359)
  %361 = fadd <8 x double> %353, %360
  %362 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %200, i64 1
  %363 = load double, ptr %362, align 8
  %364 = insertelement <8 x double> poison, double %363, i64 0
  %365 = shufflevector <8 x double> %364, <8 x double> poison, <8 x i32> zeroinitializer
  %366 = fmul <8 x double> %184, %365
  %367 = fmul <8 x double> %366, %351
  %368 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %367)
  %369 = fadd <8 x double> %361, %368
  %370 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %200, i64 2
  %371 = load double, ptr %370, align 16
  %372 = insertelement <8 x double> poison, double %371, i64 0
  %373 = shufflevector <8 x double> %372, <8 x double> poison, <8 x i32> zeroinitializer
  %374 = fmul <8 x double> %185, %373
  %375 = fmul <8 x double> %374, %351
  %376 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %375)
  %377 = fadd <8 x double> %369, %376
  %378 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %200, i64 3
  %379 = load double, ptr %378, align 8
  %380 = insertelement <8 x double> poison, double %379, i64 0
  %381 = shufflevector <8 x double> %380, <8 x double> poison, <8 x i32> zeroinitializer
  %382 = fmul <8 x double> %186, %381
  %383 = fmul <8 x double> %382, %351
  %384 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %383)
  %385 = fadd <8 x double> %377, %384
  %386 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %200, i64 4
  %387 = load double, ptr %386, align 32
  %388 = insertelement <8 x double> poison, double %387, i64 0
  %389 = shufflevector <8 x double> %388, <8 x double> poison, <8 x i32> zeroinitializer
  %390 = fmul <8 x double> %187, %389
  %391 = fmul <8 x double> %390, %351
  %392 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %391)
  %393 = fadd <8 x double> %385, %392
  %394 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %200, i64 5
  %395 = load double, ptr %394, align 8
  %396 = insertelement <8 x double> poison, double %395, i64 0
  %397 = shufflevector <8 x double> %396, <8 x double> poison, <8 x i32> zeroinitializer
  %398 = fmul <8 x double> %188, %397
  %399 = fmul <8 x double> %398, %351
  %400 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %399)
  %401 = fadd <8 x double> %393, %400
  %402 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %200, i64 6
  %403 = load double, ptr %402, align 16
  %404 = insertelement <8 x double> poison, double %403, i64 0
  %405 = shufflevector <8 x double> %404, <8 x double> poison, <8 x i32> zeroinitializer
  %406 = fmul <8 x double> %189, %405
  %407 = fmul <8 x double> %406, %351
  %408 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %407)
  %409 = fadd <8 x double> %401, %408
  %410 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %200, i64 7
  %411 = load double, ptr %410, align 8
  %412 = insertelement <8 x double> poison, double %411, i64 0
  %413 = shufflevector <8 x double> %412, <8 x double> poison, <8 x i32> zeroinitializer
  %414 = fmul <8 x double> %190, %413
  %415 = fmul <8 x double> %414, %351
  %416 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %415)
  %417 = fadd <8 x double> %409, %416
  %418 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %200, i64 8
  %419 = load double, ptr %418, align 64
  %420 = insertelement <8 x double> poison, double %419, i64 0
  %421 = shufflevector <8 x double> %420, <8 x double> poison, <8 x i32> zeroinitializer
  %422 = fmul <8 x double> %191, %421
  %423 = fmul <8 x double> %422, %351
  %424 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %423)
  %425 = fadd <8 x double> %417, %424
  %426 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %200, i64 9
  %427 = load double, ptr %426, align 8
  %428 = insertelement <8 x double> poison, double %427, i64 0
  %429 = shufflevector <8 x double> %428, <8 x double> poison, <8 x i32> zeroinitializer
  %430 = fmul <8 x double> %192, %429
  %431 = fmul <8 x double> %430, %351
  %432 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %431)
  %433 = fadd <8 x double> %425, %432
  %434 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %200, i64 10
  %435 = load double, ptr %434, align 16
  %436 = insertelement <8 x double> poison, double %435, i64 0
  %437 = shufflevector <8 x double> %436, <8 x double> poison, <8 x i32> zeroinitializer
  %438 = fmul <8 x double> %193, %437
  %439 = fmul <8 x double> %438, %351
  %440 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %439)
  %441 = fadd <8 x double> %433, %440
  %442 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %200, i64 11
  %443 = load double, ptr %442, align 8
  %444 = insertelement <8 x double> poison, double %443, i64 0
  %445 = shufflevector <8 x double> %444, <8 x double> poison, <8 x i32> zeroinitializer
  %446 = fmul <8 x double> %194, %445
  %447 = fmul <8 x double> %446, %351
  %448 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %447)
  %449 = fadd <8 x double> %441, %448
  %450 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %200, i64 12
  %451 = load double, ptr %450, align 32
  %452 = insertelement <8 x double> poison, double %451, i64 0
  %453 = shufflevector <8 x double> %452, <8 x double> poison, <8 x i32> zeroinitializer
  %454 = fmul <8 x double> %195, %453
  %455 = fmul <8 x double> %454, %351
  %456 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %455)
  %457 = fadd <8 x double> %449, %456
  %458 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %200, i64 13
  %459 = load double, ptr %458, align 8
  %460 = insertelement <8 x double> poison, double %459, i64 0
  %461 = shufflevector <8 x double> %460, <8 x double> poison, <8 x i32> zeroinitializer
  %462 = fmul <8 x double> %196, %461
  %463 = fmul <8 x double> %462, %351
  %464 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %463)
  %465 = fadd <8 x double> %457, %464
  %466 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %200, i64 14
  %467 = load double, ptr %466, align 16
  %468 = insertelement <8 x double> poison, double %467, i64 0
  %469 = shufflevector <8 x double> %468, <8 x double> poison, <8 x i32> zeroinitializer
  %470 = fmul <8 x double> %197, %469
  %471 = fmul <8 x double> %470, %351
  %472 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %471)
  %473 = fadd <8 x double> %465, %472
  %474 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %200, i64 15
  %475 = load double, ptr %474, align 8
  %476 = insertelement <8 x double> poison, double %475, i64 0
  %477 = shufflevector <8 x double> %476, <8 x double> poison, <8 x i32> zeroinitializer
  %478 = fmul <8 x double> %198, %477
  %479 = fmul <8 x double> %478, %351
  %480 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %479)
  %481 = fadd <8 x double> %473, %480
  %482 = add <8 x i32> %346, splat (i32 998)
  %483 = zext <8 x i32> %482 to <8 x i64>
  %484 = shl <8 x i64> %483, splat (i64 52)
  %485 = bitcast <8 x i64> %484 to <8 x double>
  %486 = fmul <8 x double> %481, %485
  %487 = fptrunc <8 x double> %486 to <8 x float>
  %488 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %486)
  %489 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %487)
  %490 = fpext <8 x float> %489 to <8 x double>
  %491 = fcmp olt <8 x double> %488, %490
  %492 = fcmp olt <8 x double> %488, splat (double 0x47F0000000000000)
  %493 = and <8 x i1> %492, %491
  %494 = bitcast <8 x float> %487 to <8 x i32>
  %495 = sext <8 x i1> %493 to <8 x i32>
  %496 = add <8 x i32> %495, %494
  %497 = and <8 x i32> %496, splat (i32 2147483647)
  %498 = icmp eq <8 x i32> %497, zeroinitializer
  %499 = select <8 x i1> %498, <8 x i32> zeroinitializer, <8 x i32> %496
  %500 = fcmp ord <8 x float> %487, zeroinitializer
  %501 = select <8 x i1> %500, <8 x i32> %499, <8 x i32> splat (i32 2147483647)
  %502 = shufflevector <8 x i32> %501, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %502, ptr %209, align 4
  %503 = shufflevector <8 x i32> %501, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %503, ptr %210, align 4
  %504 = add nuw nsw i64 %200, 1
  %505 = icmp eq i64 %504, 16
  br i1 %505, label %506, label %199

506:                                              ; preds = %199
  %507 = add nuw nsw i64 %44, 32
  %508 = icmp samesign ult i64 %507, %12
  br i1 %508, label %43, label %509

509:                                              ; preds = %506, %4
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %5) #8
  ret void
}

define internal fastcc void @bf16_1(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2, i32 noundef %3) unnamed_addr #2 {
  %5 = alloca %struct.operands, align 64
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %5) #8
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

27:                                               ; preds = %7, %318
  %28 = phi i64 [ 0, %7 ], [ %319, %318 ]
  %29 = getelementptr inbounds nuw i32, ptr %0, i64 %28
  br label %30

30:                                               ; preds = %36, %27
  %31 = phi i64 [ 0, %27 ], [ %37, %36 ]
  %32 = mul nuw nsw i64 %31, %9
  %33 = getelementptr inbounds nuw i32, ptr %29, i64 %32
  %34 = shl i64 %31, 3
  %35 = and i64 %31, 1073741822
  br label %39

36:                                               ; preds = %48
  %37 = add nuw nsw i64 %31, 1
  %38 = icmp eq i64 %37, 2
  br i1 %38, label %73, label %30

39:                                               ; preds = %48, %30
  %40 = phi i64 [ 0, %30 ], [ %49, %48 ]
  %41 = getelementptr inbounds nuw i32, ptr %33, i64 %40
  %42 = load <8 x i32>, ptr %41, align 4
  %43 = lshr exact i64 %40, 2
  %44 = or disjoint i64 %43, %34
  %45 = and <8 x i32> %42, splat (i32 -65536)
  %46 = shl <8 x i32> %42, splat (i32 16)
  %47 = or disjoint i64 %44, 1
  br label %51

48:                                               ; preds = %51
  %49 = add nuw nsw i64 %40, 8
  %50 = icmp samesign ult i64 %40, 24
  br i1 %50, label %39, label %36

51:                                               ; preds = %51, %39
  %52 = phi <8 x i32> [ %46, %39 ], [ %45, %51 ]
  %53 = phi i1 [ true, %39 ], [ false, %51 ]
  %54 = phi i64 [ 0, %39 ], [ 1, %51 ]
  %55 = or disjoint i64 %54, %35
  %56 = shl nuw nsw i64 %55, 2
  %57 = and <8 x i32> %52, splat (i32 2147418112)
  %58 = lshr <8 x i32> %57, splat (i32 23)
  %59 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %58, <8 x i32> splat (i32 1))
  %60 = add nsw <8 x i32> %59, splat (i32 -127)
  %61 = icmp eq <8 x i32> %57, zeroinitializer
  %62 = select <8 x i1> %61, <8 x i32> splat (i32 -5000), <8 x i32> %60
  %63 = bitcast <8 x i32> %52 to <8 x float>
  %64 = fpext <8 x float> %63 to <8 x double>
  %65 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %44, i64 %56
  %66 = shufflevector <8 x double> %64, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %66, ptr %65, align 32
  %67 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %44, i64 %56
  %68 = shufflevector <8 x i32> %62, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %68, ptr %67, align 16
  %69 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %47, i64 %56
  %70 = shufflevector <8 x double> %64, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %70, ptr %69, align 32
  %71 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %47, i64 %56
  %72 = shufflevector <8 x i32> %62, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %72, ptr %71, align 16
  br i1 %53, label %51, label %48

73:                                               ; preds = %36
  %74 = getelementptr inbounds nuw i32, ptr %1, i64 %28
  br label %93

75:                                               ; preds = %121
  %76 = getelementptr inbounds nuw i32, ptr %2, i64 %28
  %77 = load <8 x i32>, ptr %10, align 64
  %78 = load <8 x i32>, ptr %13, align 32
  %79 = load <8 x i32>, ptr %14, align 64
  %80 = load <8 x i32>, ptr %15, align 32
  %81 = load <8 x i32>, ptr %16, align 64
  %82 = load <8 x i32>, ptr %17, align 32
  %83 = load <8 x i32>, ptr %18, align 64
  %84 = load <8 x i32>, ptr %19, align 32
  %85 = load <8 x double>, ptr %11, align 64
  %86 = load <8 x double>, ptr %20, align 64
  %87 = load <8 x double>, ptr %21, align 64
  %88 = load <8 x double>, ptr %22, align 64
  %89 = load <8 x double>, ptr %23, align 64
  %90 = load <8 x double>, ptr %24, align 64
  %91 = load <8 x double>, ptr %25, align 64
  %92 = load <8 x double>, ptr %26, align 64
  br label %139

93:                                               ; preds = %121, %73
  %94 = phi i64 [ 0, %73 ], [ %122, %121 ]
  %95 = getelementptr inbounds nuw i32, ptr %74, i64 %94
  %96 = load i32, ptr %95, align 4
  %97 = insertelement <8 x i32> poison, i32 %96, i64 0
  %98 = getelementptr inbounds nuw i8, ptr %95, i64 16
  %99 = load i32, ptr %98, align 4
  %100 = insertelement <8 x i32> %97, i32 %99, i64 1
  %101 = getelementptr inbounds nuw i8, ptr %95, i64 32
  %102 = load i32, ptr %101, align 4
  %103 = insertelement <8 x i32> %100, i32 %102, i64 2
  %104 = getelementptr inbounds nuw i8, ptr %95, i64 48
  %105 = load i32, ptr %104, align 4
  %106 = insertelement <8 x i32> %103, i32 %105, i64 3
  %107 = getelementptr inbounds nuw i8, ptr %95, i64 64
  %108 = load i32, ptr %107, align 4
  %109 = insertelement <8 x i32> %106, i32 %108, i64 4
  %110 = getelementptr inbounds nuw i8, ptr %95, i64 80
  %111 = load i32, ptr %110, align 4
  %112 = insertelement <8 x i32> %109, i32 %111, i64 5
  %113 = getelementptr inbounds nuw i8, ptr %95, i64 96
  %114 = load i32, ptr %113, align 4
  %115 = insertelement <8 x i32> %112, i32 %114, i64 6
  %116 = getelementptr inbounds nuw i8, ptr %95, i64 112
  %117 = load i32, ptr %116, align 4
  %118 = insertelement <8 x i32> %115, i32 %117, i64 7
  %119 = and <8 x i32> %118, splat (i32 -65536)
  %120 = shl <8 x i32> %118, splat (i32 16)
  br label %124

121:                                              ; preds = %124
  %122 = add nuw nsw i64 %94, 1
  %123 = icmp eq i64 %122, 4
  br i1 %123, label %75, label %93

124:                                              ; preds = %124, %93
  %125 = phi <8 x i32> [ %120, %93 ], [ %119, %124 ]
  %126 = phi i1 [ true, %93 ], [ false, %124 ]
  %127 = phi i64 [ 0, %93 ], [ 4, %124 ]
  %128 = add nuw nsw i64 %127, %94
  %129 = getelementptr inbounds nuw [16 x <8 x i32>], ptr %10, i64 0, i64 %128
  %130 = and <8 x i32> %125, splat (i32 2147418112)
  %131 = lshr <8 x i32> %130, splat (i32 23)
  %132 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %131, <8 x i32> splat (i32 1))
  %133 = add nsw <8 x i32> %132, splat (i32 -127)
  %134 = icmp eq <8 x i32> %130, zeroinitializer
  %135 = select <8 x i1> %134, <8 x i32> splat (i32 -5000), <8 x i32> %133
  store <8 x i32> %135, ptr %129, align 32
  %136 = bitcast <8 x i32> %125 to <8 x float>
  %137 = fpext <8 x float> %136 to <8 x double>
  %138 = getelementptr inbounds nuw [16 x <8 x double>], ptr %11, i64 0, i64 %128
  store <8 x double> %137, ptr %138, align 64
  br i1 %126, label %124, label %121

139:                                              ; preds = %75, %139
  %140 = phi i64 [ 0, %75 ], [ %316, %139 ]
  %141 = trunc nuw nsw i64 %140 to i32
  %142 = lshr i32 %141, 2
  %143 = and i32 %142, 2
  %144 = mul nuw nsw i32 %143, %3
  %145 = zext nneg i32 %144 to i64
  %146 = getelementptr inbounds nuw i32, ptr %76, i64 %145
  %147 = shl i64 %140, 2
  %148 = and i64 %147, 28
  %149 = getelementptr inbounds nuw i32, ptr %146, i64 %148
  %150 = getelementptr inbounds nuw i32, ptr %149, i64 %9
  %151 = load <4 x i32>, ptr %149, align 4
  %152 = load <4 x i32>, ptr %150, align 4
  %153 = shufflevector <4 x i32> %151, <4 x i32> %152, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %154 = and <8 x i32> %153, splat (i32 2147483647)
  %155 = lshr <8 x i32> %154, splat (i32 23)
  %156 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %155, <8 x i32> splat (i32 1))
  %157 = icmp eq <8 x i32> %154, zeroinitializer
  %158 = bitcast <8 x i32> %153 to <8 x float>
  %159 = add nsw <8 x i32> %156, splat (i32 -127)
  %160 = select <8 x i1> %157, <8 x i32> splat (i32 -133), <8 x i32> %159
  %161 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %140, i64 0
  %162 = load i32, ptr %161, align 64
  %163 = insertelement <8 x i32> poison, i32 %162, i64 0
  %164 = shufflevector <8 x i32> %163, <8 x i32> poison, <8 x i32> zeroinitializer
  %165 = add <8 x i32> %164, %77
  %166 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %160, <8 x i32> %165)
  %167 = shl nuw nsw i64 %140, 6
  %168 = or disjoint i64 %167, 4
  %169 = getelementptr inbounds nuw i8, ptr %8, i64 %168
  %170 = load i32, ptr %169, align 4
  %171 = insertelement <8 x i32> poison, i32 %170, i64 0
  %172 = shufflevector <8 x i32> %171, <8 x i32> poison, <8 x i32> zeroinitializer
  %173 = add <8 x i32> %172, %78
  %174 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %166, <8 x i32> %173)
  %175 = shl nuw nsw i64 %140, 6
  %176 = or disjoint i64 %175, 8
  %177 = getelementptr inbounds nuw i8, ptr %8, i64 %176
  %178 = load i32, ptr %177, align 8
  %179 = insertelement <8 x i32> poison, i32 %178, i64 0
  %180 = shufflevector <8 x i32> %179, <8 x i32> poison, <8 x i32> zeroinitializer
  %181 = add <8 x i32> %180, %79
  %182 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %174, <8 x i32> %181)
  %183 = shl nuw nsw i64 %140, 6
  %184 = or disjoint i64 %183, 12
  %185 = getelementptr inbounds nuw i8, ptr %8, i64 %184
  %186 = load i32, ptr %185, align 4
  %187 = insertelement <8 x i32> poison, i32 %186, i64 0
  %188 = shufflevector <8 x i32> %187, <8 x i32> poison, <8 x i32> zeroinitializer
  %189 = add <8 x i32> %188, %80
  %190 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %182, <8 x i32> %189)
  %191 = shl nuw nsw i64 %140, 6
  %192 = or disjoint i64 %191, 16
  %193 = getelementptr inbounds nuw i8, ptr %8, i64 %192
  %194 = load i32, ptr %193, align 16
  %195 = insertelement <8 x i32> poison, i32 %194, i64 0
  %196 = shufflevector <8 x i32> %195, <8 x i32> poison, <8 x i32> zeroinitializer
  %197 = add <8 x i32> %196, %81
  %198 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %190, <8 x i32> %197)
  %199 = shl nuw nsw i64 %140, 6
  %200 = or disjoint i64 %199, 20
  %201 = getelementptr inbounds nuw i8, ptr %8, i64 %200
  %202 = load i32, ptr %201, align 4
  %203 = insertelement <8 x i32> poison, i32 %202, i64 0
  %204 = shufflevector <8 x i32> %203, <8 x i32> poison, <8 x i32> zeroinitializer
  %205 = add <8 x i32> %204, %82
  %206 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %198, <8 x i32> %205)
  %207 = shl nuw nsw i64 %140, 6
  %208 = or disjoint i64 %207, 24
  %209 = getelementptr inbounds nuw i8, ptr %8, i64 %208
  %210 = load i32, ptr %209, align 8
  %211 = insertelement <8 x i32> poison, i32 %210, i64 0
  %212 = shufflevector <8 x i32> %211, <8 x i32> poison, <8 x i32> zeroinitializer
  %213 = add <8 x i32> %212, %83
  %214 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %206, <8 x i32> %213)
  %215 = shl nuw nsw i64 %140, 6
  %216 = or disjoint i64 %215, 28
  %217 = getelementptr inbounds nuw i8, ptr %8, i64 %216
  %218 = load i32, ptr %217, align 4
  %219 = insertelement <8 x i32> poison, i32 %218, i64 0
  %220 = shufflevector <8 x i32> %219, <8 x i32> poison, <8 x i32> zeroinitializer
  %221 = add <8 x i32> %220, %84
  %222 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %214, <8 x i32> %221)
  %223 = fpext <8 x float> %158 to <8 x double>
  %224 = sub nsw <8 x i32> splat (i32 1048), %222
  %225 = zext <8 x i32> %224 to <8 x i64>
  %226 = shl <8 x i64> %225, splat (i64 52)
  %227 = bitcast <8 x i64> %226 to <8 x double>
  %228 = fmul <8 x double> %223, %227
  %229 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %228)
  %230 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %140, i64 0
  %231 = load double, ptr %230, align 64
  %232 = insertelement <8 x double> poison, double %231, i64 0
  %233 = shufflevector <8 x double> %232, <8 x double> poison, <8 x i32> zeroinitializer
  %234 = fmul <8 x double> %85, %233
  %235 = fmul <8 x double> %234, %227
  %236 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %235)
  %237 = fadd <8 x double> %229, %236
  %238 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %140, i64 1
  %239 = load double, ptr %238, align 8
  %240 = insertelement <8 x double> poison, double %239, i64 0
  %241 = shufflevector <8 x double> %240, <8 x double> poison, <8 x i32> zeroinitializer
  %242 = fmul <8 x double> %86, %241
  %243 = fmul <8 x double> %242, %227
  %244 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %243)
  %245 = fadd <8 x double> %237, %244
  %246 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %140, i64 2
  %247 = load double, ptr %246, align 16
  %248 = insertelement <8 x double> poison, double %247, i64 0
  %249 = shufflevector <8 x double> %248, <8 x double> poison, <8 x i32> zeroinitializer
  %250 = fmul <8 x double> %87, %249
  %251 = fmul <8 x double> %250, %227
  %252 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %251)
  %253 = fadd <8 x double> %245, %252
  %254 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %140, i64 3
  %255 = load double, ptr %254, align 8
  %256 = insertelement <8 x double> poison, double %255, i64 0
  %257 = shufflevector <8 x double> %256, <8 x double> poison, <8 x i32> zeroinitializer
  %258 = fmul <8 x double> %88, %257
  %259 = fmul <8 x double> %258, %227
  %260 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %259)
  %261 = fadd <8 x double> %253, %260
  %262 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %140, i64 4
  %263 = load double, ptr %262, align 32
  %264 = insertelement <8 x double> poison, double %263, i64 0
  %265 = shufflevector <8 x double> %264, <8 x double> poison, <8 x i32> zeroinitializer
  %266 = fmul <8 x double> %89, %265
  %267 = fmul <8 x double> %266, %227
  %268 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %267)
  %269 = fadd <8 x double> %261, %268
  %270 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %140, i64 5
  %271 = load double, ptr %270, align 8
  %272 = insertelement <8 x double> poison, double %271, i64 0
  %273 = shufflevector <8 x double> %272, <8 x double> poison, <8 x i32> zeroinitializer
  %274 = fmul <8 x double> %90, %273
  %275 = fmul <8 x double> %274, %227
  %276 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %275)
  %277 = fadd <8 x double> %269, %276
  %278 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %140, i64 6
  %279 = load double, ptr %278, align 16
  %280 = insertelement <8 x double> poison, double %279, i64 0
  %281 = shufflevector <8 x double> %280, <8 x double> poison, <8 x i32> zeroinitializer
  %282 = fmul <8 x double> %91, %281
  %283 = fmul <8 x double> %282, %227
  %284 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %283)
  %285 = fadd <8 x double> %277, %284
  %286 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %140, i64 7
  %287 = load double, ptr %286, align 8
  %288 = insertelement <8 x double> poison, double %287, i64 0
  %289 = shufflevector <8 x double> %288, <8 x double> poison, <8 x i32> zeroinitializer
  %290 = fmul <8 x double> %92, %289
  %291 = fmul <8 x double> %290, %227
  %292 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %291)
  %293 = fadd <8 x double> %285, %292
  %294 = add <8 x i32> %222, splat (i32 998)
  %295 = zext <8 x i32> %294 to <8 x i64>
  %296 = shl <8 x i64> %295, splat (i64 52)
  %297 = bitcast <8 x i64> %296 to <8 x double>
  %298 = fmul <8 x double> %293, %297
  %299 = fptrunc <8 x double> %298 to <8 x float>
  %300 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %298)
  %301 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %299)
  %302 = fpext <8 x float> %301 to <8 x double>
  %303 = fcmp olt <8 x double> %300, %302
  %304 = fcmp olt <8 x double> %300, splat (double 0x47F0000000000000)
  %305 = and <8 x i1> %304, %303
  %306 = bitcast <8 x float> %299 to <8 x i32>
  %307 = sext <8 x i1> %305 to <8 x i32>
  %308 = add <8 x i32> %307, %306
  %309 = and <8 x i32> %308, splat (i32 2147483647)
  %310 = icmp eq <8 x i32> %309, zeroinitializer
  %311 = select <8 x i1> %310, <8 x i32> zeroinitializer, <8 x i32> %308
  %312 = fcmp ord <8 x float> %299, zeroinitializer
  %313 = select <8 x i1> %312, <8 x i32> %311, <8 x i32> splat (i32 2147483647)
  %314 = shufflevector <8 x i32> %313, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %314, ptr %149, align 4
  %315 = shufflevector <8 x i32> %313, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %315, ptr %150, align 4
  %316 = add nuw nsw i64 %140, 1
  %317 = icmp eq i64 %316, 16
  br i1 %317, label %318, label %139

318:                                              ; preds = %139
  %319 = add nuw nsw i64 %28, 32
  %320 = icmp samesign ult i64 %319, %12
  br i1 %320, label %27, label %321

321:                                              ; preds = %318, %4
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %5) #8
  ret void
}

define internal fastcc void @bf16_2(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2, i32 noundef %3) unnamed_addr #2 {
  %5 = alloca %struct.operands, align 64
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %5) #8
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

43:                                               ; preds = %7, %488
  %44 = phi i64 [ 0, %7 ], [ %489, %488 ]
  %45 = getelementptr inbounds nuw i32, ptr %0, i64 %44
  br label %46

46:                                               ; preds = %53, %43
  %47 = phi i64 [ 0, %43 ], [ %54, %53 ]
  %48 = mul nuw nsw i64 %47, %9
  %49 = getelementptr inbounds nuw i32, ptr %45, i64 %48
  %50 = shl i64 %47, 3
  %51 = and i64 %50, 8
  %52 = and i64 %47, 1073741822
  br label %56

53:                                               ; preds = %65
  %54 = add nuw nsw i64 %47, 1
  %55 = icmp eq i64 %54, 4
  br i1 %55, label %90, label %46

56:                                               ; preds = %65, %46
  %57 = phi i64 [ 0, %46 ], [ %66, %65 ]
  %58 = getelementptr inbounds nuw i32, ptr %49, i64 %57
  %59 = load <8 x i32>, ptr %58, align 4
  %60 = lshr exact i64 %57, 2
  %61 = or disjoint i64 %60, %51
  %62 = and <8 x i32> %59, splat (i32 -65536)
  %63 = shl <8 x i32> %59, splat (i32 16)
  %64 = or disjoint i64 %61, 1
  br label %68

65:                                               ; preds = %68
  %66 = add nuw nsw i64 %57, 8
  %67 = icmp samesign ult i64 %57, 24
  br i1 %67, label %56, label %53

68:                                               ; preds = %68, %56
  %69 = phi <8 x i32> [ %63, %56 ], [ %62, %68 ]
  %70 = phi i1 [ true, %56 ], [ false, %68 ]
  %71 = phi i64 [ 0, %56 ], [ 1, %68 ]
  %72 = or disjoint i64 %71, %52
  %73 = shl nuw nsw i64 %72, 2
  %74 = and <8 x i32> %69, splat (i32 2147418112)
  %75 = lshr <8 x i32> %74, splat (i32 23)
  %76 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %75, <8 x i32> splat (i32 1))
  %77 = add nsw <8 x i32> %76, splat (i32 -127)
  %78 = icmp eq <8 x i32> %74, zeroinitializer
  %79 = select <8 x i1> %78, <8 x i32> splat (i32 -5000), <8 x i32> %77
  %80 = bitcast <8 x i32> %69 to <8 x float>
  %81 = fpext <8 x float> %80 to <8 x double>
  %82 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %61, i64 %73
  %83 = shufflevector <8 x double> %81, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %83, ptr %82, align 32
  %84 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %61, i64 %73
  %85 = shufflevector <8 x i32> %79, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %85, ptr %84, align 16
  %86 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %64, i64 %73
  %87 = shufflevector <8 x double> %81, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %87, ptr %86, align 32
  %88 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %64, i64 %73
  %89 = shufflevector <8 x i32> %79, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %89, ptr %88, align 16
  br i1 %70, label %68, label %65

90:                                               ; preds = %53
  %91 = getelementptr inbounds nuw i32, ptr %1, i64 %44
  br label %92

92:                                               ; preds = %97, %90
  %93 = phi i64 [ 0, %90 ], [ %98, %97 ]
  %94 = mul nuw nsw i64 %93, %9
  %95 = getelementptr inbounds nuw i32, ptr %91, i64 %94
  %96 = shl i64 %93, 3
  br label %100

97:                                               ; preds = %128
  %98 = add nuw nsw i64 %93, 1
  %99 = icmp eq i64 %98, 2
  br i1 %99, label %147, label %92

100:                                              ; preds = %128, %92
  %101 = phi i64 [ 0, %92 ], [ %129, %128 ]
  %102 = getelementptr inbounds nuw i32, ptr %95, i64 %101
  %103 = load i32, ptr %102, align 4
  %104 = insertelement <8 x i32> poison, i32 %103, i64 0
  %105 = getelementptr inbounds nuw i8, ptr %102, i64 16
  %106 = load i32, ptr %105, align 4
  %107 = insertelement <8 x i32> %104, i32 %106, i64 1
  %108 = getelementptr inbounds nuw i8, ptr %102, i64 32
  %109 = load i32, ptr %108, align 4
  %110 = insertelement <8 x i32> %107, i32 %109, i64 2
  %111 = getelementptr inbounds nuw i8, ptr %102, i64 48
  %112 = load i32, ptr %111, align 4
  %113 = insertelement <8 x i32> %110, i32 %112, i64 3
  %114 = getelementptr inbounds nuw i8, ptr %102, i64 64
  %115 = load i32, ptr %114, align 4
  %116 = insertelement <8 x i32> %113, i32 %115, i64 4
  %117 = getelementptr inbounds nuw i8, ptr %102, i64 80
  %118 = load i32, ptr %117, align 4
  %119 = insertelement <8 x i32> %116, i32 %118, i64 5
  %120 = getelementptr inbounds nuw i8, ptr %102, i64 96
  %121 = load i32, ptr %120, align 4
  %122 = insertelement <8 x i32> %119, i32 %121, i64 6
  %123 = getelementptr inbounds nuw i8, ptr %102, i64 112
  %124 = load i32, ptr %123, align 4
  %125 = insertelement <8 x i32> %122, i32 %124, i64 7
  %126 = and <8 x i32> %125, splat (i32 -65536)
  %127 = shl <8 x i32> %125, splat (i32 16)
  br label %131

128:                                              ; preds = %131
  %129 = add nuw nsw i64 %101, 1
  %130 = icmp eq i64 %129, 4
  br i1 %130, label %97, label %100

131:                                              ; preds = %131, %100
  %132 = phi <8 x i32> [ %127, %100 ], [ %126, %131 ]
  %133 = phi i1 [ true, %100 ], [ false, %131 ]
  %134 = phi i64 [ 0, %100 ], [ 4, %131 ]
  %135 = or disjoint i64 %134, %96
  %136 = add nuw nsw i64 %135, %101
  %137 = getelementptr inbounds nuw [16 x <8 x i32>], ptr %10, i64 0, i64 %136
  %138 = and <8 x i32> %132, splat (i32 2147418112)
  %139 = lshr <8 x i32> %138, splat (i32 23)
  %140 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %139, <8 x i32> splat (i32 1))
  %141 = add nsw <8 x i32> %140, splat (i32 -127)
  %142 = icmp eq <8 x i32> %138, zeroinitializer
  %143 = select <8 x i1> %142, <8 x i32> splat (i32 -5000), <8 x i32> %141
  store <8 x i32> %143, ptr %137, align 32
  %144 = bitcast <8 x i32> %132 to <8 x float>
  %145 = fpext <8 x float> %144 to <8 x double>
  %146 = getelementptr inbounds nuw [16 x <8 x double>], ptr %11, i64 0, i64 %136
  store <8 x double> %145, ptr %146, align 64
  br i1 %133, label %131, label %128

147:                                              ; preds = %97
  %148 = getelementptr inbounds nuw i32, ptr %2, i64 %44
  %149 = load <8 x i32>, ptr %10, align 64
  %150 = load <8 x i32>, ptr %13, align 32
  %151 = load <8 x i32>, ptr %14, align 64
  %152 = load <8 x i32>, ptr %15, align 32
  %153 = load <8 x i32>, ptr %16, align 64
  %154 = load <8 x i32>, ptr %17, align 32
  %155 = load <8 x i32>, ptr %18, align 64
  %156 = load <8 x i32>, ptr %19, align 32
  %157 = load <8 x i32>, ptr %20, align 64
  %158 = load <8 x i32>, ptr %21, align 32
  %159 = load <8 x i32>, ptr %22, align 64
  %160 = load <8 x i32>, ptr %23, align 32
  %161 = load <8 x i32>, ptr %24, align 64
  %162 = load <8 x i32>, ptr %25, align 32
  %163 = load <8 x i32>, ptr %26, align 64
  %164 = load <8 x i32>, ptr %27, align 32
  %165 = load <8 x double>, ptr %11, align 64
  %166 = load <8 x double>, ptr %28, align 64
  %167 = load <8 x double>, ptr %29, align 64
  %168 = load <8 x double>, ptr %30, align 64
  %169 = load <8 x double>, ptr %31, align 64
  %170 = load <8 x double>, ptr %32, align 64
  %171 = load <8 x double>, ptr %33, align 64
  %172 = load <8 x double>, ptr %34, align 64
  %173 = load <8 x double>, ptr %35, align 64
  %174 = load <8 x double>, ptr %36, align 64
  %175 = load <8 x double>, ptr %37, align 64
  %176 = load <8 x double>, ptr %38, align 64
  %177 = load <8 x double>, ptr %39, align 64
  %178 = load <8 x double>, ptr %40, align 64
  %179 = load <8 x double>, ptr %41, align 64
  %180 = load <8 x double>, ptr %42, align 64
  br label %181

181:                                              ; preds = %147, %181
  %182 = phi i64 [ 0, %147 ], [ %486, %181 ]
  %183 = trunc nuw nsw i64 %182 to i32
  %184 = lshr i32 %183, 2
  %185 = and i32 %184, 2
  %186 = mul nuw nsw i32 %185, %3
  %187 = zext nneg i32 %186 to i64
  %188 = getelementptr inbounds nuw i32, ptr %148, i64 %187
  %189 = shl i64 %182, 2
  %190 = and i64 %189, 28
  %191 = getelementptr inbounds nuw i32, ptr %188, i64 %190
  %192 = getelementptr inbounds nuw i32, ptr %191, i64 %9
  %193 = load <4 x i32>, ptr %191, align 4
  %194 = load <4 x i32>, ptr %192, align 4
  %195 = shufflevector <4 x i32> %193, <4 x i32> %194, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %196 = and <8 x i32> %195, splat (i32 2147483647)
  %197 = lshr <8 x i32> %196, splat (i32 23)
  %198 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %197, <8 x i32> splat (i32 1))
  %199 = icmp eq <8 x i32> %196, zeroinitializer
  %200 = bitcast <8 x i32> %195 to <8 x float>
  %201 = add nsw <8 x i32> %198, splat (i32 -127)
  %202 = select <8 x i1> %199, <8 x i32> splat (i32 -133), <8 x i32> %201
  %203 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %182, i64 0
  %204 = load i32, ptr %203, align 64
  %205 = insertelement <8 x i32> poison, i32 %204, i64 0
  %206 = shufflevector <8 x i32> %205, <8 x i32> poison, <8 x i32> zeroinitializer
  %207 = add <8 x i32> %206, %149
  %208 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %202, <8 x i32> %207)
  %209 = shl nuw nsw i64 %182, 6
  %210 = or disjoint i64 %209, 4
  %211 = getelementptr inbounds nuw i8, ptr %8, i64 %210
  %212 = load i32, ptr %211, align 4
  %213 = insertelement <8 x i32> poison, i32 %212, i64 0
  %214 = shufflevector <8 x i32> %213, <8 x i32> poison, <8 x i32> zeroinitializer
  %215 = add <8 x i32> %214, %150
  %216 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %208, <8 x i32> %215)
  %217 = shl nuw nsw i64 %182, 6
  %218 = or disjoint i64 %217, 8
  %219 = getelementptr inbounds nuw i8, ptr %8, i64 %218
  %220 = load i32, ptr %219, align 8
  %221 = insertelement <8 x i32> poison, i32 %220, i64 0
  %222 = shufflevector <8 x i32> %221, <8 x i32> poison, <8 x i32> zeroinitializer
  %223 = add <8 x i32> %222, %151
  %224 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %216, <8 x i32> %223)
  %225 = shl nuw nsw i64 %182, 6
  %226 = or disjoint i64 %225, 12
  %227 = getelementptr inbounds nuw i8, ptr %8, i64 %226
  %228 = load i32, ptr %227, align 4
  %229 = insertelement <8 x i32> poison, i32 %228, i64 0
  %230 = shufflevector <8 x i32> %229, <8 x i32> poison, <8 x i32> zeroinitializer
  %231 = add <8 x i32> %230, %152
  %232 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %224, <8 x i32> %231)
  %233 = shl nuw nsw i64 %182, 6
  %234 = or disjoint i64 %233, 16
  %235 = getelementptr inbounds nuw i8, ptr %8, i64 %234
  %236 = load i32, ptr %235, align 16
  %237 = insertelement <8 x i32> poison, i32 %236, i64 0
  %238 = shufflevector <8 x i32> %237, <8 x i32> poison, <8 x i32> zeroinitializer
  %239 = add <8 x i32> %238, %153
  %240 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %232, <8 x i32> %239)
  %241 = shl nuw nsw i64 %182, 6
  %242 = or disjoint i64 %241, 20
  %243 = getelementptr inbounds nuw i8, ptr %8, i64 %242
  %244 = load i32, ptr %243, align 4
  %245 = insertelement <8 x i32> poison, i32 %244, i64 0
  %246 = shufflevector <8 x i32> %245, <8 x i32> poison, <8 x i32> zeroinitializer
  %247 = add <8 x i32> %246, %154
  %248 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %240, <8 x i32> %247)
  %249 = shl nuw nsw i64 %182, 6
  %250 = or disjoint i64 %249, 24
  %251 = getelementptr inbounds nuw i8, ptr %8, i64 %250
  %252 = load i32, ptr %251, align 8
  %253 = insertelement <8 x i32> poison, i32 %252, i64 0
  %254 = shufflevector <8 x i32> %253, <8 x i32> poison, <8 x i32> zeroinitializer
  %255 = add <8 x i32> %254, %155
  %256 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %248, <8 x i32> %255)
  %257 = shl nuw nsw i64 %182, 6
  %258 = or disjoint i64 %257, 28
  %259 = getelementptr inbounds nuw i8, ptr %8, i64 %258
  %260 = load i32, ptr %259, align 4
  %261 = insertelement <8 x i32> poison, i32 %260, i64 0
  %262 = shufflevector <8 x i32> %261, <8 x i32> poison, <8 x i32> zeroinitializer
  %263 = add <8 x i32> %262, %156
  %264 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %256, <8 x i32> %263)
  %265 = shl nuw nsw i64 %182, 6
  %266 = or disjoint i64 %265, 32
  %267 = getelementptr inbounds nuw i8, ptr %8, i64 %266
  %268 = load i32, ptr %267, align 32
  %269 = insertelement <8 x i32> poison, i32 %268, i64 0
  %270 = shufflevector <8 x i32> %269, <8 x i32> poison, <8 x i32> zeroinitializer
  %271 = add <8 x i32> %270, %157
  %272 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %264, <8 x i32> %271)
  %273 = shl nuw nsw i64 %182, 6
  %274 = or disjoint i64 %273, 36
  %275 = getelementptr inbounds nuw i8, ptr %8, i64 %274
  %276 = load i32, ptr %275, align 4
  %277 = insertelement <8 x i32> poison, i32 %276, i64 0
  %278 = shufflevector <8 x i32> %277, <8 x i32> poison, <8 x i32> zeroinitializer
  %279 = add <8 x i32> %278, %158
  %280 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %272, <8 x i32> %279)
  %281 = shl nuw nsw i64 %182, 6
  %282 = or disjoint i64 %281, 40
  %283 = getelementptr inbounds nuw i8, ptr %8, i64 %282
  %284 = load i32, ptr %283, align 8
  %285 = insertelement <8 x i32> poison, i32 %284, i64 0
  %286 = shufflevector <8 x i32> %285, <8 x i32> poison, <8 x i32> zeroinitializer
  %287 = add <8 x i32> %286, %159
  %288 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %280, <8 x i32> %287)
  %289 = shl nuw nsw i64 %182, 6
  %290 = or disjoint i64 %289, 44
  %291 = getelementptr inbounds nuw i8, ptr %8, i64 %290
  %292 = load i32, ptr %291, align 4
  %293 = insertelement <8 x i32> poison, i32 %292, i64 0
  %294 = shufflevector <8 x i32> %293, <8 x i32> poison, <8 x i32> zeroinitializer
  %295 = add <8 x i32> %294, %160
  %296 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %288, <8 x i32> %295)
  %297 = shl nuw nsw i64 %182, 6
  %298 = or disjoint i64 %297, 48
  %299 = getelementptr inbounds nuw i8, ptr %8, i64 %298
  %300 = load i32, ptr %299, align 16
  %301 = insertelement <8 x i32> poison, i32 %300, i64 0
  %302 = shufflevector <8 x i32> %301, <8 x i32> poison, <8 x i32> zeroinitializer
  %303 = add <8 x i32> %302, %161
  %304 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %296, <8 x i32> %303)
  %305 = shl nuw nsw i64 %182, 6
  %306 = or disjoint i64 %305, 52
  %307 = getelementptr inbounds nuw i8, ptr %8, i64 %306
  %308 = load i32, ptr %307, align 4
  %309 = insertelement <8 x i32> poison, i32 %308, i64 0
  %310 = shufflevector <8 x i32> %309, <8 x i32> poison, <8 x i32> zeroinitializer
  %311 = add <8 x i32> %310, %162
  %312 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %304, <8 x i32> %311)
  %313 = shl nuw nsw i64 %182, 6
  %314 = or disjoint i64 %313, 56
  %315 = getelementptr inbounds nuw i8, ptr %8, i64 %314
  %316 = load i32, ptr %315, align 8
  %317 = insertelement <8 x i32> poison, i32 %316, i64 0
  %318 = shufflevector <8 x i32> %317, <8 x i32> poison, <8 x i32> zeroinitializer
  %319 = add <8 x i32> %318, %163
  %320 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %312, <8 x i32> %319)
  %321 = shl nuw nsw i64 %182, 6
  %322 = or disjoint i64 %321, 60
  %323 = getelementptr inbounds nuw i8, ptr %8, i64 %322
  %324 = load i32, ptr %323, align 4
  %325 = insertelement <8 x i32> poison, i32 %324, i64 0
  %326 = shufflevector <8 x i32> %325, <8 x i32> poison, <8 x i32> zeroinitializer
  %327 = add <8 x i32> %326, %164
  %328 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %320, <8 x i32> %327)
  %329 = fpext <8 x float> %200 to <8 x double>
  %330 = sub nsw <8 x i32> splat (i32 1048), %328
  %331 = zext <8 x i32> %330 to <8 x i64>
  %332 = shl <8 x i64> %331, splat (i64 52)
  %333 = bitcast <8 x i64> %332 to <8 x double>
  %334 = fmul <8 x double> %329, %333
  %335 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %334)
  %336 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %182, i64 0
  %337 = load double, ptr %336, align 64
  %338 = insertelement <8 x double> poison, double %337, i64 0
  %339 = shufflevector <8 x double> %338, <8 x double> poison, <8 x i32> zeroinitializer
  %340 = fmul <8 x double> %165, %339
  %341 = fmul <8 x double> %340, %333
  %342 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %341)
  %343 = fadd <8 x double> %335, %342
  %344 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %182, i64 1
  %345 = load double, ptr %344, align 8
  %346 = insertelement <8 x double> poison, double %345, i64 0
  %347 = shufflevector <8 x double> %346, <8 x double> poison, <8 x i32> zeroinitializer
  %348 = fmul <8 x double> %166, %347
  %349 = fmul <8 x double> %348, %333
  %350 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %349)
  %351 = fadd <8 x double> %343, %350
  %352 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %182, i64 2
  %353 = load double, ptr %352, align 16
  %354 = insertelement <8 x double> poison, double %353, i64 0
  %355 = shufflevector <8 x double> %354, <8 x double> poison, <8 x i32> zeroinitializer
  %356 = fmul <8 x double> %167, %355
  %357 = fmul <8 x double> %356, %333
  %358 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %357)
  %359 = fadd <8 x double> %351, %358
  %360 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %182, i64 3
  %361 = load double, ptr %360, align 8
  %362 = insertelement <8 x double> poison, double %361, i64 0
  %363 = shufflevector <8 x double> %362, <8 x double> poison, <8 x i32> zeroinitializer
  %364 = fmul <8 x double> %168, %363
  %365 = fmul <8 x double> %364, %333
  %366 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %365)
  %367 = fadd <8 x double> %359, %366
  %368 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %182, i64 4
  %369 = load double, ptr %368, align 32
  %370 = insertelement <8 x double> poison, double %369, i64 0
  %371 = shufflevector <8 x double> %370, <8 x double> poison, <8 x i32> zeroinitializer
  %372 = fmul <8 x double> %169, %371
  %373 = fmul <8 x double> %372, %333
  %374 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %373)
  %375 = fadd <8 x double> %367, %374
  %376 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %182, i64 5
  %377 = load double, ptr %376, align 8
  %378 = insertelement <8 x double> poison, double %377, i64 0
  %379 = shufflevector <8 x double> %378, <8 x double> poison, <8 x i32> zeroinitializer
  %380 = fmul <8 x double> %170, %379
  %381 = fmul <8 x double> %380, %333
  %382 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %381)
  %383 = fadd <8 x double> %375, %382
  %384 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %182, i64 6
  %385 = load double, ptr %384, align 16
  %386 = insertelement <8 x double> poison, double %385, i64 0
  %387 = shufflevector <8 x double> %386, <8 x double> poison, <8 x i32> zeroinitializer
  %388 = fmul <8 x double> %171, %387
  %389 = fmul <8 x double> %388, %333
  %390 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %389)
  %391 = fadd <8 x double> %383, %390
  %392 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %182, i64 7
  %393 = load double, ptr %392, align 8
  %394 = insertelement <8 x double> poison, double %393, i64 0
  %395 = shufflevector <8 x double> %394, <8 x double> poison, <8 x i32> zeroinitializer
  %396 = fmul <8 x double> %172, %395
  %397 = fmul <8 x double> %396, %333
  %398 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %397)
  %399 = fadd <8 x double> %391, %398
  %400 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %182, i64 8
  %401 = load double, ptr %400, align 64
  %402 = insertelement <8 x double> poison, double %401, i64 0
  %403 = shufflevector <8 x double> %402, <8 x double> poison, <8 x i32> zeroinitializer
  %404 = fmul <8 x double> %173, %403
  %405 = fmul <8 x double> %404, %333
  %406 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %405)
  %407 = fadd <8 x double> %399, %406
  %408 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %182, i64 9
  %409 = load double, ptr %408, align 8
  %410 = insertelement <8 x double> poison, double %409, i64 0
  %411 = shufflevector <8 x double> %410, <8 x double> poison, <8 x i32> zeroinitializer
  %412 = fmul <8 x double> %174, %411
  %413 = fmul <8 x double> %412, %333
  %414 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %413)
  %415 = fadd <8 x double> %407, %414
  %416 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %182, i64 10
  %417 = load double, ptr %416, align 16
  %418 = insertelement <8 x double> poison, double %417, i64 0
  %419 = shufflevector <8 x double> %418, <8 x double> poison, <8 x i32> zeroinitializer
  %420 = fmul <8 x double> %175, %419
  %421 = fmul <8 x double> %420, %333
  %422 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %421)
  %423 = fadd <8 x double> %415, %422
  %424 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %182, i64 11
  %425 = load double, ptr %424, align 8
  %426 = insertelement <8 x double> poison, double %425, i64 0
  %427 = shufflevector <8 x double> %426, <8 x double> poison, <8 x i32> zeroinitializer
  %428 = fmul <8 x double> %176, %427
  %429 = fmul <8 x double> %428, %333
  %430 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %429)
  %431 = fadd <8 x double> %423, %430
  %432 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %182, i64 12
  %433 = load double, ptr %432, align 32
  %434 = insertelement <8 x double> poison, double %433, i64 0
  %435 = shufflevector <8 x double> %434, <8 x double> poison, <8 x i32> zeroinitializer
  %436 = fmul <8 x double> %177, %435
  %437 = fmul <8 x double> %436, %333
  %438 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %437)
  %439 = fadd <8 x double> %431, %438
  %440 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %182, i64 13
  %441 = load double, ptr %440, align 8
  %442 = insertelement <8 x double> poison, double %441, i64 0
  %443 = shufflevector <8 x double> %442, <8 x double> poison, <8 x i32> zeroinitializer
  %444 = fmul <8 x double> %178, %443
  %445 = fmul <8 x double> %444, %333
  %446 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %445)
  %447 = fadd <8 x double> %439, %446
  %448 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %182, i64 14
  %449 = load double, ptr %448, align 16
  %450 = insertelement <8 x double> poison, double %449, i64 0
  %451 = shufflevector <8 x double> %450, <8 x double> poison, <8 x i32> zeroinitializer
  %452 = fmul <8 x double> %179, %451
  %453 = fmul <8 x double> %452, %333
  %454 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %453)
  %455 = fadd <8 x double> %447, %454
  %456 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %182, i64 15
  %457 = load double, ptr %456, align 8
  %458 = insertelement <8 x double> poison, double %457, i64 0
  %459 = shufflevector <8 x double> %458, <8 x double> poison, <8 x i32> zeroinitializer
  %460 = fmul <8 x double> %180, %459
  %461 = fmul <8 x double> %460, %333
  %462 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %461)
  %463 = fadd <8 x double> %455, %462
  %464 = add <8 x i32> %328, splat (i32 998)
  %465 = zext <8 x i32> %464 to <8 x i64>
  %466 = shl <8 x i64> %465, splat (i64 52)
  %467 = bitcast <8 x i64> %466 to <8 x double>
  %468 = fmul <8 x double> %463, %467
  %469 = fptrunc <8 x double> %468 to <8 x float>
  %470 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %468)
  %471 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %469)
  %472 = fpext <8 x float> %471 to <8 x double>
  %473 = fcmp olt <8 x double> %470, %472
  %474 = fcmp olt <8 x double> %470, splat (double 0x47F0000000000000)
  %475 = and <8 x i1> %474, %473
  %476 = bitcast <8 x float> %469 to <8 x i32>
  %477 = sext <8 x i1> %475 to <8 x i32>
  %478 = add <8 x i32> %477, %476
  %479 = and <8 x i32> %478, splat (i32 2147483647)
  %480 = icmp eq <8 x i32> %479, zeroinitializer
  %481 = select <8 x i1> %480, <8 x i32> zeroinitializer, <8 x i32> %478
  %482 = fcmp ord <8 x float> %469, zeroinitializer
  %483 = select <8 x i1> %482, <8 x i32> %481, <8 x i32> splat (i32 2147483647)
  %484 = shufflevector <8 x i32> %483, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %484, ptr %191, align 4
  %485 = shufflevector <8 x i32> %483, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %485, ptr %192, align 4
  %486 = add nuw nsw i64 %182, 1
  %487 = icmp eq i64 %486, 16
  br i1 %487, label %488, label %181

488:                                              ; preds = %181
  %489 = add nuw nsw i64 %44, 32
  %490 = icmp samesign ult i64 %489, %12
  br i1 %490, label %43, label %491

491:                                              ; preds = %488, %4
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %5) #8
  ret void
}

define internal fastcc void @tf32_1(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2, i32 noundef %3) unnamed_addr #2 {
  %5 = alloca %struct.operands, align 64
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %5) #8
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

19:                                               ; preds = %7, %224
  %20 = phi i64 [ 0, %7 ], [ %225, %224 ]
  %21 = getelementptr inbounds nuw i32, ptr %0, i64 %20
  br label %22

22:                                               ; preds = %29, %19
  %23 = phi i64 [ 0, %19 ], [ %30, %29 ]
  %24 = mul nuw nsw i64 %23, %9
  %25 = getelementptr inbounds nuw i32, ptr %21, i64 %24
  %26 = shl i64 %23, 3
  %27 = shl nuw i64 %23, 1
  %28 = and i64 %27, 2147483644
  br label %32

29:                                               ; preds = %32
  %30 = add nuw nsw i64 %23, 1
  %31 = icmp eq i64 %30, 2
  br i1 %31, label %58, label %22

32:                                               ; preds = %32, %22
  %33 = phi i64 [ 0, %22 ], [ %56, %32 ]
  %34 = getelementptr inbounds nuw i32, ptr %25, i64 %33
  %35 = load <8 x i32>, ptr %34, align 4
  %36 = lshr exact i64 %33, 2
  %37 = or disjoint i64 %36, %26
  %38 = and <8 x i32> %35, splat (i32 2147475456)
  %39 = lshr <8 x i32> %38, splat (i32 23)
  %40 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %39, <8 x i32> splat (i32 1))
  %41 = add nsw <8 x i32> %40, splat (i32 -127)
  %42 = icmp eq <8 x i32> %38, zeroinitializer
  %43 = select <8 x i1> %42, <8 x i32> splat (i32 -5000), <8 x i32> %41
  %44 = and <8 x i32> %35, splat (i32 -8192)
  %45 = bitcast <8 x i32> %44 to <8 x float>
  %46 = fpext <8 x float> %45 to <8 x double>
  %47 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %37, i64 %28
  %48 = shufflevector <8 x double> %46, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %48, ptr %47, align 32
  %49 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %37, i64 %28
  %50 = shufflevector <8 x i32> %43, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %50, ptr %49, align 16
  %51 = or disjoint i64 %37, 1
  %52 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %51, i64 %28
  %53 = shufflevector <8 x double> %46, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %53, ptr %52, align 32
  %54 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %51, i64 %28
  %55 = shufflevector <8 x i32> %43, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %55, ptr %54, align 16
  %56 = add nuw nsw i64 %33, 8
  %57 = icmp samesign ult i64 %33, 24
  br i1 %57, label %32, label %29

58:                                               ; preds = %29
  %59 = getelementptr inbounds nuw i32, ptr %1, i64 %20
  br label %70

60:                                               ; preds = %70
  %61 = getelementptr inbounds nuw i32, ptr %2, i64 %20
  %62 = load <8 x i32>, ptr %13, align 32
  %63 = load <8 x i32>, ptr %14, align 64
  %64 = load <8 x i32>, ptr %15, align 32
  %65 = load <8 x double>, ptr %11, align 64
  %66 = load <8 x double>, ptr %16, align 64
  %67 = load <8 x double>, ptr %17, align 64
  %68 = load <8 x double>, ptr %18, align 64
  %69 = load <8 x i32>, ptr %10, align 64
  br label %109

70:                                               ; preds = %70, %58
  %71 = phi i64 [ 0, %58 ], [ %107, %70 ]
  %72 = getelementptr inbounds nuw i32, ptr %59, i64 %71
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
  %96 = getelementptr inbounds nuw [16 x <8 x i32>], ptr %10, i64 0, i64 %71
  %97 = and <8 x i32> %95, splat (i32 2147475456)
  %98 = lshr <8 x i32> %97, splat (i32 23)
  %99 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %98, <8 x i32> splat (i32 1))
  %100 = add nsw <8 x i32> %99, splat (i32 -127)
  %101 = icmp eq <8 x i32> %97, zeroinitializer
  %102 = select <8 x i1> %101, <8 x i32> splat (i32 -5000), <8 x i32> %100
  store <8 x i32> %102, ptr %96, align 32
  %103 = and <8 x i32> %95, splat (i32 -8192)
  %104 = bitcast <8 x i32> %103 to <8 x float>
  %105 = fpext <8 x float> %104 to <8 x double>
  %106 = getelementptr inbounds nuw [16 x <8 x double>], ptr %11, i64 0, i64 %71
  store <8 x double> %105, ptr %106, align 64
  %107 = add nuw nsw i64 %71, 1
  %108 = icmp eq i64 %107, 4
  br i1 %108, label %60, label %70

109:                                              ; preds = %60, %109
  %110 = phi i64 [ 0, %60 ], [ %222, %109 ]
  %111 = trunc nuw nsw i64 %110 to i32
  %112 = lshr i32 %111, 2
  %113 = and i32 %112, 2
  %114 = mul nuw nsw i32 %113, %3
  %115 = zext nneg i32 %114 to i64
  %116 = getelementptr inbounds nuw i32, ptr %61, i64 %115
  %117 = shl i64 %110, 2
  %118 = and i64 %117, 28
  %119 = getelementptr inbounds nuw i32, ptr %116, i64 %118
  %120 = getelementptr inbounds nuw i32, ptr %119, i64 %9
  %121 = load <4 x i32>, ptr %119, align 4
  %122 = load <4 x i32>, ptr %120, align 4
  %123 = shufflevector <4 x i32> %121, <4 x i32> %122, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %124 = and <8 x i32> %123, splat (i32 2147483647)
  %125 = lshr <8 x i32> %124, splat (i32 23)
  %126 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %125, <8 x i32> splat (i32 1))
  %127 = icmp eq <8 x i32> %124, zeroinitializer
  %128 = bitcast <8 x i32> %123 to <8 x float>
  %129 = add nsw <8 x i32> %126, splat (i32 -127)
  %130 = select <8 x i1> %127, <8 x i32> splat (i32 -133), <8 x i32> %129
  %131 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %110, i64 0
  %132 = load i32, ptr %131, align 64
  %133 = insertelement <8 x i32> poison, i32 %132, i64 0
  %134 = shufflevector <8 x i32> %133, <8 x i32> poison, <8 x i32> zeroinitializer
  %135 = add <8 x i32> %134, %69
  %136 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %130, <8 x i32> %135)
  %137 = shl nuw nsw i64 %110, 6
  %138 = or disjoint i64 %137, 4
  %139 = getelementptr inbounds nuw i8, ptr %8, i64 %138
  %140 = load i32, ptr %139, align 4
  %141 = insertelement <8 x i32> poison, i32 %140, i64 0
  %142 = shufflevector <8 x i32> %141, <8 x i32> poison, <8 x i32> zeroinitializer
  %143 = add <8 x i32> %142, %62
  %144 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %136, <8 x i32> %143)
  %145 = shl nuw nsw i64 %110, 6
  %146 = or disjoint i64 %145, 8
  %147 = getelementptr inbounds nuw i8, ptr %8, i64 %146
  %148 = load i32, ptr %147, align 8
  %149 = insertelement <8 x i32> poison, i32 %148, i64 0
  %150 = shufflevector <8 x i32> %149, <8 x i32> poison, <8 x i32> zeroinitializer
  %151 = add <8 x i32> %150, %63
  %152 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %144, <8 x i32> %151)
  %153 = shl nuw nsw i64 %110, 6
  %154 = or disjoint i64 %153, 12
  %155 = getelementptr inbounds nuw i8, ptr %8, i64 %154
  %156 = load i32, ptr %155, align 4
  %157 = insertelement <8 x i32> poison, i32 %156, i64 0
  %158 = shufflevector <8 x i32> %157, <8 x i32> poison, <8 x i32> zeroinitializer
  %159 = add <8 x i32> %158, %64
  %160 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %152, <8 x i32> %159)
  %161 = fpext <8 x float> %128 to <8 x double>
  %162 = sub nsw <8 x i32> splat (i32 1048), %160
  %163 = zext <8 x i32> %162 to <8 x i64>
  %164 = shl <8 x i64> %163, splat (i64 52)
  %165 = bitcast <8 x i64> %164 to <8 x double>
  %166 = fmul <8 x double> %161, %165
  %167 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %166)
  %168 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %110, i64 0
  %169 = load double, ptr %168, align 64
  %170 = insertelement <8 x double> poison, double %169, i64 0
  %171 = shufflevector <8 x double> %170, <8 x double> poison, <8 x i32> zeroinitializer
  %172 = fmul <8 x double> %65, %171
  %173 = fmul <8 x double> %172, %165
  %174 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %173)
  %175 = fadd <8 x double> %167, %174
  %176 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %110, i64 1
  %177 = load double, ptr %176, align 8
  %178 = insertelement <8 x double> poison, double %177, i64 0
  %179 = shufflevector <8 x double> %178, <8 x double> poison, <8 x i32> zeroinitializer
  %180 = fmul <8 x double> %66, %179
  %181 = fmul <8 x double> %180, %165
  %182 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %181)
  %183 = fadd <8 x double> %175, %182
  %184 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %110, i64 2
  %185 = load double, ptr %184, align 16
  %186 = insertelement <8 x double> poison, double %185, i64 0
  %187 = shufflevector <8 x double> %186, <8 x double> poison, <8 x i32> zeroinitializer
  %188 = fmul <8 x double> %67, %187
  %189 = fmul <8 x double> %188, %165
  %190 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %189)
  %191 = fadd <8 x double> %183, %190
  %192 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %110, i64 3
  %193 = load double, ptr %192, align 8
  %194 = insertelement <8 x double> poison, double %193, i64 0
  %195 = shufflevector <8 x double> %194, <8 x double> poison, <8 x i32> zeroinitializer
  %196 = fmul <8 x double> %68, %195
  %197 = fmul <8 x double> %196, %165
  %198 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %197)
  %199 = fadd <8 x double> %191, %198
  %200 = add <8 x i32> %160, splat (i32 998)
  %201 = zext <8 x i32> %200 to <8 x i64>
  %202 = shl <8 x i64> %201, splat (i64 52)
  %203 = bitcast <8 x i64> %202 to <8 x double>
  %204 = fmul <8 x double> %199, %203
  %205 = fptrunc <8 x double> %204 to <8 x float>
  %206 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %204)
  %207 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %205)
  %208 = fpext <8 x float> %207 to <8 x double>
  %209 = fcmp olt <8 x double> %206, %208
  %210 = fcmp olt <8 x double> %206, splat (double 0x47F0000000000000)
  %211 = and <8 x i1> %210, %209
  %212 = bitcast <8 x float> %205 to <8 x i32>
  %213 = sext <8 x i1> %211 to <8 x i32>
  %214 = add <8 x i32> %213, %212
  %215 = and <8 x i32> %214, splat (i32 2147483647)
  %216 = icmp eq <8 x i32> %215, zeroinitializer
  %217 = select <8 x i1> %216, <8 x i32> zeroinitializer, <8 x i32> %214
  %218 = fcmp ord <8 x float> %205, zeroinitializer
  %219 = select <8 x i1> %218, <8 x i32> %217, <8 x i32> splat (i32 2147483647)
  %220 = shufflevector <8 x i32> %219, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %220, ptr %119, align 4
  %221 = shufflevector <8 x i32> %219, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %221, ptr %120, align 4
  %222 = add nuw nsw i64 %110, 1
  %223 = icmp eq i64 %222, 16
  br i1 %223, label %224, label %109

224:                                              ; preds = %109
  %225 = add nuw nsw i64 %20, 32
  %226 = icmp samesign ult i64 %225, %12
  br i1 %226, label %19, label %227

227:                                              ; preds = %224, %4
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %5) #8
  ret void
}

define internal fastcc void @tf32_2(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef %2, i32 noundef %3) unnamed_addr #2 {
  %5 = alloca %struct.operands, align 64
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %5) #8
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

27:                                               ; preds = %7, %314
  %28 = phi i64 [ 0, %7 ], [ %315, %314 ]
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
  br label %41

38:                                               ; preds = %41
  %39 = add nuw nsw i64 %31, 1
  %40 = icmp eq i64 %39, 4
  br i1 %40, label %67, label %30

41:                                               ; preds = %41, %30
  %42 = phi i64 [ 0, %30 ], [ %65, %41 ]
  %43 = getelementptr inbounds nuw i32, ptr %33, i64 %42
  %44 = load <8 x i32>, ptr %43, align 4
  %45 = lshr exact i64 %42, 2
  %46 = or disjoint i64 %45, %35
  %47 = and <8 x i32> %44, splat (i32 2147475456)
  %48 = lshr <8 x i32> %47, splat (i32 23)
  %49 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %48, <8 x i32> splat (i32 1))
  %50 = add nsw <8 x i32> %49, splat (i32 -127)
  %51 = icmp eq <8 x i32> %47, zeroinitializer
  %52 = select <8 x i1> %51, <8 x i32> splat (i32 -5000), <8 x i32> %50
  %53 = and <8 x i32> %44, splat (i32 -8192)
  %54 = bitcast <8 x i32> %53 to <8 x float>
  %55 = fpext <8 x float> %54 to <8 x double>
  %56 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %46, i64 %37
  %57 = shufflevector <8 x double> %55, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %57, ptr %56, align 32
  %58 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %46, i64 %37
  %59 = shufflevector <8 x i32> %52, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %59, ptr %58, align 16
  %60 = or disjoint i64 %46, 1
  %61 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %60, i64 %37
  %62 = shufflevector <8 x double> %55, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %62, ptr %61, align 32
  %63 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %60, i64 %37
  %64 = shufflevector <8 x i32> %52, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %64, ptr %63, align 16
  %65 = add nuw nsw i64 %42, 8
  %66 = icmp samesign ult i64 %42, 24
  br i1 %66, label %41, label %38

67:                                               ; preds = %38
  %68 = getelementptr inbounds nuw i32, ptr %1, i64 %28
  br label %69

69:                                               ; preds = %74, %67
  %70 = phi i64 [ 0, %67 ], [ %75, %74 ]
  %71 = mul nuw nsw i64 %70, %9
  %72 = getelementptr inbounds nuw i32, ptr %68, i64 %71
  %73 = shl i64 %70, 2
  br label %77

74:                                               ; preds = %77
  %75 = add nuw nsw i64 %70, 1
  %76 = icmp eq i64 %75, 2
  br i1 %76, label %117, label %69

77:                                               ; preds = %77, %69
  %78 = phi i64 [ 0, %69 ], [ %115, %77 ]
  %79 = getelementptr inbounds nuw i32, ptr %72, i64 %78
  %80 = load i32, ptr %79, align 4
  %81 = insertelement <8 x i32> poison, i32 %80, i64 0
  %82 = getelementptr inbounds nuw i8, ptr %79, i64 16
  %83 = load i32, ptr %82, align 4
  %84 = insertelement <8 x i32> %81, i32 %83, i64 1
  %85 = getelementptr inbounds nuw i8, ptr %79, i64 32
  %86 = load i32, ptr %85, align 4
  %87 = insertelement <8 x i32> %84, i32 %86, i64 2
  %88 = getelementptr inbounds nuw i8, ptr %79, i64 48
  %89 = load i32, ptr %88, align 4
  %90 = insertelement <8 x i32> %87, i32 %89, i64 3
  %91 = getelementptr inbounds nuw i8, ptr %79, i64 64
  %92 = load i32, ptr %91, align 4
  %93 = insertelement <8 x i32> %90, i32 %92, i64 4
  %94 = getelementptr inbounds nuw i8, ptr %79, i64 80
  %95 = load i32, ptr %94, align 4
  %96 = insertelement <8 x i32> %93, i32 %95, i64 5
  %97 = getelementptr inbounds nuw i8, ptr %79, i64 96
  %98 = load i32, ptr %97, align 4
  %99 = insertelement <8 x i32> %96, i32 %98, i64 6
  %100 = getelementptr inbounds nuw i8, ptr %79, i64 112
  %101 = load i32, ptr %100, align 4
  %102 = insertelement <8 x i32> %99, i32 %101, i64 7
  %103 = add nuw nsw i64 %78, %73
  %104 = getelementptr inbounds nuw [16 x <8 x i32>], ptr %10, i64 0, i64 %103
  %105 = and <8 x i32> %102, splat (i32 2147475456)
  %106 = lshr <8 x i32> %105, splat (i32 23)
  %107 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %106, <8 x i32> splat (i32 1))
  %108 = add nsw <8 x i32> %107, splat (i32 -127)
  %109 = icmp eq <8 x i32> %105, zeroinitializer
  %110 = select <8 x i1> %109, <8 x i32> splat (i32 -5000), <8 x i32> %108
  store <8 x i32> %110, ptr %104, align 32
  %111 = and <8 x i32> %102, splat (i32 -8192)
  %112 = bitcast <8 x i32> %111 to <8 x float>
  %113 = fpext <8 x float> %112 to <8 x double>
  %114 = getelementptr inbounds nuw [16 x <8 x double>], ptr %11, i64 0, i64 %103
  store <8 x double> %113, ptr %114, align 64
  %115 = add nuw nsw i64 %78, 1
  %116 = icmp eq i64 %115, 4
  br i1 %116, label %74, label %77

117:                                              ; preds = %74
  %118 = getelementptr inbounds nuw i32, ptr %2, i64 %28
  %119 = load <8 x i32>, ptr %10, align 64
  %120 = load <8 x i32>, ptr %13, align 32
  %121 = load <8 x i32>, ptr %14, align 64
  %122 = load <8 x i32>, ptr %15, align 32
  %123 = load <8 x i32>, ptr %16, align 64
  %124 = load <8 x i32>, ptr %17, align 32
  %125 = load <8 x i32>, ptr %18, align 64
  %126 = load <8 x i32>, ptr %19, align 32
  %127 = load <8 x double>, ptr %11, align 64
  %128 = load <8 x double>, ptr %20, align 64
  %129 = load <8 x double>, ptr %21, align 64
  %130 = load <8 x double>, ptr %22, align 64
  %131 = load <8 x double>, ptr %23, align 64
  %132 = load <8 x double>, ptr %24, align 64
  %133 = load <8 x double>, ptr %25, align 64
  %134 = load <8 x double>, ptr %26, align 64
  br label %135

135:                                              ; preds = %117, %135
  %136 = phi i64 [ 0, %117 ], [ %312, %135 ]
  %137 = trunc nuw nsw i64 %136 to i32
  %138 = lshr i32 %137, 2
  %139 = and i32 %138, 2
  %140 = mul nuw nsw i32 %139, %3
  %141 = zext nneg i32 %140 to i64
  %142 = getelementptr inbounds nuw i32, ptr %118, i64 %141
  %143 = shl i64 %136, 2
  %144 = and i64 %143, 28
  %145 = getelementptr inbounds nuw i32, ptr %142, i64 %144
  %146 = getelementptr inbounds nuw i32, ptr %145, i64 %9
  %147 = load <4 x i32>, ptr %145, align 4
  %148 = load <4 x i32>, ptr %146, align 4
  %149 = shufflevector <4 x i32> %147, <4 x i32> %148, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %150 = and <8 x i32> %149, splat (i32 2147483647)
  %151 = lshr <8 x i32> %150, splat (i32 23)
  %152 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %151, <8 x i32> splat (i32 1))
  %153 = icmp eq <8 x i32> %150, zeroinitializer
  %154 = bitcast <8 x i32> %149 to <8 x float>
  %155 = add nsw <8 x i32> %152, splat (i32 -127)
  %156 = select <8 x i1> %153, <8 x i32> splat (i32 -133), <8 x i32> %155
  %157 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %8, i64 0, i64 %136, i64 0
  %158 = load i32, ptr %157, align 64
  %159 = insertelement <8 x i32> poison, i32 %158, i64 0
  %160 = shufflevector <8 x i32> %159, <8 x i32> poison, <8 x i32> zeroinitializer
  %161 = add <8 x i32> %160, %119
  %162 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %156, <8 x i32> %161)
  %163 = shl nuw nsw i64 %136, 6
  %164 = or disjoint i64 %163, 4
  %165 = getelementptr inbounds nuw i8, ptr %8, i64 %164
  %166 = load i32, ptr %165, align 4
  %167 = insertelement <8 x i32> poison, i32 %166, i64 0
  %168 = shufflevector <8 x i32> %167, <8 x i32> poison, <8 x i32> zeroinitializer
  %169 = add <8 x i32> %168, %120
  %170 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %162, <8 x i32> %169)
  %171 = shl nuw nsw i64 %136, 6
  %172 = or disjoint i64 %171, 8
  %173 = getelementptr inbounds nuw i8, ptr %8, i64 %172
  %174 = load i32, ptr %173, align 8
  %175 = insertelement <8 x i32> poison, i32 %174, i64 0
  %176 = shufflevector <8 x i32> %175, <8 x i32> poison, <8 x i32> zeroinitializer
  %177 = add <8 x i32> %176, %121
  %178 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %170, <8 x i32> %177)
  %179 = shl nuw nsw i64 %136, 6
  %180 = or disjoint i64 %179, 12
  %181 = getelementptr inbounds nuw i8, ptr %8, i64 %180
  %182 = load i32, ptr %181, align 4
  %183 = insertelement <8 x i32> poison, i32 %182, i64 0
  %184 = shufflevector <8 x i32> %183, <8 x i32> poison, <8 x i32> zeroinitializer
  %185 = add <8 x i32> %184, %122
  %186 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %178, <8 x i32> %185)
  %187 = shl nuw nsw i64 %136, 6
  %188 = or disjoint i64 %187, 16
  %189 = getelementptr inbounds nuw i8, ptr %8, i64 %188
  %190 = load i32, ptr %189, align 16
  %191 = insertelement <8 x i32> poison, i32 %190, i64 0
  %192 = shufflevector <8 x i32> %191, <8 x i32> poison, <8 x i32> zeroinitializer
  %193 = add <8 x i32> %192, %123
  %194 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %186, <8 x i32> %193)
  %195 = shl nuw nsw i64 %136, 6
  %196 = or disjoint i64 %195, 20
  %197 = getelementptr inbounds nuw i8, ptr %8, i64 %196
  %198 = load i32, ptr %197, align 4
  %199 = insertelement <8 x i32> poison, i32 %198, i64 0
  %200 = shufflevector <8 x i32> %199, <8 x i32> poison, <8 x i32> zeroinitializer
  %201 = add <8 x i32> %200, %124
  %202 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %194, <8 x i32> %201)
  %203 = shl nuw nsw i64 %136, 6
  %204 = or disjoint i64 %203, 24
  %205 = getelementptr inbounds nuw i8, ptr %8, i64 %204
  %206 = load i32, ptr %205, align 8
  %207 = insertelement <8 x i32> poison, i32 %206, i64 0
  %208 = shufflevector <8 x i32> %207, <8 x i32> poison, <8 x i32> zeroinitializer
  %209 = add <8 x i32> %208, %125
  %210 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %202, <8 x i32> %209)
  %211 = shl nuw nsw i64 %136, 6
  %212 = or disjoint i64 %211, 28
  %213 = getelementptr inbounds nuw i8, ptr %8, i64 %212
  %214 = load i32, ptr %213, align 4
  %215 = insertelement <8 x i32> poison, i32 %214, i64 0
  %216 = shufflevector <8 x i32> %215, <8 x i32> poison, <8 x i32> zeroinitializer
  %217 = add <8 x i32> %216, %126
  %218 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %210, <8 x i32> %217)
  %219 = fpext <8 x float> %154 to <8 x double>
  %220 = sub nsw <8 x i32> splat (i32 1048), %218
  %221 = zext <8 x i32> %220 to <8 x i64>
  %222 = shl <8 x i64> %221, splat (i64 52)
  %223 = bitcast <8 x i64> %222 to <8 x double>
  %224 = fmul <8 x double> %219, %223
  %225 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %224)
  %226 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %136, i64 0
  %227 = load double, ptr %226, align 64
  %228 = insertelement <8 x double> poison, double %227, i64 0
  %229 = shufflevector <8 x double> %228, <8 x double> poison, <8 x i32> zeroinitializer
  %230 = fmul <8 x double> %127, %229
  %231 = fmul <8 x double> %230, %223
  %232 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %231)
  %233 = fadd <8 x double> %225, %232
  %234 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %136, i64 1
  %235 = load double, ptr %234, align 8
  %236 = insertelement <8 x double> poison, double %235, i64 0
  %237 = shufflevector <8 x double> %236, <8 x double> poison, <8 x i32> zeroinitializer
  %238 = fmul <8 x double> %128, %237
  %239 = fmul <8 x double> %238, %223
  %240 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %239)
  %241 = fadd <8 x double> %233, %240
  %242 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %136, i64 2
  %243 = load double, ptr %242, align 16
  %244 = insertelement <8 x double> poison, double %243, i64 0
  %245 = shufflevector <8 x double> %244, <8 x double> poison, <8 x i32> zeroinitializer
  %246 = fmul <8 x double> %129, %245
  %247 = fmul <8 x double> %246, %223
  %248 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %247)
  %249 = fadd <8 x double> %241, %248
  %250 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %136, i64 3
  %251 = load double, ptr %250, align 8
  %252 = insertelement <8 x double> poison, double %251, i64 0
  %253 = shufflevector <8 x double> %252, <8 x double> poison, <8 x i32> zeroinitializer
  %254 = fmul <8 x double> %130, %253
  %255 = fmul <8 x double> %254, %223
  %256 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %255)
  %257 = fadd <8 x double> %249, %256
  %258 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %136, i64 4
  %259 = load double, ptr %258, align 32
  %260 = insertelement <8 x double> poison, double %259, i64 0
  %261 = shufflevector <8 x double> %260, <8 x double> poison, <8 x i32> zeroinitializer
  %262 = fmul <8 x double> %131, %261
  %263 = fmul <8 x double> %262, %223
  %264 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %263)
  %265 = fadd <8 x double> %257, %264
  %266 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %136, i64 5
  %267 = load double, ptr %266, align 8
  %268 = insertelement <8 x double> poison, double %267, i64 0
  %269 = shufflevector <8 x double> %268, <8 x double> poison, <8 x i32> zeroinitializer
  %270 = fmul <8 x double> %132, %269
  %271 = fmul <8 x double> %270, %223
  %272 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %271)
  %273 = fadd <8 x double> %265, %272
  %274 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %136, i64 6
  %275 = load double, ptr %274, align 16
  %276 = insertelement <8 x double> poison, double %275, i64 0
  %277 = shufflevector <8 x double> %276, <8 x double> poison, <8 x i32> zeroinitializer
  %278 = fmul <8 x double> %133, %277
  %279 = fmul <8 x double> %278, %223
  %280 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %279)
  %281 = fadd <8 x double> %273, %280
  %282 = getelementptr inbounds nuw [16 x [16 x double]], ptr %5, i64 0, i64 %136, i64 7
  %283 = load double, ptr %282, align 8
  %284 = insertelement <8 x double> poison, double %283, i64 0
  %285 = shufflevector <8 x double> %284, <8 x double> poison, <8 x i32> zeroinitializer
  %286 = fmul <8 x double> %134, %285
  %287 = fmul <8 x double> %286, %223
  %288 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %287)
  %289 = fadd <8 x double> %281, %288
  %290 = add <8 x i32> %218, splat (i32 998)
  %291 = zext <8 x i32> %290 to <8 x i64>
  %292 = shl <8 x i64> %291, splat (i64 52)
  %293 = bitcast <8 x i64> %292 to <8 x double>
  %294 = fmul <8 x double> %289, %293
  %295 = fptrunc <8 x double> %294 to <8 x float>
  %296 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %294)
  %297 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %295)
  %298 = fpext <8 x float> %297 to <8 x double>
  %299 = fcmp olt <8 x double> %296, %298
  %300 = fcmp olt <8 x double> %296, splat (double 0x47F0000000000000)
  %301 = and <8 x i1> %300, %299
  %302 = bitcast <8 x float> %295 to <8 x i32>
  %303 = sext <8 x i1> %301 to <8 x i32>
  %304 = add <8 x i32> %303, %302
  %305 = and <8 x i32> %304, splat (i32 2147483647)
  %306 = icmp eq <8 x i32> %305, zeroinitializer
  %307 = select <8 x i1> %306, <8 x i32> zeroinitializer, <8 x i32> %304
  %308 = fcmp ord <8 x float> %295, zeroinitializer
  %309 = select <8 x i1> %308, <8 x i32> %307, <8 x i32> splat (i32 2147483647)
  %310 = shufflevector <8 x i32> %309, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %310, ptr %145, align 4
  %311 = shufflevector <8 x i32> %309, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %311, ptr %146, align 4
  %312 = add nuw nsw i64 %136, 1
  %313 = icmp eq i64 %312, 16
  br i1 %313, label %314, label %135

314:                                              ; preds = %135
  %315 = add nuw nsw i64 %28, 32
  %316 = icmp samesign ult i64 %315, %12
  br i1 %316, label %27, label %317

317:                                              ; preds = %314, %4
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %5) #8
  ret void
}

define internal fastcc noundef zeroext i1 @f16_shared(ptr noundef %0, i1 noundef zeroext %1, i32 noundef range(i32 0, 256) %2, i32 noundef %3, ptr nocapture noundef readonly %4, ptr nocapture noundef readonly %5, ptr nocapture noundef %6, i32 noundef %7, i32 noundef %8, i64 noundef %9) unnamed_addr #3 {
  %11 = alloca %struct.operands, align 64
  %12 = alloca [4 x [32 x i32]], align 16
  %13 = alloca [2 x [2 x [32 x i32]]], align 16
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %11) #8
  %14 = icmp sgt i32 %7, 0
  %15 = getelementptr inbounds nuw i8, ptr %13, i64 256
  %16 = getelementptr inbounds nuw i8, ptr %13, i64 256
  %17 = getelementptr inbounds nuw i8, ptr %13, i64 128
  %18 = getelementptr inbounds nuw i8, ptr %13, i64 384
  %19 = getelementptr inbounds nuw i8, ptr %12, i64 128
  br i1 %14, label %20, label %693

20:                                               ; preds = %10
  %21 = and i32 %3, 262144
  %22 = icmp eq i32 %21, 0
  %23 = select i1 %22, i32 0, i32 -2147450880
  %24 = zext nneg i32 %7 to i64
  %25 = and i32 %3, 65536
  %26 = icmp ne i32 %25, 0
  %27 = insertelement <8 x i32> poison, i32 %23, i64 0
  %28 = shufflevector <8 x i32> %27, <8 x i32> poison, <8 x i32> zeroinitializer
  %29 = getelementptr inbounds nuw i8, ptr %11, i64 2048
  %30 = icmp eq i32 %2, 0
  %31 = and i32 %3, 131072
  %32 = icmp ne i32 %31, 0
  %33 = getelementptr inbounds nuw i8, ptr %11, i64 4096
  %34 = getelementptr inbounds nuw i8, ptr %11, i64 3072
  %35 = shl i32 %7, 2
  %36 = zext nneg i32 %2 to i64
  %37 = getelementptr inbounds nuw i8, ptr %11, i64 4128
  %38 = getelementptr inbounds nuw i8, ptr %11, i64 4160
  %39 = getelementptr inbounds nuw i8, ptr %11, i64 4192
  %40 = getelementptr inbounds nuw i8, ptr %11, i64 4224
  %41 = getelementptr inbounds nuw i8, ptr %11, i64 4256
  %42 = getelementptr inbounds nuw i8, ptr %11, i64 4288
  %43 = getelementptr inbounds nuw i8, ptr %11, i64 4320
  %44 = getelementptr inbounds nuw i8, ptr %11, i64 4352
  %45 = getelementptr inbounds nuw i8, ptr %11, i64 4384
  %46 = getelementptr inbounds nuw i8, ptr %11, i64 4416
  %47 = getelementptr inbounds nuw i8, ptr %11, i64 4448
  %48 = getelementptr inbounds nuw i8, ptr %11, i64 4480
  %49 = getelementptr inbounds nuw i8, ptr %11, i64 4512
  %50 = getelementptr inbounds nuw i8, ptr %11, i64 4544
  %51 = getelementptr inbounds nuw i8, ptr %11, i64 4576
  %52 = getelementptr inbounds nuw i8, ptr %11, i64 3136
  %53 = getelementptr inbounds nuw i8, ptr %11, i64 3200
  %54 = getelementptr inbounds nuw i8, ptr %11, i64 3264
  %55 = getelementptr inbounds nuw i8, ptr %11, i64 3328
  %56 = getelementptr inbounds nuw i8, ptr %11, i64 3392
  %57 = getelementptr inbounds nuw i8, ptr %11, i64 3456
  %58 = getelementptr inbounds nuw i8, ptr %11, i64 3520
  %59 = getelementptr inbounds nuw i8, ptr %11, i64 3584
  %60 = getelementptr inbounds nuw i8, ptr %11, i64 3648
  %61 = getelementptr inbounds nuw i8, ptr %11, i64 3712
  %62 = getelementptr inbounds nuw i8, ptr %11, i64 3776
  %63 = getelementptr inbounds nuw i8, ptr %11, i64 3840
  %64 = getelementptr inbounds nuw i8, ptr %11, i64 3904
  %65 = getelementptr inbounds nuw i8, ptr %11, i64 3968
  %66 = getelementptr inbounds nuw i8, ptr %11, i64 4032
  br label %67

67:                                               ; preds = %20, %687
  %68 = phi i64 [ 0, %20 ], [ %688, %687 ]
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %12) #8
  %69 = getelementptr inbounds nuw i32, ptr %5, i64 %68
  %70 = trunc nuw nsw i64 %68 to i32
  %71 = add i32 %8, %70
  %72 = load i32, ptr %69, align 4
  %73 = zext i32 %72 to i64
  %74 = getelementptr inbounds nuw i32, ptr %69, i64 %24
  %75 = load i32, ptr %74, align 4
  %76 = zext i32 %75 to i64
  %77 = shl nuw i64 %76, 32
  %78 = or disjoint i64 %77, %73
  br label %79

79:                                               ; preds = %90, %67
  %80 = phi i64 [ 1, %67 ], [ %91, %90 ]
  %81 = getelementptr inbounds nuw i32, ptr %69, i64 %80
  %82 = load i32, ptr %81, align 4
  %83 = icmp eq i32 %82, %72
  br i1 %83, label %86, label %84

84:                                               ; preds = %79
  %85 = zext i32 %82 to i64
  br label %93

86:                                               ; preds = %79
  %87 = getelementptr i32, ptr %74, i64 %80
  %88 = load i32, ptr %87, align 4
  %89 = icmp eq i32 %88, %75
  br i1 %89, label %90, label %93

90:                                               ; preds = %86
  %91 = add nuw nsw i64 %80, 1
  %92 = icmp eq i64 %91, 32
  br i1 %92, label %105, label %79

93:                                               ; preds = %86, %84
  %94 = phi i64 [ %85, %84 ], [ %73, %86 ]
  %95 = trunc nuw nsw i64 %80 to i32
  %96 = add nsw i32 %7, %95
  %97 = sext i32 %96 to i64
  %98 = getelementptr inbounds i32, ptr %69, i64 %97
  %99 = load i32, ptr %98, align 4
  %100 = zext i32 %99 to i64
  %101 = shl nuw i64 %100, 32
  %102 = or disjoint i64 %101, %94
  %103 = add i32 %71, %95
  %104 = tail call zeroext i1 @record_failure(ptr noundef %0, i64 noundef 22, i64 noundef %9, i64 noundef %102, i32 noundef %103) #8
  br i1 %104, label %692, label %105

105:                                              ; preds = %90, %93
  br i1 %1, label %106, label %162

106:                                              ; preds = %105
  %107 = getelementptr inbounds nuw i32, ptr %4, i64 %68
  br label %108

108:                                              ; preds = %115, %106
  %109 = phi i64 [ 0, %106 ], [ %116, %115 ]
  %110 = mul nuw nsw i64 %109, %24
  %111 = getelementptr inbounds nuw i32, ptr %107, i64 %110
  %112 = shl i64 %109, 3
  %113 = and i64 %112, 8
  %114 = and i64 %109, 1073741822
  br label %118

115:                                              ; preds = %127
  %116 = add nuw nsw i64 %109, 1
  %117 = icmp eq i64 %116, 4
  br i1 %117, label %269, label %108

118:                                              ; preds = %127, %108
  %119 = phi i64 [ 0, %108 ], [ %128, %127 ]
  %120 = getelementptr inbounds nuw i32, ptr %111, i64 %119
  %121 = load <8 x i32>, ptr %120, align 4
  %122 = xor <8 x i32> %121, %28
  %123 = lshr exact i64 %119, 2
  %124 = or disjoint i64 %123, %113
  %125 = lshr <8 x i32> %122, splat (i32 16)
  %126 = or disjoint i64 %124, 1
  br label %130

127:                                              ; preds = %130
  %128 = add nuw nsw i64 %119, 8
  %129 = icmp samesign ult i64 %119, 24
  br i1 %129, label %118, label %115

130:                                              ; preds = %130, %118
  %131 = phi <8 x i32> [ %122, %118 ], [ %125, %130 ]
  %132 = phi i1 [ true, %118 ], [ false, %130 ]
  %133 = phi i64 [ 0, %118 ], [ 1, %130 ]
  %134 = or disjoint i64 %133, %114
  %135 = shl nuw nsw i64 %134, 2
  %136 = shl <8 x i32> %131, splat (i32 16)
  %137 = and <8 x i32> %131, splat (i32 32767)
  %138 = icmp samesign ugt <8 x i32> %137, splat (i32 31743)
  %139 = select <8 x i1> %138, <8 x i32> splat (i32 2139095040), <8 x i32> zeroinitializer
  %140 = shl nuw nsw <8 x i32> %137, splat (i32 13)
  %141 = bitcast <8 x i32> %140 to <8 x float>
  %142 = fmul <8 x float> %141, splat (float 0x46F0000000000000)
  %143 = bitcast <8 x float> %142 to <8 x i32>
  %144 = or <8 x i32> %139, %143
  %145 = and <8 x i32> %136, splat (i32 -2147483648)
  %146 = lshr <8 x i32> %144, splat (i32 23)
  %147 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %146, <8 x i32> splat (i32 113))
  %148 = add nsw <8 x i32> %147, splat (i32 -127)
  %149 = icmp eq <8 x i32> %144, zeroinitializer
  %150 = select <8 x i1> %149, <8 x i32> splat (i32 -5000), <8 x i32> %148
  %151 = or <8 x i32> %144, %145
  %152 = bitcast <8 x i32> %151 to <8 x float>
  %153 = fpext <8 x float> %152 to <8 x double>
  %154 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %124, i64 %135
  %155 = shufflevector <8 x double> %153, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %155, ptr %154, align 32
  %156 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %29, i64 0, i64 %124, i64 %135
  %157 = shufflevector <8 x i32> %150, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %157, ptr %156, align 16
  %158 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %126, i64 %135
  %159 = shufflevector <8 x double> %153, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %159, ptr %158, align 32
  %160 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %29, i64 0, i64 %126, i64 %135
  %161 = shufflevector <8 x i32> %150, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %161, ptr %160, align 16
  br i1 %132, label %130, label %127

162:                                              ; preds = %105
  %163 = lshr i32 %71, 1
  %164 = and i32 %163, 48
  %165 = getelementptr inbounds nuw i32, ptr %4, i64 %68
  %166 = load i32, ptr %165, align 4
  %167 = zext i32 %166 to i64
  %168 = getelementptr inbounds nuw i32, ptr %165, i64 %24
  %169 = load i32, ptr %168, align 4
  %170 = zext i32 %169 to i64
  %171 = shl nuw i64 %170, 32
  %172 = or disjoint i64 %171, %167
  br label %173

173:                                              ; preds = %184, %162
  %174 = phi i64 [ 1, %162 ], [ %185, %184 ]
  %175 = getelementptr inbounds nuw i32, ptr %165, i64 %174
  %176 = load i32, ptr %175, align 4
  %177 = icmp eq i32 %176, %166
  br i1 %177, label %180, label %178

178:                                              ; preds = %173
  %179 = zext i32 %176 to i64
  br label %187

180:                                              ; preds = %173
  %181 = getelementptr i32, ptr %168, i64 %174
  %182 = load i32, ptr %181, align 4
  %183 = icmp eq i32 %182, %169
  br i1 %183, label %184, label %187

184:                                              ; preds = %180
  %185 = add nuw nsw i64 %174, 1
  %186 = icmp eq i64 %185, 32
  br i1 %186, label %199, label %173

187:                                              ; preds = %180, %178
  %188 = phi i64 [ %179, %178 ], [ %167, %180 ]
  %189 = trunc nuw nsw i64 %174 to i32
  %190 = add nsw i32 %7, %189
  %191 = sext i32 %190 to i64
  %192 = getelementptr inbounds i32, ptr %165, i64 %191
  %193 = load i32, ptr %192, align 4
  %194 = zext i32 %193 to i64
  %195 = shl nuw i64 %194, 32
  %196 = or disjoint i64 %195, %188
  %197 = add i32 %71, %189
  %198 = tail call zeroext i1 @record_failure(ptr noundef %0, i64 noundef 22, i64 noundef %9, i64 noundef %196, i32 noundef %197) #8
  br i1 %198, label %692, label %199

199:                                              ; preds = %184, %187
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %13) #8
  br label %200

200:                                              ; preds = %199, %211
  %201 = phi i1 [ true, %199 ], [ false, %211 ]
  %202 = phi ptr [ %13, %199 ], [ %15, %211 ]
  %203 = phi ptr [ %13, %199 ], [ %16, %211 ]
  %204 = phi ptr [ %17, %199 ], [ %18, %211 ]
  %205 = phi ptr [ %12, %199 ], [ %19, %211 ]
  %206 = phi i64 [ 0, %199 ], [ 1, %211 ]
  %207 = trunc nuw nsw i64 %206 to i32
  %208 = shl nuw nsw i32 %207, 3
  %209 = or disjoint i32 %208, %164
  %210 = call fastcc zeroext i1 @read_rows(ptr noundef %0, i64 noundef %172, i1 noundef zeroext %26, i32 noundef %209, i32 noundef %71, i64 noundef %9, ptr noundef %202)
  br i1 %210, label %691, label %211

211:                                              ; preds = %200
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %205, ptr noundef nonnull align 16 dereferenceable(128) %203, i64 128, i1 false)
  %212 = or disjoint i64 %206, 2
  %213 = getelementptr inbounds nuw [4 x [32 x i32]], ptr %12, i64 0, i64 %212
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %213, ptr noundef nonnull align 16 dereferenceable(128) %204, i64 128, i1 false)
  br i1 %201, label %200, label %214

214:                                              ; preds = %211, %221
  %215 = phi i64 [ %222, %221 ], [ 0, %211 ]
  %216 = shl nsw i64 %215, 7
  %217 = getelementptr inbounds nuw i8, ptr %12, i64 %216
  %218 = shl i64 %215, 3
  %219 = and i64 %218, 8
  %220 = and i64 %215, 1073741822
  br label %224

221:                                              ; preds = %233
  %222 = add nuw nsw i64 %215, 1
  %223 = icmp eq i64 %222, 4
  br i1 %223, label %268, label %214

224:                                              ; preds = %233, %214
  %225 = phi i64 [ 0, %214 ], [ %234, %233 ]
  %226 = getelementptr inbounds nuw i32, ptr %217, i64 %225
  %227 = load <8 x i32>, ptr %226, align 16
  %228 = xor <8 x i32> %227, %28
  %229 = lshr exact i64 %225, 2
  %230 = or disjoint i64 %229, %219
  %231 = lshr <8 x i32> %228, splat (i32 16)
  %232 = or disjoint i64 %230, 1
  br label %236

233:                                              ; preds = %236
  %234 = add nuw nsw i64 %225, 8
  %235 = icmp samesign ult i64 %225, 24
  br i1 %235, label %224, label %221

236:                                              ; preds = %236, %224
  %237 = phi <8 x i32> [ %228, %224 ], [ %231, %236 ]
  %238 = phi i1 [ true, %224 ], [ false, %236 ]
  %239 = phi i64 [ 0, %224 ], [ 1, %236 ]
  %240 = or disjoint i64 %239, %220
  %241 = shl nuw nsw i64 %240, 2
  %242 = shl <8 x i32> %237, splat (i32 16)
  %243 = and <8 x i32> %237, splat (i32 32767)
  %244 = icmp samesign ugt <8 x i32> %243, splat (i32 31743)
  %245 = select <8 x i1> %244, <8 x i32> splat (i32 2139095040), <8 x i32> zeroinitializer
  %246 = shl nuw nsw <8 x i32> %243, splat (i32 13)
  %247 = bitcast <8 x i32> %246 to <8 x float>
  %248 = fmul <8 x float> %247, splat (float 0x46F0000000000000)
  %249 = bitcast <8 x float> %248 to <8 x i32>
  %250 = or <8 x i32> %245, %249
  %251 = and <8 x i32> %242, splat (i32 -2147483648)
  %252 = lshr <8 x i32> %250, splat (i32 23)
  %253 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %252, <8 x i32> splat (i32 113))
  %254 = add nsw <8 x i32> %253, splat (i32 -127)
  %255 = icmp eq <8 x i32> %250, zeroinitializer
  %256 = select <8 x i1> %255, <8 x i32> splat (i32 -5000), <8 x i32> %254
  %257 = or <8 x i32> %250, %251
  %258 = bitcast <8 x i32> %257 to <8 x float>
  %259 = fpext <8 x float> %258 to <8 x double>
  %260 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %230, i64 %241
  %261 = shufflevector <8 x double> %259, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %261, ptr %260, align 32
  %262 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %29, i64 0, i64 %230, i64 %241
  %263 = shufflevector <8 x i32> %256, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %263, ptr %262, align 16
  %264 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %232, i64 %241
  %265 = shufflevector <8 x double> %259, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %265, ptr %264, align 32
  %266 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %29, i64 0, i64 %232, i64 %241
  %267 = shufflevector <8 x i32> %256, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %267, ptr %266, align 16
  br i1 %238, label %236, label %233

268:                                              ; preds = %221
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %13) #8
  br label %269

269:                                              ; preds = %115, %268
  %270 = getelementptr i32, ptr %6, i64 %68
  br i1 %30, label %687, label %271

271:                                              ; preds = %269, %684
  %272 = phi i64 [ %685, %684 ], [ 0, %269 ]
  %273 = trunc i64 %272 to i32
  %274 = shl i32 %273, 3
  %275 = call fastcc zeroext i1 @read_rows(ptr noundef %0, i64 noundef %78, i1 noundef zeroext %32, i32 noundef %274, i32 noundef %71, i64 noundef %9, ptr noundef %12)
  br i1 %275, label %692, label %276

276:                                              ; preds = %271, %281
  %277 = phi i64 [ %282, %281 ], [ 0, %271 ]
  %278 = shl nsw i64 %277, 7
  %279 = getelementptr inbounds nuw i8, ptr %12, i64 %278
  %280 = shl i64 %277, 3
  br label %284

281:                                              ; preds = %311
  %282 = add nuw nsw i64 %277, 1
  %283 = icmp eq i64 %282, 2
  br i1 %283, label %340, label %276

284:                                              ; preds = %311, %276
  %285 = phi i64 [ 0, %276 ], [ %312, %311 ]
  %286 = getelementptr inbounds nuw i32, ptr %279, i64 %285
  %287 = load i32, ptr %286, align 4
  %288 = insertelement <8 x i32> poison, i32 %287, i64 0
  %289 = getelementptr inbounds nuw i8, ptr %286, i64 16
  %290 = load i32, ptr %289, align 4
  %291 = insertelement <8 x i32> %288, i32 %290, i64 1
  %292 = getelementptr inbounds nuw i8, ptr %286, i64 32
  %293 = load i32, ptr %292, align 4
  %294 = insertelement <8 x i32> %291, i32 %293, i64 2
  %295 = getelementptr inbounds nuw i8, ptr %286, i64 48
  %296 = load i32, ptr %295, align 4
  %297 = insertelement <8 x i32> %294, i32 %296, i64 3
  %298 = getelementptr inbounds nuw i8, ptr %286, i64 64
  %299 = load i32, ptr %298, align 4
  %300 = insertelement <8 x i32> %297, i32 %299, i64 4
  %301 = getelementptr inbounds nuw i8, ptr %286, i64 80
  %302 = load i32, ptr %301, align 4
  %303 = insertelement <8 x i32> %300, i32 %302, i64 5
  %304 = getelementptr inbounds nuw i8, ptr %286, i64 96
  %305 = load i32, ptr %304, align 4
  %306 = insertelement <8 x i32> %303, i32 %305, i64 6
  %307 = getelementptr inbounds nuw i8, ptr %286, i64 112
  %308 = load i32, ptr %307, align 4
  %309 = insertelement <8 x i32> %306, i32 %308, i64 7
  %310 = lshr <8 x i32> %309, splat (i32 16)
  br label %314

311:                                              ; preds = %314
  %312 = add nuw nsw i64 %285, 1
  %313 = icmp eq i64 %312, 4
  br i1 %313, label %281, label %284

314:                                              ; preds = %314, %284
  %315 = phi <8 x i32> [ %309, %284 ], [ %310, %314 ]
  %316 = phi i1 [ true, %284 ], [ false, %314 ]
  %317 = phi i64 [ 0, %284 ], [ 4, %314 ]
  %318 = or disjoint i64 %317, %280
  %319 = add nuw nsw i64 %318, %285
  %320 = getelementptr inbounds nuw [16 x <8 x i32>], ptr %33, i64 0, i64 %319
  %321 = shl <8 x i32> %315, splat (i32 16)
  %322 = and <8 x i32> %315, splat (i32 32767)
  %323 = icmp samesign ugt <8 x i32> %322, splat (i32 31743)
  %324 = select <8 x i1> %323, <8 x i32> splat (i32 2139095040), <8 x i32> zeroinitializer
  %325 = shl nuw nsw <8 x i32> %322, splat (i32 13)
  %326 = bitcast <8 x i32> %325 to <8 x float>
  %327 = fmul <8 x float> %326, splat (float 0x46F0000000000000)
  %328 = bitcast <8 x float> %327 to <8 x i32>
  %329 = or <8 x i32> %324, %328
  %330 = and <8 x i32> %321, splat (i32 -2147483648)
  %331 = lshr <8 x i32> %329, splat (i32 23)
  %332 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %331, <8 x i32> splat (i32 113))
  %333 = add nsw <8 x i32> %332, splat (i32 -127)
  %334 = icmp eq <8 x i32> %329, zeroinitializer
  %335 = select <8 x i1> %334, <8 x i32> splat (i32 -5000), <8 x i32> %333
  store <8 x i32> %335, ptr %320, align 32
  %336 = or <8 x i32> %329, %330
  %337 = bitcast <8 x i32> %336 to <8 x float>
  %338 = fpext <8 x float> %337 to <8 x double>
  %339 = getelementptr inbounds nuw [16 x <8 x double>], ptr %34, i64 0, i64 %319
  store <8 x double> %338, ptr %339, align 64
  br i1 %316, label %314, label %311

340:                                              ; preds = %281
  %341 = trunc nuw nsw i64 %272 to i32
  %342 = mul i32 %35, %341
  %343 = sext i32 %342 to i64
  %344 = getelementptr i32, ptr %270, i64 %343
  %345 = load <8 x i32>, ptr %33, align 64
  %346 = load <8 x i32>, ptr %37, align 32
  %347 = load <8 x i32>, ptr %38, align 64
  %348 = load <8 x i32>, ptr %39, align 32
  %349 = load <8 x i32>, ptr %40, align 64
  %350 = load <8 x i32>, ptr %41, align 32
  %351 = load <8 x i32>, ptr %42, align 64
  %352 = load <8 x i32>, ptr %43, align 32
  %353 = load <8 x i32>, ptr %44, align 64
  %354 = load <8 x i32>, ptr %45, align 32
  %355 = load <8 x i32>, ptr %46, align 64
  %356 = load <8 x i32>, ptr %47, align 32
  %357 = load <8 x i32>, ptr %48, align 64
  %358 = load <8 x i32>, ptr %49, align 32
  %359 = load <8 x i32>, ptr %50, align 64
  %360 = load <8 x i32>, ptr %51, align 32
  %361 = load <8 x double>, ptr %34, align 64
  %362 = load <8 x double>, ptr %52, align 64
  %363 = load <8 x double>, ptr %53, align 64
  %364 = load <8 x double>, ptr %54, align 64
  %365 = load <8 x double>, ptr %55, align 64
  %366 = load <8 x double>, ptr %56, align 64
  %367 = load <8 x double>, ptr %57, align 64
  %368 = load <8 x double>, ptr %58, align 64
  %369 = load <8 x double>, ptr %59, align 64
  %370 = load <8 x double>, ptr %60, align 64
  %371 = load <8 x double>, ptr %61, align 64
  %372 = load <8 x double>, ptr %62, align 64
  %373 = load <8 x double>, ptr %63, align 64
  %374 = load <8 x double>, ptr %64, align 64
  %375 = load <8 x double>, ptr %65, align 64
  %376 = load <8 x double>, ptr %66, align 64
  br label %377

377:                                              ; preds = %340, %377
  %378 = phi i64 [ 0, %340 ], [ %682, %377 ]
  %379 = trunc nuw nsw i64 %378 to i32
  %380 = lshr i32 %379, 2
  %381 = and i32 %380, 2
  %382 = mul nuw nsw i32 %381, %7
  %383 = zext nneg i32 %382 to i64
  %384 = getelementptr inbounds nuw i32, ptr %344, i64 %383
  %385 = shl i64 %378, 2
  %386 = and i64 %385, 28
  %387 = getelementptr inbounds nuw i32, ptr %384, i64 %386
  %388 = getelementptr inbounds nuw i32, ptr %387, i64 %24
  %389 = load <4 x i32>, ptr %387, align 4
  %390 = load <4 x i32>, ptr %388, align 4
  %391 = shufflevector <4 x i32> %389, <4 x i32> %390, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %392 = and <8 x i32> %391, splat (i32 2147483647)
  %393 = lshr <8 x i32> %392, splat (i32 23)
  %394 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %393, <8 x i32> splat (i32 1))
  %395 = icmp eq <8 x i32> %392, zeroinitializer
  %396 = bitcast <8 x i32> %391 to <8 x float>
  %397 = add nsw <8 x i32> %394, splat (i32 -127)
  %398 = select <8 x i1> %395, <8 x i32> splat (i32 -133), <8 x i32> %397
  %399 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %29, i64 0, i64 %378, i64 0
  %400 = load i32, ptr %399, align 64
  %401 = insertelement <8 x i32> poison, i32 %400, i64 0
  %402 = shufflevector <8 x i32> %401, <8 x i32> poison, <8 x i32> zeroinitializer
  %403 = add <8 x i32> %402, %345
  %404 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %398, <8 x i32> %403)
  %405 = shl nuw nsw i64 %378, 6
  %406 = or disjoint i64 %405, 4
  %407 = getelementptr inbounds nuw i8, ptr %29, i64 %406
  %408 = load i32, ptr %407, align 4
  %409 = insertelement <8 x i32> poison, i32 %408, i64 0
  %410 = shufflevector <8 x i32> %409, <8 x i32> poison, <8 x i32> zeroinitializer
  %411 = add <8 x i32> %410, %346
  %412 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %404, <8 x i32> %411)
  %413 = shl nuw nsw i64 %378, 6
  %414 = or disjoint i64 %413, 8
  %415 = getelementptr inbounds nuw i8, ptr %29, i64 %414
  %416 = load i32, ptr %415, align 8
  %417 = insertelement <8 x i32> poison, i32 %416, i64 0
  %418 = shufflevector <8 x i32> %417, <8 x i32> poison, <8 x i32> zeroinitializer
  %419 = add <8 x i32> %418, %347
  %420 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %412, <8 x i32> %419)
  %421 = shl nuw nsw i64 %378, 6
  %422 = or disjoint i64 %421, 12
  %423 = getelementptr inbounds nuw i8, ptr %29, i64 %422
  %424 = load i32, ptr %423, align 4
  %425 = insertelement <8 x i32> poison, i32 %424, i64 0
  %426 = shufflevector <8 x i32> %425, <8 x i32> poison, <8 x i32> zeroinitializer
  %427 = add <8 x i32> %426, %348
  %428 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %420, <8 x i32> %427)
  %429 = shl nuw nsw i64 %378, 6
  %430 = or disjoint i64 %429, 16
  %431 = getelementptr inbounds nuw i8, ptr %29, i64 %430
  %432 = load i32, ptr %431, align 16
  %433 = insertelement <8 x i32> poison, i32 %432, i64 0
  %434 = shufflevector <8 x i32> %433, <8 x i32> poison, <8 x i32> zeroinitializer
  %435 = add <8 x i32> %434, %349
  %436 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %428, <8 x i32> %435)
  %437 = shl nuw nsw i64 %378, 6
  %438 = or disjoint i64 %437, 20
  %439 = getelementptr inbounds nuw i8, ptr %29, i64 %438
  %440 = load i32, ptr %439, align 4
  %441 = insertelement <8 x i32> poison, i32 %440, i64 0
  %442 = shufflevector <8 x i32> %441, <8 x i32> poison, <8 x i32> zeroinitializer
  %443 = add <8 x i32> %442, %350
  %444 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %436, <8 x i32> %443)
  %445 = shl nuw nsw i64 %378, 6
  %446 = or disjoint i64 %445, 24
  %447 = getelementptr inbounds nuw i8, ptr %29, i64 %446
  %448 = load i32, ptr %447, align 8
  %449 = insertelement <8 x i32> poison, i32 %448, i64 0
  %450 = shufflevector <8 x i32> %449, <8 x i32> poison, <8 x i32> zeroinitializer
  %451 = add <8 x i32> %450, %351
  %452 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %444, <8 x i32> %451)
  %453 = shl nuw nsw i64 %378, 6
  %454 = or disjoint i64 %453, 28
  %455 = getelementptr inbounds nuw i8, ptr %29, i64 %454
  %456 = load i32, ptr %455, align 4
  %457 = insertelement <8 x i32> poison, i32 %456, i64 0
  %458 = shufflevector <8 x i32> %457, <8 x i32> poison, <8 x i32> zeroinitializer
  %459 = add <8 x i32> %458, %352
  %460 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %452, <8 x i32> %459)
  %461 = shl nuw nsw i64 %378, 6
  %462 = or disjoint i64 %461, 32
  %463 = getelementptr inbounds nuw i8, ptr %29, i64 %462
  %464 = load i32, ptr %463, align 32
  %465 = insertelement <8 x i32> poison, i32 %464, i64 0
  %466 = shufflevector <8 x i32> %465, <8 x i32> poison, <8 x i32> zeroinitializer
  %467 = add <8 x i32> %466, %353
  %468 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %460, <8 x i32> %467)
  %469 = shl nuw nsw i64 %378, 6
  %470 = or disjoint i64 %469, 36
  %471 = getelementptr inbounds nuw i8, ptr %29, i64 %470
  %472 = load i32, ptr %471, align 4
  %473 = insertelement <8 x i32> poison, i32 %472, i64 0
  %474 = shufflevector <8 x i32> %473, <8 x i32> poison, <8 x i32> zeroinitializer
  %475 = add <8 x i32> %474, %354
  %476 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %468, <8 x i32> %475)
  %477 = shl nuw nsw i64 %378, 6
  %478 = or disjoint i64 %477, 40
  %479 = getelementptr inbounds nuw i8, ptr %29, i64 %478
  %480 = load i32, ptr %479, align 8
  %481 = insertelement <8 x i32> poison, i32 %480, i64 0
  %482 = shufflevector <8 x i32> %481, <8 x i32> poison, <8 x i32> zeroinitializer
  %483 = add <8 x i32> %482, %355
  %484 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %476, <8 x i32> %483)
  %485 = shl nuw nsw i64 %378, 6
  %486 = or disjoint i64 %485, 44
  %487 = getelementptr inbounds nuw i8, ptr %29, i64 %486
  %488 = load i32, ptr %487, align 4
  %489 = insertelement <8 x i32> poison, i32 %488, i64 0
  %490 = shufflevector <8 x i32> %489, <8 x i32> poison, <8 x i32> zeroinitializer
  %491 = add <8 x i32> %490, %356
  %492 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %484, <8 x i32> %491)
  %493 = shl nuw nsw i64 %378, 6
  %494 = or disjoint i64 %493, 48
  %495 = getelementptr inbounds nuw i8, ptr %29, i64 %494
  %496 = load i32, ptr %495, align 16
  %497 = insertelement <8 x i32> poison, i32 %496, i64 0
  %498 = shufflevector <8 x i32> %497, <8 x i32> poison, <8 x i32> zeroinitializer
  %499 = add <8 x i32> %498, %357
  %500 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %492, <8 x i32> %499)
  %501 = shl nuw nsw i64 %378, 6
  %502 = or disjoint i64 %501, 52
  %503 = getelementptr inbounds nuw i8, ptr %29, i64 %502
  %504 = load i32, ptr %503, align 4
  %505 = insertelement <8 x i32> poison, i32 %504, i64 0
  %506 = shufflevector <8 x i32> %505, <8 x i32> poison, <8 x i32> zeroinitializer
  %507 = add <8 x i32> %506, %358
  %508 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %500, <8 x i32> %507)
  %509 = shl nuw nsw i64 %378, 6
  %510 = or disjoint i64 %509, 56
  %511 = getelementptr inbounds nuw i8, ptr %29, i64 %510
  %512 = load i32, ptr %511, align 8
  %513 = insertelement <8 x i32> poison, i32 %512, i64 0
  %514 = shufflevector <8 x i32> %513, <8 x i32> poison, <8 x i32> zeroinitializer
  %515 = add <8 x i32> %514, %359
  %516 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %508, <8 x i32> %515)
  %517 = shl nuw nsw i64 %378, 6
  %518 = or disjoint i64 %517, 60
  %519 = getelementptr inbounds nuw i8, ptr %29, i64 %518
  %520 = load i32, ptr %519, align 4
  %521 = insertelement <8 x i32> poison, i32 %520, i64 0
  %522 = shufflevector <8 x i32> %521, <8 x i32> poison, <8 x i32> zeroinitializer
  %523 = add <8 x i32> %522, %360
  %524 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %516, <8 x i32> %523)
  %525 = fpext <8 x float> %396 to <8 x double>
  %526 = sub nsw <8 x i32> splat (i32 1048), %524
  %527 = zext <8 x i32> %526 to <8 x i64>
  %528 = shl <8 x i64> %527, splat (i64 52)
  %529 = bitcast <8 x i64> %528 to <8 x double>
  %530 = fmul <8 x double> %525, %529
  %531 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %530)
  %532 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %378, i64 0
  %533 = load double, ptr %532, align 64
  %534 = insertelement <8 x double> poison, double %533, i64 0
  %535 = shufflevector <8 x double> %534, <8 x double> poison, <8 x i32> zeroinitializer
  %536 = fmul <8 x double> %361, %535
  %537 = fmul <8 x double> %536, %529
  %538 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %537)
  %539 = fadd <8 x double> %531, %538
  %540 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %378, i64 1
  %541 = load double, ptr %540, align 8
  %542 = insertelement <8 x double> poison, double %541, i64 0
  %543 = shufflevector <8 x double> %542, <8 x double> poison, <8 x i32> zeroinitializer
  %544 = fmul <8 x double> %362, %543
  %545 = fmul <8 x double> %544, %529
  %546 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %545)
  %547 = fadd <8 x double> %539, %546
  %548 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %378, i64 2
  %549 = load double, ptr %548, align 16
  %550 = insertelement <8 x double> poison, double %549, i64 0
  %551 = shufflevector <8 x double> %550, <8 x double> poison, <8 x i32> zeroinitializer
  %552 = fmul <8 x double> %363, %551
  %553 = fmul <8 x double> %552, %529
  %554 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %553)
  %555 = fadd <8 x double> %547, %554
  %556 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %378, i64 3
  %557 = load double, ptr %556, align 8
  %558 = insertelement <8 x double> poison, double %557, i64 0
  %559 = shufflevector <8 x double> %558, <8 x double> poison, <8 x i32> zeroinitializer
  %560 = fmul <8 x double> %364, %559
  %561 = fmul <8 x double> %560, %529
  %562 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %561)
  %563 = fadd <8 x double> %555, %562
  %564 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %378, i64 4
  %565 = load double, ptr %564, align 32
  %566 = insertelement <8 x double> poison, double %565, i64 0
  %567 = shufflevector <8 x double> %566, <8 x double> poison, <8 x i32> zeroinitializer
  %568 = fmul <8 x double> %365, %567
  %569 = fmul <8 x double> %568, %529
  %570 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %569)
  %571 = fadd <8 x double> %563, %570
  %572 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %378, i64 5
  %573 = load double, ptr %572, align 8
  %574 = insertelement <8 x double> poison, double %573, i64 0
  %575 = shufflevector <8 x double> %574, <8 x double> poison, <8 x i32> zeroinitializer
  %576 = fmul <8 x double> %366, %575
  %577 = fmul <8 x double> %576, %529
  %578 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %577)
  %579 = fadd <8 x double> %571, %578
  %580 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %378, i64 6
  %581 = load double, ptr %580, align 16
  %582 = insertelement <8 x double> poison, double %581, i64 0
  %583 = shufflevector <8 x double> %582, <8 x double> poison, <8 x i32> zeroinitializer
  %584 = fmul <8 x double> %367, %583
  %585 = fmul <8 x double> %584, %529
  %586 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %585)
  %587 = fadd <8 x double> %579, %586
  %588 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %378, i64 7
  %589 = load double, ptr %588, align 8
  %590 = insertelement <8 x double> poison, double %589, i64 0
  %591 = shufflevector <8 x double> %590, <8 x double> poison, <8 x i32> zeroinitializer
  %592 = fmul <8 x double> %368, %591
  %593 = fmul <8 x double> %592, %529
  %594 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %593)
  %595 = fadd <8 x double> %587, %594
  %596 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %378, i64 8
  %597 = load double, ptr %596, align 64
  %598 = insertelement <8 x double> poison, double %597, i64 0
  %599 = shufflevector <8 x double> %598, <8 x double> poison, <8 x i32> zeroinitializer
  %600 = fmul <8 x double> %369, %599
  %601 = fmul <8 x double> %600, %529
  %602 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %601)
  %603 = fadd <8 x double> %595, %602
  %604 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %378, i64 9
  %605 = load double, ptr %604, align 8
  %606 = insertelement <8 x double> poison, double %605, i64 0
  %607 = shufflevector <8 x double> %606, <8 x double> poison, <8 x i32> zeroinitializer
  %608 = fmul <8 x double> %370, %607
  %609 = fmul <8 x double> %608, %529
  %610 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %609)
  %611 = fadd <8 x double> %603, %610
  %612 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %378, i64 10
  %613 = load double, ptr %612, align 16
  %614 = insertelement <8 x double> poison, double %613, i64 0
  %615 = shufflevector <8 x double> %614, <8 x double> poison, <8 x i32> zeroinitializer
  %616 = fmul <8 x double> %371, %615
  %617 = fmul <8 x double> %616, %529
  %618 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %617)
  %619 = fadd <8 x double> %611, %618
  %620 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %378, i64 11
  %621 = load double, ptr %620, align 8
  %622 = insertelement <8 x double> poison, double %621, i64 0
  %623 = shufflevector <8 x double> %622, <8 x double> poison, <8 x i32> zeroinitializer
  %624 = fmul <8 x double> %372, %623
  %625 = fmul <8 x double> %624, %529
  %626 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %625)
  %627 = fadd <8 x double> %619, %626
  %628 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %378, i64 12
  %629 = load double, ptr %628, align 32
  %630 = insertelement <8 x double> poison, double %629, i64 0
  %631 = shufflevector <8 x double> %630, <8 x double> poison, <8 x i32> zeroinitializer
  %632 = fmul <8 x double> %373, %631
  %633 = fmul <8 x double> %632, %529
  %634 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %633)
  %635 = fadd <8 x double> %627, %634
  %636 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %378, i64 13
  %637 = load double, ptr %636, align 8
  %638 = insertelement <8 x double> poison, double %637, i64 0
  %639 = shufflevector <8 x double> %638, <8 x double> poison, <8 x i32> zeroinitializer
  %640 = fmul <8 x double> %374, %639
  %641 = fmul <8 x double> %640, %529
  %642 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %641)
  %643 = fadd <8 x double> %635, %642
  %644 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %378, i64 14
  %645 = load double, ptr %644, align 16
  %646 = insertelement <8 x double> poison, double %645, i64 0
  %647 = shufflevector <8 x double> %646, <8 x double> poison, <8 x i32> zeroinitializer
  %648 = fmul <8 x double> %375, %647
  %649 = fmul <8 x double> %648, %529
  %650 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %649)
  %651 = fadd <8 x double> %643, %650
  %652 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %378, i64 15
  %653 = load double, ptr %652, align 8
  %654 = insertelement <8 x double> poison, double %653, i64 0
  %655 = shufflevector <8 x double> %654, <8 x double> poison, <8 x i32> zeroinitializer
  %656 = fmul <8 x double> %376, %655
  %657 = fmul <8 x double> %656, %529
  %658 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %657)
  %659 = fadd <8 x double> %651, %658
  %660 = add <8 x i32> %524, splat (i32 998)
  %661 = zext <8 x i32> %660 to <8 x i64>
  %662 = shl <8 x i64> %661, splat (i64 52)
  %663 = bitcast <8 x i64> %662 to <8 x double>
  %664 = fmul <8 x double> %659, %663
  %665 = fptrunc <8 x double> %664 to <8 x float>
  %666 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %664)
  %667 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %665)
  %668 = fpext <8 x float> %667 to <8 x double>
  %669 = fcmp olt <8 x double> %666, %668
  %670 = fcmp olt <8 x double> %666, splat (double 0x47F0000000000000)
  %671 = and <8 x i1> %670, %669
  %672 = bitcast <8 x float> %665 to <8 x i32>
  %673 = sext <8 x i1> %671 to <8 x i32>
  %674 = add <8 x i32> %673, %672
  %675 = and <8 x i32> %674, splat (i32 2147483647)
  %676 = icmp eq <8 x i32> %675, zeroinitializer
  %677 = select <8 x i1> %676, <8 x i32> zeroinitializer, <8 x i32> %674
  %678 = fcmp ord <8 x float> %665, zeroinitializer
  %679 = select <8 x i1> %678, <8 x i32> %677, <8 x i32> splat (i32 2147483647)
  %680 = shufflevector <8 x i32> %679, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %680, ptr %387, align 4
  %681 = shufflevector <8 x i32> %679, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %681, ptr %388, align 4
  %682 = add nuw nsw i64 %378, 1
  %683 = icmp eq i64 %682, 16
  br i1 %683, label %684, label %377

684:                                              ; preds = %377
  %685 = add nuw nsw i64 %272, 1
  %686 = icmp eq i64 %685, %36
  br i1 %686, label %687, label %271

687:                                              ; preds = %684, %269
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %12) #8
  %688 = add nuw nsw i64 %68, 32
  %689 = trunc nuw i64 %688 to i32
  %690 = icmp sgt i32 %7, %689
  br i1 %690, label %67, label %693

691:                                              ; preds = %200
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %13) #8
  br label %692

692:                                              ; preds = %93, %187, %271, %691
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %12) #8
  br label %693

693:                                              ; preds = %687, %692, %10
  %694 = phi i1 [ false, %10 ], [ true, %692 ], [ false, %687 ]
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %11) #8
  ret i1 %694
}

define internal fastcc noundef zeroext i1 @bf16_shared(ptr noundef %0, i1 noundef zeroext %1, i32 noundef range(i32 0, 256) %2, i32 noundef %3, ptr nocapture noundef readonly %4, ptr nocapture noundef readonly %5, ptr nocapture noundef %6, i32 noundef %7, i32 noundef %8, i64 noundef %9) unnamed_addr #3 {
  %11 = alloca %struct.operands, align 64
  %12 = alloca [4 x [32 x i32]], align 16
  %13 = alloca [2 x [2 x [32 x i32]]], align 16
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %11) #8
  %14 = icmp sgt i32 %7, 0
  %15 = getelementptr inbounds nuw i8, ptr %13, i64 256
  %16 = getelementptr inbounds nuw i8, ptr %13, i64 256
  %17 = getelementptr inbounds nuw i8, ptr %13, i64 128
  %18 = getelementptr inbounds nuw i8, ptr %13, i64 384
  %19 = getelementptr inbounds nuw i8, ptr %12, i64 128
  br i1 %14, label %20, label %666

20:                                               ; preds = %10
  %21 = and i32 %3, 262144
  %22 = icmp eq i32 %21, 0
  %23 = select i1 %22, i32 0, i32 -2147450880
  %24 = zext nneg i32 %7 to i64
  %25 = and i32 %3, 65536
  %26 = icmp ne i32 %25, 0
  %27 = insertelement <8 x i32> poison, i32 %23, i64 0
  %28 = shufflevector <8 x i32> %27, <8 x i32> poison, <8 x i32> zeroinitializer
  %29 = getelementptr inbounds nuw i8, ptr %11, i64 2048
  %30 = icmp eq i32 %2, 0
  %31 = and i32 %3, 131072
  %32 = icmp ne i32 %31, 0
  %33 = getelementptr inbounds nuw i8, ptr %11, i64 4096
  %34 = getelementptr inbounds nuw i8, ptr %11, i64 3072
  %35 = shl i32 %7, 2
  %36 = zext nneg i32 %2 to i64
  %37 = getelementptr inbounds nuw i8, ptr %11, i64 4128
  %38 = getelementptr inbounds nuw i8, ptr %11, i64 4160
  %39 = getelementptr inbounds nuw i8, ptr %11, i64 4192
  %40 = getelementptr inbounds nuw i8, ptr %11, i64 4224
  %41 = getelementptr inbounds nuw i8, ptr %11, i64 4256
  %42 = getelementptr inbounds nuw i8, ptr %11, i64 4288
  %43 = getelementptr inbounds nuw i8, ptr %11, i64 4320
  %44 = getelementptr inbounds nuw i8, ptr %11, i64 4352
  %45 = getelementptr inbounds nuw i8, ptr %11, i64 4384
  %46 = getelementptr inbounds nuw i8, ptr %11, i64 4416
  %47 = getelementptr inbounds nuw i8, ptr %11, i64 4448
  %48 = getelementptr inbounds nuw i8, ptr %11, i64 4480
  %49 = getelementptr inbounds nuw i8, ptr %11, i64 4512
  %50 = getelementptr inbounds nuw i8, ptr %11, i64 4544
  %51 = getelementptr inbounds nuw i8, ptr %11, i64 4576
  %52 = getelementptr inbounds nuw i8, ptr %11, i64 3136
  %53 = getelementptr inbounds nuw i8, ptr %11, i64 3200
  %54 = getelementptr inbounds nuw i8, ptr %11, i64 3264
  %55 = getelementptr inbounds nuw i8, ptr %11, i64 3328
  %56 = getelementptr inbounds nuw i8, ptr %11, i64 3392
  %57 = getelementptr inbounds nuw i8, ptr %11, i64 3456
  %58 = getelementptr inbounds nuw i8, ptr %11, i64 3520
  %59 = getelementptr inbounds nuw i8, ptr %11, i64 3584
  %60 = getelementptr inbounds nuw i8, ptr %11, i64 3648
  %61 = getelementptr inbounds nuw i8, ptr %11, i64 3712
  %62 = getelementptr inbounds nuw i8, ptr %11, i64 3776
  %63 = getelementptr inbounds nuw i8, ptr %11, i64 3840
  %64 = getelementptr inbounds nuw i8, ptr %11, i64 3904
  %65 = getelementptr inbounds nuw i8, ptr %11, i64 3968
  %66 = getelementptr inbounds nuw i8, ptr %11, i64 4032
  br label %67

67:                                               ; preds = %20, %660
  %68 = phi i64 [ 0, %20 ], [ %661, %660 ]
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %12) #8
  %69 = getelementptr inbounds nuw i32, ptr %5, i64 %68
  %70 = trunc nuw nsw i64 %68 to i32
  %71 = add i32 %8, %70
  %72 = load i32, ptr %69, align 4
  %73 = zext i32 %72 to i64
  %74 = getelementptr inbounds nuw i32, ptr %69, i64 %24
  %75 = load i32, ptr %74, align 4
  %76 = zext i32 %75 to i64
  %77 = shl nuw i64 %76, 32
  %78 = or disjoint i64 %77, %73
  br label %79

79:                                               ; preds = %90, %67
  %80 = phi i64 [ 1, %67 ], [ %91, %90 ]
  %81 = getelementptr inbounds nuw i32, ptr %69, i64 %80
  %82 = load i32, ptr %81, align 4
  %83 = icmp eq i32 %82, %72
  br i1 %83, label %86, label %84

84:                                               ; preds = %79
  %85 = zext i32 %82 to i64
  br label %93

86:                                               ; preds = %79
  %87 = getelementptr i32, ptr %74, i64 %80
  %88 = load i32, ptr %87, align 4
  %89 = icmp eq i32 %88, %75
  br i1 %89, label %90, label %93

90:                                               ; preds = %86
  %91 = add nuw nsw i64 %80, 1
  %92 = icmp eq i64 %91, 32
  br i1 %92, label %105, label %79

93:                                               ; preds = %86, %84
  %94 = phi i64 [ %85, %84 ], [ %73, %86 ]
  %95 = trunc nuw nsw i64 %80 to i32
  %96 = add nsw i32 %7, %95
  %97 = sext i32 %96 to i64
  %98 = getelementptr inbounds i32, ptr %69, i64 %97
  %99 = load i32, ptr %98, align 4
  %100 = zext i32 %99 to i64
  %101 = shl nuw i64 %100, 32
  %102 = or disjoint i64 %101, %94
  %103 = add i32 %71, %95
  %104 = tail call zeroext i1 @record_failure(ptr noundef %0, i64 noundef 22, i64 noundef %9, i64 noundef %102, i32 noundef %103) #8
  br i1 %104, label %665, label %105

105:                                              ; preds = %90, %93
  br i1 %1, label %106, label %153

106:                                              ; preds = %105
  %107 = getelementptr inbounds nuw i32, ptr %4, i64 %68
  br label %108

108:                                              ; preds = %115, %106
  %109 = phi i64 [ 0, %106 ], [ %116, %115 ]
  %110 = mul nuw nsw i64 %109, %24
  %111 = getelementptr inbounds nuw i32, ptr %107, i64 %110
  %112 = shl i64 %109, 3
  %113 = and i64 %112, 8
  %114 = and i64 %109, 1073741822
  br label %118

115:                                              ; preds = %128
  %116 = add nuw nsw i64 %109, 1
  %117 = icmp eq i64 %116, 4
  br i1 %117, label %251, label %108

118:                                              ; preds = %128, %108
  %119 = phi i64 [ 0, %108 ], [ %129, %128 ]
  %120 = getelementptr inbounds nuw i32, ptr %111, i64 %119
  %121 = load <8 x i32>, ptr %120, align 4
  %122 = xor <8 x i32> %121, %28
  %123 = lshr exact i64 %119, 2
  %124 = or disjoint i64 %123, %113
  %125 = and <8 x i32> %122, splat (i32 -65536)
  %126 = shl <8 x i32> %122, splat (i32 16)
  %127 = or disjoint i64 %124, 1
  br label %131

128:                                              ; preds = %131
  %129 = add nuw nsw i64 %119, 8
  %130 = icmp samesign ult i64 %119, 24
  br i1 %130, label %118, label %115

131:                                              ; preds = %131, %118
  %132 = phi <8 x i32> [ %126, %118 ], [ %125, %131 ]
  %133 = phi i1 [ true, %118 ], [ false, %131 ]
  %134 = phi i64 [ 0, %118 ], [ 1, %131 ]
  %135 = or disjoint i64 %134, %114
  %136 = shl nuw nsw i64 %135, 2
  %137 = and <8 x i32> %132, splat (i32 2147418112)
  %138 = lshr <8 x i32> %137, splat (i32 23)
  %139 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %138, <8 x i32> splat (i32 1))
  %140 = add nsw <8 x i32> %139, splat (i32 -127)
  %141 = icmp eq <8 x i32> %137, zeroinitializer
  %142 = select <8 x i1> %141, <8 x i32> splat (i32 -5000), <8 x i32> %140
  %143 = bitcast <8 x i32> %132 to <8 x float>
  %144 = fpext <8 x float> %143 to <8 x double>
  %145 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %124, i64 %136
  %146 = shufflevector <8 x double> %144, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %146, ptr %145, align 32
  %147 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %29, i64 0, i64 %124, i64 %136
  %148 = shufflevector <8 x i32> %142, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %148, ptr %147, align 16
  %149 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %127, i64 %136
  %150 = shufflevector <8 x double> %144, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %150, ptr %149, align 32
  %151 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %29, i64 0, i64 %127, i64 %136
  %152 = shufflevector <8 x i32> %142, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %152, ptr %151, align 16
  br i1 %133, label %131, label %128

153:                                              ; preds = %105
  %154 = lshr i32 %71, 1
  %155 = and i32 %154, 48
  %156 = getelementptr inbounds nuw i32, ptr %4, i64 %68
  %157 = load i32, ptr %156, align 4
  %158 = zext i32 %157 to i64
  %159 = getelementptr inbounds nuw i32, ptr %156, i64 %24
  %160 = load i32, ptr %159, align 4
  %161 = zext i32 %160 to i64
  %162 = shl nuw i64 %161, 32
  %163 = or disjoint i64 %162, %158
  br label %164

164:                                              ; preds = %175, %153
  %165 = phi i64 [ 1, %153 ], [ %176, %175 ]
  %166 = getelementptr inbounds nuw i32, ptr %156, i64 %165
  %167 = load i32, ptr %166, align 4
  %168 = icmp eq i32 %167, %157
  br i1 %168, label %171, label %169

169:                                              ; preds = %164
  %170 = zext i32 %167 to i64
  br label %178

171:                                              ; preds = %164
  %172 = getelementptr i32, ptr %159, i64 %165
  %173 = load i32, ptr %172, align 4
  %174 = icmp eq i32 %173, %160
  br i1 %174, label %175, label %178

175:                                              ; preds = %171
  %176 = add nuw nsw i64 %165, 1
  %177 = icmp eq i64 %176, 32
  br i1 %177, label %190, label %164

178:                                              ; preds = %171, %169
  %179 = phi i64 [ %170, %169 ], [ %158, %171 ]
  %180 = trunc nuw nsw i64 %165 to i32
  %181 = add nsw i32 %7, %180
  %182 = sext i32 %181 to i64
  %183 = getelementptr inbounds i32, ptr %156, i64 %182
  %184 = load i32, ptr %183, align 4
  %185 = zext i32 %184 to i64
  %186 = shl nuw i64 %185, 32
  %187 = or disjoint i64 %186, %179
  %188 = add i32 %71, %180
  %189 = tail call zeroext i1 @record_failure(ptr noundef %0, i64 noundef 22, i64 noundef %9, i64 noundef %187, i32 noundef %188) #8
  br i1 %189, label %665, label %190

190:                                              ; preds = %175, %178
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %13) #8
  br label %191

191:                                              ; preds = %190, %202
  %192 = phi i1 [ true, %190 ], [ false, %202 ]
  %193 = phi ptr [ %13, %190 ], [ %15, %202 ]
  %194 = phi ptr [ %13, %190 ], [ %16, %202 ]
  %195 = phi ptr [ %17, %190 ], [ %18, %202 ]
  %196 = phi ptr [ %12, %190 ], [ %19, %202 ]
  %197 = phi i64 [ 0, %190 ], [ 1, %202 ]
  %198 = trunc nuw nsw i64 %197 to i32
  %199 = shl nuw nsw i32 %198, 3
  %200 = or disjoint i32 %199, %155
  %201 = call fastcc zeroext i1 @read_rows(ptr noundef %0, i64 noundef %163, i1 noundef zeroext %26, i32 noundef %200, i32 noundef %71, i64 noundef %9, ptr noundef %193)
  br i1 %201, label %664, label %202

202:                                              ; preds = %191
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %196, ptr noundef nonnull align 16 dereferenceable(128) %194, i64 128, i1 false)
  %203 = or disjoint i64 %197, 2
  %204 = getelementptr inbounds nuw [4 x [32 x i32]], ptr %12, i64 0, i64 %203
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %204, ptr noundef nonnull align 16 dereferenceable(128) %195, i64 128, i1 false)
  br i1 %192, label %191, label %205

205:                                              ; preds = %202, %212
  %206 = phi i64 [ %213, %212 ], [ 0, %202 ]
  %207 = shl nsw i64 %206, 7
  %208 = getelementptr inbounds nuw i8, ptr %12, i64 %207
  %209 = shl i64 %206, 3
  %210 = and i64 %209, 8
  %211 = and i64 %206, 1073741822
  br label %215

212:                                              ; preds = %225
  %213 = add nuw nsw i64 %206, 1
  %214 = icmp eq i64 %213, 4
  br i1 %214, label %250, label %205

215:                                              ; preds = %225, %205
  %216 = phi i64 [ 0, %205 ], [ %226, %225 ]
  %217 = getelementptr inbounds nuw i32, ptr %208, i64 %216
  %218 = load <8 x i32>, ptr %217, align 16
  %219 = xor <8 x i32> %218, %28
  %220 = lshr exact i64 %216, 2
  %221 = or disjoint i64 %220, %210
  %222 = and <8 x i32> %219, splat (i32 -65536)
  %223 = shl <8 x i32> %219, splat (i32 16)
  %224 = or disjoint i64 %221, 1
  br label %228

225:                                              ; preds = %228
  %226 = add nuw nsw i64 %216, 8
  %227 = icmp samesign ult i64 %216, 24
  br i1 %227, label %215, label %212

228:                                              ; preds = %228, %215
  %229 = phi <8 x i32> [ %223, %215 ], [ %222, %228 ]
  %230 = phi i1 [ true, %215 ], [ false, %228 ]
  %231 = phi i64 [ 0, %215 ], [ 1, %228 ]
  %232 = or disjoint i64 %231, %211
  %233 = shl nuw nsw i64 %232, 2
  %234 = and <8 x i32> %229, splat (i32 2147418112)
  %235 = lshr <8 x i32> %234, splat (i32 23)
  %236 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %235, <8 x i32> splat (i32 1))
  %237 = add nsw <8 x i32> %236, splat (i32 -127)
  %238 = icmp eq <8 x i32> %234, zeroinitializer
  %239 = select <8 x i1> %238, <8 x i32> splat (i32 -5000), <8 x i32> %237
  %240 = bitcast <8 x i32> %229 to <8 x float>
  %241 = fpext <8 x float> %240 to <8 x double>
  %242 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %221, i64 %233
  %243 = shufflevector <8 x double> %241, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %243, ptr %242, align 32
  %244 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %29, i64 0, i64 %221, i64 %233
  %245 = shufflevector <8 x i32> %239, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %245, ptr %244, align 16
  %246 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %224, i64 %233
  %247 = shufflevector <8 x double> %241, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %247, ptr %246, align 32
  %248 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %29, i64 0, i64 %224, i64 %233
  %249 = shufflevector <8 x i32> %239, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %249, ptr %248, align 16
  br i1 %230, label %228, label %225

250:                                              ; preds = %212
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %13) #8
  br label %251

251:                                              ; preds = %115, %250
  %252 = getelementptr i32, ptr %6, i64 %68
  br i1 %30, label %660, label %253

253:                                              ; preds = %251, %657
  %254 = phi i64 [ %658, %657 ], [ 0, %251 ]
  %255 = trunc i64 %254 to i32
  %256 = shl i32 %255, 3
  %257 = call fastcc zeroext i1 @read_rows(ptr noundef %0, i64 noundef %78, i1 noundef zeroext %32, i32 noundef %256, i32 noundef %71, i64 noundef %9, ptr noundef %12)
  br i1 %257, label %665, label %258

258:                                              ; preds = %253, %263
  %259 = phi i64 [ %264, %263 ], [ 0, %253 ]
  %260 = shl nsw i64 %259, 7
  %261 = getelementptr inbounds nuw i8, ptr %12, i64 %260
  %262 = shl i64 %259, 3
  br label %266

263:                                              ; preds = %294
  %264 = add nuw nsw i64 %259, 1
  %265 = icmp eq i64 %264, 2
  br i1 %265, label %313, label %258

266:                                              ; preds = %294, %258
  %267 = phi i64 [ 0, %258 ], [ %295, %294 ]
  %268 = getelementptr inbounds nuw i32, ptr %261, i64 %267
  %269 = load i32, ptr %268, align 4
  %270 = insertelement <8 x i32> poison, i32 %269, i64 0
  %271 = getelementptr inbounds nuw i8, ptr %268, i64 16
  %272 = load i32, ptr %271, align 4
  %273 = insertelement <8 x i32> %270, i32 %272, i64 1
  %274 = getelementptr inbounds nuw i8, ptr %268, i64 32
  %275 = load i32, ptr %274, align 4
  %276 = insertelement <8 x i32> %273, i32 %275, i64 2
  %277 = getelementptr inbounds nuw i8, ptr %268, i64 48
  %278 = load i32, ptr %277, align 4
  %279 = insertelement <8 x i32> %276, i32 %278, i64 3
  %280 = getelementptr inbounds nuw i8, ptr %268, i64 64
  %281 = load i32, ptr %280, align 4
  %282 = insertelement <8 x i32> %279, i32 %281, i64 4
  %283 = getelementptr inbounds nuw i8, ptr %268, i64 80
  %284 = load i32, ptr %283, align 4
  %285 = insertelement <8 x i32> %282, i32 %284, i64 5
  %286 = getelementptr inbounds nuw i8, ptr %268, i64 96
  %287 = load i32, ptr %286, align 4
  %288 = insertelement <8 x i32> %285, i32 %287, i64 6
  %289 = getelementptr inbounds nuw i8, ptr %268, i64 112
  %290 = load i32, ptr %289, align 4
  %291 = insertelement <8 x i32> %288, i32 %290, i64 7
  %292 = and <8 x i32> %291, splat (i32 -65536)
  %293 = shl <8 x i32> %291, splat (i32 16)
  br label %297

294:                                              ; preds = %297
  %295 = add nuw nsw i64 %267, 1
  %296 = icmp eq i64 %295, 4
  br i1 %296, label %263, label %266

297:                                              ; preds = %297, %266
  %298 = phi <8 x i32> [ %293, %266 ], [ %292, %297 ]
  %299 = phi i1 [ true, %266 ], [ false, %297 ]
  %300 = phi i64 [ 0, %266 ], [ 4, %297 ]
  %301 = or disjoint i64 %300, %262
  %302 = add nuw nsw i64 %301, %267
  %303 = getelementptr inbounds nuw [16 x <8 x i32>], ptr %33, i64 0, i64 %302
  %304 = and <8 x i32> %298, splat (i32 2147418112)
  %305 = lshr <8 x i32> %304, splat (i32 23)
  %306 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %305, <8 x i32> splat (i32 1))
  %307 = add nsw <8 x i32> %306, splat (i32 -127)
  %308 = icmp eq <8 x i32> %304, zeroinitializer
  %309 = select <8 x i1> %308, <8 x i32> splat (i32 -5000), <8 x i32> %307
  store <8 x i32> %309, ptr %303, align 32
  %310 = bitcast <8 x i32> %298 to <8 x float>
  %311 = fpext <8 x float> %310 to <8 x double>
  %312 = getelementptr inbounds nuw [16 x <8 x double>], ptr %34, i64 0, i64 %302
  store <8 x double> %311, ptr %312, align 64
  br i1 %299, label %297, label %294

313:                                              ; preds = %263
  %314 = trunc nuw nsw i64 %254 to i32
  %315 = mul i32 %35, %314
  %316 = sext i32 %315 to i64
  %317 = getelementptr i32, ptr %252, i64 %316
  %318 = load <8 x i32>, ptr %33, align 64
  %319 = load <8 x i32>, ptr %37, align 32
  %320 = load <8 x i32>, ptr %38, align 64
  %321 = load <8 x i32>, ptr %39, align 32
  %322 = load <8 x i32>, ptr %40, align 64
  %323 = load <8 x i32>, ptr %41, align 32
  %324 = load <8 x i32>, ptr %42, align 64
  %325 = load <8 x i32>, ptr %43, align 32
  %326 = load <8 x i32>, ptr %44, align 64
  %327 = load <8 x i32>, ptr %45, align 32
  %328 = load <8 x i32>, ptr %46, align 64
  %329 = load <8 x i32>, ptr %47, align 32
  %330 = load <8 x i32>, ptr %48, align 64
  %331 = load <8 x i32>, ptr %49, align 32
  %332 = load <8 x i32>, ptr %50, align 64
  %333 = load <8 x i32>, ptr %51, align 32
  %334 = load <8 x double>, ptr %34, align 64
  %335 = load <8 x double>, ptr %52, align 64
  %336 = load <8 x double>, ptr %53, align 64
  %337 = load <8 x double>, ptr %54, align 64
  %338 = load <8 x double>, ptr %55, align 64
  %339 = load <8 x double>, ptr %56, align 64
  %340 = load <8 x double>, ptr %57, align 64
  %341 = load <8 x double>, ptr %58, align 64
  %342 = load <8 x double>, ptr %59, align 64
  %343 = load <8 x double>, ptr %60, align 64
  %344 = load <8 x double>, ptr %61, align 64
  %345 = load <8 x double>, ptr %62, align 64
  %346 = load <8 x double>, ptr %63, align 64
  %347 = load <8 x double>, ptr %64, align 64
  %348 = load <8 x double>, ptr %65, align 64
  %349 = load <8 x double>, ptr %66, align 64
  br label %350

350:                                              ; preds = %313, %350
  %351 = phi i64 [ 0, %313 ], [ %655, %350 ]
  %352 = trunc nuw nsw i64 %351 to i32
  %353 = lshr i32 %352, 2
  %354 = and i32 %353, 2
  %355 = mul nuw nsw i32 %354, %7
  %356 = zext nneg i32 %355 to i64
  %357 = getelementptr inbounds nuw i32, ptr %317, i64 %356
  %358 = shl i64 %351, 2
  %359 = and i64 %358, 28
  %360 = getelementptr inbounds nuw i32, ptr %357, i64 %359
  %361 = getelementptr inbounds nuw i32, ptr %360, i64 %24
  %362 = load <4 x i32>, ptr %360, align 4
  %363 = load <4 x i32>, ptr %361, align 4
  %364 = shufflevector <4 x i32> %362, <4 x i32> %363, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %365 = and <8 x i32> %364, splat (i32 2147483647)
  %366 = lshr <8 x i32> %365, splat (i32 23)
  %367 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %366, <8 x i32> splat (i32 1))
  %368 = icmp eq <8 x i32> %365, zeroinitializer
  %369 = bitcast <8 x i32> %364 to <8 x float>
  %370 = add nsw <8 x i32> %367, splat (i32 -127)
  %371 = select <8 x i1> %368, <8 x i32> splat (i32 -133), <8 x i32> %370
  %372 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %29, i64 0, i64 %351, i64 0
  %373 = load i32, ptr %372, align 64
  %374 = insertelement <8 x i32> poison, i32 %373, i64 0
  %375 = shufflevector <8 x i32> %374, <8 x i32> poison, <8 x i32> zeroinitializer
  %376 = add <8 x i32> %375, %318
  %377 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %371, <8 x i32> %376)
  %378 = shl nuw nsw i64 %351, 6
  %379 = or disjoint i64 %378, 4
  %380 = getelementptr inbounds nuw i8, ptr %29, i64 %379
  %381 = load i32, ptr %380, align 4
  %382 = insertelement <8 x i32> poison, i32 %381, i64 0
  %383 = shufflevector <8 x i32> %382, <8 x i32> poison, <8 x i32> zeroinitializer
  %384 = add <8 x i32> %383, %319
  %385 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %377, <8 x i32> %384)
  %386 = shl nuw nsw i64 %351, 6
  %387 = or disjoint i64 %386, 8
  %388 = getelementptr inbounds nuw i8, ptr %29, i64 %387
  %389 = load i32, ptr %388, align 8
  %390 = insertelement <8 x i32> poison, i32 %389, i64 0
  %391 = shufflevector <8 x i32> %390, <8 x i32> poison, <8 x i32> zeroinitializer
  %392 = add <8 x i32> %391, %320
  %393 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %385, <8 x i32> %392)
  %394 = shl nuw nsw i64 %351, 6
  %395 = or disjoint i64 %394, 12
  %396 = getelementptr inbounds nuw i8, ptr %29, i64 %395
  %397 = load i32, ptr %396, align 4
  %398 = insertelement <8 x i32> poison, i32 %397, i64 0
  %399 = shufflevector <8 x i32> %398, <8 x i32> poison, <8 x i32> zeroinitializer
  %400 = add <8 x i32> %399, %321
  %401 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %393, <8 x i32> %400)
  %402 = shl nuw nsw i64 %351, 6
  %403 = or disjoint i64 %402, 16
  %404 = getelementptr inbounds nuw i8, ptr %29, i64 %403
  %405 = load i32, ptr %404, align 16
  %406 = insertelement <8 x i32> poison, i32 %405, i64 0
  %407 = shufflevector <8 x i32> %406, <8 x i32> poison, <8 x i32> zeroinitializer
  %408 = add <8 x i32> %407, %322
  %409 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %401, <8 x i32> %408)
  %410 = shl nuw nsw i64 %351, 6
  %411 = or disjoint i64 %410, 20
  %412 = getelementptr inbounds nuw i8, ptr %29, i64 %411
  %413 = load i32, ptr %412, align 4
  %414 = insertelement <8 x i32> poison, i32 %413, i64 0
  %415 = shufflevector <8 x i32> %414, <8 x i32> poison, <8 x i32> zeroinitializer
  %416 = add <8 x i32> %415, %323
  %417 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %409, <8 x i32> %416)
  %418 = shl nuw nsw i64 %351, 6
  %419 = or disjoint i64 %418, 24
  %420 = getelementptr inbounds nuw i8, ptr %29, i64 %419
  %421 = load i32, ptr %420, align 8
  %422 = insertelement <8 x i32> poison, i32 %421, i64 0
  %423 = shufflevector <8 x i32> %422, <8 x i32> poison, <8 x i32> zeroinitializer
  %424 = add <8 x i32> %423, %324
  %425 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %417, <8 x i32> %424)
  %426 = shl nuw nsw i64 %351, 6
  %427 = or disjoint i64 %426, 28
  %428 = getelementptr inbounds nuw i8, ptr %29, i64 %427
  %429 = load i32, ptr %428, align 4
  %430 = insertelement <8 x i32> poison, i32 %429, i64 0
  %431 = shufflevector <8 x i32> %430, <8 x i32> poison, <8 x i32> zeroinitializer
  %432 = add <8 x i32> %431, %325
  %433 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %425, <8 x i32> %432)
  %434 = shl nuw nsw i64 %351, 6
  %435 = or disjoint i64 %434, 32
  %436 = getelementptr inbounds nuw i8, ptr %29, i64 %435
  %437 = load i32, ptr %436, align 32
  %438 = insertelement <8 x i32> poison, i32 %437, i64 0
  %439 = shufflevector <8 x i32> %438, <8 x i32> poison, <8 x i32> zeroinitializer
  %440 = add <8 x i32> %439, %326
  %441 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %433, <8 x i32> %440)
  %442 = shl nuw nsw i64 %351, 6
  %443 = or disjoint i64 %442, 36
  %444 = getelementptr inbounds nuw i8, ptr %29, i64 %443
  %445 = load i32, ptr %444, align 4
  %446 = insertelement <8 x i32> poison, i32 %445, i64 0
  %447 = shufflevector <8 x i32> %446, <8 x i32> poison, <8 x i32> zeroinitializer
  %448 = add <8 x i32> %447, %327
  %449 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %441, <8 x i32> %448)
  %450 = shl nuw nsw i64 %351, 6
  %451 = or disjoint i64 %450, 40
  %452 = getelementptr inbounds nuw i8, ptr %29, i64 %451
  %453 = load i32, ptr %452, align 8
  %454 = insertelement <8 x i32> poison, i32 %453, i64 0
  %455 = shufflevector <8 x i32> %454, <8 x i32> poison, <8 x i32> zeroinitializer
  %456 = add <8 x i32> %455, %328
  %457 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %449, <8 x i32> %456)
  %458 = shl nuw nsw i64 %351, 6
  %459 = or disjoint i64 %458, 44
  %460 = getelementptr inbounds nuw i8, ptr %29, i64 %459
  %461 = load i32, ptr %460, align 4
  %462 = insertelement <8 x i32> poison, i32 %461, i64 0
  %463 = shufflevector <8 x i32> %462, <8 x i32> poison, <8 x i32> zeroinitializer
  %464 = add <8 x i32> %463, %329
  %465 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %457, <8 x i32> %464)
  %466 = shl nuw nsw i64 %351, 6
  %467 = or disjoint i64 %466, 48
  %468 = getelementptr inbounds nuw i8, ptr %29, i64 %467
  %469 = load i32, ptr %468, align 16
  %470 = insertelement <8 x i32> poison, i32 %469, i64 0
  %471 = shufflevector <8 x i32> %470, <8 x i32> poison, <8 x i32> zeroinitializer
  %472 = add <8 x i32> %471, %330
  %473 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %465, <8 x i32> %472)
  %474 = shl nuw nsw i64 %351, 6
  %475 = or disjoint i64 %474, 52
  %476 = getelementptr inbounds nuw i8, ptr %29, i64 %475
  %477 = load i32, ptr %476, align 4
  %478 = insertelement <8 x i32> poison, i32 %477, i64 0
  %479 = shufflevector <8 x i32> %478, <8 x i32> poison, <8 x i32> zeroinitializer
  %480 = add <8 x i32> %479, %331
  %481 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %473, <8 x i32> %480)
  %482 = shl nuw nsw i64 %351, 6
  %483 = or disjoint i64 %482, 56
  %484 = getelementptr inbounds nuw i8, ptr %29, i64 %483
  %485 = load i32, ptr %484, align 8
  %486 = insertelement <8 x i32> poison, i32 %485, i64 0
  %487 = shufflevector <8 x i32> %486, <8 x i32> poison, <8 x i32> zeroinitializer
  %488 = add <8 x i32> %487, %332
  %489 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %481, <8 x i32> %488)
  %490 = shl nuw nsw i64 %351, 6
  %491 = or disjoint i64 %490, 60
  %492 = getelementptr inbounds nuw i8, ptr %29, i64 %491
  %493 = load i32, ptr %492, align 4
  %494 = insertelement <8 x i32> poison, i32 %493, i64 0
  %495 = shufflevector <8 x i32> %494, <8 x i32> poison, <8 x i32> zeroinitializer
  %496 = add <8 x i32> %495, %333
  %497 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %489, <8 x i32> %496)
  %498 = fpext <8 x float> %369 to <8 x double>
  %499 = sub nsw <8 x i32> splat (i32 1048), %497
  %500 = zext <8 x i32> %499 to <8 x i64>
  %501 = shl <8 x i64> %500, splat (i64 52)
  %502 = bitcast <8 x i64> %501 to <8 x double>
  %503 = fmul <8 x double> %498, %502
  %504 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %503)
  %505 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %351, i64 0
  %506 = load double, ptr %505, align 64
  %507 = insertelement <8 x double> poison, double %506, i64 0
  %508 = shufflevector <8 x double> %507, <8 x double> poison, <8 x i32> zeroinitializer
  %509 = fmul <8 x double> %334, %508
  %510 = fmul <8 x double> %509, %502
  %511 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %510)
  %512 = fadd <8 x double> %504, %511
  %513 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %351, i64 1
  %514 = load double, ptr %513, align 8
  %515 = insertelement <8 x double> poison, double %514, i64 0
  %516 = shufflevector <8 x double> %515, <8 x double> poison, <8 x i32> zeroinitializer
  %517 = fmul <8 x double> %335, %516
  %518 = fmul <8 x double> %517, %502
  %519 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %518)
  %520 = fadd <8 x double> %512, %519
  %521 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %351, i64 2
  %522 = load double, ptr %521, align 16
  %523 = insertelement <8 x double> poison, double %522, i64 0
  %524 = shufflevector <8 x double> %523, <8 x double> poison, <8 x i32> zeroinitializer
  %525 = fmul <8 x double> %336, %524
  %526 = fmul <8 x double> %525, %502
  %527 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %526)
  %528 = fadd <8 x double> %520, %527
  %529 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %351, i64 3
  %530 = load double, ptr %529, align 8
  %531 = insertelement <8 x double> poison, double %530, i64 0
  %532 = shufflevector <8 x double> %531, <8 x double> poison, <8 x i32> zeroinitializer
  %533 = fmul <8 x double> %337, %532
  %534 = fmul <8 x double> %533, %502
  %535 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %534)
  %536 = fadd <8 x double> %528, %535
  %537 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %351, i64 4
  %538 = load double, ptr %537, align 32
  %539 = insertelement <8 x double> poison, double %538, i64 0
  %540 = shufflevector <8 x double> %539, <8 x double> poison, <8 x i32> zeroinitializer
  %541 = fmul <8 x double> %338, %540
  %542 = fmul <8 x double> %541, %502
  %543 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %542)
  %544 = fadd <8 x double> %536, %543
  %545 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %351, i64 5
  %546 = load double, ptr %545, align 8
  %547 = insertelement <8 x double> poison, double %546, i64 0
  %548 = shufflevector <8 x double> %547, <8 x double> poison, <8 x i32> zeroinitializer
  %549 = fmul <8 x double> %339, %548
  %550 = fmul <8 x double> %549, %502
  %551 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %550)
  %552 = fadd <8 x double> %544, %551
  %553 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %351, i64 6
  %554 = load double, ptr %553, align 16
  %555 = insertelement <8 x double> poison, double %554, i64 0
  %556 = shufflevector <8 x double> %555, <8 x double> poison, <8 x i32> zeroinitializer
  %557 = fmul <8 x double> %340, %556
  %558 = fmul <8 x double> %557, %502
  %559 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %558)
  %560 = fadd <8 x double> %552, %559
  %561 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %351, i64 7
  %562 = load double, ptr %561, align 8
  %563 = insertelement <8 x double> poison, double %562, i64 0
  %564 = shufflevector <8 x double> %563, <8 x double> poison, <8 x i32> zeroinitializer
  %565 = fmul <8 x double> %341, %564
  %566 = fmul <8 x double> %565, %502
  %567 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %566)
  %568 = fadd <8 x double> %560, %567
  %569 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %351, i64 8
  %570 = load double, ptr %569, align 64
  %571 = insertelement <8 x double> poison, double %570, i64 0
  %572 = shufflevector <8 x double> %571, <8 x double> poison, <8 x i32> zeroinitializer
  %573 = fmul <8 x double> %342, %572
  %574 = fmul <8 x double> %573, %502
  %575 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %574)
  %576 = fadd <8 x double> %568, %575
  %577 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %351, i64 9
  %578 = load double, ptr %577, align 8
  %579 = insertelement <8 x double> poison, double %578, i64 0
  %580 = shufflevector <8 x double> %579, <8 x double> poison, <8 x i32> zeroinitializer
  %581 = fmul <8 x double> %343, %580
  %582 = fmul <8 x double> %581, %502
  %583 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %582)
  %584 = fadd <8 x double> %576, %583
  %585 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %351, i64 10
  %586 = load double, ptr %585, align 16
  %587 = insertelement <8 x double> poison, double %586, i64 0
  %588 = shufflevector <8 x double> %587, <8 x double> poison, <8 x i32> zeroinitializer
  %589 = fmul <8 x double> %344, %588
  %590 = fmul <8 x double> %589, %502
  %591 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %590)
  %592 = fadd <8 x double> %584, %591
  %593 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %351, i64 11
  %594 = load double, ptr %593, align 8
  %595 = insertelement <8 x double> poison, double %594, i64 0
  %596 = shufflevector <8 x double> %595, <8 x double> poison, <8 x i32> zeroinitializer
  %597 = fmul <8 x double> %345, %596
  %598 = fmul <8 x double> %597, %502
  %599 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %598)
  %600 = fadd <8 x double> %592, %599
  %601 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %351, i64 12
  %602 = load double, ptr %601, align 32
  %603 = insertelement <8 x double> poison, double %602, i64 0
  %604 = shufflevector <8 x double> %603, <8 x double> poison, <8 x i32> zeroinitializer
  %605 = fmul <8 x double> %346, %604
  %606 = fmul <8 x double> %605, %502
  %607 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %606)
  %608 = fadd <8 x double> %600, %607
  %609 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %351, i64 13
  %610 = load double, ptr %609, align 8
  %611 = insertelement <8 x double> poison, double %610, i64 0
  %612 = shufflevector <8 x double> %611, <8 x double> poison, <8 x i32> zeroinitializer
  %613 = fmul <8 x double> %347, %612
  %614 = fmul <8 x double> %613, %502
  %615 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %614)
  %616 = fadd <8 x double> %608, %615
  %617 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %351, i64 14
  %618 = load double, ptr %617, align 16
  %619 = insertelement <8 x double> poison, double %618, i64 0
  %620 = shufflevector <8 x double> %619, <8 x double> poison, <8 x i32> zeroinitializer
  %621 = fmul <8 x double> %348, %620
  %622 = fmul <8 x double> %621, %502
  %623 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %622)
  %624 = fadd <8 x double> %616, %623
  %625 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %351, i64 15
  %626 = load double, ptr %625, align 8
  %627 = insertelement <8 x double> poison, double %626, i64 0
  %628 = shufflevector <8 x double> %627, <8 x double> poison, <8 x i32> zeroinitializer
  %629 = fmul <8 x double> %349, %628
  %630 = fmul <8 x double> %629, %502
  %631 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %630)
  %632 = fadd <8 x double> %624, %631
  %633 = add <8 x i32> %497, splat (i32 998)
  %634 = zext <8 x i32> %633 to <8 x i64>
  %635 = shl <8 x i64> %634, splat (i64 52)
  %636 = bitcast <8 x i64> %635 to <8 x double>
  %637 = fmul <8 x double> %632, %636
  %638 = fptrunc <8 x double> %637 to <8 x float>
  %639 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %637)
  %640 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %638)
  %641 = fpext <8 x float> %640 to <8 x double>
  %642 = fcmp olt <8 x double> %639, %641
  %643 = fcmp olt <8 x double> %639, splat (double 0x47F0000000000000)
  %644 = and <8 x i1> %643, %642
  %645 = bitcast <8 x float> %638 to <8 x i32>
  %646 = sext <8 x i1> %644 to <8 x i32>
  %647 = add <8 x i32> %646, %645
  %648 = and <8 x i32> %647, splat (i32 2147483647)
  %649 = icmp eq <8 x i32> %648, zeroinitializer
  %650 = select <8 x i1> %649, <8 x i32> zeroinitializer, <8 x i32> %647
  %651 = fcmp ord <8 x float> %638, zeroinitializer
  %652 = select <8 x i1> %651, <8 x i32> %650, <8 x i32> splat (i32 2147483647)
  %653 = shufflevector <8 x i32> %652, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %653, ptr %360, align 4
  %654 = shufflevector <8 x i32> %652, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %654, ptr %361, align 4
  %655 = add nuw nsw i64 %351, 1
  %656 = icmp eq i64 %655, 16
  br i1 %656, label %657, label %350

657:                                              ; preds = %350
  %658 = add nuw nsw i64 %254, 1
  %659 = icmp eq i64 %658, %36
  br i1 %659, label %660, label %253

660:                                              ; preds = %657, %251
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %12) #8
  %661 = add nuw nsw i64 %68, 32
  %662 = trunc nuw i64 %661 to i32
  %663 = icmp sgt i32 %7, %662
  br i1 %663, label %67, label %666

664:                                              ; preds = %191
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %13) #8
  br label %665

665:                                              ; preds = %93, %178, %253, %664
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %12) #8
  br label %666

666:                                              ; preds = %660, %665, %10
  %667 = phi i1 [ false, %10 ], [ true, %665 ], [ false, %660 ]
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %11) #8
  ret i1 %667
}

define internal fastcc noundef zeroext i1 @tf32_shared(ptr noundef %0, i1 noundef zeroext %1, i32 noundef range(i32 0, 256) %2, i32 noundef %3, ptr nocapture noundef readonly %4, ptr nocapture noundef readonly %5, ptr nocapture noundef %6, i32 noundef %7, i32 noundef %8, i64 noundef %9) unnamed_addr #3 {
  %11 = alloca %struct.operands, align 64
  %12 = alloca [4 x [32 x i32]], align 16
  %13 = alloca [2 x [2 x [32 x i32]]], align 16
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %11) #8
  %14 = icmp sgt i32 %7, 0
  %15 = getelementptr inbounds nuw i8, ptr %13, i64 256
  %16 = getelementptr inbounds nuw i8, ptr %13, i64 256
  %17 = getelementptr inbounds nuw i8, ptr %13, i64 128
  %18 = getelementptr inbounds nuw i8, ptr %13, i64 384
  %19 = getelementptr inbounds nuw i8, ptr %12, i64 128
  br i1 %14, label %20, label %486

20:                                               ; preds = %10
  %21 = shl i32 %3, 13
  %22 = and i32 %21, -2147483648
  %23 = zext nneg i32 %7 to i64
  %24 = and i32 %3, 65536
  %25 = icmp ne i32 %24, 0
  %26 = insertelement <8 x i32> poison, i32 %22, i64 0
  %27 = shufflevector <8 x i32> %26, <8 x i32> poison, <8 x i32> zeroinitializer
  %28 = getelementptr inbounds nuw i8, ptr %11, i64 2048
  %29 = icmp eq i32 %2, 0
  %30 = and i32 %3, 131072
  %31 = icmp ne i32 %30, 0
  %32 = getelementptr inbounds nuw i8, ptr %11, i64 4096
  %33 = getelementptr inbounds nuw i8, ptr %11, i64 3072
  %34 = shl i32 %7, 2
  %35 = zext nneg i32 %2 to i64
  %36 = getelementptr inbounds nuw i8, ptr %11, i64 4128
  %37 = getelementptr inbounds nuw i8, ptr %11, i64 4160
  %38 = getelementptr inbounds nuw i8, ptr %11, i64 4192
  %39 = getelementptr inbounds nuw i8, ptr %11, i64 4224
  %40 = getelementptr inbounds nuw i8, ptr %11, i64 4256
  %41 = getelementptr inbounds nuw i8, ptr %11, i64 4288
  %42 = getelementptr inbounds nuw i8, ptr %11, i64 4320
  %43 = getelementptr inbounds nuw i8, ptr %11, i64 3136
  %44 = getelementptr inbounds nuw i8, ptr %11, i64 3200
  %45 = getelementptr inbounds nuw i8, ptr %11, i64 3264
  %46 = getelementptr inbounds nuw i8, ptr %11, i64 3328
  %47 = getelementptr inbounds nuw i8, ptr %11, i64 3392
  %48 = getelementptr inbounds nuw i8, ptr %11, i64 3456
  %49 = getelementptr inbounds nuw i8, ptr %11, i64 3520
  br label %50

50:                                               ; preds = %20, %480
  %51 = phi i64 [ 0, %20 ], [ %481, %480 ]
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %12) #8
  %52 = getelementptr inbounds nuw i32, ptr %5, i64 %51
  %53 = trunc nuw nsw i64 %51 to i32
  %54 = add i32 %8, %53
  %55 = load i32, ptr %52, align 4
  %56 = zext i32 %55 to i64
  %57 = getelementptr inbounds nuw i32, ptr %52, i64 %23
  %58 = load i32, ptr %57, align 4
  %59 = zext i32 %58 to i64
  %60 = shl nuw i64 %59, 32
  %61 = or disjoint i64 %60, %56
  br label %62

62:                                               ; preds = %73, %50
  %63 = phi i64 [ 1, %50 ], [ %74, %73 ]
  %64 = getelementptr inbounds nuw i32, ptr %52, i64 %63
  %65 = load i32, ptr %64, align 4
  %66 = icmp eq i32 %65, %55
  br i1 %66, label %69, label %67

67:                                               ; preds = %62
  %68 = zext i32 %65 to i64
  br label %76

69:                                               ; preds = %62
  %70 = getelementptr i32, ptr %57, i64 %63
  %71 = load i32, ptr %70, align 4
  %72 = icmp eq i32 %71, %58
  br i1 %72, label %73, label %76

73:                                               ; preds = %69
  %74 = add nuw nsw i64 %63, 1
  %75 = icmp eq i64 %74, 32
  br i1 %75, label %88, label %62

76:                                               ; preds = %69, %67
  %77 = phi i64 [ %68, %67 ], [ %56, %69 ]
  %78 = trunc nuw nsw i64 %63 to i32
  %79 = add nsw i32 %7, %78
  %80 = sext i32 %79 to i64
  %81 = getelementptr inbounds i32, ptr %52, i64 %80
  %82 = load i32, ptr %81, align 4
  %83 = zext i32 %82 to i64
  %84 = shl nuw i64 %83, 32
  %85 = or disjoint i64 %84, %77
  %86 = add i32 %54, %78
  %87 = tail call zeroext i1 @record_failure(ptr noundef %0, i64 noundef 22, i64 noundef %9, i64 noundef %85, i32 noundef %86) #8
  br i1 %87, label %485, label %88

88:                                               ; preds = %73, %76
  br i1 %1, label %89, label %130

89:                                               ; preds = %88
  %90 = getelementptr inbounds nuw i32, ptr %4, i64 %51
  br label %91

91:                                               ; preds = %99, %89
  %92 = phi i64 [ 0, %89 ], [ %100, %99 ]
  %93 = mul nuw nsw i64 %92, %23
  %94 = getelementptr inbounds nuw i32, ptr %90, i64 %93
  %95 = shl i64 %92, 3
  %96 = and i64 %95, 8
  %97 = shl nuw i64 %92, 1
  %98 = and i64 %97, 2147483644
  br label %102

99:                                               ; preds = %102
  %100 = add nuw nsw i64 %92, 1
  %101 = icmp eq i64 %100, 4
  br i1 %101, label %222, label %91

102:                                              ; preds = %102, %91
  %103 = phi i64 [ 0, %91 ], [ %128, %102 ]
  %104 = getelementptr inbounds nuw i32, ptr %94, i64 %103
  %105 = load <8 x i32>, ptr %104, align 4
  %106 = lshr exact i64 %103, 2
  %107 = or disjoint i64 %106, %96
  %108 = and <8 x i32> %105, splat (i32 2147475456)
  %109 = and <8 x i32> %105, splat (i32 -2147483648)
  %110 = xor <8 x i32> %109, %27
  %111 = lshr <8 x i32> %108, splat (i32 23)
  %112 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %111, <8 x i32> splat (i32 1))
  %113 = add nsw <8 x i32> %112, splat (i32 -127)
  %114 = icmp eq <8 x i32> %108, zeroinitializer
  %115 = select <8 x i1> %114, <8 x i32> splat (i32 -5000), <8 x i32> %113
  %116 = or disjoint <8 x i32> %110, %108
  %117 = bitcast <8 x i32> %116 to <8 x float>
  %118 = fpext <8 x float> %117 to <8 x double>
  %119 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %107, i64 %98
  %120 = shufflevector <8 x double> %118, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %120, ptr %119, align 32
  %121 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %28, i64 0, i64 %107, i64 %98
  %122 = shufflevector <8 x i32> %115, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %122, ptr %121, align 16
  %123 = or disjoint i64 %107, 1
  %124 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %123, i64 %98
  %125 = shufflevector <8 x double> %118, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %125, ptr %124, align 32
  %126 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %28, i64 0, i64 %123, i64 %98
  %127 = shufflevector <8 x i32> %115, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %127, ptr %126, align 16
  %128 = add nuw nsw i64 %103, 8
  %129 = icmp samesign ult i64 %103, 24
  br i1 %129, label %102, label %99

130:                                              ; preds = %88
  %131 = lshr i32 %54, 1
  %132 = and i32 %131, 48
  %133 = getelementptr inbounds nuw i32, ptr %4, i64 %51
  %134 = load i32, ptr %133, align 4
  %135 = zext i32 %134 to i64
  %136 = getelementptr inbounds nuw i32, ptr %133, i64 %23
  %137 = load i32, ptr %136, align 4
  %138 = zext i32 %137 to i64
  %139 = shl nuw i64 %138, 32
  %140 = or disjoint i64 %139, %135
  br label %141

141:                                              ; preds = %152, %130
  %142 = phi i64 [ 1, %130 ], [ %153, %152 ]
  %143 = getelementptr inbounds nuw i32, ptr %133, i64 %142
  %144 = load i32, ptr %143, align 4
  %145 = icmp eq i32 %144, %134
  br i1 %145, label %148, label %146

146:                                              ; preds = %141
  %147 = zext i32 %144 to i64
  br label %155

148:                                              ; preds = %141
  %149 = getelementptr i32, ptr %136, i64 %142
  %150 = load i32, ptr %149, align 4
  %151 = icmp eq i32 %150, %137
  br i1 %151, label %152, label %155

152:                                              ; preds = %148
  %153 = add nuw nsw i64 %142, 1
  %154 = icmp eq i64 %153, 32
  br i1 %154, label %167, label %141

155:                                              ; preds = %148, %146
  %156 = phi i64 [ %147, %146 ], [ %135, %148 ]
  %157 = trunc nuw nsw i64 %142 to i32
  %158 = add nsw i32 %7, %157
  %159 = sext i32 %158 to i64
  %160 = getelementptr inbounds i32, ptr %133, i64 %159
  %161 = load i32, ptr %160, align 4
  %162 = zext i32 %161 to i64
  %163 = shl nuw i64 %162, 32
  %164 = or disjoint i64 %163, %156
  %165 = add i32 %54, %157
  %166 = tail call zeroext i1 @record_failure(ptr noundef %0, i64 noundef 22, i64 noundef %9, i64 noundef %164, i32 noundef %165) #8
  br i1 %166, label %485, label %167

167:                                              ; preds = %152, %155
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %13) #8
  br label %168

168:                                              ; preds = %167, %179
  %169 = phi i1 [ true, %167 ], [ false, %179 ]
  %170 = phi ptr [ %13, %167 ], [ %15, %179 ]
  %171 = phi ptr [ %13, %167 ], [ %16, %179 ]
  %172 = phi ptr [ %17, %167 ], [ %18, %179 ]
  %173 = phi ptr [ %12, %167 ], [ %19, %179 ]
  %174 = phi i64 [ 0, %167 ], [ 1, %179 ]
  %175 = trunc nuw nsw i64 %174 to i32
  %176 = shl nuw nsw i32 %175, 3
  %177 = or disjoint i32 %176, %132
  %178 = call fastcc zeroext i1 @read_rows(ptr noundef %0, i64 noundef %140, i1 noundef zeroext %25, i32 noundef %177, i32 noundef %54, i64 noundef %9, ptr noundef %170)
  br i1 %178, label %484, label %179

179:                                              ; preds = %168
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %173, ptr noundef nonnull align 16 dereferenceable(128) %171, i64 128, i1 false)
  %180 = or disjoint i64 %174, 2
  %181 = getelementptr inbounds nuw [4 x [32 x i32]], ptr %12, i64 0, i64 %180
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %181, ptr noundef nonnull align 16 dereferenceable(128) %172, i64 128, i1 false)
  br i1 %169, label %168, label %182

182:                                              ; preds = %179, %190
  %183 = phi i64 [ %191, %190 ], [ 0, %179 ]
  %184 = shl nsw i64 %183, 7
  %185 = getelementptr inbounds nuw i8, ptr %12, i64 %184
  %186 = shl i64 %183, 3
  %187 = and i64 %186, 8
  %188 = shl nuw i64 %183, 1
  %189 = and i64 %188, 2147483644
  br label %193

190:                                              ; preds = %193
  %191 = add nuw nsw i64 %183, 1
  %192 = icmp eq i64 %191, 4
  br i1 %192, label %221, label %182

193:                                              ; preds = %193, %182
  %194 = phi i64 [ 0, %182 ], [ %219, %193 ]
  %195 = getelementptr inbounds nuw i32, ptr %185, i64 %194
  %196 = load <8 x i32>, ptr %195, align 16
  %197 = lshr exact i64 %194, 2
  %198 = or disjoint i64 %197, %187
  %199 = and <8 x i32> %196, splat (i32 2147475456)
  %200 = and <8 x i32> %196, splat (i32 -2147483648)
  %201 = xor <8 x i32> %200, %27
  %202 = lshr <8 x i32> %199, splat (i32 23)
  %203 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %202, <8 x i32> splat (i32 1))
  %204 = add nsw <8 x i32> %203, splat (i32 -127)
  %205 = icmp eq <8 x i32> %199, zeroinitializer
  %206 = select <8 x i1> %205, <8 x i32> splat (i32 -5000), <8 x i32> %204
  %207 = or disjoint <8 x i32> %201, %199
  %208 = bitcast <8 x i32> %207 to <8 x float>
  %209 = fpext <8 x float> %208 to <8 x double>
  %210 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %198, i64 %189
  %211 = shufflevector <8 x double> %209, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %211, ptr %210, align 32
  %212 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %28, i64 0, i64 %198, i64 %189
  %213 = shufflevector <8 x i32> %206, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %213, ptr %212, align 16
  %214 = or disjoint i64 %198, 1
  %215 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %214, i64 %189
  %216 = shufflevector <8 x double> %209, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %216, ptr %215, align 32
  %217 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %28, i64 0, i64 %214, i64 %189
  %218 = shufflevector <8 x i32> %206, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %218, ptr %217, align 16
  %219 = add nuw nsw i64 %194, 8
  %220 = icmp samesign ult i64 %194, 24
  br i1 %220, label %193, label %190

221:                                              ; preds = %190
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %13) #8
  br label %222

222:                                              ; preds = %99, %221
  %223 = getelementptr i32, ptr %6, i64 %51
  br i1 %29, label %480, label %224

224:                                              ; preds = %222, %477
  %225 = phi i64 [ %478, %477 ], [ 0, %222 ]
  %226 = trunc i64 %225 to i32
  %227 = shl i32 %226, 3
  %228 = call fastcc zeroext i1 @read_rows(ptr noundef %0, i64 noundef %61, i1 noundef zeroext %31, i32 noundef %227, i32 noundef %54, i64 noundef %9, ptr noundef %12)
  br i1 %228, label %485, label %229

229:                                              ; preds = %224, %234
  %230 = phi i64 [ %235, %234 ], [ 0, %224 ]
  %231 = shl nsw i64 %230, 7
  %232 = getelementptr inbounds nuw i8, ptr %12, i64 %231
  %233 = shl i64 %230, 2
  br label %237

234:                                              ; preds = %237
  %235 = add nuw nsw i64 %230, 1
  %236 = icmp eq i64 %235, 2
  br i1 %236, label %277, label %229

237:                                              ; preds = %237, %229
  %238 = phi i64 [ 0, %229 ], [ %275, %237 ]
  %239 = getelementptr inbounds nuw i32, ptr %232, i64 %238
  %240 = load i32, ptr %239, align 4
  %241 = insertelement <8 x i32> poison, i32 %240, i64 0
  %242 = getelementptr inbounds nuw i8, ptr %239, i64 16
  %243 = load i32, ptr %242, align 4
  %244 = insertelement <8 x i32> %241, i32 %243, i64 1
  %245 = getelementptr inbounds nuw i8, ptr %239, i64 32
  %246 = load i32, ptr %245, align 4
  %247 = insertelement <8 x i32> %244, i32 %246, i64 2
  %248 = getelementptr inbounds nuw i8, ptr %239, i64 48
  %249 = load i32, ptr %248, align 4
  %250 = insertelement <8 x i32> %247, i32 %249, i64 3
  %251 = getelementptr inbounds nuw i8, ptr %239, i64 64
  %252 = load i32, ptr %251, align 4
  %253 = insertelement <8 x i32> %250, i32 %252, i64 4
  %254 = getelementptr inbounds nuw i8, ptr %239, i64 80
  %255 = load i32, ptr %254, align 4
  %256 = insertelement <8 x i32> %253, i32 %255, i64 5
  %257 = getelementptr inbounds nuw i8, ptr %239, i64 96
  %258 = load i32, ptr %257, align 4
  %259 = insertelement <8 x i32> %256, i32 %258, i64 6
  %260 = getelementptr inbounds nuw i8, ptr %239, i64 112
  %261 = load i32, ptr %260, align 4
  %262 = insertelement <8 x i32> %259, i32 %261, i64 7
  %263 = add nuw nsw i64 %238, %233
  %264 = getelementptr inbounds nuw [16 x <8 x i32>], ptr %32, i64 0, i64 %263
  %265 = and <8 x i32> %262, splat (i32 2147475456)
  %266 = lshr <8 x i32> %265, splat (i32 23)
  %267 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %266, <8 x i32> splat (i32 1))
  %268 = add nsw <8 x i32> %267, splat (i32 -127)
  %269 = icmp eq <8 x i32> %265, zeroinitializer
  %270 = select <8 x i1> %269, <8 x i32> splat (i32 -5000), <8 x i32> %268
  store <8 x i32> %270, ptr %264, align 32
  %271 = and <8 x i32> %262, splat (i32 -8192)
  %272 = bitcast <8 x i32> %271 to <8 x float>
  %273 = fpext <8 x float> %272 to <8 x double>
  %274 = getelementptr inbounds nuw [16 x <8 x double>], ptr %33, i64 0, i64 %263
  store <8 x double> %273, ptr %274, align 64
  %275 = add nuw nsw i64 %238, 1
  %276 = icmp eq i64 %275, 4
  br i1 %276, label %234, label %237

277:                                              ; preds = %234
  %278 = trunc nuw nsw i64 %225 to i32
  %279 = mul i32 %34, %278
  %280 = sext i32 %279 to i64
  %281 = getelementptr i32, ptr %223, i64 %280
  %282 = load <8 x i32>, ptr %32, align 64
  %283 = load <8 x i32>, ptr %36, align 32
  %284 = load <8 x i32>, ptr %37, align 64
  %285 = load <8 x i32>, ptr %38, align 32
  %286 = load <8 x i32>, ptr %39, align 64
  %287 = load <8 x i32>, ptr %40, align 32
  %288 = load <8 x i32>, ptr %41, align 64
  %289 = load <8 x i32>, ptr %42, align 32
  %290 = load <8 x double>, ptr %33, align 64
  %291 = load <8 x double>, ptr %43, align 64
  %292 = load <8 x double>, ptr %44, align 64
  %293 = load <8 x double>, ptr %45, align 64
  %294 = load <8 x double>, ptr %46, align 64
  %295 = load <8 x double>, ptr %47, align 64
  %296 = load <8 x double>, ptr %48, align 64
  %297 = load <8 x double>, ptr %49, align 64
  br label %298

298:                                              ; preds = %277, %298
  %299 = phi i64 [ 0, %277 ], [ %475, %298 ]
  %300 = trunc nuw nsw i64 %299 to i32
  %301 = lshr i32 %300, 2
  %302 = and i32 %301, 2
  %303 = mul nuw nsw i32 %302, %7
  %304 = zext nneg i32 %303 to i64
  %305 = getelementptr inbounds nuw i32, ptr %281, i64 %304
  %306 = shl i64 %299, 2
  %307 = and i64 %306, 28
  %308 = getelementptr inbounds nuw i32, ptr %305, i64 %307
  %309 = getelementptr inbounds nuw i32, ptr %308, i64 %23
  %310 = load <4 x i32>, ptr %308, align 4
  %311 = load <4 x i32>, ptr %309, align 4
  %312 = shufflevector <4 x i32> %310, <4 x i32> %311, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %313 = and <8 x i32> %312, splat (i32 2147483647)
  %314 = lshr <8 x i32> %313, splat (i32 23)
  %315 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %314, <8 x i32> splat (i32 1))
  %316 = icmp eq <8 x i32> %313, zeroinitializer
  %317 = bitcast <8 x i32> %312 to <8 x float>
  %318 = add nsw <8 x i32> %315, splat (i32 -127)
  %319 = select <8 x i1> %316, <8 x i32> splat (i32 -133), <8 x i32> %318
  %320 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %28, i64 0, i64 %299, i64 0
  %321 = load i32, ptr %320, align 64
  %322 = insertelement <8 x i32> poison, i32 %321, i64 0
  %323 = shufflevector <8 x i32> %322, <8 x i32> poison, <8 x i32> zeroinitializer
  %324 = add <8 x i32> %323, %282
  %325 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %319, <8 x i32> %324)
  %326 = shl nuw nsw i64 %299, 6
  %327 = or disjoint i64 %326, 4
  %328 = getelementptr inbounds nuw i8, ptr %28, i64 %327
  %329 = load i32, ptr %328, align 4
  %330 = insertelement <8 x i32> poison, i32 %329, i64 0
  %331 = shufflevector <8 x i32> %330, <8 x i32> poison, <8 x i32> zeroinitializer
  %332 = add <8 x i32> %331, %283
  %333 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %325, <8 x i32> %332)
  %334 = shl nuw nsw i64 %299, 6
  %335 = or disjoint i64 %334, 8
  %336 = getelementptr inbounds nuw i8, ptr %28, i64 %335
  %337 = load i32, ptr %336, align 8
  %338 = insertelement <8 x i32> poison, i32 %337, i64 0
  %339 = shufflevector <8 x i32> %338, <8 x i32> poison, <8 x i32> zeroinitializer
  %340 = add <8 x i32> %339, %284
  %341 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %333, <8 x i32> %340)
  %342 = shl nuw nsw i64 %299, 6
  %343 = or disjoint i64 %342, 12
  %344 = getelementptr inbounds nuw i8, ptr %28, i64 %343
  %345 = load i32, ptr %344, align 4
  %346 = insertelement <8 x i32> poison, i32 %345, i64 0
  %347 = shufflevector <8 x i32> %346, <8 x i32> poison, <8 x i32> zeroinitializer
  %348 = add <8 x i32> %347, %285
  %349 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %341, <8 x i32> %348)
  %350 = shl nuw nsw i64 %299, 6
  %351 = or disjoint i64 %350, 16
  %352 = getelementptr inbounds nuw i8, ptr %28, i64 %351
  %353 = load i32, ptr %352, align 16
  %354 = insertelement <8 x i32> poison, i32 %353, i64 0
  %355 = shufflevector <8 x i32> %354, <8 x i32> poison, <8 x i32> zeroinitializer
  %356 = add <8 x i32> %355, %286
  %357 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %349, <8 x i32> %356)
  %358 = shl nuw nsw i64 %299, 6
  %359 = or disjoint i64 %358, 20
  %360 = getelementptr inbounds nuw i8, ptr %28, i64 %359
  %361 = load i32, ptr %360, align 4
  %362 = insertelement <8 x i32> poison, i32 %361, i64 0
  %363 = shufflevector <8 x i32> %362, <8 x i32> poison, <8 x i32> zeroinitializer
  %364 = add <8 x i32> %363, %287
  %365 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %357, <8 x i32> %364)
  %366 = shl nuw nsw i64 %299, 6
  %367 = or disjoint i64 %366, 24
  %368 = getelementptr inbounds nuw i8, ptr %28, i64 %367
  %369 = load i32, ptr %368, align 8
  %370 = insertelement <8 x i32> poison, i32 %369, i64 0
  %371 = shufflevector <8 x i32> %370, <8 x i32> poison, <8 x i32> zeroinitializer
  %372 = add <8 x i32> %371, %288
  %373 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %365, <8 x i32> %372)
  %374 = shl nuw nsw i64 %299, 6
  %375 = or disjoint i64 %374, 28
  %376 = getelementptr inbounds nuw i8, ptr %28, i64 %375
  %377 = load i32, ptr %376, align 4
  %378 = insertelement <8 x i32> poison, i32 %377, i64 0
  %379 = shufflevector <8 x i32> %378, <8 x i32> poison, <8 x i32> zeroinitializer
  %380 = add <8 x i32> %379, %289
  %381 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %373, <8 x i32> %380)
  %382 = fpext <8 x float> %317 to <8 x double>
  %383 = sub nsw <8 x i32> splat (i32 1048), %381
  %384 = zext <8 x i32> %383 to <8 x i64>
  %385 = shl <8 x i64> %384, splat (i64 52)
  %386 = bitcast <8 x i64> %385 to <8 x double>
  %387 = fmul <8 x double> %382, %386
  %388 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %387)
  %389 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %299, i64 0
  %390 = load double, ptr %389, align 64
  %391 = insertelement <8 x double> poison, double %390, i64 0
  %392 = shufflevector <8 x double> %391, <8 x double> poison, <8 x i32> zeroinitializer
  %393 = fmul <8 x double> %290, %392
  %394 = fmul <8 x double> %393, %386
  %395 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %394)
  %396 = fadd <8 x double> %388, %395
  %397 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %299, i64 1
  %398 = load double, ptr %397, align 8
  %399 = insertelement <8 x double> poison, double %398, i64 0
  %400 = shufflevector <8 x double> %399, <8 x double> poison, <8 x i32> zeroinitializer
  %401 = fmul <8 x double> %291, %400
  %402 = fmul <8 x double> %401, %386
  %403 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %402)
  %404 = fadd <8 x double> %396, %403
  %405 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %299, i64 2
  %406 = load double, ptr %405, align 16
  %407 = insertelement <8 x double> poison, double %406, i64 0
  %408 = shufflevector <8 x double> %407, <8 x double> poison, <8 x i32> zeroinitializer
  %409 = fmul <8 x double> %292, %408
  %410 = fmul <8 x double> %409, %386
  %411 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %410)
  %412 = fadd <8 x double> %404, %411
  %413 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %299, i64 3
  %414 = load double, ptr %413, align 8
  %415 = insertelement <8 x double> poison, double %414, i64 0
  %416 = shufflevector <8 x double> %415, <8 x double> poison, <8 x i32> zeroinitializer
  %417 = fmul <8 x double> %293, %416
  %418 = fmul <8 x double> %417, %386
  %419 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %418)
  %420 = fadd <8 x double> %412, %419
  %421 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %299, i64 4
  %422 = load double, ptr %421, align 32
  %423 = insertelement <8 x double> poison, double %422, i64 0
  %424 = shufflevector <8 x double> %423, <8 x double> poison, <8 x i32> zeroinitializer
  %425 = fmul <8 x double> %294, %424
  %426 = fmul <8 x double> %425, %386
  %427 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %426)
  %428 = fadd <8 x double> %420, %427
  %429 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %299, i64 5
  %430 = load double, ptr %429, align 8
  %431 = insertelement <8 x double> poison, double %430, i64 0
  %432 = shufflevector <8 x double> %431, <8 x double> poison, <8 x i32> zeroinitializer
  %433 = fmul <8 x double> %295, %432
  %434 = fmul <8 x double> %433, %386
  %435 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %434)
  %436 = fadd <8 x double> %428, %435
  %437 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %299, i64 6
  %438 = load double, ptr %437, align 16
  %439 = insertelement <8 x double> poison, double %438, i64 0
  %440 = shufflevector <8 x double> %439, <8 x double> poison, <8 x i32> zeroinitializer
  %441 = fmul <8 x double> %296, %440
  %442 = fmul <8 x double> %441, %386
  %443 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %442)
  %444 = fadd <8 x double> %436, %443
  %445 = getelementptr inbounds nuw [16 x [16 x double]], ptr %11, i64 0, i64 %299, i64 7
  %446 = load double, ptr %445, align 8
  %447 = insertelement <8 x double> poison, double %446, i64 0
  %448 = shufflevector <8 x double> %447, <8 x double> poison, <8 x i32> zeroinitializer
  %449 = fmul <8 x double> %297, %448
  %450 = fmul <8 x double> %449, %386
  %451 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %450)
  %452 = fadd <8 x double> %444, %451
  %453 = add <8 x i32> %381, splat (i32 998)
  %454 = zext <8 x i32> %453 to <8 x i64>
  %455 = shl <8 x i64> %454, splat (i64 52)
  %456 = bitcast <8 x i64> %455 to <8 x double>
  %457 = fmul <8 x double> %452, %456
  %458 = fptrunc <8 x double> %457 to <8 x float>
  %459 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %457)
  %460 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %458)
  %461 = fpext <8 x float> %460 to <8 x double>
  %462 = fcmp olt <8 x double> %459, %461
  %463 = fcmp olt <8 x double> %459, splat (double 0x47F0000000000000)
  %464 = and <8 x i1> %463, %462
  %465 = bitcast <8 x float> %458 to <8 x i32>
  %466 = sext <8 x i1> %464 to <8 x i32>
  %467 = add <8 x i32> %466, %465
  %468 = and <8 x i32> %467, splat (i32 2147483647)
  %469 = icmp eq <8 x i32> %468, zeroinitializer
  %470 = select <8 x i1> %469, <8 x i32> zeroinitializer, <8 x i32> %467
  %471 = fcmp ord <8 x float> %458, zeroinitializer
  %472 = select <8 x i1> %471, <8 x i32> %470, <8 x i32> splat (i32 2147483647)
  %473 = shufflevector <8 x i32> %472, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %473, ptr %308, align 4
  %474 = shufflevector <8 x i32> %472, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %474, ptr %309, align 4
  %475 = add nuw nsw i64 %299, 1
  %476 = icmp eq i64 %475, 16
  br i1 %476, label %477, label %298

477:                                              ; preds = %298
  %478 = add nuw nsw i64 %225, 1
  %479 = icmp eq i64 %478, %35
  br i1 %479, label %480, label %224

480:                                              ; preds = %477, %222
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %12) #8
  %481 = add nuw nsw i64 %51, 32
  %482 = trunc nuw i64 %481 to i32
  %483 = icmp sgt i32 %7, %482
  br i1 %483, label %50, label %486

484:                                              ; preds = %168
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %13) #8
  br label %485

485:                                              ; preds = %76, %155, %224, %484
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %12) #8
  br label %486

486:                                              ; preds = %480, %485, %10
  %487 = phi i1 [ false, %10 ], [ true, %485 ], [ false, %480 ]
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %11) #8
  ret i1 %487
}

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #4

declare <8 x i32> @llvm.smax.v8i32(<8 x i32>, <8 x i32>) #5

declare <8 x double> @llvm.trunc.v8f64(<8 x double>) #5

declare <8 x double> @llvm.fabs.v8f64(<8 x double>) #5

define internal fastcc zeroext i1 @read_rows(ptr noundef %0, i64 noundef %1, i1 noundef zeroext %2, i32 noundef range(i32 -2147483648, 2033) %3, i32 noundef %4, i64 noundef %5, ptr nocapture noundef nonnull writeonly %6) unnamed_addr #0 {
  %8 = alloca [16 x [8 x i16]], align 16
  %9 = lshr i64 %1, 12
  %10 = and i64 %9, 262128
  %11 = lshr i64 %1, 62
  %12 = shl i64 %1, 4
  %13 = and i64 %12, 262128
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %15 = load i64, ptr %14, align 8
  %16 = shl i64 %15, 24
  %17 = or disjoint i64 %16, %13
  %18 = icmp ult i64 %1, 4611686018427387904
  %19 = trunc nuw nsw i64 %11 to i32
  %20 = lshr exact i32 256, %19
  %21 = zext nneg i32 %20 to i64
  %22 = select i1 %18, i64 16, i64 %21
  %23 = and i64 %1, 4611615652904484864
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %27, label %25

25:                                               ; preds = %7
  %26 = tail call zeroext i1 @record_failure(ptr noundef nonnull %0, i64 noundef 22, i64 noundef %5, i64 noundef %1, i32 noundef %4) #8
  br label %145

27:                                               ; preds = %7
  %28 = lshr i64 %1, 28
  %29 = and i64 %28, 262128
  br i1 %2, label %30, label %104

30:                                               ; preds = %27
  %31 = lshr exact i64 %22, 4
  %32 = sdiv i32 %3, 8
  %33 = sext i32 %32 to i64
  %34 = add nsw i64 %31, -1
  %35 = and i64 %34, %33
  %36 = shl nuw nsw i64 %35, 4
  %37 = sub nuw nsw i64 4, %11
  %38 = select i1 %18, i64 0, i64 %37
  %39 = lshr i64 %33, %38
  %40 = select i1 %18, i64 %29, i64 %10
  %41 = mul i64 %39, %40
  %42 = add i64 %36, %41
  %43 = add i64 %42, %17
  %44 = select i1 %18, i64 %10, i64 %29
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %8) #8
  %45 = add nuw nsw i64 %22, 2305843009213693936
  %46 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 32), align 4
  %47 = icmp eq i32 %46, 0
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %49 = sub nuw nsw i64 8, %11
  %50 = select i1 %18, i64 4, i64 %49
  br label %51

51:                                               ; preds = %70, %30
  %52 = phi i64 [ 0, %30 ], [ %74, %70 ]
  %53 = and i64 %52, 7
  %54 = shl nuw nsw i64 %53, %50
  %55 = add i64 %43, %54
  %56 = lshr i64 %52, 3
  %57 = and i64 %56, 536870911
  %58 = mul nuw nsw i64 %57, %44
  %59 = add i64 %55, %58
  %60 = lshr i64 %59, 3
  %61 = and i64 %60, %45
  %62 = xor i64 %61, %59
  %63 = tail call zeroext i1 @check_shared(ptr noundef nonnull %0, i64 noundef %62, i64 noundef 16, i64 noundef %5, i32 noundef %4) #8
  br i1 %63, label %102, label %64

64:                                               ; preds = %51
  br i1 %47, label %67, label %65

65:                                               ; preds = %64
  %66 = tail call zeroext i1 @read_matrix(ptr noundef nonnull %0, i64 noundef %62, i64 noundef %5, i32 noundef %4) #8
  br i1 %66, label %102, label %67

67:                                               ; preds = %65, %64
  %68 = load i64, ptr %48, align 8
  %69 = icmp eq i64 %68, 0
  br i1 %69, label %102, label %70

70:                                               ; preds = %67
  %71 = inttoptr i64 %68 to ptr
  %72 = getelementptr inbounds nuw i8, ptr %71, i64 %62
  %73 = getelementptr inbounds nuw [16 x [8 x i16]], ptr %8, i64 0, i64 %52
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %73, ptr noundef nonnull align 1 dereferenceable(16) %72, i64 16, i1 false)
  %74 = add nuw nsw i64 %52, 1
  %75 = icmp eq i64 %74, 16
  br i1 %75, label %76, label %51

76:                                               ; preds = %70, %78
  %77 = phi i64 [ %79, %78 ], [ 0, %70 ]
  br label %81

78:                                               ; preds = %81
  %79 = add nuw nsw i64 %77, 1
  %80 = icmp eq i64 %79, 8
  br i1 %80, label %102, label %76

81:                                               ; preds = %81, %76
  %82 = phi i64 [ 0, %76 ], [ %100, %81 ]
  %83 = getelementptr inbounds nuw [16 x [8 x i16]], ptr %8, i64 0, i64 %82, i64 %77
  %84 = load i16, ptr %83, align 2
  %85 = zext i16 %84 to i32
  %86 = or disjoint i64 %82, 1
  %87 = getelementptr inbounds nuw [16 x [8 x i16]], ptr %8, i64 0, i64 %86, i64 %77
  %88 = load i16, ptr %87, align 2
  %89 = zext i16 %88 to i32
  %90 = shl nuw i32 %89, 16
  %91 = or disjoint i32 %90, %85
  %92 = and i64 %82, 8
  %93 = add nuw nsw i64 %92, %77
  %94 = shl i64 %93, 2
  %95 = lshr exact i64 %82, 1
  %96 = and i64 %95, 3
  %97 = and i64 %94, 4294967292
  %98 = or disjoint i64 %97, %96
  %99 = getelementptr inbounds nuw i32, ptr %6, i64 %98
  store i32 %91, ptr %99, align 4
  %100 = add nuw nsw i64 %82, 2
  %101 = icmp samesign ult i64 %82, 14
  br i1 %101, label %81, label %78

102:                                              ; preds = %51, %65, %67, %78
  %103 = phi i1 [ false, %78 ], [ true, %67 ], [ true, %65 ], [ true, %51 ]
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %8) #8
  br label %145

104:                                              ; preds = %27
  %105 = sdiv i32 %3, 8
  %106 = sext i32 %105 to i64
  %107 = mul nsw i64 %29, %106
  %108 = add i64 %17, %107
  %109 = sub nuw nsw i64 8, %11
  %110 = select i1 %18, i64 4, i64 %109
  %111 = select i1 %18, i64 %10, i64 16
  %112 = add nuw nsw i64 %22, 2305843009213693936
  %113 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 32), align 4
  %114 = icmp eq i32 %113, 0
  %115 = getelementptr inbounds nuw i8, ptr %0, i64 8
  br label %116

116:                                              ; preds = %104, %142
  %117 = phi i64 [ 0, %104 ], [ %143, %142 ]
  %118 = shl nuw nsw i64 %117, %110
  %119 = add i64 %108, %118
  %120 = shl nuw nsw i64 %117, 4
  %121 = getelementptr inbounds nuw i8, ptr %6, i64 %120
  br label %122

122:                                              ; preds = %116, %137
  %123 = phi i1 [ true, %116 ], [ false, %137 ]
  %124 = phi i64 [ 0, %116 ], [ 1, %137 ]
  %125 = mul nuw nsw i64 %111, %124
  %126 = add i64 %119, %125
  %127 = lshr i64 %126, 3
  %128 = and i64 %127, %112
  %129 = xor i64 %128, %126
  %130 = tail call zeroext i1 @check_shared(ptr noundef nonnull %0, i64 noundef %129, i64 noundef 16, i64 noundef %5, i32 noundef %4) #8
  br i1 %130, label %145, label %131

131:                                              ; preds = %122
  br i1 %114, label %134, label %132

132:                                              ; preds = %131
  %133 = tail call zeroext i1 @read_matrix(ptr noundef %0, i64 noundef %129, i64 noundef %5, i32 noundef %4) #8
  br i1 %133, label %145, label %134

134:                                              ; preds = %131, %132
  %135 = load i64, ptr %115, align 8
  %136 = icmp eq i64 %135, 0
  br i1 %136, label %145, label %137

137:                                              ; preds = %134
  %138 = inttoptr i64 %135 to ptr
  %139 = getelementptr inbounds nuw i8, ptr %138, i64 %129
  %140 = shl nuw nsw i64 %124, 7
  %141 = getelementptr inbounds nuw i8, ptr %121, i64 %140
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %141, ptr noundef nonnull align 1 dereferenceable(16) %139, i64 16, i1 false)
  br i1 %123, label %122, label %142

142:                                              ; preds = %137
  %143 = add nuw nsw i64 %117, 1
  %144 = icmp eq i64 %143, 8
  br i1 %144, label %145, label %116

145:                                              ; preds = %142, %134, %122, %132, %102, %25
  %146 = phi i1 [ %26, %25 ], [ %103, %102 ], [ true, %132 ], [ true, %122 ], [ true, %134 ], [ false, %142 ]
  ret i1 %146
}

declare zeroext i1 @record_failure(ptr noundef, i64 noundef, i64 noundef, i64 noundef, i32 noundef) local_unnamed_addr

declare zeroext i1 @check_shared(ptr noundef, i64 noundef, i64 noundef, i64 noundef, i32 noundef) local_unnamed_addr

declare zeroext i1 @read_matrix(ptr noundef, i64 noundef, i64 noundef, i32 noundef) local_unnamed_addr

declare <8 x float> @llvm.fabs.v8f32(<8 x float>) #7

declare <8 x i32> @llvm.umax.v8i32(<8 x i32>, <8 x i32>) #7

attributes #0 = { nounwind }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nofree noinline norecurse nosync nounwind memory(argmem: readwrite) }
attributes #3 = { noinline nounwind }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { nounwind }
