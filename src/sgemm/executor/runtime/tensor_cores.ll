; 9785bcad752d3c823a6c75b4418a414981ff6d0a6c1b66a05d9258a043a1c39a
%struct.plan = type { i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32 }
%struct.operands = type { [16 x [16 x double]], [16 x [16 x i32]], [16 x <8 x double>], [16 x <8 x i32>] }

@plan = external local_unnamed_addr constant %struct.plan, align 8

define noundef zeroext i1 @multiply_fragments(ptr noundef %0, i32 noundef %1, ptr nocapture noundef readonly %2, ptr nocapture noundef readonly %3, ptr nocapture noundef %4, i32 noundef %5, i32 noundef %6, i64 noundef %7) local_unnamed_addr #0 {
  %9 = ashr i32 %1, 8
  %10 = trunc i32 %1 to i8
  switch i8 %10, label %26 [
    i8 16, label %11
    i8 17, label %12
    i8 18, label %13
    i8 19, label %14
    i8 20, label %15
    i8 21, label %16
    i8 23, label %17
    i8 22, label %18
    i8 25, label %21
    i8 24, label %22
    i8 27, label %25
  ]

11:                                               ; preds = %8
  tail call fastcc void @f16_1(ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef %5)
  br label %29

12:                                               ; preds = %8
  tail call fastcc void @f16_2(ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef %5)
  br label %29

13:                                               ; preds = %8
  tail call fastcc void @bf16_1(ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef %5)
  br label %29

14:                                               ; preds = %8
  tail call fastcc void @bf16_2(ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef %5)
  br label %29

15:                                               ; preds = %8
  tail call fastcc void @tf32_1(ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef %5)
  br label %29

16:                                               ; preds = %8
  tail call fastcc void @tf32_2(ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef %5)
  br label %29

17:                                               ; preds = %8
  br label %18

18:                                               ; preds = %8, %17
  %19 = phi i1 [ false, %8 ], [ true, %17 ]
  %20 = tail call fastcc zeroext i1 @f16_shared(ptr noundef %0, i1 noundef zeroext %19, i32 noundef %9, ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef %5, i32 noundef %6, i64 noundef %7)
  br label %29

21:                                               ; preds = %8
  br label %22

22:                                               ; preds = %8, %21
  %23 = phi i1 [ false, %8 ], [ true, %21 ]
  %24 = tail call fastcc zeroext i1 @bf16_shared(ptr noundef %0, i1 noundef zeroext %23, i32 noundef %9, ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef %5, i32 noundef %6, i64 noundef %7)
  br label %29

25:                                               ; preds = %8
  br label %26

26:                                               ; preds = %8, %25
  %27 = phi i1 [ false, %8 ], [ true, %25 ]
  %28 = tail call fastcc zeroext i1 @tf32_shared(ptr noundef %0, i1 noundef zeroext %27, i32 noundef %9, ptr noundef %2, ptr noundef %3, ptr noundef %4, i32 noundef %5, i32 noundef %6, i64 noundef %7)
  br label %29

29:                                               ; preds = %11, %12, %13, %14, %15, %16, %26, %22, %18
  %30 = phi i1 [ %28, %26 ], [ %24, %22 ], [ %20, %18 ], [ false, %16 ], [ false, %15 ], [ false, %14 ], [ false, %13 ], [ false, %12 ], [ false, %11 ]
  ret i1 %30
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

define internal fastcc noundef zeroext i1 @f16_shared(ptr noundef %0, i1 noundef zeroext %1, i32 noundef range(i32 -8388608, 8388608) %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef %5, i32 noundef %6, i32 noundef %7, i64 noundef %8) unnamed_addr #3 {
  %10 = alloca %struct.operands, align 64
  %11 = alloca [4 x [32 x i32]], align 16
  %12 = alloca [2 x [2 x [32 x i32]]], align 16
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %10) #8
  %13 = icmp sgt i32 %6, 0
  %14 = getelementptr inbounds nuw i8, ptr %12, i64 256
  %15 = getelementptr inbounds nuw i8, ptr %12, i64 256
  %16 = getelementptr inbounds nuw i8, ptr %12, i64 128
  %17 = getelementptr inbounds nuw i8, ptr %12, i64 384
  %18 = getelementptr inbounds nuw i8, ptr %11, i64 128
  br i1 %13, label %19, label %681

19:                                               ; preds = %9
  %20 = zext nneg i32 %6 to i64
  %21 = getelementptr inbounds nuw i8, ptr %10, i64 2048
  %22 = icmp sgt i32 %2, 0
  %23 = getelementptr inbounds nuw i8, ptr %10, i64 4096
  %24 = getelementptr inbounds nuw i8, ptr %10, i64 3072
  %25 = shl i32 %6, 2
  %26 = zext nneg i32 %2 to i64
  %27 = getelementptr inbounds nuw i8, ptr %10, i64 4128
  %28 = getelementptr inbounds nuw i8, ptr %10, i64 4160
  %29 = getelementptr inbounds nuw i8, ptr %10, i64 4192
  %30 = getelementptr inbounds nuw i8, ptr %10, i64 4224
  %31 = getelementptr inbounds nuw i8, ptr %10, i64 4256
  %32 = getelementptr inbounds nuw i8, ptr %10, i64 4288
  %33 = getelementptr inbounds nuw i8, ptr %10, i64 4320
  %34 = getelementptr inbounds nuw i8, ptr %10, i64 4352
  %35 = getelementptr inbounds nuw i8, ptr %10, i64 4384
  %36 = getelementptr inbounds nuw i8, ptr %10, i64 4416
  %37 = getelementptr inbounds nuw i8, ptr %10, i64 4448
  %38 = getelementptr inbounds nuw i8, ptr %10, i64 4480
  %39 = getelementptr inbounds nuw i8, ptr %10, i64 4512
  %40 = getelementptr inbounds nuw i8, ptr %10, i64 4544
  %41 = getelementptr inbounds nuw i8, ptr %10, i64 4576
  %42 = getelementptr inbounds nuw i8, ptr %10, i64 3136
  %43 = getelementptr inbounds nuw i8, ptr %10, i64 3200
  %44 = getelementptr inbounds nuw i8, ptr %10, i64 3264
  %45 = getelementptr inbounds nuw i8, ptr %10, i64 3328
  %46 = getelementptr inbounds nuw i8, ptr %10, i64 3392
  %47 = getelementptr inbounds nuw i8, ptr %10, i64 3456
  %48 = getelementptr inbounds nuw i8, ptr %10, i64 3520
  %49 = getelementptr inbounds nuw i8, ptr %10, i64 3584
  %50 = getelementptr inbounds nuw i8, ptr %10, i64 3648
  %51 = getelementptr inbounds nuw i8, ptr %10, i64 3712
  %52 = getelementptr inbounds nuw i8, ptr %10, i64 3776
  %53 = getelementptr inbounds nuw i8, ptr %10, i64 3840
  %54 = getelementptr inbounds nuw i8, ptr %10, i64 3904
  %55 = getelementptr inbounds nuw i8, ptr %10, i64 3968
  %56 = getelementptr inbounds nuw i8, ptr %10, i64 4032
  br label %57

57:                                               ; preds = %19, %675
  %58 = phi i64 [ 0, %19 ], [ %676, %675 ]
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %11) #8
  %59 = getelementptr inbounds nuw i32, ptr %4, i64 %58
  %60 = trunc nuw nsw i64 %58 to i32
  %61 = add i32 %7, %60
  %62 = load i32, ptr %59, align 4
  %63 = zext i32 %62 to i64
  %64 = getelementptr inbounds nuw i32, ptr %59, i64 %20
  %65 = load i32, ptr %64, align 4
  %66 = zext i32 %65 to i64
  %67 = shl nuw i64 %66, 32
  %68 = or disjoint i64 %67, %63
  br label %69

69:                                               ; preds = %80, %57
  %70 = phi i64 [ 1, %57 ], [ %81, %80 ]
  %71 = getelementptr inbounds nuw i32, ptr %59, i64 %70
  %72 = load i32, ptr %71, align 4
  %73 = icmp eq i32 %72, %62
  br i1 %73, label %76, label %74

74:                                               ; preds = %69
  %75 = zext i32 %72 to i64
  br label %83

76:                                               ; preds = %69
  %77 = getelementptr i32, ptr %64, i64 %70
  %78 = load i32, ptr %77, align 4
  %79 = icmp eq i32 %78, %65
  br i1 %79, label %80, label %83

80:                                               ; preds = %76
  %81 = add nuw nsw i64 %70, 1
  %82 = icmp eq i64 %81, 32
  br i1 %82, label %95, label %69

83:                                               ; preds = %76, %74
  %84 = phi i64 [ %75, %74 ], [ %63, %76 ]
  %85 = trunc nuw nsw i64 %70 to i32
  %86 = add nsw i32 %6, %85
  %87 = sext i32 %86 to i64
  %88 = getelementptr inbounds i32, ptr %59, i64 %87
  %89 = load i32, ptr %88, align 4
  %90 = zext i32 %89 to i64
  %91 = shl nuw i64 %90, 32
  %92 = or disjoint i64 %91, %84
  %93 = add i32 %61, %85
  %94 = tail call zeroext i1 @record_failure(ptr noundef %0, i64 noundef 22, i64 noundef %8, i64 noundef %92, i32 noundef %93) #8
  br i1 %94, label %680, label %95

95:                                               ; preds = %80, %83
  br i1 %1, label %96, label %151

96:                                               ; preds = %95
  %97 = getelementptr inbounds nuw i32, ptr %3, i64 %58
  br label %98

98:                                               ; preds = %105, %96
  %99 = phi i64 [ 0, %96 ], [ %106, %105 ]
  %100 = mul nuw nsw i64 %99, %20
  %101 = getelementptr inbounds nuw i32, ptr %97, i64 %100
  %102 = shl i64 %99, 3
  %103 = and i64 %102, 8
  %104 = and i64 %99, 1073741822
  br label %108

105:                                              ; preds = %116
  %106 = add nuw nsw i64 %99, 1
  %107 = icmp eq i64 %106, 4
  br i1 %107, label %257, label %98

108:                                              ; preds = %116, %98
  %109 = phi i64 [ 0, %98 ], [ %117, %116 ]
  %110 = getelementptr inbounds nuw i32, ptr %101, i64 %109
  %111 = load <8 x i32>, ptr %110, align 4
  %112 = lshr exact i64 %109, 2
  %113 = or disjoint i64 %112, %103
  %114 = lshr <8 x i32> %111, splat (i32 16)
  %115 = or disjoint i64 %113, 1
  br label %119

116:                                              ; preds = %119
  %117 = add nuw nsw i64 %109, 8
  %118 = icmp samesign ult i64 %109, 24
  br i1 %118, label %108, label %105

119:                                              ; preds = %119, %108
  %120 = phi <8 x i32> [ %111, %108 ], [ %114, %119 ]
  %121 = phi i1 [ true, %108 ], [ false, %119 ]
  %122 = phi i64 [ 0, %108 ], [ 1, %119 ]
  %123 = or disjoint i64 %122, %104
  %124 = shl nuw nsw i64 %123, 2
  %125 = shl <8 x i32> %120, splat (i32 16)
  %126 = and <8 x i32> %120, splat (i32 32767)
  %127 = icmp samesign ugt <8 x i32> %126, splat (i32 31743)
  %128 = select <8 x i1> %127, <8 x i32> splat (i32 2139095040), <8 x i32> zeroinitializer
  %129 = shl nuw nsw <8 x i32> %126, splat (i32 13)
  %130 = bitcast <8 x i32> %129 to <8 x float>
  %131 = fmul <8 x float> %130, splat (float 0x46F0000000000000)
  %132 = bitcast <8 x float> %131 to <8 x i32>
  %133 = or <8 x i32> %128, %132
  %134 = and <8 x i32> %125, splat (i32 -2147483648)
  %135 = lshr <8 x i32> %133, splat (i32 23)
  %136 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %135, <8 x i32> splat (i32 113))
  %137 = add nsw <8 x i32> %136, splat (i32 -127)
  %138 = icmp eq <8 x i32> %133, zeroinitializer
  %139 = select <8 x i1> %138, <8 x i32> splat (i32 -5000), <8 x i32> %137
  %140 = or <8 x i32> %133, %134
  %141 = bitcast <8 x i32> %140 to <8 x float>
  %142 = fpext <8 x float> %141 to <8 x double>
  %143 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %113, i64 %124
  %144 = shufflevector <8 x double> %142, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %144, ptr %143, align 32
  %145 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %21, i64 0, i64 %113, i64 %124
  %146 = shufflevector <8 x i32> %139, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %146, ptr %145, align 16
  %147 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %115, i64 %124
  %148 = shufflevector <8 x double> %142, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %148, ptr %147, align 32
  %149 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %21, i64 0, i64 %115, i64 %124
  %150 = shufflevector <8 x i32> %139, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %150, ptr %149, align 16
  br i1 %121, label %119, label %116

151:                                              ; preds = %95
  %152 = lshr i32 %61, 1
  %153 = and i32 %152, 48
  %154 = getelementptr inbounds nuw i32, ptr %3, i64 %58
  %155 = load i32, ptr %154, align 4
  %156 = zext i32 %155 to i64
  %157 = getelementptr inbounds nuw i32, ptr %154, i64 %20
  %158 = load i32, ptr %157, align 4
  %159 = zext i32 %158 to i64
  %160 = shl nuw i64 %159, 32
  %161 = or disjoint i64 %160, %156
  br label %162

162:                                              ; preds = %173, %151
  %163 = phi i64 [ 1, %151 ], [ %174, %173 ]
  %164 = getelementptr inbounds nuw i32, ptr %154, i64 %163
  %165 = load i32, ptr %164, align 4
  %166 = icmp eq i32 %165, %155
  br i1 %166, label %169, label %167

167:                                              ; preds = %162
  %168 = zext i32 %165 to i64
  br label %176

169:                                              ; preds = %162
  %170 = getelementptr i32, ptr %157, i64 %163
  %171 = load i32, ptr %170, align 4
  %172 = icmp eq i32 %171, %158
  br i1 %172, label %173, label %176

173:                                              ; preds = %169
  %174 = add nuw nsw i64 %163, 1
  %175 = icmp eq i64 %174, 32
  br i1 %175, label %188, label %162

176:                                              ; preds = %169, %167
  %177 = phi i64 [ %168, %167 ], [ %156, %169 ]
  %178 = trunc nuw nsw i64 %163 to i32
  %179 = add nsw i32 %6, %178
  %180 = sext i32 %179 to i64
  %181 = getelementptr inbounds i32, ptr %154, i64 %180
  %182 = load i32, ptr %181, align 4
  %183 = zext i32 %182 to i64
  %184 = shl nuw i64 %183, 32
  %185 = or disjoint i64 %184, %177
  %186 = add i32 %61, %178
  %187 = tail call zeroext i1 @record_failure(ptr noundef %0, i64 noundef 22, i64 noundef %8, i64 noundef %185, i32 noundef %186) #8
  br i1 %187, label %680, label %188

