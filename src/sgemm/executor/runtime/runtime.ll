; 7f5575e515f707a714e92b8395df07242f02a17d7b2b7badd3fddcfc4109803a
%struct.plan = type { i64, i64, i64, i64, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32 }
%struct.anon = type { i64, i64 }
%struct.copy = type { i64, i64, i32, i32, i32, i32, i32 }
%struct.bulk_copy = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 }
%struct.fragment = type { i32, i32, i32, i32, i32, i32, i32 }

@plan = external local_unnamed_addr constant %struct.plan, align 8

define noundef range(i64 0, 2) i64 @mbarrier_parity(i64 noundef %0) local_unnamed_addr #0 {
  %2 = lshr i64 %0, 61
  %3 = and i64 %2, 1
  ret i64 %3
}

define noundef range(i32 0, 1048576) i32 @mbarrier_pending(i64 noundef %0) local_unnamed_addr #0 {
  %2 = trunc i64 %0 to i32
  %3 = and i32 %2, 1048575
  ret i32 %3
}

define range(i64 -9223372036854775808, 1) i64 @mbarrier_read(ptr nocapture noundef writeonly %0, ptr nocapture noundef readonly %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #1 {
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

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

define noundef zeroext i1 @mbarrier_init(ptr nocapture noundef writeonly initializes((184, 192)) %0, ptr nocapture noundef writeonly %1, i64 noundef %2, i32 noundef %3, i64 noundef %4, i32 noundef %5) local_unnamed_addr #3 {
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

define void @mbarrier_inval(ptr nocapture noundef writeonly %0, i64 noundef %1) local_unnamed_addr #3 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 %1
  store i64 0, ptr %3, align 8
  ret void
}

define noundef zeroext i1 @mbarrier_update(ptr nocapture noundef writeonly %0, ptr nocapture noundef %1, i64 noundef %2, i32 noundef %3, i32 noundef %4, i64 noundef %5, i32 noundef %6) local_unnamed_addr #1 {
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
  br label %71

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
  br label %71

37:                                               ; preds = %17
  %38 = lshr i64 %9, 40
  %39 = and i64 %38, 2097151
  %40 = sext i32 %4 to i64
  %41 = add nsw i64 %39, %40
  %42 = add nsw i64 %41, -2097152
  %43 = icmp ult i64 %42, -2097151
  br i1 %43, label %44, label %56

44:                                               ; preds = %37
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 192
  store i64 %18, ptr %45, align 8
  %46 = add nsw i64 %39, -1048576
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 200
  store i64 %46, ptr %47, align 8
  %48 = lshr i64 %9, 61
  %49 = and i64 %48, 1
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 208
  store i64 %49, ptr %50, align 8
  %51 = zext i32 %6 to i64
  %52 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 10, ptr %52, align 8
  %53 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %5, ptr %53, align 8
  %54 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %2, ptr %54, align 8
  %55 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %51, ptr %55, align 8
  br label %71

56:                                               ; preds = %37
  %57 = sub nsw i64 %18, %21
  %58 = icmp eq i64 %18, %21
  %59 = icmp eq i64 %41, 1048576
  %60 = and i1 %58, %59
  %61 = select i1 %60, i64 2305843009213693952, i64 0
  %62 = and i64 %9, 2305843009213693952
  %63 = xor i64 %61, %62
  %64 = shl nuw nsw i64 %41, 40
  %65 = or disjoint i64 %63, %64
  %66 = shl nuw nsw i64 %20, 20
  %67 = or disjoint i64 %65, %66
  %68 = select i1 %60, i64 %20, i64 %57
  %69 = or i64 %68, %67
  %70 = or i64 %69, -9223372036854775808
  store i64 %70, ptr %8, align 8
  br label %71

71:                                               ; preds = %11, %23, %56, %44
  %72 = phi i1 [ true, %23 ], [ false, %56 ], [ true, %44 ], [ true, %11 ]
  ret i1 %72
}

define noundef zeroext i1 @mbarrier_expect_one_more(ptr nocapture noundef writeonly %0, ptr nocapture noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #1 {
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

define noundef zeroext i1 @check_shared(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #4 {
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
  %21 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 64), align 8
  %22 = icmp ne i32 %21, 0
  %23 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 68), align 4
  %24 = icmp ne i32 %23, 0
  %25 = select i1 %22, i1 true, i1 %24
  br i1 %25, label %26, label %36

26:                                               ; preds = %20
  %27 = tail call fastcc i64 @in_flight(ptr noundef nonnull %0, i64 noundef %1, i64 noundef %2, i32 noundef %4) #19
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

define internal fastcc range(i64 0, 22) i64 @in_flight(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2, i32 noundef %3) unnamed_addr #5 {
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

define noundef zeroext i1 @check_global(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #4 {
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
  %17 = getelementptr inbounds nuw %struct.anon, ptr %8, i64 %16
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

define noundef zeroext i1 @check_generic(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #4 {
  %6 = icmp ugt i64 %1, 576460752303423487
  br i1 %6, label %7, label %10

7:                                                ; preds = %5
  %8 = add i64 %1, -1152921504606846976
  %9 = tail call zeroext i1 @check_shared(ptr noundef %0, i64 noundef %8, i64 noundef %2, i64 noundef %3, i32 noundef %4) #19
  br label %12

10:                                               ; preds = %5
  %11 = tail call zeroext i1 @check_global(ptr noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) #19
  br label %12

12:                                               ; preds = %10, %7
  %13 = phi i1 [ %9, %7 ], [ %11, %10 ]
  ret i1 %13
}

define noundef zeroext i1 @record_failure(ptr nocapture noundef writeonly initializes((128, 160)) %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #6 {
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

define void @clear_queue(ptr nocapture noundef writeonly initializes((0, 16)) %0) local_unnamed_addr #3 {
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %0, i8 0, i64 16, i1 false)
  ret void
}

define void @release_copies(ptr nocapture noundef readonly %0, ptr nocapture noundef %1) local_unnamed_addr #7 {
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

define noundef zeroext i1 @enqueue_copy(ptr nocapture noundef %0, ptr nocapture noundef %1, ptr nocapture noundef %2, i64 noundef %3, i64 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8) local_unnamed_addr #8 {
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %11 = load i32, ptr %10, align 4
  %12 = icmp eq i32 %11, 64
  br i1 %12, label %13, label %17

13:                                               ; preds = %9
  %14 = tail call fastcc zeroext i1 @deliver_oldest(ptr noundef %0, ptr noundef nonnull %1, ptr noundef %2) #19
  br i1 %14, label %82, label %15

15:                                               ; preds = %13
  %16 = load i32, ptr %10, align 4
  br label %17

17:                                               ; preds = %15, %9
  %18 = phi i32 [ %16, %15 ], [ %11, %9 ]
  %19 = getelementptr inbounds nuw i8, ptr %1, i64 12
  %20 = load i32, ptr %19, align 4
  %21 = add i32 %20, %18
  %22 = icmp eq i32 %21, 64
  br i1 %22, label %23, label %25

23:                                               ; preds = %17
  tail call void @release_copies(ptr noundef %0, ptr noundef nonnull %1) #19
  %24 = load i32, ptr %10, align 4
  br label %25

25:                                               ; preds = %23, %17
  %26 = phi i32 [ %24, %23 ], [ %18, %17 ]
  %27 = load i32, ptr %1, align 8
  %28 = add i32 %26, %27
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %30 = and i32 %28, 63
  %31 = zext nneg i32 %30 to i64
  %32 = getelementptr inbounds nuw [64 x %struct.copy], ptr %29, i64 0, i64 %31
  %33 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %34 = load i32, ptr %33, align 8
  store i64 %3, ptr %32, align 8
  %35 = getelementptr inbounds nuw i8, ptr %32, i64 8
  store i64 %4, ptr %35, align 8
  %36 = getelementptr inbounds nuw i8, ptr %32, i64 16
  store i32 %5, ptr %36, align 8
  %37 = getelementptr inbounds nuw i8, ptr %32, i64 20
  store i32 %6, ptr %37, align 4
  %38 = getelementptr inbounds nuw i8, ptr %32, i64 24
  store i32 %34, ptr %38, align 8
  %39 = getelementptr inbounds nuw i8, ptr %32, i64 28
  store i32 %7, ptr %39, align 4
  %40 = getelementptr inbounds nuw i8, ptr %32, i64 32
  store i32 %8, ptr %40, align 8
  %41 = getelementptr inbounds nuw i8, ptr %32, i64 36
  store i32 0, ptr %41, align 4
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %43 = load i64, ptr %42, align 8
  %44 = inttoptr i64 %43 to ptr
  %45 = inttoptr i64 %4 to ptr
  %46 = icmp eq i32 %5, 0
  br i1 %46, label %79, label %47

47:                                               ; preds = %25, %55
  %48 = phi i64 [ %60, %55 ], [ 0, %25 ]
  %49 = load i32, ptr %37, align 4
  %50 = zext i32 %49 to i64
  %51 = icmp samesign ult i64 %48, %50
  br i1 %51, label %52, label %55

52:                                               ; preds = %47
  %53 = getelementptr inbounds nuw i8, ptr %45, i64 %48
  %54 = load i8, ptr %53, align 1
  br label %55

55:                                               ; preds = %52, %47
  %56 = phi i8 [ %54, %52 ], [ 0, %47 ]
  %57 = load i64, ptr %32, align 8
  %58 = getelementptr i8, ptr %44, i64 %57
  %59 = getelementptr i8, ptr %58, i64 %48
  store i8 %56, ptr %59, align 1
  %60 = add nuw nsw i64 %48, 1
  %61 = load i32, ptr %36, align 8
  %62 = zext i32 %61 to i64
  %63 = icmp samesign ult i64 %60, %62
  br i1 %63, label %47, label %64

64:                                               ; preds = %55
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %66 = load i64, ptr %65, align 8
  %67 = lshr i64 %3, 1
  %68 = and i64 %67, 9223372036854775806
  %69 = add i64 %66, %68
  %70 = inttoptr i64 %69 to ptr
  %71 = lshr i32 %5, 2
  %72 = zext nneg i32 %71 to i64
  %73 = icmp ult i32 %5, 4
  br i1 %73, label %79, label %74

74:                                               ; preds = %64, %74
  %75 = phi i64 [ %77, %74 ], [ 0, %64 ]
  %76 = getelementptr inbounds nuw i16, ptr %70, i64 %75
  store i16 1, ptr %76, align 2
  %77 = add nuw nsw i64 %75, 1
  %78 = icmp eq i64 %77, %72
  br i1 %78, label %79, label %74

79:                                               ; preds = %74, %25, %64
  %80 = load i32, ptr %10, align 4
  %81 = add i32 %80, 1
  store i32 %81, ptr %10, align 4
  br label %82

82:                                               ; preds = %13, %79
  %83 = phi i1 [ false, %79 ], [ true, %13 ]
  ret i1 %83
}

define internal fastcc noundef zeroext i1 @deliver_oldest(ptr nocapture noundef %0, ptr nocapture noundef %1, ptr nocapture noundef %2) unnamed_addr #8 {
  %4 = load i32, ptr %1, align 8
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %6 = and i32 %4, 63
  %7 = zext nneg i32 %6 to i64
  %8 = getelementptr inbounds nuw [64 x %struct.copy], ptr %5, i64 0, i64 %7
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %11 = load i32, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %8, i64 28
  %13 = load i32, ptr %12, align 4
  %14 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %15 = load i32, ptr %14, align 8
  %16 = icmp eq i32 %11, 0
  br i1 %16, label %17, label %32

17:                                               ; preds = %3
  tail call void @release_copies(ptr noundef %0, ptr noundef nonnull %1) #19
  %18 = load i32, ptr %1, align 8
  %19 = add i32 %18, 1
  %20 = and i32 %19, 63
  store i32 %20, ptr %1, align 8
  %21 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %22 = load i32, ptr %21, align 4
  %23 = add i32 %22, -1
  store i32 %23, ptr %21, align 4
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %25 = load i64, ptr %24, align 8
  %26 = inttoptr i64 %25 to ptr
  %27 = getelementptr inbounds nuw i8, ptr %26, i64 132
  %28 = load i32, ptr %27, align 4
  %29 = add i32 %28, -1
  store i32 %29, ptr %27, align 4
  %30 = zext i32 %13 to i64
  %31 = tail call zeroext i1 @mbarrier_update(ptr noundef %0, ptr noundef %2, i64 noundef %9, i32 noundef 1, i32 noundef 0, i64 noundef %30, i32 noundef %15) #19
  br label %80

