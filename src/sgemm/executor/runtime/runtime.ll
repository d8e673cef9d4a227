; 676c3d2a74c41bc1547d4fe6ecc11c0eb8e0764ae33576de94d04cbc79a4e20a
%struct.plan = type { i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32 }
%struct.ended = type { [8 x i32] }
%struct.anon = type { i32, i32, i32 }
%struct.shared_part = type { [4 x i32], [4 x i32], %struct.ended, [2 x %struct.ended] }
%struct.anon.0 = type { i64, i64 }
%struct.copy = type { i64, i64, i32, i32, i32, i32, i32 }
%struct.bulk_copy = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 }
%struct.fragment = type { i32, i32, i32, i32, i32, i32, i32 }

@plan = external local_unnamed_addr constant %struct.plan, align 8

define void @pass_mbarrier(ptr nocapture noundef readonly %0, i64 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %5 = load i64, ptr %4, align 8
  %6 = inttoptr i64 %5 to ptr
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 4
  %8 = zext i32 %2 to i64
  %9 = getelementptr inbounds nuw [1024 x %struct.ended], ptr %7, i64 0, i64 %8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %11 = load i64, ptr %10, align 8
  %12 = sub i64 %1, %11
  %13 = shl nuw nsw i64 %12, 3
  %14 = and i64 %13, 9223372036854775680
  %15 = getelementptr i8, ptr %6, i64 45668
  %16 = getelementptr i8, ptr %15, i64 %14
  %17 = lshr i64 %1, 3
  %18 = and i64 %17, 1
  %19 = getelementptr inbounds nuw [2 x %struct.ended], ptr %16, i64 0, i64 %18
  br label %20

20:                                               ; preds = %28, %3
  %21 = phi i64 [ 0, %3 ], [ %29, %28 ]
  %22 = getelementptr inbounds nuw [8 x i32], ptr %19, i64 0, i64 %21
  %23 = load i32, ptr %22, align 4
  %24 = getelementptr inbounds nuw [8 x i32], ptr %9, i64 0, i64 %21
  %25 = load i32, ptr %24, align 4
  %26 = icmp ugt i32 %23, %25
  br i1 %26, label %27, label %28

27:                                               ; preds = %20
  store i32 %23, ptr %24, align 4
  br label %28

28:                                               ; preds = %27, %20
  %29 = add nuw nsw i64 %21, 1
  %30 = icmp eq i64 %29, 8
  br i1 %30, label %31, label %20

31:                                               ; preds = %28
  ret void
}

define void @synchronize_anywhere(ptr nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 33284
  %7 = getelementptr inbounds nuw i8, ptr %5, i64 4
  %8 = zext i32 %1 to i64
  %9 = getelementptr inbounds nuw [1024 x %struct.ended], ptr %7, i64 0, i64 %8
  br label %10

10:                                               ; preds = %18, %2
  %11 = phi i64 [ 0, %2 ], [ %19, %18 ]
  %12 = getelementptr inbounds nuw [8 x i32], ptr %9, i64 0, i64 %11
  %13 = load i32, ptr %12, align 4
  %14 = getelementptr inbounds nuw [8 x i32], ptr %6, i64 0, i64 %11
  %15 = load i32, ptr %14, align 4
  %16 = icmp ugt i32 %13, %15
  br i1 %16, label %17, label %18

17:                                               ; preds = %10
  store i32 %13, ptr %14, align 4
  br label %18

18:                                               ; preds = %17, %10
  %19 = add nuw nsw i64 %11, 1
  %20 = icmp eq i64 %19, 8
  br i1 %20, label %21, label %10

21:                                               ; preds = %18
  %22 = load i64, ptr %3, align 8
  %23 = inttoptr i64 %22 to ptr
  %24 = getelementptr inbounds nuw i8, ptr %23, i64 4
  %25 = getelementptr inbounds nuw [1024 x %struct.ended], ptr %24, i64 0, i64 %8
  br label %26

26:                                               ; preds = %34, %21
  %27 = phi i64 [ 0, %21 ], [ %35, %34 ]
  %28 = getelementptr inbounds nuw [8 x i32], ptr %6, i64 0, i64 %27
  %29 = load i32, ptr %28, align 4
  %30 = getelementptr inbounds nuw [8 x i32], ptr %25, i64 0, i64 %27
  %31 = load i32, ptr %30, align 4
  %32 = icmp ugt i32 %29, %31
  br i1 %32, label %33, label %34

33:                                               ; preds = %26
  store i32 %29, ptr %30, align 4
  br label %34

34:                                               ; preds = %33, %26
  %35 = add nuw nsw i64 %27, 1
  %36 = icmp eq i64 %35, 8
  br i1 %36, label %37, label %26

37:                                               ; preds = %34
  ret void
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

define void @fence_proxies(ptr nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #2 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = load i32, ptr %5, align 4
  %7 = add i32 %6, 1
  store i32 %7, ptr %5, align 4
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 33316
  %9 = zext i32 %1 to i64
  %10 = getelementptr inbounds nuw [1024 x %struct.anon], ptr %8, i64 0, i64 %9
  store i32 %7, ptr %10, align 4
  ret void
}

define void @release_writes(ptr nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #2 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 33316
  %7 = zext i32 %1 to i64
  %8 = getelementptr inbounds nuw [1024 x %struct.anon], ptr %6, i64 0, i64 %7
  %9 = load i32, ptr %8, align 4
  %10 = getelementptr inbounds nuw i8, ptr %8, i64 4
  store i32 %9, ptr %10, align 4
  %11 = load i32, ptr %5, align 4
  %12 = add i32 %11, 1
  store i32 %12, ptr %5, align 4
  %13 = getelementptr inbounds nuw i8, ptr %8, i64 8
  store i32 %12, ptr %13, align 4
  ret void
}

define noundef zeroext i1 @read_matrix(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 45604
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %10 = load i64, ptr %9, align 8
  %11 = sub i64 %1, %10
  %12 = lshr i64 %11, 4
  %13 = getelementptr inbounds nuw [0 x %struct.shared_part], ptr %8, i64 0, i64 %12
  %14 = getelementptr inbounds nuw i8, ptr %13, i64 16
  %15 = getelementptr inbounds nuw i8, ptr %7, i64 33316
  %16 = icmp ult i32 %3, -32
  %17 = and i32 %3, -32
  %18 = zext i32 %17 to i64
  %19 = add nuw i32 %17, 32
  br label %20

20:                                               ; preds = %4, %66
  %21 = phi i64 [ 0, %4 ], [ %67, %66 ]
  %22 = getelementptr inbounds nuw [4 x i32], ptr %14, i64 0, i64 %21
  %23 = load i32, ptr %22, align 4
  %24 = add i32 %23, -1
  %25 = icmp eq i32 %23, 0
  br i1 %25, label %66, label %26

26:                                               ; preds = %20
  %27 = getelementptr inbounds nuw [4 x i32], ptr %13, i64 0, i64 %21
  %28 = load i32, ptr %27, align 4
  %29 = zext i32 %24 to i64
  %30 = getelementptr inbounds nuw [1024 x %struct.anon], ptr %15, i64 0, i64 %29
  %31 = getelementptr inbounds nuw i8, ptr %30, i64 4
  %32 = load i32, ptr %31, align 4
  %33 = icmp ult i32 %28, %32
  br i1 %33, label %66, label %34

34:                                               ; preds = %26
  %35 = xor i32 %24, %3
  %36 = icmp ult i32 %35, 32
  br i1 %36, label %37, label %40

37:                                               ; preds = %34
  %38 = load i32, ptr %30, align 4
  %39 = icmp ult i32 %28, %38
  br i1 %39, label %66, label %40

40:                                               ; preds = %37, %34
  %41 = getelementptr inbounds nuw i8, ptr %30, i64 8
  %42 = load i32, ptr %41, align 4
  %43 = icmp ult i32 %28, %42
  br i1 %43, label %44, label %56

44:                                               ; preds = %40
  br i1 %16, label %45, label %66

45:                                               ; preds = %44, %45
  %46 = phi i64 [ %51, %45 ], [ %18, %44 ]
  %47 = phi i32 [ %50, %45 ], [ -1, %44 ]
  %48 = getelementptr inbounds nuw [1024 x %struct.anon], ptr %15, i64 0, i64 %46
  %49 = load i32, ptr %48, align 4
  %50 = tail call i32 @llvm.umin.i32(i32 %49, i32 %47)
  %51 = add nuw nsw i64 %46, 1
  %52 = trunc i64 %51 to i32
  %53 = icmp eq i32 %19, %52
  br i1 %53, label %54, label %45

54:                                               ; preds = %45
  %55 = icmp ult i32 %28, %50
  br i1 %55, label %66, label %56

56:                                               ; preds = %40, %54
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 184
  store i64 %29, ptr %57, align 8
  %58 = shl i64 %21, 2
  %59 = and i64 %58, 4294967292
  %60 = add i64 %1, %59
  %61 = zext i32 %3 to i64
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 25, ptr %62, align 8
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %2, ptr %63, align 8
  %64 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %60, ptr %64, align 8
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %61, ptr %65, align 8
  br label %85

66:                                               ; preds = %37, %26, %44, %54, %20
  %67 = add nuw nsw i64 %21, 1
  %68 = icmp eq i64 %67, 4
  br i1 %68, label %69, label %20

69:                                               ; preds = %66
  %70 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %71 = load i64, ptr %70, align 8
  %72 = sext i32 %3 to i64
  %73 = load i64, ptr @plan, align 8
  %74 = mul nsw i64 %73, %72
  %75 = add i64 %74, %71
  %76 = inttoptr i64 %75 to ptr
  %77 = load i64, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 24), align 8
  %78 = getelementptr inbounds i8, ptr %76, i64 %77
  %79 = load i32, ptr %78, align 4
  %80 = add i32 %79, 1
  %81 = getelementptr inbounds nuw i8, ptr %13, i64 32
  %82 = lshr i32 %3, 7
  %83 = zext nneg i32 %82 to i64
  %84 = getelementptr inbounds nuw [8 x i32], ptr %81, i64 0, i64 %83
  store i32 %80, ptr %84, align 4
  br label %85

85:                                               ; preds = %56, %69
  %86 = phi i1 [ true, %56 ], [ false, %69 ]
  ret i1 %86
}

define noundef zeroext i1 @write_shared(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = zext i32 %4 to i64
  %7 = tail call fastcc zeroext i1 @check_write(ptr noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i64 noundef %6) #20
  br i1 %7, label %9, label %8

8:                                                ; preds = %5
  tail call fastcc void @note_write(ptr noundef %0, i64 noundef %1, i64 noundef %2, i32 noundef %4) #20
  br label %9

9:                                                ; preds = %5, %8
  ret i1 %7
}

define internal fastcc noundef zeroext i1 @check_write(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i64 noundef %4) unnamed_addr #3 {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 4
  %10 = and i64 %4, 4294967295
  %11 = getelementptr inbounds nuw [1024 x %struct.ended], ptr %9, i64 0, i64 %10
  %12 = add i64 %2, %1
  %13 = getelementptr inbounds nuw i8, ptr %8, i64 45604
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %15 = load i64, ptr %14, align 8
  %16 = xor i64 %15, -1
  %17 = add i64 %12, %16
  %18 = lshr i64 %17, 4
  %19 = getelementptr inbounds nuw [0 x %struct.shared_part], ptr %13, i64 0, i64 %18
  %20 = sub i64 %1, %15
  %21 = lshr i64 %20, 4
  %22 = icmp samesign ugt i64 %21, %18
  br i1 %22, label %47, label %23

23:                                               ; preds = %5
  %24 = getelementptr inbounds nuw [0 x %struct.shared_part], ptr %13, i64 0, i64 %21
  br label %25

25:                                               ; preds = %23, %44
  %26 = phi ptr [ %45, %44 ], [ %24, %23 ]
  %27 = getelementptr inbounds nuw i8, ptr %26, i64 32
  br label %31

28:                                               ; preds = %31
  %29 = add nuw nsw i64 %32, 1
  %30 = icmp eq i64 %29, 8
  br i1 %30, label %44, label %31

31:                                               ; preds = %25, %28
  %32 = phi i64 [ 0, %25 ], [ %29, %28 ]
  %33 = getelementptr inbounds nuw [8 x i32], ptr %27, i64 0, i64 %32
  %34 = load i32, ptr %33, align 4
  %35 = getelementptr inbounds nuw [8 x i32], ptr %11, i64 0, i64 %32
  %36 = load i32, ptr %35, align 4
  %37 = icmp ugt i32 %34, %36
  br i1 %37, label %38, label %28

38:                                               ; preds = %31
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 184
  store i64 %32, ptr %39, align 8
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 26, ptr %40, align 8
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %3, ptr %41, align 8
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %1, ptr %42, align 8
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %4, ptr %43, align 8
  br label %47

44:                                               ; preds = %28
  %45 = getelementptr inbounds nuw i8, ptr %26, i64 128
  %46 = icmp ugt ptr %45, %19
  br i1 %46, label %47, label %25

47:                                               ; preds = %44, %5, %38
  %48 = phi i1 [ true, %38 ], [ false, %5 ], [ false, %44 ]
  ret i1 %48
}

define internal fastcc void @note_write(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2, i32 noundef %3) unnamed_addr #0 {
  %5 = lshr i64 %1, 2
  %6 = add i64 %1, -1
  %7 = add i64 %6, %2
  %8 = lshr i64 %7, 2
  %9 = icmp samesign ugt i64 %5, %8
  br i1 %9, label %14, label %10

10:                                               ; preds = %4
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %13 = add nsw i32 %3, 1
  br label %15

14:                                               ; preds = %15, %4
  ret void

15:                                               ; preds = %10, %15
  %16 = phi i64 [ %5, %10 ], [ %32, %15 ]
  %17 = shl nuw i64 %16, 2
  %18 = load i64, ptr %11, align 8
  %19 = inttoptr i64 %18 to ptr
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 45604
  %21 = load i64, ptr %12, align 8
  %22 = sub i64 %17, %21
  %23 = lshr i64 %22, 4
  %24 = getelementptr inbounds nuw [0 x %struct.shared_part], ptr %20, i64 0, i64 %23
  %25 = getelementptr inbounds nuw i8, ptr %24, i64 16
  %26 = and i64 %16, 3
  %27 = getelementptr inbounds nuw [4 x i32], ptr %25, i64 0, i64 %26
  store i32 %13, ptr %27, align 4
  %28 = load i64, ptr %11, align 8
  %29 = inttoptr i64 %28 to ptr
  %30 = load i32, ptr %29, align 4
  %31 = getelementptr inbounds nuw [4 x i32], ptr %24, i64 0, i64 %26
  store i32 %30, ptr %31, align 4
  %32 = add nuw nsw i64 %16, 1
  %33 = icmp eq i64 %16, %8
  br i1 %33, label %14, label %15
}

define noundef zeroext i1 @write_generic(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = icmp ugt i64 %1, 576460752303423487
  br i1 %6, label %7, label %10

7:                                                ; preds = %5
  %8 = add i64 %1, -1152921504606846976
  %9 = tail call zeroext i1 @write_shared(ptr noundef %0, i64 noundef %8, i64 noundef %2, i64 noundef %3, i32 noundef %4) #20
  br label %10

10:                                               ; preds = %7, %5
  %11 = phi i1 [ false, %5 ], [ %9, %7 ]
  ret i1 %11
}

define noundef range(i64 0, 2) i64 @mbarrier_parity(i64 noundef %0) local_unnamed_addr #4 {
  %2 = lshr i64 %0, 61
  %3 = and i64 %2, 1
  ret i64 %3
}

define noundef range(i32 0, 1048576) i32 @mbarrier_pending(i64 noundef %0) local_unnamed_addr #4 {
  %2 = trunc i64 %0 to i32
  %3 = and i32 %2, 1048575
  ret i32 %3
}

define range(i64 -9223372036854775808, 1) i64 @mbarrier_read(ptr nocapture noundef writeonly %0, ptr nocapture noundef readonly %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #5 {
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 %2
  %7 = load i64, ptr %6, align 8
  %8 = icmp slt i64 %7, -4611686018427387904
  br i1 %8, label %15, label %9

9:                                                ; preds = %5
  %10 = zext i32 %4 to i64
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 8, ptr %11, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %3, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %2, ptr %13, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %10, ptr %14, align 8
  br label %15

15:                                               ; preds = %5, %9
  %16 = phi i64 [ 0, %9 ], [ %7, %5 ]
  ret i64 %16
}

define noundef zeroext i1 @mbarrier_init(ptr nocapture noundef writeonly initializes((184, 192)) %0, ptr nocapture noundef writeonly %1, i64 noundef %2, i32 noundef %3, i64 noundef %4, i32 noundef %5) local_unnamed_addr #6 {
  %7 = zext i32 %3 to i64
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 184
  store i64 %7, ptr %8, align 8
  %9 = add i32 %3, -1048576
  %10 = icmp ult i32 %9, -1048575
  br i1 %10, label %11, label %17

11:                                               ; preds = %6
  %12 = zext i32 %5 to i64
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 11, ptr %13, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %4, ptr %14, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %2, ptr %15, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %12, ptr %16, align 8
  br label %21

17:                                               ; preds = %6
  %18 = mul nuw nsw i64 %7, 1048577
  %19 = or disjoint i64 %18, -8070450532247928832
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 %2
  store i64 %19, ptr %20, align 8
  br label %21

21:                                               ; preds = %17, %11
  ret i1 %10
}

define void @mbarrier_inval(ptr nocapture noundef writeonly %0, i64 noundef %1) local_unnamed_addr #6 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 %1
  store i64 0, ptr %3, align 8
  ret void
}

define noundef zeroext i1 @mbarrier_update(ptr nocapture noundef %0, ptr nocapture noundef %1, i64 noundef %2, i32 noundef %3, i32 noundef %4, i64 noundef %5, i32 noundef %6) local_unnamed_addr #0 {
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 %2
  %9 = load i64, ptr %8, align 8
  %10 = icmp slt i64 %9, -4611686018427387904
  br i1 %10, label %17, label %11

11:                                               ; preds = %7
  %12 = zext i32 %6 to i64
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 8, ptr %13, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %5, ptr %14, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %2, ptr %15, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %12, ptr %16, align 8
  br label %104

17:                                               ; preds = %7
  %18 = and i64 %9, 1048575
  %19 = lshr i64 %9, 20
  %20 = and i64 %19, 1048575
  %21 = zext i32 %3 to i64
  %22 = icmp samesign ult i64 %18, %21
  br i1 %22, label %23, label %37

23:                                               ; preds = %17
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 192
  store i64 %18, ptr %24, align 8
  %25 = lshr i64 %9, 40
  %26 = and i64 %25, 2097151
  %27 = add nsw i64 %26, -1048576
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 200
  store i64 %27, ptr %28, align 8
  %29 = lshr i64 %9, 61
  %30 = and i64 %29, 1
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 208
  store i64 %30, ptr %31, align 8
  %32 = zext i32 %6 to i64
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 9, ptr %33, align 8
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %5, ptr %34, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %2, ptr %35, align 8
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %32, ptr %36, align 8
  br label %104

37:                                               ; preds = %17
  %38 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 80), align 8
  %39 = icmp ne i32 %38, 0
  %40 = icmp ne i32 %3, 0
  %41 = and i1 %40, %39
  br i1 %41, label %42, label %70

42:                                               ; preds = %37
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %44 = load i64, ptr %43, align 8
  %45 = inttoptr i64 %44 to ptr
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %47 = load i64, ptr %46, align 8
  %48 = sub i64 %2, %47
  %49 = shl nuw nsw i64 %48, 3
  %50 = and i64 %49, 9223372036854775680
  %51 = getelementptr i8, ptr %45, i64 45668
  %52 = getelementptr i8, ptr %51, i64 %50
  %53 = lshr i64 %2, 3
  %54 = and i64 %53, 1
  %55 = getelementptr inbounds nuw [2 x %struct.ended], ptr %52, i64 0, i64 %54
  %56 = getelementptr inbounds nuw i8, ptr %45, i64 4
  %57 = zext i32 %6 to i64
  %58 = getelementptr inbounds nuw [1024 x %struct.ended], ptr %56, i64 0, i64 %57
  br label %59

59:                                               ; preds = %67, %42
  %60 = phi i64 [ 0, %42 ], [ %68, %67 ]
  %61 = getelementptr inbounds nuw [8 x i32], ptr %58, i64 0, i64 %60
  %62 = load i32, ptr %61, align 4
  %63 = getelementptr inbounds nuw [8 x i32], ptr %55, i64 0, i64 %60
  %64 = load i32, ptr %63, align 4
  %65 = icmp ugt i32 %62, %64
  br i1 %65, label %66, label %67

66:                                               ; preds = %59
  store i32 %62, ptr %63, align 4
  br label %67

67:                                               ; preds = %66, %59
  %68 = add nuw nsw i64 %60, 1
  %69 = icmp eq i64 %68, 8
  br i1 %69, label %70, label %59

70:                                               ; preds = %67, %37
  %71 = lshr i64 %9, 40
  %72 = and i64 %71, 2097151
  %73 = sext i32 %4 to i64
  %74 = add nsw i64 %72, %73
  %75 = add nsw i64 %74, -2097152
  %76 = icmp ult i64 %75, -2097151
  br i1 %76, label %77, label %89

77:                                               ; preds = %70
  %78 = getelementptr inbounds nuw i8, ptr %0, i64 192
  store i64 %18, ptr %78, align 8
  %79 = add nsw i64 %72, -1048576
  %80 = getelementptr inbounds nuw i8, ptr %0, i64 200
  store i64 %79, ptr %80, align 8
  %81 = lshr i64 %9, 61
  %82 = and i64 %81, 1
  %83 = getelementptr inbounds nuw i8, ptr %0, i64 208
  store i64 %82, ptr %83, align 8
  %84 = zext i32 %6 to i64
  %85 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 10, ptr %85, align 8
  %86 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %5, ptr %86, align 8
  %87 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %2, ptr %87, align 8
  %88 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %84, ptr %88, align 8
  br label %104

89:                                               ; preds = %70
  %90 = sub nsw i64 %18, %21
  %91 = icmp eq i64 %18, %21
  %92 = icmp eq i64 %74, 1048576
  %93 = and i1 %91, %92
  %94 = select i1 %93, i64 2305843009213693952, i64 0
  %95 = and i64 %9, 2305843009213693952
  %96 = xor i64 %94, %95
  %97 = shl nuw nsw i64 %74, 40
  %98 = or disjoint i64 %96, %97
  %99 = shl nuw nsw i64 %20, 20
  %100 = or disjoint i64 %98, %99
  %101 = select i1 %93, i64 %20, i64 %90
  %102 = or i64 %101, %100
  %103 = or i64 %102, -9223372036854775808
  store i64 %103, ptr %8, align 8
  br label %104