188:                                              ; preds = %173, %176
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %12) #8
  br label %189

189:                                              ; preds = %188, %200
  %190 = phi i1 [ true, %188 ], [ false, %200 ]
  %191 = phi ptr [ %12, %188 ], [ %14, %200 ]
  %192 = phi ptr [ %12, %188 ], [ %15, %200 ]
  %193 = phi ptr [ %16, %188 ], [ %17, %200 ]
  %194 = phi ptr [ %11, %188 ], [ %18, %200 ]
  %195 = phi i64 [ 0, %188 ], [ 1, %200 ]
  %196 = trunc nuw nsw i64 %195 to i32
  %197 = shl nuw nsw i32 %196, 3
  %198 = or disjoint i32 %197, %153
  %199 = call fastcc zeroext i1 @read_rows(ptr noundef %0, i64 noundef %161, i32 noundef %198, i32 noundef %61, i64 noundef %8, ptr noundef %191)
  br i1 %199, label %679, label %200

200:                                              ; preds = %189
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %194, ptr noundef nonnull align 16 dereferenceable(128) %192, i64 128, i1 false)
  %201 = or disjoint i64 %195, 2
  %202 = getelementptr inbounds nuw [4 x [32 x i32]], ptr %11, i64 0, i64 %201
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %202, ptr noundef nonnull align 16 dereferenceable(128) %193, i64 128, i1 false)
  br i1 %190, label %189, label %203

203:                                              ; preds = %200, %210
  %204 = phi i64 [ %211, %210 ], [ 0, %200 ]
  %205 = shl nsw i64 %204, 7
  %206 = getelementptr inbounds nuw i8, ptr %11, i64 %205
  %207 = shl i64 %204, 3
  %208 = and i64 %207, 8
  %209 = and i64 %204, 1073741822
  br label %213

210:                                              ; preds = %221
  %211 = add nuw nsw i64 %204, 1
  %212 = icmp eq i64 %211, 4
  br i1 %212, label %256, label %203

213:                                              ; preds = %221, %203
  %214 = phi i64 [ 0, %203 ], [ %222, %221 ]
  %215 = getelementptr inbounds nuw i32, ptr %206, i64 %214
  %216 = load <8 x i32>, ptr %215, align 16
  %217 = lshr exact i64 %214, 2
  %218 = or disjoint i64 %217, %208
  %219 = lshr <8 x i32> %216, splat (i32 16)
  %220 = or disjoint i64 %218, 1
  br label %224

221:                                              ; preds = %224
  %222 = add nuw nsw i64 %214, 8
  %223 = icmp samesign ult i64 %214, 24
  br i1 %223, label %213, label %210

224:                                              ; preds = %224, %213
  %225 = phi <8 x i32> [ %216, %213 ], [ %219, %224 ]
  %226 = phi i1 [ true, %213 ], [ false, %224 ]
  %227 = phi i64 [ 0, %213 ], [ 1, %224 ]
  %228 = or disjoint i64 %227, %209
  %229 = shl nuw nsw i64 %228, 2
  %230 = shl <8 x i32> %225, splat (i32 16)
  %231 = and <8 x i32> %225, splat (i32 32767)
  %232 = icmp samesign ugt <8 x i32> %231, splat (i32 31743)
  %233 = select <8 x i1> %232, <8 x i32> splat (i32 2139095040), <8 x i32> zeroinitializer
  %234 = shl nuw nsw <8 x i32> %231, splat (i32 13)
  %235 = bitcast <8 x i32> %234 to <8 x float>
  %236 = fmul <8 x float> %235, splat (float 0x46F0000000000000)
  %237 = bitcast <8 x float> %236 to <8 x i32>
  %238 = or <8 x i32> %233, %237
  %239 = and <8 x i32> %230, splat (i32 -2147483648)
  %240 = lshr <8 x i32> %238, splat (i32 23)
  %241 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %240, <8 x i32> splat (i32 113))
  %242 = add nsw <8 x i32> %241, splat (i32 -127)
  %243 = icmp eq <8 x i32> %238, zeroinitializer
  %244 = select <8 x i1> %243, <8 x i32> splat (i32 -5000), <8 x i32> %242
  %245 = or <8 x i32> %238, %239
  %246 = bitcast <8 x i32> %245 to <8 x float>
  %247 = fpext <8 x float> %246 to <8 x double>
  %248 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %218, i64 %229
  %249 = shufflevector <8 x double> %247, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %249, ptr %248, align 32
  %250 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %21, i64 0, i64 %218, i64 %229
  %251 = shufflevector <8 x i32> %244, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %251, ptr %250, align 16
  %252 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %220, i64 %229
  %253 = shufflevector <8 x double> %247, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %253, ptr %252, align 32
  %254 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %21, i64 0, i64 %220, i64 %229
  %255 = shufflevector <8 x i32> %244, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %255, ptr %254, align 16
  br i1 %226, label %224, label %221

256:                                              ; preds = %210
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %12) #8
  br label %257

257:                                              ; preds = %105, %256
  %258 = getelementptr i32, ptr %5, i64 %58
  br i1 %22, label %259, label %675

259:                                              ; preds = %257, %672
  %260 = phi i64 [ %673, %672 ], [ 0, %257 ]
  %261 = trunc i64 %260 to i32
  %262 = shl i32 %261, 3
  %263 = call fastcc zeroext i1 @read_rows(ptr noundef %0, i64 noundef %68, i32 noundef %262, i32 noundef %61, i64 noundef %8, ptr noundef %11)
  br i1 %263, label %680, label %264

264:                                              ; preds = %259, %269
  %265 = phi i64 [ %270, %269 ], [ 0, %259 ]
  %266 = shl nsw i64 %265, 7
  %267 = getelementptr inbounds nuw i8, ptr %11, i64 %266
  %268 = shl i64 %265, 3
  br label %272

269:                                              ; preds = %299
  %270 = add nuw nsw i64 %265, 1
  %271 = icmp eq i64 %270, 2
  br i1 %271, label %328, label %264

272:                                              ; preds = %299, %264
  %273 = phi i64 [ 0, %264 ], [ %300, %299 ]
  %274 = getelementptr inbounds nuw i32, ptr %267, i64 %273
  %275 = load i32, ptr %274, align 4
  %276 = insertelement <8 x i32> poison, i32 %275, i64 0
  %277 = getelementptr inbounds nuw i8, ptr %274, i64 16
  %278 = load i32, ptr %277, align 4
  %279 = insertelement <8 x i32> %276, i32 %278, i64 1
  %280 = getelementptr inbounds nuw i8, ptr %274, i64 32
  %281 = load i32, ptr %280, align 4
  %282 = insertelement <8 x i32> %279, i32 %281, i64 2
  %283 = getelementptr inbounds nuw i8, ptr %274, i64 48
  %284 = load i32, ptr %283, align 4
  %285 = insertelement <8 x i32> %282, i32 %284, i64 3
  %286 = getelementptr inbounds nuw i8, ptr %274, i64 64
  %287 = load i32, ptr %286, align 4
  %288 = insertelement <8 x i32> %285, i32 %287, i64 4
  %289 = getelementptr inbounds nuw i8, ptr %274, i64 80
  %290 = load i32, ptr %289, align 4
  %291 = insertelement <8 x i32> %288, i32 %290, i64 5
  %292 = getelementptr inbounds nuw i8, ptr %274, i64 96
  %293 = load i32, ptr %292, align 4
  %294 = insertelement <8 x i32> %291, i32 %293, i64 6
  %295 = getelementptr inbounds nuw i8, ptr %274, i64 112
  %296 = load i32, ptr %295, align 4
  %297 = insertelement <8 x i32> %294, i32 %296, i64 7
  %298 = lshr <8 x i32> %297, splat (i32 16)
  br label %302

299:                                              ; preds = %302
  %300 = add nuw nsw i64 %273, 1
  %301 = icmp eq i64 %300, 4
  br i1 %301, label %269, label %272

302:                                              ; preds = %302, %272
  %303 = phi <8 x i32> [ %297, %272 ], [ %298, %302 ]
  %304 = phi i1 [ true, %272 ], [ false, %302 ]
  %305 = phi i64 [ 0, %272 ], [ 4, %302 ]
  %306 = or disjoint i64 %305, %268
  %307 = add nuw nsw i64 %306, %273
  %308 = getelementptr inbounds nuw [16 x <8 x i32>], ptr %23, i64 0, i64 %307
  %309 = shl <8 x i32> %303, splat (i32 16)
  %310 = and <8 x i32> %303, splat (i32 32767)
  %311 = icmp samesign ugt <8 x i32> %310, splat (i32 31743)
  %312 = select <8 x i1> %311, <8 x i32> splat (i32 2139095040), <8 x i32> zeroinitializer
  %313 = shl nuw nsw <8 x i32> %310, splat (i32 13)
  %314 = bitcast <8 x i32> %313 to <8 x float>
  %315 = fmul <8 x float> %314, splat (float 0x46F0000000000000)
  %316 = bitcast <8 x float> %315 to <8 x i32>
  %317 = or <8 x i32> %312, %316
  %318 = and <8 x i32> %309, splat (i32 -2147483648)
  %319 = lshr <8 x i32> %317, splat (i32 23)
  %320 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %319, <8 x i32> splat (i32 113))
  %321 = add nsw <8 x i32> %320, splat (i32 -127)
  %322 = icmp eq <8 x i32> %317, zeroinitializer
  %323 = select <8 x i1> %322, <8 x i32> splat (i32 -5000), <8 x i32> %321
  store <8 x i32> %323, ptr %308, align 32
  %324 = or <8 x i32> %317, %318
  %325 = bitcast <8 x i32> %324 to <8 x float>
  %326 = fpext <8 x float> %325 to <8 x double>
  %327 = getelementptr inbounds nuw [16 x <8 x double>], ptr %24, i64 0, i64 %307
  store <8 x double> %326, ptr %327, align 64
  br i1 %304, label %302, label %299

328:                                              ; preds = %269
  %329 = trunc nuw nsw i64 %260 to i32
  %330 = mul i32 %25, %329
  %331 = sext i32 %330 to i64
  %332 = getelementptr i32, ptr %258, i64 %331
  %333 = load <8 x i32>, ptr %23, align 64
  %334 = load <8 x i32>, ptr %27, align 32
  %335 = load <8 x i32>, ptr %28, align 64
  %336 = load <8 x i32>, ptr %29, align 32
  %337 = load <8 x i32>, ptr %30, align 64
  %338 = load <8 x i32>, ptr %31, align 32
  %339 = load <8 x i32>, ptr %32, align 64
  %340 = load <8 x i32>, ptr %33, align 32
  %341 = load <8 x i32>, ptr %34, align 64
  %342 = load <8 x i32>, ptr %35, align 32
  %343 = load <8 x i32>, ptr %36, align 64
  %344 = load <8 x i32>, ptr %37, align 32
  %345 = load <8 x i32>, ptr %38, align 64
  %346 = load <8 x i32>, ptr %39, align 32
  %347 = load <8 x i32>, ptr %40, align 64
  %348 = load <8 x i32>, ptr %41, align 32
  %349 = load <8 x double>, ptr %24, align 64
  %350 = load <8 x double>, ptr %42, align 64
  %351 = load <8 x double>, ptr %43, align 64
  %352 = load <8 x double>, ptr %44, align 64
  %353 = load <8 x double>, ptr %45, align 64
  %354 = load <8 x double>, ptr %46, align 64
  %355 = load <8 x double>, ptr %47, align 64
  %356 = load <8 x double>, ptr %48, align 64
  %357 = load <8 x double>, ptr %49, align 64
  %358 = load <8 x double>, ptr %50, align 64
  %359 = load <8 x double>, ptr %51, align 64
  %360 = load <8 x double>, ptr %52, align 64
  %361 = load <8 x double>, ptr %53, align 64
  %362 = load <8 x double>, ptr %54, align 64
  %363 = load <8 x double>, ptr %55, align 64
  %364 = load <8 x double>, ptr %56, align 64
  br label %365