32:                                               ; preds = %3
  %33 = getelementptr inbounds nuw i8, ptr %8, i64 20
  %34 = load i32, ptr %33, align 4
  %35 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %36 = load i64, ptr %35, align 8
  %37 = add i32 %4, 1
  %38 = and i32 %37, 63
  store i32 %38, ptr %1, align 8
  %39 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %40 = load i32, ptr %39, align 4
  %41 = add i32 %40, -1
  store i32 %41, ptr %39, align 4
  %42 = inttoptr i64 %36 to ptr
  %43 = zext i32 %34 to i64
  %44 = getelementptr i8, ptr %2, i64 %9
  %45 = zext i32 %11 to i64
  br label %46

46:                                               ; preds = %52, %32
  %47 = phi i64 [ 0, %32 ], [ %55, %52 ]
  %48 = icmp samesign ult i64 %47, %43
  br i1 %48, label %49, label %52

49:                                               ; preds = %46
  %50 = getelementptr inbounds nuw i8, ptr %42, i64 %47
  %51 = load i8, ptr %50, align 1
  br label %52

52:                                               ; preds = %49, %46
  %53 = phi i8 [ %51, %49 ], [ 0, %46 ]
  %54 = getelementptr i8, ptr %44, i64 %47
  store i8 %53, ptr %54, align 1
  %55 = add nuw nsw i64 %47, 1
  %56 = icmp eq i64 %55, %45
  br i1 %56, label %57, label %46

57:                                               ; preds = %52
  %58 = zext i32 %13 to i64
  %59 = zext i32 %15 to i64
  %60 = tail call fastcc zeroext i1 @end_copy(ptr noundef %0, ptr noundef nonnull %2, i64 noundef %9, i64 noundef %45, i64 noundef %58, i64 noundef %59) #19
  %61 = trunc i32 %15 to i16
  %62 = add i16 %61, 2
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %64 = load i64, ptr %63, align 8
  %65 = lshr i64 %9, 1
  %66 = and i64 %65, 9223372036854775806
  %67 = add i64 %64, %66
  %68 = inttoptr i64 %67 to ptr
  %69 = lshr i64 %45, 2
  %70 = icmp ult i32 %11, 4
  br i1 %70, label %76, label %71

71:                                               ; preds = %57, %71
  %72 = phi i64 [ %74, %71 ], [ 0, %57 ]
  %73 = getelementptr inbounds nuw i16, ptr %68, i64 %72
  store i16 %62, ptr %73, align 2
  %74 = add nuw nsw i64 %72, 1
  %75 = icmp eq i64 %74, %69
  br i1 %75, label %76, label %71

76:                                               ; preds = %71, %57
  %77 = getelementptr inbounds nuw i8, ptr %1, i64 12
  %78 = load i32, ptr %77, align 4
  %79 = add i32 %78, 1
  store i32 %79, ptr %77, align 4
  br label %80

80:                                               ; preds = %76, %17
  %81 = phi i1 [ %31, %17 ], [ %60, %76 ]
  ret i1 %81
}

declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #9

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #10

define noundef zeroext i1 @enqueue_arrival(ptr nocapture noundef %0, ptr nocapture noundef %1, ptr nocapture noundef %2, i64 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #8 {
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %8 = load i64, ptr %7, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 132
  %11 = load i32, ptr %10, align 4
  %12 = add i32 %11, 1
  store i32 %12, ptr %10, align 4
  %13 = tail call zeroext i1 @enqueue_copy(ptr noundef %0, ptr noundef %1, ptr noundef %2, i64 noundef %3, i64 noundef 0, i32 noundef 0, i32 noundef 0, i32 noundef %4, i32 noundef %5) #19
  ret i1 %13
}

define void @commit_group(ptr nocapture noundef %0) local_unnamed_addr #1 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load i32, ptr %2, align 8
  %4 = add i32 %3, 1
  store i32 %4, ptr %2, align 8
  ret void
}

define noundef zeroext i1 @wait_for_groups(ptr nocapture noundef %0, ptr nocapture noundef %1, ptr nocapture noundef %2, i32 noundef %3) local_unnamed_addr #8 {
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
  %22 = tail call fastcc zeroext i1 @deliver_oldest(ptr noundef %0, ptr noundef nonnull %1, ptr noundef %2) #19
  br i1 %22, label %23, label %8

23:                                               ; preds = %11, %8, %21
  %24 = phi i1 [ true, %21 ], [ false, %8 ], [ false, %11 ]
  ret i1 %24
}

define void @copy_bytes(ptr nocapture noundef writeonly %0, ptr nocapture noundef readonly %1, i32 noundef %2) local_unnamed_addr #11 {
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

define noundef zeroext i1 @deliver_copies(ptr nocapture noundef %0, ptr nocapture noundef %1, i64 noundef %2) local_unnamed_addr #12 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %5 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 68), align 4
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
  %24 = tail call fastcc zeroext i1 @deliver_bulk(ptr noundef %0, ptr noundef %1, i32 noundef %15) #19
  br i1 %24, label %91, label %25

25:                                               ; preds = %23, %21
  %26 = phi i32 [ %22, %21 ], [ %15, %23 ]
  %27 = load i32, ptr %10, align 64
  %28 = icmp ult i32 %26, %27
  br i1 %28, label %14, label %29

29:                                               ; preds = %25, %7, %3
  %30 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 64), align 8
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
  %39 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 8
  %40 = icmp sgt i32 %39, 0
  br i1 %40, label %41, label %91

41:                                               ; preds = %38
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %43 = load i64, ptr @plan, align 8
  %44 = load i64, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 24), align 8
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
  %87 = tail call fastcc zeroext i1 @deliver_oldest(ptr noundef %0, ptr noundef nonnull %52, ptr noundef %1) #19
  br i1 %87, label %91, label %82

88:                                               ; preds = %82, %59, %46
  %89 = add nuw nsw i64 %47, 1
  %90 = icmp eq i64 %89, %45
  br i1 %90, label %91, label %46

91:                                               ; preds = %23, %88, %85, %38, %32, %29
  %92 = phi i1 [ false, %29 ], [ false, %32 ], [ false, %38 ], [ true, %85 ], [ false, %88 ], [ true, %23 ]
  ret i1 %92
}

define internal fastcc noundef zeroext i1 @deliver_bulk(ptr nocapture noundef %0, ptr nocapture noundef %1, i32 noundef %2) unnamed_addr #8 {
  %4 = alloca %struct.bulk_copy, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  call void @llvm.lifetime.start.p0(i64 80, ptr nonnull %4) #20
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 2240
  %9 = zext i32 %2 to i64
  %10 = getelementptr inbounds nuw [256 x %struct.bulk_copy], ptr %8, i64 0, i64 %9
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(80) %4, ptr noundef nonnull align 16 dereferenceable(80) %10, i64 80, i1 false)
  %11 = getelementptr inbounds nuw i8, ptr %7, i64 128
  %12 = load i32, ptr %11, align 64
  %13 = add i32 %12, -1
  store i32 %13, ptr %11, align 64
  %14 = icmp ult i32 %2, %13
  br i1 %14, label %15, label %17

15:                                               ; preds = %3
  %16 = zext i32 %13 to i64
  br label %19

17:                                               ; preds = %19, %3
  %18 = call fastcc zeroext i1 @make_copy(ptr noundef %0, ptr noundef %1, ptr noundef %4) #19
  br i1 %18, label %35, label %25

19:                                               ; preds = %15, %19
  %20 = phi i64 [ %9, %15 ], [ %22, %19 ]
  %21 = getelementptr inbounds nuw [256 x %struct.bulk_copy], ptr %8, i64 0, i64 %20
  %22 = add nuw nsw i64 %20, 1
  %23 = getelementptr inbounds nuw [256 x %struct.bulk_copy], ptr %8, i64 0, i64 %22
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(80) %21, ptr noundef nonnull align 16 dereferenceable(80) %23, i64 80, i1 false)
  %24 = icmp eq i64 %22, %16
  br i1 %24, label %17, label %19

25:                                               ; preds = %17
  %26 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %27 = load i64, ptr %26, align 8
  %28 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %29 = load i64, ptr %28, align 8
  %30 = getelementptr inbounds nuw i8, ptr %4, i64 64
  %31 = load i64, ptr %30, align 8
  %32 = getelementptr inbounds nuw i8, ptr %4, i64 72
  %33 = load i64, ptr %32, align 8
  %34 = tail call fastcc zeroext i1 @end_copy(ptr noundef %0, ptr noundef %1, i64 noundef %27, i64 noundef %29, i64 noundef %31, i64 noundef %33) #19
  br label %35

35:                                               ; preds = %25, %17
  %36 = phi i1 [ true, %17 ], [ %34, %25 ]
  call void @llvm.lifetime.end.p0(i64 80, ptr nonnull %4) #20
  ret i1 %36
}

define noundef zeroext i1 @bulk_copy(ptr noundef %0, ptr nocapture noundef %1, i64 noundef %2, i64 noundef %3, i64 noundef %4, i64 noundef %5, i64 noundef %6, i64 noundef %7, i64 noundef %8, i64 noundef %9, i64 noundef %10, i64 noundef %11) local_unnamed_addr #12 {
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
  br label %193

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
  %43 = getelementptr inbounds nuw %struct.anon, ptr %35, i64 %42
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
  br label %193

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
  br label %193

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
  br label %193

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
  br label %193

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
  br label %193

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
  br label %193

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
  br label %193

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
  br label %193

134:                                              ; preds = %124
  call void @llvm.lifetime.start.p0(i64 80, ptr nonnull %13) #20
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
  %144 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 68), align 4
  %145 = icmp eq i32 %144, 0
  br i1 %145, label %146, label %148

146:                                              ; preds = %134
  %147 = call fastcc zeroext i1 @make_copy(ptr noundef nonnull %0, ptr noundef %1, ptr noundef %13) #19
  br label %191

148:                                              ; preds = %134
  %149 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %150 = load i64, ptr %149, align 8
  %151 = inttoptr i64 %150 to ptr
  %152 = trunc i64 %11 to i32
  %153 = tail call fastcc i64 @in_flight(ptr noundef nonnull %0, i64 noundef %3, i64 noundef %120, i32 noundef %152) #19
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
  br label %191

160:                                              ; preds = %148
  %161 = getelementptr inbounds nuw i8, ptr %151, i64 128
  %162 = load i32, ptr %161, align 64
  %163 = icmp eq i32 %162, 256
  br i1 %163, label %164, label %168

164:                                              ; preds = %160
  %165 = tail call fastcc zeroext i1 @deliver_bulk(ptr noundef nonnull %0, ptr noundef %1, i32 noundef 0) #19
  br i1 %165, label %191, label %166

166:                                              ; preds = %164
  %167 = load i32, ptr %161, align 64
  br label %168

168:                                              ; preds = %166, %160
  %169 = phi i32 [ %167, %166 ], [ %162, %160 ]
  %170 = getelementptr inbounds nuw i8, ptr %151, i64 2240
  %171 = add i32 %169, 1
  store i32 %171, ptr %161, align 64
  %172 = zext i32 %169 to i64
  %173 = getelementptr inbounds nuw [256 x %struct.bulk_copy], ptr %170, i64 0, i64 %172
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(80) %173, ptr noundef nonnull align 8 dereferenceable(80) %13, i64 80, i1 false)
  %174 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %175 = load i64, ptr %174, align 8
  %176 = inttoptr i64 %175 to ptr
  %177 = call fastcc zeroext i1 @move_bulk(ptr noundef nonnull %0, ptr noundef %176, ptr noundef %13) #19
  %178 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %179 = load i64, ptr %178, align 8
  %180 = lshr i64 %3, 1
  %181 = and i64 %180, 9223372036854775806
  %182 = add i64 %179, %181
  %183 = inttoptr i64 %182 to ptr
  %184 = lshr i64 %120, 2
  %185 = icmp ult i64 %120, 4
  br i1 %185, label %191, label %186