104:                                              ; preds = %11, %23, %89, %77
  %105 = phi i1 [ true, %23 ], [ false, %89 ], [ true, %77 ], [ true, %11 ]
  ret i1 %105
}

define noundef zeroext i1 @mbarrier_expect_one_more(ptr nocapture noundef writeonly %0, ptr nocapture noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #5 {
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 %2
  %7 = load i64, ptr %6, align 8
  %8 = icmp slt i64 %7, -4611686018427387904
  br i1 %8, label %15, label %9

9:                                                ; preds = %5
  %10 = zext i32 %4 to i64
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 8, ptr %11, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %3, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %2, ptr %13, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %10, ptr %14, align 8
  br label %27

15:                                               ; preds = %5
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 184
  store i64 1048575, ptr %16, align 8
  %17 = and i64 %7, 1048575
  %18 = icmp eq i64 %17, 1048575
  br i1 %18, label %19, label %25

19:                                               ; preds = %15
  %20 = zext i32 %4 to i64
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 11, ptr %21, align 8
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %3, ptr %22, align 8
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %2, ptr %23, align 8
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %20, ptr %24, align 8
  br label %27

25:                                               ; preds = %15
  %26 = add nuw nsw i64 %7, 1
  store i64 %26, ptr %6, align 8
  br label %27

27:                                               ; preds = %9, %25, %19
  %28 = phi i1 [ true, %19 ], [ false, %25 ], [ true, %9 ]
  ret i1 %28
}

define noundef zeroext i1 @check_shared(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #7 {
  %6 = add i64 %2, %1
  %7 = icmp ult i64 %6, %1
  br i1 %7, label %29, label %8

8:                                                ; preds = %5
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %10 = load i64, ptr %9, align 8
  %11 = icmp ult i64 %1, %10
  br i1 %11, label %29, label %12

12:                                               ; preds = %8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %14 = load i64, ptr %13, align 8
  %15 = icmp ugt i64 %6, %14
  br i1 %15, label %29, label %16

16:                                               ; preds = %12
  %17 = add i64 %2, -1
  %18 = and i64 %17, %1
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %20, label %29

20:                                               ; preds = %16
  %21 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 72), align 8
  %22 = icmp ne i32 %21, 0
  %23 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 76), align 4
  %24 = icmp ne i32 %23, 0
  %25 = select i1 %22, i1 true, i1 %24
  br i1 %25, label %26, label %36

26:                                               ; preds = %20
  %27 = tail call fastcc i64 @in_flight(ptr noundef nonnull %0, i64 noundef %1, i64 noundef %2, i32 noundef %4) #20
  %28 = icmp eq i64 %27, 0
  br i1 %28, label %36, label %29

29:                                               ; preds = %5, %8, %16, %12, %26
  %30 = phi i64 [ %27, %26 ], [ 2, %16 ], [ 6, %12 ], [ 6, %8 ], [ 6, %5 ]
  %31 = zext i32 %4 to i64
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 %30, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %3, ptr %33, align 8
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %1, ptr %34, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %31, ptr %35, align 8
  br label %36

36:                                               ; preds = %20, %29, %26
  %37 = phi i1 [ true, %29 ], [ false, %26 ], [ false, %20 ]
  ret i1 %37
}

define internal fastcc range(i64 0, 22) i64 @in_flight(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2, i32 noundef %3) unnamed_addr #8 {
  %5 = add i64 %1, -1
  %6 = add i64 %5, %2
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %8 = load i64, ptr %7, align 8
  %9 = lshr i64 %6, 1
  %10 = and i64 %9, 9223372036854775806
  %11 = add i64 %8, %10
  %12 = inttoptr i64 %11 to ptr
  %13 = lshr i64 %1, 1
  %14 = and i64 %13, 9223372036854775806
  %15 = add i64 %8, %14
  %16 = icmp ugt i64 %15, %11
  br i1 %16, label %33, label %17

17:                                               ; preds = %4
  %18 = inttoptr i64 %15 to ptr
  %19 = trunc i32 %3 to i16
  %20 = add i16 %19, 2
  br label %24

21:                                               ; preds = %24
  %22 = getelementptr inbounds nuw i8, ptr %25, i64 2
  %23 = icmp ugt ptr %22, %12
  br i1 %23, label %33, label %24

24:                                               ; preds = %17, %21
  %25 = phi ptr [ %18, %17 ], [ %22, %21 ]
  %26 = load i16, ptr %25, align 2
  %27 = icmp eq i16 %26, 0
  %28 = icmp eq i16 %26, %20
  %29 = or i1 %27, %28
  br i1 %29, label %21, label %30

30:                                               ; preds = %24
  %31 = icmp eq i16 %26, 1
  %32 = select i1 %31, i64 15, i64 21
  br label %33

33:                                               ; preds = %21, %4, %30
  %34 = phi i64 [ %32, %30 ], [ 0, %4 ], [ 0, %21 ]
  ret i64 %34
}

define noundef zeroext i1 @check_global(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #7 {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %7 = load i64, ptr %6, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = add i64 %2, %1
  %10 = icmp ult i64 %9, %1
  br i1 %10, label %31, label %11

11:                                               ; preds = %5
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %13, 0
  br i1 %14, label %31, label %15

15:                                               ; preds = %11, %24
  %16 = phi i64 [ %25, %24 ], [ 0, %11 ]
  %17 = getelementptr inbounds nuw %struct.anon.0, ptr %8, i64 %16
  %18 = load i64, ptr %17, align 8
  %19 = icmp ult i64 %1, %18
  br i1 %19, label %24, label %20

20:                                               ; preds = %15
  %21 = getelementptr inbounds nuw i8, ptr %17, i64 8
  %22 = load i64, ptr %21, align 8
  %23 = icmp ugt i64 %9, %22
  br i1 %23, label %24, label %27

24:                                               ; preds = %20, %15
  %25 = add nuw i64 %16, 1
  %26 = icmp eq i64 %25, %13
  br i1 %26, label %31, label %15

27:                                               ; preds = %20
  %28 = add i64 %2, -1
  %29 = and i64 %28, %1
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %38, label %31

31:                                               ; preds = %24, %27, %11, %5
  %32 = phi i64 [ 1, %5 ], [ 1, %11 ], [ 2, %27 ], [ 1, %24 ]
  %33 = zext i32 %4 to i64
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 %32, ptr %34, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %3, ptr %35, align 8
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %1, ptr %36, align 8
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %33, ptr %37, align 8
  br label %38

38:                                               ; preds = %31, %27
  %39 = phi i1 [ false, %27 ], [ true, %31 ]
  ret i1 %39
}

define noundef zeroext i1 @check_generic(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #7 {
  %6 = icmp ugt i64 %1, 576460752303423487
  br i1 %6, label %7, label %10

7:                                                ; preds = %5
  %8 = add i64 %1, -1152921504606846976
  %9 = tail call zeroext i1 @check_shared(ptr noundef %0, i64 noundef %8, i64 noundef %2, i64 noundef %3, i32 noundef %4) #20
  br label %12

10:                                               ; preds = %5
  %11 = tail call zeroext i1 @check_global(ptr noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) #20
  br label %12

12:                                               ; preds = %10, %7
  %13 = phi i1 [ %9, %7 ], [ %11, %10 ]
  ret i1 %13
}

define noundef zeroext i1 @record_failure(ptr nocapture noundef writeonly initializes((128, 160)) %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #9 {
  %6 = zext i32 %4 to i64
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 %1, ptr %7, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %2, ptr %8, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %3, ptr %9, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %6, ptr %10, align 8
  ret i1 true
}

define void @clear_queue(ptr nocapture noundef writeonly initializes((0, 16)) %0) local_unnamed_addr #6 {
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %0, i8 0, i64 16, i1 false)
  ret void
}

define void @release_copies(ptr nocapture noundef readonly %0, ptr nocapture noundef %1) local_unnamed_addr #10 {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 12
  %4 = load i32, ptr %3, align 4
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %9, label %6

6:                                                ; preds = %2
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 224
  br label %10

9:                                                ; preds = %33, %2
  store i32 0, ptr %3, align 4
  ret void

10:                                               ; preds = %6, %33
  %11 = phi i32 [ %4, %6 ], [ %34, %33 ]
  %12 = phi i32 [ 0, %6 ], [ %35, %33 ]
  %13 = load i32, ptr %1, align 8
  %14 = sub i32 %12, %11
  %15 = add i32 %14, %13
  %16 = and i32 %15, 63
  %17 = zext nneg i32 %16 to i64
  %18 = getelementptr inbounds nuw [64 x %struct.copy], ptr %7, i64 0, i64 %17
  %19 = getelementptr inbounds nuw i8, ptr %18, i64 16
  %20 = load i32, ptr %19, align 8
  %21 = icmp ult i32 %20, 4
  br i1 %21, label %33, label %22

22:                                               ; preds = %10
  %23 = load i64, ptr %8, align 8
  %24 = load i64, ptr %18, align 8
  %25 = lshr i64 %24, 1
  %26 = and i64 %25, 9223372036854775806
  %27 = add i64 %23, %26
  %28 = inttoptr i64 %27 to ptr
  %29 = lshr i32 %20, 1
  %30 = and i32 %29, 2147483646
  %31 = zext nneg i32 %30 to i64
  tail call void @llvm.memset.p0.i64(ptr align 2 %28, i8 0, i64 %31, i1 false)
  %32 = load i32, ptr %3, align 4
  br label %33

33:                                               ; preds = %22, %10
  %34 = phi i32 [ %32, %22 ], [ %11, %10 ]
  %35 = add nuw i32 %12, 1
  %36 = icmp ult i32 %35, %34
  br i1 %36, label %10, label %9
}

define noundef zeroext i1 @enqueue_copy(ptr nocapture noundef %0, ptr nocapture noundef %1, ptr nocapture noundef %2, i64 noundef %3, i64 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8) local_unnamed_addr #0 {
  %10 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 80), align 8
  %11 = icmp ne i32 %10, 0
  %12 = icmp ne i32 %5, 0
  %13 = and i1 %12, %11
  br i1 %13, label %14, label %19

14:                                               ; preds = %9
  %15 = zext i32 %5 to i64
  %16 = zext i32 %7 to i64
  %17 = zext i32 %8 to i64
  %18 = tail call fastcc zeroext i1 @check_write(ptr noundef %0, i64 noundef %3, i64 noundef %15, i64 noundef %16, i64 noundef %17) #20
  br i1 %18, label %92, label %19

19:                                               ; preds = %14, %9
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %21 = load i32, ptr %20, align 4
  %22 = icmp eq i32 %21, 64
  br i1 %22, label %23, label %27

23:                                               ; preds = %19
  %24 = tail call fastcc zeroext i1 @deliver_oldest(ptr noundef %0, ptr noundef nonnull %1, ptr noundef %2) #20
  br i1 %24, label %92, label %25

25:                                               ; preds = %23
  %26 = load i32, ptr %20, align 4
  br label %27

27:                                               ; preds = %25, %19
  %28 = phi i32 [ %26, %25 ], [ %21, %19 ]
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 12
  %30 = load i32, ptr %29, align 4
  %31 = add i32 %30, %28
  %32 = icmp eq i32 %31, 64
  br i1 %32, label %33, label %35

33:                                               ; preds = %27
  tail call void @release_copies(ptr noundef %0, ptr noundef nonnull %1) #20
  %34 = load i32, ptr %20, align 4
  br label %35

35:                                               ; preds = %33, %27
  %36 = phi i32 [ %34, %33 ], [ %28, %27 ]
  %37 = load i32, ptr %1, align 8
  %38 = add i32 %36, %37
  %39 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %40 = and i32 %38, 63
  %41 = zext nneg i32 %40 to i64
  %42 = getelementptr inbounds nuw [64 x %struct.copy], ptr %39, i64 0, i64 %41
  %43 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %44 = load i32, ptr %43, align 8
  store i64 %3, ptr %42, align 8
  %45 = getelementptr inbounds nuw i8, ptr %42, i64 8
  store i64 %4, ptr %45, align 8
  %46 = getelementptr inbounds nuw i8, ptr %42, i64 16
  store i32 %5, ptr %46, align 8
  %47 = getelementptr inbounds nuw i8, ptr %42, i64 20
  store i32 %6, ptr %47, align 4
  %48 = getelementptr inbounds nuw i8, ptr %42, i64 24
  store i32 %44, ptr %48, align 8
  %49 = getelementptr inbounds nuw i8, ptr %42, i64 28
  store i32 %7, ptr %49, align 4
  %50 = getelementptr inbounds nuw i8, ptr %42, i64 32
  store i32 %8, ptr %50, align 8
  %51 = getelementptr inbounds nuw i8, ptr %42, i64 36
  store i32 0, ptr %51, align 4
  %52 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %53 = load i64, ptr %52, align 8
  %54 = inttoptr i64 %53 to ptr
  %55 = inttoptr i64 %4 to ptr
  %56 = icmp eq i32 %5, 0
  br i1 %56, label %89, label %57

57:                                               ; preds = %35, %65
  %58 = phi i64 [ %70, %65 ], [ 0, %35 ]
  %59 = load i32, ptr %47, align 4
  %60 = zext i32 %59 to i64
  %61 = icmp samesign ult i64 %58, %60
  br i1 %61, label %62, label %65

62:                                               ; preds = %57
  %63 = getelementptr inbounds nuw i8, ptr %55, i64 %58
  %64 = load i8, ptr %63, align 1
  br label %65

65:                                               ; preds = %62, %57
  %66 = phi i8 [ %64, %62 ], [ 0, %57 ]
  %67 = load i64, ptr %42, align 8
  %68 = getelementptr i8, ptr %54, i64 %67
  %69 = getelementptr i8, ptr %68, i64 %58
  store i8 %66, ptr %69, align 1
  %70 = add nuw nsw i64 %58, 1
  %71 = load i32, ptr %46, align 8
  %72 = zext i32 %71 to i64
  %73 = icmp samesign ult i64 %70, %72
  br i1 %73, label %57, label %74

74:                                               ; preds = %65
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %76 = load i64, ptr %75, align 8
  %77 = lshr i64 %3, 1
  %78 = and i64 %77, 9223372036854775806
  %79 = add i64 %76, %78
  %80 = inttoptr i64 %79 to ptr
  %81 = lshr i32 %5, 2
  %82 = zext nneg i32 %81 to i64
  %83 = icmp ult i32 %5, 4
  br i1 %83, label %89, label %84

84:                                               ; preds = %74, %84
  %85 = phi i64 [ %87, %84 ], [ 0, %74 ]
  %86 = getelementptr inbounds nuw i16, ptr %80, i64 %85
  store i16 1, ptr %86, align 2
  %87 = add nuw nsw i64 %85, 1
  %88 = icmp eq i64 %87, %82
  br i1 %88, label %89, label %84

89:                                               ; preds = %84, %35, %74
  %90 = load i32, ptr %20, align 4
  %91 = add i32 %90, 1
  store i32 %91, ptr %20, align 4
  br label %92

92:                                               ; preds = %23, %14, %89
  %93 = phi i1 [ false, %89 ], [ true, %14 ], [ true, %23 ]
  ret i1 %93
}

define internal fastcc noundef zeroext i1 @deliver_oldest(ptr nocapture noundef %0, ptr nocapture noundef %1, ptr nocapture noundef %2) unnamed_addr #0 {
  %4 = load i32, ptr %1, align 8
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %6 = and i32 %4, 63
  %7 = zext nneg i32 %6 to i64
  %8 = getelementptr inbounds nuw [64 x %struct.copy], ptr %5, i64 0, i64 %7
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %13 = load i32, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %8, i64 20
  %15 = load i32, ptr %14, align 4
  %16 = getelementptr inbounds nuw i8, ptr %8, i64 28
  %17 = load i32, ptr %16, align 4
  %18 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %19 = load i32, ptr %18, align 8
  %20 = icmp eq i32 %13, 0
  br i1 %20, label %24, label %21

21:                                               ; preds = %3
  %22 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 80), align 8
  %23 = icmp eq i32 %22, 0
  br label %39

24:                                               ; preds = %3
  tail call void @release_copies(ptr noundef %0, ptr noundef nonnull %1) #20
  %25 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 80), align 8
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %39, label %27

27:                                               ; preds = %24
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %29 = load i64, ptr %28, align 8
  %30 = inttoptr i64 %29 to ptr
  %31 = getelementptr inbounds nuw i8, ptr %30, i64 33316
  %32 = zext i32 %19 to i64
  %33 = getelementptr inbounds nuw [1024 x %struct.anon], ptr %31, i64 0, i64 %32
  %34 = load i32, ptr %33, align 4
  %35 = getelementptr inbounds nuw i8, ptr %33, i64 4
  store i32 %34, ptr %35, align 4
  %36 = load i32, ptr %30, align 4
  %37 = add i32 %36, 1
  store i32 %37, ptr %30, align 4
  %38 = getelementptr inbounds nuw i8, ptr %33, i64 8
  store i32 %37, ptr %38, align 4
  br label %39

39:                                               ; preds = %21, %27, %24
  %40 = phi i1 [ %23, %21 ], [ false, %27 ], [ true, %24 ]
  %41 = load i32, ptr %1, align 8
  %42 = add i32 %41, 1
  %43 = and i32 %42, 63
  store i32 %43, ptr %1, align 8
  %44 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %45 = load i32, ptr %44, align 4
  %46 = add i32 %45, -1
  store i32 %46, ptr %44, align 4
  br i1 %20, label %47, label %56

47:                                               ; preds = %39
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %49 = load i64, ptr %48, align 8
  %50 = inttoptr i64 %49 to ptr
  %51 = getelementptr inbounds nuw i8, ptr %50, i64 132
  %52 = load i32, ptr %51, align 4
  %53 = add i32 %52, -1
  store i32 %53, ptr %51, align 4
  %54 = zext i32 %17 to i64
  %55 = tail call zeroext i1 @mbarrier_update(ptr noundef %0, ptr noundef %2, i64 noundef %9, i32 noundef 1, i32 noundef 0, i64 noundef %54, i32 noundef %19) #20
  br label %97

56:                                               ; preds = %39
  %57 = inttoptr i64 %11 to ptr
  %58 = zext i32 %15 to i64
  %59 = getelementptr i8, ptr %2, i64 %9
  %60 = zext i32 %13 to i64
  br label %61

61:                                               ; preds = %67, %56
  %62 = phi i64 [ 0, %56 ], [ %70, %67 ]
  %63 = icmp samesign ult i64 %62, %58
  br i1 %63, label %64, label %67

64:                                               ; preds = %61
  %65 = getelementptr inbounds nuw i8, ptr %57, i64 %62
  %66 = load i8, ptr %65, align 1
  br label %67

67:                                               ; preds = %64, %61
  %68 = phi i8 [ %66, %64 ], [ 0, %61 ]
  %69 = getelementptr i8, ptr %59, i64 %62
  store i8 %68, ptr %69, align 1
  %70 = add nuw nsw i64 %62, 1
  %71 = icmp eq i64 %70, %60
  br i1 %71, label %72, label %61

72:                                               ; preds = %67
  %73 = zext i32 %17 to i64
  %74 = zext i32 %19 to i64
  %75 = tail call fastcc zeroext i1 @end_copy(ptr noundef %0, ptr noundef nonnull %2, i64 noundef %9, i64 noundef %60, i64 noundef %73, i64 noundef %74) #20
  %76 = trunc i32 %19 to i16
  %77 = add i16 %76, 2
  %78 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %79 = load i64, ptr %78, align 8
  %80 = lshr i64 %9, 1
  %81 = and i64 %80, 9223372036854775806
  %82 = add i64 %79, %81
  %83 = inttoptr i64 %82 to ptr
  %84 = lshr i64 %60, 2
  %85 = icmp ult i32 %13, 4
  br i1 %85, label %91, label %86

86:                                               ; preds = %72, %86
  %87 = phi i64 [ %89, %86 ], [ 0, %72 ]
  %88 = getelementptr inbounds nuw i16, ptr %83, i64 %87
  store i16 %77, ptr %88, align 2
  %89 = add nuw nsw i64 %87, 1
  %90 = icmp eq i64 %89, %84
  br i1 %90, label %91, label %86

91:                                               ; preds = %86, %72
  br i1 %40, label %93, label %92

92:                                               ; preds = %91
  tail call fastcc void @note_write(ptr noundef %0, i64 noundef %9, i64 noundef %60, i32 noundef %19) #20
  br label %93

93:                                               ; preds = %92, %91
  %94 = getelementptr inbounds nuw i8, ptr %1, i64 12
  %95 = load i32, ptr %94, align 4
  %96 = add i32 %95, 1
  store i32 %96, ptr %94, align 4
  br label %97

97:                                               ; preds = %93, %47
  %98 = phi i1 [ %55, %47 ], [ %75, %93 ]
  ret i1 %98
}

declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #11

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #12

define noundef zeroext i1 @enqueue_arrival(ptr nocapture noundef %0, ptr nocapture noundef %1, ptr nocapture noundef %2, i64 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #0 {
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %8 = load i64, ptr %7, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 132
  %11 = load i32, ptr %10, align 4
  %12 = add i32 %11, 1
  store i32 %12, ptr %10, align 4
  %13 = tail call zeroext i1 @enqueue_copy(ptr noundef %0, ptr noundef %1, ptr noundef %2, i64 noundef %3, i64 noundef 0, i32 noundef 0, i32 noundef 0, i32 noundef %4, i32 noundef %5) #20
  ret i1 %13
}

define void @commit_group(ptr nocapture noundef %0) local_unnamed_addr #5 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load i32, ptr %2, align 8
  %4 = add i32 %3, 1
  store i32 %4, ptr %2, align 8
  ret void
}

define noundef zeroext i1 @wait_for_groups(ptr nocapture noundef %0, ptr nocapture noundef %1, ptr nocapture noundef %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 40
  br label %8

8:                                                ; preds = %21, %4
  %9 = load i32, ptr %6, align 4
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %23, label %11

11:                                               ; preds = %8
  %12 = load i32, ptr %5, align 8
  %13 = load i32, ptr %1, align 8
  %14 = and i32 %13, 63
  %15 = mul nuw nsw i32 %14, 40
  %16 = zext nneg i32 %15 to i64
  %17 = getelementptr inbounds nuw i8, ptr %7, i64 %16
  %18 = load i32, ptr %17, align 8
  %19 = sub i32 %12, %18
  %20 = icmp ugt i32 %19, %3
  br i1 %20, label %21, label %23

21:                                               ; preds = %11
  %22 = tail call fastcc zeroext i1 @deliver_oldest(ptr noundef %0, ptr noundef nonnull %1, ptr noundef %2) #20
  br i1 %22, label %23, label %8

23:                                               ; preds = %11, %8, %21
  %24 = phi i1 [ true, %21 ], [ false, %8 ], [ false, %11 ]
  ret i1 %24
}