365:                                              ; preds = %328, %365
  %366 = phi i64 [ 0, %328 ], [ %670, %365 ]
  %367 = trunc nuw nsw i64 %366 to i32
  %368 = lshr i32 %367, 2
  %369 = and i32 %368, 2
  %370 = mul nuw nsw i32 %369, %6
  %371 = zext nneg i32 %370 to i64
  %372 = getelementptr inbounds nuw i32, ptr %332, i64 %371
  %373 = shl i64 %366, 2
  %374 = and i64 %373, 28
  %375 = getelementptr inbounds nuw i32, ptr %372, i64 %374
  %376 = getelementptr inbounds nuw i32, ptr %375, i64 %20
  %377 = load <4 x i32>, ptr %375, align 4
  %378 = load <4 x i32>, ptr %376, align 4
  %379 = shufflevector <4 x i32> %377, <4 x i32> %378, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %380 = and <8 x i32> %379, splat (i32 2147483647)
  %381 = lshr <8 x i32> %380, splat (i32 23)
  %382 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %381, <8 x i32> splat (i32 1))
  %383 = icmp eq <8 x i32> %380, zeroinitializer
  %384 = bitcast <8 x i32> %379 to <8 x float>
  %385 = add nsw <8 x i32> %382, splat (i32 -127)
  %386 = select <8 x i1> %383, <8 x i32> splat (i32 -133), <8 x i32> %385
  %387 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %21, i64 0, i64 %366, i64 0
  %388 = load i32, ptr %387, align 64
  %389 = insertelement <8 x i32> poison, i32 %388, i64 0
  %390 = shufflevector <8 x i32> %389, <8 x i32> poison, <8 x i32> zeroinitializer
  %391 = add <8 x i32> %390, %333
  %392 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %386, <8 x i32> %391)
  %393 = shl nuw nsw i64 %366, 6
  %394 = or disjoint i64 %393, 4
  %395 = getelementptr inbounds nuw i8, ptr %21, i64 %394
  %396 = load i32, ptr %395, align 4
  %397 = insertelement <8 x i32> poison, i32 %396, i64 0
  %398 = shufflevector <8 x i32> %397, <8 x i32> poison, <8 x i32> zeroinitializer
  %399 = add <8 x i32> %398, %334
  %400 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %392, <8 x i32> %399)
  %401 = shl nuw nsw i64 %366, 6
  %402 = or disjoint i64 %401, 8
  %403 = getelementptr inbounds nuw i8, ptr %21, i64 %402
  %404 = load i32, ptr %403, align 8
  %405 = insertelement <8 x i32> poison, i32 %404, i64 0
  %406 = shufflevector <8 x i32> %405, <8 x i32> poison, <8 x i32> zeroinitializer
  %407 = add <8 x i32> %406, %335
  %408 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %400, <8 x i32> %407)
  %409 = shl nuw nsw i64 %366, 6
  %410 = or disjoint i64 %409, 12
  %411 = getelementptr inbounds nuw i8, ptr %21, i64 %410
  %412 = load i32, ptr %411, align 4
  %413 = insertelement <8 x i32> poison, i32 %412, i64 0
  %414 = shufflevector <8 x i32> %413, <8 x i32> poison, <8 x i32> zeroinitializer
  %415 = add <8 x i32> %414, %336
  %416 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %408, <8 x i32> %415)
  %417 = shl nuw nsw i64 %366, 6
  %418 = or disjoint i64 %417, 16
  %419 = getelementptr inbounds nuw i8, ptr %21, i64 %418
  %420 = load i32, ptr %419, align 16
  %421 = insertelement <8 x i32> poison, i32 %420, i64 0
  %422 = shufflevector <8 x i32> %421, <8 x i32> poison, <8 x i32> zeroinitializer
  %423 = add <8 x i32> %422, %337
  %424 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %416, <8 x i32> %423)
  %425 = shl nuw nsw i64 %366, 6
  %426 = or disjoint i64 %425, 20
  %427 = getelementptr inbounds nuw i8, ptr %21, i64 %426
  %428 = load i32, ptr %427, align 4
  %429 = insertelement <8 x i32> poison, i32 %428, i64 0
  %430 = shufflevector <8 x i32> %429, <8 x i32> poison, <8 x i32> zeroinitializer
  %431 = add <8 x i32> %430, %338
  %432 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %424, <8 x i32> %431)
  %433 = shl nuw nsw i64 %366, 6
  %434 = or disjoint i64 %433, 24
  %435 = getelementptr inbounds nuw i8, ptr %21, i64 %434
  %436 = load i32, ptr %435, align 8
  %437 = insertelement <8 x i32> poison, i32 %436, i64 0
  %438 = shufflevector <8 x i32> %437, <8 x i32> poison, <8 x i32> zeroinitializer
  %439 = add <8 x i32> %438, %339
  %440 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %432, <8 x i32> %439)
  %441 = shl nuw nsw i64 %366, 6
  %442 = or disjoint i64 %441, 28
  %443 = getelementptr inbounds nuw i8, ptr %21, i64 %442
  %444 = load i32, ptr %443, align 4
  %445 = insertelement <8 x i32> poison, i32 %444, i64 0
  %446 = shufflevector <8 x i32> %445, <8 x i32> poison, <8 x i32> zeroinitializer
  %447 = add <8 x i32> %446, %340
  %448 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %440, <8 x i32> %447)
  %449 = shl nuw nsw i64 %366, 6
  %450 = or disjoint i64 %449, 32
  %451 = getelementptr inbounds nuw i8, ptr %21, i64 %450
  %452 = load i32, ptr %451, align 32
  %453 = insertelement <8 x i32> poison, i32 %452, i64 0
  %454 = shufflevector <8 x i32> %453, <8 x i32> poison, <8 x i32> zeroinitializer
  %455 = add <8 x i32> %454, %341
  %456 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %448, <8 x i32> %455)
  %457 = shl nuw nsw i64 %366, 6
  %458 = or disjoint i64 %457, 36
  %459 = getelementptr inbounds nuw i8, ptr %21, i64 %458
  %460 = load i32, ptr %459, align 4
  %461 = insertelement <8 x i32> poison, i32 %460, i64 0
  %462 = shufflevector <8 x i32> %461, <8 x i32> poison, <8 x i32> zeroinitializer
  %463 = add <8 x i32> %462, %342
  %464 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %456, <8 x i32> %463)
  %465 = shl nuw nsw i64 %366, 6
  %466 = or disjoint i64 %465, 40
  %467 = getelementptr inbounds nuw i8, ptr %21, i64 %466
  %468 = load i32, ptr %467, align 8
  %469 = insertelement <8 x i32> poison, i32 %468, i64 0
  %470 = shufflevector <8 x i32> %469, <8 x i32> poison, <8 x i32> zeroinitializer
  %471 = add <8 x i32> %470, %343
  %472 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %464, <8 x i32> %471)
  %473 = shl nuw nsw i64 %366, 6
  %474 = or disjoint i64 %473, 44
  %475 = getelementptr inbounds nuw i8, ptr %21, i64 %474
  %476 = load i32, ptr %475, align 4
  %477 = insertelement <8 x i32> poison, i32 %476, i64 0
  %478 = shufflevector <8 x i32> %477, <8 x i32> poison, <8 x i32> zeroinitializer
  %479 = add <8 x i32> %478, %344
  %480 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %472, <8 x i32> %479)
  %481 = shl nuw nsw i64 %366, 6
  %482 = or disjoint i64 %481, 48
  %483 = getelementptr inbounds nuw i8, ptr %21, i64 %482
  %484 = load i32, ptr %483, align 16
  %485 = insertelement <8 x i32> poison, i32 %484, i64 0
  %486 = shufflevector <8 x i32> %485, <8 x i32> poison, <8 x i32> zeroinitializer
  %487 = add <8 x i32> %486, %345
  %488 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %480, <8 x i32> %487)
  %489 = shl nuw nsw i64 %366, 6
  %490 = or disjoint i64 %489, 52
  %491 = getelementptr inbounds nuw i8, ptr %21, i64 %490
  %492 = load i32, ptr %491, align 4
  %493 = insertelement <8 x i32> poison, i32 %492, i64 0
  %494 = shufflevector <8 x i32> %493, <8 x i32> poison, <8 x i32> zeroinitializer
  %495 = add <8 x i32> %494, %346
  %496 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %488, <8 x i32> %495)
  %497 = shl nuw nsw i64 %366, 6
  %498 = or disjoint i64 %497, 56
  %499 = getelementptr inbounds nuw i8, ptr %21, i64 %498
  %500 = load i32, ptr %499, align 8
  %501 = insertelement <8 x i32> poison, i32 %500, i64 0
  %502 = shufflevector <8 x i32> %501, <8 x i32> poison, <8 x i32> zeroinitializer
  %503 = add <8 x i32> %502, %347
  %504 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %496, <8 x i32> %503)
  %505 = shl nuw nsw i64 %366, 6
  %506 = or disjoint i64 %505, 60
  %507 = getelementptr inbounds nuw i8, ptr %21, i64 %506
  %508 = load i32, ptr %507, align 4
  %509 = insertelement <8 x i32> poison, i32 %508, i64 0
  %510 = shufflevector <8 x i32> %509, <8 x i32> poison, <8 x i32> zeroinitializer
  %511 = add <8 x i32> %510, %348
  %512 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %504, <8 x i32> %511)
  %513 = fpext <8 x float> %384 to <8 x double>
  %514 = sub nsw <8 x i32> splat (i32 1048), %512
  %515 = zext <8 x i32> %514 to <8 x i64>
  %516 = shl <8 x i64> %515, splat (i64 52)
  %517 = bitcast <8 x i64> %516 to <8 x double>
  %518 = fmul <8 x double> %513, %517
  %519 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %518)
  %520 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %366, i64 0
  %521 = load double, ptr %520, align 64
  %522 = insertelement <8 x double> poison, double %521, i64 0
  %523 = shufflevector <8 x double> %522, <8 x double> poison, <8 x i32> zeroinitializer
  %524 = fmul <8 x double> %349, %523
  %525 = fmul <8 x double> %524, %517
  %526 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %525)
  %527 = fadd <8 x double> %519, %526
  %528 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %366, i64 1
  %529 = load double, ptr %528, align 8
  %530 = insertelement <8 x double> poison, double %529, i64 0
  %531 = shufflevector <8 x double> %530, <8 x double> poison, <8 x i32> zeroinitializer
  %532 = fmul <8 x double> %350, %531
  %533 = fmul <8 x double> %532, %517
  %534 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %533)
  %535 = fadd <8 x double> %527, %534
  %536 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %366, i64 2
  %537 = load double, ptr %536, align 16
  %538 = insertelement <8 x double> poison, double %537, i64 0
  %539 = shufflevector <8 x double> %538, <8 x double> poison, <8 x i32> zeroinitializer
  %540 = fmul <8 x double> %351, %539
  %541 = fmul <8 x double> %540, %517
  %542 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %541)
  %543 = fadd <8 x double> %535, %542
  %544 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %366, i64 3
  %545 = load double, ptr %544, align 8
  %546 = insertelement <8 x double> poison, double %545, i64 0
  %547 = shufflevector <8 x double> %546, <8 x double> poison, <8 x i32> zeroinitializer
  %548 = fmul <8 x double> %352, %547
  %549 = fmul <8 x double> %548, %517
  %550 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %549)
  %551 = fadd <8 x double> %543, %550
  %552 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %366, i64 4
  %553 = load double, ptr %552, align 32
  %554 = insertelement <8 x double> poison, double %553, i64 0
  %555 = shufflevector <8 x double> %554, <8 x double> poison, <8 x i32> zeroinitializer
  %556 = fmul <8 x double> %353, %555
  %557 = fmul <8 x double> %556, %517
  %558 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %557)
  %559 = fadd <8 x double> %551, %558
  %560 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %366, i64 5
  %561 = load double, ptr %560, align 8
  %562 = insertelement <8 x double> poison, double %561, i64 0
  %563 = shufflevector <8 x double> %562, <8 x double> poison, <8 x i32> zeroinitializer
  %564 = fmul <8 x double> %354, %563
  %565 = fmul <8 x double> %564, %517
  %566 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %565)
  %567 = fadd <8 x double> %559, %566
  %568 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %366, i64 6
  %569 = load double, ptr %568, align 16
  %570 = insertelement <8 x double> poison, double %569, i64 0
  %571 = shufflevector <8 x double> %570, <8 x double> poison, <8 x i32> zeroinitializer
  %572 = fmul <8 x double> %355, %571
  %573 = fmul <8 x double> %572, %517
  %574 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %573)
  %575 = fadd <8 x double> %567, %574
  %576 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %366, i64 7
  %577 = load double, ptr %576, align 8
  %578 = insertelement <8 x double> poison, double %577, i64 0
  %579 = shufflevector <8 x double> %578, <8 x double> poison, <8 x i32> zeroinitializer
  %580 = fmul <8 x double> %356, %579
  %581 = fmul <8 x double> %580, %517
  %582 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %581)
  %583 = fadd <8 x double> %575, %582
  %584 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %366, i64 8
  %585 = load double, ptr %584, align 64
  %586 = insertelement <8 x double> poison, double %585, i64 0
  %587 = shufflevector <8 x double> %586, <8 x double> poison, <8 x i32> zeroinitializer
  %588 = fmul <8 x double> %357, %587
  %589 = fmul <8 x double> %588, %517
  %590 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %589)
  %591 = fadd <8 x double> %583, %590
  %592 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %366, i64 9
  %593 = load double, ptr %592, align 8
  %594 = insertelement <8 x double> poison, double %593, i64 0
  %595 = shufflevector <8 x double> %594, <8 x double> poison, <8 x i32> zeroinitializer
  %596 = fmul <8 x double> %358, %595
  %597 = fmul <8 x double> %596, %517
  %598 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %597)
  %599 = fadd <8 x double> %591, %598
  %600 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %366, i64 10
  %601 = load double, ptr %600, align 16
  %602 = insertelement <8 x double> poison, double %601, i64 0
  %603 = shufflevector <8 x double> %602, <8 x double> poison, <8 x i32> zeroinitializer
  %604 = fmul <8 x double> %359, %603
  %605 = fmul <8 x double> %604, %517
  %606 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %605)
  %607 = fadd <8 x double> %599, %606
  %608 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %366, i64 11
  %609 = load double, ptr %608, align 8
  %610 = insertelement <8 x double> poison, double %609, i64 0
  %611 = shufflevector <8 x double> %610, <8 x double> poison, <8 x i32> zeroinitializer
  %612 = fmul <8 x double> %360, %611
  %613 = fmul <8 x double> %612, %517
  %614 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %613)
  %615 = fadd <8 x double> %607, %614
  %616 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %366, i64 12
  %617 = load double, ptr %616, align 32
  %618 = insertelement <8 x double> poison, double %617, i64 0
  %619 = shufflevector <8 x double> %618, <8 x double> poison, <8 x i32> zeroinitializer
  %620 = fmul <8 x double> %361, %619
  %621 = fmul <8 x double> %620, %517
  %622 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %621)
  %623 = fadd <8 x double> %615, %622
  %624 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %366, i64 13
  %625 = load double, ptr %624, align 8
  %626 = insertelement <8 x double> poison, double %625, i64 0
  %627 = shufflevector <8 x double> %626, <8 x double> poison, <8 x i32> zeroinitializer
  %628 = fmul <8 x double> %362, %627
  %629 = fmul <8 x double> %628, %517
  %630 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %629)
  %631 = fadd <8 x double> %623, %630
  %632 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %366, i64 14
  %633 = load double, ptr %632, align 16
  %634 = insertelement <8 x double> poison, double %633, i64 0
  %635 = shufflevector <8 x double> %634, <8 x double> poison, <8 x i32> zeroinitializer
  %636 = fmul <8 x double> %363, %635
  %637 = fmul <8 x double> %636, %517
  %638 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %637)
  %639 = fadd <8 x double> %631, %638
  %640 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %366, i64 15
  %641 = load double, ptr %640, align 8
  %642 = insertelement <8 x double> poison, double %641, i64 0
  %643 = shufflevector <8 x double> %642, <8 x double> poison, <8 x i32> zeroinitializer
  %644 = fmul <8 x double> %364, %643
  %645 = fmul <8 x double> %644, %517
  %646 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %645)
  %647 = fadd <8 x double> %639, %646
  %648 = add <8 x i32> %512, splat (i32 998)
  %649 = zext <8 x i32> %648 to <8 x i64>
  %650 = shl <8 x i64> %649, splat (i64 52)
  %651 = bitcast <8 x i64> %650 to <8 x double>
  %652 = fmul <8 x double> %647, %651
  %653 = fptrunc <8 x double> %652 to <8 x float>
  %654 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %652)
  %655 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %653)
  %656 = fpext <8 x float> %655 to <8 x double>
  %657 = fcmp olt <8 x double> %654, %656
  %658 = fcmp olt <8 x double> %654, splat (double 0x47F0000000000000)
  %659 = and <8 x i1> %658, %657
  %660 = bitcast <8 x float> %653 to <8 x i32>
  %661 = sext <8 x i1> %659 to <8 x i32>
  %662 = add <8 x i32> %661, %660
  %663 = and <8 x i32> %662, splat (i32 2147483647)
  %664 = icmp eq <8 x i32> %663, zeroinitializer
  %665 = select <8 x i1> %664, <8 x i32> zeroinitializer, <8 x i32> %662
  %666 = fcmp ord <8 x float> %653, zeroinitializer
  %667 = select <8 x i1> %666, <8 x i32> %665, <8 x i32> splat (i32 2147483647)
  %668 = shufflevector <8 x i32> %667, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %668, ptr %375, align 4
  %669 = shufflevector <8 x i32> %667, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %669, ptr %376, align 4
  %670 = add nuw nsw i64 %366, 1
  %671 = icmp eq i64 %670, 16
  br i1 %671, label %672, label %365

672:                                              ; preds = %365
  %673 = add nuw nsw i64 %260, 1
  %674 = icmp eq i64 %673, %26
  br i1 %674, label %675, label %259