186:                                              ; preds = %168, %186
  %187 = phi i64 [ %189, %186 ], [ 0, %168 ]
  %188 = getelementptr inbounds nuw i16, ptr %183, i64 %187
  store i16 1, ptr %188, align 2
  %189 = add nuw nsw i64 %187, 1
  %190 = icmp eq i64 %189, %184
  br i1 %190, label %191, label %186

191:                                              ; preds = %186, %168, %155, %164, %146
  %192 = phi i1 [ %147, %146 ], [ true, %155 ], [ true, %164 ], [ %177, %168 ], [ %177, %186 ]
  call void @llvm.lifetime.end.p0(i64 80, ptr nonnull %13) #20
  br label %193

193:                                              ; preds = %56, %90, %73, %65, %19, %191, %129, %114, %106, %98
  %194 = phi i1 [ true, %129 ], [ %192, %191 ], [ true, %98 ], [ true, %106 ], [ true, %114 ], [ true, %19 ], [ true, %65 ], [ true, %73 ], [ true, %90 ], [ true, %56 ]
  ret i1 %194
}

define internal fastcc noundef zeroext i1 @make_copy(ptr nocapture noundef %0, ptr nocapture noundef %1, ptr nocapture noundef nonnull readonly %2) unnamed_addr #8 {
  %4 = tail call fastcc zeroext i1 @move_bulk(ptr noundef %0, ptr noundef %1, ptr noundef %2) #19
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
  %17 = tail call zeroext i1 @mbarrier_update(ptr noundef %0, ptr noundef %1, i64 noundef %7, i32 noundef 0, i32 noundef %11, i64 noundef %13, i32 noundef %16) #19
  br label %18

18:                                               ; preds = %5, %3
  %19 = phi i1 [ true, %3 ], [ %17, %5 ]
  ret i1 %19
}

define internal fastcc noundef zeroext i1 @move_bulk(ptr nocapture noundef %0, ptr nocapture noundef writeonly %1, ptr nocapture noundef nonnull readonly %2) unnamed_addr #8 {
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
  %37 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 44), align 4
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
  %91 = getelementptr inbounds nuw %struct.anon, ptr %81, i64 %90
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
  %163 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 44), align 4
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
  %180 = getelementptr inbounds nuw %struct.anon, ptr %171, i64 %179
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

define void @note_arrival(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #13 {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = icmp ugt i32 %1, 15
  br i1 %8, label %36, label %9

9:                                                ; preds = %4
  %10 = getelementptr inbounds nuw i8, ptr %7, i64 64
  %11 = zext nneg i32 %1 to i64
  %12 = getelementptr inbounds nuw [16 x i32], ptr %10, i64 0, i64 %11
  %13 = load i32, ptr %12, align 4
  %14 = tail call noundef i32 @llvm.smax.i32(i32 %13, i32 %2)
  store i32 %14, ptr %12, align 4
  %15 = getelementptr inbounds nuw i8, ptr %7, i64 136
  %16 = lshr i32 %3, 5
  %17 = zext nneg i32 %16 to i64
  %18 = getelementptr inbounds nuw [16 x [32 x i32]], ptr %15, i64 0, i64 %11, i64 %17
  %19 = and i32 %3, 31
  %20 = shl nuw i32 1, %19
  %21 = load i32, ptr %18, align 4
  %22 = and i32 %21, %20
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %28, label %24

24:                                               ; preds = %9
  %25 = getelementptr inbounds nuw [16 x i32], ptr %7, i64 0, i64 %11
  %26 = load i32, ptr %25, align 4
  %27 = add nsw i32 %26, 32
  store i32 %27, ptr %25, align 4
  br label %28

28:                                               ; preds = %24, %9
  %29 = phi i32 [ 0, %24 ], [ %21, %9 ]
  %30 = or i32 %29, %20
  store i32 %30, ptr %18, align 4
  %31 = icmp eq i32 %30, -1
  br i1 %31, label %32, label %36

32:                                               ; preds = %28
  %33 = getelementptr inbounds nuw [16 x i32], ptr %7, i64 0, i64 %11
  %34 = load i32, ptr %33, align 4
  %35 = add nsw i32 %34, 32
  store i32 %35, ptr %33, align 4
  store i32 0, ptr %18, align 4
  br label %36

36:                                               ; preds = %28, %32, %4
  ret void
}

define void @clear_warpgroup(ptr nocapture noundef writeonly %0, i32 noundef %1) local_unnamed_addr #3 {
  %3 = zext i32 %1 to i64
  %4 = mul nuw nsw i64 %3, 28
  %5 = add nuw nsw i64 %4, 12
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(1) %0, i8 0, i64 %5, i1 false)
  ret void
}

define noundef zeroext i1 @access_fragment(ptr nocapture noundef writeonly %0, ptr nocapture noundef %1, i32 noundef %2, i1 noundef zeroext %3, i64 noundef %4, i32 noundef %5) local_unnamed_addr #1 {
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

define noundef zeroext i1 @use_fragment(ptr nocapture noundef writeonly %0, ptr nocapture noundef %1, i32 noundef %2, i32 noundef %3, i64 noundef %4, i32 noundef %5) local_unnamed_addr #1 {
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

define void @fence_registers(ptr nocapture noundef %0) local_unnamed_addr #1 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load i32, ptr %2, align 4
  %4 = add i32 %3, 1
  store i32 %4, ptr %2, align 4
  ret void
}

define void @commit_matrices(ptr nocapture noundef %0) local_unnamed_addr #1 {
  %2 = load i32, ptr %0, align 4
  %3 = add i32 %2, 1
  store i32 %3, ptr %0, align 4
  ret void
}

define void @wait_for_matrices(ptr nocapture noundef %0, i32 noundef %1) local_unnamed_addr #1 {
  %3 = load i32, ptr %0, align 4
  %4 = icmp ugt i32 %3, %1
  br i1 %4, label %5, label %11

5:                                                ; preds = %2
  %6 = sub nuw i32 %3, %1
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 4
  %8 = load i32, ptr %7, align 4
  %9 = icmp ugt i32 %6, %8
  br i1 %9, label %10, label %11

10:                                               ; preds = %5
  store i32 %6, ptr %7, align 4
  br label %11

11:                                               ; preds = %10, %5, %2
  ret void
}

define noundef zeroext i1 @load_matrices(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i1 noundef zeroext %5, i32 noundef %6, i32 noundef %7, i64 noundef %8) local_unnamed_addr #4 {
  %10 = alloca [8 x [8 x i16]], align 16
  %11 = alloca [8 x [8 x i16]], align 16
  %12 = icmp sgt i32 %6, 0
  br i1 %12, label %13, label %68

13:                                               ; preds = %9
  %14 = icmp sgt i32 %4, 0
  %15 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 44), align 4
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
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %10) #20
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %11) #20
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
  %39 = tail call zeroext i1 @check_shared(ptr noundef %0, i64 noundef %36, i64 noundef 16, i64 noundef %8, i32 noundef %38) #19
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
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %11) #20
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %10) #20
  %62 = add nuw nsw i64 %26, 1
  %63 = icmp eq i64 %62, %20
  br i1 %63, label %65, label %25

64:                                               ; preds = %34
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %11) #20
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %10) #20
  br label %68

65:                                               ; preds = %59, %21
  %66 = add nuw nsw i64 %22, 32
  %67 = icmp samesign ult i64 %66, %19
  br i1 %67, label %21, label %68

68:                                               ; preds = %65, %9, %64
  %69 = phi i1 [ true, %64 ], [ false, %9 ], [ false, %65 ]
  ret i1 %69
}

define i32 @shuffle_source(i32 noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #0 {
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

define void @run(ptr noundef %0) local_unnamed_addr #14 {
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
  %34 = tail call fastcc zeroext i1 @run_block(ptr noundef nonnull %0) #19
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

define internal fastcc noundef zeroext i1 @run_block(ptr noundef %0) unnamed_addr #15 {
  %2 = alloca [1024 x i32], align 16
  call void @llvm.lifetime.start.p0(i64 4096, ptr nonnull %2) #20
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
  %16 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 68), align 4
  %17 = icmp ne i32 %16, 0
  %18 = select i1 %17, i1 %12, i1 false
  %19 = xor i1 %15, %18
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %21 = load i64, ptr %20, align 8
  %22 = inttoptr i64 %21 to ptr
  %23 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 52), align 4
  %24 = icmp eq i32 %23, 0
  %25 = select i1 %24, i64 136, i64 2240
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 64 dereferenceable(136) %22, i8 0, i64 %25, i1 false)
  %26 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 64), align 8
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

45:                                               ; preds = %1, %29, %36
  %46 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 8
  %47 = icmp sgt i32 %46, 0
  %48 = zext nneg i32 %46 to i64
  br i1 %47, label %49, label %51

49:                                               ; preds = %45
  %50 = shl nuw nsw i64 %48, 2
  call void @llvm.memset.p0.i64(ptr nonnull align 16 %2, i8 0, i64 %50, i1 false)
  br label %51

51:                                               ; preds = %45, %49
  %52 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 60), align 4
  %53 = icmp eq i32 %52, 0
  %54 = add nsw i32 %46, 31
  %55 = sdiv i32 %54, 32
  %56 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %57 = tail call i32 @llvm.smax.i32(i32 %55, i32 1)
  %58 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 56), align 8
  %59 = icmp ne i32 %58, 0
  %60 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %61 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %62 = load i64, ptr @plan, align 8
  br label %63

63:                                               ; preds = %110, %51
  %64 = phi i32 [ 1, %51 ], [ %111, %110 ]
  switch i32 %64, label %221 [
    i32 1, label %65
    i32 -1, label %148
    i32 0, label %203
  ]

65:                                               ; preds = %63
  br i1 %53, label %93, label %66

66:                                               ; preds = %65
  br i1 %47, label %70, label %110

67:                                               ; preds = %90
  %68 = add nuw nsw i32 %72, 1
  %69 = icmp eq i32 %68, %57
  br i1 %69, label %95, label %70

70:                                               ; preds = %66, %67
  %71 = phi i32 [ %82, %67 ], [ 0, %66 ]
  %72 = phi i32 [ %68, %67 ], [ 0, %66 ]
  %73 = xor i32 %72, -1
  %74 = add nsw i32 %55, %73
  %75 = select i1 %19, i32 %74, i32 %72
  %76 = shl nsw i32 %75, 5
  %77 = sub nsw i32 %46, %76
  %78 = tail call noundef i32 @llvm.smin.i32(i32 %77, i32 32)
  br label %79

79:                                               ; preds = %85, %70
  %80 = phi i32 [ %71, %70 ], [ %82, %85 ]
  %81 = call fastcc i32 @run_groups(ptr noundef %0, ptr noundef nonnull %2, i32 noundef %76, i32 noundef %78, i1 noundef zeroext %19) #19
  %82 = or i32 %81, %80
  %83 = and i32 %81, 4
  %84 = icmp eq i32 %83, 0
  br i1 %84, label %87, label %85

85:                                               ; preds = %79
  %86 = call fastcc zeroext i1 @resolve_collectives(ptr noundef %0, ptr noundef nonnull %2, i32 noundef %76, i32 noundef %78) #19
  br i1 %86, label %79, label %87

87:                                               ; preds = %85, %79
  %88 = and i32 %81, 8
  %89 = icmp eq i32 %88, 0
  br i1 %89, label %90, label %221

90:                                               ; preds = %87
  %91 = load i64, ptr %56, align 8
  %92 = icmp eq i64 %91, 0
  br i1 %92, label %67, label %221

93:                                               ; preds = %65
  %94 = call fastcc i32 @run_groups(ptr noundef %0, ptr noundef %2, i32 noundef 0, i32 noundef %46, i1 noundef zeroext %19) #19
  br label %95

95:                                               ; preds = %67, %93
  %96 = phi i32 [ %94, %93 ], [ %82, %67 ]
  %97 = and i32 %96, 8
  %98 = icmp eq i32 %97, 0
  br i1 %98, label %99, label %221