define void @copy_bytes(ptr nocapture noundef writeonly %0, ptr nocapture noundef readonly %1, i32 noundef %2) local_unnamed_addr #13 {
  %4 = icmp eq i32 %2, 0
  br i1 %4, label %7, label %5

5:                                                ; preds = %3
  %6 = zext i32 %2 to i64
  br label %8

7:                                                ; preds = %8, %3
  ret void

8:                                                ; preds = %5, %8
  %9 = phi i64 [ 0, %5 ], [ %13, %8 ]
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 %9
  %11 = load i8, ptr %10, align 1
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 %9
  store i8 %11, ptr %12, align 1
  %13 = add nuw nsw i64 %9, 1
  %14 = icmp eq i64 %13, %6
  br i1 %14, label %7, label %8
}

define noundef zeroext i1 @deliver_copies(ptr nocapture noundef %0, ptr nocapture noundef %1, i64 noundef %2) local_unnamed_addr #14 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %5 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 76), align 4
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %29, label %7

7:                                                ; preds = %3
  %8 = load i64, ptr %4, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 128
  %11 = getelementptr i8, ptr %9, i64 2256
  %12 = load i32, ptr %10, align 64
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %29, label %14

14:                                               ; preds = %7, %25
  %15 = phi i32 [ %26, %25 ], [ 0, %7 ]
  %16 = zext i32 %15 to i64
  %17 = mul nuw nsw i64 %16, 80
  %18 = getelementptr i8, ptr %11, i64 %17
  %19 = load i64, ptr %18, align 16
  %20 = icmp eq i64 %19, %2
  br i1 %20, label %23, label %21

21:                                               ; preds = %14
  %22 = add nuw i32 %15, 1
  br label %25

23:                                               ; preds = %14
  %24 = tail call fastcc zeroext i1 @deliver_bulk(ptr noundef %0, ptr noundef %1, i32 noundef %15) #20
  br i1 %24, label %91, label %25

25:                                               ; preds = %23, %21
  %26 = phi i32 [ %22, %21 ], [ %15, %23 ]
  %27 = load i32, ptr %10, align 64
  %28 = icmp ult i32 %26, %27
  br i1 %28, label %14, label %29

29:                                               ; preds = %25, %7, %3
  %30 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 72), align 8
  %31 = icmp eq i32 %30, 0
  br i1 %31, label %91, label %32

32:                                               ; preds = %29
  %33 = load i64, ptr %4, align 8
  %34 = inttoptr i64 %33 to ptr
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 132
  %36 = load i32, ptr %35, align 4
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %91, label %38

38:                                               ; preds = %32
  %39 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 48), align 8
  %40 = icmp sgt i32 %39, 0
  br i1 %40, label %41, label %91

41:                                               ; preds = %38
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %43 = load i64, ptr @plan, align 8
  %44 = load i64, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 32), align 8
  %45 = zext nneg i32 %39 to i64
  br label %46

46:                                               ; preds = %88, %41
  %47 = phi i64 [ 0, %41 ], [ %89, %88 ]
  %48 = load i64, ptr %42, align 8
  %49 = mul nsw i64 %47, %43
  %50 = add i64 %49, %48
  %51 = inttoptr i64 %50 to ptr
  %52 = getelementptr inbounds i8, ptr %51, i64 %44
  %53 = getelementptr inbounds nuw i8, ptr %52, i64 4
  %54 = load i32, ptr %53, align 4
  %55 = icmp eq i32 %54, 0
  br i1 %55, label %88, label %56

56:                                               ; preds = %46
  %57 = load i32, ptr %52, align 8
  %58 = getelementptr inbounds nuw i8, ptr %52, i64 16
  br label %61

59:                                               ; preds = %78
  %60 = icmp eq i32 %80, 0
  br i1 %60, label %88, label %85

61:                                               ; preds = %78, %56
  %62 = phi i32 [ 0, %56 ], [ %79, %78 ]
  %63 = phi i32 [ 0, %56 ], [ %80, %78 ]
  %64 = add i32 %62, %57
  %65 = and i32 %64, 63
  %66 = zext nneg i32 %65 to i64
  %67 = getelementptr inbounds nuw [64 x %struct.copy], ptr %58, i64 0, i64 %66
  %68 = getelementptr inbounds nuw i8, ptr %67, i64 16
  %69 = load i32, ptr %68, align 8
  %70 = icmp eq i32 %69, 0
  br i1 %70, label %73, label %71

71:                                               ; preds = %61
  %72 = add nuw i32 %62, 1
  br label %78

73:                                               ; preds = %61
  %74 = load i64, ptr %67, align 8
  %75 = icmp eq i64 %74, %2
  %76 = add nuw i32 %62, 1
  %77 = select i1 %75, i32 %76, i32 %63
  br label %78

78:                                               ; preds = %73, %71
  %79 = phi i32 [ %72, %71 ], [ %76, %73 ]
  %80 = phi i32 [ %63, %71 ], [ %77, %73 ]
  %81 = icmp eq i32 %79, %54
  br i1 %81, label %59, label %61

82:                                               ; preds = %85
  %83 = add i32 %86, -1
  %84 = icmp eq i32 %83, 0
  br i1 %84, label %88, label %85

85:                                               ; preds = %59, %82
  %86 = phi i32 [ %83, %82 ], [ %80, %59 ]
  %87 = tail call fastcc zeroext i1 @deliver_oldest(ptr noundef %0, ptr noundef nonnull %52, ptr noundef %1) #20
  br i1 %87, label %91, label %82

88:                                               ; preds = %82, %59, %46
  %89 = add nuw nsw i64 %47, 1
  %90 = icmp eq i64 %89, %45
  br i1 %90, label %91, label %46

91:                                               ; preds = %23, %88, %85, %38, %32, %29
  %92 = phi i1 [ false, %29 ], [ false, %32 ], [ false, %38 ], [ true, %85 ], [ false, %88 ], [ true, %23 ]
  ret i1 %92
}

define internal fastcc noundef zeroext i1 @deliver_bulk(ptr nocapture noundef %0, ptr nocapture noundef %1, i32 noundef %2) unnamed_addr #0 {
  %4 = alloca %struct.bulk_copy, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  call void @llvm.lifetime.start.p0(i64 80, ptr nonnull %4) #21
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 2240
  %9 = zext i32 %2 to i64
  %10 = getelementptr inbounds nuw [256 x %struct.bulk_copy], ptr %8, i64 0, i64 %9
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(80) %4, ptr noundef nonnull align 16 dereferenceable(80) %10, i64 80, i1 false)
  %11 = getelementptr inbounds nuw i8, ptr %7, i64 128
  %12 = load i32, ptr %11, align 64
  %13 = add i32 %12, -1
  store i32 %13, ptr %11, align 64
  %14 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 80), align 8
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %22, label %16

16:                                               ; preds = %3
  %17 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %18 = load i64, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %20 = load i64, ptr %19, align 8
  tail call fastcc void @note_write(ptr noundef nonnull %0, i64 noundef %18, i64 noundef %20, i32 noundef -1) #20
  %21 = load i32, ptr %11, align 64
  br label %22

22:                                               ; preds = %16, %3
  %23 = phi i32 [ %21, %16 ], [ %13, %3 ]
  %24 = icmp ult i32 %2, %23
  br i1 %24, label %25, label %27

25:                                               ; preds = %22
  %26 = zext i32 %23 to i64
  br label %29

27:                                               ; preds = %29, %22
  %28 = call fastcc zeroext i1 @make_copy(ptr noundef %0, ptr noundef %1, ptr noundef %4) #20
  br i1 %28, label %45, label %35

29:                                               ; preds = %25, %29
  %30 = phi i64 [ %9, %25 ], [ %32, %29 ]
  %31 = getelementptr inbounds nuw [256 x %struct.bulk_copy], ptr %8, i64 0, i64 %30
  %32 = add nuw nsw i64 %30, 1
  %33 = getelementptr inbounds nuw [256 x %struct.bulk_copy], ptr %8, i64 0, i64 %32
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(80) %31, ptr noundef nonnull align 16 dereferenceable(80) %33, i64 80, i1 false)
  %34 = icmp eq i64 %32, %26
  br i1 %34, label %27, label %29

35:                                               ; preds = %27
  %36 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %37 = load i64, ptr %36, align 8
  %38 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %39 = load i64, ptr %38, align 8
  %40 = getelementptr inbounds nuw i8, ptr %4, i64 64
  %41 = load i64, ptr %40, align 8
  %42 = getelementptr inbounds nuw i8, ptr %4, i64 72
  %43 = load i64, ptr %42, align 8
  %44 = tail call fastcc zeroext i1 @end_copy(ptr noundef %0, ptr noundef %1, i64 noundef %37, i64 noundef %39, i64 noundef %41, i64 noundef %43) #20
  br label %45

45:                                               ; preds = %35, %27
  %46 = phi i1 [ true, %27 ], [ %44, %35 ]
  call void @llvm.lifetime.end.p0(i64 80, ptr nonnull %4) #21
  ret i1 %46
}

define noundef zeroext i1 @bulk_copy(ptr noundef %0, ptr nocapture noundef %1, i64 noundef %2, i64 noundef %3, i64 noundef %4, i64 noundef %5, i64 noundef %6, i64 noundef %7, i64 noundef %8, i64 noundef %9, i64 noundef %10, i64 noundef %11) local_unnamed_addr #14 {
  %13 = alloca %struct.bulk_copy, align 8
  %14 = icmp eq i64 %9, 0
  br i1 %14, label %95, label %15

15:                                               ; preds = %12
  %16 = inttoptr i64 %2 to ptr
  %17 = and i64 %2, 63
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %24, label %19

19:                                               ; preds = %15
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 2, ptr %20, align 8
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %10, ptr %21, align 8
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %2, ptr %22, align 8
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %11, ptr %23, align 8
  br label %198

24:                                               ; preds = %15
  %25 = load i64, ptr %0, align 8
  %26 = icmp ult i64 %2, %25
  %27 = add i64 %2, 128
  br i1 %26, label %32, label %28

28:                                               ; preds = %24
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %30 = load i64, ptr %29, align 8
  %31 = icmp ugt i64 %27, %30
  br i1 %31, label %32, label %53

32:                                               ; preds = %28, %24
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %34 = load i64, ptr %33, align 8
  %35 = inttoptr i64 %34 to ptr
  %36 = icmp ugt i64 %2, -129
  br i1 %36, label %56, label %37

37:                                               ; preds = %32
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %39 = load i64, ptr %38, align 8
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %56, label %41

41:                                               ; preds = %37, %50
  %42 = phi i64 [ %51, %50 ], [ 0, %37 ]
  %43 = getelementptr inbounds nuw %struct.anon.0, ptr %35, i64 %42
  %44 = load i64, ptr %43, align 8
  %45 = icmp ult i64 %2, %44
  br i1 %45, label %50, label %46

46:                                               ; preds = %41
  %47 = getelementptr inbounds nuw i8, ptr %43, i64 8
  %48 = load i64, ptr %47, align 8
  %49 = icmp ugt i64 %27, %48
  br i1 %49, label %50, label %53

50:                                               ; preds = %46, %41
  %51 = add nuw i64 %42, 1
  %52 = icmp eq i64 %51, %39
  br i1 %52, label %56, label %41

53:                                               ; preds = %46, %28
  %54 = load i64, ptr %16, align 8
  %55 = icmp eq i64 %54, 5782988412433944148
  br i1 %55, label %61, label %56

56:                                               ; preds = %50, %37, %32, %53
  %57 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 12, ptr %57, align 8
  %58 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %10, ptr %58, align 8
  %59 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %2, ptr %59, align 8
  %60 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %11, ptr %60, align 8
  br label %198

61:                                               ; preds = %53
  %62 = getelementptr inbounds nuw i8, ptr %16, i64 16
  %63 = load i64, ptr %62, align 8
  %64 = icmp eq i64 %63, %9
  br i1 %64, label %70, label %65

65:                                               ; preds = %61
  %66 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 13, ptr %66, align 8
  %67 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %10, ptr %67, align 8
  %68 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %63, ptr %68, align 8
  %69 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %11, ptr %69, align 8
  br label %198

70:                                               ; preds = %61
  %71 = and i64 %3, 127
  %72 = icmp eq i64 %71, 0
  br i1 %72, label %78, label %73

73:                                               ; preds = %70
  %74 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 2, ptr %74, align 8
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %10, ptr %75, align 8
  %76 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %3, ptr %76, align 8
  %77 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %11, ptr %77, align 8
  br label %198

78:                                               ; preds = %70
  %79 = getelementptr inbounds nuw i8, ptr %16, i64 80
  %80 = load i64, ptr %79, align 8
  %81 = shl i64 %80, 2
  %82 = getelementptr inbounds nuw i8, ptr %16, i64 88
  %83 = load i64, ptr %82, align 8
  %84 = mul i64 %81, %83
  %85 = getelementptr inbounds nuw i8, ptr %16, i64 96
  %86 = load i64, ptr %85, align 8
  %87 = mul i64 %84, %86
  %88 = and i64 %6, 3
  %89 = icmp eq i64 %88, 0
  br i1 %89, label %119, label %90

90:                                               ; preds = %78
  %91 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 17, ptr %91, align 8
  %92 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %10, ptr %92, align 8
  %93 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %6, ptr %93, align 8
  %94 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %11, ptr %94, align 8
  br label %198

95:                                               ; preds = %12
  %96 = and i64 %5, 15
  %97 = icmp eq i64 %96, 0
  br i1 %97, label %103, label %98

98:                                               ; preds = %95
  %99 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 14, ptr %99, align 8
  %100 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %10, ptr %100, align 8
  %101 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %5, ptr %101, align 8
  %102 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %11, ptr %102, align 8
  br label %198

103:                                              ; preds = %95
  %104 = and i64 %2, 15
  %105 = icmp eq i64 %104, 0
  br i1 %105, label %111, label %106

106:                                              ; preds = %103
  %107 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 2, ptr %107, align 8
  %108 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %10, ptr %108, align 8
  %109 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %2, ptr %109, align 8
  %110 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %11, ptr %110, align 8
  br label %198

111:                                              ; preds = %103
  %112 = and i64 %3, 15
  %113 = icmp eq i64 %112, 0
  br i1 %113, label %119, label %114

114:                                              ; preds = %111
  %115 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 2, ptr %115, align 8
  %116 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %10, ptr %116, align 8
  %117 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %3, ptr %117, align 8
  %118 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %11, ptr %118, align 8
  br label %198

119:                                              ; preds = %78, %111
  %120 = phi i64 [ %5, %111 ], [ %87, %78 ]
  %121 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %122 = load i64, ptr %121, align 8
  %123 = icmp ult i64 %3, %122
  br i1 %123, label %129, label %124

124:                                              ; preds = %119
  %125 = add i64 %120, %3
  %126 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %127 = load i64, ptr %126, align 8
  %128 = icmp ugt i64 %125, %127
  br i1 %128, label %129, label %134

129:                                              ; preds = %124, %119
  %130 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 6, ptr %130, align 8
  %131 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %10, ptr %131, align 8
  %132 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %3, ptr %132, align 8
  %133 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %11, ptr %133, align 8
  br label %198

134:                                              ; preds = %124
  call void @llvm.lifetime.start.p0(i64 80, ptr nonnull %13) #21
  store i64 %2, ptr %13, align 8
  %135 = getelementptr inbounds nuw i8, ptr %13, i64 8
  store i64 %3, ptr %135, align 8
  %136 = getelementptr inbounds nuw i8, ptr %13, i64 16
  store i64 %4, ptr %136, align 8
  %137 = getelementptr inbounds nuw i8, ptr %13, i64 24
  store i64 %120, ptr %137, align 8
  %138 = getelementptr inbounds nuw i8, ptr %13, i64 32
  store i64 %6, ptr %138, align 8
  %139 = getelementptr inbounds nuw i8, ptr %13, i64 40
  store i64 %7, ptr %139, align 8
  %140 = getelementptr inbounds nuw i8, ptr %13, i64 48
  store i64 %8, ptr %140, align 8
  %141 = getelementptr inbounds nuw i8, ptr %13, i64 56
  store i64 %9, ptr %141, align 8
  %142 = getelementptr inbounds nuw i8, ptr %13, i64 64
  store i64 %10, ptr %142, align 8
  %143 = getelementptr inbounds nuw i8, ptr %13, i64 72
  store i64 %11, ptr %143, align 8
  %144 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 76), align 4
  %145 = icmp eq i32 %144, 0
  br i1 %145, label %146, label %148

146:                                              ; preds = %134
  %147 = call fastcc zeroext i1 @make_copy(ptr noundef nonnull %0, ptr noundef %1, ptr noundef %13) #20
  br label %196

148:                                              ; preds = %134
  %149 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %150 = load i64, ptr %149, align 8
  %151 = inttoptr i64 %150 to ptr
  %152 = trunc i64 %11 to i32
  %153 = tail call fastcc i64 @in_flight(ptr noundef nonnull %0, i64 noundef %3, i64 noundef %120, i32 noundef %152) #20
  %154 = icmp eq i64 %153, 0
  br i1 %154, label %160, label %155

155:                                              ; preds = %148
  %156 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 15, ptr %156, align 8
  %157 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %10, ptr %157, align 8
  %158 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %3, ptr %158, align 8
  %159 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %11, ptr %159, align 8
  br label %196

160:                                              ; preds = %148
  %161 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 80), align 8
  %162 = icmp eq i32 %161, 0
  br i1 %162, label %165, label %163

163:                                              ; preds = %160
  %164 = tail call fastcc zeroext i1 @check_write(ptr noundef nonnull %0, i64 noundef %3, i64 noundef %120, i64 noundef %10, i64 noundef %11) #20
  br i1 %164, label %196, label %165

165:                                              ; preds = %163, %160
  %166 = getelementptr inbounds nuw i8, ptr %151, i64 128
  %167 = load i32, ptr %166, align 64
  %168 = icmp eq i32 %167, 256
  br i1 %168, label %169, label %173

169:                                              ; preds = %165
  %170 = tail call fastcc zeroext i1 @deliver_bulk(ptr noundef nonnull %0, ptr noundef %1, i32 noundef 0) #20
  br i1 %170, label %196, label %171

171:                                              ; preds = %169
  %172 = load i32, ptr %166, align 64
  br label %173

173:                                              ; preds = %171, %165
  %174 = phi i32 [ %172, %171 ], [ %167, %165 ]
  %175 = getelementptr inbounds nuw i8, ptr %151, i64 2240
  %176 = add i32 %174, 1
  store i32 %176, ptr %166, align 64
  %177 = zext i32 %174 to i64
  %178 = getelementptr inbounds nuw [256 x %struct.bulk_copy], ptr %175, i64 0, i64 %177
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(80) %178, ptr noundef nonnull align 8 dereferenceable(80) %13, i64 80, i1 false)
  %179 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %180 = load i64, ptr %179, align 8
  %181 = inttoptr i64 %180 to ptr
  %182 = call fastcc zeroext i1 @move_bulk(ptr noundef nonnull %0, ptr noundef %181, ptr noundef %13) #20
  %183 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %184 = load i64, ptr %183, align 8
  %185 = lshr i64 %3, 1
  %186 = and i64 %185, 9223372036854775806
  %187 = add i64 %184, %186
  %188 = inttoptr i64 %187 to ptr
  %189 = lshr i64 %120, 2
  %190 = icmp ult i64 %120, 4
  br i1 %190, label %196, label %191

191:                                              ; preds = %173, %191
  %192 = phi i64 [ %194, %191 ], [ 0, %173 ]
  %193 = getelementptr inbounds nuw i16, ptr %188, i64 %192
  store i16 1, ptr %193, align 2
  %194 = add nuw nsw i64 %192, 1
  %195 = icmp eq i64 %194, %189
  br i1 %195, label %196, label %191

196:                                              ; preds = %191, %173, %155, %163, %169, %146
  %197 = phi i1 [ %147, %146 ], [ true, %155 ], [ true, %163 ], [ true, %169 ], [ %182, %173 ], [ %182, %191 ]
  call void @llvm.lifetime.end.p0(i64 80, ptr nonnull %13) #21
  br label %198

198:                                              ; preds = %56, %90, %73, %65, %19, %196, %129, %114, %106, %98
  %199 = phi i1 [ true, %129 ], [ %197, %196 ], [ true, %98 ], [ true, %106 ], [ true, %114 ], [ true, %19 ], [ true, %65 ], [ true, %73 ], [ true, %90 ], [ true, %56 ]
  ret i1 %199
}

define internal fastcc noundef zeroext i1 @make_copy(ptr nocapture noundef %0, ptr nocapture noundef %1, ptr nocapture noundef nonnull readonly %2) unnamed_addr #0 {
  %4 = tail call fastcc zeroext i1 @move_bulk(ptr noundef %0, ptr noundef %1, ptr noundef %2) #20
  br i1 %4, label %18, label %5

5:                                                ; preds = %3
  %6 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %9 = load i64, ptr %8, align 8
  %10 = trunc i64 %9 to i32
  %11 = sub nsw i32 0, %10
  %12 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %2, i64 72
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i32
  %17 = tail call zeroext i1 @mbarrier_update(ptr noundef %0, ptr noundef %1, i64 noundef %7, i32 noundef 0, i32 noundef %11, i64 noundef %13, i32 noundef %16) #20
  br label %18

18:                                               ; preds = %5, %3
  %19 = phi i1 [ true, %3 ], [ %17, %5 ]
  ret i1 %19
}

define internal fastcc noundef zeroext i1 @move_bulk(ptr nocapture noundef %0, ptr nocapture noundef writeonly %1, ptr nocapture noundef nonnull readonly %2) unnamed_addr #0 {
  %4 = getelementptr inbounds nuw i8, ptr %2, i64 56
  %5 = load i64, ptr %4, align 8
  %6 = icmp eq i64 %5, 0
  br i1 %6, label %162, label %7

7:                                                ; preds = %3
  %8 = load i64, ptr %2, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 80
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %13 = load i64, ptr %12, align 8
  %14 = sub nsw i64 0, %13
  %15 = tail call i64 @llvm.smax.i64(i64 %14, i64 0)
  %16 = tail call noundef i64 @llvm.smin.i64(i64 %15, i64 %11)
  %17 = getelementptr inbounds nuw i8, ptr %9, i64 32
  %18 = load i64, ptr %17, align 8
  %19 = sub nsw i64 %18, %13
  %20 = tail call i64 @llvm.smax.i64(i64 %19, i64 %16)
  %21 = tail call noundef i64 @llvm.smin.i64(i64 %20, i64 %11)
  %22 = getelementptr inbounds nuw i8, ptr %9, i64 96
  %23 = load i64, ptr %22, align 8
  %24 = icmp eq i64 %23, 0
  br i1 %24, label %204, label %25