675:                                              ; preds = %672, %257
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %11) #8
  %676 = add nuw nsw i64 %58, 32
  %677 = trunc nuw i64 %676 to i32
  %678 = icmp sgt i32 %6, %677
  br i1 %678, label %57, label %681

679:                                              ; preds = %189
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %12) #8
  br label %680

680:                                              ; preds = %83, %176, %259, %679
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %11) #8
  br label %681

681:                                              ; preds = %675, %680, %9
  %682 = phi i1 [ false, %9 ], [ true, %680 ], [ false, %675 ]
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %10) #8
  ret i1 %682
}

define internal fastcc noundef zeroext i1 @bf16_shared(ptr noundef %0, i1 noundef zeroext %1, i32 noundef range(i32 -8388608, 8388608) %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef %5, i32 noundef %6, i32 noundef %7, i64 noundef %8) unnamed_addr #3 {
  %10 = alloca %struct.operands, align 64
  %11 = alloca [4 x [32 x i32]], align 16
  %12 = alloca [2 x [2 x [32 x i32]]], align 16
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %10) #8
  %13 = icmp sgt i32 %6, 0
  %14 = getelementptr inbounds nuw i8, ptr %12, i64 256
  %15 = getelementptr inbounds nuw i8, ptr %12, i64 256
  %16 = getelementptr inbounds nuw i8, ptr %12, i64 128
  %17 = getelementptr inbounds nuw i8, ptr %12, i64 384
  %18 = getelementptr inbounds nuw i8, ptr %11, i64 128
  br i1 %13, label %19, label %654

19:                                               ; preds = %9
  %20 = zext nneg i32 %6 to i64
  %21 = getelementptr inbounds nuw i8, ptr %10, i64 2048
  %22 = icmp sgt i32 %2, 0
  %23 = getelementptr inbounds nuw i8, ptr %10, i64 4096
  %24 = getelementptr inbounds nuw i8, ptr %10, i64 3072
  %25 = shl i32 %6, 2
  %26 = zext nneg i32 %2 to i64
  %27 = getelementptr inbounds nuw i8, ptr %10, i64 4128
  %28 = getelementptr inbounds nuw i8, ptr %10, i64 4160
  %29 = getelementptr inbounds nuw i8, ptr %10, i64 4192
  %30 = getelementptr inbounds nuw i8, ptr %10, i64 4224
  %31 = getelementptr inbounds nuw i8, ptr %10, i64 4256
  %32 = getelementptr inbounds nuw i8, ptr %10, i64 4288
  %33 = getelementptr inbounds nuw i8, ptr %10, i64 4320
  %34 = getelementptr inbounds nuw i8, ptr %10, i64 4352
  %35 = getelementptr inbounds nuw i8, ptr %10, i64 4384
  %36 = getelementptr inbounds nuw i8, ptr %10, i64 4416
  %37 = getelementptr inbounds nuw i8, ptr %10, i64 4448
  %38 = getelementptr inbounds nuw i8, ptr %10, i64 4480
  %39 = getelementptr inbounds nuw i8, ptr %10, i64 4512
  %40 = getelementptr inbounds nuw i8, ptr %10, i64 4544
  %41 = getelementptr inbounds nuw i8, ptr %10, i64 4576
  %42 = getelementptr inbounds nuw i8, ptr %10, i64 3136
  %43 = getelementptr inbounds nuw i8, ptr %10, i64 3200
  %44 = getelementptr inbounds nuw i8, ptr %10, i64 3264
  %45 = getelementptr inbounds nuw i8, ptr %10, i64 3328
  %46 = getelementptr inbounds nuw i8, ptr %10, i64 3392
  %47 = getelementptr inbounds nuw i8, ptr %10, i64 3456
  %48 = getelementptr inbounds nuw i8, ptr %10, i64 3520
  %49 = getelementptr inbounds nuw i8, ptr %10, i64 3584
  %50 = getelementptr inbounds nuw i8, ptr %10, i64 3648
  %51 = getelementptr inbounds nuw i8, ptr %10, i64 3712
  %52 = getelementptr inbounds nuw i8, ptr %10, i64 3776
  %53 = getelementptr inbounds nuw i8, ptr %10, i64 3840
  %54 = getelementptr inbounds nuw i8, ptr %10, i64 3904
  %55 = getelementptr inbounds nuw i8, ptr %10, i64 3968
  %56 = getelementptr inbounds nuw i8, ptr %10, i64 4032
  br label %57

57:                                               ; preds = %19, %648
  %58 = phi i64 [ 0, %19 ], [ %649, %648 ]
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %11) #8
  %59 = getelementptr inbounds nuw i32, ptr %4, i64 %58
  %60 = trunc nuw nsw i64 %58 to i32
  %61 = add i32 %7, %60
  %62 = load i32, ptr %59, align 4
  %63 = zext i32 %62 to i64
  %64 = getelementptr inbounds nuw i32, ptr %59, i64 %20
  %65 = load i32, ptr %64, align 4
  %66 = zext i32 %65 to i64
  %67 = shl nuw i64 %66, 32
  %68 = or disjoint i64 %67, %63
  br label %69

69:                                               ; preds = %80, %57
  %70 = phi i64 [ 1, %57 ], [ %81, %80 ]
  %71 = getelementptr inbounds nuw i32, ptr %59, i64 %70
  %72 = load i32, ptr %71, align 4
  %73 = icmp eq i32 %72, %62
  br i1 %73, label %76, label %74

74:                                               ; preds = %69
  %75 = zext i32 %72 to i64
  br label %83

76:                                               ; preds = %69
  %77 = getelementptr i32, ptr %64, i64 %70
  %78 = load i32, ptr %77, align 4
  %79 = icmp eq i32 %78, %65
  br i1 %79, label %80, label %83

80:                                               ; preds = %76
  %81 = add nuw nsw i64 %70, 1
  %82 = icmp eq i64 %81, 32
  br i1 %82, label %95, label %69

83:                                               ; preds = %76, %74
  %84 = phi i64 [ %75, %74 ], [ %63, %76 ]
  %85 = trunc nuw nsw i64 %70 to i32
  %86 = add nsw i32 %6, %85
  %87 = sext i32 %86 to i64
  %88 = getelementptr inbounds i32, ptr %59, i64 %87
  %89 = load i32, ptr %88, align 4
  %90 = zext i32 %89 to i64
  %91 = shl nuw i64 %90, 32
  %92 = or disjoint i64 %91, %84
  %93 = add i32 %61, %85
  %94 = tail call zeroext i1 @record_failure(ptr noundef %0, i64 noundef 22, i64 noundef %8, i64 noundef %92, i32 noundef %93) #8
  br i1 %94, label %653, label %95

95:                                               ; preds = %80, %83
  br i1 %1, label %96, label %142

96:                                               ; preds = %95
  %97 = getelementptr inbounds nuw i32, ptr %3, i64 %58
  br label %98

98:                                               ; preds = %105, %96
  %99 = phi i64 [ 0, %96 ], [ %106, %105 ]
  %100 = mul nuw nsw i64 %99, %20
  %101 = getelementptr inbounds nuw i32, ptr %97, i64 %100
  %102 = shl i64 %99, 3
  %103 = and i64 %102, 8
  %104 = and i64 %99, 1073741822
  br label %108

105:                                              ; preds = %117
  %106 = add nuw nsw i64 %99, 1
  %107 = icmp eq i64 %106, 4
  br i1 %107, label %239, label %98

108:                                              ; preds = %117, %98
  %109 = phi i64 [ 0, %98 ], [ %118, %117 ]
  %110 = getelementptr inbounds nuw i32, ptr %101, i64 %109
  %111 = load <8 x i32>, ptr %110, align 4
  %112 = lshr exact i64 %109, 2
  %113 = or disjoint i64 %112, %103
  %114 = and <8 x i32> %111, splat (i32 -65536)
  %115 = shl <8 x i32> %111, splat (i32 16)
  %116 = or disjoint i64 %113, 1
  br label %120

117:                                              ; preds = %120
  %118 = add nuw nsw i64 %109, 8
  %119 = icmp samesign ult i64 %109, 24
  br i1 %119, label %108, label %105

120:                                              ; preds = %120, %108
  %121 = phi <8 x i32> [ %115, %108 ], [ %114, %120 ]
  %122 = phi i1 [ true, %108 ], [ false, %120 ]
  %123 = phi i64 [ 0, %108 ], [ 1, %120 ]
  %124 = or disjoint i64 %123, %104
  %125 = shl nuw nsw i64 %124, 2
  %126 = and <8 x i32> %121, splat (i32 2147418112)
  %127 = lshr <8 x i32> %126, splat (i32 23)
  %128 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %127, <8 x i32> splat (i32 1))
  %129 = add nsw <8 x i32> %128, splat (i32 -127)
  %130 = icmp eq <8 x i32> %126, zeroinitializer
  %131 = select <8 x i1> %130, <8 x i32> splat (i32 -5000), <8 x i32> %129
  %132 = bitcast <8 x i32> %121 to <8 x float>
  %133 = fpext <8 x float> %132 to <8 x double>
  %134 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %113, i64 %125
  %135 = shufflevector <8 x double> %133, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %135, ptr %134, align 32
  %136 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %21, i64 0, i64 %113, i64 %125
  %137 = shufflevector <8 x i32> %131, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %137, ptr %136, align 16
  %138 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %116, i64 %125
  %139 = shufflevector <8 x double> %133, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %139, ptr %138, align 32
  %140 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %21, i64 0, i64 %116, i64 %125
  %141 = shufflevector <8 x i32> %131, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %141, ptr %140, align 16
  br i1 %122, label %120, label %117

142:                                              ; preds = %95
  %143 = lshr i32 %61, 1
  %144 = and i32 %143, 48
  %145 = getelementptr inbounds nuw i32, ptr %3, i64 %58
  %146 = load i32, ptr %145, align 4
  %147 = zext i32 %146 to i64
  %148 = getelementptr inbounds nuw i32, ptr %145, i64 %20
  %149 = load i32, ptr %148, align 4
  %150 = zext i32 %149 to i64
  %151 = shl nuw i64 %150, 32
  %152 = or disjoint i64 %151, %147
  br label %153

153:                                              ; preds = %164, %142
  %154 = phi i64 [ 1, %142 ], [ %165, %164 ]
  %155 = getelementptr inbounds nuw i32, ptr %145, i64 %154
  %156 = load i32, ptr %155, align 4
  %157 = icmp eq i32 %156, %146
  br i1 %157, label %160, label %158

158:                                              ; preds = %153
  %159 = zext i32 %156 to i64
  br label %167

160:                                              ; preds = %153
  %161 = getelementptr i32, ptr %148, i64 %154
  %162 = load i32, ptr %161, align 4
  %163 = icmp eq i32 %162, %149
  br i1 %163, label %164, label %167

164:                                              ; preds = %160
  %165 = add nuw nsw i64 %154, 1
  %166 = icmp eq i64 %165, 32
  br i1 %166, label %179, label %153

167:                                              ; preds = %160, %158
  %168 = phi i64 [ %159, %158 ], [ %147, %160 ]
  %169 = trunc nuw nsw i64 %154 to i32
  %170 = add nsw i32 %6, %169
  %171 = sext i32 %170 to i64
  %172 = getelementptr inbounds i32, ptr %145, i64 %171
  %173 = load i32, ptr %172, align 4
  %174 = zext i32 %173 to i64
  %175 = shl nuw i64 %174, 32
  %176 = or disjoint i64 %175, %168
  %177 = add i32 %61, %169
  %178 = tail call zeroext i1 @record_failure(ptr noundef %0, i64 noundef 22, i64 noundef %8, i64 noundef %176, i32 noundef %177) #8
  br i1 %178, label %653, label %179

179:                                              ; preds = %164, %167
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %12) #8
  br label %180

180:                                              ; preds = %179, %191
  %181 = phi i1 [ true, %179 ], [ false, %191 ]
  %182 = phi ptr [ %12, %179 ], [ %14, %191 ]
  %183 = phi ptr [ %12, %179 ], [ %15, %191 ]
  %184 = phi ptr [ %16, %179 ], [ %17, %191 ]
  %185 = phi ptr [ %11, %179 ], [ %18, %191 ]
  %186 = phi i64 [ 0, %179 ], [ 1, %191 ]
  %187 = trunc nuw nsw i64 %186 to i32
  %188 = shl nuw nsw i32 %187, 3
  %189 = or disjoint i32 %188, %144
  %190 = call fastcc zeroext i1 @read_rows(ptr noundef %0, i64 noundef %152, i32 noundef %189, i32 noundef %61, i64 noundef %8, ptr noundef %182)
  br i1 %190, label %652, label %191

191:                                              ; preds = %180
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %185, ptr noundef nonnull align 16 dereferenceable(128) %183, i64 128, i1 false)
  %192 = or disjoint i64 %186, 2
  %193 = getelementptr inbounds nuw [4 x [32 x i32]], ptr %11, i64 0, i64 %192
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %193, ptr noundef nonnull align 16 dereferenceable(128) %184, i64 128, i1 false)
  br i1 %181, label %180, label %194

194:                                              ; preds = %191, %201
  %195 = phi i64 [ %202, %201 ], [ 0, %191 ]
  %196 = shl nsw i64 %195, 7
  %197 = getelementptr inbounds nuw i8, ptr %11, i64 %196
  %198 = shl i64 %195, 3
  %199 = and i64 %198, 8
  %200 = and i64 %195, 1073741822
  br label %204

201:                                              ; preds = %213
  %202 = add nuw nsw i64 %195, 1
  %203 = icmp eq i64 %202, 4
  br i1 %203, label %238, label %194

204:                                              ; preds = %213, %194
  %205 = phi i64 [ 0, %194 ], [ %214, %213 ]
  %206 = getelementptr inbounds nuw i32, ptr %197, i64 %205
  %207 = load <8 x i32>, ptr %206, align 16
  %208 = lshr exact i64 %205, 2
  %209 = or disjoint i64 %208, %199
  %210 = and <8 x i32> %207, splat (i32 -65536)
  %211 = shl <8 x i32> %207, splat (i32 16)
  %212 = or disjoint i64 %209, 1
  br label %216

213:                                              ; preds = %216
  %214 = add nuw nsw i64 %205, 8
  %215 = icmp samesign ult i64 %205, 24
  br i1 %215, label %204, label %201

216:                                              ; preds = %216, %204
  %217 = phi <8 x i32> [ %211, %204 ], [ %210, %216 ]
  %218 = phi i1 [ true, %204 ], [ false, %216 ]
  %219 = phi i64 [ 0, %204 ], [ 1, %216 ]
  %220 = or disjoint i64 %219, %200
  %221 = shl nuw nsw i64 %220, 2
  %222 = and <8 x i32> %217, splat (i32 2147418112)
  %223 = lshr <8 x i32> %222, splat (i32 23)
  %224 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %223, <8 x i32> splat (i32 1))
  %225 = add nsw <8 x i32> %224, splat (i32 -127)
  %226 = icmp eq <8 x i32> %222, zeroinitializer
  %227 = select <8 x i1> %226, <8 x i32> splat (i32 -5000), <8 x i32> %225
  %228 = bitcast <8 x i32> %217 to <8 x float>
  %229 = fpext <8 x float> %228 to <8 x double>
  %230 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %209, i64 %221
  %231 = shufflevector <8 x double> %229, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %231, ptr %230, align 32
  %232 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %21, i64 0, i64 %209, i64 %221
  %233 = shufflevector <8 x i32> %227, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %233, ptr %232, align 16
  %234 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %212, i64 %221
  %235 = shufflevector <8 x double> %229, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %235, ptr %234, align 32
  %236 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %21, i64 0, i64 %212, i64 %221
  %237 = shufflevector <8 x i32> %227, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %237, ptr %236, align 16
  br i1 %218, label %216, label %213