99:                                               ; preds = %95
  %100 = and i32 %96, 1
  %101 = icmp eq i32 %100, 0
  br i1 %101, label %110, label %102

102:                                              ; preds = %99
  %103 = and i32 %96, 2
  %104 = icmp ne i32 %103, 0
  %105 = call fastcc i32 @resolve_barriers(ptr noundef %0, ptr noundef %2, i1 noundef zeroext %104) #19
  %106 = icmp eq i32 %105, -1
  %107 = select i1 %106, i1 %59, i1 false
  %108 = and i1 %28, %107
  %109 = select i1 %107, i32 -1, i32 %105
  br i1 %108, label %112, label %110

110:                                              ; preds = %126, %102, %66, %99, %144
  %111 = phi i32 [ %147, %144 ], [ 1, %99 ], [ 1, %66 ], [ %109, %102 ], [ -2, %126 ]
  br label %63

112:                                              ; preds = %102
  %113 = load i64, ptr %20, align 8
  %114 = inttoptr i64 %113 to ptr
  %115 = getelementptr inbounds nuw i8, ptr %114, i64 128
  %116 = load i32, ptr %115, align 64
  %117 = getelementptr inbounds nuw i8, ptr %114, i64 132
  %118 = load i32, ptr %117, align 4
  %119 = add i32 %118, %116
  br i1 %47, label %120, label %144

120:                                              ; preds = %112, %137
  %121 = phi i64 [ %138, %137 ], [ 0, %112 ]
  %122 = getelementptr inbounds nuw i32, ptr %2, i64 %121
  %123 = load i32, ptr %122, align 4
  %124 = and i32 %123, -2147352576
  %125 = icmp eq i32 %124, 131072
  br i1 %125, label %126, label %137

126:                                              ; preds = %120
  %127 = load i64, ptr %60, align 8
  %128 = inttoptr i64 %127 to ptr
  %129 = load i64, ptr %61, align 8
  %130 = mul nsw i64 %121, %62
  %131 = add i64 %129, %130
  %132 = inttoptr i64 %131 to ptr
  %133 = getelementptr inbounds nuw i8, ptr %132, i64 20
  %134 = load i32, ptr %133, align 4
  %135 = zext i32 %134 to i64
  %136 = tail call zeroext i1 @deliver_copies(ptr noundef %0, ptr noundef %128, i64 noundef %135) #19
  br i1 %136, label %110, label %137

137:                                              ; preds = %126, %120
  %138 = add nuw nsw i64 %121, 1
  %139 = icmp eq i64 %138, %48
  br i1 %139, label %140, label %120

140:                                              ; preds = %137
  %141 = load i32, ptr %115, align 64
  %142 = load i32, ptr %117, align 4
  %143 = add i32 %142, %141
  br label %144

144:                                              ; preds = %140, %112
  %145 = phi i32 [ %143, %140 ], [ %119, %112 ]
  %146 = icmp eq i32 %145, %119
  %147 = select i1 %146, i32 -1, i32 1
  br label %110

148:                                              ; preds = %63
  br i1 %47, label %149, label %221

149:                                              ; preds = %148
  %150 = load i64, ptr %61, align 8
  %151 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 36), align 4
  %152 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %153 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %154 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %155 = icmp eq i32 %58, 0
  %156 = sext i32 %151 to i64
  br label %157

157:                                              ; preds = %199, %149
  %158 = phi i64 [ 0, %149 ], [ %201, %199 ]
  %159 = phi i1 [ false, %149 ], [ %200, %199 ]
  %160 = mul nsw i64 %158, %62
  %161 = add i64 %160, %150
  %162 = inttoptr i64 %161 to ptr
  %163 = getelementptr inbounds nuw i32, ptr %2, i64 %158
  %164 = load i32, ptr %163, align 4
  %165 = icmp slt i32 %164, 0
  br i1 %165, label %199, label %166

166:                                              ; preds = %157
  br i1 %159, label %172, label %167

167:                                              ; preds = %166
  %168 = getelementptr inbounds nuw i8, ptr %162, i64 12
  %169 = load i32, ptr %168, align 4
  %170 = zext i32 %169 to i64
  %171 = mul nsw i64 %158, %156
  store i64 3, ptr %56, align 8
  store i64 %170, ptr %152, align 8
  store i64 0, ptr %153, align 8
  store i64 %171, ptr %154, align 8
  br label %172

172:                                              ; preds = %167, %166
  %173 = and i32 %164, 131072
  %174 = icmp eq i32 %173, 0
  %175 = or i1 %155, %174
  br i1 %175, label %199, label %176

176:                                              ; preds = %172
  %177 = trunc nuw nsw i64 %158 to i32
  %178 = getelementptr inbounds nuw i8, ptr %162, i64 12
  %179 = load i32, ptr %178, align 4
  %180 = zext i32 %179 to i64
  %181 = getelementptr inbounds nuw i8, ptr %162, i64 20
  %182 = load i32, ptr %181, align 4
  %183 = zext i32 %182 to i64
  %184 = mul nsw i32 %151, %177
  %185 = load i64, ptr %60, align 8
  %186 = inttoptr i64 %185 to ptr
  %187 = getelementptr inbounds nuw i8, ptr %186, i64 %183
  %188 = load i64, ptr %187, align 8
  %189 = and i64 %188, 1048575
  %190 = getelementptr inbounds nuw i8, ptr %0, i64 192
  store i64 %189, ptr %190, align 8
  %191 = lshr i64 %188, 40
  %192 = and i64 %191, 2097151
  %193 = add nsw i64 %192, -1048576
  %194 = getelementptr inbounds nuw i8, ptr %0, i64 200
  store i64 %193, ptr %194, align 8
  %195 = lshr i64 %188, 61
  %196 = and i64 %195, 1
  %197 = getelementptr inbounds nuw i8, ptr %0, i64 208
  store i64 %196, ptr %197, align 8
  %198 = zext i32 %184 to i64
  store i64 7, ptr %56, align 8
  store i64 %180, ptr %152, align 8
  store i64 %183, ptr %153, align 8
  store i64 %198, ptr %154, align 8
  br label %221

199:                                              ; preds = %172, %157
  %200 = phi i1 [ true, %172 ], [ %159, %157 ]
  %201 = add nuw nsw i64 %158, 1
  %202 = icmp eq i64 %201, %48
  br i1 %202, label %221, label %157

203:                                              ; preds = %63
  %204 = icmp eq i32 %16, 0
  br i1 %204, label %221, label %205

205:                                              ; preds = %203
  %206 = load i64, ptr %20, align 8
  %207 = inttoptr i64 %206 to ptr
  %208 = getelementptr inbounds nuw i8, ptr %207, i64 128
  %209 = load i32, ptr %208, align 64
  %210 = icmp eq i32 %209, 0
  br i1 %210, label %221, label %211

211:                                              ; preds = %205
  %212 = getelementptr inbounds nuw i8, ptr %207, i64 2304
  %213 = load i64, ptr %212, align 8
  %214 = getelementptr inbounds nuw i8, ptr %207, i64 2248
  %215 = load i64, ptr %214, align 8
  %216 = getelementptr inbounds nuw i8, ptr %207, i64 2312
  %217 = load i64, ptr %216, align 8
  store i64 16, ptr %56, align 8
  %218 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %213, ptr %218, align 8
  %219 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %215, ptr %219, align 8
  %220 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %217, ptr %220, align 8
  br label %221

221:                                              ; preds = %95, %63, %87, %90, %199, %211, %205, %176, %148, %203
  %222 = phi i1 [ false, %203 ], [ true, %148 ], [ true, %176 ], [ false, %205 ], [ true, %211 ], [ true, %199 ], [ true, %90 ], [ true, %87 ], [ true, %63 ], [ true, %95 ]
  call void @llvm.lifetime.end.p0(i64 4096, ptr nonnull %2) #20
  ret i1 %222
}

define internal fastcc noundef zeroext i1 @end_copy(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, i64 noundef %2, i64 noundef %3, i64 noundef %4, i64 noundef %5) unnamed_addr #8 {
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

define internal fastcc i32 @run_groups(ptr noundef %0, ptr nocapture noundef nonnull %1, i32 noundef %2, i32 noundef %3, i1 noundef zeroext %4) unnamed_addr #14 {
  %6 = icmp sgt i32 %3, 0
  br i1 %6, label %7, label %178

7:                                                ; preds = %5
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %9 = load i64, ptr @plan, align 8
  %10 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 36), align 4
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %12 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 48), align 8
  %13 = icmp ne i32 %12, 0
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %15 = load i64, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 8), align 8
  %16 = icmp sgt i32 %10, 0
  %17 = zext nneg i32 %10 to i64
  %18 = icmp eq i32 %10, 0
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %23 = icmp eq i32 %12, 0
  %24 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 60), align 4
  %25 = icmp ne i32 %24, 0
  %26 = icmp slt i32 %10, 32
  %27 = icmp eq i32 %24, 0
  br label %28

28:                                               ; preds = %7, %173
  %29 = phi i32 [ 0, %7 ], [ %175, %173 ]
  %30 = phi i32 [ 0, %7 ], [ %174, %173 ]
  %31 = phi i32 [ 0, %7 ], [ %176, %173 ]
  %32 = xor i32 %31, -1
  %33 = add nsw i32 %3, %32
  %34 = select i1 %4, i32 %33, i32 %31
  %35 = add nsw i32 %34, %2
  %36 = sext i32 %35 to i64
  %37 = getelementptr inbounds i32, ptr %1, i64 %36
  %38 = load i32, ptr %37, align 4
  %39 = icmp ugt i32 %38, 1073741823
  br i1 %39, label %40, label %46

40:                                               ; preds = %28
  %41 = and i32 %38, -2147221504
  %42 = icmp ne i32 %41, 262144
  %43 = or i1 %42, %27
  %44 = select i1 %43, i32 1, i32 5
  %45 = or i32 %44, %29
  br label %173

46:                                               ; preds = %28
  %47 = load i64, ptr %8, align 8
  %48 = mul nsw i64 %9, %36
  %49 = add i64 %48, %47
  %50 = inttoptr i64 %49 to ptr
  %51 = mul nsw i32 %10, %35
  %52 = load i64, ptr %11, align 8
  %53 = inttoptr i64 %52 to ptr
  %54 = load volatile i64, ptr %53, align 8
  %55 = icmp eq i64 %54, 0
  br i1 %55, label %56, label %178

56:                                               ; preds = %46
  %57 = getelementptr inbounds i8, ptr %50, i64 %15
  %58 = getelementptr inbounds nuw i8, ptr %50, i64 16
  %59 = getelementptr inbounds nuw i8, ptr %50, i64 12
  %60 = sext i32 %51 to i64
  br label %61

61:                                               ; preds = %138, %56
  %62 = phi i32 [ %38, %56 ], [ %139, %138 ]
  %63 = icmp eq i32 %62, 1048576
  %64 = select i1 %13, i1 %63, i1 false
  br i1 %64, label %65, label %126

65:                                               ; preds = %61
  br i1 %16, label %66, label %118

66:                                               ; preds = %65, %101
  %67 = phi i64 [ %102, %101 ], [ 0, %65 ]
  %68 = phi i32 [ %103, %101 ], [ 0, %65 ]
  %69 = phi i1 [ %104, %101 ], [ false, %65 ]
  %70 = phi i32 [ %105, %101 ], [ -1, %65 ]
  %71 = phi i32 [ %106, %101 ], [ 0, %65 ]
  %72 = getelementptr inbounds nuw i32, ptr %57, i64 %67
  %73 = load i32, ptr %72, align 4
  %74 = icmp eq i32 %73, -1
  br i1 %74, label %94, label %75

75:                                               ; preds = %66
  %76 = load i64, ptr %0, align 8
  %77 = inttoptr i64 %76 to ptr
  %78 = load i64, ptr %14, align 8
  %79 = inttoptr i64 %78 to ptr
  %80 = add nsw i32 %68, %51
  %81 = load i32, ptr %58, align 4
  %82 = trunc nuw nsw i64 %67 to i32
  %83 = tail call i32 @scalar_function(ptr noundef nonnull %0, ptr noundef %77, ptr noundef %79, ptr noundef nonnull %50, i32 noundef %80, i32 noundef %82, i32 noundef %73, i32 noundef %81) #21
  switch i32 %83, label %87 [
    i32 -2, label %132
    i32 -4, label %84
  ]