25:                                               ; preds = %7
  %26 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %9, i64 88
  %29 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %30 = getelementptr inbounds nuw i8, ptr %2, i64 48
  %31 = getelementptr inbounds nuw i8, ptr %9, i64 40
  %32 = getelementptr inbounds nuw i8, ptr %9, i64 48
  %33 = icmp slt i64 %15, %21
  %34 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %35 = getelementptr inbounds nuw i8, ptr %9, i64 64
  %36 = getelementptr inbounds nuw i8, ptr %9, i64 72
  %37 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 52), align 4
  %38 = icmp ne i32 %37, 0
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %41 = icmp sgt i64 %11, 0
  %42 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %43 = load i64, ptr %28, align 8
  br label %44

44:                                               ; preds = %146, %25
  %45 = phi i64 [ %23, %25 ], [ %147, %146 ]
  %46 = phi i64 [ %43, %25 ], [ %148, %146 ]
  %47 = phi i64 [ %43, %25 ], [ %149, %146 ]
  %48 = phi i64 [ %27, %25 ], [ %150, %146 ]
  %49 = phi i64 [ 0, %25 ], [ %151, %146 ]
  %50 = icmp eq i64 %47, 0
  br i1 %50, label %146, label %51

51:                                               ; preds = %44, %139
  %52 = phi i64 [ %140, %139 ], [ %46, %44 ]
  %53 = phi i64 [ %141, %139 ], [ %48, %44 ]
  %54 = phi i64 [ %142, %139 ], [ 0, %44 ]
  %55 = load i64, ptr %29, align 8
  %56 = add i64 %55, %54
  %57 = load i64, ptr %30, align 8
  %58 = add i64 %57, %49
  %59 = load i64, ptr %31, align 8
  %60 = icmp ult i64 %56, %59
  br i1 %60, label %61, label %65

61:                                               ; preds = %51
  %62 = load i64, ptr %32, align 8
  %63 = icmp ult i64 %58, %62
  %64 = select i1 %63, i1 %33, i1 false
  br label %65

65:                                               ; preds = %61, %51
  %66 = phi i1 [ false, %51 ], [ %64, %61 ]
  %67 = load i64, ptr %34, align 8
  %68 = load i64, ptr %35, align 8
  %69 = mul i64 %68, %56
  %70 = add i64 %69, %67
  %71 = load i64, ptr %36, align 8
  %72 = mul i64 %71, %58
  %73 = add i64 %70, %72
  %74 = load i64, ptr %12, align 8
  %75 = select i1 %38, i1 %66, i1 false
  br i1 %75, label %76, label %101

76:                                               ; preds = %65
  %77 = add i64 %74, %16
  %78 = shl i64 %77, 2
  %79 = add i64 %78, %73
  %80 = load i64, ptr %39, align 8
  %81 = inttoptr i64 %80 to ptr
  %82 = add i64 %74, %21
  %83 = shl i64 %82, 2
  %84 = add i64 %83, %73
  %85 = icmp ult i64 %84, %79
  br i1 %85, label %153, label %86

86:                                               ; preds = %76
  %87 = load i64, ptr %40, align 8
  %88 = icmp eq i64 %87, 0
  br i1 %88, label %153, label %89

89:                                               ; preds = %86, %98
  %90 = phi i64 [ %99, %98 ], [ 0, %86 ]
  %91 = getelementptr inbounds nuw %struct.anon.0, ptr %81, i64 %90
  %92 = load i64, ptr %91, align 8
  %93 = icmp ult i64 %79, %92
  br i1 %93, label %98, label %94

94:                                               ; preds = %89
  %95 = getelementptr inbounds nuw i8, ptr %91, i64 8
  %96 = load i64, ptr %95, align 8
  %97 = icmp ugt i64 %84, %96
  br i1 %97, label %98, label %101

98:                                               ; preds = %94, %89
  %99 = add nuw i64 %90, 1
  %100 = icmp eq i64 %99, %87
  br i1 %100, label %153, label %89

101:                                              ; preds = %94, %65
  %102 = select i1 %66, i64 %16, i64 %11
  br i1 %41, label %103, label %139

103:                                              ; preds = %101, %134
  %104 = phi i64 [ %135, %134 ], [ %53, %101 ]
  %105 = phi i64 [ %116, %134 ], [ 0, %101 ]
  %106 = lshr i64 %104, 3
  %107 = load i64, ptr %42, align 8
  %108 = and i64 %107, %106
  %109 = xor i64 %108, %104
  %110 = getelementptr inbounds nuw i8, ptr %1, i64 %109
  %111 = add i64 %105, %74
  %112 = shl i64 %111, 2
  %113 = add i64 %112, %73
  %114 = inttoptr i64 %113 to ptr
  %115 = icmp sgt i64 %102, %105
  %116 = add nuw nsw i64 %105, 4
  %117 = icmp sgt i64 %116, %21
  %118 = select i1 %115, i1 true, i1 %117
  br i1 %118, label %120, label %119

119:                                              ; preds = %103
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %110, ptr noundef nonnull align 4 dereferenceable(16) %114, i64 16, i1 false)
  br label %134

120:                                              ; preds = %103, %129
  %121 = phi i64 [ %132, %129 ], [ 0, %103 ]
  %122 = or disjoint i64 %121, %105
  %123 = icmp sle i64 %102, %122
  %124 = icmp slt i64 %122, %21
  %125 = and i1 %123, %124
  br i1 %125, label %126, label %129

126:                                              ; preds = %120
  %127 = getelementptr inbounds nuw i32, ptr %114, i64 %121
  %128 = load i32, ptr %127, align 4
  br label %129

129:                                              ; preds = %126, %120
  %130 = phi i32 [ %128, %126 ], [ 0, %120 ]
  %131 = getelementptr inbounds nuw i32, ptr %110, i64 %121
  store i32 %130, ptr %131, align 4
  %132 = add nuw nsw i64 %121, 1
  %133 = icmp eq i64 %132, 4
  br i1 %133, label %134, label %120

134:                                              ; preds = %129, %119
  %135 = add i64 %104, 16
  %136 = icmp slt i64 %116, %11
  br i1 %136, label %103, label %137

137:                                              ; preds = %134
  %138 = load i64, ptr %28, align 8
  br label %139

139:                                              ; preds = %137, %101
  %140 = phi i64 [ %52, %101 ], [ %138, %137 ]
  %141 = phi i64 [ %53, %101 ], [ %135, %137 ]
  %142 = add nuw i64 %54, 1
  %143 = icmp ult i64 %142, %140
  br i1 %143, label %51, label %144

144:                                              ; preds = %139
  %145 = load i64, ptr %22, align 8
  br label %146

146:                                              ; preds = %144, %44
  %147 = phi i64 [ %45, %44 ], [ %145, %144 ]
  %148 = phi i64 [ %46, %44 ], [ %140, %144 ]
  %149 = phi i64 [ 0, %44 ], [ %140, %144 ]
  %150 = phi i64 [ %48, %44 ], [ %141, %144 ]
  %151 = add nuw i64 %49, 1
  %152 = icmp ult i64 %151, %147
  br i1 %152, label %44, label %204

153:                                              ; preds = %86, %76, %98
  %154 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %155 = load i64, ptr %154, align 8
  %156 = getelementptr inbounds nuw i8, ptr %2, i64 72
  %157 = load i64, ptr %156, align 8
  %158 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 1, ptr %158, align 8
  %159 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %155, ptr %159, align 8
  %160 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %79, ptr %160, align 8
  %161 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %157, ptr %161, align 8
  br label %204

162:                                              ; preds = %3
  %163 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 52), align 4
  %164 = icmp eq i32 %163, 0
  %165 = load i64, ptr %2, align 8
  %166 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %167 = load i64, ptr %166, align 8
  br i1 %164, label %199, label %168

168:                                              ; preds = %162
  %169 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %170 = load i64, ptr %169, align 8
  %171 = inttoptr i64 %170 to ptr
  %172 = add i64 %167, %165
  %173 = icmp ult i64 %172, %165
  br i1 %173, label %190, label %174

174:                                              ; preds = %168
  %175 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %176 = load i64, ptr %175, align 8
  %177 = icmp eq i64 %176, 0
  br i1 %177, label %190, label %178

178:                                              ; preds = %174, %187
  %179 = phi i64 [ %188, %187 ], [ 0, %174 ]
  %180 = getelementptr inbounds nuw %struct.anon.0, ptr %171, i64 %179
  %181 = load i64, ptr %180, align 8
  %182 = icmp ult i64 %165, %181
  br i1 %182, label %187, label %183

183:                                              ; preds = %178
  %184 = getelementptr inbounds nuw i8, ptr %180, i64 8
  %185 = load i64, ptr %184, align 8
  %186 = icmp ugt i64 %172, %185
  br i1 %186, label %187, label %199

187:                                              ; preds = %183, %178
  %188 = add nuw i64 %179, 1
  %189 = icmp eq i64 %188, %176
  br i1 %189, label %190, label %178

190:                                              ; preds = %187, %168, %174
  %191 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %192 = load i64, ptr %191, align 8
  %193 = getelementptr inbounds nuw i8, ptr %2, i64 72
  %194 = load i64, ptr %193, align 8
  %195 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 1, ptr %195, align 8
  %196 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %192, ptr %196, align 8
  %197 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %165, ptr %197, align 8
  %198 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %194, ptr %198, align 8
  br label %204

199:                                              ; preds = %183, %162
  %200 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %201 = load i64, ptr %200, align 8
  %202 = getelementptr inbounds nuw i8, ptr %1, i64 %201
  %203 = inttoptr i64 %165 to ptr
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %202, ptr align 1 %203, i64 %167, i1 false)
  br label %204

204:                                              ; preds = %146, %153, %7, %199, %190
  %205 = phi i1 [ false, %199 ], [ true, %190 ], [ false, %7 ], [ true, %153 ], [ false, %146 ]
  ret i1 %205
}

define void @note_arrival(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #14 {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = icmp ugt i32 %1, 15
  br i1 %8, label %59, label %9

9:                                                ; preds = %4
  %10 = getelementptr inbounds nuw i8, ptr %7, i64 64
  %11 = zext nneg i32 %1 to i64
  %12 = getelementptr inbounds nuw [16 x i32], ptr %10, i64 0, i64 %11
  %13 = load i32, ptr %12, align 4
  %14 = tail call noundef i32 @llvm.smax.i32(i32 %13, i32 %2)
  store i32 %14, ptr %12, align 4
  %15 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 80), align 8
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %37, label %17

17:                                               ; preds = %9
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %19 = load i64, ptr %18, align 8
  %20 = inttoptr i64 %19 to ptr
  %21 = getelementptr inbounds nuw i8, ptr %20, i64 32772
  %22 = getelementptr inbounds nuw [16 x %struct.ended], ptr %21, i64 0, i64 %11
  %23 = getelementptr inbounds nuw i8, ptr %20, i64 4
  %24 = zext i32 %3 to i64
  %25 = getelementptr inbounds nuw [1024 x %struct.ended], ptr %23, i64 0, i64 %24
  br label %26

26:                                               ; preds = %34, %17
  %27 = phi i64 [ 0, %17 ], [ %35, %34 ]
  %28 = getelementptr inbounds nuw [8 x i32], ptr %25, i64 0, i64 %27
  %29 = load i32, ptr %28, align 4
  %30 = getelementptr inbounds nuw [8 x i32], ptr %22, i64 0, i64 %27
  %31 = load i32, ptr %30, align 4
  %32 = icmp ugt i32 %29, %31
  br i1 %32, label %33, label %34

33:                                               ; preds = %26
  store i32 %29, ptr %30, align 4
  br label %34

34:                                               ; preds = %33, %26
  %35 = add nuw nsw i64 %27, 1
  %36 = icmp eq i64 %35, 8
  br i1 %36, label %37, label %26

37:                                               ; preds = %34, %9
  %38 = getelementptr inbounds nuw i8, ptr %7, i64 136
  %39 = lshr i32 %3, 5
  %40 = zext nneg i32 %39 to i64
  %41 = getelementptr inbounds nuw [16 x [32 x i32]], ptr %38, i64 0, i64 %11, i64 %40
  %42 = and i32 %3, 31
  %43 = shl nuw i32 1, %42
  %44 = load i32, ptr %41, align 4
  %45 = and i32 %44, %43
  %46 = icmp eq i32 %45, 0
  br i1 %46, label %51, label %47

47:                                               ; preds = %37
  %48 = getelementptr inbounds nuw [16 x i32], ptr %7, i64 0, i64 %11
  %49 = load i32, ptr %48, align 4
  %50 = add nsw i32 %49, 32
  store i32 %50, ptr %48, align 4
  br label %51

51:                                               ; preds = %47, %37
  %52 = phi i32 [ 0, %47 ], [ %44, %37 ]
  %53 = or i32 %52, %43
  store i32 %53, ptr %41, align 4
  %54 = icmp eq i32 %53, -1
  br i1 %54, label %55, label %59

55:                                               ; preds = %51
  %56 = getelementptr inbounds nuw [16 x i32], ptr %7, i64 0, i64 %11
  %57 = load i32, ptr %56, align 4
  %58 = add nsw i32 %57, 32
  store i32 %58, ptr %56, align 4
  store i32 0, ptr %41, align 4
  br label %59

59:                                               ; preds = %51, %55, %4
  ret void
}

define void @clear_warpgroup(ptr nocapture noundef writeonly %0, i32 noundef %1) local_unnamed_addr #6 {
  %3 = zext i32 %1 to i64
  %4 = mul nuw nsw i64 %3, 28
  %5 = add nuw nsw i64 %4, 12
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(1) %0, i8 0, i64 %5, i1 false)
  ret void
}

define noundef zeroext i1 @access_fragment(ptr nocapture noundef writeonly %0, ptr nocapture noundef %1, i32 noundef %2, i1 noundef zeroext %3, i64 noundef %4, i32 noundef %5) local_unnamed_addr #5 {
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 12
  %8 = zext i32 %2 to i64
  %9 = getelementptr inbounds nuw [0 x %struct.fragment], ptr %7, i64 0, i64 %8
  %10 = load i32, ptr %9, align 4
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %12 = load i32, ptr %11, align 4
  %13 = icmp ugt i32 %10, %12
  br i1 %13, label %14, label %32

14:                                               ; preds = %6
  br i1 %3, label %19, label %15

15:                                               ; preds = %14
  %16 = getelementptr inbounds nuw i8, ptr %9, i64 4
  %17 = load i32, ptr %16, align 4
  %18 = icmp ugt i32 %17, 1
  br i1 %18, label %19, label %32

19:                                               ; preds = %15, %14
  %20 = load i32, ptr %1, align 4
  %21 = icmp ugt i32 %10, %20
  %22 = zext i1 %21 to i64
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 184
  store i64 %22, ptr %23, align 8
  %24 = getelementptr inbounds nuw i8, ptr %9, i64 20
  %25 = load i32, ptr %24, align 4
  %26 = zext i32 %25 to i64
  %27 = zext i32 %5 to i64
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 23, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %4, ptr %29, align 8
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %26, ptr %30, align 8
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %27, ptr %31, align 8
  br label %39

32:                                               ; preds = %15, %6
  %33 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %34 = load i32, ptr %33, align 4
  %35 = select i1 %3, i64 16, i64 12
  %36 = getelementptr inbounds nuw i8, ptr %9, i64 %35
  store i32 %34, ptr %36, align 4
  %37 = trunc i64 %4 to i32
  %38 = getelementptr inbounds nuw i8, ptr %9, i64 24
  store i32 %37, ptr %38, align 4
  br label %39

39:                                               ; preds = %32, %19
  %40 = phi i1 [ true, %19 ], [ false, %32 ]
  ret i1 %40
}

define noundef zeroext i1 @use_fragment(ptr nocapture noundef writeonly %0, ptr nocapture noundef %1, i32 noundef %2, i32 noundef %3, i64 noundef %4, i32 noundef %5) local_unnamed_addr #5 {
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 12
  %8 = zext i32 %2 to i64
  %9 = getelementptr inbounds nuw [0 x %struct.fragment], ptr %7, i64 0, i64 %8
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 4
  %11 = load i32, ptr %10, align 4
  %12 = icmp eq i32 %3, %11
  %13 = or i32 %11, %3
  %14 = icmp ult i32 %13, 2
  %15 = or i1 %12, %14
  %16 = load i32, ptr %9, align 4
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %18 = load i32, ptr %17, align 4
  %19 = icmp ule i32 %16, %18
  %20 = select i1 %19, i1 true, i1 %15
  br i1 %20, label %34, label %21

21:                                               ; preds = %6
  %22 = load i32, ptr %1, align 4
  %23 = icmp ugt i32 %16, %22
  %24 = zext i1 %23 to i64
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 184
  store i64 %24, ptr %25, align 8
  %26 = getelementptr inbounds nuw i8, ptr %9, i64 20
  %27 = load i32, ptr %26, align 4
  %28 = zext i32 %27 to i64
  %29 = zext i32 %5 to i64
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 23, ptr %30, align 8
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %4, ptr %31, align 8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %28, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %29, ptr %33, align 8
  br label %78

34:                                               ; preds = %6
  %35 = icmp ugt i32 %3, 1
  %36 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %37 = load i32, ptr %36, align 4
  %38 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %39 = load i32, ptr %38, align 4
  %40 = icmp uge i32 %37, %39
  br i1 %35, label %41, label %46

41:                                               ; preds = %34
  %42 = getelementptr inbounds nuw i8, ptr %9, i64 12
  %43 = load i32, ptr %42, align 4
  %44 = icmp uge i32 %43, %39
  %45 = zext i1 %44 to i32
  br label %46

46:                                               ; preds = %41, %34
  %47 = phi i32 [ 0, %34 ], [ %45, %41 ]
  %48 = zext i1 %40 to i32
  %49 = or i32 %47, %48
  %50 = icmp ne i32 %49, 0
  %51 = select i1 %50, i1 true, i1 %15
  br i1 %51, label %58, label %52

52:                                               ; preds = %46
  %53 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %54 = load i32, ptr %53, align 4
  %55 = icmp ult i32 %54, %39
  br i1 %55, label %72, label %56

56:                                               ; preds = %52
  %57 = getelementptr inbounds nuw i8, ptr %9, i64 20
  br label %61

58:                                               ; preds = %46
  %59 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %60 = trunc nuw i32 %49 to i1
  br i1 %60, label %61, label %72

61:                                               ; preds = %56, %58
  %62 = phi ptr [ %57, %56 ], [ %59, %58 ]
  %63 = load i32, ptr %62, align 4
  %64 = zext i32 %39 to i64
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 184
  store i64 %64, ptr %65, align 8
  %66 = zext i32 %63 to i64
  %67 = zext i32 %5 to i64
  %68 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 24, ptr %68, align 8
  %69 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %4, ptr %69, align 8
  %70 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %66, ptr %70, align 8
  %71 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %67, ptr %71, align 8
  br label %78

72:                                               ; preds = %52, %58
  store i32 %3, ptr %10, align 4
  %73 = getelementptr inbounds nuw i8, ptr %9, i64 8
  store i32 %39, ptr %73, align 4
  %74 = load i32, ptr %1, align 4
  %75 = add i32 %74, 1
  store i32 %75, ptr %9, align 4
  %76 = trunc i64 %4 to i32
  %77 = getelementptr inbounds nuw i8, ptr %9, i64 20
  store i32 %76, ptr %77, align 4
  br label %78

78:                                               ; preds = %61, %72, %21
  %79 = phi i1 [ true, %21 ], [ false, %72 ], [ true, %61 ]
  ret i1 %79
}

define void @fence_registers(ptr nocapture noundef %0) local_unnamed_addr #5 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load i32, ptr %2, align 4
  %4 = add i32 %3, 1
  store i32 %4, ptr %2, align 4
  ret void
}

define void @commit_matrices(ptr nocapture noundef %0) local_unnamed_addr #5 {
  %2 = load i32, ptr %0, align 4
  %3 = add i32 %2, 1
  store i32 %3, ptr %0, align 4
  ret void
}

define void @wait_for_matrices(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #2 {
  %5 = load i32, ptr %1, align 4
  %6 = icmp ugt i32 %5, %2
  br i1 %6, label %10, label %7

7:                                                ; preds = %4
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %9 = load i32, ptr %8, align 4
  br label %16

10:                                               ; preds = %4
  %11 = sub nuw i32 %5, %2
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %13 = load i32, ptr %12, align 4
  %14 = icmp ugt i32 %11, %13
  br i1 %14, label %15, label %16

15:                                               ; preds = %10
  store i32 %11, ptr %12, align 4
  br label %16

16:                                               ; preds = %7, %15, %10
  %17 = phi i32 [ %9, %7 ], [ %11, %15 ], [ %13, %10 ]
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %19 = load i64, ptr %18, align 8
  %20 = inttoptr i64 %19 to ptr
  %21 = getelementptr inbounds nuw i8, ptr %20, i64 4
  %22 = zext i32 %3 to i64
  %23 = getelementptr inbounds nuw [1024 x %struct.ended], ptr %21, i64 0, i64 %22
  %24 = lshr i32 %3, 7
  %25 = zext nneg i32 %24 to i64
  %26 = getelementptr inbounds nuw [8 x i32], ptr %23, i64 0, i64 %25
  %27 = load i32, ptr %26, align 4
  %28 = icmp ugt i32 %17, %27
  br i1 %28, label %29, label %30

29:                                               ; preds = %16
  store i32 %17, ptr %26, align 4
  br label %30

30:                                               ; preds = %29, %16
  ret void
}

define noundef zeroext i1 @load_matrices(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i1 noundef zeroext %5, i32 noundef %6, i32 noundef %7, i64 noundef %8) local_unnamed_addr #7 {
  %10 = alloca [8 x [8 x i16]], align 16
  %11 = alloca [8 x [8 x i16]], align 16
  %12 = icmp sgt i32 %6, 0
  br i1 %12, label %13, label %68

13:                                               ; preds = %9
  %14 = icmp sgt i32 %4, 0
  %15 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 52), align 4
  %16 = icmp eq i32 %15, 0
  %17 = select i1 %5, ptr %11, ptr %10
  %18 = zext nneg i32 %6 to i64
  %19 = zext nneg i32 %6 to i64
  %20 = zext nneg i32 %4 to i64
  br label %21