238:                                              ; preds = %201
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %12) #8
  br label %239

239:                                              ; preds = %105, %238
  %240 = getelementptr i32, ptr %5, i64 %58
  br i1 %22, label %241, label %648

241:                                              ; preds = %239, %645
  %242 = phi i64 [ %646, %645 ], [ 0, %239 ]
  %243 = trunc i64 %242 to i32
  %244 = shl i32 %243, 3
  %245 = call fastcc zeroext i1 @read_rows(ptr noundef %0, i64 noundef %68, i32 noundef %244, i32 noundef %61, i64 noundef %8, ptr noundef %11)
  br i1 %245, label %653, label %246

246:                                              ; preds = %241, %251
  %247 = phi i64 [ %252, %251 ], [ 0, %241 ]
  %248 = shl nsw i64 %247, 7
  %249 = getelementptr inbounds nuw i8, ptr %11, i64 %248
  %250 = shl i64 %247, 3
  br label %254

251:                                              ; preds = %282
  %252 = add nuw nsw i64 %247, 1
  %253 = icmp eq i64 %252, 2
  br i1 %253, label %301, label %246

254:                                              ; preds = %282, %246
  %255 = phi i64 [ 0, %246 ], [ %283, %282 ]
  %256 = getelementptr inbounds nuw i32, ptr %249, i64 %255
  %257 = load i32, ptr %256, align 4
  %258 = insertelement <8 x i32> poison, i32 %257, i64 0
  %259 = getelementptr inbounds nuw i8, ptr %256, i64 16
  %260 = load i32, ptr %259, align 4
  %261 = insertelement <8 x i32> %258, i32 %260, i64 1
  %262 = getelementptr inbounds nuw i8, ptr %256, i64 32
  %263 = load i32, ptr %262, align 4
  %264 = insertelement <8 x i32> %261, i32 %263, i64 2
  %265 = getelementptr inbounds nuw i8, ptr %256, i64 48
  %266 = load i32, ptr %265, align 4
  %267 = insertelement <8 x i32> %264, i32 %266, i64 3
  %268 = getelementptr inbounds nuw i8, ptr %256, i64 64
  %269 = load i32, ptr %268, align 4
  %270 = insertelement <8 x i32> %267, i32 %269, i64 4
  %271 = getelementptr inbounds nuw i8, ptr %256, i64 80
  %272 = load i32, ptr %271, align 4
  %273 = insertelement <8 x i32> %270, i32 %272, i64 5
  %274 = getelementptr inbounds nuw i8, ptr %256, i64 96
  %275 = load i32, ptr %274, align 4
  %276 = insertelement <8 x i32> %273, i32 %275, i64 6
  %277 = getelementptr inbounds nuw i8, ptr %256, i64 112
  %278 = load i32, ptr %277, align 4
  %279 = insertelement <8 x i32> %276, i32 %278, i64 7
  %280 = and <8 x i32> %279, splat (i32 -65536)
  %281 = shl <8 x i32> %279, splat (i32 16)
  br label %285

282:                                              ; preds = %285
  %283 = add nuw nsw i64 %255, 1
  %284 = icmp eq i64 %283, 4
  br i1 %284, label %251, label %254

285:                                              ; preds = %285, %254
  %286 = phi <8 x i32> [ %281, %254 ], [ %280, %285 ]
  %287 = phi i1 [ true, %254 ], [ false, %285 ]
  %288 = phi i64 [ 0, %254 ], [ 4, %285 ]
  %289 = or disjoint i64 %288, %250
  %290 = add nuw nsw i64 %289, %255
  %291 = getelementptr inbounds nuw [16 x <8 x i32>], ptr %23, i64 0, i64 %290
  %292 = and <8 x i32> %286, splat (i32 2147418112)
  %293 = lshr <8 x i32> %292, splat (i32 23)
  %294 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %293, <8 x i32> splat (i32 1))
  %295 = add nsw <8 x i32> %294, splat (i32 -127)
  %296 = icmp eq <8 x i32> %292, zeroinitializer
  %297 = select <8 x i1> %296, <8 x i32> splat (i32 -5000), <8 x i32> %295
  store <8 x i32> %297, ptr %291, align 32
  %298 = bitcast <8 x i32> %286 to <8 x float>
  %299 = fpext <8 x float> %298 to <8 x double>
  %300 = getelementptr inbounds nuw [16 x <8 x double>], ptr %24, i64 0, i64 %290
  store <8 x double> %299, ptr %300, align 64
  br i1 %287, label %285, label %282

301:                                              ; preds = %251
  %302 = trunc nuw nsw i64 %242 to i32
  %303 = mul i32 %25, %302
  %304 = sext i32 %303 to i64
  %305 = getelementptr i32, ptr %240, i64 %304
  %306 = load <8 x i32>, ptr %23, align 64
  %307 = load <8 x i32>, ptr %27, align 32
  %308 = load <8 x i32>, ptr %28, align 64
  %309 = load <8 x i32>, ptr %29, align 32
  %310 = load <8 x i32>, ptr %30, align 64
  %311 = load <8 x i32>, ptr %31, align 32
  %312 = load <8 x i32>, ptr %32, align 64
  %313 = load <8 x i32>, ptr %33, align 32
  %314 = load <8 x i32>, ptr %34, align 64
  %315 = load <8 x i32>, ptr %35, align 32
  %316 = load <8 x i32>, ptr %36, align 64
  %317 = load <8 x i32>, ptr %37, align 32
  %318 = load <8 x i32>, ptr %38, align 64
  %319 = load <8 x i32>, ptr %39, align 32
  %320 = load <8 x i32>, ptr %40, align 64
  %321 = load <8 x i32>, ptr %41, align 32
  %322 = load <8 x double>, ptr %24, align 64
  %323 = load <8 x double>, ptr %42, align 64
  %324 = load <8 x double>, ptr %43, align 64
  %325 = load <8 x double>, ptr %44, align 64
  %326 = load <8 x double>, ptr %45, align 64
  %327 = load <8 x double>, ptr %46, align 64
  %328 = load <8 x double>, ptr %47, align 64
  %329 = load <8 x double>, ptr %48, align 64
  %330 = load <8 x double>, ptr %49, align 64
  %331 = load <8 x double>, ptr %50, align 64
  %332 = load <8 x double>, ptr %51, align 64
  %333 = load <8 x double>, ptr %52, align 64
  %334 = load <8 x double>, ptr %53, align 64
  %335 = load <8 x double>, ptr %54, align 64
  %336 = load <8 x double>, ptr %55, align 64
  %337 = load <8 x double>, ptr %56, align 64
  br label %338