84:                                               ; preds = %75
  %85 = load i32, ptr %58, align 4
  store i32 %85, ptr %72, align 4
  %86 = add nsw i32 %71, 1
  br label %94

87:                                               ; preds = %75
  store i32 %83, ptr %72, align 4
  %88 = icmp sgt i32 %83, 1048575
  br i1 %88, label %89, label %94

89:                                               ; preds = %87
  %90 = icmp ne i32 %70, -1
  %91 = icmp ne i32 %70, %83
  %92 = and i1 %90, %91
  %93 = or i1 %69, %92
  br label %94

94:                                               ; preds = %89, %87, %84, %66
  %95 = phi i32 [ %71, %66 ], [ %86, %84 ], [ %71, %87 ], [ %71, %89 ]
  %96 = phi i32 [ %70, %66 ], [ %70, %84 ], [ %70, %87 ], [ %83, %89 ]
  %97 = phi i1 [ %69, %66 ], [ %69, %84 ], [ %69, %87 ], [ %93, %89 ]
  %98 = add nuw nsw i64 %67, 1
  %99 = add nuw nsw i32 %68, 1
  %100 = icmp eq i64 %98, %17
  br i1 %100, label %107, label %101

101:                                              ; preds = %94, %125
  %102 = phi i64 [ %98, %94 ], [ 0, %125 ]
  %103 = phi i32 [ %99, %94 ], [ 0, %125 ]
  %104 = phi i1 [ %97, %94 ], [ false, %125 ]
  %105 = phi i32 [ %96, %94 ], [ -1, %125 ]
  %106 = phi i32 [ %95, %94 ], [ 0, %125 ]
  br label %66

107:                                              ; preds = %94
  %108 = icmp ne i32 %96, -1
  br i1 %97, label %112, label %109

109:                                              ; preds = %107
  %110 = icmp ne i32 %95, 0
  %111 = select i1 %108, i1 %110, i1 false
  br i1 %111, label %112, label %115

112:                                              ; preds = %109, %107
  %113 = load i32, ptr %59, align 4
  %114 = zext i32 %113 to i64
  store i64 4, ptr %19, align 8
  store i64 %114, ptr %20, align 8
  store i64 0, ptr %21, align 8
  store i64 %60, ptr %22, align 8
  br label %132

115:                                              ; preds = %109
  br i1 %108, label %132, label %116

116:                                              ; preds = %115
  %117 = icmp eq i32 %95, %10
  br i1 %117, label %121, label %124

118:                                              ; preds = %65
  br i1 %18, label %121, label %119

119:                                              ; preds = %118
  store i32 -1, ptr %37, align 4
  %120 = or i32 %29, 3
  br label %173

121:                                              ; preds = %116, %118
  %122 = load i32, ptr %58, align 4
  %123 = add nsw i32 %122, 2097152
  br label %132

124:                                              ; preds = %116
  br i1 %110, label %125, label %132

125:                                              ; preds = %124
  store i32 -1, ptr %58, align 4
  br label %101

126:                                              ; preds = %61
  %127 = load i64, ptr %0, align 8
  %128 = inttoptr i64 %127 to ptr
  %129 = load i64, ptr %14, align 8
  %130 = inttoptr i64 %129 to ptr
  %131 = tail call i32 @vector_function(ptr noundef nonnull %0, ptr noundef %128, ptr noundef %130, ptr noundef %50, i32 noundef %51, i32 noundef %62) #21
  br label %132

132:                                              ; preds = %124, %115, %75, %126, %121, %112
  %133 = phi i32 [ %131, %126 ], [ %123, %121 ], [ -2, %112 ], [ 1048576, %115 ], [ -1, %124 ], [ %83, %75 ]
  br i1 %23, label %144, label %134

134:                                              ; preds = %132
  %135 = icmp eq i32 %133, -3
  br i1 %135, label %138, label %136

136:                                              ; preds = %134
  %137 = icmp slt i32 %133, 2097152
  br i1 %137, label %144, label %138

138:                                              ; preds = %136, %134
  %139 = phi i32 [ %133, %136 ], [ 1048576, %134 ]
  %140 = load i64, ptr %11, align 8
  %141 = inttoptr i64 %140 to ptr
  %142 = load volatile i64, ptr %141, align 8
  %143 = icmp eq i64 %142, 0
  br i1 %143, label %61, label %178

144:                                              ; preds = %132, %136
  switch i32 %133, label %147 [
    i32 -2, label %178
    i32 -5, label %145
  ]

145:                                              ; preds = %144
  %146 = or i32 %29, 1
  br label %173

147:                                              ; preds = %144
  store i32 %133, ptr %37, align 4
  %148 = or i32 %29, 2
  %149 = icmp ugt i32 %133, 131071
  %150 = select i1 %149, i1 true, i1 %25
  br i1 %150, label %158, label %151

151:                                              ; preds = %147
  br i1 %26, label %152, label %173

152:                                              ; preds = %151
  %153 = icmp eq i32 %30, 0
  %154 = icmp eq i32 %133, %30
  %155 = or i1 %153, %154
  %156 = or i32 %29, 3
  %157 = select i1 %155, i32 %148, i32 %156
  br label %173

158:                                              ; preds = %147
  %159 = or i32 %29, 3
  %160 = icmp sgt i32 %133, -1
  %161 = and i1 %25, %160
  br i1 %161, label %162, label %173

162:                                              ; preds = %158
  %163 = icmp samesign ugt i32 %133, 131071
  %164 = and i32 %133, 786432
  %165 = icmp eq i32 %164, 0
  %166 = and i1 %163, %165
  br i1 %166, label %169, label %167

167:                                              ; preds = %162
  %168 = or i32 %133, 1073741824
  store i32 %168, ptr %37, align 4
  br label %169

169:                                              ; preds = %162, %167
  %170 = lshr i32 %133, 16
  %171 = and i32 %170, 4
  %172 = or i32 %159, %171
  br label %173

173:                                              ; preds = %151, %152, %119, %40, %145, %169, %158
  %174 = phi i32 [ %30, %158 ], [ %30, %169 ], [ %30, %145 ], [ %30, %40 ], [ %30, %119 ], [ %30, %151 ], [ %133, %152 ]
  %175 = phi i32 [ %159, %158 ], [ %172, %169 ], [ %146, %145 ], [ %45, %40 ], [ %120, %119 ], [ %148, %151 ], [ %157, %152 ]
  %176 = add nuw nsw i32 %31, 1
  %177 = icmp eq i32 %176, %3
  br i1 %177, label %178, label %28

178:                                              ; preds = %173, %144, %46, %138, %5
  %179 = phi i32 [ 0, %5 ], [ 8, %138 ], [ %175, %173 ], [ 8, %144 ], [ 8, %46 ]
  ret i32 %179
}

define internal fastcc range(i32 -2, 2) i32 @resolve_barriers(ptr nocapture noundef %0, ptr nocapture noundef nonnull %1, i1 noundef zeroext %2) unnamed_addr #12 {
  %4 = alloca [16 x i32], align 16
  %5 = alloca [16 x i32], align 16
  %6 = alloca [32 x i32], align 16
  %7 = alloca [16 x i8], align 16
  %8 = alloca [16 x i8], align 16
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %10 = load i64, ptr %9, align 8
  %11 = inttoptr i64 %10 to ptr
  %12 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 36), align 4
  %13 = tail call noundef i32 @llvm.smax.i32(i32 %12, i32 32)
  %14 = sdiv i32 32, %12
  %15 = tail call noundef i32 @llvm.smax.i32(i32 %14, i32 1)
  %16 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 32), align 8
  %17 = add nsw i32 %13, -1
  %18 = add i32 %17, %16
  %19 = sdiv i32 %18, %13
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %4) #20
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %5) #20
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %6) #20
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %7) #20
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %7, i8 0, i64 16, i1 false)
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %8) #20
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %8, i8 0, i64 16, i1 false)
  %20 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 52), align 4
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %97, label %22

22:                                               ; preds = %3
  %23 = getelementptr inbounds nuw i8, ptr %11, i64 64
  %24 = icmp sgt i32 %16, 0
  %25 = getelementptr inbounds nuw i8, ptr %11, i64 136
  %26 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 48), align 8
  %27 = icmp ne i32 %26, 0
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %29 = load i64, ptr @plan, align 8
  %30 = load i64, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 8), align 8
  %31 = add i32 %16, -1
  %32 = lshr i32 %31, 5
  %33 = add nuw nsw i32 %32, 1
  %34 = zext nneg i32 %33 to i64
  br label %35

35:                                               ; preds = %43, %22
  %36 = phi i64 [ 0, %22 ], [ %44, %43 ]
  %37 = getelementptr inbounds nuw [16 x i32], ptr %23, i64 0, i64 %36
  %38 = load i32, ptr %37, align 4
  %39 = icmp sgt i32 %38, 0
  %40 = select i1 %39, i1 %24, i1 false
  br i1 %40, label %41, label %43

41:                                               ; preds = %35
  %42 = getelementptr inbounds nuw [16 x i32], ptr %11, i64 0, i64 %36
  br label %46

43:                                               ; preds = %92, %35
  %44 = add nuw nsw i64 %36, 1
  %45 = icmp eq i64 %44, 16
  br i1 %45, label %97, label %35

46:                                               ; preds = %92, %41
  %47 = phi i64 [ 0, %41 ], [ %93, %92 ]
  %48 = phi i32 [ 0, %41 ], [ %95, %92 ]
  %49 = getelementptr inbounds nuw [16 x [32 x i32]], ptr %25, i64 0, i64 %36, i64 %47
  %50 = load i32, ptr %49, align 4
  %51 = icmp eq i32 %50, 0
  br i1 %51, label %92, label %54

52:                                               ; preds = %85
  %53 = icmp eq i32 %86, -1
  br i1 %53, label %89, label %92

54:                                               ; preds = %46, %85
  %55 = phi i32 [ %87, %85 ], [ 0, %46 ]
  %56 = phi i32 [ %86, %85 ], [ %50, %46 ]
  %57 = or disjoint i32 %55, %48
  %58 = icmp slt i32 %57, %16
  br i1 %58, label %59, label %82

59:                                               ; preds = %54
  %60 = sdiv i32 %57, %12
  %61 = srem i32 %57, %12
  %62 = sext i32 %60 to i64
  %63 = getelementptr inbounds i32, ptr %1, i64 %62
  %64 = load i32, ptr %63, align 4
  %65 = freeze i32 %64
  %66 = and i32 %65, -1073741825
  %67 = icmp eq i32 %66, 1048576
  %68 = and i1 %27, %67
  br i1 %68, label %69, label %80

69:                                               ; preds = %59
  %70 = load i64, ptr %28, align 8
  %71 = mul nsw i64 %29, %62
  %72 = add i64 %70, %71
  %73 = inttoptr i64 %72 to ptr
  %74 = getelementptr inbounds i8, ptr %73, i64 %30
  %75 = zext nneg i32 %61 to i64
  %76 = getelementptr inbounds nuw i32, ptr %74, i64 %75
  %77 = load i32, ptr %76, align 4
  %78 = freeze i32 %77
  %79 = icmp eq i32 %78, -1
  br i1 %79, label %82, label %85

80:                                               ; preds = %59
  %81 = icmp slt i32 %65, 0
  br i1 %81, label %82, label %85

82:                                               ; preds = %80, %69, %54
  %83 = shl nuw i32 1, %55
  %84 = or i32 %83, %56
  br label %85

85:                                               ; preds = %82, %80, %69
  %86 = phi i32 [ %84, %82 ], [ %56, %80 ], [ %56, %69 ]
  %87 = add nuw nsw i32 %55, 1
  %88 = icmp eq i32 %87, 32
  br i1 %88, label %52, label %54

89:                                               ; preds = %52
  %90 = load i32, ptr %42, align 4
  %91 = add nsw i32 %90, 32
  store i32 %91, ptr %42, align 4
  store i32 0, ptr %49, align 4
  br label %92