21:                                               ; preds = %13, %65
  %22 = phi i64 [ 0, %13 ], [ %66, %65 ]
  br i1 %14, label %23, label %65

23:                                               ; preds = %21
  %24 = getelementptr i32, ptr %3, i64 %22
  br label %25

25:                                               ; preds = %23, %59
  %26 = phi i64 [ 0, %23 ], [ %62, %59 ]
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %10) #21
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %11) #21
  %27 = shl nsw i64 %26, 3
  %28 = add nuw nsw i64 %27, %22
  %29 = and i64 %28, 4294967288
  br label %31

30:                                               ; preds = %40
  br i1 %5, label %47, label %59

31:                                               ; preds = %25, %40
  %32 = phi i64 [ 0, %25 ], [ %45, %40 ]
  %33 = add nuw nsw i64 %32, %29
  br i1 %16, label %40, label %34

34:                                               ; preds = %31
  %35 = getelementptr inbounds nuw i64, ptr %2, i64 %33
  %36 = load i64, ptr %35, align 8
  %37 = trunc nuw i64 %33 to i32
  %38 = add i32 %7, %37
  %39 = tail call zeroext i1 @check_shared(ptr noundef %0, i64 noundef %36, i64 noundef 16, i64 noundef %8, i32 noundef %38) #20
  br i1 %39, label %64, label %40

40:                                               ; preds = %34, %31
  %41 = getelementptr inbounds nuw [8 x [8 x i16]], ptr %10, i64 0, i64 %32
  %42 = getelementptr inbounds nuw i64, ptr %2, i64 %33
  %43 = load i64, ptr %42, align 8
  %44 = getelementptr inbounds nuw i8, ptr %1, i64 %43
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %41, ptr noundef nonnull align 1 dereferenceable(16) %44, i64 16, i1 false)
  %45 = add nuw nsw i64 %32, 1
  %46 = icmp eq i64 %45, 8
  br i1 %46, label %30, label %31

47:                                               ; preds = %30, %49
  %48 = phi i64 [ %50, %49 ], [ 0, %30 ]
  br label %52

49:                                               ; preds = %52
  %50 = add nuw nsw i64 %48, 1
  %51 = icmp eq i64 %50, 8
  br i1 %51, label %59, label %47

52:                                               ; preds = %47, %52
  %53 = phi i64 [ 0, %47 ], [ %57, %52 ]
  %54 = getelementptr inbounds nuw [8 x [8 x i16]], ptr %10, i64 0, i64 %48, i64 %53
  %55 = load i16, ptr %54, align 2
  %56 = getelementptr inbounds nuw [8 x [8 x i16]], ptr %11, i64 0, i64 %53, i64 %48
  store i16 %55, ptr %56, align 2
  %57 = add nuw nsw i64 %53, 1
  %58 = icmp eq i64 %57, 8
  br i1 %58, label %49, label %52

59:                                               ; preds = %49, %30
  %60 = mul nuw nsw i64 %26, %18
  %61 = getelementptr i32, ptr %24, i64 %60
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(128) %61, ptr noundef nonnull align 16 dereferenceable(128) %17, i64 128, i1 false)
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %11) #21
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %10) #21
  %62 = add nuw nsw i64 %26, 1
  %63 = icmp eq i64 %62, %20
  br i1 %63, label %65, label %25

64:                                               ; preds = %34
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %11) #21
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %10) #21
  br label %68

65:                                               ; preds = %59, %21
  %66 = add nuw nsw i64 %22, 32
  %67 = icmp samesign ult i64 %66, %19
  br i1 %67, label %21, label %68

68:                                               ; preds = %65, %9, %64
  %69 = phi i1 [ true, %64 ], [ false, %9 ], [ false, %65 ]
  ret i1 %69
}

define i32 @shuffle_source(i32 noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #4 {
  %5 = and i32 %2, 31
  %6 = and i32 %3, 31
  %7 = lshr i32 %3, 8
  %8 = and i32 %7, 31
  %9 = and i32 %8, %1
  %10 = xor i32 %8, -1
  %11 = and i32 %6, %10
  %12 = or disjoint i32 %9, %11
  switch i32 %0, label %21 [
    i32 2, label %13
    i32 3, label %17
    i32 4, label %19
  ]

13:                                               ; preds = %4
  %14 = sub nsw i32 %1, %5
  %15 = icmp slt i32 %14, %12
  %16 = select i1 %15, i32 32, i32 %14
  br label %28

17:                                               ; preds = %4
  %18 = add nsw i32 %5, %1
  br label %24

19:                                               ; preds = %4
  %20 = xor i32 %5, %1
  br label %24

21:                                               ; preds = %4
  %22 = and i32 %5, %10
  %23 = or disjoint i32 %9, %22
  br label %24

24:                                               ; preds = %21, %19, %17
  %25 = phi i32 [ %23, %21 ], [ %20, %19 ], [ %18, %17 ]
  %26 = icmp sgt i32 %25, %12
  %27 = select i1 %26, i32 32, i32 %25
  br label %28

28:                                               ; preds = %24, %13
  %29 = phi i32 [ %27, %24 ], [ %16, %13 ]
  ret i32 %29
}

define void @run(ptr noundef %0) local_unnamed_addr #15 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = load volatile i64, ptr %5, align 8
  %7 = icmp eq i64 %6, 0
  br i1 %7, label %8, label %43

8:                                                ; preds = %1
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 64
  br label %16

16:                                               ; preds = %8, %38
  %17 = load i64, ptr %2, align 8
  %18 = inttoptr i64 %17 to ptr
  %19 = atomicrmw add ptr %18, i64 1 monotonic, align 8
  %20 = load i64, ptr %9, align 8
  %21 = icmp ult i64 %19, %20
  br i1 %21, label %22, label %43

22:                                               ; preds = %16
  %23 = load i64, ptr %10, align 8
  %24 = icmp eq i64 %23, 0
  %25 = xor i64 %19, -1
  %26 = add i64 %20, %25
  %27 = select i1 %24, i64 %19, i64 %26
  %28 = load i64, ptr %11, align 8
  %29 = urem i64 %27, %28
  store i64 %29, ptr %12, align 8
  %30 = udiv i64 %27, %28
  %31 = load i64, ptr %13, align 8
  %32 = urem i64 %30, %31
  store i64 %32, ptr %14, align 8
  %33 = udiv i64 %30, %31
  store i64 %33, ptr %15, align 8
  %34 = tail call fastcc zeroext i1 @run_block(ptr noundef nonnull %0) #20
  br i1 %34, label %35, label %38

35:                                               ; preds = %22
  %36 = load i64, ptr %3, align 8
  %37 = inttoptr i64 %36 to ptr
  store volatile i64 1, ptr %37, align 8
  br label %38

38:                                               ; preds = %22, %35
  %39 = load i64, ptr %3, align 8
  %40 = inttoptr i64 %39 to ptr
  %41 = load volatile i64, ptr %40, align 8
  %42 = icmp eq i64 %41, 0
  br i1 %42, label %16, label %43

43:                                               ; preds = %38, %16, %1
  ret void
}

define internal fastcc noundef zeroext i1 @run_block(ptr noundef %0) unnamed_addr #16 {
  %2 = alloca [1024 x i32], align 16
  call void @llvm.lifetime.start.p0(i64 4096, ptr nonnull %2) #21
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %6 = load i64, ptr %5, align 8
  %7 = add i64 %6, %4
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %7, %9
  %11 = and i64 %10, 1
  %12 = icmp eq i64 %11, 0
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %14 = load i64, ptr %13, align 8
  %15 = icmp ne i64 %14, 0
  %16 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 76), align 4
  %17 = icmp ne i32 %16, 0
  %18 = select i1 %17, i1 %12, i1 false
  %19 = xor i1 %15, %18
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %21 = load i64, ptr %20, align 8
  %22 = inttoptr i64 %21 to ptr
  %23 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 60), align 4
  %24 = icmp eq i32 %23, 0
  %25 = select i1 %24, i64 136, i64 2240
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 64 dereferenceable(136) %22, i8 0, i64 %25, i1 false)
  %26 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 72), align 8
  %27 = icmp ne i32 %26, 0
  %28 = select i1 %27, i1 true, i1 %17
  br i1 %28, label %29, label %45

29:                                               ; preds = %1
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %31 = load i64, ptr %30, align 8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %33 = load i64, ptr %32, align 8
  %34 = sub i64 %33, %31
  %35 = icmp ult i64 %34, 4
  br i1 %35, label %45, label %36

36:                                               ; preds = %29
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %38 = load i64, ptr %37, align 8
  %39 = lshr i64 %31, 1
  %40 = and i64 %39, 9223372036854775806
  %41 = add i64 %38, %40
  %42 = inttoptr i64 %41 to ptr
  %43 = lshr i64 %34, 1
  %44 = and i64 %43, 9223372036854775806
  tail call void @llvm.memset.p0.i64(ptr align 2 %42, i8 0, i64 %44, i1 false)
  br label %45

45:                                               ; preds = %36, %29, %1
  %46 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 80), align 8
  %47 = icmp eq i32 %46, 0
  br i1 %47, label %60, label %48

48:                                               ; preds = %45
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %50 = load i64, ptr %49, align 8
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %52 = load i64, ptr %51, align 8
  %53 = sub i64 %50, %52
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %55 = load i64, ptr %54, align 8
  %56 = inttoptr i64 %55 to ptr
  %57 = shl i64 %53, 3
  %58 = and i64 %57, -128
  %59 = add i64 %58, 45732
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(1) %56, i8 0, i64 %59, i1 false)
  br label %60

60:                                               ; preds = %45, %48
  %61 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 48), align 8
  %62 = icmp sgt i32 %61, 0
  %63 = zext nneg i32 %61 to i64
  br i1 %62, label %64, label %66

64:                                               ; preds = %60
  %65 = shl nuw nsw i64 %63, 2
  call void @llvm.memset.p0.i64(ptr nonnull align 16 %2, i8 0, i64 %65, i1 false)
  br label %66

66:                                               ; preds = %60, %64
  %67 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 68), align 4
  %68 = icmp eq i32 %67, 0
  %69 = add nsw i32 %61, 31
  %70 = sdiv i32 %69, 32
  %71 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %72 = tail call i32 @llvm.smax.i32(i32 %70, i32 1)
  %73 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 64), align 8
  %74 = icmp ne i32 %73, 0
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %76 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %77 = load i64, ptr @plan, align 8
  br label %78

78:                                               ; preds = %124, %66
  %79 = phi i32 [ 1, %66 ], [ %125, %124 ]
  switch i32 %79, label %235 [
    i32 1, label %80
    i32 -1, label %162
    i32 0, label %217
  ]

80:                                               ; preds = %78
  br i1 %68, label %107, label %81

81:                                               ; preds = %80
  br i1 %62, label %85, label %124

82:                                               ; preds = %104
  %83 = add nuw nsw i32 %87, 1
  %84 = icmp eq i32 %83, %72
  br i1 %84, label %109, label %85

85:                                               ; preds = %81, %82
  %86 = phi i32 [ %97, %82 ], [ 0, %81 ]
  %87 = phi i32 [ %83, %82 ], [ 0, %81 ]
  %88 = xor i32 %87, -1
  %89 = add nsw i32 %70, %88
  %90 = select i1 %19, i32 %89, i32 %87
  %91 = shl nsw i32 %90, 5
  %92 = sub nsw i32 %61, %91
  %93 = tail call noundef i32 @llvm.smin.i32(i32 %92, i32 32)
  br label %94

94:                                               ; preds = %100, %85
  %95 = phi i32 [ %86, %85 ], [ %97, %100 ]
  %96 = call fastcc i32 @run_groups(ptr noundef %0, ptr noundef nonnull %2, i32 noundef %91, i32 noundef %93, i1 noundef zeroext %19) #20
  %97 = or i32 %96, %95
  %98 = and i32 %96, 4
  %99 = icmp eq i32 %98, 0
  br i1 %99, label %102, label %100

100:                                              ; preds = %94
  %101 = call fastcc zeroext i1 @resolve_collectives(ptr noundef %0, ptr noundef nonnull %2, i32 noundef %91, i32 noundef %93) #20
  br i1 %101, label %94, label %102

102:                                              ; preds = %100, %94
  %103 = icmp samesign ult i32 %96, 8
  br i1 %103, label %104, label %235

104:                                              ; preds = %102
  %105 = load i64, ptr %71, align 8
  %106 = icmp eq i64 %105, 0
  br i1 %106, label %82, label %235

107:                                              ; preds = %80
  %108 = call fastcc i32 @run_groups(ptr noundef %0, ptr noundef %2, i32 noundef 0, i32 noundef %61, i1 noundef zeroext %19) #20
  br label %109

109:                                              ; preds = %82, %107
  %110 = phi i32 [ %108, %107 ], [ %97, %82 ]
  %111 = and i32 %110, 8
  %112 = icmp eq i32 %111, 0
  br i1 %112, label %113, label %235

113:                                              ; preds = %109
  %114 = and i32 %110, 1
  %115 = icmp eq i32 %114, 0
  br i1 %115, label %124, label %116

116:                                              ; preds = %113
  %117 = and i32 %110, 2
  %118 = icmp ne i32 %117, 0
  %119 = call fastcc i32 @resolve_barriers(ptr noundef %0, ptr noundef %2, i1 noundef zeroext %118) #20
  %120 = icmp eq i32 %119, -1
  %121 = select i1 %120, i1 %74, i1 false
  %122 = and i1 %28, %121
  %123 = select i1 %121, i32 -1, i32 %119
  br i1 %122, label %126, label %124

124:                                              ; preds = %140, %116, %81, %113, %158
  %125 = phi i32 [ %161, %158 ], [ 1, %113 ], [ 1, %81 ], [ %123, %116 ], [ -2, %140 ]
  br label %78

126:                                              ; preds = %116
  %127 = load i64, ptr %20, align 8
  %128 = inttoptr i64 %127 to ptr
  %129 = getelementptr inbounds nuw i8, ptr %128, i64 128
  %130 = load i32, ptr %129, align 64
  %131 = getelementptr inbounds nuw i8, ptr %128, i64 132
  %132 = load i32, ptr %131, align 4
  %133 = add i32 %132, %130
  br i1 %62, label %134, label %158

134:                                              ; preds = %126, %151
  %135 = phi i64 [ %152, %151 ], [ 0, %126 ]
  %136 = getelementptr inbounds nuw i32, ptr %2, i64 %135
  %137 = load i32, ptr %136, align 4
  %138 = and i32 %137, -2147352576
  %139 = icmp eq i32 %138, 131072
  br i1 %139, label %140, label %151

140:                                              ; preds = %134
  %141 = load i64, ptr %75, align 8
  %142 = inttoptr i64 %141 to ptr
  %143 = load i64, ptr %76, align 8
  %144 = mul nsw i64 %135, %77
  %145 = add i64 %143, %144
  %146 = inttoptr i64 %145 to ptr
  %147 = getelementptr inbounds nuw i8, ptr %146, i64 20
  %148 = load i32, ptr %147, align 4
  %149 = zext i32 %148 to i64
  %150 = tail call zeroext i1 @deliver_copies(ptr noundef %0, ptr noundef %142, i64 noundef %149) #20
  br i1 %150, label %124, label %151

151:                                              ; preds = %140, %134
  %152 = add nuw nsw i64 %135, 1
  %153 = icmp eq i64 %152, %63
  br i1 %153, label %154, label %134

154:                                              ; preds = %151
  %155 = load i32, ptr %129, align 64
  %156 = load i32, ptr %131, align 4
  %157 = add i32 %156, %155
  br label %158

158:                                              ; preds = %154, %126
  %159 = phi i32 [ %157, %154 ], [ %133, %126 ]
  %160 = icmp eq i32 %159, %133
  %161 = select i1 %160, i32 -1, i32 1
  br label %124

162:                                              ; preds = %78
  br i1 %62, label %163, label %235

163:                                              ; preds = %162
  %164 = load i64, ptr %76, align 8
  %165 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 44), align 4
  %166 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %167 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %168 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %169 = icmp eq i32 %73, 0
  %170 = sext i32 %165 to i64
  br label %171

171:                                              ; preds = %213, %163
  %172 = phi i64 [ 0, %163 ], [ %215, %213 ]
  %173 = phi i1 [ false, %163 ], [ %214, %213 ]
  %174 = mul nsw i64 %172, %77
  %175 = add i64 %174, %164
  %176 = inttoptr i64 %175 to ptr
  %177 = getelementptr inbounds nuw i32, ptr %2, i64 %172
  %178 = load i32, ptr %177, align 4
  %179 = icmp slt i32 %178, 0
  br i1 %179, label %213, label %180

180:                                              ; preds = %171
  br i1 %173, label %186, label %181

181:                                              ; preds = %180
  %182 = getelementptr inbounds nuw i8, ptr %176, i64 12
  %183 = load i32, ptr %182, align 4
  %184 = zext i32 %183 to i64
  %185 = mul nsw i64 %172, %170
  store i64 3, ptr %71, align 8
  store i64 %184, ptr %166, align 8
  store i64 0, ptr %167, align 8
  store i64 %185, ptr %168, align 8
  br label %186

186:                                              ; preds = %181, %180
  %187 = and i32 %178, 131072
  %188 = icmp eq i32 %187, 0
  %189 = or i1 %169, %188
  br i1 %189, label %213, label %190

190:                                              ; preds = %186
  %191 = trunc nuw nsw i64 %172 to i32
  %192 = getelementptr inbounds nuw i8, ptr %176, i64 12
  %193 = load i32, ptr %192, align 4
  %194 = zext i32 %193 to i64
  %195 = getelementptr inbounds nuw i8, ptr %176, i64 20
  %196 = load i32, ptr %195, align 4
  %197 = zext i32 %196 to i64
  %198 = mul nsw i32 %165, %191
  %199 = load i64, ptr %75, align 8
  %200 = inttoptr i64 %199 to ptr
  %201 = getelementptr inbounds nuw i8, ptr %200, i64 %197
  %202 = load i64, ptr %201, align 8
  %203 = and i64 %202, 1048575
  %204 = getelementptr inbounds nuw i8, ptr %0, i64 192
  store i64 %203, ptr %204, align 8
  %205 = lshr i64 %202, 40
  %206 = and i64 %205, 2097151
  %207 = add nsw i64 %206, -1048576
  %208 = getelementptr inbounds nuw i8, ptr %0, i64 200
  store i64 %207, ptr %208, align 8
  %209 = lshr i64 %202, 61
  %210 = and i64 %209, 1
  %211 = getelementptr inbounds nuw i8, ptr %0, i64 208
  store i64 %210, ptr %211, align 8
  %212 = zext i32 %198 to i64
  store i64 7, ptr %71, align 8
  store i64 %194, ptr %166, align 8
  store i64 %197, ptr %167, align 8
  store i64 %212, ptr %168, align 8
  br label %235

213:                                              ; preds = %186, %171
  %214 = phi i1 [ true, %186 ], [ %173, %171 ]
  %215 = add nuw nsw i64 %172, 1
  %216 = icmp eq i64 %215, %63
  br i1 %216, label %235, label %171

217:                                              ; preds = %78
  %218 = icmp eq i32 %16, 0
  br i1 %218, label %235, label %219

219:                                              ; preds = %217
  %220 = load i64, ptr %20, align 8
  %221 = inttoptr i64 %220 to ptr
  %222 = getelementptr inbounds nuw i8, ptr %221, i64 128
  %223 = load i32, ptr %222, align 64
  %224 = icmp eq i32 %223, 0
  br i1 %224, label %235, label %225

225:                                              ; preds = %219
  %226 = getelementptr inbounds nuw i8, ptr %221, i64 2304
  %227 = load i64, ptr %226, align 8
  %228 = getelementptr inbounds nuw i8, ptr %221, i64 2248
  %229 = load i64, ptr %228, align 8
  %230 = getelementptr inbounds nuw i8, ptr %221, i64 2312
  %231 = load i64, ptr %230, align 8
  store i64 16, ptr %71, align 8
  %232 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %227, ptr %232, align 8
  %233 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %229, ptr %233, align 8
  %234 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %231, ptr %234, align 8
  br label %235

235:                                              ; preds = %109, %78, %102, %104, %213, %225, %219, %190, %162, %217
  %236 = phi i1 [ false, %217 ], [ true, %162 ], [ true, %190 ], [ false, %219 ], [ true, %225 ], [ true, %213 ], [ true, %104 ], [ true, %102 ], [ true, %78 ], [ true, %109 ]
  call void @llvm.lifetime.end.p0(i64 4096, ptr nonnull %2) #21
  ret i1 %236
}

define internal fastcc noundef zeroext i1 @end_copy(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i64 noundef %2, i64 noundef %3, i64 noundef %4, i64 noundef %5) unnamed_addr #0 {
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %8 = load i64, ptr %7, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = icmp ult i64 %3, 4
  br i1 %10, label %20, label %11

11:                                               ; preds = %6
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %13 = load i64, ptr %12, align 8
  %14 = lshr i64 %2, 1
  %15 = and i64 %14, 9223372036854775806
  %16 = add i64 %13, %15
  %17 = inttoptr i64 %16 to ptr
  %18 = lshr i64 %3, 1
  %19 = and i64 %18, 9223372036854775806
  tail call void @llvm.memset.p0.i64(ptr align 2 %17, i8 0, i64 %19, i1 false)
  br label %20

20:                                               ; preds = %11, %6
  %21 = add i64 %3, %2
  %22 = icmp ult i64 %2, %21
  br i1 %22, label %23, label %38

23:                                               ; preds = %20, %35
  %24 = phi i64 [ %36, %35 ], [ %2, %20 ]
  %25 = getelementptr inbounds nuw i8, ptr %9, i64 %24
  %26 = load i32, ptr %25, align 4
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 %24
  %28 = load i32, ptr %27, align 4
  %29 = icmp eq i32 %26, %28
  br i1 %29, label %35, label %30

30:                                               ; preds = %23
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 20, ptr %31, align 8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %4, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %24, ptr %33, align 8
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %5, ptr %34, align 8
  br label %38

35:                                               ; preds = %23
  %36 = add i64 %24, 4
  %37 = icmp ult i64 %36, %21
  br i1 %37, label %23, label %38

38:                                               ; preds = %35, %20, %30
  %39 = phi i1 [ true, %30 ], [ false, %20 ], [ false, %35 ]
  ret i1 %39
}

define internal fastcc range(i32 0, 9) i32 @run_groups(ptr noundef %0, ptr nocapture noundef nonnull %1, i32 noundef %2, i32 noundef %3, i1 noundef zeroext %4) unnamed_addr #15 {
  %6 = icmp sgt i32 %3, 0
  br i1 %6, label %7, label %174