338:                                              ; preds = %301, %338
  %339 = phi i64 [ 0, %301 ], [ %643, %338 ]
  %340 = trunc nuw nsw i64 %339 to i32
  %341 = lshr i32 %340, 2
  %342 = and i32 %341, 2
  %343 = mul nuw nsw i32 %342, %6
  %344 = zext nneg i32 %343 to i64
  %345 = getelementptr inbounds nuw i32, ptr %305, i64 %344
  %346 = shl i64 %339, 2
  %347 = and i64 %346, 28
  %348 = getelementptr inbounds nuw i32, ptr %345, i64 %347
  %349 = getelementptr inbounds nuw i32, ptr %348, i64 %20
  %350 = load <4 x i32>, ptr %348, align 4
  %351 = load <4 x i32>, ptr %349, align 4
  %352 = shufflevector <4 x i32> %350, <4 x i32> %351, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %353 = and <8 x i32> %352, splat (i32 2147483647)
  %354 = lshr <8 x i32> %353, splat (i32 23)
  %355 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %354, <8 x i32> splat (i32 1))
  %356 = icmp eq <8 x i32> %353, zeroinitializer
  %357 = bitcast <8 x i32> %352 to <8 x float>
  %358 = add nsw <8 x i32> %355, splat (i32 -127)
  %359 = select <8 x i1> %356, <8 x i32> splat (i32 -133), <8 x i32> %358
  %360 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %21, i64 0, i64 %339, i64 0
  %361 = load i32, ptr %360, align 64
  %362 = insertelement <8 x i32> poison, i32 %361, i64 0
  %363 = shufflevector <8 x i32> %362, <8 x i32> poison, <8 x i32> zeroinitializer
  %364 = add <8 x i32> %363, %306
  %365 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %359, <8 x i32> %364)
  %366 = shl nuw nsw i64 %339, 6
  %367 = or disjoint i64 %366, 4
  %368 = getelementptr inbounds nuw i8, ptr %21, i64 %367
  %369 = load i32, ptr %368, align 4
  %370 = insertelement <8 x i32> poison, i32 %369, i64 0
  %371 = shufflevector <8 x i32> %370, <8 x i32> poison, <8 x i32> zeroinitializer
  %372 = add <8 x i32> %371, %307
  %373 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %365, <8 x i32> %372)
  %374 = shl nuw nsw i64 %339, 6
  %375 = or disjoint i64 %374, 8
  %376 = getelementptr inbounds nuw i8, ptr %21, i64 %375
  %377 = load i32, ptr %376, align 8
  %378 = insertelement <8 x i32> poison, i32 %377, i64 0
  %379 = shufflevector <8 x i32> %378, <8 x i32> poison, <8 x i32> zeroinitializer
  %380 = add <8 x i32> %379, %308
  %381 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %373, <8 x i32> %380)
  %382 = shl nuw nsw i64 %339, 6
  %383 = or disjoint i64 %382, 12
  %384 = getelementptr inbounds nuw i8, ptr %21, i64 %383
  %385 = load i32, ptr %384, align 4
  %386 = insertelement <8 x i32> poison, i32 %385, i64 0
  %387 = shufflevector <8 x i32> %386, <8 x i32> poison, <8 x i32> zeroinitializer
  %388 = add <8 x i32> %387, %309
  %389 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %381, <8 x i32> %388)
  %390 = shl nuw nsw i64 %339, 6
  %391 = or disjoint i64 %390, 16
  %392 = getelementptr inbounds nuw i8, ptr %21, i64 %391
  %393 = load i32, ptr %392, align 16
  %394 = insertelement <8 x i32> poison, i32 %393, i64 0
  %395 = shufflevector <8 x i32> %394, <8 x i32> poison, <8 x i32> zeroinitializer
  %396 = add <8 x i32> %395, %310
  %397 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %389, <8 x i32> %396)
  %398 = shl nuw nsw i64 %339, 6
  %399 = or disjoint i64 %398, 20
  %400 = getelementptr inbounds nuw i8, ptr %21, i64 %399
  %401 = load i32, ptr %400, align 4
  %402 = insertelement <8 x i32> poison, i32 %401, i64 0
  %403 = shufflevector <8 x i32> %402, <8 x i32> poison, <8 x i32> zeroinitializer
  %404 = add <8 x i32> %403, %311
  %405 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %397, <8 x i32> %404)
  %406 = shl nuw nsw i64 %339, 6
  %407 = or disjoint i64 %406, 24
  %408 = getelementptr inbounds nuw i8, ptr %21, i64 %407
  %409 = load i32, ptr %408, align 8
  %410 = insertelement <8 x i32> poison, i32 %409, i64 0
  %411 = shufflevector <8 x i32> %410, <8 x i32> poison, <8 x i32> zeroinitializer
  %412 = add <8 x i32> %411, %312
  %413 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %405, <8 x i32> %412)
  %414 = shl nuw nsw i64 %339, 6
  %415 = or disjoint i64 %414, 28
  %416 = getelementptr inbounds nuw i8, ptr %21, i64 %415
  %417 = load i32, ptr %416, align 4
  %418 = insertelement <8 x i32> poison, i32 %417, i64 0
  %419 = shufflevector <8 x i32> %418, <8 x i32> poison, <8 x i32> zeroinitializer
  %420 = add <8 x i32> %419, %313
  %421 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %413, <8 x i32> %420)
  %422 = shl nuw nsw i64 %339, 6
  %423 = or disjoint i64 %422, 32
  %424 = getelementptr inbounds nuw i8, ptr %21, i64 %423
  %425 = load i32, ptr %424, align 32
  %426 = insertelement <8 x i32> poison, i32 %425, i64 0
  %427 = shufflevector <8 x i32> %426, <8 x i32> poison, <8 x i32> zeroinitializer
  %428 = add <8 x i32> %427, %314
  %429 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %421, <8 x i32> %428)
  %430 = shl nuw nsw i64 %339, 6
  %431 = or disjoint i64 %430, 36
  %432 = getelementptr inbounds nuw i8, ptr %21, i64 %431
  %433 = load i32, ptr %432, align 4
  %434 = insertelement <8 x i32> poison, i32 %433, i64 0
  %435 = shufflevector <8 x i32> %434, <8 x i32> poison, <8 x i32> zeroinitializer
  %436 = add <8 x i32> %435, %315
  %437 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %429, <8 x i32> %436)
  %438 = shl nuw nsw i64 %339, 6
  %439 = or disjoint i64 %438, 40
  %440 = getelementptr inbounds nuw i8, ptr %21, i64 %439
  %441 = load i32, ptr %440, align 8
  %442 = insertelement <8 x i32> poison, i32 %441, i64 0
  %443 = shufflevector <8 x i32> %442, <8 x i32> poison, <8 x i32> zeroinitializer
  %444 = add <8 x i32> %443, %316
  %445 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %437, <8 x i32> %444)
  %446 = shl nuw nsw i64 %339, 6
  %447 = or disjoint i64 %446, 44
  %448 = getelementptr inbounds nuw i8, ptr %21, i64 %447
  %449 = load i32, ptr %448, align 4
  %450 = insertelement <8 x i32> poison, i32 %449, i64 0
  %451 = shufflevector <8 x i32> %450, <8 x i32> poison, <8 x i32> zeroinitializer
  %452 = add <8 x i32> %451, %317
  %453 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %445, <8 x i32> %452)
  %454 = shl nuw nsw i64 %339, 6
  %455 = or disjoint i64 %454, 48
  %456 = getelementptr inbounds nuw i8, ptr %21, i64 %455
  %457 = load i32, ptr %456, align 16
  %458 = insertelement <8 x i32> poison, i32 %457, i64 0
  %459 = shufflevector <8 x i32> %458, <8 x i32> poison, <8 x i32> zeroinitializer
  %460 = add <8 x i32> %459, %318
  %461 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %453, <8 x i32> %460)
  %462 = shl nuw nsw i64 %339, 6
  %463 = or disjoint i64 %462, 52
  %464 = getelementptr inbounds nuw i8, ptr %21, i64 %463
  %465 = load i32, ptr %464, align 4
  %466 = insertelement <8 x i32> poison, i32 %465, i64 0
  %467 = shufflevector <8 x i32> %466, <8 x i32> poison, <8 x i32> zeroinitializer
  %468 = add <8 x i32> %467, %319
  %469 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %461, <8 x i32> %468)
  %470 = shl nuw nsw i64 %339, 6
  %471 = or disjoint i64 %470, 56
  %472 = getelementptr inbounds nuw i8, ptr %21, i64 %471
  %473 = load i32, ptr %472, align 8
  %474 = insertelement <8 x i32> poison, i32 %473, i64 0
  %475 = shufflevector <8 x i32> %474, <8 x i32> poison, <8 x i32> zeroinitializer
  %476 = add <8 x i32> %475, %320
  %477 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %469, <8 x i32> %476)
  %478 = shl nuw nsw i64 %339, 6
  %479 = or disjoint i64 %478, 60
  %480 = getelementptr inbounds nuw i8, ptr %21, i64 %479
  %481 = load i32, ptr %480, align 4
  %482 = insertelement <8 x i32> poison, i32 %481, i64 0
  %483 = shufflevector <8 x i32> %482, <8 x i32> poison, <8 x i32> zeroinitializer
  %484 = add <8 x i32> %483, %321
  %485 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %477, <8 x i32> %484)
  %486 = fpext <8 x float> %357 to <8 x double>
  %487 = sub nsw <8 x i32> splat (i32 1048), %485
  %488 = zext <8 x i32> %487 to <8 x i64>
  %489 = shl <8 x i64> %488, splat (i64 52)
  %490 = bitcast <8 x i64> %489 to <8 x double>
  %491 = fmul <8 x double> %486, %490
  %492 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %491)
  %493 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %339, i64 0
  %494 = load double, ptr %493, align 64
  %495 = insertelement <8 x double> poison, double %494, i64 0
  %496 = shufflevector <8 x double> %495, <8 x double> poison, <8 x i32> zeroinitializer
  %497 = fmul <8 x double> %322, %496
  %498 = fmul <8 x double> %497, %490
  %499 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %498)
  %500 = fadd <8 x double> %492, %499
  %501 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %339, i64 1
  %502 = load double, ptr %501, align 8
  %503 = insertelement <8 x double> poison, double %502, i64 0
  %504 = shufflevector <8 x double> %503, <8 x double> poison, <8 x i32> zeroinitializer
  %505 = fmul <8 x double> %323, %504
  %506 = fmul <8 x double> %505, %490
  %507 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %506)
  %508 = fadd <8 x double> %500, %507
  %509 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %339, i64 2
  %510 = load double, ptr %509, align 16
  %511 = insertelement <8 x double> poison, double %510, i64 0
  %512 = shufflevector <8 x double> %511, <8 x double> poison, <8 x i32> zeroinitializer
  %513 = fmul <8 x double> %324, %512
  %514 = fmul <8 x double> %513, %490
  %515 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %514)
  %516 = fadd <8 x double> %508, %515
  %517 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %339, i64 3
  %518 = load double, ptr %517, align 8
  %519 = insertelement <8 x double> poison, double %518, i64 0
  %520 = shufflevector <8 x double> %519, <8 x double> poison, <8 x i32> zeroinitializer
  %521 = fmul <8 x double> %325, %520
  %522 = fmul <8 x double> %521, %490
  %523 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %522)
  %524 = fadd <8 x double> %516, %523
  %525 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %339, i64 4
  %526 = load double, ptr %525, align 32
  %527 = insertelement <8 x double> poison, double %526, i64 0
  %528 = shufflevector <8 x double> %527, <8 x double> poison, <8 x i32> zeroinitializer
  %529 = fmul <8 x double> %326, %528
  %530 = fmul <8 x double> %529, %490
  %531 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %530)
  %532 = fadd <8 x double> %524, %531
  %533 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %339, i64 5
  %534 = load double, ptr %533, align 8
  %535 = insertelement <8 x double> poison, double %534, i64 0
  %536 = shufflevector <8 x double> %535, <8 x double> poison, <8 x i32> zeroinitializer
  %537 = fmul <8 x double> %327, %536
  %538 = fmul <8 x double> %537, %490
  %539 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %538)
  %540 = fadd <8 x double> %532, %539
  %541 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %339, i64 6
  %542 = load double, ptr %541, align 16
  %543 = insertelement <8 x double> poison, double %542, i64 0
  %544 = shufflevector <8 x double> %543, <8 x double> poison, <8 x i32> zeroinitializer
  %545 = fmul <8 x double> %328, %544
  %546 = fmul <8 x double> %545, %490
  %547 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %546)
  %548 = fadd <8 x double> %540, %547
  %549 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %339, i64 7
  %550 = load double, ptr %549, align 8
  %551 = insertelement <8 x double> poison, double %550, i64 0
  %552 = shufflevector <8 x double> %551, <8 x double> poison, <8 x i32> zeroinitializer
  %553 = fmul <8 x double> %329, %552
  %554 = fmul <8 x double> %553, %490
  %555 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %554)
  %556 = fadd <8 x double> %548, %555
  %557 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %339, i64 8
  %558 = load double, ptr %557, align 64
  %559 = insertelement <8 x double> poison, double %558, i64 0
  %560 = shufflevector <8 x double> %559, <8 x double> poison, <8 x i32> zeroinitializer
  %561 = fmul <8 x double> %330, %560
  %562 = fmul <8 x double> %561, %490
  %563 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %562)
  %564 = fadd <8 x double> %556, %563
  %565 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %339, i64 9
  %566 = load double, ptr %565, align 8
  %567 = insertelement <8 x double> poison, double %566, i64 0
  %568 = shufflevector <8 x double> %567, <8 x double> poison, <8 x i32> zeroinitializer
  %569 = fmul <8 x double> %331, %568
  %570 = fmul <8 x double> %569, %490
  %571 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %570)
  %572 = fadd <8 x double> %564, %571
  %573 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %339, i64 10
  %574 = load double, ptr %573, align 16
  %575 = insertelement <8 x double> poison, double %574, i64 0
  %576 = shufflevector <8 x double> %575, <8 x double> poison, <8 x i32> zeroinitializer
  %577 = fmul <8 x double> %332, %576
  %578 = fmul <8 x double> %577, %490
  %579 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %578)
  %580 = fadd <8 x double> %572, %579
  %581 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %339, i64 11
  %582 = load double, ptr %581, align 8
  %583 = insertelement <8 x double> poison, double %582, i64 0
  %584 = shufflevector <8 x double> %583, <8 x double> poison, <8 x i32> zeroinitializer
  %585 = fmul <8 x double> %333, %584
  %586 = fmul <8 x double> %585, %490
  %587 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %586)
  %588 = fadd <8 x double> %580, %587
  %589 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %339, i64 12
  %590 = load double, ptr %589, align 32
  %591 = insertelement <8 x double> poison, double %590, i64 0
  %592 = shufflevector <8 x double> %591, <8 x double> poison, <8 x i32> zeroinitializer
  %593 = fmul <8 x double> %334, %592
  %594 = fmul <8 x double> %593, %490
  %595 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %594)
  %596 = fadd <8 x double> %588, %595
  %597 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %339, i64 13
  %598 = load double, ptr %597, align 8
  %599 = insertelement <8 x double> poison, double %598, i64 0
  %600 = shufflevector <8 x double> %599, <8 x double> poison, <8 x i32> zeroinitializer
  %601 = fmul <8 x double> %335, %600
  %602 = fmul <8 x double> %601, %490
  %603 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %602)
  %604 = fadd <8 x double> %596, %603
  %605 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %339, i64 14
  %606 = load double, ptr %605, align 16
  %607 = insertelement <8 x double> poison, double %606, i64 0
  %608 = shufflevector <8 x double> %607, <8 x double> poison, <8 x i32> zeroinitializer
  %609 = fmul <8 x double> %336, %608
  %610 = fmul <8 x double> %609, %490
  %611 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %610)
  %612 = fadd <8 x double> %604, %611
  %613 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %339, i64 15
  %614 = load double, ptr %613, align 8
  %615 = insertelement <8 x double> poison, double %614, i64 0
  %616 = shufflevector <8 x double> %615, <8 x double> poison, <8 x i32> zeroinitializer
  %617 = fmul <8 x double> %337, %616
  %618 = fmul <8 x double> %617, %490
  %619 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %618)
  %620 = fadd <8 x double> %612, %619
  %621 = add <8 x i32> %485, splat (i32 998)
  %622 = zext <8 x i32> %621 to <8 x i64>
  %623 = shl <8 x i64> %622, splat (i64 52)
  %624 = bitcast <8 x i64> %623 to <8 x double>
  %625 = fmul <8 x double> %620, %624
  %626 = fptrunc <8 x double> %625 to <8 x float>
  %627 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %625)
  %628 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %626)
  %629 = fpext <8 x float> %628 to <8 x double>
  %630 = fcmp olt <8 x double> %627, %629
  %631 = fcmp olt <8 x double> %627, splat (double 0x47F0000000000000)
  %632 = and <8 x i1> %631, %630
  %633 = bitcast <8 x float> %626 to <8 x i32>
  %634 = sext <8 x i1> %632 to <8 x i32>
  %635 = add <8 x i32> %634, %633
  %636 = and <8 x i32> %635, splat (i32 2147483647)
  %637 = icmp eq <8 x i32> %636, zeroinitializer
  %638 = select <8 x i1> %637, <8 x i32> zeroinitializer, <8 x i32> %635
  %639 = fcmp ord <8 x float> %626, zeroinitializer
  %640 = select <8 x i1> %639, <8 x i32> %638, <8 x i32> splat (i32 2147483647)
  %641 = shufflevector <8 x i32> %640, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %641, ptr %348, align 4
  %642 = shufflevector <8 x i32> %640, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %642, ptr %349, align 4
  %643 = add nuw nsw i64 %339, 1
  %644 = icmp eq i64 %643, 16
  br i1 %644, label %645, label %338

645:                                              ; preds = %338
  %646 = add nuw nsw i64 %242, 1
  %647 = icmp eq i64 %646, %26
  br i1 %647, label %648, label %241

648:                                              ; preds = %645, %239
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %11) #8
  %649 = add nuw nsw i64 %58, 32
  %650 = trunc nuw i64 %649 to i32
  %651 = icmp sgt i32 %6, %650
  br i1 %651, label %57, label %654

652:                                              ; preds = %180
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %12) #8
  br label %653

653:                                              ; preds = %83, %167, %241, %652
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %11) #8
  br label %654

654:                                              ; preds = %648, %653, %9
  %655 = phi i1 [ false, %9 ], [ true, %653 ], [ false, %648 ]
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %10) #8
  ret i1 %655
}

define internal fastcc noundef zeroext i1 @tf32_shared(ptr noundef %0, i1 noundef zeroext %1, i32 noundef range(i32 -8388608, 8388608) %2, ptr nocapture noundef readonly %3, ptr nocapture noundef readonly %4, ptr nocapture noundef %5, i32 noundef %6, i32 noundef %7, i64 noundef %8) unnamed_addr #3 {
  %10 = alloca %struct.operands, align 64
  %11 = alloca [4 x [32 x i32]], align 16
  %12 = alloca [2 x [2 x [32 x i32]]], align 16
  call void @llvm.lifetime.start.p0(i64 4608, ptr nonnull %10) #8
  %13 = icmp sgt i32 %6, 0
  %14 = getelementptr inbounds nuw i8, ptr %12, i64 256
  %15 = getelementptr inbounds nuw i8, ptr %12, i64 256
  %16 = getelementptr inbounds nuw i8, ptr %12, i64 128
  %17 = getelementptr inbounds nuw i8, ptr %12, i64 384
  %18 = getelementptr inbounds nuw i8, ptr %11, i64 128
  br i1 %13, label %19, label %473

19:                                               ; preds = %9
  %20 = zext nneg i32 %6 to i64
  %21 = getelementptr inbounds nuw i8, ptr %10, i64 2048
  %22 = icmp sgt i32 %2, 0
  %23 = getelementptr inbounds nuw i8, ptr %10, i64 4096
  %24 = getelementptr inbounds nuw i8, ptr %10, i64 3072
  %25 = shl i32 %6, 2
  %26 = zext nneg i32 %2 to i64
  %27 = getelementptr inbounds nuw i8, ptr %10, i64 4128
  %28 = getelementptr inbounds nuw i8, ptr %10, i64 4160
  %29 = getelementptr inbounds nuw i8, ptr %10, i64 4192
  %30 = getelementptr inbounds nuw i8, ptr %10, i64 4224
  %31 = getelementptr inbounds nuw i8, ptr %10, i64 4256
  %32 = getelementptr inbounds nuw i8, ptr %10, i64 4288
  %33 = getelementptr inbounds nuw i8, ptr %10, i64 4320
  %34 = getelementptr inbounds nuw i8, ptr %10, i64 3136
  %35 = getelementptr inbounds nuw i8, ptr %10, i64 3200
  %36 = getelementptr inbounds nuw i8, ptr %10, i64 3264
  %37 = getelementptr inbounds nuw i8, ptr %10, i64 3328
  %38 = getelementptr inbounds nuw i8, ptr %10, i64 3392
  %39 = getelementptr inbounds nuw i8, ptr %10, i64 3456
  %40 = getelementptr inbounds nuw i8, ptr %10, i64 3520
  br label %41

41:                                               ; preds = %19, %467
  %42 = phi i64 [ 0, %19 ], [ %468, %467 ]
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %11) #8
  %43 = getelementptr inbounds nuw i32, ptr %4, i64 %42
  %44 = trunc nuw nsw i64 %42 to i32
  %45 = add i32 %7, %44
  %46 = load i32, ptr %43, align 4
  %47 = zext i32 %46 to i64
  %48 = getelementptr inbounds nuw i32, ptr %43, i64 %20
  %49 = load i32, ptr %48, align 4
  %50 = zext i32 %49 to i64
  %51 = shl nuw i64 %50, 32
  %52 = or disjoint i64 %51, %47
  br label %53

53:                                               ; preds = %64, %41
  %54 = phi i64 [ 1, %41 ], [ %65, %64 ]
  %55 = getelementptr inbounds nuw i32, ptr %43, i64 %54
  %56 = load i32, ptr %55, align 4
  %57 = icmp eq i32 %56, %46
  br i1 %57, label %60, label %58

58:                                               ; preds = %53
  %59 = zext i32 %56 to i64
  br label %67

60:                                               ; preds = %53
  %61 = getelementptr i32, ptr %48, i64 %54
  %62 = load i32, ptr %61, align 4
  %63 = icmp eq i32 %62, %49
  br i1 %63, label %64, label %67

64:                                               ; preds = %60
  %65 = add nuw nsw i64 %54, 1
  %66 = icmp eq i64 %65, 32
  br i1 %66, label %79, label %53