92:                                               ; preds = %89, %52, %46
  %93 = add nuw nsw i64 %47, 1
  %94 = trunc nuw i64 %93 to i32
  %95 = shl nsw i32 %94, 5
  %96 = icmp eq i64 %93, %34
  br i1 %96, label %43, label %46

97:                                               ; preds = %43, %3
  %98 = getelementptr inbounds nuw i8, ptr %11, i64 64
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(64) %4, ptr noundef nonnull align 4 dereferenceable(64) %11, i64 64, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(64) %5, ptr noundef nonnull align 4 dereferenceable(64) %98, i64 64, i1 false)
  %99 = icmp sgt i32 %19, 0
  %100 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 8
  br i1 %99, label %101, label %229

101:                                              ; preds = %97
  %102 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %103 = load i64, ptr @plan, align 8
  %104 = mul nuw nsw i32 %19, %13
  %105 = zext nneg i32 %15 to i64
  %106 = sext i32 %100 to i64
  %107 = zext nneg i32 %19 to i64
  br label %108

108:                                              ; preds = %101, %215
  %109 = phi i64 [ 0, %101 ], [ %216, %215 ]
  %110 = phi i64 [ 0, %101 ], [ %218, %215 ]
  %111 = phi i32 [ 0, %101 ], [ %127, %215 ]
  %112 = phi i32 [ 0, %101 ], [ %132, %215 ]
  %113 = phi i1 [ false, %101 ], [ %126, %215 ]
  %114 = phi i32 [ 0, %101 ], [ %217, %215 ]
  %115 = mul nuw nsw i64 %109, %105
  %116 = mul nuw nsw i32 %114, %15
  %117 = trunc i64 %115 to i32
  %118 = add i32 %15, %117
  %119 = tail call noundef i32 @llvm.smin.i32(i32 %118, i32 %100)
  %120 = icmp slt i64 %115, %106
  br i1 %120, label %136, label %121

121:                                              ; preds = %185, %108
  %122 = phi i32 [ -1, %108 ], [ %186, %185 ]
  %123 = phi ptr [ null, %108 ], [ %187, %185 ]
  %124 = phi ptr [ null, %108 ], [ %188, %185 ]
  %125 = phi i1 [ false, %108 ], [ %189, %185 ]
  %126 = phi i1 [ %113, %108 ], [ %190, %185 ]
  %127 = phi i32 [ %111, %108 ], [ %191, %185 ]
  %128 = sub nsw i32 %127, %111
  %129 = sub nsw i32 %119, %116
  %130 = icmp eq i32 %128, %129
  %131 = zext i1 %130 to i32
  %132 = add nuw nsw i32 %112, %131
  %133 = getelementptr inbounds nuw [32 x i32], ptr %6, i64 0, i64 %109
  store i32 16, ptr %133, align 4
  %134 = icmp eq ptr %123, null
  %135 = select i1 %134, i1 true, i1 %125
  br i1 %135, label %215, label %195

136:                                              ; preds = %108, %185
  %137 = phi i64 [ %192, %185 ], [ %110, %108 ]
  %138 = phi i32 [ %191, %185 ], [ %111, %108 ]
  %139 = phi i1 [ %190, %185 ], [ %113, %108 ]
  %140 = phi i1 [ %189, %185 ], [ false, %108 ]
  %141 = phi ptr [ %188, %185 ], [ null, %108 ]
  %142 = phi ptr [ %187, %185 ], [ null, %108 ]
  %143 = phi i32 [ %186, %185 ], [ -1, %108 ]
  %144 = load i64, ptr %102, align 8
  %145 = mul nsw i64 %103, %137
  %146 = add i64 %145, %144
  %147 = inttoptr i64 %146 to ptr
  %148 = getelementptr inbounds nuw i32, ptr %1, i64 %137
  %149 = load i32, ptr %148, align 4
  %150 = icmp slt i32 %149, 0
  br i1 %150, label %151, label %153

151:                                              ; preds = %136
  %152 = add nsw i32 %138, 1
  br label %185

153:                                              ; preds = %136
  %154 = and i32 %149, 393216
  %155 = icmp eq i32 %154, 0
  br i1 %155, label %160, label %156

156:                                              ; preds = %153
  %157 = and i32 %149, 131072
  %158 = icmp ne i32 %157, 0
  %159 = or i1 %139, %158
  br label %185

160:                                              ; preds = %153
  %161 = or i32 %149, 1073741824
  store i32 %161, ptr %148, align 4
  %162 = icmp eq ptr %142, null
  %163 = select i1 %162, ptr %147, ptr %142
  %164 = select i1 %162, ptr %147, ptr %141
  %165 = load i32, ptr %147, align 4
  %166 = load i32, ptr %163, align 4
  %167 = icmp ne i32 %165, %166
  %168 = or i1 %140, %167
  %169 = getelementptr inbounds nuw i8, ptr %147, i64 12
  %170 = load i32, ptr %169, align 4
  %171 = getelementptr inbounds nuw i8, ptr %164, i64 12
  %172 = load i32, ptr %171, align 4
  %173 = icmp eq i32 %170, %172
  br i1 %173, label %185, label %174

174:                                              ; preds = %160
  %175 = getelementptr inbounds nuw i8, ptr %147, i64 8
  %176 = load i32, ptr %175, align 4
  %177 = icmp eq i32 %176, 0
  br i1 %177, label %178, label %182

178:                                              ; preds = %174
  %179 = getelementptr inbounds nuw i8, ptr %164, i64 8
  %180 = load i32, ptr %179, align 4
  %181 = icmp eq i32 %180, 0
  br i1 %181, label %185, label %182

182:                                              ; preds = %178, %174
  %183 = trunc i64 %137 to i32
  %184 = mul i32 %12, %183
  br label %185

185:                                              ; preds = %156, %182, %178, %160, %151
  %186 = phi i32 [ %143, %151 ], [ %143, %156 ], [ %184, %182 ], [ %143, %178 ], [ %143, %160 ]
  %187 = phi ptr [ %142, %151 ], [ %142, %156 ], [ %163, %182 ], [ %163, %178 ], [ %163, %160 ]
  %188 = phi ptr [ %141, %151 ], [ %141, %156 ], [ %147, %182 ], [ %164, %178 ], [ %164, %160 ]
  %189 = phi i1 [ %140, %151 ], [ true, %156 ], [ %168, %182 ], [ %168, %178 ], [ %168, %160 ]
  %190 = phi i1 [ %139, %151 ], [ %159, %156 ], [ %139, %182 ], [ %139, %178 ], [ %139, %160 ]
  %191 = phi i32 [ %152, %151 ], [ %138, %156 ], [ %138, %182 ], [ %138, %178 ], [ %138, %160 ]
  %192 = add nuw nsw i64 %137, 1
  %193 = trunc nuw i64 %192 to i32
  %194 = icmp sgt i32 %119, %193
  br i1 %194, label %136, label %121

195:                                              ; preds = %121
  %196 = icmp sgt i32 %122, -1
  br i1 %196, label %220, label %197

197:                                              ; preds = %195
  %198 = load i32, ptr %123, align 4
  %199 = icmp ugt i32 %198, 15
  br i1 %199, label %215, label %200

200:                                              ; preds = %197
  %201 = getelementptr inbounds nuw i8, ptr %123, i64 4
  %202 = load i32, ptr %201, align 4
  store i32 %198, ptr %133, align 4
  %203 = zext nneg i32 %198 to i64
  %204 = getelementptr inbounds nuw [16 x i32], ptr %4, i64 0, i64 %203
  %205 = load i32, ptr %204, align 4
  %206 = add nsw i32 %205, %13
  store i32 %206, ptr %204, align 4
  %207 = icmp eq i32 %202, 0
  br i1 %207, label %208, label %210

208:                                              ; preds = %200
  %209 = getelementptr inbounds nuw [16 x i8], ptr %7, i64 0, i64 %203
  store i8 1, ptr %209, align 1
  br label %210

210:                                              ; preds = %208, %200
  %211 = phi i32 [ %104, %208 ], [ %202, %200 ]
  %212 = getelementptr inbounds nuw [16 x i32], ptr %5, i64 0, i64 %203
  %213 = load i32, ptr %212, align 4
  %214 = tail call noundef i32 @llvm.smax.i32(i32 %213, i32 %211)
  store i32 %214, ptr %212, align 4
  br label %215

215:                                              ; preds = %121, %210, %197
  %216 = add nuw nsw i64 %109, 1
  %217 = add nuw nsw i32 %114, 1
  %218 = add nuw nsw i64 %110, %105
  %219 = icmp eq i64 %216, %107
  br i1 %219, label %229, label %108

220:                                              ; preds = %195
  %221 = getelementptr inbounds nuw i8, ptr %124, i64 12
  %222 = load i32, ptr %221, align 4
  %223 = zext i32 %222 to i64
  %224 = zext nneg i32 %122 to i64
  %225 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 4, ptr %225, align 8
  %226 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %223, ptr %226, align 8
  %227 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 0, ptr %227, align 8
  %228 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %224, ptr %228, align 8
  br label %311

229:                                              ; preds = %215, %97
  %230 = phi i1 [ false, %97 ], [ %126, %215 ]
  %231 = phi i32 [ 0, %97 ], [ %132, %215 ]
  %232 = phi i32 [ 0, %97 ], [ %127, %215 ]
  %233 = icmp eq i32 %232, %100
  br i1 %233, label %311, label %234

234:                                              ; preds = %229
  %235 = mul nuw nsw i32 %231, %13
  br label %246

236:                                              ; preds = %266
  %237 = icmp sgt i32 %100, 0
  %238 = and i1 %267, %237
  br i1 %238, label %239, label %270

239:                                              ; preds = %236
  %240 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 64), align 8
  %241 = icmp ne i32 %240, 0
  %242 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %243 = load i64, ptr @plan, align 8
  %244 = load i64, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 24), align 8
  %245 = zext nneg i32 %100 to i64
  br label %275

246:                                              ; preds = %234, %266
  %247 = phi i64 [ 0, %234 ], [ %268, %266 ]
  %248 = phi i1 [ false, %234 ], [ %267, %266 ]
  %249 = getelementptr inbounds nuw [16 x i32], ptr %5, i64 0, i64 %247
  %250 = load i32, ptr %249, align 4
  %251 = icmp sgt i32 %250, 0
  br i1 %251, label %252, label %266

252:                                              ; preds = %246
  %253 = getelementptr inbounds nuw [16 x i32], ptr %4, i64 0, i64 %247
  %254 = load i32, ptr %253, align 4
  %255 = getelementptr inbounds nuw [16 x i8], ptr %7, i64 0, i64 %247
  %256 = load i8, ptr %255, align 1
  %257 = trunc nuw i8 %256 to i1
  %258 = select i1 %257, i32 %235, i32 0
  %259 = add nsw i32 %258, %254
  %260 = srem i32 %259, %250
  %261 = icmp eq i32 %260, 0
  br i1 %261, label %262, label %266

262:                                              ; preds = %252
  %263 = getelementptr inbounds nuw [16 x i8], ptr %8, i64 0, i64 %247
  store i8 1, ptr %263, align 1
  %264 = getelementptr inbounds nuw [16 x i32], ptr %98, i64 0, i64 %247
  store i32 0, ptr %264, align 4
  %265 = getelementptr inbounds nuw [16 x i32], ptr %11, i64 0, i64 %247
  store i32 0, ptr %265, align 4
  br label %266

266:                                              ; preds = %262, %252, %246
  %267 = phi i1 [ true, %262 ], [ %248, %252 ], [ %248, %246 ]
  %268 = add nuw nsw i64 %247, 1
  %269 = icmp eq i64 %268, 16
  br i1 %269, label %236, label %246

270:                                              ; preds = %307, %236
  %271 = phi i1 [ false, %236 ], [ %308, %307 ]
  %272 = and i1 %2, %230
  %273 = select i1 %271, i1 true, i1 %272
  %274 = select i1 %273, i32 1, i32 -1
  br label %311