7:                                                ; preds = %5
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %9 = load i64, ptr @plan, align 8
  %10 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 44), align 4
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %12 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 56), align 8
  %13 = icmp ne i32 %12, 0
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %15 = load i64, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 8), align 8
  %16 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 84), align 4
  %17 = icmp eq i32 %16, 0
  %18 = icmp sgt i32 %10, 0
  %19 = zext nneg i32 %10 to i64
  %20 = icmp eq i32 %10, 0
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %25 = icmp eq i32 %12, 0
  %26 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 68), align 4
  %27 = icmp ne i32 %26, 0
  %28 = icmp slt i32 %10, 32
  %29 = icmp eq i32 %26, 0
  br label %30

30:                                               ; preds = %7, %169
  %31 = phi i32 [ 0, %7 ], [ %171, %169 ]
  %32 = phi i32 [ 0, %7 ], [ %170, %169 ]
  %33 = phi i32 [ 0, %7 ], [ %172, %169 ]
  %34 = xor i32 %33, -1
  %35 = add nsw i32 %3, %34
  %36 = select i1 %4, i32 %35, i32 %33
  %37 = add nsw i32 %36, %2
  %38 = sext i32 %37 to i64
  %39 = getelementptr inbounds i32, ptr %1, i64 %38
  %40 = load i32, ptr %39, align 4
  %41 = icmp ugt i32 %40, 1073741823
  br i1 %41, label %42, label %48

42:                                               ; preds = %30
  %43 = and i32 %40, -2147221504
  %44 = icmp ne i32 %43, 262144
  %45 = or i1 %44, %29
  %46 = select i1 %45, i32 1, i32 5
  %47 = or i32 %46, %31
  br label %169

48:                                               ; preds = %30
  %49 = load i64, ptr %8, align 8
  %50 = mul nsw i64 %9, %38
  %51 = add i64 %50, %49
  %52 = inttoptr i64 %51 to ptr
  %53 = mul nsw i32 %10, %37
  %54 = load i64, ptr %11, align 8
  %55 = inttoptr i64 %54 to ptr
  %56 = load volatile i64, ptr %55, align 8
  %57 = icmp eq i64 %56, 0
  br i1 %57, label %58, label %174

58:                                               ; preds = %48
  %59 = getelementptr inbounds i8, ptr %52, i64 %15
  %60 = getelementptr inbounds nuw i8, ptr %52, i64 32
  %61 = getelementptr inbounds nuw i8, ptr %52, i64 16
  %62 = getelementptr inbounds nuw i8, ptr %52, i64 12
  %63 = sext i32 %53 to i64
  br label %64

64:                                               ; preds = %135, %58
  %65 = phi i32 [ %40, %58 ], [ %136, %135 ]
  %66 = icmp eq i32 %65, 1048576
  %67 = select i1 %13, i1 %66, i1 false
  br i1 %67, label %68, label %123

68:                                               ; preds = %64, %122
  br i1 %17, label %70, label %69

69:                                               ; preds = %68
  store i32 0, ptr %60, align 4
  br label %70

70:                                               ; preds = %69, %68
  br i1 %18, label %71, label %117

71:                                               ; preds = %70, %99
  %72 = phi i64 [ %103, %99 ], [ 0, %70 ]
  %73 = phi i32 [ %104, %99 ], [ 0, %70 ]
  %74 = phi i1 [ %102, %99 ], [ false, %70 ]
  %75 = phi i32 [ %101, %99 ], [ -1, %70 ]
  %76 = phi i32 [ %100, %99 ], [ 0, %70 ]
  %77 = getelementptr inbounds nuw i32, ptr %59, i64 %72
  %78 = load i32, ptr %77, align 4
  %79 = icmp eq i32 %78, -1
  br i1 %79, label %99, label %80

80:                                               ; preds = %71
  %81 = load i64, ptr %0, align 8
  %82 = inttoptr i64 %81 to ptr
  %83 = load i64, ptr %14, align 8
  %84 = inttoptr i64 %83 to ptr
  %85 = add nsw i32 %73, %53
  %86 = load i32, ptr %61, align 4
  %87 = trunc nuw nsw i64 %72 to i32
  %88 = tail call i32 @scalar_function(ptr noundef nonnull %0, ptr noundef %82, ptr noundef %84, ptr noundef nonnull %52, i32 noundef %85, i32 noundef %87, i32 noundef %78, i32 noundef %86) #22
  switch i32 %88, label %92 [
    i32 -2, label %129
    i32 -4, label %89
  ]

89:                                               ; preds = %80
  %90 = load i32, ptr %61, align 4
  store i32 %90, ptr %77, align 4
  %91 = add nsw i32 %76, 1
  br label %99

92:                                               ; preds = %80
  store i32 %88, ptr %77, align 4
  %93 = icmp sgt i32 %88, 1048575
  br i1 %93, label %94, label %99

94:                                               ; preds = %92
  %95 = icmp ne i32 %75, -1
  %96 = icmp ne i32 %75, %88
  %97 = and i1 %95, %96
  %98 = or i1 %74, %97
  br label %99

99:                                               ; preds = %94, %92, %89, %71
  %100 = phi i32 [ %76, %71 ], [ %91, %89 ], [ %76, %92 ], [ %76, %94 ]
  %101 = phi i32 [ %75, %71 ], [ %75, %89 ], [ %75, %92 ], [ %88, %94 ]
  %102 = phi i1 [ %74, %71 ], [ %74, %89 ], [ %74, %92 ], [ %98, %94 ]
  %103 = add nuw nsw i64 %72, 1
  %104 = add nuw nsw i32 %73, 1
  %105 = icmp eq i64 %103, %19
  br i1 %105, label %106, label %71

106:                                              ; preds = %99
  %107 = icmp ne i32 %101, -1
  br i1 %102, label %111, label %108

108:                                              ; preds = %106
  %109 = icmp ne i32 %100, 0
  %110 = select i1 %107, i1 %109, i1 false
  br i1 %110, label %111, label %114

111:                                              ; preds = %108, %106
  %112 = load i32, ptr %62, align 4
  %113 = zext i32 %112 to i64
  store i64 4, ptr %21, align 8
  store i64 %113, ptr %22, align 8
  store i64 0, ptr %23, align 8
  store i64 %63, ptr %24, align 8
  br label %129

114:                                              ; preds = %108
  br i1 %107, label %129, label %115

115:                                              ; preds = %114
  %116 = icmp eq i32 %100, %10
  br i1 %116, label %118, label %121

117:                                              ; preds = %70
  br i1 %20, label %118, label %129

118:                                              ; preds = %115, %117
  %119 = load i32, ptr %61, align 4
  %120 = add nsw i32 %119, 2097152
  br label %129

121:                                              ; preds = %115
  br i1 %109, label %122, label %129

122:                                              ; preds = %121
  store i32 -1, ptr %61, align 4
  br label %68

123:                                              ; preds = %64
  %124 = load i64, ptr %0, align 8
  %125 = inttoptr i64 %124 to ptr
  %126 = load i64, ptr %14, align 8
  %127 = inttoptr i64 %126 to ptr
  %128 = tail call i32 @vector_function(ptr noundef nonnull %0, ptr noundef %125, ptr noundef %127, ptr noundef %52, i32 noundef %53, i32 noundef %65) #22
  br label %129

129:                                              ; preds = %121, %114, %80, %123, %118, %117, %111
  %130 = phi i32 [ %128, %123 ], [ %120, %118 ], [ -2, %111 ], [ -1, %117 ], [ %88, %80 ], [ 1048576, %114 ], [ -1, %121 ]
  br i1 %25, label %141, label %131

131:                                              ; preds = %129
  %132 = icmp eq i32 %130, -3
  br i1 %132, label %135, label %133

133:                                              ; preds = %131
  %134 = icmp slt i32 %130, 2097152
  br i1 %134, label %141, label %135

135:                                              ; preds = %133, %131
  %136 = phi i32 [ %130, %133 ], [ 1048576, %131 ]
  %137 = load i64, ptr %11, align 8
  %138 = inttoptr i64 %137 to ptr
  %139 = load volatile i64, ptr %138, align 8
  %140 = icmp eq i64 %139, 0
  br i1 %140, label %64, label %174

141:                                              ; preds = %129, %133
  switch i32 %130, label %144 [
    i32 -2, label %174
    i32 -5, label %142
  ]

142:                                              ; preds = %141
  %143 = or i32 %31, 1
  br label %169

144:                                              ; preds = %141
  store i32 %130, ptr %39, align 4
  %145 = or i32 %31, 2
  %146 = icmp ugt i32 %130, 131071
  %147 = select i1 %146, i1 true, i1 %27
  br i1 %147, label %155, label %148

148:                                              ; preds = %144
  br i1 %28, label %149, label %169

149:                                              ; preds = %148
  %150 = icmp eq i32 %32, 0
  %151 = icmp eq i32 %130, %32
  %152 = or i1 %150, %151
  %153 = or i32 %31, 3
  %154 = select i1 %152, i32 %145, i32 %153
  br label %169

155:                                              ; preds = %144
  %156 = or i32 %31, 3
  %157 = icmp sgt i32 %130, -1
  %158 = and i1 %157, %27
  br i1 %158, label %159, label %169

159:                                              ; preds = %155
  %160 = and i32 %130, 786432
  %161 = icmp eq i32 %160, 0
  %162 = and i1 %146, %161
  br i1 %162, label %165, label %163

163:                                              ; preds = %159
  %164 = or i32 %130, 1073741824
  store i32 %164, ptr %39, align 4
  br label %165

165:                                              ; preds = %159, %163
  %166 = and i32 %130, 262144
  %167 = icmp eq i32 %166, 0
  %168 = select i1 %167, i32 %156, i32 7
  br label %169

169:                                              ; preds = %149, %148, %42, %142, %165, %155
  %170 = phi i32 [ %32, %155 ], [ %32, %165 ], [ %32, %142 ], [ %32, %42 ], [ %32, %148 ], [ %130, %149 ]
  %171 = phi i32 [ %156, %155 ], [ %168, %165 ], [ %143, %142 ], [ %47, %42 ], [ %145, %148 ], [ %154, %149 ]
  %172 = add nuw nsw i32 %33, 1
  %173 = icmp eq i32 %172, %3
  br i1 %173, label %174, label %30

174:                                              ; preds = %169, %141, %48, %135, %5
  %175 = phi i32 [ 0, %5 ], [ 8, %135 ], [ %171, %169 ], [ 8, %141 ], [ 8, %48 ]
  ret i32 %175
}

define internal fastcc range(i32 -2, 2) i32 @resolve_barriers(ptr nocapture noundef %0, ptr nocapture noundef nonnull %1, i1 noundef zeroext %2) unnamed_addr #14 {
  %4 = alloca [32 x i32], align 16
  %5 = alloca [32 x ptr], align 16
  %6 = alloca [16 x i32], align 16
  %7 = alloca [16 x i32], align 16
  %8 = alloca [16 x i32], align 16
  %9 = alloca [32 x i32], align 16
  %10 = alloca [16 x i8], align 16
  %11 = alloca [16 x i8], align 16
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %13 = load i64, ptr %12, align 8
  %14 = inttoptr i64 %13 to ptr
  %15 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 44), align 4
  %16 = tail call noundef i32 @llvm.smax.i32(i32 %15, i32 32)
  %17 = sdiv i32 32, %15
  %18 = tail call noundef i32 @llvm.smax.i32(i32 %17, i32 1)
  %19 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 8
  %20 = add nsw i32 %16, -1
  %21 = add i32 %20, %19
  %22 = sdiv i32 %21, %16
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %7) #21
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %8) #21
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %9) #21
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %10) #21
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %10, i8 0, i64 16, i1 false)
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %11) #21
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %11, i8 0, i64 16, i1 false)
  %23 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 60), align 4
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %100, label %25

25:                                               ; preds = %3
  %26 = getelementptr inbounds nuw i8, ptr %14, i64 64
  %27 = icmp sgt i32 %19, 0
  %28 = getelementptr inbounds nuw i8, ptr %14, i64 136
  %29 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 56), align 8
  %30 = icmp ne i32 %29, 0
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %32 = load i64, ptr @plan, align 8
  %33 = load i64, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 8), align 8
  %34 = add i32 %19, -1
  %35 = lshr i32 %34, 5
  %36 = add nuw nsw i32 %35, 1
  %37 = zext nneg i32 %36 to i64
  br label %38

38:                                               ; preds = %46, %25
  %39 = phi i64 [ 0, %25 ], [ %47, %46 ]
  %40 = getelementptr inbounds nuw [16 x i32], ptr %26, i64 0, i64 %39
  %41 = load i32, ptr %40, align 4
  %42 = icmp sgt i32 %41, 0
  %43 = select i1 %42, i1 %27, i1 false
  br i1 %43, label %44, label %46

44:                                               ; preds = %38
  %45 = getelementptr inbounds nuw [16 x i32], ptr %14, i64 0, i64 %39
  br label %49

46:                                               ; preds = %95, %38
  %47 = add nuw nsw i64 %39, 1
  %48 = icmp eq i64 %47, 16
  br i1 %48, label %100, label %38

49:                                               ; preds = %95, %44
  %50 = phi i64 [ 0, %44 ], [ %96, %95 ]
  %51 = phi i32 [ 0, %44 ], [ %98, %95 ]
  %52 = getelementptr inbounds nuw [16 x [32 x i32]], ptr %28, i64 0, i64 %39, i64 %50
  %53 = load i32, ptr %52, align 4
  %54 = icmp eq i32 %53, 0
  br i1 %54, label %95, label %57

55:                                               ; preds = %88
  %56 = icmp eq i32 %89, -1
  br i1 %56, label %92, label %95

57:                                               ; preds = %49, %88
  %58 = phi i32 [ %90, %88 ], [ 0, %49 ]
  %59 = phi i32 [ %89, %88 ], [ %53, %49 ]
  %60 = or disjoint i32 %58, %51
  %61 = icmp slt i32 %60, %19
  br i1 %61, label %62, label %85

62:                                               ; preds = %57
  %63 = sdiv i32 %60, %15
  %64 = srem i32 %60, %15
  %65 = sext i32 %63 to i64
  %66 = getelementptr inbounds i32, ptr %1, i64 %65
  %67 = load i32, ptr %66, align 4
  %68 = freeze i32 %67
  %69 = and i32 %68, -1073741825
  %70 = icmp eq i32 %69, 1048576
  %71 = and i1 %30, %70
  br i1 %71, label %72, label %83

72:                                               ; preds = %62
  %73 = load i64, ptr %31, align 8
  %74 = mul nsw i64 %32, %65
  %75 = add i64 %73, %74
  %76 = inttoptr i64 %75 to ptr
  %77 = getelementptr inbounds i8, ptr %76, i64 %33
  %78 = zext nneg i32 %64 to i64
  %79 = getelementptr inbounds nuw i32, ptr %77, i64 %78
  %80 = load i32, ptr %79, align 4
  %81 = freeze i32 %80
  %82 = icmp eq i32 %81, -1
  br i1 %82, label %85, label %88

83:                                               ; preds = %62
  %84 = icmp slt i32 %68, 0
  br i1 %84, label %85, label %88

85:                                               ; preds = %83, %72, %57
  %86 = shl nuw i32 1, %58
  %87 = or i32 %86, %59
  br label %88

88:                                               ; preds = %85, %83, %72
  %89 = phi i32 [ %87, %85 ], [ %59, %83 ], [ %59, %72 ]
  %90 = add nuw nsw i32 %58, 1
  %91 = icmp eq i32 %90, 32
  br i1 %91, label %55, label %57

92:                                               ; preds = %55
  %93 = load i32, ptr %45, align 4
  %94 = add nsw i32 %93, 32
  store i32 %94, ptr %45, align 4
  store i32 0, ptr %52, align 4
  br label %95

95:                                               ; preds = %92, %55, %49
  %96 = add nuw nsw i64 %50, 1
  %97 = trunc nuw i64 %96 to i32
  %98 = shl nsw i32 %97, 5
  %99 = icmp eq i64 %96, %37
  br i1 %99, label %46, label %49

100:                                              ; preds = %46, %3
  %101 = getelementptr inbounds nuw i8, ptr %14, i64 64
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(64) %7, ptr noundef nonnull align 4 dereferenceable(64) %14, i64 64, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(64) %8, ptr noundef nonnull align 4 dereferenceable(64) %101, i64 64, i1 false)
  %102 = icmp sgt i32 %22, 0
  %103 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 48), align 8
  br i1 %102, label %104, label %232

104:                                              ; preds = %100
  %105 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %106 = load i64, ptr @plan, align 8
  %107 = mul nuw nsw i32 %22, %16
  %108 = zext nneg i32 %18 to i64
  %109 = sext i32 %103 to i64
  %110 = zext nneg i32 %22 to i64
  br label %111

111:                                              ; preds = %104, %218
  %112 = phi i64 [ 0, %104 ], [ %219, %218 ]
  %113 = phi i64 [ 0, %104 ], [ %221, %218 ]
  %114 = phi i32 [ 0, %104 ], [ %130, %218 ]
  %115 = phi i32 [ 0, %104 ], [ %135, %218 ]
  %116 = phi i1 [ false, %104 ], [ %129, %218 ]
  %117 = phi i32 [ 0, %104 ], [ %220, %218 ]
  %118 = mul nuw nsw i64 %112, %108
  %119 = mul nuw nsw i32 %117, %18
  %120 = trunc i64 %118 to i32
  %121 = add i32 %18, %120
  %122 = tail call noundef i32 @llvm.smin.i32(i32 %121, i32 %103)
  %123 = icmp slt i64 %118, %109
  br i1 %123, label %139, label %124

124:                                              ; preds = %188, %111
  %125 = phi i32 [ -1, %111 ], [ %189, %188 ]
  %126 = phi ptr [ null, %111 ], [ %190, %188 ]
  %127 = phi ptr [ null, %111 ], [ %191, %188 ]
  %128 = phi i1 [ false, %111 ], [ %192, %188 ]
  %129 = phi i1 [ %116, %111 ], [ %193, %188 ]
  %130 = phi i32 [ %114, %111 ], [ %194, %188 ]
  %131 = sub nsw i32 %130, %114
  %132 = sub nsw i32 %122, %119
  %133 = icmp eq i32 %131, %132
  %134 = zext i1 %133 to i32
  %135 = add nuw nsw i32 %115, %134
  %136 = getelementptr inbounds nuw [32 x i32], ptr %9, i64 0, i64 %112
  store i32 16, ptr %136, align 4
  %137 = icmp eq ptr %126, null
  %138 = select i1 %137, i1 true, i1 %128
  br i1 %138, label %218, label %198

139:                                              ; preds = %111, %188
  %140 = phi i64 [ %195, %188 ], [ %113, %111 ]
  %141 = phi i32 [ %194, %188 ], [ %114, %111 ]
  %142 = phi i1 [ %193, %188 ], [ %116, %111 ]
  %143 = phi i1 [ %192, %188 ], [ false, %111 ]
  %144 = phi ptr [ %191, %188 ], [ null, %111 ]
  %145 = phi ptr [ %190, %188 ], [ null, %111 ]
  %146 = phi i32 [ %189, %188 ], [ -1, %111 ]
  %147 = load i64, ptr %105, align 8
  %148 = mul nsw i64 %106, %140
  %149 = add i64 %148, %147
  %150 = inttoptr i64 %149 to ptr
  %151 = getelementptr inbounds nuw i32, ptr %1, i64 %140
  %152 = load i32, ptr %151, align 4
  %153 = icmp slt i32 %152, 0
  br i1 %153, label %154, label %156

154:                                              ; preds = %139
  %155 = add nsw i32 %141, 1
  br label %188

156:                                              ; preds = %139
  %157 = and i32 %152, 393216
  %158 = icmp eq i32 %157, 0
  br i1 %158, label %163, label %159

159:                                              ; preds = %156
  %160 = and i32 %152, 131072
  %161 = icmp ne i32 %160, 0
  %162 = or i1 %142, %161
  br label %188

163:                                              ; preds = %156
  %164 = or i32 %152, 1073741824
  store i32 %164, ptr %151, align 4
  %165 = icmp eq ptr %145, null
  %166 = select i1 %165, ptr %150, ptr %145
  %167 = select i1 %165, ptr %150, ptr %144
  %168 = load i32, ptr %150, align 4
  %169 = load i32, ptr %166, align 4
  %170 = icmp ne i32 %168, %169
  %171 = or i1 %143, %170
  %172 = getelementptr inbounds nuw i8, ptr %150, i64 12
  %173 = load i32, ptr %172, align 4
  %174 = getelementptr inbounds nuw i8, ptr %167, i64 12
  %175 = load i32, ptr %174, align 4
  %176 = icmp eq i32 %173, %175
  br i1 %176, label %188, label %177

177:                                              ; preds = %163
  %178 = getelementptr inbounds nuw i8, ptr %150, i64 8
  %179 = load i32, ptr %178, align 4
  %180 = icmp eq i32 %179, 0
  br i1 %180, label %181, label %185

181:                                              ; preds = %177
  %182 = getelementptr inbounds nuw i8, ptr %167, i64 8
  %183 = load i32, ptr %182, align 4
  %184 = icmp eq i32 %183, 0
  br i1 %184, label %188, label %185

185:                                              ; preds = %181, %177
  %186 = trunc i64 %140 to i32
  %187 = mul i32 %15, %186
  br label %188

188:                                              ; preds = %159, %185, %181, %163, %154
  %189 = phi i32 [ %146, %154 ], [ %146, %159 ], [ %187, %185 ], [ %146, %181 ], [ %146, %163 ]
  %190 = phi ptr [ %145, %154 ], [ %145, %159 ], [ %166, %185 ], [ %166, %181 ], [ %166, %163 ]
  %191 = phi ptr [ %144, %154 ], [ %144, %159 ], [ %150, %185 ], [ %167, %181 ], [ %167, %163 ]
  %192 = phi i1 [ %143, %154 ], [ true, %159 ], [ %171, %185 ], [ %171, %181 ], [ %171, %163 ]
  %193 = phi i1 [ %142, %154 ], [ %162, %159 ], [ %142, %185 ], [ %142, %181 ], [ %142, %163 ]
  %194 = phi i32 [ %155, %154 ], [ %141, %159 ], [ %141, %185 ], [ %141, %181 ], [ %141, %163 ]
  %195 = add nuw nsw i64 %140, 1
  %196 = trunc nuw i64 %195 to i32
  %197 = icmp sgt i32 %122, %196
  br i1 %197, label %139, label %124

198:                                              ; preds = %124
  %199 = icmp sgt i32 %125, -1
  br i1 %199, label %223, label %200