67:                                               ; preds = %60, %58
  %68 = phi i64 [ %59, %58 ], [ %47, %60 ]
  %69 = trunc nuw nsw i64 %54 to i32
  %70 = add nsw i32 %6, %69
  %71 = sext i32 %70 to i64
  %72 = getelementptr inbounds i32, ptr %43, i64 %71
  %73 = load i32, ptr %72, align 4
  %74 = zext i32 %73 to i64
  %75 = shl nuw i64 %74, 32
  %76 = or disjoint i64 %75, %68
  %77 = add i32 %45, %69
  %78 = tail call zeroext i1 @record_failure(ptr noundef %0, i64 noundef 22, i64 noundef %8, i64 noundef %76, i32 noundef %77) #8
  br i1 %78, label %472, label %79

79:                                               ; preds = %64, %67
  br i1 %1, label %80, label %119

80:                                               ; preds = %79
  %81 = getelementptr inbounds nuw i32, ptr %3, i64 %42
  br label %82

82:                                               ; preds = %90, %80
  %83 = phi i64 [ 0, %80 ], [ %91, %90 ]
  %84 = mul nuw nsw i64 %83, %20
  %85 = getelementptr inbounds nuw i32, ptr %81, i64 %84
  %86 = shl i64 %83, 3
  %87 = and i64 %86, 8
  %88 = shl nuw i64 %83, 1
  %89 = and i64 %88, 2147483644
  br label %93

90:                                               ; preds = %93
  %91 = add nuw nsw i64 %83, 1
  %92 = icmp eq i64 %91, 4
  br i1 %92, label %209, label %82

93:                                               ; preds = %93, %82
  %94 = phi i64 [ 0, %82 ], [ %117, %93 ]
  %95 = getelementptr inbounds nuw i32, ptr %85, i64 %94
  %96 = load <8 x i32>, ptr %95, align 4
  %97 = lshr exact i64 %94, 2
  %98 = or disjoint i64 %97, %87
  %99 = and <8 x i32> %96, splat (i32 2147475456)
  %100 = lshr <8 x i32> %99, splat (i32 23)
  %101 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %100, <8 x i32> splat (i32 1))
  %102 = add nsw <8 x i32> %101, splat (i32 -127)
  %103 = icmp eq <8 x i32> %99, zeroinitializer
  %104 = select <8 x i1> %103, <8 x i32> splat (i32 -5000), <8 x i32> %102
  %105 = and <8 x i32> %96, splat (i32 -8192)
  %106 = bitcast <8 x i32> %105 to <8 x float>
  %107 = fpext <8 x float> %106 to <8 x double>
  %108 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %98, i64 %89
  %109 = shufflevector <8 x double> %107, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %109, ptr %108, align 32
  %110 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %21, i64 0, i64 %98, i64 %89
  %111 = shufflevector <8 x i32> %104, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %111, ptr %110, align 16
  %112 = or disjoint i64 %98, 1
  %113 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %112, i64 %89
  %114 = shufflevector <8 x double> %107, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %114, ptr %113, align 32
  %115 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %21, i64 0, i64 %112, i64 %89
  %116 = shufflevector <8 x i32> %104, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %116, ptr %115, align 16
  %117 = add nuw nsw i64 %94, 8
  %118 = icmp samesign ult i64 %94, 24
  br i1 %118, label %93, label %90

119:                                              ; preds = %79
  %120 = lshr i32 %45, 1
  %121 = and i32 %120, 48
  %122 = getelementptr inbounds nuw i32, ptr %3, i64 %42
  %123 = load i32, ptr %122, align 4
  %124 = zext i32 %123 to i64
  %125 = getelementptr inbounds nuw i32, ptr %122, i64 %20
  %126 = load i32, ptr %125, align 4
  %127 = zext i32 %126 to i64
  %128 = shl nuw i64 %127, 32
  %129 = or disjoint i64 %128, %124
  br label %130

130:                                              ; preds = %141, %119
  %131 = phi i64 [ 1, %119 ], [ %142, %141 ]
  %132 = getelementptr inbounds nuw i32, ptr %122, i64 %131
  %133 = load i32, ptr %132, align 4
  %134 = icmp eq i32 %133, %123
  br i1 %134, label %137, label %135

135:                                              ; preds = %130
  %136 = zext i32 %133 to i64
  br label %144

137:                                              ; preds = %130
  %138 = getelementptr i32, ptr %125, i64 %131
  %139 = load i32, ptr %138, align 4
  %140 = icmp eq i32 %139, %126
  br i1 %140, label %141, label %144

141:                                              ; preds = %137
  %142 = add nuw nsw i64 %131, 1
  %143 = icmp eq i64 %142, 32
  br i1 %143, label %156, label %130

144:                                              ; preds = %137, %135
  %145 = phi i64 [ %136, %135 ], [ %124, %137 ]
  %146 = trunc nuw nsw i64 %131 to i32
  %147 = add nsw i32 %6, %146
  %148 = sext i32 %147 to i64
  %149 = getelementptr inbounds i32, ptr %122, i64 %148
  %150 = load i32, ptr %149, align 4
  %151 = zext i32 %150 to i64
  %152 = shl nuw i64 %151, 32
  %153 = or disjoint i64 %152, %145
  %154 = add i32 %45, %146
  %155 = tail call zeroext i1 @record_failure(ptr noundef %0, i64 noundef 22, i64 noundef %8, i64 noundef %153, i32 noundef %154) #8
  br i1 %155, label %472, label %156

156:                                              ; preds = %141, %144
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %12) #8
  br label %157

157:                                              ; preds = %156, %168
  %158 = phi i1 [ true, %156 ], [ false, %168 ]
  %159 = phi ptr [ %12, %156 ], [ %14, %168 ]
  %160 = phi ptr [ %12, %156 ], [ %15, %168 ]
  %161 = phi ptr [ %16, %156 ], [ %17, %168 ]
  %162 = phi ptr [ %11, %156 ], [ %18, %168 ]
  %163 = phi i64 [ 0, %156 ], [ 1, %168 ]
  %164 = trunc nuw nsw i64 %163 to i32
  %165 = shl nuw nsw i32 %164, 3
  %166 = or disjoint i32 %165, %121
  %167 = call fastcc zeroext i1 @read_rows(ptr noundef %0, i64 noundef %129, i32 noundef %166, i32 noundef %45, i64 noundef %8, ptr noundef %159)
  br i1 %167, label %471, label %168

168:                                              ; preds = %157
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %162, ptr noundef nonnull align 16 dereferenceable(128) %160, i64 128, i1 false)
  %169 = or disjoint i64 %163, 2
  %170 = getelementptr inbounds nuw [4 x [32 x i32]], ptr %11, i64 0, i64 %169
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %170, ptr noundef nonnull align 16 dereferenceable(128) %161, i64 128, i1 false)
  br i1 %158, label %157, label %171

171:                                              ; preds = %168, %179
  %172 = phi i64 [ %180, %179 ], [ 0, %168 ]
  %173 = shl nsw i64 %172, 7
  %174 = getelementptr inbounds nuw i8, ptr %11, i64 %173
  %175 = shl i64 %172, 3
  %176 = and i64 %175, 8
  %177 = shl nuw i64 %172, 1
  %178 = and i64 %177, 2147483644
  br label %182

179:                                              ; preds = %182
  %180 = add nuw nsw i64 %172, 1
  %181 = icmp eq i64 %180, 4
  br i1 %181, label %208, label %171

182:                                              ; preds = %182, %171
  %183 = phi i64 [ 0, %171 ], [ %206, %182 ]
  %184 = getelementptr inbounds nuw i32, ptr %174, i64 %183
  %185 = load <8 x i32>, ptr %184, align 16
  %186 = lshr exact i64 %183, 2
  %187 = or disjoint i64 %186, %176
  %188 = and <8 x i32> %185, splat (i32 2147475456)
  %189 = lshr <8 x i32> %188, splat (i32 23)
  %190 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %189, <8 x i32> splat (i32 1))
  %191 = add nsw <8 x i32> %190, splat (i32 -127)
  %192 = icmp eq <8 x i32> %188, zeroinitializer
  %193 = select <8 x i1> %192, <8 x i32> splat (i32 -5000), <8 x i32> %191
  %194 = and <8 x i32> %185, splat (i32 -8192)
  %195 = bitcast <8 x i32> %194 to <8 x float>
  %196 = fpext <8 x float> %195 to <8 x double>
  %197 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %187, i64 %178
  %198 = shufflevector <8 x double> %196, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %198, ptr %197, align 32
  %199 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %21, i64 0, i64 %187, i64 %178
  %200 = shufflevector <8 x i32> %193, <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x i32> %200, ptr %199, align 16
  %201 = or disjoint i64 %187, 1
  %202 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %201, i64 %178
  %203 = shufflevector <8 x double> %196, <8 x double> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x double> %203, ptr %202, align 32
  %204 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %21, i64 0, i64 %201, i64 %178
  %205 = shufflevector <8 x i32> %193, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  store <4 x i32> %205, ptr %204, align 16
  %206 = add nuw nsw i64 %183, 8
  %207 = icmp samesign ult i64 %183, 24
  br i1 %207, label %182, label %179

208:                                              ; preds = %179
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %12) #8
  br label %209

209:                                              ; preds = %90, %208
  %210 = getelementptr i32, ptr %5, i64 %42
  br i1 %22, label %211, label %467

211:                                              ; preds = %209, %464
  %212 = phi i64 [ %465, %464 ], [ 0, %209 ]
  %213 = trunc i64 %212 to i32
  %214 = shl i32 %213, 3
  %215 = call fastcc zeroext i1 @read_rows(ptr noundef %0, i64 noundef %52, i32 noundef %214, i32 noundef %45, i64 noundef %8, ptr noundef %11)
  br i1 %215, label %472, label %216

216:                                              ; preds = %211, %221
  %217 = phi i64 [ %222, %221 ], [ 0, %211 ]
  %218 = shl nsw i64 %217, 7
  %219 = getelementptr inbounds nuw i8, ptr %11, i64 %218
  %220 = shl i64 %217, 2
  br label %224

221:                                              ; preds = %224
  %222 = add nuw nsw i64 %217, 1
  %223 = icmp eq i64 %222, 2
  br i1 %223, label %264, label %216

224:                                              ; preds = %224, %216
  %225 = phi i64 [ 0, %216 ], [ %262, %224 ]
  %226 = getelementptr inbounds nuw i32, ptr %219, i64 %225
  %227 = load i32, ptr %226, align 4
  %228 = insertelement <8 x i32> poison, i32 %227, i64 0
  %229 = getelementptr inbounds nuw i8, ptr %226, i64 16
  %230 = load i32, ptr %229, align 4
  %231 = insertelement <8 x i32> %228, i32 %230, i64 1
  %232 = getelementptr inbounds nuw i8, ptr %226, i64 32
  %233 = load i32, ptr %232, align 4
  %234 = insertelement <8 x i32> %231, i32 %233, i64 2
  %235 = getelementptr inbounds nuw i8, ptr %226, i64 48
  %236 = load i32, ptr %235, align 4
  %237 = insertelement <8 x i32> %234, i32 %236, i64 3
  %238 = getelementptr inbounds nuw i8, ptr %226, i64 64
  %239 = load i32, ptr %238, align 4
  %240 = insertelement <8 x i32> %237, i32 %239, i64 4
  %241 = getelementptr inbounds nuw i8, ptr %226, i64 80
  %242 = load i32, ptr %241, align 4
  %243 = insertelement <8 x i32> %240, i32 %242, i64 5
  %244 = getelementptr inbounds nuw i8, ptr %226, i64 96
  %245 = load i32, ptr %244, align 4
  %246 = insertelement <8 x i32> %243, i32 %245, i64 6
  %247 = getelementptr inbounds nuw i8, ptr %226, i64 112
  %248 = load i32, ptr %247, align 4
  %249 = insertelement <8 x i32> %246, i32 %248, i64 7
  %250 = add nuw nsw i64 %225, %220
  %251 = getelementptr inbounds nuw [16 x <8 x i32>], ptr %23, i64 0, i64 %250
  %252 = and <8 x i32> %249, splat (i32 2147475456)
  %253 = lshr <8 x i32> %252, splat (i32 23)
  %254 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %253, <8 x i32> splat (i32 1))
  %255 = add nsw <8 x i32> %254, splat (i32 -127)
  %256 = icmp eq <8 x i32> %252, zeroinitializer
  %257 = select <8 x i1> %256, <8 x i32> splat (i32 -5000), <8 x i32> %255
  store <8 x i32> %257, ptr %251, align 32
  %258 = and <8 x i32> %249, splat (i32 -8192)
  %259 = bitcast <8 x i32> %258 to <8 x float>
  %260 = fpext <8 x float> %259 to <8 x double>
  %261 = getelementptr inbounds nuw [16 x <8 x double>], ptr %24, i64 0, i64 %250
  store <8 x double> %260, ptr %261, align 64
  %262 = add nuw nsw i64 %225, 1
  %263 = icmp eq i64 %262, 4
  br i1 %263, label %221, label %224

264:                                              ; preds = %221
  %265 = trunc nuw nsw i64 %212 to i32
  %266 = mul i32 %25, %265
  %267 = sext i32 %266 to i64
  %268 = getelementptr i32, ptr %210, i64 %267
  %269 = load <8 x i32>, ptr %23, align 64
  %270 = load <8 x i32>, ptr %27, align 32
  %271 = load <8 x i32>, ptr %28, align 64
  %272 = load <8 x i32>, ptr %29, align 32
  %273 = load <8 x i32>, ptr %30, align 64
  %274 = load <8 x i32>, ptr %31, align 32
  %275 = load <8 x i32>, ptr %32, align 64
  %276 = load <8 x i32>, ptr %33, align 32
  %277 = load <8 x double>, ptr %24, align 64
  %278 = load <8 x double>, ptr %34, align 64
  %279 = load <8 x double>, ptr %35, align 64
  %280 = load <8 x double>, ptr %36, align 64
  %281 = load <8 x double>, ptr %37, align 64
  %282 = load <8 x double>, ptr %38, align 64
  %283 = load <8 x double>, ptr %39, align 64
  %284 = load <8 x double>, ptr %40, align 64
  br label %285