275:                                              ; preds = %239, %307
  %276 = phi i64 [ 0, %239 ], [ %309, %307 ]
  %277 = phi i1 [ false, %239 ], [ %308, %307 ]
  %278 = getelementptr inbounds nuw i32, ptr %1, i64 %276
  %279 = load i32, ptr %278, align 4
  %280 = trunc nuw nsw i64 %276 to i32
  %281 = udiv i32 %280, %15
  %282 = zext nneg i32 %281 to i64
  %283 = getelementptr inbounds nuw [32 x i32], ptr %6, i64 0, i64 %282
  %284 = load i32, ptr %283, align 4
  %285 = icmp slt i32 %279, 0
  %286 = select i1 %241, i1 %285, i1 false
  br i1 %286, label %287, label %293

287:                                              ; preds = %275
  %288 = load i64, ptr %242, align 8
  %289 = mul nsw i64 %243, %276
  %290 = add i64 %289, %288
  %291 = inttoptr i64 %290 to ptr
  %292 = getelementptr inbounds i8, ptr %291, i64 %244
  tail call void @release_copies(ptr noundef %0, ptr noundef %292) #19
  br label %307

293:                                              ; preds = %275
  %294 = icmp sgt i32 %279, 1073741823
  br i1 %294, label %295, label %307

295:                                              ; preds = %293
  %296 = and i32 %279, 262144
  %297 = icmp eq i32 %296, 0
  %298 = icmp slt i32 %284, 16
  %299 = select i1 %297, i1 %298, i1 false
  br i1 %299, label %300, label %307

300:                                              ; preds = %295
  %301 = sext i32 %284 to i64
  %302 = getelementptr inbounds [16 x i8], ptr %8, i64 0, i64 %301
  %303 = load i8, ptr %302, align 1
  %304 = trunc nuw i8 %303 to i1
  br i1 %304, label %305, label %307

305:                                              ; preds = %300
  %306 = and i32 %279, 1073479679
  store i32 %306, ptr %278, align 4
  br label %307

307:                                              ; preds = %287, %305, %300, %295, %293
  %308 = phi i1 [ true, %305 ], [ %277, %300 ], [ %277, %295 ], [ %277, %293 ], [ %277, %287 ]
  %309 = add nuw nsw i64 %276, 1
  %310 = icmp samesign ult i64 %309, %245
  br i1 %310, label %275, label %270

311:                                              ; preds = %220, %229, %270
  %312 = phi i32 [ %274, %270 ], [ -2, %220 ], [ 0, %229 ]
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %8) #20
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %7) #20
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %6) #20
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %5) #20
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %4) #20
  ret i32 %312
}

define internal fastcc zeroext i1 @resolve_collectives(ptr noundef %0, ptr nocapture noundef nonnull %1, i32 noundef %2, i32 noundef %3) unnamed_addr #15 {
  %5 = alloca [134 x [32 x i32]], align 16
  %6 = alloca [32 x i64], align 16
  %7 = alloca [4 x [32 x i32]], align 16
  %8 = sext i32 %2 to i64
  %9 = getelementptr inbounds i32, ptr %1, i64 %8
  %10 = icmp slt i32 %3, 1
  br i1 %10, label %312, label %11

11:                                               ; preds = %4
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %13 = load i64, ptr @plan, align 8
  %14 = mul nsw i64 %13, %8
  %15 = load i64, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 16), align 8
  %16 = getelementptr inbounds nuw i8, ptr %5, i64 512
  %17 = getelementptr inbounds nuw i8, ptr %5, i64 768
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %19 = zext nneg i32 %3 to i64
  br label %20

20:                                               ; preds = %11, %308
  %21 = phi i64 [ 0, %11 ], [ %310, %308 ]
  %22 = phi i1 [ false, %11 ], [ %309, %308 ]
  %23 = getelementptr inbounds nuw i32, ptr %9, i64 %21
  %24 = load i32, ptr %23, align 4
  %25 = and i32 %24, -1073479680
  %26 = icmp eq i32 %25, 1074003968
  br i1 %26, label %27, label %308

27:                                               ; preds = %20
  %28 = add nsw i64 %21, %8
  %29 = load i64, ptr %12, align 8
  %30 = mul nsw i64 %13, %28
  %31 = add i64 %30, %29
  %32 = inttoptr i64 %31 to ptr
  %33 = getelementptr inbounds nuw i8, ptr %32, i64 28
  %34 = load i32, ptr %33, align 4
  %35 = getelementptr inbounds nuw i8, ptr %32, i64 24
  %36 = load i32, ptr %35, align 4
  %37 = icmp sgt i32 %36, 15
  %38 = getelementptr inbounds nuw i8, ptr %32, i64 12
  br label %40

39:                                               ; preds = %90
  br i1 %37, label %96, label %101

40:                                               ; preds = %27, %90
  %41 = phi i64 [ 0, %27 ], [ %94, %90 ]
  %42 = phi i8 [ 1, %27 ], [ %93, %90 ]
  %43 = phi i32 [ 0, %27 ], [ %92, %90 ]
  %44 = phi i32 [ 0, %27 ], [ %91, %90 ]
  %45 = trunc nuw nsw i64 %41 to i32
  %46 = shl nuw i32 1, %45
  %47 = and i32 %46, %34
  %48 = icmp eq i32 %47, 0
  br i1 %48, label %90, label %49

49:                                               ; preds = %40
  %50 = getelementptr inbounds nuw i32, ptr %9, i64 %41
  %51 = load i32, ptr %50, align 4
  %52 = icmp slt i32 %51, 0
  br i1 %52, label %90, label %53

53:                                               ; preds = %49
  %54 = add nsw i64 %41, %8
  %55 = mul nsw i64 %13, %54
  %56 = add i64 %55, %29
  %57 = inttoptr i64 %56 to ptr
  %58 = and i32 %51, 1074003968
  %59 = icmp eq i32 %58, 1074003968
  br i1 %59, label %60, label %65

60:                                               ; preds = %53
  %61 = getelementptr inbounds nuw i8, ptr %57, i64 32
  %62 = load i32, ptr %61, align 4
  %63 = icmp ne i32 %62, 0
  %64 = zext i1 %63 to i32
  br label %65

65:                                               ; preds = %60, %53
  %66 = phi i32 [ 0, %53 ], [ %64, %60 ]
  %67 = shl nuw i32 %66, %45
  %68 = or i32 %67, %43
  %69 = getelementptr inbounds nuw i8, ptr %57, i64 28
  %70 = load i32, ptr %69, align 4
  %71 = icmp eq i32 %70, %34
  br i1 %71, label %72, label %76

72:                                               ; preds = %65
  %73 = getelementptr inbounds nuw i8, ptr %57, i64 24
  %74 = load i32, ptr %73, align 4
  %75 = icmp eq i32 %74, %36
  br label %76

76:                                               ; preds = %72, %65
  %77 = phi i1 [ false, %65 ], [ %75, %72 ]
  br i1 %37, label %78, label %84

78:                                               ; preds = %76
  %79 = getelementptr inbounds nuw i8, ptr %57, i64 12
  %80 = load i32, ptr %79, align 4
  %81 = load i32, ptr %38, align 4
  %82 = icmp eq i32 %80, %81
  %83 = and i1 %77, %82
  br label %84

84:                                               ; preds = %78, %76
  %85 = phi i1 [ %83, %78 ], [ %77, %76 ]
  %86 = select i1 %59, i1 %85, i1 false
  %87 = select i1 %86, i32 %46, i32 0
  %88 = or i32 %87, %44
  %89 = select i1 %86, i8 %42, i8 0
  br label %90

90:                                               ; preds = %40, %49, %84
  %91 = phi i32 [ %44, %49 ], [ %88, %84 ], [ %44, %40 ]
  %92 = phi i32 [ %43, %49 ], [ %68, %84 ], [ %43, %40 ]
  %93 = phi i8 [ %42, %49 ], [ %89, %84 ], [ %42, %40 ]
  %94 = add nuw nsw i64 %41, 1
  %95 = icmp eq i64 %94, %19
  br i1 %95, label %39, label %40

96:                                               ; preds = %39
  %97 = icmp eq i32 %91, -1
  %98 = and i8 %93, 1
  %99 = icmp ne i8 %98, 0
  %100 = select i1 %97, i1 %99, i1 false
  br i1 %100, label %103, label %308

101:                                              ; preds = %39
  %102 = trunc nuw i8 %93 to i1
  br i1 %102, label %204, label %308

103:                                              ; preds = %96
  %104 = and i32 %36, 252
  %105 = icmp samesign ugt i32 %104, 27
  br i1 %105, label %106, label %154

106:                                              ; preds = %103
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %6) #20
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %7) #20
  br label %123

107:                                              ; preds = %123
  %108 = and i32 %36, 255
  %109 = lshr i32 %36, 8
  %110 = icmp eq i32 %108, 29
  %111 = load i64, ptr %18, align 8
  %112 = inttoptr i64 %111 to ptr
  %113 = add i64 %14, %29
  %114 = inttoptr i64 %113 to ptr
  %115 = getelementptr inbounds nuw i8, ptr %114, i64 12
  %116 = load i32, ptr %115, align 4
  %117 = zext i32 %116 to i64
  %118 = call zeroext i1 @load_matrices(ptr noundef %0, ptr noundef %112, ptr noundef nonnull %6, ptr noundef nonnull %7, i32 noundef %109, i1 noundef zeroext %110, i32 noundef 32, i32 noundef %2, i64 noundef %117) #19
  br i1 %118, label %119, label %120

119:                                              ; preds = %107
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %7) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %6) #20
  br label %312

120:                                              ; preds = %107
  %121 = icmp ult i32 %36, 256
  %122 = zext nneg i32 %109 to i64
  br label %134

123:                                              ; preds = %123, %106
  %124 = phi i64 [ 0, %106 ], [ %132, %123 ]
  %125 = add nsw i64 %124, %8
  %126 = mul nsw i64 %125, %13
  %127 = add i64 %126, %29
  %128 = inttoptr i64 %127 to ptr
  %129 = getelementptr inbounds nuw i8, ptr %128, i64 32
  %130 = load i64, ptr %129, align 4
  %131 = getelementptr inbounds nuw [32 x i64], ptr %6, i64 0, i64 %124
  store i64 %130, ptr %131, align 8
  %132 = add nuw nsw i64 %124, 1
  %133 = icmp eq i64 %132, 32
  br i1 %133, label %107, label %123

134:                                              ; preds = %139, %120
  %135 = phi i64 [ 0, %120 ], [ %140, %139 ]
  br i1 %121, label %139, label %136

136:                                              ; preds = %134
  %137 = add nsw i64 %135, %8
  %138 = mul nsw i64 %137, %13
  br label %142

139:                                              ; preds = %142, %134
  %140 = add nuw nsw i64 %135, 1
  %141 = icmp eq i64 %140, 32
  br i1 %141, label %153, label %134

142:                                              ; preds = %142, %136
  %143 = phi i64 [ 0, %136 ], [ %151, %142 ]
  %144 = getelementptr inbounds nuw [4 x [32 x i32]], ptr %7, i64 0, i64 %143, i64 %135
  %145 = load i32, ptr %144, align 4
  %146 = load i64, ptr %12, align 8
  %147 = add i64 %146, %138
  %148 = inttoptr i64 %147 to ptr
  %149 = getelementptr inbounds i8, ptr %148, i64 %15
  %150 = getelementptr inbounds nuw i32, ptr %149, i64 %143
  store i32 %145, ptr %150, align 4
  %151 = add nuw nsw i64 %143, 1
  %152 = icmp eq i64 %151, %122
  br i1 %152, label %139, label %142

153:                                              ; preds = %139
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %7) #20
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %6) #20
  br label %204

154:                                              ; preds = %103
  call void @llvm.lifetime.start.p0(i64 17152, ptr nonnull %5) #20
  %155 = lshr i32 %36, 8
  %156 = call i32 @llvm.umax.i32(i32 %155, i32 1)
  %157 = shl nuw nsw i32 %156, 2
  %158 = add nuw nsw i32 %157, 6
  %159 = add i64 %14, %29
  %160 = inttoptr i64 %159 to ptr
  %161 = getelementptr inbounds nuw i8, ptr %160, i64 12
  %162 = load i32, ptr %161, align 4
  %163 = zext nneg i32 %158 to i64
  br label %164