200:                                              ; preds = %198
  %201 = load i32, ptr %126, align 4
  %202 = icmp ugt i32 %201, 15
  br i1 %202, label %218, label %203

203:                                              ; preds = %200
  %204 = getelementptr inbounds nuw i8, ptr %126, i64 4
  %205 = load i32, ptr %204, align 4
  store i32 %201, ptr %136, align 4
  %206 = zext nneg i32 %201 to i64
  %207 = getelementptr inbounds nuw [16 x i32], ptr %7, i64 0, i64 %206
  %208 = load i32, ptr %207, align 4
  %209 = add nsw i32 %208, %16
  store i32 %209, ptr %207, align 4
  %210 = icmp eq i32 %205, 0
  br i1 %210, label %211, label %213

211:                                              ; preds = %203
  %212 = getelementptr inbounds nuw [16 x i8], ptr %10, i64 0, i64 %206
  store i8 1, ptr %212, align 1
  br label %213

213:                                              ; preds = %211, %203
  %214 = phi i32 [ %107, %211 ], [ %205, %203 ]
  %215 = getelementptr inbounds nuw [16 x i32], ptr %8, i64 0, i64 %206
  %216 = load i32, ptr %215, align 4
  %217 = tail call noundef i32 @llvm.smax.i32(i32 %216, i32 %214)
  store i32 %217, ptr %215, align 4
  br label %218

218:                                              ; preds = %124, %213, %200
  %219 = add nuw nsw i64 %112, 1
  %220 = add nuw nsw i32 %117, 1
  %221 = add nuw nsw i64 %113, %108
  %222 = icmp eq i64 %219, %110
  br i1 %222, label %232, label %111

223:                                              ; preds = %198
  %224 = getelementptr inbounds nuw i8, ptr %127, i64 12
  %225 = load i32, ptr %224, align 4
  %226 = zext i32 %225 to i64
  %227 = zext nneg i32 %125 to i64
  %228 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 4, ptr %228, align 8
  %229 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %226, ptr %229, align 8
  %230 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 0, ptr %230, align 8
  %231 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %227, ptr %231, align 8
  br label %529

232:                                              ; preds = %218, %100
  %233 = phi i1 [ false, %100 ], [ %129, %218 ]
  %234 = phi i32 [ 0, %100 ], [ %135, %218 ]
  %235 = phi i32 [ 0, %100 ], [ %130, %218 ]
  %236 = icmp eq i32 %235, %103
  br i1 %236, label %529, label %237

237:                                              ; preds = %232
  %238 = mul nuw nsw i32 %234, %16
  br label %243

239:                                              ; preds = %261
  %240 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 84), align 4
  %241 = icmp eq i32 %240, 0
  br i1 %241, label %242, label %265

242:                                              ; preds = %362, %265, %239
  br label %374

243:                                              ; preds = %237, %261
  %244 = phi i64 [ 0, %237 ], [ %263, %261 ]
  %245 = phi i8 [ 0, %237 ], [ %262, %261 ]
  %246 = getelementptr inbounds nuw [16 x i32], ptr %8, i64 0, i64 %244
  %247 = load i32, ptr %246, align 4
  %248 = icmp sgt i32 %247, 0
  br i1 %248, label %249, label %261

249:                                              ; preds = %243
  %250 = getelementptr inbounds nuw [16 x i32], ptr %7, i64 0, i64 %244
  %251 = load i32, ptr %250, align 4
  %252 = getelementptr inbounds nuw [16 x i8], ptr %10, i64 0, i64 %244
  %253 = load i8, ptr %252, align 1
  %254 = trunc nuw i8 %253 to i1
  %255 = select i1 %254, i32 %238, i32 0
  %256 = add nsw i32 %255, %251
  %257 = srem i32 %256, %247
  %258 = icmp eq i32 %257, 0
  br i1 %258, label %259, label %261

259:                                              ; preds = %249
  %260 = getelementptr inbounds nuw [16 x i8], ptr %11, i64 0, i64 %244
  store i8 1, ptr %260, align 1
  br label %261

261:                                              ; preds = %259, %249, %243
  %262 = phi i8 [ 1, %259 ], [ %245, %249 ], [ %245, %243 ]
  %263 = add nuw nsw i64 %244, 1
  %264 = icmp eq i64 %263, 16
  br i1 %264, label %239, label %243

265:                                              ; preds = %239
  %266 = trunc nuw i8 %262 to i1
  br i1 %266, label %267, label %242

267:                                              ; preds = %265
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %4) #21
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %4, i8 0, i64 128, i1 false)
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %5) #21
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(256) %5, i8 0, i64 256, i1 false)
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %6) #21
  br label %273

268:                                              ; preds = %273
  %269 = icmp sgt i32 %103, 0
  %270 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %271 = load i64, ptr @plan, align 8
  %272 = zext nneg i32 %103 to i64
  br label %278

273:                                              ; preds = %273, %267
  %274 = phi i64 [ 0, %267 ], [ %276, %273 ]
  %275 = getelementptr inbounds nuw [16 x i32], ptr %6, i64 0, i64 %274
  store i32 32, ptr %275, align 4
  %276 = add nuw nsw i64 %274, 1
  %277 = icmp eq i64 %276, 16
  br i1 %277, label %268, label %273

278:                                              ; preds = %361, %268
  %279 = phi i1 [ false, %268 ], [ true, %361 ]
  %280 = phi i1 [ true, %268 ], [ false, %361 ]
  br i1 %269, label %281, label %361

281:                                              ; preds = %278, %347
  %282 = phi i64 [ %348, %347 ], [ 0, %278 ]
  %283 = trunc nuw nsw i64 %282 to i32
  %284 = sdiv i32 %283, %18
  %285 = sext i32 %284 to i64
  %286 = getelementptr inbounds i32, ptr %9, i64 %285
  %287 = load i32, ptr %286, align 4
  %288 = getelementptr inbounds nuw i32, ptr %1, i64 %282
  %289 = load i32, ptr %288, align 4
  %290 = icmp slt i32 %289, 0
  %291 = icmp sgt i32 %287, 15
  %292 = select i1 %290, i1 true, i1 %291
  br i1 %292, label %347, label %293

293:                                              ; preds = %281
  %294 = sext i32 %287 to i64
  %295 = getelementptr inbounds i8, ptr %11, i64 %294
  %296 = load i8, ptr %295, align 1
  %297 = trunc nuw i8 %296 to i1
  br i1 %297, label %298, label %347

298:                                              ; preds = %293
  %299 = getelementptr inbounds i32, ptr %8, i64 %294
  %300 = load i32, ptr %299, align 4
  %301 = icmp eq i32 %300, %16
  %302 = getelementptr inbounds [16 x i32], ptr %6, i64 0, i64 %294
  %303 = load i32, ptr %302, align 4
  %304 = tail call noundef i32 @llvm.smin.i32(i32 %303, i32 %284)
  store i32 %304, ptr %302, align 4
  %305 = select i1 %301, i32 %284, i32 %304
  %306 = load i64, ptr %270, align 8
  %307 = mul nsw i64 %282, %271
  %308 = add i64 %306, %307
  %309 = inttoptr i64 %308 to ptr
  %310 = sext i32 %305 to i64
  br i1 %279, label %311, label %315

311:                                              ; preds = %298
  %312 = getelementptr inbounds [32 x i32], ptr %4, i64 0, i64 %310
  %313 = load i32, ptr %312, align 4
  %314 = getelementptr inbounds nuw i8, ptr %309, i64 44
  store i32 %313, ptr %314, align 4
  br label %347

315:                                              ; preds = %298
  %316 = getelementptr inbounds [32 x ptr], ptr %5, i64 0, i64 %310
  %317 = load ptr, ptr %316, align 8
  %318 = icmp eq ptr %317, null
  %319 = select i1 %318, ptr %309, ptr %317
  store ptr %319, ptr %316, align 8
  %320 = getelementptr inbounds nuw i8, ptr %309, i64 52
  %321 = load i32, ptr %320, align 4
  %322 = getelementptr inbounds nuw i8, ptr %319, i64 52
  %323 = load i32, ptr %322, align 4
  %324 = icmp ne i32 %321, %323
  %325 = icmp eq i32 %321, 0
  br i1 %325, label %340, label %326

326:                                              ; preds = %315
  %327 = load i64, ptr %12, align 8
  %328 = inttoptr i64 %327 to ptr
  %329 = getelementptr inbounds [16 x i32], ptr %328, i64 0, i64 %294
  %330 = load i32, ptr %329, align 4
  %331 = icmp sgt i32 %330, 0
  %332 = select i1 %331, i1 true, i1 %301
  br i1 %332, label %337, label %333

333:                                              ; preds = %326
  %334 = getelementptr inbounds i32, ptr %7, i64 %294
  %335 = load i32, ptr %334, align 4
  %336 = icmp sgt i32 %335, %300
  br label %337

337:                                              ; preds = %333, %326
  %338 = phi i1 [ %331, %326 ], [ %336, %333 ]
  %339 = or i1 %324, %338
  br i1 %339, label %350, label %341

340:                                              ; preds = %315
  br i1 %324, label %350, label %341

341:                                              ; preds = %340, %337
  %342 = getelementptr inbounds nuw i8, ptr %309, i64 32
  %343 = load i32, ptr %342, align 4
  %344 = getelementptr inbounds [32 x i32], ptr %4, i64 0, i64 %310
  %345 = load i32, ptr %344, align 4
  %346 = add i32 %345, %343
  store i32 %346, ptr %344, align 4
  br label %347

347:                                              ; preds = %341, %311, %293, %281
  %348 = add nuw nsw i64 %282, 1
  %349 = icmp eq i64 %348, %272
  br i1 %349, label %361, label %281

350:                                              ; preds = %337, %340
  %351 = phi ptr [ %309, %337 ], [ %319, %340 ]
  %352 = getelementptr inbounds nuw i8, ptr %351, i64 12
  %353 = load i32, ptr %352, align 4
  %354 = zext i32 %353 to i64
  %355 = mul nsw i32 %15, %283
  %356 = sext i32 %355 to i64
  %357 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 27, ptr %357, align 8
  %358 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %354, ptr %358, align 8
  %359 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %294, ptr %359, align 8
  %360 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %356, ptr %360, align 8
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %6) #21
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %5) #21
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %4) #21
  br label %529

361:                                              ; preds = %347, %278
  br i1 %280, label %278, label %362

362:                                              ; preds = %361
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %6) #21
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %5) #21
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %4) #21
  br label %242

363:                                              ; preds = %382
  %364 = trunc nuw i8 %262 to i1
  %365 = icmp sgt i32 %103, 0
  %366 = and i1 %365, %364
  br i1 %366, label %367, label %385

367:                                              ; preds = %363
  %368 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 72), align 8
  %369 = icmp ne i32 %368, 0
  %370 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %371 = load i64, ptr @plan, align 8
  %372 = load i64, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 32), align 8
  %373 = zext nneg i32 %103 to i64
  br label %390

374:                                              ; preds = %242, %382
  %375 = phi i64 [ %383, %382 ], [ 0, %242 ]
  %376 = getelementptr inbounds nuw [16 x i8], ptr %11, i64 0, i64 %375
  %377 = load i8, ptr %376, align 1
  %378 = trunc nuw i8 %377 to i1
  br i1 %378, label %379, label %382

379:                                              ; preds = %374
  %380 = getelementptr inbounds nuw [16 x i32], ptr %101, i64 0, i64 %375
  store i32 0, ptr %380, align 4
  %381 = getelementptr inbounds nuw [16 x i32], ptr %14, i64 0, i64 %375
  store i32 0, ptr %381, align 4
  br label %382

382:                                              ; preds = %374, %379
  %383 = add nuw nsw i64 %375, 1
  %384 = icmp eq i64 %383, 16
  br i1 %384, label %363, label %374

385:                                              ; preds = %422, %363
  %386 = phi i1 [ false, %363 ], [ %423, %422 ]
  %387 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 80), align 8
  %388 = icmp ne i32 %387, 0
  %389 = and i1 %388, %364
  br i1 %389, label %426, label %525

390:                                              ; preds = %367, %422
  %391 = phi i64 [ 0, %367 ], [ %424, %422 ]
  %392 = phi i1 [ false, %367 ], [ %423, %422 ]
  %393 = getelementptr inbounds nuw i32, ptr %1, i64 %391
  %394 = load i32, ptr %393, align 4
  %395 = trunc nuw nsw i64 %391 to i32
  %396 = udiv i32 %395, %18
  %397 = zext nneg i32 %396 to i64
  %398 = getelementptr inbounds nuw [32 x i32], ptr %9, i64 0, i64 %397
  %399 = load i32, ptr %398, align 4
  %400 = icmp slt i32 %394, 0
  %401 = select i1 %369, i1 %400, i1 false
  br i1 %401, label %402, label %408

402:                                              ; preds = %390
  %403 = load i64, ptr %370, align 8
  %404 = mul nsw i64 %371, %391
  %405 = add i64 %404, %403
  %406 = inttoptr i64 %405 to ptr
  %407 = getelementptr inbounds i8, ptr %406, i64 %372
  tail call void @release_copies(ptr noundef %0, ptr noundef %407) #20
  br label %422

408:                                              ; preds = %390
  %409 = icmp sgt i32 %394, 1073741823
  br i1 %409, label %410, label %422

410:                                              ; preds = %408
  %411 = and i32 %394, 262144
  %412 = icmp eq i32 %411, 0
  %413 = icmp slt i32 %399, 16
  %414 = select i1 %412, i1 %413, i1 false
  br i1 %414, label %415, label %422

415:                                              ; preds = %410
  %416 = sext i32 %399 to i64
  %417 = getelementptr inbounds [16 x i8], ptr %11, i64 0, i64 %416
  %418 = load i8, ptr %417, align 1
  %419 = trunc nuw i8 %418 to i1
  br i1 %419, label %420, label %422

420:                                              ; preds = %415
  %421 = and i32 %394, 1073479679
  store i32 %421, ptr %393, align 4
  br label %422

422:                                              ; preds = %402, %420, %415, %410, %408
  %423 = phi i1 [ true, %420 ], [ %392, %415 ], [ %392, %410 ], [ %392, %408 ], [ %392, %402 ]
  %424 = add nuw nsw i64 %391, 1
  %425 = icmp samesign ult i64 %424, %373
  br i1 %425, label %390, label %385

426:                                              ; preds = %385
  %427 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %428 = load i64, ptr %427, align 8
  %429 = inttoptr i64 %428 to ptr
  %430 = getelementptr inbounds nuw i8, ptr %429, i64 32772
  %431 = icmp sgt i32 %19, 0
  br i1 %431, label %432, label %525

432:                                              ; preds = %426
  %433 = zext nneg i32 %19 to i64
  br label %434

434:                                              ; preds = %442, %432
  %435 = phi i64 [ 0, %432 ], [ %443, %442 ]
  %436 = getelementptr inbounds nuw i32, ptr %1, i64 %435
  %437 = load i32, ptr %436, align 4
  %438 = icmp slt i32 %437, 0
  %439 = lshr i64 %435, 5
  %440 = and i64 %439, 134217727
  %441 = getelementptr inbounds nuw i32, ptr %9, i64 %440
  br label %445

442:                                              ; preds = %490
  %443 = add nuw nsw i64 %435, 1
  %444 = icmp eq i64 %443, %433
  br i1 %444, label %493, label %434

445:                                              ; preds = %490, %434
  %446 = phi i64 [ 0, %434 ], [ %491, %490 ]
  br i1 %438, label %447, label %451

447:                                              ; preds = %445
  %448 = getelementptr inbounds nuw i8, ptr %10, i64 %446
  %449 = load i8, ptr %448, align 1
  %450 = icmp eq i8 %449, 0
  br label %455

451:                                              ; preds = %445
  %452 = load i32, ptr %441, align 4
  %453 = zext i32 %452 to i64
  %454 = icmp ne i64 %446, %453
  br label %455

455:                                              ; preds = %451, %447
  %456 = phi i1 [ %450, %447 ], [ %454, %451 ]
  %457 = getelementptr inbounds nuw i8, ptr %11, i64 %446
  %458 = load i8, ptr %457, align 1
  %459 = trunc nuw i8 %458 to i1
  %460 = xor i1 %459, true
  %461 = select i1 %460, i1 true, i1 %456
  br i1 %461, label %490, label %462

462:                                              ; preds = %455
  %463 = getelementptr inbounds nuw %struct.ended, ptr %430, i64 %446
  %464 = load i64, ptr %427, align 8
  %465 = inttoptr i64 %464 to ptr
  %466 = getelementptr inbounds nuw i8, ptr %465, i64 4
  %467 = getelementptr inbounds nuw [1024 x %struct.ended], ptr %466, i64 0, i64 %435
  br label %468

468:                                              ; preds = %476, %462
  %469 = phi i64 [ 0, %462 ], [ %477, %476 ]
  %470 = getelementptr inbounds nuw [8 x i32], ptr %467, i64 0, i64 %469
  %471 = load i32, ptr %470, align 4
  %472 = getelementptr inbounds nuw [8 x i32], ptr %463, i64 0, i64 %469
  %473 = load i32, ptr %472, align 4
  %474 = icmp ugt i32 %471, %473
  br i1 %474, label %475, label %476

475:                                              ; preds = %468
  store i32 %471, ptr %472, align 4
  br label %476

476:                                              ; preds = %475, %468
  %477 = add nuw nsw i64 %469, 1
  %478 = icmp eq i64 %477, 8
  br i1 %478, label %479, label %468

479:                                              ; preds = %476
  br i1 %438, label %480, label %490

480:                                              ; preds = %479
  %481 = load i64, ptr %427, align 8
  %482 = inttoptr i64 %481 to ptr
  %483 = getelementptr inbounds nuw i8, ptr %482, i64 33316
  %484 = getelementptr inbounds nuw [1024 x %struct.anon], ptr %483, i64 0, i64 %435
  %485 = load i32, ptr %484, align 4
  %486 = getelementptr inbounds nuw i8, ptr %484, i64 4
  store i32 %485, ptr %486, align 4
  %487 = load i32, ptr %482, align 4
  %488 = add i32 %487, 1
  store i32 %488, ptr %482, align 4
  %489 = getelementptr inbounds nuw i8, ptr %484, i64 8
  store i32 %488, ptr %489, align 4
  br label %490

490:                                              ; preds = %480, %479, %455
  %491 = add nuw nsw i64 %446, 1
  %492 = icmp eq i64 %491, 16
  br i1 %492, label %442, label %445

493:                                              ; preds = %442, %522
  %494 = phi i64 [ %523, %522 ], [ 0, %442 ]
  %495 = lshr i64 %494, 5
  %496 = and i64 %495, 134217727
  %497 = getelementptr inbounds nuw i32, ptr %9, i64 %496
  %498 = load i32, ptr %497, align 4
  %499 = icmp slt i32 %498, 16
  br i1 %499, label %500, label %522

500:                                              ; preds = %493
  %501 = sext i32 %498 to i64
  %502 = getelementptr inbounds i8, ptr %11, i64 %501
  %503 = load i8, ptr %502, align 1
  %504 = trunc nuw i8 %503 to i1
  br i1 %504, label %505, label %522

505:                                              ; preds = %500
  %506 = load i64, ptr %427, align 8
  %507 = inttoptr i64 %506 to ptr
  %508 = getelementptr inbounds nuw i8, ptr %507, i64 4
  %509 = getelementptr inbounds nuw [1024 x %struct.ended], ptr %508, i64 0, i64 %494
  %510 = getelementptr inbounds %struct.ended, ptr %430, i64 %501
  br label %511

511:                                              ; preds = %519, %505
  %512 = phi i64 [ 0, %505 ], [ %520, %519 ]
  %513 = getelementptr inbounds nuw [8 x i32], ptr %510, i64 0, i64 %512
  %514 = load i32, ptr %513, align 4
  %515 = getelementptr inbounds nuw [8 x i32], ptr %509, i64 0, i64 %512
  %516 = load i32, ptr %515, align 4
  %517 = icmp ugt i32 %514, %516
  br i1 %517, label %518, label %519

518:                                              ; preds = %511
  store i32 %514, ptr %515, align 4
  br label %519

519:                                              ; preds = %518, %511
  %520 = add nuw nsw i64 %512, 1
  %521 = icmp eq i64 %520, 8
  br i1 %521, label %522, label %511

522:                                              ; preds = %519, %500, %493
  %523 = add nuw nsw i64 %494, 1
  %524 = icmp eq i64 %523, %433
  br i1 %524, label %525, label %493

525:                                              ; preds = %522, %426, %385
  %526 = and i1 %2, %233
  %527 = select i1 %386, i1 true, i1 %526
  %528 = select i1 %527, i32 1, i32 -1
  br label %529

529:                                              ; preds = %223, %350, %232, %525
  %530 = phi i32 [ %528, %525 ], [ -2, %223 ], [ 0, %232 ], [ -2, %350 ]
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %11) #21
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %10) #21
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %9) #21
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %8) #21
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %7) #21
  ret i32 %530
}

define internal fastcc zeroext i1 @resolve_collectives(ptr noundef %0, ptr nocapture noundef nonnull %1, i32 noundef %2, i32 noundef %3) unnamed_addr #16 {
  %5 = alloca %struct.ended, align 4
  %6 = alloca [134 x [32 x i32]], align 16
  %7 = alloca [32 x i64], align 16
  %8 = alloca [4 x [32 x i32]], align 16
  %9 = sext i32 %2 to i64
  %10 = getelementptr inbounds i32, ptr %1, i64 %9
  %11 = icmp slt i32 %3, 1
  br i1 %11, label %353, label %12

12:                                               ; preds = %4
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %14 = load i64, ptr @plan, align 8
  %15 = mul nsw i64 %14, %9
  %16 = load i64, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 16), align 8
  %17 = getelementptr inbounds nuw i8, ptr %6, i64 512
  %18 = getelementptr inbounds nuw i8, ptr %6, i64 768
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %20 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 80), align 8
  %21 = icmp eq i32 %20, 0
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %23 = zext nneg i32 %3 to i64
  br label %24

24:                                               ; preds = %12, %349
  %25 = phi i64 [ 0, %12 ], [ %351, %349 ]
  %26 = phi i1 [ false, %12 ], [ %350, %349 ]
  %27 = getelementptr inbounds nuw i32, ptr %10, i64 %25
  %28 = load i32, ptr %27, align 4
  %29 = and i32 %28, -1073479680
  %30 = icmp eq i32 %29, 1074003968
  br i1 %30, label %31, label %349