285:                                              ; preds = %264, %285
  %286 = phi i64 [ 0, %264 ], [ %462, %285 ]
  %287 = trunc nuw nsw i64 %286 to i32
  %288 = lshr i32 %287, 2
  %289 = and i32 %288, 2
  %290 = mul nuw nsw i32 %289, %6
  %291 = zext nneg i32 %290 to i64
  %292 = getelementptr inbounds nuw i32, ptr %268, i64 %291
  %293 = shl i64 %286, 2
  %294 = and i64 %293, 28
  %295 = getelementptr inbounds nuw i32, ptr %292, i64 %294
  %296 = getelementptr inbounds nuw i32, ptr %295, i64 %20
  %297 = load <4 x i32>, ptr %295, align 4
  %298 = load <4 x i32>, ptr %296, align 4
  %299 = shufflevector <4 x i32> %297, <4 x i32> %298, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  %300 = and <8 x i32> %299, splat (i32 2147483647)
  %301 = lshr <8 x i32> %300, splat (i32 23)
  %302 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %301, <8 x i32> splat (i32 1))
  %303 = icmp eq <8 x i32> %300, zeroinitializer
  %304 = bitcast <8 x i32> %299 to <8 x float>
  %305 = add nsw <8 x i32> %302, splat (i32 -127)
  %306 = select <8 x i1> %303, <8 x i32> splat (i32 -133), <8 x i32> %305
  %307 = getelementptr inbounds nuw [16 x [16 x i32]], ptr %21, i64 0, i64 %286, i64 0
  %308 = load i32, ptr %307, align 64
  %309 = insertelement <8 x i32> poison, i32 %308, i64 0
  %310 = shufflevector <8 x i32> %309, <8 x i32> poison, <8 x i32> zeroinitializer
  %311 = add <8 x i32> %310, %269
  %312 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %306, <8 x i32> %311)
  %313 = shl nuw nsw i64 %286, 6
  %314 = or disjoint i64 %313, 4
  %315 = getelementptr inbounds nuw i8, ptr %21, i64 %314
  %316 = load i32, ptr %315, align 4
  %317 = insertelement <8 x i32> poison, i32 %316, i64 0
  %318 = shufflevector <8 x i32> %317, <8 x i32> poison, <8 x i32> zeroinitializer
  %319 = add <8 x i32> %318, %270
  %320 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %312, <8 x i32> %319)
  %321 = shl nuw nsw i64 %286, 6
  %322 = or disjoint i64 %321, 8
  %323 = getelementptr inbounds nuw i8, ptr %21, i64 %322
  %324 = load i32, ptr %323, align 8
  %325 = insertelement <8 x i32> poison, i32 %324, i64 0
  %326 = shufflevector <8 x i32> %325, <8 x i32> poison, <8 x i32> zeroinitializer
  %327 = add <8 x i32> %326, %271
  %328 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %320, <8 x i32> %327)
  %329 = shl nuw nsw i64 %286, 6
  %330 = or disjoint i64 %329, 12
  %331 = getelementptr inbounds nuw i8, ptr %21, i64 %330
  %332 = load i32, ptr %331, align 4
  %333 = insertelement <8 x i32> poison, i32 %332, i64 0
  %334 = shufflevector <8 x i32> %333, <8 x i32> poison, <8 x i32> zeroinitializer
  %335 = add <8 x i32> %334, %272
  %336 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %328, <8 x i32> %335)
  %337 = shl nuw nsw i64 %286, 6
  %338 = or disjoint i64 %337, 16
  %339 = getelementptr inbounds nuw i8, ptr %21, i64 %338
  %340 = load i32, ptr %339, align 16
  %341 = insertelement <8 x i32> poison, i32 %340, i64 0
  %342 = shufflevector <8 x i32> %341, <8 x i32> poison, <8 x i32> zeroinitializer
  %343 = add <8 x i32> %342, %273
  %344 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %336, <8 x i32> %343)
  %345 = shl nuw nsw i64 %286, 6
  %346 = or disjoint i64 %345, 20
  %347 = getelementptr inbounds nuw i8, ptr %21, i64 %346
  %348 = load i32, ptr %347, align 4
  %349 = insertelement <8 x i32> poison, i32 %348, i64 0
  %350 = shufflevector <8 x i32> %349, <8 x i32> poison, <8 x i32> zeroinitializer
  %351 = add <8 x i32> %350, %274
  %352 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %344, <8 x i32> %351)
  %353 = shl nuw nsw i64 %286, 6
  %354 = or disjoint i64 %353, 24
  %355 = getelementptr inbounds nuw i8, ptr %21, i64 %354
  %356 = load i32, ptr %355, align 8
  %357 = insertelement <8 x i32> poison, i32 %356, i64 0
  %358 = shufflevector <8 x i32> %357, <8 x i32> poison, <8 x i32> zeroinitializer
  %359 = add <8 x i32> %358, %275
  %360 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %352, <8 x i32> %359)
  %361 = shl nuw nsw i64 %286, 6
  %362 = or disjoint i64 %361, 28
  %363 = getelementptr inbounds nuw i8, ptr %21, i64 %362
  %364 = load i32, ptr %363, align 4
  %365 = insertelement <8 x i32> poison, i32 %364, i64 0
  %366 = shufflevector <8 x i32> %365, <8 x i32> poison, <8 x i32> zeroinitializer
  %367 = add <8 x i32> %366, %276
  %368 = tail call <8 x i32> @llvm.smax.v8i32(<8 x i32> %360, <8 x i32> %367)
  %369 = fpext <8 x float> %304 to <8 x double>
  %370 = sub nsw <8 x i32> splat (i32 1048), %368
  %371 = zext <8 x i32> %370 to <8 x i64>
  %372 = shl <8 x i64> %371, splat (i64 52)
  %373 = bitcast <8 x i64> %372 to <8 x double>
  %374 = fmul <8 x double> %369, %373
  %375 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %374)
  %376 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %286, i64 0
  %377 = load double, ptr %376, align 64
  %378 = insertelement <8 x double> poison, double %377, i64 0
  %379 = shufflevector <8 x double> %378, <8 x double> poison, <8 x i32> zeroinitializer
  %380 = fmul <8 x double> %277, %379
  %381 = fmul <8 x double> %380, %373
  %382 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %381)
  %383 = fadd <8 x double> %375, %382
  %384 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %286, i64 1
  %385 = load double, ptr %384, align 8
  %386 = insertelement <8 x double> poison, double %385, i64 0
  %387 = shufflevector <8 x double> %386, <8 x double> poison, <8 x i32> zeroinitializer
  %388 = fmul <8 x double> %278, %387
  %389 = fmul <8 x double> %388, %373
  %390 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %389)
  %391 = fadd <8 x double> %383, %390
  %392 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %286, i64 2
  %393 = load double, ptr %392, align 16
  %394 = insertelement <8 x double> poison, double %393, i64 0
  %395 = shufflevector <8 x double> %394, <8 x double> poison, <8 x i32> zeroinitializer
  %396 = fmul <8 x double> %279, %395
  %397 = fmul <8 x double> %396, %373
  %398 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %397)
  %399 = fadd <8 x double> %391, %398
  %400 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %286, i64 3
  %401 = load double, ptr %400, align 8
  %402 = insertelement <8 x double> poison, double %401, i64 0
  %403 = shufflevector <8 x double> %402, <8 x double> poison, <8 x i32> zeroinitializer
  %404 = fmul <8 x double> %280, %403
  %405 = fmul <8 x double> %404, %373
  %406 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %405)
  %407 = fadd <8 x double> %399, %406
  %408 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %286, i64 4
  %409 = load double, ptr %408, align 32
  %410 = insertelement <8 x double> poison, double %409, i64 0
  %411 = shufflevector <8 x double> %410, <8 x double> poison, <8 x i32> zeroinitializer
  %412 = fmul <8 x double> %281, %411
  %413 = fmul <8 x double> %412, %373
  %414 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %413)
  %415 = fadd <8 x double> %407, %414
  %416 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %286, i64 5
  %417 = load double, ptr %416, align 8
  %418 = insertelement <8 x double> poison, double %417, i64 0
  %419 = shufflevector <8 x double> %418, <8 x double> poison, <8 x i32> zeroinitializer
  %420 = fmul <8 x double> %282, %419
  %421 = fmul <8 x double> %420, %373
  %422 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %421)
  %423 = fadd <8 x double> %415, %422
  %424 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %286, i64 6
  %425 = load double, ptr %424, align 16
  %426 = insertelement <8 x double> poison, double %425, i64 0
  %427 = shufflevector <8 x double> %426, <8 x double> poison, <8 x i32> zeroinitializer
  %428 = fmul <8 x double> %283, %427
  %429 = fmul <8 x double> %428, %373
  %430 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %429)
  %431 = fadd <8 x double> %423, %430
  %432 = getelementptr inbounds nuw [16 x [16 x double]], ptr %10, i64 0, i64 %286, i64 7
  %433 = load double, ptr %432, align 8
  %434 = insertelement <8 x double> poison, double %433, i64 0
  %435 = shufflevector <8 x double> %434, <8 x double> poison, <8 x i32> zeroinitializer
  %436 = fmul <8 x double> %284, %435
  %437 = fmul <8 x double> %436, %373
  %438 = tail call <8 x double> @llvm.trunc.v8f64(<8 x double> %437)
  %439 = fadd <8 x double> %431, %438
  %440 = add <8 x i32> %368, splat (i32 998)
  %441 = zext <8 x i32> %440 to <8 x i64>
  %442 = shl <8 x i64> %441, splat (i64 52)
  %443 = bitcast <8 x i64> %442 to <8 x double>
  %444 = fmul <8 x double> %439, %443
  %445 = fptrunc <8 x double> %444 to <8 x float>
  %446 = tail call <8 x double> @llvm.fabs.v8f64(<8 x double> %444)
  %447 = tail call <8 x float> @llvm.fabs.v8f32(<8 x float> %445)
  %448 = fpext <8 x float> %447 to <8 x double>
  %449 = fcmp olt <8 x double> %446, %448
  %450 = fcmp olt <8 x double> %446, splat (double 0x47F0000000000000)
  %451 = and <8 x i1> %450, %449
  %452 = bitcast <8 x float> %445 to <8 x i32>
  %453 = sext <8 x i1> %451 to <8 x i32>
  %454 = add <8 x i32> %453, %452
  %455 = and <8 x i32> %454, splat (i32 2147483647)
  %456 = icmp eq <8 x i32> %455, zeroinitializer
  %457 = select <8 x i1> %456, <8 x i32> zeroinitializer, <8 x i32> %454
  %458 = fcmp ord <8 x float> %445, zeroinitializer
  %459 = select <8 x i1> %458, <8 x i32> %457, <8 x i32> splat (i32 2147483647)
  %460 = shufflevector <8 x i32> %459, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  store <4 x i32> %460, ptr %295, align 4
  %461 = shufflevector <8 x i32> %459, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  store <4 x i32> %461, ptr %296, align 4
  %462 = add nuw nsw i64 %286, 1
  %463 = icmp eq i64 %462, 16
  br i1 %463, label %464, label %285

464:                                              ; preds = %285
  %465 = add nuw nsw i64 %212, 1
  %466 = icmp eq i64 %465, %26
  br i1 %466, label %467, label %211

467:                                              ; preds = %464, %209
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %11) #8
  %468 = add nuw nsw i64 %42, 32
  %469 = trunc nuw i64 %468 to i32
  %470 = icmp sgt i32 %6, %469
  br i1 %470, label %41, label %473

471:                                              ; preds = %157
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %12) #8
  br label %472

472:                                              ; preds = %67, %144, %211, %471
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %11) #8
  br label %473

473:                                              ; preds = %467, %472, %9
  %474 = phi i1 [ false, %9 ], [ true, %472 ], [ false, %467 ]
  call void @llvm.lifetime.end.p0(i64 4608, ptr nonnull %10) #8
  ret i1 %474
}

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #4

declare <8 x i32> @llvm.smax.v8i32(<8 x i32>, <8 x i32>) #5

declare <8 x double> @llvm.trunc.v8f64(<8 x double>) #5

declare <8 x double> @llvm.fabs.v8f64(<8 x double>) #5

define internal fastcc zeroext i1 @read_rows(ptr noundef %0, i64 noundef %1, i32 noundef range(i32 -2147483648, 67108849) %2, i32 noundef %3, i64 noundef %4, ptr nocapture noundef nonnull writeonly %5) unnamed_addr #0 {
  %7 = and i64 %1, 4611615652904484864
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %11, label %9

9:                                                ; preds = %6
  %10 = tail call zeroext i1 @record_failure(ptr noundef %0, i64 noundef 22, i64 noundef %4, i64 noundef %1, i32 noundef %3) #8
  br label %62

11:                                               ; preds = %6
  %12 = lshr i64 %1, 62
  %13 = trunc nuw nsw i64 %12 to i32
  %14 = lshr exact i32 256, %13
  %15 = zext nneg i32 %14 to i64
  %16 = icmp ult i64 %1, 4611686018427387904
  %17 = lshr i64 %1, 12
  %18 = and i64 %17, 262128
  %19 = shl i64 %1, 4
  %20 = and i64 %19, 262128
  %21 = lshr i64 %1, 28
  %22 = and i64 %21, 262128
  %23 = sdiv i32 %2, 8
  %24 = sext i32 %23 to i64
  %25 = mul nsw i64 %22, %24
  %26 = add nsw i64 %25, %20
  %27 = sub nuw nsw i64 8, %12
  %28 = select i1 %16, i64 4, i64 %27
  %29 = select i1 %16, i64 %18, i64 16
  %30 = add nsw i64 %15, -16
  %31 = select i1 %16, i64 0, i64 %30
  %32 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 80), align 8
  %33 = icmp eq i32 %32, 0
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 8
  br label %35

35:                                               ; preds = %11, %59
  %36 = phi i64 [ 0, %11 ], [ %60, %59 ]
  %37 = shl nuw nsw i64 %36, %28
  %38 = add nsw i64 %26, %37
  %39 = shl nuw nsw i64 %36, 4
  %40 = getelementptr inbounds nuw i8, ptr %5, i64 %39
  br label %41

41:                                               ; preds = %35, %53
  %42 = phi i1 [ true, %35 ], [ false, %53 ]
  %43 = phi i64 [ 0, %35 ], [ 1, %53 ]
  %44 = mul nuw nsw i64 %29, %43
  %45 = add nsw i64 %38, %44
  %46 = lshr i64 %45, 3
  %47 = and i64 %46, %31
  %48 = xor i64 %47, %45
  %49 = tail call zeroext i1 @check_shared(ptr noundef %0, i64 noundef %48, i64 noundef 16, i64 noundef %4, i32 noundef %3) #8
  br i1 %49, label %62, label %50

50:                                               ; preds = %41
  br i1 %33, label %53, label %51

51:                                               ; preds = %50
  %52 = tail call zeroext i1 @read_matrix(ptr noundef %0, i64 noundef %48, i64 noundef %4, i32 noundef %3) #8
  br i1 %52, label %62, label %53

53:                                               ; preds = %51, %50
  %54 = shl nuw nsw i64 %43, 7
  %55 = getelementptr inbounds nuw i8, ptr %40, i64 %54
  %56 = load i64, ptr %34, align 8
  %57 = inttoptr i64 %56 to ptr
  %58 = getelementptr inbounds nuw i8, ptr %57, i64 %48
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %55, ptr noundef nonnull align 1 dereferenceable(16) %58, i64 16, i1 false)
  br i1 %42, label %41, label %59

59:                                               ; preds = %53
  %60 = add nuw nsw i64 %36, 1
  %61 = icmp eq i64 %60, 8
  br i1 %61, label %62, label %35

62:                                               ; preds = %59, %41, %51, %9
  %63 = phi i1 [ %10, %9 ], [ true, %51 ], [ true, %41 ], [ false, %59 ]
  ret i1 %63
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