164:                                              ; preds = %175, %154
  %165 = phi i64 [ 0, %154 ], [ %176, %175 ]
  %166 = add nsw i64 %165, %8
  %167 = mul nsw i64 %166, %13
  %168 = add i64 %167, %29
  %169 = inttoptr i64 %168 to ptr
  %170 = getelementptr inbounds i8, ptr %169, i64 %15
  br label %178

171:                                              ; preds = %175
  %172 = zext i32 %162 to i64
  %173 = call zeroext i1 @multiply_fragments(ptr noundef %0, i32 noundef %36, ptr noundef nonnull %5, ptr noundef nonnull %16, ptr noundef nonnull %17, i32 noundef 32, i32 noundef %2, i64 noundef %172) #21
  br i1 %173, label %174, label %185

174:                                              ; preds = %171
  call void @llvm.lifetime.end.p0(i64 17152, ptr nonnull %5) #20
  br label %312

175:                                              ; preds = %178
  %176 = add nuw nsw i64 %165, 1
  %177 = icmp eq i64 %176, 32
  br i1 %177, label %171, label %164

178:                                              ; preds = %178, %164
  %179 = phi i64 [ 0, %164 ], [ %183, %178 ]
  %180 = getelementptr inbounds nuw i32, ptr %170, i64 %179
  %181 = load i32, ptr %180, align 4
  %182 = getelementptr inbounds nuw [134 x [32 x i32]], ptr %5, i64 0, i64 %179, i64 %165
  store i32 %181, ptr %182, align 4
  %183 = add nuw nsw i64 %179, 1
  %184 = icmp eq i64 %183, %163
  br i1 %184, label %175, label %178

185:                                              ; preds = %171, %189
  %186 = phi i64 [ %190, %189 ], [ 0, %171 ]
  %187 = add nsw i64 %186, %8
  %188 = mul nsw i64 %187, %13
  br label %192

189:                                              ; preds = %192
  %190 = add nuw nsw i64 %186, 1
  %191 = icmp eq i64 %190, 32
  br i1 %191, label %203, label %185

192:                                              ; preds = %192, %185
  %193 = phi i64 [ 6, %185 ], [ %201, %192 ]
  %194 = getelementptr inbounds nuw [134 x [32 x i32]], ptr %5, i64 0, i64 %193, i64 %186
  %195 = load i32, ptr %194, align 4
  %196 = load i64, ptr %12, align 8
  %197 = add i64 %196, %188
  %198 = inttoptr i64 %197 to ptr
  %199 = getelementptr inbounds i8, ptr %198, i64 %15
  %200 = getelementptr inbounds nuw i32, ptr %199, i64 %193
  store i32 %195, ptr %200, align 4
  %201 = add nuw nsw i64 %193, 1
  %202 = icmp eq i64 %201, %163
  br i1 %202, label %189, label %192

203:                                              ; preds = %189
  call void @llvm.lifetime.end.p0(i64 17152, ptr nonnull %5) #20
  br label %204

204:                                              ; preds = %203, %153, %101
  %205 = call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %91, i1 true)
  %206 = add nsw i32 %205, %2
  %207 = sext i32 %206 to i64
  %208 = mul nsw i64 %13, %207
  %209 = add i32 %91, -1
  %210 = and i32 %209, %91
  %211 = icmp eq i32 %210, 0
  br label %212

212:                                              ; preds = %204, %305
  %213 = phi i64 [ 0, %204 ], [ %306, %305 ]
  %214 = trunc nuw nsw i64 %213 to i32
  %215 = shl nuw i32 1, %214
  %216 = and i32 %215, %91
  %217 = icmp eq i32 %216, 0
  br i1 %217, label %305, label %218

218:                                              ; preds = %212
  %219 = add nsw i64 %213, %8
  %220 = load i64, ptr %12, align 8
  %221 = mul nsw i64 %13, %219
  %222 = add i64 %220, %221
  %223 = inttoptr i64 %222 to ptr
  %224 = getelementptr inbounds nuw i8, ptr %223, i64 24
  %225 = load i32, ptr %224, align 4
  switch i32 %225, label %230 [
    i32 1, label %226
    i32 6, label %226
  ]

226:                                              ; preds = %218, %218
  %227 = icmp eq i32 %225, 1
  %228 = select i1 %227, i32 %92, i32 %91
  %229 = getelementptr inbounds nuw i8, ptr %223, i64 44
  store i32 %228, ptr %229, align 4
  br label %297

230:                                              ; preds = %218
  %231 = add i32 %225, -7
  %232 = icmp ult i32 %231, 9
  br i1 %232, label %233, label %270

233:                                              ; preds = %230
  %234 = add i64 %220, %208
  %235 = inttoptr i64 %234 to ptr
  %236 = getelementptr inbounds nuw i8, ptr %235, i64 32
  %237 = load i32, ptr %236, align 4
  br i1 %211, label %297, label %238

238:                                              ; preds = %233, %265
  %239 = phi i32 [ %268, %265 ], [ %210, %233 ]
  %240 = phi i32 [ %266, %265 ], [ %237, %233 ]
  %241 = call range(i32 1, 33) i32 @llvm.cttz.i32(i32 %239, i1 true)
  %242 = add nsw i32 %241, %2
  %243 = sext i32 %242 to i64
  %244 = mul nsw i64 %13, %243
  %245 = add i64 %244, %220
  %246 = inttoptr i64 %245 to ptr
  %247 = getelementptr inbounds nuw i8, ptr %246, i64 32
  %248 = load i32, ptr %247, align 4
  switch i32 %225, label %263 [
    i32 7, label %249
    i32 8, label %249
    i32 9, label %251
    i32 11, label %253
    i32 10, label %255
    i32 12, label %257
    i32 13, label %259
    i32 14, label %261
  ]

249:                                              ; preds = %238, %238
  %250 = add i32 %248, %240
  br label %265

251:                                              ; preds = %238
  %252 = call i32 @llvm.umin.i32(i32 %248, i32 %240)
  br label %265

253:                                              ; preds = %238
  %254 = call i32 @llvm.umax.i32(i32 %248, i32 %240)
  br label %265

255:                                              ; preds = %238
  %256 = call noundef i32 @llvm.smin.i32(i32 %240, i32 %248)
  br label %265

257:                                              ; preds = %238
  %258 = call noundef i32 @llvm.smax.i32(i32 %240, i32 %248)
  br label %265

259:                                              ; preds = %238
  %260 = and i32 %248, %240
  br label %265

261:                                              ; preds = %238
  %262 = or i32 %248, %240
  br label %265

263:                                              ; preds = %238
  %264 = xor i32 %248, %240
  br label %265

265:                                              ; preds = %263, %261, %259, %257, %255, %253, %251, %249
  %266 = phi i32 [ %264, %263 ], [ %262, %261 ], [ %260, %259 ], [ %258, %257 ], [ %256, %255 ], [ %254, %253 ], [ %252, %251 ], [ %250, %249 ]
  %267 = add i32 %239, -1
  %268 = and i32 %267, %239
  %269 = icmp eq i32 %268, 0
  br i1 %269, label %297, label %238

270:                                              ; preds = %230
  %271 = icmp slt i32 %225, 16
  %272 = icmp ne i32 %225, 0
  %273 = and i1 %272, %271
  br i1 %273, label %274, label %301

274:                                              ; preds = %270
  %275 = getelementptr inbounds nuw i8, ptr %223, i64 36
  %276 = load i32, ptr %275, align 4
  %277 = getelementptr inbounds nuw i8, ptr %223, i64 40
  %278 = load i32, ptr %277, align 4
  %279 = call i32 @shuffle_source(i32 noundef %225, i32 noundef %214, i32 noundef %276, i32 noundef %278) #19
  %280 = icmp ult i32 %279, 32
  %281 = zext i1 %280 to i32
  %282 = getelementptr inbounds nuw i8, ptr %223, i64 48
  store i32 %281, ptr %282, align 4
  %283 = icmp eq i32 %279, 32
  %284 = select i1 %283, i32 %214, i32 %279
  %285 = shl nuw i32 1, %284
  %286 = and i32 %285, %91
  %287 = icmp eq i32 %286, 0
  br i1 %287, label %297, label %288

288:                                              ; preds = %274
  %289 = add i32 %284, %2
  %290 = load i64, ptr %12, align 8
  %291 = sext i32 %289 to i64
  %292 = mul nsw i64 %13, %291
  %293 = add i64 %290, %292
  %294 = inttoptr i64 %293 to ptr
  %295 = getelementptr inbounds nuw i8, ptr %294, i64 32
  %296 = load i32, ptr %295, align 4
  br label %297

297:                                              ; preds = %265, %288, %274, %233, %226
  %298 = phi i64 [ 28, %226 ], [ 44, %233 ], [ 44, %274 ], [ 44, %288 ], [ 44, %265 ]
  %299 = phi i32 [ %91, %226 ], [ %237, %233 ], [ 0, %274 ], [ %296, %288 ], [ %266, %265 ]
  %300 = getelementptr inbounds nuw i8, ptr %223, i64 %298
  store i32 %299, ptr %300, align 4
  br label %301

301:                                              ; preds = %270, %297
  %302 = getelementptr inbounds nuw i32, ptr %9, i64 %213
  %303 = load i32, ptr %302, align 4
  %304 = xor i32 %303, 1073741824
  store i32 %304, ptr %302, align 4
  br label %305

305:                                              ; preds = %212, %301
  %306 = add nuw nsw i64 %213, 1
  %307 = icmp eq i64 %306, %19
  br i1 %307, label %308, label %212

308:                                              ; preds = %305, %101, %96, %20
  %309 = phi i1 [ %22, %20 ], [ %22, %96 ], [ %22, %101 ], [ true, %305 ]
  %310 = add nuw nsw i64 %21, 1
  %311 = icmp eq i64 %310, %19
  br i1 %311, label %312, label %20

312:                                              ; preds = %308, %4, %119, %174
  %313 = phi i1 [ false, %119 ], [ false, %174 ], [ false, %4 ], [ %309, %308 ]
  ret i1 %313
}

declare zeroext i1 @multiply_fragments(ptr noundef, i32 noundef, ptr noundef, ptr noundef, ptr noundef, i32 noundef, i32 noundef, i64 noundef) local_unnamed_addr #16

declare i32 @llvm.cttz.i32(i32, i1 immarg) #17

declare i32 @vector_function(ptr noundef, ptr noundef, ptr noundef, ptr noundef, i32 noundef, i32 noundef) local_unnamed_addr #16

declare i32 @scalar_function(ptr noundef, ptr noundef, ptr noundef, ptr noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #16

declare i32 @llvm.smax.i32(i32, i32) #18

declare i64 @llvm.smax.i64(i64, i64) #18

declare i64 @llvm.smin.i64(i64, i64) #18

declare i32 @llvm.smin.i32(i32, i32) #18

declare i32 @llvm.umax.i32(i32, i32) #18

declare i32 @llvm.umin.i32(i32, i32) #18

attributes #0 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: write) }
attributes #4 = { nofree noinline norecurse nosync nounwind optsize memory(read, argmem: readwrite, inaccessiblemem: none) }
attributes #5 = { nofree norecurse nosync nounwind optsize memory(read, inaccessiblemem: none) }
attributes #6 = { mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(argmem: write) }
attributes #7 = { nofree noinline norecurse nosync nounwind optsize memory(write, argmem: readwrite, inaccessiblemem: none) }
attributes #8 = { nofree norecurse nosync nounwind optsize memory(readwrite, inaccessiblemem: none) }
attributes #9 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #10 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #11 = { nofree noinline norecurse nosync nounwind optsize memory(argmem: readwrite) }
attributes #12 = { nofree noinline norecurse nosync nounwind optsize memory(readwrite, inaccessiblemem: none) }
attributes #13 = { mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(readwrite, inaccessiblemem: none) }
attributes #14 = { nounwind optsize }
attributes #15 = { noinline nounwind optsize }
attributes #16 = { optsize }
attributes #17 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #18 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #19 = { optsize }
attributes #20 = { nounwind }
attributes #21 = { nounwind optsize }