31:                                               ; preds = %24
  %32 = add nsw i64 %25, %9
  %33 = load i64, ptr %13, align 8
  %34 = mul nsw i64 %14, %32
  %35 = add i64 %34, %33
  %36 = inttoptr i64 %35 to ptr
  %37 = getelementptr inbounds nuw i8, ptr %36, i64 28
  %38 = load i32, ptr %37, align 4
  %39 = getelementptr inbounds nuw i8, ptr %36, i64 24
  %40 = load i32, ptr %39, align 4
  %41 = icmp sgt i32 %40, 15
  %42 = getelementptr inbounds nuw i8, ptr %36, i64 12
  br label %44

43:                                               ; preds = %94
  br i1 %41, label %100, label %105

44:                                               ; preds = %31, %94
  %45 = phi i64 [ 0, %31 ], [ %98, %94 ]
  %46 = phi i8 [ 1, %31 ], [ %97, %94 ]
  %47 = phi i32 [ 0, %31 ], [ %96, %94 ]
  %48 = phi i32 [ 0, %31 ], [ %95, %94 ]
  %49 = trunc nuw nsw i64 %45 to i32
  %50 = shl nuw i32 1, %49
  %51 = and i32 %50, %38
  %52 = icmp eq i32 %51, 0
  br i1 %52, label %94, label %53

53:                                               ; preds = %44
  %54 = getelementptr inbounds nuw i32, ptr %10, i64 %45
  %55 = load i32, ptr %54, align 4
  %56 = icmp slt i32 %55, 0
  br i1 %56, label %94, label %57

57:                                               ; preds = %53
  %58 = add nsw i64 %45, %9
  %59 = mul nsw i64 %14, %58
  %60 = add i64 %59, %33
  %61 = inttoptr i64 %60 to ptr
  %62 = and i32 %55, 1074003968
  %63 = icmp eq i32 %62, 1074003968
  br i1 %63, label %64, label %69

64:                                               ; preds = %57
  %65 = getelementptr inbounds nuw i8, ptr %61, i64 32
  %66 = load i32, ptr %65, align 4
  %67 = icmp ne i32 %66, 0
  %68 = zext i1 %67 to i32
  br label %69

69:                                               ; preds = %64, %57
  %70 = phi i32 [ 0, %57 ], [ %68, %64 ]
  %71 = shl nuw i32 %70, %49
  %72 = or i32 %71, %47
  %73 = getelementptr inbounds nuw i8, ptr %61, i64 28
  %74 = load i32, ptr %73, align 4
  %75 = icmp eq i32 %74, %38
  br i1 %75, label %76, label %80

76:                                               ; preds = %69
  %77 = getelementptr inbounds nuw i8, ptr %61, i64 24
  %78 = load i32, ptr %77, align 4
  %79 = icmp eq i32 %78, %40
  br label %80

80:                                               ; preds = %76, %69
  %81 = phi i1 [ false, %69 ], [ %79, %76 ]
  br i1 %41, label %82, label %88

82:                                               ; preds = %80
  %83 = getelementptr inbounds nuw i8, ptr %61, i64 12
  %84 = load i32, ptr %83, align 4
  %85 = load i32, ptr %42, align 4
  %86 = icmp eq i32 %84, %85
  %87 = and i1 %81, %86
  br label %88

88:                                               ; preds = %82, %80
  %89 = phi i1 [ %87, %82 ], [ %81, %80 ]
  %90 = select i1 %63, i1 %89, i1 false
  %91 = select i1 %90, i32 %50, i32 0
  %92 = or i32 %91, %48
  %93 = select i1 %90, i8 %46, i8 0
  br label %94

94:                                               ; preds = %44, %53, %88
  %95 = phi i32 [ %48, %53 ], [ %92, %88 ], [ %48, %44 ]
  %96 = phi i32 [ %47, %53 ], [ %72, %88 ], [ %47, %44 ]
  %97 = phi i8 [ %46, %53 ], [ %93, %88 ], [ %46, %44 ]
  %98 = add nuw nsw i64 %45, 1
  %99 = icmp eq i64 %98, %23
  br i1 %99, label %43, label %44

100:                                              ; preds = %43
  %101 = icmp eq i32 %95, -1
  %102 = and i8 %97, 1
  %103 = icmp ne i8 %102, 0
  %104 = select i1 %101, i1 %103, i1 false
  br i1 %104, label %107, label %349

105:                                              ; preds = %43
  %106 = trunc nuw i8 %97 to i1
  br i1 %106, label %209, label %349

107:                                              ; preds = %100
  %108 = and i32 %40, 252
  %109 = icmp samesign ugt i32 %108, 27
  br i1 %109, label %110, label %158

110:                                              ; preds = %107
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #21
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %8) #21
  br label %127

111:                                              ; preds = %127
  %112 = and i32 %40, 255
  %113 = lshr i32 %40, 8
  %114 = icmp eq i32 %112, 29
  %115 = load i64, ptr %19, align 8
  %116 = inttoptr i64 %115 to ptr
  %117 = add i64 %15, %33
  %118 = inttoptr i64 %117 to ptr
  %119 = getelementptr inbounds nuw i8, ptr %118, i64 12
  %120 = load i32, ptr %119, align 4
  %121 = zext i32 %120 to i64
  %122 = call zeroext i1 @load_matrices(ptr noundef %0, ptr noundef %116, ptr noundef nonnull %7, ptr noundef nonnull %8, i32 noundef %113, i1 noundef zeroext %114, i32 noundef 32, i32 noundef %2, i64 noundef %121) #20
  br i1 %122, label %123, label %124

123:                                              ; preds = %111
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %8) #21
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #21
  br label %353

124:                                              ; preds = %111
  %125 = icmp ult i32 %40, 256
  %126 = zext nneg i32 %113 to i64
  br label %138

127:                                              ; preds = %127, %110
  %128 = phi i64 [ 0, %110 ], [ %136, %127 ]
  %129 = add nsw i64 %128, %9
  %130 = mul nsw i64 %129, %14
  %131 = add i64 %130, %33
  %132 = inttoptr i64 %131 to ptr
  %133 = getelementptr inbounds nuw i8, ptr %132, i64 32
  %134 = load i64, ptr %133, align 4
  %135 = getelementptr inbounds nuw [32 x i64], ptr %7, i64 0, i64 %128
  store i64 %134, ptr %135, align 8
  %136 = add nuw nsw i64 %128, 1
  %137 = icmp eq i64 %136, 32
  br i1 %137, label %111, label %127

138:                                              ; preds = %143, %124
  %139 = phi i64 [ 0, %124 ], [ %144, %143 ]
  br i1 %125, label %143, label %140

140:                                              ; preds = %138
  %141 = add nsw i64 %139, %9
  %142 = mul nsw i64 %141, %14
  br label %146

143:                                              ; preds = %146, %138
  %144 = add nuw nsw i64 %139, 1
  %145 = icmp eq i64 %144, 32
  br i1 %145, label %157, label %138

146:                                              ; preds = %146, %140
  %147 = phi i64 [ 0, %140 ], [ %155, %146 ]
  %148 = getelementptr inbounds nuw [4 x [32 x i32]], ptr %8, i64 0, i64 %147, i64 %139
  %149 = load i32, ptr %148, align 4
  %150 = load i64, ptr %13, align 8
  %151 = add i64 %150, %142
  %152 = inttoptr i64 %151 to ptr
  %153 = getelementptr inbounds i8, ptr %152, i64 %16
  %154 = getelementptr inbounds nuw i32, ptr %153, i64 %147
  store i32 %149, ptr %154, align 4
  %155 = add nuw nsw i64 %147, 1
  %156 = icmp eq i64 %155, %126
  br i1 %156, label %143, label %146

157:                                              ; preds = %143
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %8) #21
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #21
  br label %209

158:                                              ; preds = %107
  call void @llvm.lifetime.start.p0(i64 17152, ptr nonnull %6) #21
  %159 = lshr i32 %40, 8
  %160 = and i32 %159, 255
  %161 = call i32 @llvm.umax.i32(i32 %160, i32 1)
  %162 = shl nuw nsw i32 %161, 2
  %163 = add nuw nsw i32 %162, 6
  %164 = add i64 %15, %33
  %165 = inttoptr i64 %164 to ptr
  %166 = getelementptr inbounds nuw i8, ptr %165, i64 12
  %167 = load i32, ptr %166, align 4
  %168 = zext nneg i32 %163 to i64
  br label %169

169:                                              ; preds = %180, %158
  %170 = phi i64 [ 0, %158 ], [ %181, %180 ]
  %171 = add nsw i64 %170, %9
  %172 = mul nsw i64 %171, %14
  %173 = add i64 %172, %33
  %174 = inttoptr i64 %173 to ptr
  %175 = getelementptr inbounds i8, ptr %174, i64 %16
  br label %183

176:                                              ; preds = %180
  %177 = zext i32 %167 to i64
  %178 = call zeroext i1 @multiply_fragments(ptr noundef %0, i32 noundef %40, ptr noundef nonnull %6, ptr noundef nonnull %17, ptr noundef nonnull %18, i32 noundef 32, i32 noundef %2, i64 noundef %177) #22
  br i1 %178, label %179, label %190

179:                                              ; preds = %176
  call void @llvm.lifetime.end.p0(i64 17152, ptr nonnull %6) #21
  br label %353

180:                                              ; preds = %183
  %181 = add nuw nsw i64 %170, 1
  %182 = icmp eq i64 %181, 32
  br i1 %182, label %176, label %169

183:                                              ; preds = %183, %169
  %184 = phi i64 [ 0, %169 ], [ %188, %183 ]
  %185 = getelementptr inbounds nuw i32, ptr %175, i64 %184
  %186 = load i32, ptr %185, align 4
  %187 = getelementptr inbounds nuw [134 x [32 x i32]], ptr %6, i64 0, i64 %184, i64 %170
  store i32 %186, ptr %187, align 4
  %188 = add nuw nsw i64 %184, 1
  %189 = icmp eq i64 %188, %168
  br i1 %189, label %180, label %183

190:                                              ; preds = %176, %194
  %191 = phi i64 [ %195, %194 ], [ 0, %176 ]
  %192 = add nsw i64 %191, %9
  %193 = mul nsw i64 %192, %14
  br label %197

194:                                              ; preds = %197
  %195 = add nuw nsw i64 %191, 1
  %196 = icmp eq i64 %195, 32
  br i1 %196, label %208, label %190

197:                                              ; preds = %197, %190
  %198 = phi i64 [ 6, %190 ], [ %206, %197 ]
  %199 = getelementptr inbounds nuw [134 x [32 x i32]], ptr %6, i64 0, i64 %198, i64 %191
  %200 = load i32, ptr %199, align 4
  %201 = load i64, ptr %13, align 8
  %202 = add i64 %201, %193
  %203 = inttoptr i64 %202 to ptr
  %204 = getelementptr inbounds i8, ptr %203, i64 %16
  %205 = getelementptr inbounds nuw i32, ptr %204, i64 %198
  store i32 %200, ptr %205, align 4
  %206 = add nuw nsw i64 %198, 1
  %207 = icmp eq i64 %206, %168
  br i1 %207, label %194, label %197

208:                                              ; preds = %194
  call void @llvm.lifetime.end.p0(i64 17152, ptr nonnull %6) #21
  br label %209

209:                                              ; preds = %157, %208, %105
  %210 = select i1 %21, i1 true, i1 %41
  br i1 %210, label %245, label %211

211:                                              ; preds = %209
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %5) #21
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(32) %5, i8 0, i64 32, i1 false)
  br label %212

212:                                              ; preds = %214, %211
  %213 = phi i1 [ true, %211 ], [ false, %214 ]
  br label %215

214:                                              ; preds = %241
  br i1 %213, label %212, label %244

215:                                              ; preds = %241, %212
  %216 = phi i64 [ 0, %212 ], [ %242, %241 ]
  %217 = trunc nuw nsw i64 %216 to i32
  %218 = shl nuw i32 1, %217
  %219 = and i32 %218, %95
  %220 = icmp eq i32 %219, 0
  br i1 %220, label %241, label %221

221:                                              ; preds = %215
  %222 = load i64, ptr %22, align 8
  %223 = inttoptr i64 %222 to ptr
  %224 = getelementptr inbounds nuw i8, ptr %223, i64 4
  %225 = add i32 %2, %217
  %226 = zext i32 %225 to i64
  %227 = getelementptr inbounds nuw [1024 x %struct.ended], ptr %224, i64 0, i64 %226
  %228 = select i1 %213, ptr %5, ptr %227
  %229 = select i1 %213, ptr %227, ptr %5
  br label %230

230:                                              ; preds = %238, %221
  %231 = phi i64 [ 0, %221 ], [ %239, %238 ]
  %232 = getelementptr inbounds nuw [8 x i32], ptr %229, i64 0, i64 %231
  %233 = load i32, ptr %232, align 4
  %234 = getelementptr inbounds nuw [8 x i32], ptr %228, i64 0, i64 %231
  %235 = load i32, ptr %234, align 4
  %236 = icmp ugt i32 %233, %235
  br i1 %236, label %237, label %238

237:                                              ; preds = %230
  store i32 %233, ptr %234, align 4
  br label %238

238:                                              ; preds = %237, %230
  %239 = add nuw nsw i64 %231, 1
  %240 = icmp eq i64 %239, 8
  br i1 %240, label %241, label %230

241:                                              ; preds = %238, %215
  %242 = add nuw nsw i64 %216, 1
  %243 = icmp eq i64 %242, 32
  br i1 %243, label %214, label %215

244:                                              ; preds = %214
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %5) #21
  br label %245

245:                                              ; preds = %244, %209
  %246 = call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %95, i1 true)
  %247 = add nsw i32 %246, %2
  %248 = sext i32 %247 to i64
  %249 = mul nsw i64 %14, %248
  %250 = add i32 %95, -1
  %251 = and i32 %250, %95
  %252 = icmp eq i32 %251, 0
  br label %253

253:                                              ; preds = %245, %346
  %254 = phi i64 [ 0, %245 ], [ %347, %346 ]
  %255 = trunc nuw nsw i64 %254 to i32
  %256 = shl nuw i32 1, %255
  %257 = and i32 %256, %95
  %258 = icmp eq i32 %257, 0
  br i1 %258, label %346, label %259

259:                                              ; preds = %253
  %260 = add nsw i64 %254, %9
  %261 = load i64, ptr %13, align 8
  %262 = mul nsw i64 %14, %260
  %263 = add i64 %261, %262
  %264 = inttoptr i64 %263 to ptr
  %265 = getelementptr inbounds nuw i8, ptr %264, i64 24
  %266 = load i32, ptr %265, align 4
  switch i32 %266, label %271 [
    i32 1, label %267
    i32 6, label %267
  ]

267:                                              ; preds = %259, %259
  %268 = icmp eq i32 %266, 1
  %269 = select i1 %268, i32 %96, i32 %95
  %270 = getelementptr inbounds nuw i8, ptr %264, i64 44
  store i32 %269, ptr %270, align 4
  br label %338

271:                                              ; preds = %259
  %272 = add i32 %266, -7
  %273 = icmp ult i32 %272, 9
  br i1 %273, label %274, label %311

274:                                              ; preds = %271
  %275 = add i64 %261, %249
  %276 = inttoptr i64 %275 to ptr
  %277 = getelementptr inbounds nuw i8, ptr %276, i64 32
  %278 = load i32, ptr %277, align 4
  br i1 %252, label %338, label %279

279:                                              ; preds = %274, %306
  %280 = phi i32 [ %309, %306 ], [ %251, %274 ]
  %281 = phi i32 [ %307, %306 ], [ %278, %274 ]
  %282 = call range(i32 1, 33) i32 @llvm.cttz.i32(i32 %280, i1 true)
  %283 = add nsw i32 %282, %2
  %284 = sext i32 %283 to i64
  %285 = mul nsw i64 %14, %284
  %286 = add i64 %285, %261
  %287 = inttoptr i64 %286 to ptr
  %288 = getelementptr inbounds nuw i8, ptr %287, i64 32
  %289 = load i32, ptr %288, align 4
  switch i32 %266, label %304 [
    i32 7, label %290
    i32 8, label %290
    i32 9, label %292
    i32 11, label %294
    i32 10, label %296
    i32 12, label %298
    i32 13, label %300
    i32 14, label %302
  ]

290:                                              ; preds = %279, %279
  %291 = add i32 %289, %281
  br label %306

292:                                              ; preds = %279
  %293 = call i32 @llvm.umin.i32(i32 %289, i32 %281)
  br label %306

294:                                              ; preds = %279
  %295 = call i32 @llvm.umax.i32(i32 %289, i32 %281)
  br label %306

296:                                              ; preds = %279
  %297 = call noundef i32 @llvm.smin.i32(i32 %281, i32 %289)
  br label %306

298:                                              ; preds = %279
  %299 = call noundef i32 @llvm.smax.i32(i32 %281, i32 %289)
  br label %306

300:                                              ; preds = %279
  %301 = and i32 %289, %281
  br label %306

302:                                              ; preds = %279
  %303 = or i32 %289, %281
  br label %306

304:                                              ; preds = %279
  %305 = xor i32 %289, %281
  br label %306

306:                                              ; preds = %304, %302, %300, %298, %296, %294, %292, %290
  %307 = phi i32 [ %305, %304 ], [ %303, %302 ], [ %301, %300 ], [ %299, %298 ], [ %297, %296 ], [ %295, %294 ], [ %293, %292 ], [ %291, %290 ]
  %308 = add i32 %280, -1
  %309 = and i32 %308, %280
  %310 = icmp eq i32 %309, 0
  br i1 %310, label %338, label %279

311:                                              ; preds = %271
  %312 = icmp slt i32 %266, 16
  %313 = icmp ne i32 %266, 0
  %314 = and i1 %313, %312
  br i1 %314, label %315, label %342

315:                                              ; preds = %311
  %316 = getelementptr inbounds nuw i8, ptr %264, i64 36
  %317 = load i32, ptr %316, align 4
  %318 = getelementptr inbounds nuw i8, ptr %264, i64 40
  %319 = load i32, ptr %318, align 4
  %320 = call i32 @shuffle_source(i32 noundef %266, i32 noundef %255, i32 noundef %317, i32 noundef %319) #20
  %321 = icmp ult i32 %320, 32
  %322 = zext i1 %321 to i32
  %323 = getelementptr inbounds nuw i8, ptr %264, i64 48
  store i32 %322, ptr %323, align 4
  %324 = icmp eq i32 %320, 32
  %325 = select i1 %324, i32 %255, i32 %320
  %326 = shl nuw i32 1, %325
  %327 = and i32 %326, %95
  %328 = icmp eq i32 %327, 0
  br i1 %328, label %338, label %329

329:                                              ; preds = %315
  %330 = add i32 %325, %2
  %331 = load i64, ptr %13, align 8
  %332 = sext i32 %330 to i64
  %333 = mul nsw i64 %14, %332
  %334 = add i64 %331, %333
  %335 = inttoptr i64 %334 to ptr
  %336 = getelementptr inbounds nuw i8, ptr %335, i64 32
  %337 = load i32, ptr %336, align 4
  br label %338

338:                                              ; preds = %306, %329, %315, %274, %267
  %339 = phi i64 [ 28, %267 ], [ 44, %274 ], [ 44, %315 ], [ 44, %329 ], [ 44, %306 ]
  %340 = phi i32 [ %95, %267 ], [ %278, %274 ], [ 0, %315 ], [ %337, %329 ], [ %307, %306 ]
  %341 = getelementptr inbounds nuw i8, ptr %264, i64 %339
  store i32 %340, ptr %341, align 4
  br label %342

342:                                              ; preds = %311, %338
  %343 = getelementptr inbounds nuw i32, ptr %10, i64 %254
  %344 = load i32, ptr %343, align 4
  %345 = xor i32 %344, 1073741824
  store i32 %345, ptr %343, align 4
  br label %346

346:                                              ; preds = %253, %342
  %347 = add nuw nsw i64 %254, 1
  %348 = icmp eq i64 %347, %23
  br i1 %348, label %349, label %253

349:                                              ; preds = %346, %100, %105, %24
  %350 = phi i1 [ %26, %24 ], [ %26, %100 ], [ %26, %105 ], [ true, %346 ]
  %351 = add nuw nsw i64 %25, 1
  %352 = icmp eq i64 %351, %23
  br i1 %352, label %353, label %24

353:                                              ; preds = %349, %4, %123, %179
  %354 = phi i1 [ false, %123 ], [ false, %179 ], [ false, %4 ], [ %350, %349 ]
  ret i1 %354
}

declare zeroext i1 @multiply_fragments(ptr noundef, i32 noundef, ptr noundef, ptr noundef, ptr noundef, i32 noundef, i32 noundef, i64 noundef) local_unnamed_addr #17

declare i32 @llvm.cttz.i32(i32, i1 immarg) #18

declare i32 @vector_function(ptr noundef, ptr noundef, ptr noundef, ptr noundef, i32 noundef, i32 noundef) local_unnamed_addr #17

declare i32 @scalar_function(ptr noundef, ptr noundef, ptr noundef, ptr noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #17

declare i32 @llvm.smax.i32(i32, i32) #19

declare i64 @llvm.smax.i64(i64, i64) #19

declare i64 @llvm.smin.i64(i64, i64) #19

declare i32 @llvm.smin.i32(i32, i32) #19

declare i32 @llvm.umax.i32(i32, i32) #19

declare i32 @llvm.umin.i32(i32, i32) #19

attributes #0 = { nofree norecurse nosync nounwind optsize memory(readwrite, inaccessiblemem: none) }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(readwrite, inaccessiblemem: none) }
attributes #3 = { nofree norecurse nosync nounwind optsize memory(read, argmem: readwrite, inaccessiblemem: none) }
attributes #4 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) }
attributes #5 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: readwrite) }
attributes #6 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: write) }
attributes #7 = { nofree noinline norecurse nosync nounwind optsize memory(read, argmem: readwrite, inaccessiblemem: none) }
attributes #8 = { nofree norecurse nosync nounwind optsize memory(read, inaccessiblemem: none) }
attributes #9 = { mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(argmem: write) }
attributes #10 = { nofree noinline norecurse nosync nounwind optsize memory(write, argmem: readwrite, inaccessiblemem: none) }
attributes #11 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #12 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #13 = { nofree noinline norecurse nosync nounwind optsize memory(argmem: readwrite) }
attributes #14 = { nofree noinline norecurse nosync nounwind optsize memory(readwrite, inaccessiblemem: none) }
attributes #15 = { nounwind optsize }
attributes #16 = { noinline nounwind optsize }
attributes #17 = { optsize }
attributes #18 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #19 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #20 = { optsize }
attributes #21 = { nounwind }
attributes #22 = { nounwind optsize }
