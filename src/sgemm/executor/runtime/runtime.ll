; f9b3fb6c534be93a24657980986f218cdd4d91618b0aa080bc98b74ab30c43f7
%struct.plan = type { i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32 }
%struct.sizes = type { i64, i64, i64, i64, i64, i32, i32, i32 }
%struct.thread_times = type { i32, i32, i32, i32, i32 }
%struct.anon = type { i64, i64 }
%struct.touch = type { i32, i32, i32, i32 }
%struct.copy = type { i64, i64, i32, i32, i32, i32, i32 }
%struct.bulk_copy = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 }
%struct.fragment = type { i32, i32, i32, i32, i32, i32, i32 }

@plan = external local_unnamed_addr constant %struct.plan, align 4
@sizes = external local_unnamed_addr constant %struct.sizes, align 8

define void @synchronize_anywhere(ptr nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %4 = load i64, ptr %3, align 8
  %5 = inttoptr i64 %4 to ptr
  %6 = load i32, ptr %5, align 4
  %7 = add i32 %6, 1
  store i32 %7, ptr %5, align 4
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %9 = load i64, ptr %8, align 8
  %10 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 40), align 8
  %11 = add nsw i32 %10, 31
  %12 = sdiv i32 %11, 32
  %13 = trunc i64 %9 to i32
  %14 = shl i32 %13, 5
  %15 = mul i32 %14, %12
  %16 = add i32 %15, %1
  %17 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %18 = shl nsw i32 %12, 5
  %19 = or disjoint i32 %18, 16
  %20 = mul i32 %19, %17
  %21 = or disjoint i32 %20, 2
  %22 = load i64, ptr %3, align 8
  %23 = inttoptr i64 %22 to ptr
  %24 = getelementptr inbounds nuw i8, ptr %23, i64 4
  %25 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 48), align 8
  %26 = mul i32 %21, %25
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds nuw i32, ptr %24, i64 %27
  %29 = zext i32 %16 to i64
  %30 = getelementptr inbounds nuw %struct.thread_times, ptr %28, i64 %29, i32 2
  store i32 %7, ptr %30, align 4
  %31 = load i64, ptr %3, align 8
  %32 = inttoptr i64 %31 to ptr
  %33 = getelementptr inbounds nuw i8, ptr %32, i64 4
  %34 = mul i32 %25, %17
  %35 = mul i32 %34, %19
  %36 = zext i32 %35 to i64
  %37 = getelementptr inbounds nuw i32, ptr %33, i64 %36
  %38 = load i64, ptr %8, align 8
  %39 = trunc i64 %38 to i32
  %40 = mul i32 %18, %39
  %41 = add i32 %40, %1
  %42 = mul i32 %41, %25
  %43 = zext i32 %42 to i64
  %44 = getelementptr inbounds nuw i32, ptr %33, i64 %43
  %45 = icmp sgt i32 %25, 0
  br i1 %45, label %46, label %81

46:                                               ; preds = %2
  %47 = zext nneg i32 %25 to i64
  br label %48

48:                                               ; preds = %56, %46
  %49 = phi i64 [ 0, %46 ], [ %57, %56 ]
  %50 = getelementptr inbounds nuw i32, ptr %44, i64 %49
  %51 = load i32, ptr %50, align 4
  %52 = getelementptr inbounds nuw i32, ptr %37, i64 %49
  %53 = load i32, ptr %52, align 4
  %54 = icmp ugt i32 %51, %53
  br i1 %54, label %55, label %56

55:                                               ; preds = %48
  store i32 %51, ptr %52, align 4
  br label %56

56:                                               ; preds = %55, %48
  %57 = add nuw nsw i64 %49, 1
  %58 = icmp eq i64 %57, %47
  br i1 %58, label %59, label %48

59:                                               ; preds = %56
  %60 = load i64, ptr %8, align 8
  %61 = trunc i64 %60 to i32
  %62 = mul i32 %18, %61
  %63 = add i32 %62, %1
  %64 = load i64, ptr %3, align 8
  %65 = inttoptr i64 %64 to ptr
  %66 = getelementptr inbounds nuw i8, ptr %65, i64 4
  %67 = mul i32 %63, %25
  %68 = zext i32 %67 to i64
  %69 = getelementptr inbounds nuw i32, ptr %66, i64 %68
  br label %70

70:                                               ; preds = %78, %59
  %71 = phi i64 [ 0, %59 ], [ %79, %78 ]
  %72 = getelementptr inbounds nuw i32, ptr %37, i64 %71
  %73 = load i32, ptr %72, align 4
  %74 = getelementptr inbounds nuw i32, ptr %69, i64 %71
  %75 = load i32, ptr %74, align 4
  %76 = icmp ugt i32 %73, %75
  br i1 %76, label %77, label %78

77:                                               ; preds = %70
  store i32 %73, ptr %74, align 4
  br label %78

78:                                               ; preds = %77, %70
  %79 = add nuw nsw i64 %71, 1
  %80 = icmp eq i64 %79, %47
  br i1 %80, label %81, label %70

81:                                               ; preds = %78, %2
  ret void
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

define void @fence_proxies(ptr nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #2 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %4 = load i64, ptr %3, align 8
  %5 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 40), align 8
  %6 = add nsw i32 %5, 31
  %7 = sdiv i32 %6, 32
  %8 = trunc i64 %4 to i32
  %9 = shl i32 %8, 5
  %10 = mul i32 %9, %7
  %11 = add i32 %10, %1
  %12 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %13 = shl nsw i32 %7, 5
  %14 = or disjoint i32 %13, 16
  %15 = mul i32 %14, %12
  %16 = or disjoint i32 %15, 2
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %18 = load i64, ptr %17, align 8
  %19 = inttoptr i64 %18 to ptr
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 4
  %21 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 48), align 8
  %22 = mul i32 %16, %21
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds nuw i32, ptr %20, i64 %23
  %25 = zext i32 %11 to i64
  %26 = getelementptr inbounds nuw %struct.thread_times, ptr %24, i64 %25
  %27 = load i32, ptr %19, align 4
  %28 = add i32 %27, 1
  store i32 %28, ptr %19, align 4
  store i32 %28, ptr %26, align 4
  %29 = getelementptr inbounds nuw i8, ptr %26, i64 8
  %30 = load i32, ptr %29, align 4
  %31 = getelementptr inbounds nuw i8, ptr %26, i64 16
  store i32 %30, ptr %31, align 4
  ret void
}

define void @release_writes(ptr nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #2 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %4 = load i64, ptr %3, align 8
  %5 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 40), align 8
  %6 = add nsw i32 %5, 31
  %7 = sdiv i32 %6, 32
  %8 = trunc i64 %4 to i32
  %9 = shl i32 %8, 5
  %10 = mul i32 %9, %7
  %11 = add i32 %10, %1
  %12 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %13 = shl nsw i32 %7, 5
  %14 = or disjoint i32 %13, 16
  %15 = mul i32 %14, %12
  %16 = or disjoint i32 %15, 2
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %18 = load i64, ptr %17, align 8
  %19 = inttoptr i64 %18 to ptr
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 4
  %21 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 48), align 8
  %22 = mul i32 %16, %21
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds nuw i32, ptr %20, i64 %23
  %25 = zext i32 %11 to i64
  %26 = getelementptr inbounds nuw %struct.thread_times, ptr %24, i64 %25
  %27 = load i32, ptr %26, align 4
  %28 = getelementptr inbounds nuw i8, ptr %26, i64 12
  store i32 %27, ptr %28, align 4
  %29 = load i64, ptr %17, align 8
  %30 = inttoptr i64 %29 to ptr
  %31 = load i32, ptr %30, align 4
  %32 = add i32 %31, 1
  store i32 %32, ptr %30, align 4
  %33 = getelementptr inbounds nuw i8, ptr %26, i64 4
  store i32 %32, ptr %33, align 4
  ret void
}

define noundef zeroext i1 @read_matrix(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call fastcc zeroext i1 @check_fenced(ptr noundef %0, i64 noundef %1, i64 noundef %2, i32 noundef %3, i32 noundef 1) #23
  br i1 %5, label %31, label %6

6:                                                ; preds = %4
  %7 = tail call fastcc ptr @part_of(ptr noundef %0, i64 noundef %1) #23
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %9 = load i64, ptr %8, align 8
  %10 = sext i32 %3 to i64
  %11 = load i64, ptr @sizes, align 8
  %12 = mul nsw i64 %11, %10
  %13 = add i64 %12, %9
  %14 = inttoptr i64 %13 to ptr
  %15 = load i64, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 24), align 8
  %16 = getelementptr inbounds i8, ptr %14, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = add i32 %17, 1
  %19 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %21 = load i64, ptr %20, align 8
  %22 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 48), align 8
  %23 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %24 = sdiv i32 %22, %23
  %25 = lshr i32 %3, 7
  %26 = trunc i64 %21 to i32
  %27 = mul i32 %24, %26
  %28 = add i32 %27, %25
  %29 = zext i32 %28 to i64
  %30 = getelementptr inbounds nuw [0 x i32], ptr %19, i64 0, i64 %29
  store i32 %18, ptr %30, align 4
  br label %31

31:                                               ; preds = %4, %6
  ret i1 %5
}

define internal fastcc noundef zeroext i1 @check_fenced(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i32 noundef %3, i32 noundef range(i32 0, 2) %4) unnamed_addr #3 {
  %6 = tail call fastcc ptr @part_of(ptr noundef %0, i64 noundef %1) #23
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %9 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 40), align 8
  %10 = add nsw i32 %9, 31
  %11 = sdiv i32 %10, 32
  %12 = shl nsw i32 %11, 5
  %13 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %14 = or disjoint i32 %12, 16
  %15 = mul i32 %14, %13
  %16 = or disjoint i32 %15, 2
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %18 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 48), align 8
  %19 = mul i32 %16, %18
  %20 = zext i32 %19 to i64
  %21 = icmp eq i32 %4, 0
  br label %22

22:                                               ; preds = %5, %99
  %23 = phi i64 [ 0, %5 ], [ %100, %99 ]
  %24 = getelementptr inbounds nuw [4 x i32], ptr %7, i64 0, i64 %23
  %25 = load i32, ptr %24, align 4
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %99, label %27

27:                                               ; preds = %22
  %28 = add i32 %25, -1
  %29 = getelementptr inbounds nuw [4 x i32], ptr %6, i64 0, i64 %23
  %30 = load i32, ptr %29, align 4
  %31 = load i64, ptr %8, align 8
  %32 = trunc i64 %31 to i32
  %33 = mul i32 %12, %32
  %34 = add i32 %33, %3
  %35 = load i64, ptr %17, align 8
  %36 = inttoptr i64 %35 to ptr
  %37 = getelementptr inbounds nuw i8, ptr %36, i64 4
  %38 = getelementptr inbounds nuw i32, ptr %37, i64 %20
  %39 = zext i32 %28 to i64
  %40 = getelementptr inbounds nuw %struct.thread_times, ptr %38, i64 %39
  %41 = zext i32 %34 to i64
  %42 = getelementptr inbounds nuw %struct.thread_times, ptr %38, i64 %41
  %43 = icmp eq i32 %28, %34
  %44 = xor i32 %34, %28
  %45 = icmp ult i32 %44, 32
  %46 = select i1 %21, i1 %43, i1 %45
  br i1 %46, label %47, label %50

47:                                               ; preds = %27
  %48 = load i32, ptr %40, align 4
  %49 = icmp ult i32 %30, %48
  br i1 %49, label %99, label %50

50:                                               ; preds = %47, %27
  %51 = getelementptr inbounds nuw i8, ptr %40, i64 12
  %52 = load i32, ptr %51, align 4
  %53 = icmp ult i32 %30, %52
  br i1 %53, label %54, label %59

54:                                               ; preds = %50
  br i1 %21, label %55, label %99

55:                                               ; preds = %54
  %56 = getelementptr inbounds nuw i8, ptr %42, i64 8
  %57 = load i32, ptr %56, align 4
  %58 = icmp ult i32 %30, %57
  br i1 %58, label %99, label %63

59:                                               ; preds = %50
  %60 = getelementptr inbounds nuw i8, ptr %40, i64 4
  %61 = load i32, ptr %60, align 4
  %62 = icmp ult i32 %30, %61
  br i1 %62, label %67, label %89

63:                                               ; preds = %55
  %64 = getelementptr inbounds nuw i8, ptr %40, i64 4
  %65 = load i32, ptr %64, align 4
  %66 = icmp ult i32 %30, %65
  br i1 %66, label %68, label %89

67:                                               ; preds = %59
  br i1 %21, label %68, label %71

68:                                               ; preds = %67, %63
  %69 = getelementptr inbounds nuw i8, ptr %42, i64 16
  %70 = load i32, ptr %69, align 4
  br label %86

71:                                               ; preds = %67
  %72 = icmp ult i32 %34, -32
  br i1 %72, label %73, label %99

73:                                               ; preds = %71
  %74 = and i32 %34, -32
  %75 = zext i32 %74 to i64
  %76 = add nuw i32 %74, 32
  br label %77

77:                                               ; preds = %77, %73
  %78 = phi i64 [ %75, %73 ], [ %83, %77 ]
  %79 = phi i32 [ -1, %73 ], [ %82, %77 ]
  %80 = getelementptr inbounds nuw %struct.thread_times, ptr %38, i64 %78, i32 4
  %81 = load i32, ptr %80, align 4
  %82 = tail call i32 @llvm.umin.i32(i32 %81, i32 %79)
  %83 = add nuw nsw i64 %78, 1
  %84 = trunc i64 %83 to i32
  %85 = icmp eq i32 %76, %84
  br i1 %85, label %86, label %77

86:                                               ; preds = %77, %68
  %87 = phi i32 [ %70, %68 ], [ %82, %77 ]
  %88 = icmp ult i32 %30, %87
  br i1 %88, label %99, label %89

89:                                               ; preds = %63, %59, %86
  %90 = getelementptr inbounds nuw i8, ptr %0, i64 184
  store i64 %39, ptr %90, align 8
  %91 = shl i64 %23, 2
  %92 = and i64 %91, 4294967292
  %93 = add i64 %1, %92
  %94 = zext i32 %3 to i64
  %95 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 25, ptr %95, align 8
  %96 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %2, ptr %96, align 8
  %97 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %93, ptr %97, align 8
  %98 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %94, ptr %98, align 8
  br label %102

99:                                               ; preds = %54, %55, %47, %71, %86, %22
  %100 = add nuw nsw i64 %23, 1
  %101 = icmp eq i64 %100, 4
  br i1 %101, label %102, label %22

102:                                              ; preds = %99, %89
  %103 = phi i1 [ true, %89 ], [ false, %99 ]
  ret i1 %103
}

define internal fastcc nonnull ptr @part_of(ptr nocapture noundef readonly %0, i64 noundef %1) unnamed_addr #4 {
  %3 = lshr i64 %1, 24
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %7 = load i64, ptr %6, align 8
  %8 = sub i64 %7, %3
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %10 = load i64, ptr %9, align 8
  %11 = sub i64 %10, %5
  %12 = lshr i64 %11, 4
  %13 = add nuw nsw i64 %12, 1
  %14 = mul i64 %13, %3
  %15 = shl i64 %8, 24
  %16 = sub i64 %1, %5
  %17 = add i64 %16, %15
  %18 = lshr i64 %17, 4
  %19 = add i64 %14, %18
  %20 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %21 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 40), align 8
  %22 = add nsw i32 %21, 31
  %23 = sdiv i32 %22, 32
  %24 = shl nsw i32 %23, 5
  %25 = mul i32 %24, %20
  %26 = or disjoint i32 %24, 16
  %27 = mul i32 %26, %20
  %28 = or disjoint i32 %27, 2
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %30 = load i64, ptr %29, align 8
  %31 = inttoptr i64 %30 to ptr
  %32 = getelementptr inbounds nuw i8, ptr %31, i64 4
  %33 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 48), align 8
  %34 = mul i32 %28, %33
  %35 = zext i32 %34 to i64
  %36 = getelementptr inbounds nuw i32, ptr %32, i64 %35
  %37 = zext i32 %25 to i64
  %38 = getelementptr inbounds nuw %struct.thread_times, ptr %36, i64 %37
  %39 = mul nsw i32 %33, 3
  %40 = sext i32 %39 to i64
  %41 = shl nsw i64 %40, 2
  %42 = add nsw i64 %41, 32
  %43 = mul i64 %42, %19
  %44 = getelementptr inbounds nuw i8, ptr %38, i64 %43
  ret ptr %44
}

define noundef zeroext i1 @write_shared(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = zext i32 %4 to i64
  %7 = tail call fastcc zeroext i1 @check_write(ptr noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i64 noundef %6) #23
  br i1 %7, label %9, label %8

8:                                                ; preds = %5
  tail call fastcc void @note_write(ptr noundef %0, i64 noundef %1, i64 noundef %2, i32 noundef %4) #23
  br label %9

9:                                                ; preds = %5, %8
  ret i1 %7
}

define internal fastcc noundef zeroext i1 @check_write(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i64 noundef %4) unnamed_addr #3 {
  %6 = trunc i64 %4 to i32
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %8 = load i64, ptr %7, align 8
  %9 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 40), align 8
  %10 = add nsw i32 %9, 31
  %11 = sdiv i32 %10, 32
  %12 = trunc i64 %8 to i32
  %13 = shl i32 %12, 5
  %14 = mul i32 %13, %11
  %15 = add i32 %14, %6
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %17 = load i64, ptr %16, align 8
  %18 = inttoptr i64 %17 to ptr
  %19 = getelementptr inbounds nuw i8, ptr %18, i64 4
  %20 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 48), align 8
  %21 = mul i32 %15, %20
  %22 = zext i32 %21 to i64
  %23 = getelementptr inbounds nuw i32, ptr %19, i64 %22
  %24 = add i64 %1, -1
  %25 = add i64 %24, %2
  %26 = lshr i64 %25, 24
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %28 = load i64, ptr %27, align 8
  %29 = sub i64 %8, %26
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %31 = load i64, ptr %30, align 8
  %32 = sub i64 %31, %28
  %33 = lshr i64 %32, 4
  %34 = add nuw nsw i64 %33, 1
  %35 = mul i64 %34, %26
  %36 = shl i64 %29, 24
  %37 = add i64 %36, %25
  %38 = sub i64 %37, %28
  %39 = lshr i64 %38, 4
  %40 = add i64 %35, %39
  %41 = lshr i64 %1, 24
  %42 = sub i64 %8, %41
  %43 = mul i64 %34, %41
  %44 = shl i64 %42, 24
  %45 = add i64 %44, %1
  %46 = sub i64 %45, %28
  %47 = lshr i64 %46, 4
  %48 = add i64 %43, %47
  %49 = icmp ugt i64 %48, %40
  br i1 %49, label %93, label %50

50:                                               ; preds = %5
  %51 = icmp sgt i32 %20, 0
  %52 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %53 = shl nsw i32 %11, 5
  %54 = mul i32 %52, %53
  %55 = or disjoint i32 %53, 16
  %56 = mul i32 %52, %55
  %57 = or disjoint i32 %56, 2
  %58 = mul i32 %57, %20
  %59 = zext i32 %58 to i64
  %60 = getelementptr inbounds nuw i32, ptr %19, i64 %59
  %61 = zext i32 %54 to i64
  %62 = getelementptr inbounds nuw %struct.thread_times, ptr %60, i64 %61
  %63 = mul nsw i32 %20, 3
  %64 = sext i32 %63 to i64
  %65 = shl nsw i64 %64, 2
  %66 = add nsw i64 %65, 32
  %67 = getelementptr i8, ptr %62, i64 32
  %68 = zext nneg i32 %20 to i64
  br label %69

69:                                               ; preds = %50, %90
  %70 = phi i64 [ %48, %50 ], [ %91, %90 ]
  br i1 %51, label %71, label %90

71:                                               ; preds = %69
  %72 = mul i64 %70, %66
  %73 = getelementptr i8, ptr %67, i64 %72
  br label %77

74:                                               ; preds = %77
  %75 = add nuw nsw i64 %78, 1
  %76 = icmp eq i64 %75, %68
  br i1 %76, label %90, label %77

77:                                               ; preds = %71, %74
  %78 = phi i64 [ 0, %71 ], [ %75, %74 ]
  %79 = getelementptr inbounds nuw [0 x i32], ptr %73, i64 0, i64 %78
  %80 = load i32, ptr %79, align 4
  %81 = getelementptr inbounds nuw i32, ptr %23, i64 %78
  %82 = load i32, ptr %81, align 4
  %83 = icmp ugt i32 %80, %82
  br i1 %83, label %84, label %74

84:                                               ; preds = %77
  %85 = getelementptr inbounds nuw i8, ptr %0, i64 184
  store i64 %78, ptr %85, align 8
  %86 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 26, ptr %86, align 8
  %87 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %3, ptr %87, align 8
  %88 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %1, ptr %88, align 8
  %89 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %4, ptr %89, align 8
  br label %93

90:                                               ; preds = %74, %69
  %91 = add i64 %70, 1
  %92 = icmp ugt i64 %91, %40
  br i1 %92, label %93, label %69

93:                                               ; preds = %90, %5, %84
  %94 = phi i1 [ true, %84 ], [ false, %5 ], [ false, %90 ]
  ret i1 %94
}

define internal fastcc void @note_write(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2, i32 noundef %3) unnamed_addr #0 {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %6 = load i64, ptr %5, align 8
  %7 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 40), align 8
  %8 = add nsw i32 %7, 31
  %9 = sdiv i32 %8, 32
  %10 = trunc i64 %6 to i32
  %11 = shl i32 %10, 5
  %12 = mul i32 %11, %9
  %13 = add i32 %3, 1
  %14 = add i32 %13, %12
  %15 = lshr i64 %1, 2
  %16 = add i64 %1, -1
  %17 = add i64 %16, %2
  %18 = lshr i64 %17, 2
  %19 = icmp samesign ugt i64 %15, %18
  br i1 %19, label %22, label %20

20:                                               ; preds = %4
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 232
  br label %23

22:                                               ; preds = %23, %4
  ret void

23:                                               ; preds = %20, %23
  %24 = phi i64 [ %15, %20 ], [ %34, %23 ]
  %25 = shl nuw i64 %24, 2
  %26 = tail call fastcc ptr @part_of(ptr noundef nonnull %0, i64 noundef %25) #23
  %27 = getelementptr inbounds nuw i8, ptr %26, i64 16
  %28 = and i64 %24, 3
  %29 = getelementptr inbounds nuw [4 x i32], ptr %27, i64 0, i64 %28
  store i32 %14, ptr %29, align 4
  %30 = load i64, ptr %21, align 8
  %31 = inttoptr i64 %30 to ptr
  %32 = load i32, ptr %31, align 4
  %33 = getelementptr inbounds nuw [4 x i32], ptr %26, i64 0, i64 %28
  store i32 %32, ptr %33, align 4
  %34 = add nuw nsw i64 %24, 1
  %35 = icmp eq i64 %24, %18
  br i1 %35, label %22, label %23
}

define noundef zeroext i1 @write_generic(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #0 {
  %6 = icmp ugt i64 %1, 576460752303423487
  br i1 %6, label %7, label %10

7:                                                ; preds = %5
  %8 = add i64 %1, -1152921504606846976
  %9 = tail call zeroext i1 @write_shared(ptr noundef %0, i64 noundef %8, i64 noundef %2, i64 noundef %3, i32 noundef %4) #23
  br label %10

10:                                               ; preds = %7, %5
  %11 = phi i1 [ false, %5 ], [ %9, %7 ]
  ret i1 %11
}

define noundef zeroext i1 @check_shared(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #5 {
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %9 = load i64, ptr %8, align 8
  %10 = tail call fastcc zeroext i1 @check_memory(ptr noundef %0, i64 noundef %7, i64 noundef %9, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) #23
  ret i1 %10
}

define internal fastcc noundef zeroext i1 @check_memory(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i64 noundef %4, i64 noundef %5, i32 noundef %6) unnamed_addr #3 {
  %8 = add i64 %4, %3
  %9 = icmp ult i64 %8, %3
  %10 = icmp ult i64 %3, %1
  %11 = or i1 %10, %9
  %12 = icmp ugt i64 %8, %2
  %13 = or i1 %12, %11
  br i1 %13, label %27, label %14

14:                                               ; preds = %7
  %15 = add i64 %4, -1
  %16 = and i64 %15, %3
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %18, label %27

18:                                               ; preds = %14
  %19 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 24), align 4
  %20 = icmp ne i32 %19, 0
  %21 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 28), align 4
  %22 = icmp ne i32 %21, 0
  %23 = select i1 %20, i1 true, i1 %22
  br i1 %23, label %24, label %34

24:                                               ; preds = %18
  %25 = tail call fastcc i64 @in_flight(ptr noundef %0, i64 noundef %3, i64 noundef %4, i32 noundef %6) #23
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %34, label %27

27:                                               ; preds = %14, %7, %24
  %28 = phi i64 [ %25, %24 ], [ 2, %14 ], [ 6, %7 ]
  %29 = zext i32 %6 to i64
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 %28, ptr %30, align 8
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %5, ptr %31, align 8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %3, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %29, ptr %33, align 8
  br label %34

34:                                               ; preds = %18, %27, %24
  %35 = phi i1 [ true, %27 ], [ false, %24 ], [ false, %18 ]
  ret i1 %35
}

define noundef zeroext i1 @check_global(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #5 {
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

define void @pass_mbarrier(ptr nocapture noundef readonly %0, i64 noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 32), align 4
  %5 = icmp eq i32 %4, 0
  %6 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  br i1 %5, label %67, label %7

7:                                                ; preds = %3
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %9 = load i64, ptr %8, align 8
  %10 = inttoptr i64 %9 to ptr
  %11 = load i32, ptr %10, align 4
  %12 = add i32 %11, 1
  store i32 %12, ptr %10, align 4
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %14 = load i64, ptr %13, align 8
  %15 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 40), align 8
  %16 = add nsw i32 %15, 31
  %17 = sdiv i32 %16, 32
  %18 = trunc i64 %14 to i32
  %19 = shl i32 %18, 5
  %20 = mul i32 %19, %17
  %21 = add i32 %20, %2
  %22 = shl nsw i32 %17, 5
  %23 = or disjoint i32 %22, 16
  %24 = mul i32 %23, %6
  %25 = or disjoint i32 %24, 2
  %26 = load i64, ptr %8, align 8
  %27 = inttoptr i64 %26 to ptr
  %28 = getelementptr inbounds nuw i8, ptr %27, i64 4
  %29 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 48), align 8
  %30 = mul i32 %25, %29
  %31 = zext i32 %30 to i64
  %32 = getelementptr inbounds nuw i32, ptr %28, i64 %31
  %33 = zext i32 %21 to i64
  %34 = getelementptr inbounds nuw %struct.thread_times, ptr %32, i64 %33, i32 2
  store i32 %12, ptr %34, align 4
  %35 = load i64, ptr %13, align 8
  %36 = trunc i64 %35 to i32
  %37 = mul i32 %22, %36
  %38 = add i32 %37, %2
  %39 = load i64, ptr %8, align 8
  %40 = inttoptr i64 %39 to ptr
  %41 = getelementptr inbounds nuw i8, ptr %40, i64 4
  %42 = mul i32 %38, %29
  %43 = zext i32 %42 to i64
  %44 = getelementptr inbounds nuw i32, ptr %41, i64 %43
  %45 = tail call fastcc ptr @part_of(ptr noundef readonly %0, i64 noundef %1) #23
  %46 = getelementptr inbounds nuw i8, ptr %45, i64 32
  %47 = lshr i64 %1, 3
  %48 = and i64 %47, 1
  %49 = add nuw nsw i64 %48, 1
  %50 = sext i32 %29 to i64
  %51 = mul nsw i64 %49, %50
  %52 = getelementptr inbounds nuw i32, ptr %46, i64 %51
  %53 = icmp sgt i32 %29, 0
  br i1 %53, label %54, label %67

54:                                               ; preds = %7
  %55 = zext nneg i32 %29 to i64
  br label %56

56:                                               ; preds = %64, %54
  %57 = phi i64 [ 0, %54 ], [ %65, %64 ]
  %58 = getelementptr inbounds nuw i32, ptr %52, i64 %57
  %59 = load i32, ptr %58, align 4
  %60 = getelementptr inbounds nuw i32, ptr %44, i64 %57
  %61 = load i32, ptr %60, align 4
  %62 = icmp ugt i32 %59, %61
  br i1 %62, label %63, label %64

63:                                               ; preds = %56
  store i32 %59, ptr %60, align 4
  br label %64

64:                                               ; preds = %63, %56
  %65 = add nuw nsw i64 %57, 1
  %66 = icmp eq i64 %65, %55
  br i1 %66, label %67, label %56

67:                                               ; preds = %64, %7, %3
  %68 = icmp sgt i32 %6, 1
  br i1 %68, label %69, label %75

69:                                               ; preds = %67
  %70 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %71 = load i64, ptr %70, align 8
  %72 = inttoptr i64 %71 to ptr
  %73 = getelementptr inbounds nuw i8, ptr %72, i64 2200
  %74 = zext nneg i32 %6 to i64
  br label %76

75:                                               ; preds = %83, %67
  ret void

76:                                               ; preds = %69, %83
  %77 = phi i64 [ 0, %69 ], [ %84, %83 ]
  %78 = getelementptr inbounds nuw [8 x %struct.touch], ptr %73, i64 0, i64 %77
  %79 = getelementptr inbounds nuw i8, ptr %78, i64 4
  %80 = load i32, ptr %79, align 4
  %81 = icmp eq i32 %80, 0
  br i1 %81, label %83, label %82

82:                                               ; preds = %76
  store i32 0, ptr %78, align 8
  br label %83

83:                                               ; preds = %76, %82
  %84 = add nuw nsw i64 %77, 1
  %85 = icmp eq i64 %84, %74
  br i1 %85, label %75, label %76
}

define void @acquire_touches(ptr nocapture noundef readonly %0) local_unnamed_addr #7 {
  %2 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %3 = icmp sgt i32 %2, 0
  br i1 %3, label %4, label %10

4:                                                ; preds = %1
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 2200
  %9 = zext nneg i32 %2 to i64
  br label %11

10:                                               ; preds = %11, %1
  ret void

11:                                               ; preds = %4, %11
  %12 = phi i64 [ 0, %4 ], [ %14, %11 ]
  %13 = getelementptr inbounds nuw [8 x %struct.touch], ptr %8, i64 0, i64 %12
  store i32 0, ptr %13, align 8
  %14 = add nuw nsw i64 %12, 1
  %15 = icmp eq i64 %14, %9
  br i1 %15, label %10, label %11
}

define noundef zeroext i1 @check_cluster(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #8 {
  %6 = lshr i64 %1, 24
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %8 = load i64, ptr %7, align 8
  %9 = sub i64 %6, %8
  %10 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %11 = sext i32 %10 to i64
  %12 = icmp uge i64 %6, %11
  %13 = icmp eq i64 %6, %8
  %14 = select i1 %12, i1 true, i1 %13
  br i1 %14, label %42, label %15

15:                                               ; preds = %5
  %16 = tail call fastcc zeroext i1 @reach(ptr noundef nonnull %0, i64 noundef %1, i64 noundef %3, i32 noundef %4) #23
  br i1 %16, label %51, label %17

17:                                               ; preds = %15
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %19 = load i64, ptr %18, align 8
  %20 = inttoptr i64 %19 to ptr
  %21 = getelementptr inbounds nuw i8, ptr %20, i64 2328
  %22 = zext i32 %4 to i64
  %23 = getelementptr inbounds nuw [1024 x i32], ptr %21, i64 0, i64 %22
  %24 = load i32, ptr %23, align 4
  %25 = add i32 %24, 1
  %26 = lshr i32 %25, 1
  %27 = load i64, ptr %7, align 8
  %28 = sub i64 %6, %27
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 272
  %30 = load i64, ptr %29, align 8
  %31 = mul i64 %28, %30
  %32 = add i64 %31, %19
  %33 = inttoptr i64 %32 to ptr
  %34 = getelementptr inbounds nuw i8, ptr %33, i64 2200
  %35 = getelementptr inbounds nuw [8 x %struct.touch], ptr %34, i64 0, i64 %27
  %36 = add nuw i32 %26, 1
  %37 = trunc i64 %3 to i32
  store i32 %36, ptr %35, align 8
  %38 = getelementptr inbounds nuw i8, ptr %35, i64 4
  store i32 0, ptr %38, align 4
  %39 = getelementptr inbounds nuw i8, ptr %35, i64 8
  store i32 %37, ptr %39, align 8
  %40 = getelementptr inbounds nuw i8, ptr %35, i64 12
  store i32 %4, ptr %40, align 4
  %41 = shl i64 %9, 24
  br label %42

42:                                               ; preds = %17, %5
  %43 = phi i64 [ 0, %5 ], [ %41, %17 ]
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %45 = load i64, ptr %44, align 8
  %46 = add i64 %45, %43
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %48 = load i64, ptr %47, align 8
  %49 = add i64 %48, %43
  %50 = tail call fastcc zeroext i1 @check_memory(ptr noundef nonnull %0, i64 noundef %46, i64 noundef %49, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) #23
  br label %51

51:                                               ; preds = %15, %42
  %52 = phi i1 [ %50, %42 ], [ true, %15 ]
  ret i1 %52
}

define noundef zeroext i1 @check_generic(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #8 {
  %6 = icmp ugt i64 %1, 576460752303423487
  br i1 %6, label %7, label %10

7:                                                ; preds = %5
  %8 = add i64 %1, -1152921504606846976
  %9 = tail call zeroext i1 @check_cluster(ptr noundef %0, i64 noundef %8, i64 noundef %2, i64 noundef %3, i32 noundef %4) #23
  br label %12

10:                                               ; preds = %5
  %11 = tail call zeroext i1 @check_global(ptr noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) #23
  br label %12

12:                                               ; preds = %10, %7
  %13 = phi i1 [ %9, %7 ], [ %11, %10 ]
  ret i1 %13
}

define void @fence_mbarriers(ptr nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %3 = load i64, ptr %2, align 8
  %4 = inttoptr i64 %3 to ptr
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 2192
  %6 = load i32, ptr %5, align 16
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %36, label %8

8:                                                ; preds = %1
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %10 = load i64, ptr %9, align 8
  %11 = add i64 %10, -1
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %13 = load i64, ptr %12, align 8
  %14 = lshr i64 %11, 1
  %15 = and i64 %14, 9223372036854775806
  %16 = add i64 %15, %13
  %17 = inttoptr i64 %16 to ptr
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %19 = load i64, ptr %18, align 8
  %20 = lshr i64 %19, 1
  %21 = and i64 %20, 9223372036854775806
  %22 = add i64 %21, %13
  %23 = icmp ugt i64 %22, %16
  br i1 %23, label %34, label %24

24:                                               ; preds = %8
  %25 = inttoptr i64 %22 to ptr
  br label %26

26:                                               ; preds = %31, %24
  %27 = phi ptr [ %32, %31 ], [ %25, %24 ]
  %28 = load i16, ptr %27, align 2
  %29 = icmp eq i16 %28, 2
  br i1 %29, label %30, label %31

30:                                               ; preds = %26
  store i16 3, ptr %27, align 2
  br label %31

31:                                               ; preds = %30, %26
  %32 = getelementptr inbounds nuw i8, ptr %27, i64 2
  %33 = icmp ugt ptr %32, %17
  br i1 %33, label %34, label %26

34:                                               ; preds = %31, %8
  store i32 0, ptr %5, align 16
  %35 = getelementptr inbounds nuw i8, ptr %4, i64 2196
  store i32 1, ptr %35, align 4
  br label %36

36:                                               ; preds = %1, %34
  ret void
}

define noundef range(i64 0, 2) i64 @mbarrier_parity(i64 noundef %0) local_unnamed_addr #9 {
  %2 = lshr i64 %0, 61
  %3 = and i64 %2, 1
  ret i64 %3
}

define noundef range(i32 0, 1048576) i32 @mbarrier_pending(i64 noundef %0) local_unnamed_addr #9 {
  %2 = trunc i64 %0 to i32
  %3 = and i32 %2, 1048575
  ret i32 %3
}

define range(i64 -9223372036854775808, 1) i64 @mbarrier_read(ptr nocapture noundef writeonly %0, ptr nocapture noundef readonly %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #10 {
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

define noundef zeroext i1 @mbarrier_init(ptr nocapture noundef initializes((184, 192)) %0, ptr nocapture noundef writeonly %1, i64 noundef %2, i32 noundef %3, i64 noundef %4, i32 noundef %5) local_unnamed_addr #7 {
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
  br label %43

17:                                               ; preds = %6
  %18 = mul nuw nsw i64 %7, 1048577
  %19 = or disjoint i64 %18, -8070450532247928832
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 %2
  store i64 %19, ptr %20, align 8
  %21 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 4), align 4
  %22 = icmp eq i32 %21, 0
  %23 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %24 = icmp eq i32 %23, 1
  %25 = select i1 %22, i1 true, i1 %24
  br i1 %25, label %43, label %26

26:                                               ; preds = %17
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %28 = load i64, ptr %27, align 8
  %29 = lshr i64 %2, 1
  %30 = and i64 %29, 9223372036854775806
  %31 = add i64 %28, %30
  %32 = inttoptr i64 %31 to ptr
  br label %33

33:                                               ; preds = %33, %26
  %34 = phi i64 [ %36, %33 ], [ 0, %26 ]
  %35 = getelementptr inbounds nuw i16, ptr %32, i64 %34
  store i16 2, ptr %35, align 2
  %36 = add nuw nsw i64 %34, 1
  %37 = icmp eq i64 %36, 2
  br i1 %37, label %38, label %33

38:                                               ; preds = %33
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %40 = load i64, ptr %39, align 8
  %41 = inttoptr i64 %40 to ptr
  %42 = getelementptr inbounds nuw i8, ptr %41, i64 2192
  store i32 1, ptr %42, align 16
  br label %43

43:                                               ; preds = %38, %17, %11
  ret i1 %10
}

define void @mbarrier_inval(ptr nocapture noundef writeonly %0, i64 noundef %1) local_unnamed_addr #11 {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 %1
  store i64 0, ptr %3, align 8
  ret void
}

define noundef zeroext i1 @mbarrier_update(ptr nocapture noundef %0, ptr nocapture noundef %1, i64 noundef %2, i32 noundef %3, i32 noundef %4, i64 noundef %5, i32 noundef %6) local_unnamed_addr #0 {
  %8 = tail call fastcc zeroext i1 @check_fresh(ptr noundef %0, i64 noundef %2, i64 noundef %5, i32 noundef %6) #23
  br i1 %8, label %138, label %9

9:                                                ; preds = %7
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 %2
  %11 = load i64, ptr %10, align 8
  %12 = icmp slt i64 %11, -4611686018427387904
  br i1 %12, label %19, label %13

13:                                               ; preds = %9
  %14 = zext i32 %6 to i64
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 8, ptr %15, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %5, ptr %16, align 8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %2, ptr %17, align 8
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %14, ptr %18, align 8
  br label %138

19:                                               ; preds = %9
  %20 = and i64 %11, 1048575
  %21 = lshr i64 %11, 20
  %22 = and i64 %21, 1048575
  %23 = zext i32 %3 to i64
  %24 = icmp samesign ult i64 %20, %23
  br i1 %24, label %25, label %39

25:                                               ; preds = %19
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 192
  store i64 %20, ptr %26, align 8
  %27 = lshr i64 %11, 40
  %28 = and i64 %27, 2097151
  %29 = add nsw i64 %28, -1048576
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 200
  store i64 %29, ptr %30, align 8
  %31 = lshr i64 %11, 61
  %32 = and i64 %31, 1
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 208
  store i64 %32, ptr %33, align 8
  %34 = zext i32 %6 to i64
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 9, ptr %35, align 8
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %5, ptr %36, align 8
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %2, ptr %37, align 8
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %34, ptr %38, align 8
  br label %138

39:                                               ; preds = %19
  %40 = lshr i64 %2, 24
  %41 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 4), align 4
  %42 = icmp eq i32 %41, 0
  br i1 %42, label %59, label %43

43:                                               ; preds = %39
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %45 = load i64, ptr %44, align 8
  %46 = icmp eq i64 %40, %45
  br i1 %46, label %59, label %47

47:                                               ; preds = %43
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %49 = load i64, ptr %48, align 8
  %50 = sub i64 %40, %45
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 272
  %52 = load i64, ptr %51, align 8
  %53 = mul i64 %52, %50
  %54 = add i64 %53, %49
  %55 = inttoptr i64 %54 to ptr
  %56 = shl nuw nsw i64 %45, 4
  %57 = getelementptr i8, ptr %55, i64 2204
  %58 = getelementptr i8, ptr %57, i64 %56
  store i32 1, ptr %58, align 4
  br label %59

59:                                               ; preds = %39, %43, %47
  %60 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 32), align 4
  %61 = icmp ne i32 %60, 0
  %62 = icmp ne i32 %3, 0
  %63 = and i1 %62, %61
  br i1 %63, label %64, label %104

64:                                               ; preds = %59
  %65 = tail call fastcc ptr @part_of(ptr noundef readonly %0, i64 noundef %2) #23
  %66 = getelementptr inbounds nuw i8, ptr %65, i64 32
  %67 = lshr i64 %2, 3
  %68 = and i64 %67, 1
  %69 = add nuw nsw i64 %68, 1
  %70 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 48), align 8
  %71 = sext i32 %70 to i64
  %72 = mul nsw i64 %69, %71
  %73 = getelementptr inbounds nuw i32, ptr %66, i64 %72
  %74 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %75 = load i64, ptr %74, align 8
  %76 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 40), align 8
  %77 = add nsw i32 %76, 31
  %78 = sdiv i32 %77, 32
  %79 = trunc i64 %75 to i32
  %80 = shl i32 %79, 5
  %81 = mul i32 %80, %78
  %82 = add i32 %81, %6
  %83 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %84 = load i64, ptr %83, align 8
  %85 = inttoptr i64 %84 to ptr
  %86 = getelementptr inbounds nuw i8, ptr %85, i64 4
  %87 = mul i32 %82, %70
  %88 = zext i32 %87 to i64
  %89 = getelementptr inbounds nuw i32, ptr %86, i64 %88
  %90 = icmp sgt i32 %70, 0
  br i1 %90, label %91, label %104

91:                                               ; preds = %64
  %92 = zext nneg i32 %70 to i64
  br label %93

93:                                               ; preds = %101, %91
  %94 = phi i64 [ 0, %91 ], [ %102, %101 ]
  %95 = getelementptr inbounds nuw i32, ptr %89, i64 %94
  %96 = load i32, ptr %95, align 4
  %97 = getelementptr inbounds nuw i32, ptr %73, i64 %94
  %98 = load i32, ptr %97, align 4
  %99 = icmp ugt i32 %96, %98
  br i1 %99, label %100, label %101

100:                                              ; preds = %93
  store i32 %96, ptr %97, align 4
  br label %101

101:                                              ; preds = %100, %93
  %102 = add nuw nsw i64 %94, 1
  %103 = icmp eq i64 %102, %92
  br i1 %103, label %104, label %93

104:                                              ; preds = %101, %64, %59
  %105 = lshr i64 %11, 40
  %106 = and i64 %105, 2097151
  %107 = sext i32 %4 to i64
  %108 = add nsw i64 %106, %107
  %109 = add nsw i64 %108, -2097152
  %110 = icmp ult i64 %109, -2097151
  br i1 %110, label %111, label %123

111:                                              ; preds = %104
  %112 = getelementptr inbounds nuw i8, ptr %0, i64 192
  store i64 %20, ptr %112, align 8
  %113 = add nsw i64 %106, -1048576
  %114 = getelementptr inbounds nuw i8, ptr %0, i64 200
  store i64 %113, ptr %114, align 8
  %115 = lshr i64 %11, 61
  %116 = and i64 %115, 1
  %117 = getelementptr inbounds nuw i8, ptr %0, i64 208
  store i64 %116, ptr %117, align 8
  %118 = zext i32 %6 to i64
  %119 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 10, ptr %119, align 8
  %120 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %5, ptr %120, align 8
  %121 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %2, ptr %121, align 8
  %122 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %118, ptr %122, align 8
  br label %138

123:                                              ; preds = %104
  %124 = sub nsw i64 %20, %23
  %125 = icmp eq i64 %20, %23
  %126 = icmp eq i64 %108, 1048576
  %127 = and i1 %125, %126
  %128 = select i1 %127, i64 2305843009213693952, i64 0
  %129 = and i64 %11, 2305843009213693952
  %130 = xor i64 %128, %129
  %131 = shl nuw nsw i64 %108, 40
  %132 = or disjoint i64 %130, %131
  %133 = shl nuw nsw i64 %22, 20
  %134 = or disjoint i64 %132, %133
  %135 = select i1 %127, i64 %22, i64 %124
  %136 = or i64 %135, %134
  %137 = or i64 %136, -9223372036854775808
  store i64 %137, ptr %10, align 8
  br label %138

138:                                              ; preds = %13, %111, %123, %25, %7
  %139 = phi i1 [ true, %7 ], [ true, %25 ], [ false, %123 ], [ true, %111 ], [ true, %13 ]
  ret i1 %139
}

define internal fastcc noundef zeroext i1 @check_fresh(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i32 noundef %3) unnamed_addr #12 {
  %5 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 4), align 4
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %31, label %7

7:                                                ; preds = %4
  %8 = lshr i64 %1, 24
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %8, %10
  br i1 %11, label %31, label %12

12:                                               ; preds = %7
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %14 = load i64, ptr %13, align 8
  %15 = lshr i64 %1, 1
  %16 = and i64 %15, 9223372036854775806
  %17 = add i64 %14, %16
  %18 = inttoptr i64 %17 to ptr
  %19 = load i16, ptr %18, align 2
  %20 = and i16 %19, -2
  %21 = icmp eq i16 %20, 2
  br i1 %21, label %22, label %31

22:                                               ; preds = %12
  %23 = icmp eq i16 %19, 3
  %24 = zext i1 %23 to i64
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 184
  store i64 %24, ptr %25, align 8
  %26 = zext i32 %3 to i64
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 37, ptr %27, align 8
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %2, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %1, ptr %29, align 8
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %26, ptr %30, align 8
  br label %31

31:                                               ; preds = %22, %12, %4, %7
  %32 = phi i1 [ false, %7 ], [ false, %4 ], [ false, %12 ], [ true, %22 ]
  ret i1 %32
}

define noundef zeroext i1 @mbarrier_expect_one_more(ptr nocapture noundef writeonly %0, ptr nocapture noundef %1, i64 noundef %2, i64 noundef %3, i32 noundef %4) local_unnamed_addr #10 {
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

define void @clear_queue(ptr nocapture noundef writeonly initializes((0, 16)) %0) local_unnamed_addr #11 {
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %0, i8 0, i64 16, i1 false)
  ret void
}

define void @release_copies(ptr nocapture noundef readonly %0, ptr nocapture noundef %1) local_unnamed_addr #8 {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 12
  %4 = load i32, ptr %3, align 4
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %10, label %6

6:                                                ; preds = %2
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 240
  br label %11

10:                                               ; preds = %50, %2
  store i32 0, ptr %3, align 4
  ret void

11:                                               ; preds = %6, %50
  %12 = phi i32 [ %4, %6 ], [ %51, %50 ]
  %13 = phi i32 [ 0, %6 ], [ %52, %50 ]
  %14 = load i32, ptr %1, align 8
  %15 = sub i32 %13, %12
  %16 = add i32 %15, %14
  %17 = and i32 %16, 63
  %18 = zext nneg i32 %17 to i64
  %19 = getelementptr inbounds nuw [64 x %struct.copy], ptr %7, i64 0, i64 %18
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds nuw i8, ptr %19, i64 16
  %22 = load i32, ptr %21, align 8
  %23 = getelementptr inbounds nuw i8, ptr %19, i64 32
  %24 = load i32, ptr %23, align 8
  %25 = load i64, ptr %8, align 8
  %26 = lshr i64 %20, 1
  %27 = and i64 %26, 9223372036854775806
  %28 = add i64 %25, %27
  %29 = inttoptr i64 %28 to ptr
  %30 = load i64, ptr %9, align 8
  %31 = shl i64 %30, 10
  %32 = zext i32 %24 to i64
  %33 = add nuw nsw i64 %32, 4
  %34 = add i64 %33, %31
  %35 = trunc i64 %34 to i16
  %36 = lshr i32 %22, 2
  %37 = zext nneg i32 %36 to i64
  %38 = icmp ult i32 %22, 4
  br i1 %38, label %50, label %39

39:                                               ; preds = %11, %45
  %40 = phi i64 [ %46, %45 ], [ 0, %11 ]
  %41 = getelementptr inbounds nuw i16, ptr %29, i64 %40
  %42 = load i16, ptr %41, align 2
  %43 = icmp eq i16 %42, %35
  br i1 %43, label %44, label %45

44:                                               ; preds = %39
  store i16 0, ptr %41, align 2
  br label %45

45:                                               ; preds = %44, %39
  %46 = add nuw nsw i64 %40, 1
  %47 = icmp eq i64 %46, %37
  br i1 %47, label %48, label %39

48:                                               ; preds = %45
  %49 = load i32, ptr %3, align 4
  br label %50

50:                                               ; preds = %48, %11
  %51 = phi i32 [ %49, %48 ], [ %12, %11 ]
  %52 = add nuw i32 %13, 1
  %53 = icmp ult i32 %52, %51
  br i1 %53, label %11, label %10
}

define noundef zeroext i1 @enqueue_copy(ptr nocapture noundef %0, ptr nocapture noundef %1, ptr nocapture noundef %2, i64 noundef %3, i64 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8) local_unnamed_addr #0 {
  %10 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 32), align 4
  %11 = icmp ne i32 %10, 0
  %12 = icmp ne i32 %5, 0
  %13 = and i1 %12, %11
  br i1 %13, label %14, label %19

14:                                               ; preds = %9
  %15 = zext i32 %5 to i64
  %16 = zext i32 %7 to i64
  %17 = zext i32 %8 to i64
  %18 = tail call fastcc zeroext i1 @check_write(ptr noundef %0, i64 noundef %3, i64 noundef %15, i64 noundef %16, i64 noundef %17) #23
  br i1 %18, label %92, label %19

19:                                               ; preds = %14, %9
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %21 = load i32, ptr %20, align 4
  %22 = icmp eq i32 %21, 64
  br i1 %22, label %23, label %27

23:                                               ; preds = %19
  %24 = tail call fastcc zeroext i1 @deliver_oldest(ptr noundef %0, ptr noundef nonnull %1, ptr noundef %2) #23
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
  tail call void @release_copies(ptr noundef %0, ptr noundef nonnull %1) #23
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
  %22 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 32), align 4
  %23 = icmp eq i32 %22, 0
  br label %28

24:                                               ; preds = %3
  tail call void @release_copies(ptr noundef %0, ptr noundef nonnull %1) #23
  %25 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 32), align 4
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %28, label %27

27:                                               ; preds = %24
  tail call void @release_writes(ptr noundef %0, i32 noundef %19) #23
  br label %28

28:                                               ; preds = %21, %27, %24
  %29 = phi i1 [ %23, %21 ], [ false, %27 ], [ true, %24 ]
  %30 = load i32, ptr %1, align 8
  %31 = add i32 %30, 1
  %32 = and i32 %31, 63
  store i32 %32, ptr %1, align 8
  %33 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %34 = load i32, ptr %33, align 4
  %35 = add i32 %34, -1
  store i32 %35, ptr %33, align 4
  br i1 %20, label %36, label %45

36:                                               ; preds = %28
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %38 = load i64, ptr %37, align 8
  %39 = inttoptr i64 %38 to ptr
  %40 = getelementptr inbounds nuw i8, ptr %39, i64 132
  %41 = load i32, ptr %40, align 4
  %42 = add i32 %41, -1
  store i32 %42, ptr %40, align 4
  %43 = zext i32 %17 to i64
  %44 = tail call zeroext i1 @mbarrier_update(ptr noundef %0, ptr noundef %2, i64 noundef %9, i32 noundef 1, i32 noundef 0, i64 noundef %43, i32 noundef %19) #23
  br label %90

45:                                               ; preds = %28
  %46 = inttoptr i64 %11 to ptr
  %47 = zext i32 %15 to i64
  %48 = getelementptr i8, ptr %2, i64 %9
  %49 = zext i32 %13 to i64
  br label %50

50:                                               ; preds = %56, %45
  %51 = phi i64 [ 0, %45 ], [ %59, %56 ]
  %52 = icmp samesign ult i64 %51, %47
  br i1 %52, label %53, label %56

53:                                               ; preds = %50
  %54 = getelementptr inbounds nuw i8, ptr %46, i64 %51
  %55 = load i8, ptr %54, align 1
  br label %56

56:                                               ; preds = %53, %50
  %57 = phi i8 [ %55, %53 ], [ 0, %50 ]
  %58 = getelementptr i8, ptr %48, i64 %51
  store i8 %57, ptr %58, align 1
  %59 = add nuw nsw i64 %51, 1
  %60 = icmp eq i64 %59, %49
  br i1 %60, label %61, label %50

61:                                               ; preds = %56
  %62 = zext i32 %17 to i64
  %63 = zext i32 %19 to i64
  %64 = tail call fastcc zeroext i1 @end_copy(ptr noundef %0, ptr noundef nonnull %2, i64 noundef %9, i64 noundef %49, i64 noundef %62, i64 noundef %63) #23
  %65 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %66 = load i64, ptr %65, align 8
  %67 = shl i64 %66, 10
  %68 = add nuw nsw i64 %63, 4
  %69 = add i64 %68, %67
  %70 = trunc i64 %69 to i16
  %71 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %72 = load i64, ptr %71, align 8
  %73 = lshr i64 %9, 1
  %74 = and i64 %73, 9223372036854775806
  %75 = add i64 %72, %74
  %76 = inttoptr i64 %75 to ptr
  %77 = lshr i64 %49, 2
  %78 = icmp ult i32 %13, 4
  br i1 %78, label %84, label %79

79:                                               ; preds = %61, %79
  %80 = phi i64 [ %82, %79 ], [ 0, %61 ]
  %81 = getelementptr inbounds nuw i16, ptr %76, i64 %80
  store i16 %70, ptr %81, align 2
  %82 = add nuw nsw i64 %80, 1
  %83 = icmp eq i64 %82, %77
  br i1 %83, label %84, label %79

84:                                               ; preds = %79, %61
  br i1 %29, label %86, label %85

85:                                               ; preds = %84
  tail call fastcc void @note_write(ptr noundef %0, i64 noundef %9, i64 noundef %49, i32 noundef %19) #23
  br label %86

86:                                               ; preds = %85, %84
  %87 = getelementptr inbounds nuw i8, ptr %1, i64 12
  %88 = load i32, ptr %87, align 4
  %89 = add i32 %88, 1
  store i32 %89, ptr %87, align 4
  br label %90

90:                                               ; preds = %86, %36
  %91 = phi i1 [ %44, %36 ], [ %64, %86 ]
  ret i1 %91
}

declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #13

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #14

define noundef zeroext i1 @enqueue_arrival(ptr nocapture noundef %0, ptr nocapture noundef %1, ptr nocapture noundef %2, i64 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #0 {
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %8 = load i64, ptr %7, align 8
  %9 = inttoptr i64 %8 to ptr
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 132
  %11 = load i32, ptr %10, align 4
  %12 = add i32 %11, 1
  store i32 %12, ptr %10, align 4
  %13 = tail call zeroext i1 @enqueue_copy(ptr noundef %0, ptr noundef %1, ptr noundef %2, i64 noundef %3, i64 noundef 0, i32 noundef 0, i32 noundef 0, i32 noundef %4, i32 noundef %5) #23
  ret i1 %13
}

define void @commit_group(ptr nocapture noundef %0) local_unnamed_addr #10 {
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
  %22 = tail call fastcc zeroext i1 @deliver_oldest(ptr noundef %0, ptr noundef nonnull %1, ptr noundef %2) #23
  br i1 %22, label %23, label %8

23:                                               ; preds = %11, %8, %21
  %24 = phi i1 [ true, %21 ], [ false, %8 ], [ false, %11 ]
  ret i1 %24
}

define void @copy_bytes(ptr nocapture noundef writeonly %0, ptr nocapture noundef readonly %1, i32 noundef %2) local_unnamed_addr #15 {
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

define noundef zeroext i1 @deliver_copies(ptr nocapture noundef %0, ptr nocapture noundef %1, i64 noundef %2) local_unnamed_addr #8 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %5 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 28), align 4
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %35, label %7

7:                                                ; preds = %3
  %8 = load i64, ptr %4, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 272
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %12 = load i64, ptr %11, align 8
  %13 = mul i64 %10, %12
  %14 = sub i64 %8, %13
  %15 = inttoptr i64 %14 to ptr
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 128
  %17 = getelementptr i8, ptr %15, i64 6480
  %18 = load i32, ptr %16, align 64
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %35, label %20

20:                                               ; preds = %7, %31
  %21 = phi i32 [ %32, %31 ], [ 0, %7 ]
  %22 = zext i32 %21 to i64
  %23 = mul nuw nsw i64 %22, 88
  %24 = getelementptr i8, ptr %17, i64 %23
  %25 = load i64, ptr %24, align 8
  %26 = icmp eq i64 %25, %2
  br i1 %26, label %29, label %27

27:                                               ; preds = %20
  %28 = add nuw i32 %21, 1
  br label %31

29:                                               ; preds = %20
  %30 = tail call fastcc zeroext i1 @deliver_bulk(ptr noundef %0, ptr noundef %1, i32 noundef %21) #23
  br i1 %30, label %97, label %31

31:                                               ; preds = %29, %27
  %32 = phi i32 [ %28, %27 ], [ %21, %29 ]
  %33 = load i32, ptr %16, align 64
  %34 = icmp ult i32 %32, %33
  br i1 %34, label %20, label %35

35:                                               ; preds = %31, %7, %3
  %36 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 24), align 4
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %97, label %38

38:                                               ; preds = %35
  %39 = load i64, ptr %4, align 8
  %40 = inttoptr i64 %39 to ptr
  %41 = getelementptr inbounds nuw i8, ptr %40, i64 132
  %42 = load i32, ptr %41, align 4
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %97, label %44

44:                                               ; preds = %38
  %45 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 44), align 4
  %46 = icmp sgt i32 %45, 0
  br i1 %46, label %47, label %97

47:                                               ; preds = %44
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %49 = load i64, ptr @sizes, align 8
  %50 = load i64, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 32), align 8
  %51 = zext nneg i32 %45 to i64
  br label %52

52:                                               ; preds = %94, %47
  %53 = phi i64 [ 0, %47 ], [ %95, %94 ]
  %54 = load i64, ptr %48, align 8
  %55 = mul nsw i64 %53, %49
  %56 = add i64 %55, %54
  %57 = inttoptr i64 %56 to ptr
  %58 = getelementptr inbounds i8, ptr %57, i64 %50
  %59 = getelementptr inbounds nuw i8, ptr %58, i64 4
  %60 = load i32, ptr %59, align 4
  %61 = icmp eq i32 %60, 0
  br i1 %61, label %94, label %62

62:                                               ; preds = %52
  %63 = load i32, ptr %58, align 8
  %64 = getelementptr inbounds nuw i8, ptr %58, i64 16
  br label %67

65:                                               ; preds = %84
  %66 = icmp eq i32 %86, 0
  br i1 %66, label %94, label %91

67:                                               ; preds = %84, %62
  %68 = phi i32 [ 0, %62 ], [ %85, %84 ]
  %69 = phi i32 [ 0, %62 ], [ %86, %84 ]
  %70 = add i32 %68, %63
  %71 = and i32 %70, 63
  %72 = zext nneg i32 %71 to i64
  %73 = getelementptr inbounds nuw [64 x %struct.copy], ptr %64, i64 0, i64 %72
  %74 = getelementptr inbounds nuw i8, ptr %73, i64 16
  %75 = load i32, ptr %74, align 8
  %76 = icmp eq i32 %75, 0
  br i1 %76, label %79, label %77

77:                                               ; preds = %67
  %78 = add nuw i32 %68, 1
  br label %84

79:                                               ; preds = %67
  %80 = load i64, ptr %73, align 8
  %81 = icmp eq i64 %80, %2
  %82 = add nuw i32 %68, 1
  %83 = select i1 %81, i32 %82, i32 %69
  br label %84

84:                                               ; preds = %79, %77
  %85 = phi i32 [ %78, %77 ], [ %82, %79 ]
  %86 = phi i32 [ %69, %77 ], [ %83, %79 ]
  %87 = icmp eq i32 %85, %60
  br i1 %87, label %65, label %67

88:                                               ; preds = %91
  %89 = add i32 %92, -1
  %90 = icmp eq i32 %89, 0
  br i1 %90, label %94, label %91

91:                                               ; preds = %65, %88
  %92 = phi i32 [ %89, %88 ], [ %86, %65 ]
  %93 = tail call fastcc zeroext i1 @deliver_oldest(ptr noundef %0, ptr noundef nonnull %58, ptr noundef %1) #23
  br i1 %93, label %97, label %88

94:                                               ; preds = %88, %65, %52
  %95 = add nuw nsw i64 %53, 1
  %96 = icmp eq i64 %95, %51
  br i1 %96, label %97, label %52

97:                                               ; preds = %29, %94, %91, %44, %38, %35
  %98 = phi i1 [ false, %35 ], [ false, %38 ], [ false, %44 ], [ true, %91 ], [ false, %94 ], [ true, %29 ]
  ret i1 %98
}

define internal fastcc noundef zeroext i1 @deliver_bulk(ptr nocapture noundef %0, ptr nocapture noundef %1, i32 noundef %2) unnamed_addr #0 {
  %4 = alloca %struct.bulk_copy, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 272
  %10 = load i64, ptr %9, align 8
  %11 = mul i64 %10, %8
  %12 = sub i64 %6, %11
  %13 = inttoptr i64 %12 to ptr
  call void @llvm.lifetime.start.p0(i64 88, ptr nonnull %4) #24
  %14 = getelementptr inbounds nuw i8, ptr %13, i64 6464
  %15 = zext i32 %2 to i64
  %16 = getelementptr inbounds nuw [256 x %struct.bulk_copy], ptr %14, i64 0, i64 %15
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(88) %4, ptr noundef nonnull align 8 dereferenceable(88) %16, i64 88, i1 false)
  %17 = getelementptr inbounds nuw i8, ptr %13, i64 128
  %18 = load i32, ptr %17, align 64
  %19 = add i32 %18, -1
  store i32 %19, ptr %17, align 64
  %20 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 32), align 4
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %37, label %22

22:                                               ; preds = %3
  %23 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %24 = load i64, ptr %23, align 8
  %25 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %26 = load i64, ptr %25, align 8
  %27 = add i64 %26, %24
  %28 = icmp ult i64 %24, %27
  br i1 %28, label %29, label %37

29:                                               ; preds = %22, %29
  %30 = phi i64 [ %33, %29 ], [ %24, %22 ]
  %31 = tail call fastcc ptr @part_of(ptr noundef readonly %0, i64 noundef %30) #23
  %32 = getelementptr inbounds nuw i8, ptr %31, i64 16
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %32, i8 0, i64 16, i1 false)
  %33 = add i64 %30, 16
  %34 = icmp ult i64 %33, %27
  br i1 %34, label %29, label %35

35:                                               ; preds = %29
  %36 = load i32, ptr %17, align 64
  br label %37

37:                                               ; preds = %35, %22, %3
  %38 = phi i32 [ %36, %35 ], [ %19, %22 ], [ %19, %3 ]
  %39 = icmp ult i32 %2, %38
  br i1 %39, label %40, label %42

40:                                               ; preds = %37
  %41 = zext i32 %38 to i64
  br label %47

42:                                               ; preds = %47, %37
  %43 = load i64, ptr %7, align 8
  %44 = getelementptr inbounds nuw i8, ptr %4, i64 80
  %45 = load i64, ptr %44, align 8
  tail call fastcc void @enter(ptr noundef %0, i64 noundef %45) #23
  %46 = call fastcc zeroext i1 @make_copy(ptr noundef %0, ptr noundef %1, ptr noundef %4) #23
  br i1 %46, label %64, label %53

47:                                               ; preds = %40, %47
  %48 = phi i64 [ %15, %40 ], [ %50, %47 ]
  %49 = getelementptr inbounds nuw [256 x %struct.bulk_copy], ptr %14, i64 0, i64 %48
  %50 = add nuw nsw i64 %48, 1
  %51 = getelementptr inbounds nuw [256 x %struct.bulk_copy], ptr %14, i64 0, i64 %50
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(88) %49, ptr noundef nonnull align 8 dereferenceable(88) %51, i64 88, i1 false)
  %52 = icmp eq i64 %50, %41
  br i1 %52, label %42, label %47

53:                                               ; preds = %42
  %54 = getelementptr inbounds nuw i8, ptr %4, i64 8
  %55 = load i64, ptr %54, align 8
  %56 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %57 = load i64, ptr %56, align 8
  %58 = getelementptr inbounds nuw i8, ptr %4, i64 64
  %59 = load i64, ptr %58, align 8
  %60 = getelementptr inbounds nuw i8, ptr %4, i64 72
  %61 = load i64, ptr %60, align 8
  %62 = tail call fastcc zeroext i1 @end_copy(ptr noundef nonnull %0, ptr noundef %1, i64 noundef %55, i64 noundef %57, i64 noundef %59, i64 noundef %61) #23
  br i1 %62, label %64, label %63

63:                                               ; preds = %53
  tail call fastcc void @enter(ptr noundef nonnull %0, i64 noundef %43) #23
  br label %64

64:                                               ; preds = %42, %53, %63
  %65 = phi i1 [ false, %63 ], [ true, %53 ], [ true, %42 ]
  call void @llvm.lifetime.end.p0(i64 88, ptr nonnull %4) #24
  ret i1 %65
}

define noundef zeroext i1 @bulk_copy(ptr noundef %0, ptr noundef %1, i64 noundef %2, i64 noundef %3, i64 noundef %4, i64 noundef %5, i64 noundef %6, i64 noundef %7, i64 noundef %8, i64 noundef %9, i64 noundef %10, i64 noundef %11, i64 noundef %12, i64 noundef %13) local_unnamed_addr #8 {
  %15 = alloca %struct.bulk_copy, align 8
  %16 = and i64 %9, -5
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %98, label %18

18:                                               ; preds = %14
  %19 = inttoptr i64 %2 to ptr
  %20 = and i64 %2, 63
  %21 = icmp eq i64 %20, 0
  br i1 %21, label %27, label %22

22:                                               ; preds = %18
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 2, ptr %23, align 8
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %12, ptr %24, align 8
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %2, ptr %25, align 8
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %13, ptr %26, align 8
  br label %214

27:                                               ; preds = %18
  %28 = load i64, ptr %0, align 8
  %29 = icmp ult i64 %2, %28
  %30 = add i64 %2, 128
  br i1 %29, label %35, label %31

31:                                               ; preds = %27
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %33 = load i64, ptr %32, align 8
  %34 = icmp ugt i64 %30, %33
  br i1 %34, label %35, label %56

35:                                               ; preds = %31, %27
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %37 = load i64, ptr %36, align 8
  %38 = inttoptr i64 %37 to ptr
  %39 = icmp ugt i64 %2, -129
  br i1 %39, label %59, label %40

40:                                               ; preds = %35
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %42 = load i64, ptr %41, align 8
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %59, label %44

44:                                               ; preds = %40, %53
  %45 = phi i64 [ %54, %53 ], [ 0, %40 ]
  %46 = getelementptr inbounds nuw %struct.anon, ptr %38, i64 %45
  %47 = load i64, ptr %46, align 8
  %48 = icmp ult i64 %2, %47
  br i1 %48, label %53, label %49

49:                                               ; preds = %44
  %50 = getelementptr inbounds nuw i8, ptr %46, i64 8
  %51 = load i64, ptr %50, align 8
  %52 = icmp ugt i64 %30, %51
  br i1 %52, label %53, label %56

53:                                               ; preds = %49, %44
  %54 = add nuw i64 %45, 1
  %55 = icmp eq i64 %54, %42
  br i1 %55, label %59, label %44

56:                                               ; preds = %49, %31
  %57 = load i64, ptr %19, align 8
  %58 = icmp eq i64 %57, 5782988412433944148
  br i1 %58, label %64, label %59

59:                                               ; preds = %53, %40, %35, %56
  %60 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 12, ptr %60, align 8
  %61 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %12, ptr %61, align 8
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %2, ptr %62, align 8
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %13, ptr %63, align 8
  br label %214

64:                                               ; preds = %56
  %65 = getelementptr inbounds nuw i8, ptr %19, i64 16
  %66 = load i64, ptr %65, align 8
  %67 = icmp eq i64 %66, %9
  br i1 %67, label %73, label %68

68:                                               ; preds = %64
  %69 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 13, ptr %69, align 8
  %70 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %12, ptr %70, align 8
  %71 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %66, ptr %71, align 8
  %72 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %13, ptr %72, align 8
  br label %214

73:                                               ; preds = %64
  %74 = and i64 %3, 127
  %75 = icmp eq i64 %74, 0
  br i1 %75, label %81, label %76

76:                                               ; preds = %73
  %77 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 2, ptr %77, align 8
  %78 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %12, ptr %78, align 8
  %79 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %3, ptr %79, align 8
  %80 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %13, ptr %80, align 8
  br label %214

81:                                               ; preds = %73
  %82 = getelementptr inbounds nuw i8, ptr %19, i64 80
  %83 = load i64, ptr %82, align 8
  %84 = shl i64 %83, 2
  %85 = getelementptr inbounds nuw i8, ptr %19, i64 88
  %86 = load i64, ptr %85, align 8
  %87 = mul i64 %84, %86
  %88 = getelementptr inbounds nuw i8, ptr %19, i64 96
  %89 = load i64, ptr %88, align 8
  %90 = mul i64 %87, %89
  %91 = and i64 %6, 3
  %92 = icmp eq i64 %91, 0
  br i1 %92, label %122, label %93

93:                                               ; preds = %81
  %94 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 17, ptr %94, align 8
  %95 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %12, ptr %95, align 8
  %96 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %6, ptr %96, align 8
  %97 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %13, ptr %97, align 8
  br label %214

98:                                               ; preds = %14
  %99 = and i64 %5, 15
  %100 = icmp eq i64 %99, 0
  br i1 %100, label %106, label %101

101:                                              ; preds = %98
  %102 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 14, ptr %102, align 8
  %103 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %12, ptr %103, align 8
  %104 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %5, ptr %104, align 8
  %105 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %13, ptr %105, align 8
  br label %214

106:                                              ; preds = %98
  %107 = and i64 %2, 15
  %108 = icmp eq i64 %107, 0
  br i1 %108, label %114, label %109

109:                                              ; preds = %106
  %110 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 2, ptr %110, align 8
  %111 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %12, ptr %111, align 8
  %112 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %2, ptr %112, align 8
  %113 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %13, ptr %113, align 8
  br label %214

114:                                              ; preds = %106
  %115 = and i64 %3, 15
  %116 = icmp eq i64 %115, 0
  br i1 %116, label %122, label %117

117:                                              ; preds = %114
  %118 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 2, ptr %118, align 8
  %119 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %12, ptr %119, align 8
  %120 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %3, ptr %120, align 8
  %121 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %13, ptr %121, align 8
  br label %214

122:                                              ; preds = %81, %114
  %123 = phi i64 [ %5, %114 ], [ %90, %81 ]
  %124 = icmp eq i64 %9, 4
  br i1 %124, label %125, label %166

125:                                              ; preds = %122
  %126 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %127 = load i64, ptr %126, align 8
  %128 = icmp ult i64 %2, %127
  br i1 %128, label %134, label %129

129:                                              ; preds = %125
  %130 = add i64 %123, %2
  %131 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %132 = load i64, ptr %131, align 8
  %133 = icmp ugt i64 %130, %132
  br i1 %133, label %134, label %139

134:                                              ; preds = %129, %125
  %135 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 6, ptr %135, align 8
  %136 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %12, ptr %136, align 8
  %137 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %2, ptr %137, align 8
  %138 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %13, ptr %138, align 8
  br label %214

139:                                              ; preds = %129
  %140 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 28), align 4
  %141 = icmp eq i32 %140, 0
  br i1 %141, label %151, label %142

142:                                              ; preds = %139
  %143 = trunc i64 %13 to i32
  %144 = tail call fastcc i64 @in_flight(ptr noundef nonnull %0, i64 noundef %2, i64 noundef %123, i32 noundef %143) #23
  %145 = icmp eq i64 %144, 0
  br i1 %145, label %151, label %146

146:                                              ; preds = %142
  %147 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 %144, ptr %147, align 8
  %148 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %12, ptr %148, align 8
  %149 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %2, ptr %149, align 8
  %150 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %13, ptr %150, align 8
  br label %214

151:                                              ; preds = %142, %139
  %152 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 32), align 4
  %153 = icmp eq i32 %152, 0
  br i1 %153, label %163, label %154

154:                                              ; preds = %151
  %155 = trunc i64 %13 to i32
  %156 = icmp ult i64 %2, %130
  br i1 %156, label %160, label %163

157:                                              ; preds = %160
  %158 = add i64 %161, 16
  %159 = icmp ult i64 %158, %130
  br i1 %159, label %160, label %163

160:                                              ; preds = %154, %157
  %161 = phi i64 [ %158, %157 ], [ %2, %154 ]
  %162 = tail call fastcc zeroext i1 @check_fenced(ptr noundef %0, i64 noundef %161, i64 noundef %12, i32 noundef %155, i32 noundef 0) #23
  br i1 %162, label %214, label %157

163:                                              ; preds = %157, %154, %151
  %164 = ptrtoint ptr %1 to i64
  %165 = add i64 %2, %164
  br label %166

166:                                              ; preds = %163, %122
  %167 = phi i64 [ %165, %163 ], [ %2, %122 ]
  call void @llvm.lifetime.start.p0(i64 88, ptr nonnull %15) #24
  store i64 %167, ptr %15, align 8
  %168 = getelementptr inbounds nuw i8, ptr %15, i64 8
  store i64 %3, ptr %168, align 8
  %169 = getelementptr inbounds nuw i8, ptr %15, i64 16
  store i64 %4, ptr %169, align 8
  %170 = getelementptr inbounds nuw i8, ptr %15, i64 24
  store i64 %123, ptr %170, align 8
  %171 = getelementptr inbounds nuw i8, ptr %15, i64 32
  store i64 %6, ptr %171, align 8
  %172 = getelementptr inbounds nuw i8, ptr %15, i64 40
  store i64 %7, ptr %172, align 8
  %173 = getelementptr inbounds nuw i8, ptr %15, i64 48
  store i64 %8, ptr %173, align 8
  %174 = getelementptr inbounds nuw i8, ptr %15, i64 56
  store i64 %9, ptr %174, align 8
  %175 = getelementptr inbounds nuw i8, ptr %15, i64 64
  store i64 %12, ptr %175, align 8
  %176 = getelementptr inbounds nuw i8, ptr %15, i64 72
  store i64 %13, ptr %176, align 8
  %177 = getelementptr inbounds nuw i8, ptr %15, i64 80
  %178 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %179 = load i64, ptr %178, align 8
  store i64 %179, ptr %177, align 8
  %180 = icmp eq i64 %10, 0
  br i1 %180, label %181, label %183

181:                                              ; preds = %166
  %182 = call fastcc zeroext i1 @issue_copy(ptr noundef nonnull %0, ptr noundef %1, ptr noundef %15) #23
  br label %212

183:                                              ; preds = %166
  %184 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %185 = zext nneg i32 %184 to i64
  %186 = lshr i64 %11, %185
  %187 = icmp eq i64 %186, 0
  br i1 %187, label %188, label %194

188:                                              ; preds = %183
  %189 = sext i32 %184 to i64
  %190 = icmp eq i32 %184, 0
  br i1 %190, label %212, label %191

191:                                              ; preds = %188
  %192 = and i64 %3, 16777215
  %193 = and i64 %4, 16777215
  br label %199

194:                                              ; preds = %183
  %195 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 32, ptr %195, align 8
  %196 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %12, ptr %196, align 8
  %197 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %11, ptr %197, align 8
  %198 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %13, ptr %198, align 8
  br label %212

199:                                              ; preds = %191, %209
  %200 = phi i64 [ 0, %191 ], [ %210, %209 ]
  %201 = shl nuw i64 1, %200
  %202 = and i64 %201, %11
  %203 = icmp eq i64 %202, 0
  br i1 %203, label %209, label %204

204:                                              ; preds = %199
  %205 = shl i64 %200, 24
  %206 = or disjoint i64 %205, %192
  store i64 %206, ptr %168, align 8
  %207 = or disjoint i64 %205, %193
  store i64 %207, ptr %169, align 8
  %208 = call fastcc zeroext i1 @issue_copy(ptr noundef %0, ptr noundef %1, ptr noundef %15) #23
  br i1 %208, label %212, label %209

209:                                              ; preds = %204, %199
  %210 = add nuw i64 %200, 1
  %211 = icmp eq i64 %210, %189
  br i1 %211, label %212, label %199

212:                                              ; preds = %204, %209, %188, %194, %181
  %213 = phi i1 [ true, %194 ], [ %182, %181 ], [ false, %188 ], [ true, %204 ], [ false, %209 ]
  call void @llvm.lifetime.end.p0(i64 88, ptr nonnull %15) #24
  br label %214

214:                                              ; preds = %160, %146, %134, %59, %93, %76, %68, %22, %212, %117, %109, %101
  %215 = phi i1 [ %213, %212 ], [ true, %101 ], [ true, %109 ], [ true, %117 ], [ true, %22 ], [ true, %68 ], [ true, %76 ], [ true, %93 ], [ true, %59 ], [ true, %134 ], [ true, %146 ], [ true, %160 ]
  ret i1 %215
}

define internal fastcc range(i64 0, 22) i64 @in_flight(ptr nocapture noundef readonly %0, i64 noundef %1, i64 noundef %2, i32 noundef %3) unnamed_addr #16 {
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
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %17 = icmp ugt i64 %15, %11
  br i1 %17, label %37, label %18

18:                                               ; preds = %4
  %19 = inttoptr i64 %15 to ptr
  %20 = zext i32 %3 to i64
  %21 = add nuw nsw i64 %20, 4
  br label %22

22:                                               ; preds = %18, %34
  %23 = phi ptr [ %19, %18 ], [ %35, %34 ]
  %24 = load i16, ptr %23, align 2
  %25 = icmp eq i16 %24, 1
  br i1 %25, label %37, label %26

26:                                               ; preds = %22
  %27 = icmp ugt i16 %24, 3
  br i1 %27, label %28, label %34

28:                                               ; preds = %26
  %29 = load i64, ptr %16, align 8
  %30 = shl i64 %29, 10
  %31 = add i64 %21, %30
  %32 = trunc i64 %31 to i16
  %33 = icmp eq i16 %24, %32
  br i1 %33, label %34, label %37

34:                                               ; preds = %28, %26
  %35 = getelementptr inbounds nuw i8, ptr %23, i64 2
  %36 = icmp ugt ptr %35, %12
  br i1 %36, label %37, label %22

37:                                               ; preds = %34, %22, %28, %4
  %38 = phi i64 [ 0, %4 ], [ 21, %28 ], [ 15, %22 ], [ 0, %34 ]
  ret i64 %38
}

define internal fastcc noundef zeroext i1 @issue_copy(ptr nocapture noundef %0, ptr nocapture noundef %1, ptr nocapture noundef nonnull readonly %2) unnamed_addr #0 {
  %4 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %7 = load i64, ptr %6, align 8
  %8 = add i64 %7, %5
  %9 = lshr i64 %5, 24
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %11 = load i64, ptr %10, align 8
  %12 = sub i64 %9, %11
  %13 = shl i64 %12, 24
  %14 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %15 = sext i32 %14 to i64
  %16 = icmp ult i64 %9, %15
  br i1 %16, label %17, label %27

17:                                               ; preds = %3
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %19 = load i64, ptr %18, align 8
  %20 = add i64 %19, %13
  %21 = icmp ult i64 %5, %20
  br i1 %21, label %27, label %22

22:                                               ; preds = %17
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %24 = load i64, ptr %23, align 8
  %25 = add i64 %24, %13
  %26 = icmp ugt i64 %8, %25
  br i1 %26, label %27, label %36

27:                                               ; preds = %22, %17, %3
  %28 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %29 = load i64, ptr %28, align 8
  %30 = getelementptr inbounds nuw i8, ptr %2, i64 72
  %31 = load i64, ptr %30, align 8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 6, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %29, ptr %33, align 8
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %5, ptr %34, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %31, ptr %35, align 8
  br label %162

36:                                               ; preds = %22
  %37 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %38 = load i64, ptr %37, align 8
  %39 = lshr i64 %38, 24
  %40 = icmp eq i64 %39, %9
  br i1 %40, label %50, label %41

41:                                               ; preds = %36
  %42 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %43 = load i64, ptr %42, align 8
  %44 = getelementptr inbounds nuw i8, ptr %2, i64 72
  %45 = load i64, ptr %44, align 8
  %46 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 33, ptr %46, align 8
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %43, ptr %47, align 8
  %48 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %38, ptr %48, align 8
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %45, ptr %49, align 8
  br label %162

50:                                               ; preds = %36
  %51 = icmp ult i64 %38, %20
  %52 = add i64 %38, 8
  %53 = icmp ugt i64 %52, %25
  %54 = or i1 %51, %53
  %55 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %56 = load i64, ptr %55, align 8
  %57 = getelementptr inbounds nuw i8, ptr %2, i64 72
  %58 = load i64, ptr %57, align 8
  br i1 %54, label %59, label %64

59:                                               ; preds = %50
  %60 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 6, ptr %60, align 8
  %61 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %56, ptr %61, align 8
  %62 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %38, ptr %62, align 8
  %63 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %58, ptr %63, align 8
  br label %162

64:                                               ; preds = %50
  %65 = trunc i64 %58 to i32
  %66 = tail call fastcc zeroext i1 @reach(ptr noundef nonnull %0, i64 noundef %5, i64 noundef %56, i32 noundef %65) #23
  br i1 %66, label %162, label %67

67:                                               ; preds = %64
  %68 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 28), align 4
  %69 = icmp eq i32 %68, 0
  br i1 %69, label %70, label %72

70:                                               ; preds = %67
  %71 = tail call fastcc zeroext i1 @make_copy(ptr noundef nonnull %0, ptr noundef %1, ptr noundef %2) #23
  br label %162

72:                                               ; preds = %67
  %73 = load i64, ptr %18, align 8
  %74 = add i64 %73, %13
  %75 = load i64, ptr %23, align 8
  %76 = add i64 %75, %13
  %77 = load i64, ptr %37, align 8
  %78 = load i64, ptr %55, align 8
  %79 = load i64, ptr %57, align 8
  %80 = trunc i64 %79 to i32
  %81 = tail call fastcc zeroext i1 @check_memory(ptr noundef nonnull %0, i64 noundef %74, i64 noundef %76, i64 noundef %77, i64 noundef 8, i64 noundef %78, i32 noundef %80) #23
  br i1 %81, label %162, label %82

82:                                               ; preds = %72
  %83 = load i64, ptr %37, align 8
  %84 = load i64, ptr %55, align 8
  %85 = load i64, ptr %57, align 8
  %86 = trunc i64 %85 to i32
  %87 = tail call fastcc zeroext i1 @check_fresh(ptr noundef nonnull %0, i64 noundef %83, i64 noundef %84, i32 noundef %86) #23
  br i1 %87, label %162, label %88

88:                                               ; preds = %82
  %89 = load i64, ptr %4, align 8
  %90 = load i64, ptr %6, align 8
  %91 = load i64, ptr %57, align 8
  %92 = trunc i64 %91 to i32
  %93 = tail call fastcc i64 @in_flight(ptr noundef nonnull %0, i64 noundef %89, i64 noundef %90, i32 noundef %92) #23
  %94 = icmp eq i64 %93, 0
  br i1 %94, label %101, label %95

95:                                               ; preds = %88
  %96 = load i64, ptr %55, align 8
  %97 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 15, ptr %97, align 8
  %98 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %96, ptr %98, align 8
  %99 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %89, ptr %99, align 8
  %100 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %91, ptr %100, align 8
  br label %162

101:                                              ; preds = %88
  %102 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 32), align 4
  %103 = icmp eq i32 %102, 0
  br i1 %103, label %121, label %104

104:                                              ; preds = %101
  %105 = load i64, ptr %55, align 8
  %106 = tail call fastcc zeroext i1 @check_write(ptr noundef nonnull %0, i64 noundef %89, i64 noundef %90, i64 noundef %105, i64 noundef %91) #23
  br i1 %106, label %162, label %107

107:                                              ; preds = %104
  %108 = load i64, ptr %4, align 8
  %109 = load i64, ptr %6, align 8
  %110 = load i64, ptr %55, align 8
  %111 = load i64, ptr %57, align 8
  %112 = trunc i64 %111 to i32
  %113 = add i64 %109, %108
  %114 = icmp ult i64 %108, %113
  br i1 %114, label %118, label %121

115:                                              ; preds = %118
  %116 = add i64 %119, 16
  %117 = icmp ult i64 %116, %113
  br i1 %117, label %118, label %121

118:                                              ; preds = %107, %115
  %119 = phi i64 [ %116, %115 ], [ %108, %107 ]
  %120 = tail call fastcc zeroext i1 @check_fenced(ptr noundef %0, i64 noundef %119, i64 noundef %110, i32 noundef %112, i32 noundef 0) #23
  br i1 %120, label %162, label %115

121:                                              ; preds = %115, %107, %101
  %122 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %123 = load i64, ptr %122, align 8
  %124 = load i64, ptr %10, align 8
  %125 = getelementptr inbounds nuw i8, ptr %0, i64 272
  %126 = load i64, ptr %125, align 8
  %127 = mul i64 %126, %124
  %128 = sub i64 %123, %127
  %129 = inttoptr i64 %128 to ptr
  %130 = getelementptr inbounds nuw i8, ptr %129, i64 128
  %131 = load i32, ptr %130, align 64
  %132 = icmp eq i32 %131, 256
  br i1 %132, label %133, label %137

133:                                              ; preds = %121
  %134 = tail call fastcc zeroext i1 @deliver_bulk(ptr noundef nonnull %0, ptr noundef %1, i32 noundef 0) #23
  br i1 %134, label %162, label %135

135:                                              ; preds = %133
  %136 = load i32, ptr %130, align 64
  br label %137

137:                                              ; preds = %135, %121
  %138 = phi i32 [ %136, %135 ], [ %131, %121 ]
  %139 = getelementptr inbounds nuw i8, ptr %129, i64 6464
  %140 = add i32 %138, 1
  store i32 %140, ptr %130, align 64
  %141 = zext i32 %138 to i64
  %142 = getelementptr inbounds nuw [256 x %struct.bulk_copy], ptr %139, i64 0, i64 %141
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(88) %142, ptr noundef nonnull align 8 dereferenceable(88) %2, i64 88, i1 false)
  %143 = getelementptr inbounds nuw i8, ptr %0, i64 216
  %144 = load i64, ptr %143, align 8
  %145 = inttoptr i64 %144 to ptr
  %146 = tail call fastcc zeroext i1 @move_bulk(ptr noundef nonnull %0, ptr noundef %145, ptr noundef %2) #23
  %147 = load i64, ptr %4, align 8
  %148 = load i64, ptr %6, align 8
  %149 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %150 = load i64, ptr %149, align 8
  %151 = lshr i64 %147, 1
  %152 = and i64 %151, 9223372036854775806
  %153 = add i64 %150, %152
  %154 = inttoptr i64 %153 to ptr
  %155 = lshr i64 %148, 2
  %156 = icmp ult i64 %148, 4
  br i1 %156, label %162, label %157

157:                                              ; preds = %137, %157
  %158 = phi i64 [ %160, %157 ], [ 0, %137 ]
  %159 = getelementptr inbounds nuw i16, ptr %154, i64 %158
  store i16 1, ptr %159, align 2
  %160 = add nuw nsw i64 %158, 1
  %161 = icmp eq i64 %160, %155
  br i1 %161, label %162, label %157

162:                                              ; preds = %118, %157, %137, %133, %104, %72, %82, %64, %95, %70, %59, %41, %27
  %163 = phi i1 [ true, %27 ], [ true, %41 ], [ true, %59 ], [ true, %95 ], [ %71, %70 ], [ true, %64 ], [ true, %82 ], [ true, %72 ], [ true, %104 ], [ true, %133 ], [ %146, %137 ], [ %146, %157 ], [ true, %118 ]
  ret i1 %163
}

define void @note_arrival(ptr nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #8 {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = icmp ugt i32 %1, 15
  br i1 %8, label %80, label %9

9:                                                ; preds = %4
  %10 = getelementptr inbounds nuw i8, ptr %7, i64 64
  %11 = zext nneg i32 %1 to i64
  %12 = getelementptr inbounds nuw [16 x i32], ptr %10, i64 0, i64 %11
  %13 = load i32, ptr %12, align 4
  %14 = tail call noundef i32 @llvm.smax.i32(i32 %13, i32 %2)
  store i32 %14, ptr %12, align 4
  %15 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 32), align 4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %58, label %17

17:                                               ; preds = %9
  %18 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %19 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 40), align 8
  %20 = add nsw i32 %19, 31
  %21 = sdiv i32 %20, 32
  %22 = shl i32 %18, 5
  %23 = mul i32 %22, %21
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %25 = load i64, ptr %24, align 8
  %26 = trunc i64 %25 to i32
  %27 = shl i32 %26, 4
  %28 = or disjoint i32 %27, %1
  %29 = add i32 %28, %23
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %31 = load i64, ptr %30, align 8
  %32 = inttoptr i64 %31 to ptr
  %33 = getelementptr inbounds nuw i8, ptr %32, i64 4
  %34 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 48), align 8
  %35 = mul i32 %29, %34
  %36 = zext i32 %35 to i64
  %37 = getelementptr inbounds nuw i32, ptr %33, i64 %36
  %38 = shl i32 %26, 5
  %39 = mul i32 %38, %21
  %40 = add i32 %39, %3
  %41 = mul i32 %40, %34
  %42 = zext i32 %41 to i64
  %43 = getelementptr inbounds nuw i32, ptr %33, i64 %42
  %44 = icmp sgt i32 %34, 0
  br i1 %44, label %45, label %58

45:                                               ; preds = %17
  %46 = zext nneg i32 %34 to i64
  br label %47

47:                                               ; preds = %55, %45
  %48 = phi i64 [ 0, %45 ], [ %56, %55 ]
  %49 = getelementptr inbounds nuw i32, ptr %43, i64 %48
  %50 = load i32, ptr %49, align 4
  %51 = getelementptr inbounds nuw i32, ptr %37, i64 %48
  %52 = load i32, ptr %51, align 4
  %53 = icmp ugt i32 %50, %52
  br i1 %53, label %54, label %55

54:                                               ; preds = %47
  store i32 %50, ptr %51, align 4
  br label %55

55:                                               ; preds = %54, %47
  %56 = add nuw nsw i64 %48, 1
  %57 = icmp eq i64 %56, %46
  br i1 %57, label %58, label %47

58:                                               ; preds = %55, %17, %9
  %59 = getelementptr inbounds nuw i8, ptr %7, i64 136
  %60 = lshr i32 %3, 5
  %61 = zext nneg i32 %60 to i64
  %62 = getelementptr inbounds nuw [16 x [32 x i32]], ptr %59, i64 0, i64 %11, i64 %61
  %63 = and i32 %3, 31
  %64 = shl nuw i32 1, %63
  %65 = load i32, ptr %62, align 4
  %66 = and i32 %65, %64
  %67 = icmp eq i32 %66, 0
  br i1 %67, label %72, label %68

68:                                               ; preds = %58
  %69 = getelementptr inbounds nuw [16 x i32], ptr %7, i64 0, i64 %11
  %70 = load i32, ptr %69, align 4
  %71 = add nsw i32 %70, 32
  store i32 %71, ptr %69, align 4
  br label %72

72:                                               ; preds = %68, %58
  %73 = phi i32 [ 0, %68 ], [ %65, %58 ]
  %74 = or i32 %73, %64
  store i32 %74, ptr %62, align 4
  %75 = icmp eq i32 %74, -1
  br i1 %75, label %76, label %80

76:                                               ; preds = %72
  %77 = getelementptr inbounds nuw [16 x i32], ptr %7, i64 0, i64 %11
  %78 = load i32, ptr %77, align 4
  %79 = add nsw i32 %78, 32
  store i32 %79, ptr %77, align 4
  store i32 0, ptr %62, align 4
  br label %80

80:                                               ; preds = %72, %76, %4
  ret void
}

define noundef zeroext i1 @arrive_at_cluster(ptr nocapture noundef %0, i1 noundef zeroext %1, i64 noundef %2, i32 noundef %3) local_unnamed_addr #8 {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %6 = load i64, ptr %5, align 8
  %7 = inttoptr i64 %6 to ptr
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 2328
  %9 = zext i32 %3 to i64
  %10 = getelementptr inbounds nuw [1024 x i32], ptr %8, i64 0, i64 %9
  %11 = load i32, ptr %10, align 4
  %12 = and i32 %11, 1
  %13 = icmp ne i32 %12, 0
  br i1 %13, label %14, label %19

14:                                               ; preds = %4
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 29, ptr %15, align 8
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %2, ptr %16, align 8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 0, ptr %17, align 8
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %9, ptr %18, align 8
  br label %66

19:                                               ; preds = %4
  %20 = or disjoint i32 %11, 1
  store i32 %20, ptr %10, align 4
  %21 = getelementptr inbounds nuw i8, ptr %7, i64 2188
  %22 = load i32, ptr %21, align 4
  %23 = add i32 %22, 1
  store i32 %23, ptr %21, align 4
  %24 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 32), align 4
  %25 = icmp ne i32 %24, 0
  %26 = and i1 %1, %25
  br i1 %26, label %27, label %66

27:                                               ; preds = %19
  %28 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %29 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 40), align 8
  %30 = add nsw i32 %29, 31
  %31 = sdiv i32 %30, 32
  %32 = shl nsw i32 %31, 5
  %33 = or disjoint i32 %32, 16
  %34 = mul i32 %33, %28
  %35 = or disjoint i32 %34, 1
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %37 = load i64, ptr %36, align 8
  %38 = inttoptr i64 %37 to ptr
  %39 = getelementptr inbounds nuw i8, ptr %38, i64 4
  %40 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 48), align 8
  %41 = mul i32 %35, %40
  %42 = zext i32 %41 to i64
  %43 = getelementptr inbounds nuw i32, ptr %39, i64 %42
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %45 = load i64, ptr %44, align 8
  %46 = trunc i64 %45 to i32
  %47 = mul i32 %32, %46
  %48 = add i32 %47, %3
  %49 = mul i32 %48, %40
  %50 = zext i32 %49 to i64
  %51 = getelementptr inbounds nuw i32, ptr %39, i64 %50
  %52 = icmp sgt i32 %40, 0
  br i1 %52, label %53, label %66

53:                                               ; preds = %27
  %54 = zext nneg i32 %40 to i64
  br label %55

55:                                               ; preds = %63, %53
  %56 = phi i64 [ 0, %53 ], [ %64, %63 ]
  %57 = getelementptr inbounds nuw i32, ptr %51, i64 %56
  %58 = load i32, ptr %57, align 4
  %59 = getelementptr inbounds nuw i32, ptr %43, i64 %56
  %60 = load i32, ptr %59, align 4
  %61 = icmp ugt i32 %58, %60
  br i1 %61, label %62, label %63

62:                                               ; preds = %55
  store i32 %58, ptr %59, align 4
  br label %63

63:                                               ; preds = %62, %55
  %64 = add nuw nsw i64 %56, 1
  %65 = icmp eq i64 %64, %54
  br i1 %65, label %66, label %55

66:                                               ; preds = %63, %27, %19, %14
  ret i1 %13
}

define range(i32 0, 3) i32 @wait_at_cluster(ptr nocapture noundef %0, i64 noundef %1, i32 noundef %2) local_unnamed_addr #8 {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %5 = load i64, ptr %4, align 8
  %6 = inttoptr i64 %5 to ptr
  %7 = load i32, ptr @plan, align 4
  %8 = icmp sgt i32 %7, 0
  br i1 %8, label %9, label %105

9:                                                ; preds = %3
  %10 = getelementptr inbounds nuw i8, ptr %6, i64 2328
  %11 = getelementptr inbounds nuw i8, ptr %6, i64 2184
  %12 = zext nneg i32 %7 to i64
  br label %39

13:                                               ; preds = %53
  %14 = add nuw nsw i64 %40, 1
  %15 = icmp eq i64 %14, %12
  br i1 %15, label %16, label %39

16:                                               ; preds = %13
  %17 = getelementptr inbounds nuw i8, ptr %6, i64 2328
  %18 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 32), align 4
  %19 = icmp eq i32 %18, 0
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %22 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 40), align 8
  %23 = add nsw i32 %22, 31
  %24 = sdiv i32 %23, 32
  %25 = shl nsw i32 %24, 5
  %26 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %27 = or disjoint i32 %25, 16
  %28 = mul i32 %27, %26
  %29 = or disjoint i32 %28, 2
  %30 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 48), align 8
  %31 = mul i32 %29, %30
  %32 = zext i32 %31 to i64
  %33 = or disjoint i32 %28, 1
  %34 = mul i32 %33, %30
  %35 = zext i32 %34 to i64
  %36 = icmp sgt i32 %30, 0
  %37 = zext nneg i32 %30 to i64
  %38 = zext nneg i32 %7 to i64
  br label %57

39:                                               ; preds = %9, %13
  %40 = phi i64 [ 0, %9 ], [ %14, %13 ]
  %41 = trunc nuw nsw i64 %40 to i32
  %42 = add i32 %2, %41
  %43 = zext i32 %42 to i64
  %44 = getelementptr inbounds nuw [1024 x i32], ptr %10, i64 0, i64 %43
  %45 = load i32, ptr %44, align 4
  %46 = and i32 %45, 1
  %47 = icmp eq i32 %46, 0
  br i1 %47, label %48, label %53

48:                                               ; preds = %39
  %49 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 30, ptr %49, align 8
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %1, ptr %50, align 8
  %51 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 0, ptr %51, align 8
  %52 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %43, ptr %52, align 8
  br label %105

53:                                               ; preds = %39
  %54 = lshr i32 %45, 1
  %55 = load i32, ptr %11, align 8
  %56 = icmp ult i32 %54, %55
  br i1 %56, label %13, label %105

57:                                               ; preds = %16, %102
  %58 = phi i64 [ 0, %16 ], [ %103, %102 ]
  %59 = trunc nuw nsw i64 %58 to i32
  %60 = add i32 %2, %59
  %61 = zext i32 %60 to i64
  %62 = getelementptr inbounds nuw [1024 x i32], ptr %17, i64 0, i64 %61
  %63 = load i32, ptr %62, align 4
  %64 = add i32 %63, 1
  store i32 %64, ptr %62, align 4
  br i1 %19, label %102, label %65

65:                                               ; preds = %57
  %66 = load i64, ptr %20, align 8
  %67 = inttoptr i64 %66 to ptr
  %68 = load i32, ptr %67, align 4
  %69 = add i32 %68, 1
  store i32 %69, ptr %67, align 4
  %70 = load i64, ptr %21, align 8
  %71 = trunc i64 %70 to i32
  %72 = mul i32 %25, %71
  %73 = add i32 %72, %60
  %74 = load i64, ptr %20, align 8
  %75 = inttoptr i64 %74 to ptr
  %76 = getelementptr inbounds nuw i8, ptr %75, i64 4
  %77 = getelementptr inbounds nuw i32, ptr %76, i64 %32
  %78 = zext i32 %73 to i64
  %79 = getelementptr inbounds nuw %struct.thread_times, ptr %77, i64 %78, i32 2
  store i32 %69, ptr %79, align 4
  %80 = load i64, ptr %21, align 8
  %81 = trunc i64 %80 to i32
  %82 = mul i32 %25, %81
  %83 = add i32 %82, %60
  %84 = load i64, ptr %20, align 8
  %85 = inttoptr i64 %84 to ptr
  %86 = getelementptr inbounds nuw i8, ptr %85, i64 4
  %87 = mul i32 %83, %30
  %88 = zext i32 %87 to i64
  %89 = getelementptr inbounds nuw i32, ptr %86, i64 %88
  %90 = getelementptr inbounds nuw i32, ptr %86, i64 %35
  br i1 %36, label %91, label %102

91:                                               ; preds = %65, %99
  %92 = phi i64 [ %100, %99 ], [ 0, %65 ]
  %93 = getelementptr inbounds nuw i32, ptr %90, i64 %92
  %94 = load i32, ptr %93, align 4
  %95 = getelementptr inbounds nuw i32, ptr %89, i64 %92
  %96 = load i32, ptr %95, align 4
  %97 = icmp ugt i32 %94, %96
  br i1 %97, label %98, label %99

98:                                               ; preds = %91
  store i32 %94, ptr %95, align 4
  br label %99

99:                                               ; preds = %98, %91
  %100 = add nuw nsw i64 %92, 1
  %101 = icmp eq i64 %100, %37
  br i1 %101, label %102, label %91

102:                                              ; preds = %99, %65, %57
  %103 = add nuw nsw i64 %58, 1
  %104 = icmp eq i64 %103, %38
  br i1 %104, label %105, label %57

105:                                              ; preds = %53, %102, %3, %48
  %106 = phi i32 [ 2, %48 ], [ 1, %3 ], [ 1, %102 ], [ 0, %53 ]
  ret i32 %106
}

define void @clear_warpgroup(ptr nocapture noundef writeonly %0, i32 noundef %1) local_unnamed_addr #11 {
  %3 = zext i32 %1 to i64
  %4 = mul nuw nsw i64 %3, 28
  %5 = add nuw nsw i64 %4, 12
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(1) %0, i8 0, i64 %5, i1 false)
  ret void
}

define noundef zeroext i1 @access_fragment(ptr nocapture noundef writeonly %0, ptr nocapture noundef %1, i32 noundef %2, i1 noundef zeroext %3, i64 noundef %4, i32 noundef %5) local_unnamed_addr #10 {
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

define noundef zeroext i1 @use_fragment(ptr nocapture noundef writeonly %0, ptr nocapture noundef %1, i32 noundef %2, i32 noundef %3, i64 noundef %4, i32 noundef %5) local_unnamed_addr #10 {
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

define void @fence_registers(ptr nocapture noundef %0) local_unnamed_addr #10 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load i32, ptr %2, align 4
  %4 = add i32 %3, 1
  store i32 %4, ptr %2, align 4
  ret void
}

define void @commit_matrices(ptr nocapture noundef %0) local_unnamed_addr #10 {
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
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %19 = load i64, ptr %18, align 8
  %20 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 40), align 8
  %21 = add nsw i32 %20, 31
  %22 = sdiv i32 %21, 32
  %23 = trunc i64 %19 to i32
  %24 = shl i32 %23, 5
  %25 = mul i32 %24, %22
  %26 = add i32 %25, %3
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %28 = load i64, ptr %27, align 8
  %29 = inttoptr i64 %28 to ptr
  %30 = getelementptr inbounds nuw i8, ptr %29, i64 4
  %31 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 48), align 8
  %32 = mul i32 %26, %31
  %33 = zext i32 %32 to i64
  %34 = getelementptr inbounds nuw i32, ptr %30, i64 %33
  %35 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %36 = sdiv i32 %31, %35
  %37 = lshr i32 %3, 7
  %38 = mul i32 %36, %23
  %39 = add i32 %38, %37
  %40 = zext i32 %39 to i64
  %41 = getelementptr inbounds nuw i32, ptr %34, i64 %40
  %42 = load i32, ptr %41, align 4
  %43 = icmp ugt i32 %17, %42
  br i1 %43, label %44, label %45

44:                                               ; preds = %16
  store i32 %17, ptr %41, align 4
  br label %45

45:                                               ; preds = %44, %16
  ret void
}

define noundef zeroext i1 @load_matrices(ptr nocapture noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef writeonly %3, i32 noundef %4, i1 noundef zeroext %5, i32 noundef %6, i32 noundef %7, i64 noundef %8) local_unnamed_addr #5 {
  %10 = alloca [8 x [8 x i16]], align 16
  %11 = alloca [8 x [8 x i16]], align 16
  %12 = icmp sgt i32 %6, 0
  br i1 %12, label %13, label %68

13:                                               ; preds = %9
  %14 = icmp sgt i32 %4, 0
  %15 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 4), align 4
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
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %10) #24
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %11) #24
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
  %39 = tail call zeroext i1 @check_shared(ptr noundef %0, i64 noundef %36, i64 noundef 16, i64 noundef %8, i32 noundef %38) #23
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
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %11) #24
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %10) #24
  %62 = add nuw nsw i64 %26, 1
  %63 = icmp eq i64 %62, %20
  br i1 %63, label %65, label %25

64:                                               ; preds = %34
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %11) #24
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %10) #24
  br label %68

65:                                               ; preds = %59, %21
  %66 = add nuw nsw i64 %22, 32
  %67 = icmp samesign ult i64 %66, %19
  br i1 %67, label %21, label %68

68:                                               ; preds = %65, %9, %64
  %69 = phi i1 [ true, %64 ], [ false, %9 ], [ false, %65 ]
  ret i1 %69
}

define i32 @shuffle_source(i32 noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #9 {
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

define void @run(ptr noundef %0) local_unnamed_addr #17 {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %3 = load i64, ptr %2, align 8
  %4 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %5 = sext i32 %4 to i64
  %6 = udiv i64 %3, %5
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 72
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %9 = load i64, ptr %8, align 8
  %10 = inttoptr i64 %9 to ptr
  %11 = load volatile i64, ptr %10, align 8
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %13, label %58

13:                                               ; preds = %1
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %15 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 44), align 4
  %16 = sext i32 %15 to i64
  %17 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 48), align 4
  %18 = sext i32 %17 to i64
  %19 = mul nsw i64 %18, %16
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 32
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 64
  br label %26

26:                                               ; preds = %13, %53
  %27 = load i64, ptr %7, align 8
  %28 = inttoptr i64 %27 to ptr
  %29 = atomicrmw add ptr %28, i64 1 monotonic, align 8
  %30 = icmp ult i64 %29, %6
  br i1 %30, label %31, label %58

31:                                               ; preds = %26
  %32 = load i64, ptr %14, align 8
  %33 = icmp eq i64 %32, 0
  %34 = xor i64 %29, -1
  %35 = add i64 %6, %34
  %36 = select i1 %33, i64 %29, i64 %35
  %37 = udiv i64 %5, %19
  %38 = load i64, ptr %20, align 8
  %39 = udiv i64 %38, %16
  %40 = load i64, ptr %21, align 8
  %41 = udiv i64 %40, %18
  tail call fastcc void @enter(ptr noundef nonnull %0, i64 noundef 0) #23
  store i64 %36, ptr %22, align 8
  %42 = urem i64 %36, %39
  %43 = mul i64 %42, %16
  store i64 %43, ptr %23, align 8
  %44 = udiv i64 %36, %39
  %45 = urem i64 %44, %41
  %46 = mul i64 %45, %18
  store i64 %46, ptr %24, align 8
  %47 = udiv i64 %44, %41
  %48 = mul i64 %47, %37
  store i64 %48, ptr %25, align 8
  %49 = tail call fastcc zeroext i1 @run_cluster(ptr noundef nonnull %0) #23
  br i1 %49, label %50, label %53

50:                                               ; preds = %31
  %51 = load i64, ptr %8, align 8
  %52 = inttoptr i64 %51 to ptr
  store volatile i64 1, ptr %52, align 8
  br label %53

53:                                               ; preds = %31, %50
  %54 = load i64, ptr %8, align 8
  %55 = inttoptr i64 %54 to ptr
  %56 = load volatile i64, ptr %55, align 8
  %57 = icmp eq i64 %56, 0
  br i1 %57, label %26, label %58

58:                                               ; preds = %53, %26, %1
  ret void
}

define internal fastcc noundef zeroext i1 @run_cluster(ptr noundef initializes((256, 264)) %0) unnamed_addr #18 {
  %2 = alloca [8 x [1024 x i32]], align 16
  call void @llvm.lifetime.start.p0(i64 32768, ptr nonnull %2) #24
  %3 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %4 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 4), align 4
  %5 = icmp ne i32 %4, 0
  %6 = icmp sgt i32 %3, 1
  %7 = select i1 %5, i1 %6, i1 false
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %9 = load i64, ptr %8, align 8
  br i1 %5, label %10, label %13

10:                                               ; preds = %1
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 248
  %12 = load i64, ptr %11, align 8
  br label %13

13:                                               ; preds = %1, %10
  %14 = phi i64 [ %12, %10 ], [ 0, %1 ]
  %15 = add i64 %14, %9
  %16 = and i64 %15, 1
  %17 = icmp eq i64 %16, 0
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 256
  store i64 0, ptr %18, align 8
  %19 = icmp sgt i32 %3, 0
  br i1 %19, label %20, label %43

20:                                               ; preds = %13
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %22 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 52), align 4
  %23 = icmp ne i32 %22, 0
  %24 = select i1 %23, i1 true, i1 %6
  %25 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 12), align 4
  %26 = icmp eq i32 %25, 0
  %27 = select i1 %26, i64 136, i64 2184
  %28 = select i1 %24, i64 6464, i64 %27
  %29 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 24), align 4
  %30 = icmp ne i32 %29, 0
  %31 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 28), align 4
  %32 = icmp ne i32 %31, 0
  %33 = select i1 %30, i1 true, i1 %32
  %34 = select i1 %33, i1 true, i1 %7
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %38 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 44), align 4
  %39 = icmp sgt i32 %38, 0
  %40 = zext i32 %38 to i64
  %41 = shl nuw nsw i64 %40, 2
  %42 = zext nneg i32 %3 to i64
  br label %46

43:                                               ; preds = %67, %13
  %44 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 32), align 4
  %45 = icmp eq i32 %44, 0
  br i1 %45, label %106, label %70

46:                                               ; preds = %20, %67
  %47 = phi i64 [ 0, %20 ], [ %68, %67 ]
  %48 = shl nuw nsw i64 %47, 12
  %49 = getelementptr i8, ptr %2, i64 %48
  tail call fastcc void @enter(ptr noundef nonnull %0, i64 noundef %47) #23
  %50 = load i64, ptr %21, align 8
  %51 = inttoptr i64 %50 to ptr
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 64 dereferenceable(1) %51, i8 0, i64 %28, i1 false)
  br i1 %34, label %52, label %65

52:                                               ; preds = %46
  %53 = load i64, ptr %35, align 8
  %54 = load i64, ptr %36, align 8
  %55 = sub i64 %54, %53
  %56 = icmp ult i64 %55, 4
  br i1 %56, label %65, label %57

57:                                               ; preds = %52
  %58 = load i64, ptr %37, align 8
  %59 = lshr i64 %53, 1
  %60 = and i64 %59, 9223372036854775806
  %61 = add i64 %58, %60
  %62 = inttoptr i64 %61 to ptr
  %63 = lshr i64 %55, 1
  %64 = and i64 %63, 9223372036854775806
  tail call void @llvm.memset.p0.i64(ptr align 2 %62, i8 0, i64 %64, i1 false)
  br label %65

65:                                               ; preds = %46, %52, %57
  br i1 %39, label %66, label %67

66:                                               ; preds = %65
  call void @llvm.memset.p0.i64(ptr align 16 %49, i8 0, i64 %41, i1 false)
  br label %67

67:                                               ; preds = %66, %65
  %68 = add nuw nsw i64 %47, 1
  %69 = icmp eq i64 %68, %42
  br i1 %69, label %43, label %46

70:                                               ; preds = %43
  %71 = sext i32 %3 to i64
  %72 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %73 = load i64, ptr %72, align 8
  %74 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %75 = load i64, ptr %74, align 8
  %76 = sub i64 %73, %75
  %77 = lshr i64 %76, 4
  %78 = add nuw nsw i64 %77, 1
  %79 = mul i64 %78, %71
  %80 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 40), align 8
  %81 = add nsw i32 %80, 31
  %82 = sdiv i32 %81, 32
  %83 = shl nsw i32 %82, 5
  %84 = mul i32 %83, %3
  %85 = or disjoint i32 %83, 16
  %86 = mul i32 %85, %3
  %87 = or disjoint i32 %86, 2
  %88 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %89 = load i64, ptr %88, align 8
  %90 = inttoptr i64 %89 to ptr
  %91 = getelementptr inbounds nuw i8, ptr %90, i64 4
  %92 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 48), align 8
  %93 = mul i32 %87, %92
  %94 = zext i32 %93 to i64
  %95 = getelementptr inbounds nuw i32, ptr %91, i64 %94
  %96 = zext i32 %84 to i64
  %97 = getelementptr inbounds nuw %struct.thread_times, ptr %95, i64 %96
  %98 = mul nsw i32 %92, 3
  %99 = sext i32 %98 to i64
  %100 = shl nsw i64 %99, 2
  %101 = add nsw i64 %100, 32
  %102 = mul i64 %79, %101
  %103 = getelementptr inbounds nuw i8, ptr %97, i64 %102
  %104 = ptrtoint ptr %103 to i64
  %105 = sub i64 %104, %89
  tail call void @llvm.memset.p0.i64(ptr align 4 %90, i8 0, i64 %105, i1 false)
  br label %106

106:                                              ; preds = %70, %43
  %107 = icmp eq i32 %3, 0
  br i1 %107, label %575, label %108

108:                                              ; preds = %106
  %109 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %110 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %111 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %112 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 28), align 4
  %113 = icmp ne i32 %112, 0
  %114 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 20), align 4
  %115 = icmp eq i32 %114, 0
  %116 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 44), align 4
  %117 = add nsw i32 %116, 31
  %118 = sdiv i32 %117, 32
  %119 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %120 = icmp sgt i32 %116, 0
  %121 = tail call i32 @llvm.smax.i32(i32 %118, i32 1)
  %122 = icmp ne i32 %44, 0
  %123 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 40), align 8
  %124 = icmp sgt i32 %123, 0
  %125 = select i1 %122, i1 %124, i1 false
  %126 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %127 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %128 = add nuw nsw i32 %123, 31
  %129 = and i32 %128, 2147483616
  %130 = or disjoint i32 %129, 16
  %131 = mul i32 %130, %3
  %132 = or disjoint i32 %131, 2
  %133 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 48), align 8
  %134 = mul i32 %133, %132
  %135 = zext i32 %134 to i64
  %136 = icmp eq i32 %112, 0
  %137 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %138 = getelementptr inbounds nuw i8, ptr %0, i64 272
  %139 = icmp slt i32 %3, 2
  %140 = icmp eq i32 %4, 0
  %141 = or i1 %139, %140
  %142 = zext i32 %3 to i64
  %143 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 52), align 4
  %144 = icmp eq i32 %143, 0
  %145 = sext i32 %123 to i64
  %146 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %147 = getelementptr inbounds nuw i8, ptr %0, i64 224
  %148 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %149 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 16), align 4
  %150 = icmp eq i32 %149, 0
  %151 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 24), align 4
  %152 = icmp eq i32 %151, 0
  %153 = select i1 %152, i1 %136, i1 false
  %154 = icmp slt i32 %3, 1
  %155 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %156 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %157 = load i64, ptr @sizes, align 8
  %158 = zext nneg i32 %116 to i64
  %159 = select i1 %150, i1 true, i1 %153
  %160 = select i1 %159, i1 true, i1 %154
  br label %161

161:                                              ; preds = %108, %565
  %162 = phi i32 [ %3, %108 ], [ %339, %565 ]
  br i1 %19, label %163, label %490

163:                                              ; preds = %161, %337
  %164 = phi i32 [ %341, %337 ], [ 0, %161 ]
  %165 = phi i32 [ %340, %337 ], [ -1, %161 ]
  %166 = phi i32 [ %339, %337 ], [ %162, %161 ]
  %167 = phi i1 [ %338, %337 ], [ false, %161 ]
  %168 = xor i32 %164, -1
  %169 = add nsw i32 %3, %168
  %170 = select i1 %17, i32 %164, i32 %169
  %171 = load i64, ptr %18, align 8
  %172 = zext nneg i32 %170 to i64
  %173 = shl nuw i64 1, %172
  %174 = and i64 %171, %173
  %175 = icmp eq i64 %174, 0
  br i1 %175, label %176, label %337

176:                                              ; preds = %163
  %177 = sext i32 %170 to i64
  tail call fastcc void @enter(ptr noundef nonnull %0, i64 noundef %177) #23
  %178 = getelementptr inbounds [8 x [1024 x i32]], ptr %2, i64 0, i64 %177
  br label %180

179:                                              ; preds = %255
  switch i32 %257, label %337 [
    i32 -2, label %575
    i32 -1, label %263
    i32 0, label %265
  ]

180:                                              ; preds = %176, %255
  %181 = phi i32 [ 0, %176 ], [ %258, %255 ]
  %182 = phi i1 [ %167, %176 ], [ %256, %255 ]
  %183 = load i64, ptr %109, align 8
  %184 = load i64, ptr %110, align 8
  %185 = add i64 %184, %183
  %186 = load i64, ptr %111, align 8
  %187 = add i64 %185, %186
  %188 = and i64 %187, 1
  %189 = icmp eq i64 %188, 0
  %190 = load i64, ptr %8, align 8
  %191 = icmp ne i64 %190, 0
  %192 = select i1 %113, i1 %189, i1 false
  %193 = xor i1 %191, %192
  br i1 %115, label %220, label %194

194:                                              ; preds = %180
  br i1 %120, label %198, label %233

195:                                              ; preds = %217
  %196 = add nuw nsw i32 %200, 1
  %197 = icmp eq i32 %196, %121
  br i1 %197, label %222, label %198

198:                                              ; preds = %194, %195
  %199 = phi i32 [ %210, %195 ], [ 0, %194 ]
  %200 = phi i32 [ %196, %195 ], [ 0, %194 ]
  %201 = xor i32 %200, -1
  %202 = add nsw i32 %118, %201
  %203 = select i1 %193, i32 %202, i32 %200
  %204 = shl nsw i32 %203, 5
  %205 = sub nsw i32 %116, %204
  %206 = tail call noundef i32 @llvm.smin.i32(i32 %205, i32 32)
  br label %207

207:                                              ; preds = %213, %198
  %208 = phi i32 [ %199, %198 ], [ %210, %213 ]
  %209 = call fastcc i32 @run_groups(ptr noundef %0, ptr noundef nonnull %178, i32 noundef %204, i32 noundef %206, i1 noundef zeroext %193) #23
  %210 = or i32 %209, %208
  %211 = and i32 %209, 4
  %212 = icmp eq i32 %211, 0
  br i1 %212, label %215, label %213

213:                                              ; preds = %207
  %214 = call fastcc zeroext i1 @resolve_collectives(ptr noundef %0, ptr noundef nonnull %178, i32 noundef %204, i32 noundef %206) #23
  br i1 %214, label %207, label %215

215:                                              ; preds = %213, %207
  %216 = icmp samesign ult i32 %209, 8
  br i1 %216, label %217, label %575

217:                                              ; preds = %215
  %218 = load i64, ptr %119, align 8
  %219 = icmp eq i64 %218, 0
  br i1 %219, label %195, label %575

220:                                              ; preds = %180
  %221 = call fastcc i32 @run_groups(ptr noundef nonnull %0, ptr noundef nonnull %178, i32 noundef 0, i32 noundef %116, i1 noundef zeroext %193) #23
  br label %222

222:                                              ; preds = %195, %220
  %223 = phi i32 [ %221, %220 ], [ %210, %195 ]
  %224 = and i32 %223, 8
  %225 = icmp eq i32 %224, 0
  br i1 %225, label %226, label %575

226:                                              ; preds = %222
  %227 = and i32 %223, 2
  %228 = icmp ne i32 %227, 0
  %229 = and i1 %6, %228
  %230 = or i1 %182, %229
  %231 = and i32 %223, 1
  %232 = icmp eq i32 %231, 0
  br i1 %232, label %233, label %235

233:                                              ; preds = %194, %226
  %234 = phi i1 [ %230, %226 ], [ %182, %194 ]
  br i1 %125, label %237, label %255

235:                                              ; preds = %226
  %236 = call fastcc i32 @resolve_barriers(ptr noundef nonnull %0, ptr noundef nonnull %178, i1 noundef zeroext %228) #23
  br label %255

237:                                              ; preds = %233, %237
  %238 = phi i32 [ %253, %237 ], [ 0, %233 ]
  %239 = load i64, ptr %126, align 8
  %240 = inttoptr i64 %239 to ptr
  %241 = load i32, ptr %240, align 4
  %242 = add i32 %241, 1
  store i32 %242, ptr %240, align 4
  %243 = load i64, ptr %127, align 8
  %244 = trunc i64 %243 to i32
  %245 = mul i32 %129, %244
  %246 = add i32 %245, %238
  %247 = load i64, ptr %126, align 8
  %248 = inttoptr i64 %247 to ptr
  %249 = getelementptr inbounds nuw i8, ptr %248, i64 4
  %250 = getelementptr inbounds nuw i32, ptr %249, i64 %135
  %251 = zext i32 %246 to i64
  %252 = getelementptr inbounds nuw %struct.thread_times, ptr %250, i64 %251, i32 2
  store i32 %242, ptr %252, align 4
  %253 = add nuw nsw i32 %238, 1
  %254 = icmp eq i32 %253, %123
  br i1 %254, label %255, label %237

255:                                              ; preds = %237, %233, %235
  %256 = phi i1 [ %234, %233 ], [ %230, %235 ], [ %234, %237 ]
  %257 = phi i32 [ 1, %233 ], [ %236, %235 ], [ 1, %237 ]
  %258 = add nuw nsw i32 %181, 1
  %259 = icmp eq i32 %257, 1
  %260 = icmp samesign ult i32 %181, 63
  %261 = select i1 %259, i1 %7, i1 false
  %262 = select i1 %261, i1 %260, i1 false
  br i1 %262, label %180, label %179

263:                                              ; preds = %179
  %264 = select i1 %256, i32 1, i32 %165
  br label %337

265:                                              ; preds = %179
  %266 = add nsw i32 %166, -1
  %267 = load i64, ptr %127, align 8
  %268 = trunc i64 %267 to i32
  %269 = shl nuw i32 1, %268
  %270 = sext i32 %269 to i64
  %271 = load i64, ptr %18, align 8
  %272 = or i64 %271, %270
  store i64 %272, ptr %18, align 8
  br i1 %136, label %314, label %273

273:                                              ; preds = %265
  %274 = load i64, ptr %137, align 8
  %275 = load i64, ptr %138, align 8
  %276 = mul i64 %275, %267
  %277 = sub i64 %274, %276
  %278 = inttoptr i64 %277 to ptr
  %279 = getelementptr inbounds nuw i8, ptr %278, i64 128
  %280 = load i32, ptr %279, align 64
  %281 = icmp eq i32 %280, 0
  br i1 %281, label %314, label %282

282:                                              ; preds = %273
  %283 = getelementptr inbounds nuw i8, ptr %278, i64 6464
  %284 = zext i32 %280 to i64
  br label %288

285:                                              ; preds = %298
  %286 = add nuw nsw i64 %289, 1
  %287 = icmp eq i64 %286, %284
  br i1 %287, label %314, label %288

288:                                              ; preds = %285, %282
  %289 = phi i64 [ 0, %282 ], [ %286, %285 ]
  %290 = getelementptr inbounds nuw [256 x %struct.bulk_copy], ptr %283, i64 0, i64 %289
  %291 = getelementptr inbounds nuw i8, ptr %290, i64 56
  %292 = load i64, ptr %291, align 8
  %293 = icmp eq i64 %292, 4
  br i1 %293, label %294, label %298

294:                                              ; preds = %288
  %295 = getelementptr inbounds nuw i8, ptr %290, i64 80
  %296 = load i64, ptr %295, align 8
  %297 = icmp eq i64 %296, %267
  br i1 %297, label %306, label %298

298:                                              ; preds = %294, %288
  %299 = getelementptr inbounds nuw i8, ptr %290, i64 8
  %300 = load i64, ptr %299, align 8
  %301 = lshr i64 %300, 24
  %302 = icmp eq i64 %301, %267
  br i1 %302, label %303, label %285

303:                                              ; preds = %298
  %304 = getelementptr inbounds nuw i8, ptr %290, i64 80
  %305 = load i64, ptr %304, align 8
  br label %306

306:                                              ; preds = %294, %303
  %307 = phi i64 [ %305, %303 ], [ %267, %294 ]
  tail call fastcc void @enter(ptr noundef %0, i64 noundef %307) #23
  %308 = getelementptr inbounds nuw i8, ptr %290, i64 64
  %309 = load i64, ptr %308, align 8
  %310 = getelementptr inbounds nuw i8, ptr %290, i64 8
  %311 = load i64, ptr %310, align 8
  %312 = getelementptr inbounds nuw i8, ptr %290, i64 72
  %313 = load i64, ptr %312, align 8
  br label %567

314:                                              ; preds = %285, %273, %265
  br i1 %141, label %337, label %315

315:                                              ; preds = %314
  %316 = load i64, ptr %137, align 8
  %317 = inttoptr i64 %316 to ptr
  %318 = getelementptr inbounds nuw i8, ptr %317, i64 2200
  %319 = getelementptr inbounds nuw i8, ptr %317, i64 2184
  %320 = load i32, ptr %319, align 8
  br label %324

321:                                              ; preds = %324
  %322 = add nuw nsw i64 %325, 1
  %323 = icmp eq i64 %322, %142
  br i1 %323, label %337, label %324

324:                                              ; preds = %321, %315
  %325 = phi i64 [ 0, %315 ], [ %322, %321 ]
  %326 = getelementptr inbounds nuw [8 x %struct.touch], ptr %318, i64 0, i64 %325
  %327 = load i32, ptr %326, align 8
  %328 = icmp ugt i32 %327, %320
  br i1 %328, label %329, label %321

329:                                              ; preds = %324
  %330 = getelementptr inbounds nuw i8, ptr %326, i64 12
  %331 = load i32, ptr %330, align 4
  %332 = getelementptr inbounds nuw i8, ptr %326, i64 8
  %333 = load i32, ptr %332, align 8
  tail call fastcc void @enter(ptr noundef %0, i64 noundef %325) #23
  %334 = getelementptr inbounds nuw i8, ptr %0, i64 184
  store i64 %267, ptr %334, align 8
  %335 = zext i32 %333 to i64
  %336 = zext i32 %331 to i64
  br label %567

337:                                              ; preds = %321, %263, %179, %314, %163
  %338 = phi i1 [ %167, %163 ], [ %256, %314 ], [ %256, %263 ], [ %256, %179 ], [ %256, %321 ]
  %339 = phi i32 [ %166, %163 ], [ %266, %314 ], [ %166, %263 ], [ %166, %179 ], [ %266, %321 ]
  %340 = phi i32 [ %165, %163 ], [ 1, %314 ], [ %264, %263 ], [ 1, %179 ], [ 1, %321 ]
  %341 = add nuw nsw i32 %164, 1
  %342 = icmp eq i32 %341, %3
  br i1 %342, label %343, label %163

343:                                              ; preds = %337
  br i1 %144, label %439, label %344

344:                                              ; preds = %343
  %345 = load i64, ptr %127, align 8
  %346 = load i64, ptr %137, align 8
  %347 = load i64, ptr %138, align 8
  br label %350

348:                                              ; preds = %350
  %349 = icmp eq i32 %359, 0
  br i1 %349, label %439, label %363

350:                                              ; preds = %350, %344
  %351 = phi i64 [ 0, %344 ], [ %360, %350 ]
  %352 = phi i32 [ 0, %344 ], [ %359, %350 ]
  %353 = sub i64 %351, %345
  %354 = mul i64 %353, %347
  %355 = add i64 %354, %346
  %356 = inttoptr i64 %355 to ptr
  %357 = getelementptr inbounds nuw i8, ptr %356, i64 2188
  %358 = load i32, ptr %357, align 4
  %359 = add i32 %358, %352
  %360 = add nuw nsw i64 %351, 1
  %361 = icmp eq i64 %360, %142
  br i1 %361, label %348, label %350

362:                                              ; preds = %377
  br i1 %378, label %398, label %435

363:                                              ; preds = %348, %377
  %364 = phi i64 [ %380, %377 ], [ 0, %348 ]
  %365 = phi i8 [ %379, %377 ], [ 1, %348 ]
  tail call fastcc void @enter(ptr noundef %0, i64 noundef %364) #23
  %366 = trunc nuw i8 %365 to i1
  %367 = select i1 %366, i1 %124, i1 false
  br i1 %367, label %368, label %377

368:                                              ; preds = %363
  %369 = load i64, ptr %137, align 8
  %370 = inttoptr i64 %369 to ptr
  %371 = getelementptr inbounds nuw i8, ptr %370, i64 2328
  %372 = getelementptr inbounds nuw i8, ptr %370, i64 2184
  %373 = load i32, ptr %372, align 8
  %374 = shl i32 %373, 1
  %375 = or disjoint i32 %374, 1
  %376 = getelementptr inbounds nuw [1024 x i32], ptr %2, i64 %364
  br label %383

377:                                              ; preds = %392, %363
  %378 = phi i1 [ %366, %363 ], [ %395, %392 ]
  %379 = phi i8 [ %365, %363 ], [ %393, %392 ]
  %380 = add nuw nsw i64 %364, 1
  %381 = icmp samesign ult i64 %380, %142
  %382 = select i1 %378, i1 %381, i1 false
  br i1 %382, label %363, label %362

383:                                              ; preds = %392, %368
  %384 = phi i64 [ 0, %368 ], [ %394, %392 ]
  %385 = getelementptr inbounds nuw [1024 x i32], ptr %371, i64 0, i64 %384
  %386 = load i32, ptr %385, align 4
  %387 = icmp eq i32 %386, %375
  br i1 %387, label %392, label %388

388:                                              ; preds = %383
  %389 = trunc nuw nsw i64 %384 to i32
  %390 = call fastcc zeroext i1 @has_ended(ptr noundef %0, ptr noundef readonly %376, i32 noundef %389) #23
  %391 = zext i1 %390 to i8
  br label %392

392:                                              ; preds = %388, %383
  %393 = phi i8 [ 1, %383 ], [ %391, %388 ]
  %394 = add nuw nsw i64 %384, 1
  %395 = trunc nuw i8 %393 to i1
  %396 = icmp slt i64 %394, %145
  %397 = select i1 %395, i1 %396, i1 false
  br i1 %397, label %383, label %377

398:                                              ; preds = %362, %432
  %399 = phi i64 [ %433, %432 ], [ 0, %362 ]
  tail call fastcc void @enter(ptr noundef %0, i64 noundef %399) #23
  %400 = load i64, ptr %137, align 8
  %401 = inttoptr i64 %400 to ptr
  %402 = getelementptr inbounds nuw i8, ptr %401, i64 2184
  %403 = load i32, ptr %402, align 8
  %404 = add i32 %403, 1
  store i32 %404, ptr %402, align 8
  %405 = getelementptr inbounds nuw i8, ptr %401, i64 2188
  store i32 0, ptr %405, align 4
  %406 = getelementptr inbounds nuw i8, ptr %401, i64 2196
  %407 = load i32, ptr %406, align 4
  %408 = icmp eq i32 %407, 0
  br i1 %408, label %432, label %409

409:                                              ; preds = %398
  %410 = load i64, ptr %146, align 8
  %411 = add i64 %410, -1
  %412 = load i64, ptr %147, align 8
  %413 = lshr i64 %411, 1
  %414 = and i64 %413, 9223372036854775806
  %415 = add i64 %414, %412
  %416 = inttoptr i64 %415 to ptr
  %417 = load i64, ptr %148, align 8
  %418 = lshr i64 %417, 1
  %419 = and i64 %418, 9223372036854775806
  %420 = add i64 %419, %412
  %421 = icmp ugt i64 %420, %415
  br i1 %421, label %432, label %422

422:                                              ; preds = %409
  %423 = inttoptr i64 %420 to ptr
  br label %424

424:                                              ; preds = %429, %422
  %425 = phi ptr [ %430, %429 ], [ %423, %422 ]
  %426 = load i16, ptr %425, align 2
  %427 = icmp eq i16 %426, 3
  br i1 %427, label %428, label %429

428:                                              ; preds = %424
  store i16 0, ptr %425, align 2
  br label %429

429:                                              ; preds = %428, %424
  %430 = getelementptr inbounds nuw i8, ptr %425, i64 2
  %431 = icmp ugt ptr %430, %416
  br i1 %431, label %432, label %424

432:                                              ; preds = %429, %409, %398
  store i32 0, ptr %406, align 4
  %433 = add nuw nsw i64 %399, 1
  %434 = icmp eq i64 %433, %142
  br i1 %434, label %437, label %398

435:                                              ; preds = %362
  %436 = and i64 %345, 4294967295
  tail call fastcc void @enter(ptr noundef %0, i64 noundef %436) #23
  br label %439

437:                                              ; preds = %432
  %438 = and i64 %345, 4294967295
  tail call fastcc void @enter(ptr noundef %0, i64 noundef %438) #23
  br label %565

439:                                              ; preds = %348, %435, %343
  %440 = icmp eq i32 %340, -1
  br i1 %440, label %441, label %488

441:                                              ; preds = %439
  br i1 %160, label %490, label %442

442:                                              ; preds = %441, %484
  %443 = phi i64 [ %486, %484 ], [ 0, %441 ]
  %444 = phi i32 [ %485, %484 ], [ -1, %441 ]
  tail call fastcc void @enter(ptr noundef %0, i64 noundef %443) #23
  %445 = getelementptr inbounds nuw [1024 x i32], ptr %2, i64 %443
  %446 = load i64, ptr %137, align 8
  %447 = load i64, ptr %127, align 8
  %448 = load i64, ptr %138, align 8
  %449 = mul i64 %448, %447
  %450 = sub i64 %446, %449
  %451 = inttoptr i64 %450 to ptr
  %452 = getelementptr inbounds nuw i8, ptr %451, i64 128
  %453 = inttoptr i64 %446 to ptr
  %454 = getelementptr inbounds nuw i8, ptr %453, i64 132
  %455 = load i32, ptr %452, align 4
  %456 = load i32, ptr %454, align 4
  %457 = add i32 %456, %455
  br i1 %120, label %458, label %483

458:                                              ; preds = %442, %475
  %459 = phi i64 [ %476, %475 ], [ 0, %442 ]
  %460 = getelementptr inbounds nuw i32, ptr %445, i64 %459
  %461 = load i32, ptr %460, align 4
  %462 = and i32 %461, -2147352576
  %463 = icmp eq i32 %462, 131072
  br i1 %463, label %464, label %475

464:                                              ; preds = %458
  %465 = load i64, ptr %155, align 8
  %466 = inttoptr i64 %465 to ptr
  %467 = load i64, ptr %156, align 8
  %468 = mul nsw i64 %459, %157
  %469 = add i64 %467, %468
  %470 = inttoptr i64 %469 to ptr
  %471 = getelementptr inbounds nuw i8, ptr %470, i64 20
  %472 = load i32, ptr %471, align 4
  %473 = zext i32 %472 to i64
  %474 = tail call zeroext i1 @deliver_copies(ptr noundef %0, ptr noundef %466, i64 noundef %473) #23
  br i1 %474, label %575, label %475

475:                                              ; preds = %464, %458
  %476 = add nuw nsw i64 %459, 1
  %477 = icmp eq i64 %476, %158
  br i1 %477, label %478, label %458

478:                                              ; preds = %475
  %479 = load i32, ptr %452, align 4
  %480 = load i32, ptr %454, align 4
  %481 = add i32 %480, %479
  %482 = icmp eq i32 %481, %457
  br i1 %482, label %483, label %484

483:                                              ; preds = %478, %442
  br label %484

484:                                              ; preds = %483, %478
  %485 = phi i32 [ %444, %483 ], [ 1, %478 ]
  %486 = add nuw nsw i64 %443, 1
  %487 = icmp eq i64 %486, %142
  br i1 %487, label %488, label %442

488:                                              ; preds = %484, %439
  %489 = phi i32 [ %340, %439 ], [ %485, %484 ]
  switch i32 %489, label %575 [
    i32 -1, label %490
    i32 1, label %565
  ]

490:                                              ; preds = %441, %488, %161
  %491 = mul nsw i32 %116, %3
  %492 = icmp sgt i32 %491, 0
  br label %493

493:                                              ; preds = %555, %490
  %494 = phi i32 [ 0, %490 ], [ %556, %555 ]
  br i1 %492, label %495, label %555

495:                                              ; preds = %493
  %496 = icmp ne i32 %494, 0
  %497 = or i1 %150, %496
  %498 = icmp eq i32 %494, 1
  %499 = icmp eq i32 %494, 2
  br label %500

500:                                              ; preds = %552, %495
  %501 = phi i32 [ 0, %495 ], [ %553, %552 ]
  %502 = srem i32 %501, %116
  %503 = sdiv i32 %501, %116
  %504 = sext i32 %503 to i64
  %505 = zext nneg i32 %502 to i64
  %506 = getelementptr inbounds [1024 x i32], ptr %2, i64 %504, i64 %505
  %507 = load i32, ptr %506, align 4
  %508 = icmp slt i32 %507, 0
  br i1 %508, label %552, label %509

509:                                              ; preds = %500
  tail call fastcc void @enter(ptr noundef %0, i64 noundef %504) #23
  %510 = load i64, ptr %156, align 8
  %511 = mul nsw i64 %157, %505
  %512 = add i64 %510, %511
  %513 = inttoptr i64 %512 to ptr
  %514 = and i32 %507, 131072
  %515 = icmp eq i32 %514, 0
  %516 = or i1 %150, %515
  br i1 %516, label %521, label %517

517:                                              ; preds = %509
  %518 = getelementptr inbounds nuw i8, ptr %513, i64 20
  %519 = load i32, ptr %518, align 4
  %520 = icmp eq i32 %519, 0
  br label %521

521:                                              ; preds = %517, %509
  %522 = phi i1 [ false, %509 ], [ %520, %517 ]
  %523 = getelementptr inbounds nuw i8, ptr %513, i64 12
  %524 = load i32, ptr %523, align 4
  %525 = or i1 %497, %515
  %526 = select i1 %525, i1 true, i1 %522
  br i1 %526, label %545, label %527

527:                                              ; preds = %521
  %528 = load i32, ptr @plan, align 4
  %529 = getelementptr inbounds nuw i8, ptr %513, i64 20
  %530 = load i32, ptr %529, align 4
  %531 = zext i32 %530 to i64
  %532 = load i64, ptr %155, align 8
  %533 = inttoptr i64 %532 to ptr
  %534 = getelementptr inbounds nuw i8, ptr %533, i64 %531
  %535 = load i64, ptr %534, align 8
  %536 = and i64 %535, 1048575
  %537 = getelementptr inbounds nuw i8, ptr %0, i64 192
  store i64 %536, ptr %537, align 8
  %538 = lshr i64 %535, 40
  %539 = and i64 %538, 2097151
  %540 = add nsw i64 %539, -1048576
  %541 = getelementptr inbounds nuw i8, ptr %0, i64 200
  store i64 %540, ptr %541, align 8
  %542 = lshr i64 %535, 61
  %543 = and i64 %542, 1
  %544 = getelementptr inbounds nuw i8, ptr %0, i64 208
  store i64 %543, ptr %544, align 8
  br label %558

545:                                              ; preds = %521
  %546 = select i1 %498, i1 %522, i1 false
  br i1 %546, label %547, label %549

547:                                              ; preds = %545
  %548 = load i32, ptr @plan, align 4
  br label %558

549:                                              ; preds = %545
  br i1 %499, label %550, label %552

550:                                              ; preds = %549
  %551 = load i32, ptr @plan, align 4
  br label %558

552:                                              ; preds = %549, %500
  %553 = add nuw nsw i32 %501, 1
  %554 = icmp eq i32 %553, %491
  br i1 %554, label %555, label %500

555:                                              ; preds = %552, %493
  %556 = add nuw nsw i32 %494, 1
  %557 = icmp eq i32 %556, 3
  br i1 %557, label %575, label %493

558:                                              ; preds = %550, %547, %527
  %559 = phi i32 [ %548, %547 ], [ %551, %550 ], [ %528, %527 ]
  %560 = phi i64 [ 28, %547 ], [ 3, %550 ], [ 7, %527 ]
  %561 = phi i64 [ 0, %547 ], [ 0, %550 ], [ %531, %527 ]
  %562 = zext i32 %524 to i64
  %563 = mul nsw i32 %559, %502
  %564 = zext i32 %563 to i64
  br label %567

565:                                              ; preds = %488, %437
  %566 = icmp eq i32 %339, 0
  br i1 %566, label %575, label %161

567:                                              ; preds = %306, %329, %558
  %568 = phi i64 [ %560, %558 ], [ 36, %329 ], [ 16, %306 ]
  %569 = phi i64 [ %562, %558 ], [ %335, %329 ], [ %309, %306 ]
  %570 = phi i64 [ %561, %558 ], [ 0, %329 ], [ %311, %306 ]
  %571 = phi i64 [ %564, %558 ], [ %336, %329 ], [ %313, %306 ]
  store i64 %568, ptr %119, align 8
  %572 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %569, ptr %572, align 8
  %573 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %570, ptr %573, align 8
  %574 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %571, ptr %574, align 8
  br label %575

575:                                              ; preds = %565, %488, %179, %222, %464, %217, %215, %555, %567, %106
  %576 = phi i1 [ false, %106 ], [ true, %567 ], [ true, %555 ], [ true, %215 ], [ true, %217 ], [ true, %464 ], [ true, %222 ], [ true, %179 ], [ false, %565 ], [ true, %488 ]
  call void @llvm.lifetime.end.p0(i64 32768, ptr nonnull %2) #24
  ret i1 %576
}

define internal fastcc noundef zeroext i1 @reach(ptr nocapture noundef %0, i64 noundef %1, i64 noundef %2, i32 noundef %3) unnamed_addr #12 {
  %5 = lshr i64 %1, 24
  %6 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 4), align 4
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %33, label %8

8:                                                ; preds = %4
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %5, %10
  br i1 %11, label %33, label %12

12:                                               ; preds = %8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 184
  store i64 %5, ptr %13, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %15 = load i64, ptr %14, align 8
  %16 = inttoptr i64 %15 to ptr
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 2184
  %18 = load i32, ptr %17, align 8
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %26, label %20

20:                                               ; preds = %12
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 256
  %22 = load i64, ptr %21, align 8
  %23 = shl nuw i64 1, %5
  %24 = and i64 %22, %23
  %25 = icmp eq i64 %24, 0
  br i1 %25, label %33, label %26

26:                                               ; preds = %20, %12
  %27 = phi i64 [ 34, %12 ], [ 35, %20 ]
  %28 = zext i32 %3 to i64
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 %27, ptr %29, align 8
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %2, ptr %30, align 8
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %1, ptr %31, align 8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %28, ptr %32, align 8
  br label %33

33:                                               ; preds = %26, %20, %4, %8
  %34 = phi i1 [ false, %8 ], [ false, %4 ], [ false, %20 ], [ true, %26 ]
  ret i1 %34
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

define internal fastcc void @enter(ptr nocapture noundef %0, i64 noundef %1) unnamed_addr #10 {
  %3 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %4 = icmp eq i32 %3, 1
  br i1 %4, label %57, label %5

5:                                                ; preds = %2
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %7 = load i64, ptr %6, align 8
  %8 = sub i64 %1, %7
  %9 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 44), align 4
  %10 = sext i32 %9 to i64
  %11 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 48), align 4
  %12 = sext i32 %11 to i64
  %13 = sext i32 %3 to i64
  %14 = mul nsw i64 %12, %10
  %15 = udiv i64 %13, %14
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 264
  %17 = load i64, ptr %16, align 8
  %18 = mul i64 %17, %8
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %20 = load i64, ptr %19, align 8
  %21 = add i64 %20, %18
  store i64 %21, ptr %19, align 8
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 272
  %23 = load i64, ptr %22, align 8
  %24 = mul i64 %23, %8
  %25 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %26 = load i64, ptr %25, align 8
  %27 = add i64 %26, %24
  store i64 %27, ptr %25, align 8
  %28 = shl i64 %8, 24
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %30 = load i64, ptr %29, align 8
  %31 = add i64 %30, %28
  store i64 %31, ptr %29, align 8
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %33 = load i64, ptr %32, align 8
  %34 = add i64 %33, %28
  store i64 %34, ptr %32, align 8
  store i64 %1, ptr %6, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %36 = load i64, ptr %35, align 8
  %37 = freeze i64 %36
  %38 = urem i64 %37, %10
  %39 = sub nuw i64 %37, %38
  %40 = urem i64 %1, %10
  %41 = add i64 %39, %40
  store i64 %41, ptr %35, align 8
  %42 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %43 = load i64, ptr %42, align 8
  %44 = freeze i64 %43
  %45 = urem i64 %44, %12
  %46 = sub nuw i64 %44, %45
  %47 = udiv i64 %1, %10
  %48 = urem i64 %47, %12
  %49 = add i64 %46, %48
  store i64 %49, ptr %42, align 8
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %51 = load i64, ptr %50, align 8
  %52 = freeze i64 %51
  %53 = urem i64 %52, %15
  %54 = sub nuw i64 %52, %53
  %55 = udiv i64 %1, %14
  %56 = add i64 %54, %55
  store i64 %56, ptr %50, align 8
  br label %57

57:                                               ; preds = %2, %5
  ret void
}

define internal fastcc noundef zeroext i1 @make_copy(ptr nocapture noundef %0, ptr nocapture noundef %1, ptr nocapture noundef nonnull readonly %2) unnamed_addr #0 {
  %4 = tail call fastcc zeroext i1 @move_bulk(ptr noundef %0, ptr noundef %1, ptr noundef %2) #23
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
  %17 = tail call zeroext i1 @mbarrier_update(ptr noundef %0, ptr noundef %1, i64 noundef %7, i32 noundef 0, i32 noundef %11, i64 noundef %13, i32 noundef %16) #23
  br label %18

18:                                               ; preds = %5, %3
  %19 = phi i1 [ true, %3 ], [ %17, %5 ]
  ret i1 %19
}

define internal fastcc noundef zeroext i1 @move_bulk(ptr nocapture noundef %0, ptr nocapture noundef writeonly %1, ptr nocapture noundef nonnull readonly %2) unnamed_addr #0 {
  %4 = getelementptr inbounds nuw i8, ptr %2, i64 56
  %5 = load i64, ptr %4, align 8
  switch i64 %5, label %6 [
    i64 0, label %161
    i64 4, label %161
  ]

6:                                                ; preds = %3
  %7 = load i64, ptr %2, align 8
  %8 = inttoptr i64 %7 to ptr
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 80
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %12 = load i64, ptr %11, align 8
  %13 = sub nsw i64 0, %12
  %14 = tail call i64 @llvm.smax.i64(i64 %13, i64 0)
  %15 = tail call noundef i64 @llvm.smin.i64(i64 %14, i64 %10)
  %16 = getelementptr inbounds nuw i8, ptr %8, i64 32
  %17 = load i64, ptr %16, align 8
  %18 = sub nsw i64 %17, %12
  %19 = tail call i64 @llvm.smax.i64(i64 %18, i64 %15)
  %20 = tail call noundef i64 @llvm.smin.i64(i64 %19, i64 %10)
  %21 = getelementptr inbounds nuw i8, ptr %8, i64 96
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %205, label %24

24:                                               ; preds = %6
  %25 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %26 = load i64, ptr %25, align 8
  %27 = getelementptr inbounds nuw i8, ptr %8, i64 88
  %28 = getelementptr inbounds nuw i8, ptr %2, i64 40
  %29 = getelementptr inbounds nuw i8, ptr %2, i64 48
  %30 = getelementptr inbounds nuw i8, ptr %8, i64 40
  %31 = getelementptr inbounds nuw i8, ptr %8, i64 48
  %32 = icmp slt i64 %14, %20
  %33 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %34 = getelementptr inbounds nuw i8, ptr %8, i64 64
  %35 = getelementptr inbounds nuw i8, ptr %8, i64 72
  %36 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 4), align 4
  %37 = icmp ne i32 %36, 0
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %40 = icmp sgt i64 %10, 0
  %41 = getelementptr inbounds nuw i8, ptr %8, i64 24
  %42 = load i64, ptr %27, align 8
  br label %43

43:                                               ; preds = %145, %24
  %44 = phi i64 [ %22, %24 ], [ %146, %145 ]
  %45 = phi i64 [ %42, %24 ], [ %147, %145 ]
  %46 = phi i64 [ %42, %24 ], [ %148, %145 ]
  %47 = phi i64 [ %26, %24 ], [ %149, %145 ]
  %48 = phi i64 [ 0, %24 ], [ %150, %145 ]
  %49 = icmp eq i64 %46, 0
  br i1 %49, label %145, label %50

50:                                               ; preds = %43, %138
  %51 = phi i64 [ %139, %138 ], [ %45, %43 ]
  %52 = phi i64 [ %140, %138 ], [ %47, %43 ]
  %53 = phi i64 [ %141, %138 ], [ 0, %43 ]
  %54 = load i64, ptr %28, align 8
  %55 = add i64 %54, %53
  %56 = load i64, ptr %29, align 8
  %57 = add i64 %56, %48
  %58 = load i64, ptr %30, align 8
  %59 = icmp ult i64 %55, %58
  br i1 %59, label %60, label %64

60:                                               ; preds = %50
  %61 = load i64, ptr %31, align 8
  %62 = icmp ult i64 %57, %61
  %63 = select i1 %62, i1 %32, i1 false
  br label %64

64:                                               ; preds = %60, %50
  %65 = phi i1 [ false, %50 ], [ %63, %60 ]
  %66 = load i64, ptr %33, align 8
  %67 = load i64, ptr %34, align 8
  %68 = mul i64 %67, %55
  %69 = add i64 %68, %66
  %70 = load i64, ptr %35, align 8
  %71 = mul i64 %70, %57
  %72 = add i64 %69, %71
  %73 = load i64, ptr %11, align 8
  %74 = select i1 %37, i1 %65, i1 false
  br i1 %74, label %75, label %100

75:                                               ; preds = %64
  %76 = add i64 %73, %15
  %77 = shl i64 %76, 2
  %78 = add i64 %77, %72
  %79 = load i64, ptr %38, align 8
  %80 = inttoptr i64 %79 to ptr
  %81 = add i64 %73, %20
  %82 = shl i64 %81, 2
  %83 = add i64 %82, %72
  %84 = icmp ult i64 %83, %78
  br i1 %84, label %152, label %85

85:                                               ; preds = %75
  %86 = load i64, ptr %39, align 8
  %87 = icmp eq i64 %86, 0
  br i1 %87, label %152, label %88

88:                                               ; preds = %85, %97
  %89 = phi i64 [ %98, %97 ], [ 0, %85 ]
  %90 = getelementptr inbounds nuw %struct.anon, ptr %80, i64 %89
  %91 = load i64, ptr %90, align 8
  %92 = icmp ult i64 %78, %91
  br i1 %92, label %97, label %93

93:                                               ; preds = %88
  %94 = getelementptr inbounds nuw i8, ptr %90, i64 8
  %95 = load i64, ptr %94, align 8
  %96 = icmp ugt i64 %83, %95
  br i1 %96, label %97, label %100

97:                                               ; preds = %93, %88
  %98 = add nuw i64 %89, 1
  %99 = icmp eq i64 %98, %86
  br i1 %99, label %152, label %88

100:                                              ; preds = %93, %64
  %101 = select i1 %65, i64 %15, i64 %10
  br i1 %40, label %102, label %138

102:                                              ; preds = %100, %133
  %103 = phi i64 [ %134, %133 ], [ %52, %100 ]
  %104 = phi i64 [ %115, %133 ], [ 0, %100 ]
  %105 = lshr i64 %103, 3
  %106 = load i64, ptr %41, align 8
  %107 = and i64 %106, %105
  %108 = xor i64 %107, %103
  %109 = getelementptr inbounds nuw i8, ptr %1, i64 %108
  %110 = add i64 %104, %73
  %111 = shl i64 %110, 2
  %112 = add i64 %111, %72
  %113 = inttoptr i64 %112 to ptr
  %114 = icmp sgt i64 %101, %104
  %115 = add nuw nsw i64 %104, 4
  %116 = icmp sgt i64 %115, %20
  %117 = select i1 %114, i1 true, i1 %116
  br i1 %117, label %119, label %118

118:                                              ; preds = %102
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %109, ptr noundef nonnull align 4 dereferenceable(16) %113, i64 16, i1 false)
  br label %133

119:                                              ; preds = %102, %128
  %120 = phi i64 [ %131, %128 ], [ 0, %102 ]
  %121 = or disjoint i64 %120, %104
  %122 = icmp sle i64 %101, %121
  %123 = icmp slt i64 %121, %20
  %124 = and i1 %122, %123
  br i1 %124, label %125, label %128

125:                                              ; preds = %119
  %126 = getelementptr inbounds nuw i32, ptr %113, i64 %120
  %127 = load i32, ptr %126, align 4
  br label %128

128:                                              ; preds = %125, %119
  %129 = phi i32 [ %127, %125 ], [ 0, %119 ]
  %130 = getelementptr inbounds nuw i32, ptr %109, i64 %120
  store i32 %129, ptr %130, align 4
  %131 = add nuw nsw i64 %120, 1
  %132 = icmp eq i64 %131, 4
  br i1 %132, label %133, label %119

133:                                              ; preds = %128, %118
  %134 = add i64 %103, 16
  %135 = icmp slt i64 %115, %10
  br i1 %135, label %102, label %136

136:                                              ; preds = %133
  %137 = load i64, ptr %27, align 8
  br label %138

138:                                              ; preds = %136, %100
  %139 = phi i64 [ %51, %100 ], [ %137, %136 ]
  %140 = phi i64 [ %52, %100 ], [ %134, %136 ]
  %141 = add nuw i64 %53, 1
  %142 = icmp ult i64 %141, %139
  br i1 %142, label %50, label %143

143:                                              ; preds = %138
  %144 = load i64, ptr %21, align 8
  br label %145

145:                                              ; preds = %143, %43
  %146 = phi i64 [ %44, %43 ], [ %144, %143 ]
  %147 = phi i64 [ %45, %43 ], [ %139, %143 ]
  %148 = phi i64 [ 0, %43 ], [ %139, %143 ]
  %149 = phi i64 [ %47, %43 ], [ %140, %143 ]
  %150 = add nuw i64 %48, 1
  %151 = icmp ult i64 %150, %146
  br i1 %151, label %43, label %205

152:                                              ; preds = %85, %75, %97
  %153 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %154 = load i64, ptr %153, align 8
  %155 = getelementptr inbounds nuw i8, ptr %2, i64 72
  %156 = load i64, ptr %155, align 8
  %157 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 1, ptr %157, align 8
  %158 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %154, ptr %158, align 8
  %159 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %78, ptr %159, align 8
  %160 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %156, ptr %160, align 8
  br label %205

161:                                              ; preds = %3, %3
  %162 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 4), align 4
  %163 = icmp ne i32 %162, 0
  %164 = icmp eq i64 %5, 0
  %165 = and i1 %164, %163
  %166 = load i64, ptr %2, align 8
  %167 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %168 = load i64, ptr %167, align 8
  br i1 %165, label %169, label %200

169:                                              ; preds = %161
  %170 = getelementptr inbounds nuw i8, ptr %0, i64 96
  %171 = load i64, ptr %170, align 8
  %172 = inttoptr i64 %171 to ptr
  %173 = add i64 %168, %166
  %174 = icmp ult i64 %173, %166
  br i1 %174, label %191, label %175

175:                                              ; preds = %169
  %176 = getelementptr inbounds nuw i8, ptr %0, i64 104
  %177 = load i64, ptr %176, align 8
  %178 = icmp eq i64 %177, 0
  br i1 %178, label %191, label %179

179:                                              ; preds = %175, %188
  %180 = phi i64 [ %189, %188 ], [ 0, %175 ]
  %181 = getelementptr inbounds nuw %struct.anon, ptr %172, i64 %180
  %182 = load i64, ptr %181, align 8
  %183 = icmp ult i64 %166, %182
  br i1 %183, label %188, label %184

184:                                              ; preds = %179
  %185 = getelementptr inbounds nuw i8, ptr %181, i64 8
  %186 = load i64, ptr %185, align 8
  %187 = icmp ugt i64 %173, %186
  br i1 %187, label %188, label %200

188:                                              ; preds = %184, %179
  %189 = add nuw i64 %180, 1
  %190 = icmp eq i64 %189, %177
  br i1 %190, label %191, label %179

191:                                              ; preds = %188, %169, %175
  %192 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %193 = load i64, ptr %192, align 8
  %194 = getelementptr inbounds nuw i8, ptr %2, i64 72
  %195 = load i64, ptr %194, align 8
  %196 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 1, ptr %196, align 8
  %197 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %193, ptr %197, align 8
  %198 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %166, ptr %198, align 8
  %199 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %195, ptr %199, align 8
  br label %205

200:                                              ; preds = %184, %161
  %201 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %202 = load i64, ptr %201, align 8
  %203 = getelementptr inbounds nuw i8, ptr %1, i64 %202
  %204 = inttoptr i64 %166 to ptr
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %203, ptr align 1 %204, i64 %168, i1 false)
  br label %205

205:                                              ; preds = %145, %152, %6, %200, %191
  %206 = phi i1 [ false, %200 ], [ true, %191 ], [ false, %6 ], [ true, %152 ], [ false, %145 ]
  ret i1 %206
}

define internal fastcc range(i32 0, 9) i32 @run_groups(ptr noundef %0, ptr nocapture noundef nonnull %1, i32 noundef %2, i32 noundef %3, i1 noundef zeroext %4) unnamed_addr #17 {
  %6 = icmp sgt i32 %3, 0
  br i1 %6, label %7, label %174

7:                                                ; preds = %5
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %9 = load i64, ptr @sizes, align 8
  %10 = load i32, ptr @plan, align 4
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %12 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 8), align 4
  %13 = icmp ne i32 %12, 0
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %15 = load i64, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 8), align 8
  %16 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 36), align 4
  %17 = icmp eq i32 %16, 0
  %18 = icmp sgt i32 %10, 0
  %19 = zext nneg i32 %10 to i64
  %20 = icmp eq i32 %10, 0
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 128
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 136
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 144
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 152
  %25 = icmp eq i32 %12, 0
  %26 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 20), align 4
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
  %88 = tail call i32 @scalar_function(ptr noundef nonnull %0, ptr noundef %82, ptr noundef %84, ptr noundef nonnull %52, i32 noundef %85, i32 noundef %87, i32 noundef %78, i32 noundef %86) #25
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
  %128 = tail call i32 @vector_function(ptr noundef nonnull %0, ptr noundef %125, ptr noundef %127, ptr noundef %52, i32 noundef %53, i32 noundef %65) #25
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

define internal fastcc range(i32 -2, 2) i32 @resolve_barriers(ptr nocapture noundef %0, ptr nocapture noundef nonnull %1, i1 noundef zeroext %2) unnamed_addr #8 {
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
  %15 = load i32, ptr @plan, align 4
  %16 = tail call noundef i32 @llvm.smax.i32(i32 %15, i32 32)
  %17 = sdiv i32 32, %15
  %18 = tail call noundef i32 @llvm.smax.i32(i32 %17, i32 1)
  %19 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 40), align 8
  %20 = add nsw i32 %16, -1
  %21 = add i32 %20, %19
  %22 = sdiv i32 %21, %16
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %8) #24
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %9) #24
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %10) #24
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %10, i8 0, i64 16, i1 false)
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %11) #24
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(16) %11, i8 0, i64 16, i1 false)
  %23 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 12), align 4
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %70, label %25

25:                                               ; preds = %3
  %26 = getelementptr inbounds nuw i8, ptr %14, i64 64
  %27 = icmp sgt i32 %19, 0
  %28 = getelementptr inbounds nuw i8, ptr %14, i64 136
  %29 = add i32 %19, -1
  %30 = lshr i32 %29, 5
  %31 = add nuw nsw i32 %30, 1
  %32 = zext nneg i32 %31 to i64
  br label %33

33:                                               ; preds = %41, %25
  %34 = phi i64 [ 0, %25 ], [ %42, %41 ]
  %35 = getelementptr inbounds nuw [16 x i32], ptr %26, i64 0, i64 %34
  %36 = load i32, ptr %35, align 4
  %37 = icmp sgt i32 %36, 0
  %38 = select i1 %37, i1 %27, i1 false
  br i1 %38, label %39, label %41

39:                                               ; preds = %33
  %40 = getelementptr inbounds nuw [16 x i32], ptr %14, i64 0, i64 %34
  br label %44

41:                                               ; preds = %65, %33
  %42 = add nuw nsw i64 %34, 1
  %43 = icmp eq i64 %42, 16
  br i1 %43, label %70, label %33

44:                                               ; preds = %65, %39
  %45 = phi i64 [ 0, %39 ], [ %66, %65 ]
  %46 = phi i32 [ 0, %39 ], [ %68, %65 ]
  %47 = getelementptr inbounds nuw [16 x [32 x i32]], ptr %28, i64 0, i64 %34, i64 %45
  %48 = load i32, ptr %47, align 4
  %49 = icmp eq i32 %48, 0
  br i1 %49, label %65, label %52

50:                                               ; preds = %52
  %51 = icmp eq i32 %59, -1
  br i1 %51, label %62, label %65

52:                                               ; preds = %44, %52
  %53 = phi i32 [ %60, %52 ], [ 0, %44 ]
  %54 = phi i32 [ %59, %52 ], [ %48, %44 ]
  %55 = or disjoint i32 %53, %46
  %56 = tail call fastcc zeroext i1 @has_ended(ptr noundef readonly %0, ptr noundef nonnull readonly %1, i32 noundef %55) #23
  %57 = shl nuw i32 1, %53
  %58 = select i1 %56, i32 %57, i32 0
  %59 = or i32 %58, %54
  %60 = add nuw nsw i32 %53, 1
  %61 = icmp eq i32 %60, 32
  br i1 %61, label %50, label %52

62:                                               ; preds = %50
  %63 = load i32, ptr %40, align 4
  %64 = add nsw i32 %63, 32
  store i32 %64, ptr %40, align 4
  store i32 0, ptr %47, align 4
  br label %65

65:                                               ; preds = %62, %50, %44
  %66 = add nuw nsw i64 %45, 1
  %67 = trunc nuw i64 %66 to i32
  %68 = shl nsw i32 %67, 5
  %69 = icmp eq i64 %66, %32
  br i1 %69, label %41, label %44

70:                                               ; preds = %41, %3
  %71 = getelementptr inbounds nuw i8, ptr %14, i64 64
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(64) %7, ptr noundef nonnull align 4 dereferenceable(64) %14, i64 64, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 16 dereferenceable(64) %8, ptr noundef nonnull align 4 dereferenceable(64) %71, i64 64, i1 false)
  %72 = icmp sgt i32 %22, 0
  %73 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 44), align 4
  br i1 %72, label %74, label %202

74:                                               ; preds = %70
  %75 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %76 = load i64, ptr @sizes, align 8
  %77 = mul nuw nsw i32 %22, %16
  %78 = zext nneg i32 %18 to i64
  %79 = sext i32 %73 to i64
  %80 = zext nneg i32 %22 to i64
  br label %81

81:                                               ; preds = %74, %188
  %82 = phi i64 [ 0, %74 ], [ %189, %188 ]
  %83 = phi i64 [ 0, %74 ], [ %191, %188 ]
  %84 = phi i32 [ 0, %74 ], [ %100, %188 ]
  %85 = phi i32 [ 0, %74 ], [ %105, %188 ]
  %86 = phi i1 [ false, %74 ], [ %99, %188 ]
  %87 = phi i32 [ 0, %74 ], [ %190, %188 ]
  %88 = mul nuw nsw i64 %82, %78
  %89 = mul nuw nsw i32 %87, %18
  %90 = trunc i64 %88 to i32
  %91 = add i32 %18, %90
  %92 = tail call noundef i32 @llvm.smin.i32(i32 %91, i32 %73)
  %93 = icmp slt i64 %88, %79
  br i1 %93, label %109, label %94

94:                                               ; preds = %158, %81
  %95 = phi i32 [ -1, %81 ], [ %159, %158 ]
  %96 = phi ptr [ null, %81 ], [ %160, %158 ]
  %97 = phi ptr [ null, %81 ], [ %161, %158 ]
  %98 = phi i1 [ false, %81 ], [ %162, %158 ]
  %99 = phi i1 [ %86, %81 ], [ %163, %158 ]
  %100 = phi i32 [ %84, %81 ], [ %164, %158 ]
  %101 = sub nsw i32 %100, %84
  %102 = sub nsw i32 %92, %89
  %103 = icmp eq i32 %101, %102
  %104 = zext i1 %103 to i32
  %105 = add nuw nsw i32 %85, %104
  %106 = getelementptr inbounds nuw [32 x i32], ptr %9, i64 0, i64 %82
  store i32 16, ptr %106, align 4
  %107 = icmp eq ptr %96, null
  %108 = select i1 %107, i1 true, i1 %98
  br i1 %108, label %188, label %168

109:                                              ; preds = %81, %158
  %110 = phi i64 [ %165, %158 ], [ %83, %81 ]
  %111 = phi i32 [ %164, %158 ], [ %84, %81 ]
  %112 = phi i1 [ %163, %158 ], [ %86, %81 ]
  %113 = phi i1 [ %162, %158 ], [ false, %81 ]
  %114 = phi ptr [ %161, %158 ], [ null, %81 ]
  %115 = phi ptr [ %160, %158 ], [ null, %81 ]
  %116 = phi i32 [ %159, %158 ], [ -1, %81 ]
  %117 = load i64, ptr %75, align 8
  %118 = mul nsw i64 %76, %110
  %119 = add i64 %118, %117
  %120 = inttoptr i64 %119 to ptr
  %121 = getelementptr inbounds nuw i32, ptr %1, i64 %110
  %122 = load i32, ptr %121, align 4
  %123 = icmp slt i32 %122, 0
  br i1 %123, label %124, label %126

124:                                              ; preds = %109
  %125 = add nsw i32 %111, 1
  br label %158

126:                                              ; preds = %109
  %127 = and i32 %122, 393216
  %128 = icmp eq i32 %127, 0
  br i1 %128, label %133, label %129

129:                                              ; preds = %126
  %130 = and i32 %122, 131072
  %131 = icmp ne i32 %130, 0
  %132 = or i1 %112, %131
  br label %158

133:                                              ; preds = %126
  %134 = or i32 %122, 1073741824
  store i32 %134, ptr %121, align 4
  %135 = icmp eq ptr %115, null
  %136 = select i1 %135, ptr %120, ptr %115
  %137 = select i1 %135, ptr %120, ptr %114
  %138 = load i32, ptr %120, align 4
  %139 = load i32, ptr %136, align 4
  %140 = icmp ne i32 %138, %139
  %141 = or i1 %113, %140
  %142 = getelementptr inbounds nuw i8, ptr %120, i64 12
  %143 = load i32, ptr %142, align 4
  %144 = getelementptr inbounds nuw i8, ptr %137, i64 12
  %145 = load i32, ptr %144, align 4
  %146 = icmp eq i32 %143, %145
  br i1 %146, label %158, label %147

147:                                              ; preds = %133
  %148 = getelementptr inbounds nuw i8, ptr %120, i64 8
  %149 = load i32, ptr %148, align 4
  %150 = icmp eq i32 %149, 0
  br i1 %150, label %151, label %155

151:                                              ; preds = %147
  %152 = getelementptr inbounds nuw i8, ptr %137, i64 8
  %153 = load i32, ptr %152, align 4
  %154 = icmp eq i32 %153, 0
  br i1 %154, label %158, label %155

155:                                              ; preds = %151, %147
  %156 = trunc i64 %110 to i32
  %157 = mul i32 %15, %156
  br label %158

158:                                              ; preds = %129, %155, %151, %133, %124
  %159 = phi i32 [ %116, %124 ], [ %116, %129 ], [ %157, %155 ], [ %116, %151 ], [ %116, %133 ]
  %160 = phi ptr [ %115, %124 ], [ %115, %129 ], [ %136, %155 ], [ %136, %151 ], [ %136, %133 ]
  %161 = phi ptr [ %114, %124 ], [ %114, %129 ], [ %120, %155 ], [ %137, %151 ], [ %137, %133 ]
  %162 = phi i1 [ %113, %124 ], [ true, %129 ], [ %141, %155 ], [ %141, %151 ], [ %141, %133 ]
  %163 = phi i1 [ %112, %124 ], [ %132, %129 ], [ %112, %155 ], [ %112, %151 ], [ %112, %133 ]
  %164 = phi i32 [ %125, %124 ], [ %111, %129 ], [ %111, %155 ], [ %111, %151 ], [ %111, %133 ]
  %165 = add nuw nsw i64 %110, 1
  %166 = trunc nuw i64 %165 to i32
  %167 = icmp sgt i32 %92, %166
  br i1 %167, label %109, label %94

168:                                              ; preds = %94
  %169 = icmp sgt i32 %95, -1
  br i1 %169, label %193, label %170

170:                                              ; preds = %168
  %171 = load i32, ptr %96, align 4
  %172 = icmp ugt i32 %171, 15
  br i1 %172, label %188, label %173

173:                                              ; preds = %170
  %174 = getelementptr inbounds nuw i8, ptr %96, i64 4
  %175 = load i32, ptr %174, align 4
  store i32 %171, ptr %106, align 4
  %176 = zext nneg i32 %171 to i64
  %177 = getelementptr inbounds nuw [16 x i32], ptr %7, i64 0, i64 %176
  %178 = load i32, ptr %177, align 4
  %179 = add nsw i32 %178, %16
  store i32 %179, ptr %177, align 4
  %180 = icmp eq i32 %175, 0
  br i1 %180, label %181, label %183

181:                                              ; preds = %173
  %182 = getelementptr inbounds nuw [16 x i8], ptr %10, i64 0, i64 %176
  store i8 1, ptr %182, align 1
  br label %183

183:                                              ; preds = %181, %173
  %184 = phi i32 [ %77, %181 ], [ %175, %173 ]
  %185 = getelementptr inbounds nuw [16 x i32], ptr %8, i64 0, i64 %176
  %186 = load i32, ptr %185, align 4
  %187 = tail call noundef i32 @llvm.smax.i32(i32 %186, i32 %184)
  store i32 %187, ptr %185, align 4
  br label %188

188:                                              ; preds = %94, %183, %170
  %189 = add nuw nsw i64 %82, 1
  %190 = add nuw nsw i32 %87, 1
  %191 = add nuw nsw i64 %83, %78
  %192 = icmp eq i64 %189, %80
  br i1 %192, label %202, label %81

193:                                              ; preds = %168
  %194 = getelementptr inbounds nuw i8, ptr %97, i64 12
  %195 = load i32, ptr %194, align 4
  %196 = zext i32 %195 to i64
  %197 = zext nneg i32 %95 to i64
  %198 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 4, ptr %198, align 8
  %199 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %196, ptr %199, align 8
  %200 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 0, ptr %200, align 8
  %201 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %197, ptr %201, align 8
  br label %547

202:                                              ; preds = %188, %70
  %203 = phi i1 [ false, %70 ], [ %99, %188 ]
  %204 = phi i32 [ 0, %70 ], [ %105, %188 ]
  %205 = phi i32 [ 0, %70 ], [ %100, %188 ]
  %206 = icmp eq i32 %205, %73
  br i1 %206, label %547, label %207

207:                                              ; preds = %202
  %208 = mul nuw nsw i32 %204, %16
  br label %213

209:                                              ; preds = %231
  %210 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 36), align 4
  %211 = icmp eq i32 %210, 0
  br i1 %211, label %212, label %235

212:                                              ; preds = %332, %235, %209
  br label %358

213:                                              ; preds = %207, %231
  %214 = phi i64 [ 0, %207 ], [ %233, %231 ]
  %215 = phi i8 [ 0, %207 ], [ %232, %231 ]
  %216 = getelementptr inbounds nuw [16 x i32], ptr %8, i64 0, i64 %214
  %217 = load i32, ptr %216, align 4
  %218 = icmp sgt i32 %217, 0
  br i1 %218, label %219, label %231

219:                                              ; preds = %213
  %220 = getelementptr inbounds nuw [16 x i32], ptr %7, i64 0, i64 %214
  %221 = load i32, ptr %220, align 4
  %222 = getelementptr inbounds nuw [16 x i8], ptr %10, i64 0, i64 %214
  %223 = load i8, ptr %222, align 1
  %224 = trunc nuw i8 %223 to i1
  %225 = select i1 %224, i32 %208, i32 0
  %226 = add nsw i32 %225, %221
  %227 = srem i32 %226, %217
  %228 = icmp eq i32 %227, 0
  br i1 %228, label %229, label %231

229:                                              ; preds = %219
  %230 = getelementptr inbounds nuw [16 x i8], ptr %11, i64 0, i64 %214
  store i8 1, ptr %230, align 1
  br label %231

231:                                              ; preds = %229, %219, %213
  %232 = phi i8 [ 1, %229 ], [ %215, %219 ], [ %215, %213 ]
  %233 = add nuw nsw i64 %214, 1
  %234 = icmp eq i64 %233, 16
  br i1 %234, label %209, label %213

235:                                              ; preds = %209
  %236 = trunc nuw i8 %232 to i1
  br i1 %236, label %237, label %212

237:                                              ; preds = %235
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %4) #24
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %4, i8 0, i64 128, i1 false)
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %5) #24
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(256) %5, i8 0, i64 256, i1 false)
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %6) #24
  br label %243

238:                                              ; preds = %243
  %239 = icmp sgt i32 %73, 0
  %240 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %241 = load i64, ptr @sizes, align 8
  %242 = zext nneg i32 %73 to i64
  br label %248

243:                                              ; preds = %243, %237
  %244 = phi i64 [ 0, %237 ], [ %246, %243 ]
  %245 = getelementptr inbounds nuw [16 x i32], ptr %6, i64 0, i64 %244
  store i32 32, ptr %245, align 4
  %246 = add nuw nsw i64 %244, 1
  %247 = icmp eq i64 %246, 16
  br i1 %247, label %238, label %243

248:                                              ; preds = %331, %238
  %249 = phi i1 [ false, %238 ], [ true, %331 ]
  %250 = phi i1 [ true, %238 ], [ false, %331 ]
  br i1 %239, label %251, label %331

251:                                              ; preds = %248, %317
  %252 = phi i64 [ %318, %317 ], [ 0, %248 ]
  %253 = trunc nuw nsw i64 %252 to i32
  %254 = sdiv i32 %253, %18
  %255 = sext i32 %254 to i64
  %256 = getelementptr inbounds i32, ptr %9, i64 %255
  %257 = load i32, ptr %256, align 4
  %258 = getelementptr inbounds nuw i32, ptr %1, i64 %252
  %259 = load i32, ptr %258, align 4
  %260 = icmp slt i32 %259, 0
  %261 = icmp sgt i32 %257, 15
  %262 = select i1 %260, i1 true, i1 %261
  br i1 %262, label %317, label %263

263:                                              ; preds = %251
  %264 = sext i32 %257 to i64
  %265 = getelementptr inbounds i8, ptr %11, i64 %264
  %266 = load i8, ptr %265, align 1
  %267 = trunc nuw i8 %266 to i1
  br i1 %267, label %268, label %317

268:                                              ; preds = %263
  %269 = getelementptr inbounds i32, ptr %8, i64 %264
  %270 = load i32, ptr %269, align 4
  %271 = icmp eq i32 %270, %16
  %272 = getelementptr inbounds [16 x i32], ptr %6, i64 0, i64 %264
  %273 = load i32, ptr %272, align 4
  %274 = tail call noundef i32 @llvm.smin.i32(i32 %273, i32 %254)
  store i32 %274, ptr %272, align 4
  %275 = select i1 %271, i32 %254, i32 %274
  %276 = load i64, ptr %240, align 8
  %277 = mul nsw i64 %252, %241
  %278 = add i64 %276, %277
  %279 = inttoptr i64 %278 to ptr
  %280 = sext i32 %275 to i64
  br i1 %249, label %281, label %285

281:                                              ; preds = %268
  %282 = getelementptr inbounds [32 x i32], ptr %4, i64 0, i64 %280
  %283 = load i32, ptr %282, align 4
  %284 = getelementptr inbounds nuw i8, ptr %279, i64 44
  store i32 %283, ptr %284, align 4
  br label %317

285:                                              ; preds = %268
  %286 = getelementptr inbounds [32 x ptr], ptr %5, i64 0, i64 %280
  %287 = load ptr, ptr %286, align 8
  %288 = icmp eq ptr %287, null
  %289 = select i1 %288, ptr %279, ptr %287
  store ptr %289, ptr %286, align 8
  %290 = getelementptr inbounds nuw i8, ptr %279, i64 52
  %291 = load i32, ptr %290, align 4
  %292 = getelementptr inbounds nuw i8, ptr %289, i64 52
  %293 = load i32, ptr %292, align 4
  %294 = icmp ne i32 %291, %293
  %295 = icmp eq i32 %291, 0
  br i1 %295, label %310, label %296

296:                                              ; preds = %285
  %297 = load i64, ptr %12, align 8
  %298 = inttoptr i64 %297 to ptr
  %299 = getelementptr inbounds [16 x i32], ptr %298, i64 0, i64 %264
  %300 = load i32, ptr %299, align 4
  %301 = icmp sgt i32 %300, 0
  %302 = select i1 %301, i1 true, i1 %271
  br i1 %302, label %307, label %303

303:                                              ; preds = %296
  %304 = getelementptr inbounds i32, ptr %7, i64 %264
  %305 = load i32, ptr %304, align 4
  %306 = icmp sgt i32 %305, %270
  br label %307

307:                                              ; preds = %303, %296
  %308 = phi i1 [ %301, %296 ], [ %306, %303 ]
  %309 = or i1 %294, %308
  br i1 %309, label %320, label %311

310:                                              ; preds = %285
  br i1 %294, label %320, label %311

311:                                              ; preds = %310, %307
  %312 = getelementptr inbounds nuw i8, ptr %279, i64 32
  %313 = load i32, ptr %312, align 4
  %314 = getelementptr inbounds [32 x i32], ptr %4, i64 0, i64 %280
  %315 = load i32, ptr %314, align 4
  %316 = add i32 %315, %313
  store i32 %316, ptr %314, align 4
  br label %317

317:                                              ; preds = %311, %281, %263, %251
  %318 = add nuw nsw i64 %252, 1
  %319 = icmp eq i64 %318, %242
  br i1 %319, label %331, label %251

320:                                              ; preds = %307, %310
  %321 = phi ptr [ %279, %307 ], [ %289, %310 ]
  %322 = getelementptr inbounds nuw i8, ptr %321, i64 12
  %323 = load i32, ptr %322, align 4
  %324 = zext i32 %323 to i64
  %325 = mul nsw i32 %15, %253
  %326 = sext i32 %325 to i64
  %327 = getelementptr inbounds nuw i8, ptr %0, i64 128
  store i64 27, ptr %327, align 8
  %328 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %324, ptr %328, align 8
  %329 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %264, ptr %329, align 8
  %330 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %326, ptr %330, align 8
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %6) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %5) #24
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %4) #24
  br label %547

331:                                              ; preds = %317, %248
  br i1 %250, label %248, label %332

332:                                              ; preds = %331
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %6) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %5) #24
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %4) #24
  br label %212

333:                                              ; preds = %366
  %334 = trunc nuw i8 %232 to i1
  %335 = icmp sgt i32 %73, 0
  %336 = and i1 %335, %334
  %337 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 32), align 4
  br i1 %336, label %338, label %369

338:                                              ; preds = %333
  %339 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 24), align 4
  %340 = icmp ne i32 %339, 0
  %341 = icmp eq i32 %337, 0
  %342 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %343 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %344 = add nsw i32 %19, 31
  %345 = sdiv i32 %344, 32
  %346 = shl nsw i32 %345, 5
  %347 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %348 = or disjoint i32 %346, 16
  %349 = mul i32 %347, %348
  %350 = or disjoint i32 %349, 2
  %351 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 48), align 8
  %352 = mul i32 %350, %351
  %353 = zext i32 %352 to i64
  %354 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %355 = load i64, ptr @sizes, align 8
  %356 = load i64, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 32), align 8
  %357 = zext nneg i32 %73 to i64
  br label %375

358:                                              ; preds = %212, %366
  %359 = phi i64 [ %367, %366 ], [ 0, %212 ]
  %360 = getelementptr inbounds nuw [16 x i8], ptr %11, i64 0, i64 %359
  %361 = load i8, ptr %360, align 1
  %362 = trunc nuw i8 %361 to i1
  br i1 %362, label %363, label %366

363:                                              ; preds = %358
  %364 = getelementptr inbounds nuw [16 x i32], ptr %71, i64 0, i64 %359
  store i32 0, ptr %364, align 4
  %365 = getelementptr inbounds nuw [16 x i32], ptr %14, i64 0, i64 %359
  store i32 0, ptr %365, align 4
  br label %366

366:                                              ; preds = %358, %363
  %367 = add nuw nsw i64 %359, 1
  %368 = icmp eq i64 %367, 16
  br i1 %368, label %333, label %358

369:                                              ; preds = %422, %333
  %370 = phi i1 [ false, %333 ], [ %423, %422 ]
  %371 = icmp ne i32 %337, 0
  %372 = and i1 %371, %334
  %373 = icmp sgt i32 %19, 0
  %374 = select i1 %372, i1 %373, i1 false
  br i1 %374, label %426, label %543

375:                                              ; preds = %338, %422
  %376 = phi i64 [ 0, %338 ], [ %424, %422 ]
  %377 = phi i1 [ false, %338 ], [ %423, %422 ]
  %378 = getelementptr inbounds nuw i32, ptr %1, i64 %376
  %379 = load i32, ptr %378, align 4
  %380 = trunc nuw nsw i64 %376 to i32
  %381 = udiv i32 %380, %18
  %382 = zext nneg i32 %381 to i64
  %383 = getelementptr inbounds nuw [32 x i32], ptr %9, i64 0, i64 %382
  %384 = load i32, ptr %383, align 4
  %385 = icmp slt i32 %379, 0
  %386 = select i1 %340, i1 %385, i1 false
  br i1 %386, label %387, label %393

387:                                              ; preds = %375
  %388 = load i64, ptr %354, align 8
  %389 = mul nsw i64 %355, %376
  %390 = add i64 %389, %388
  %391 = inttoptr i64 %390 to ptr
  %392 = getelementptr inbounds i8, ptr %391, i64 %356
  tail call void @release_copies(ptr noundef %0, ptr noundef %392) #23
  br label %422

393:                                              ; preds = %375
  %394 = icmp sgt i32 %379, 1073741823
  br i1 %394, label %395, label %422

395:                                              ; preds = %393
  %396 = and i32 %379, 262144
  %397 = icmp eq i32 %396, 0
  %398 = icmp slt i32 %384, 16
  %399 = select i1 %397, i1 %398, i1 false
  br i1 %399, label %400, label %422

400:                                              ; preds = %395
  %401 = sext i32 %384 to i64
  %402 = getelementptr inbounds [16 x i8], ptr %11, i64 0, i64 %401
  %403 = load i8, ptr %402, align 1
  %404 = trunc nuw i8 %403 to i1
  br i1 %404, label %405, label %422

405:                                              ; preds = %400
  %406 = and i32 %379, 1073479679
  store i32 %406, ptr %378, align 4
  br i1 %341, label %422, label %407

407:                                              ; preds = %405
  %408 = load i64, ptr %342, align 8
  %409 = inttoptr i64 %408 to ptr
  %410 = load i32, ptr %409, align 4
  %411 = add i32 %410, 1
  store i32 %411, ptr %409, align 4
  %412 = load i64, ptr %343, align 8
  %413 = trunc i64 %412 to i32
  %414 = mul i32 %346, %413
  %415 = add i32 %414, %380
  %416 = load i64, ptr %342, align 8
  %417 = inttoptr i64 %416 to ptr
  %418 = getelementptr inbounds nuw i8, ptr %417, i64 4
  %419 = getelementptr inbounds nuw i32, ptr %418, i64 %353
  %420 = zext i32 %415 to i64
  %421 = getelementptr inbounds nuw %struct.thread_times, ptr %419, i64 %420, i32 2
  store i32 %411, ptr %421, align 4
  br label %422

422:                                              ; preds = %387, %405, %407, %400, %395, %393
  %423 = phi i1 [ true, %407 ], [ true, %405 ], [ %377, %400 ], [ %377, %395 ], [ %377, %393 ], [ %377, %387 ]
  %424 = add nuw nsw i64 %376, 1
  %425 = icmp samesign ult i64 %424, %357
  br i1 %425, label %375, label %369

426:                                              ; preds = %369
  %427 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %428 = add nuw nsw i32 %19, 31
  %429 = and i32 %428, 2147483616
  %430 = mul i32 %427, %429
  %431 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %432 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %433 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 48), align 8
  %434 = icmp sgt i32 %433, 0
  %435 = zext nneg i32 %433 to i64
  %436 = zext nneg i32 %19 to i64
  br label %437

437:                                              ; preds = %446, %426
  %438 = phi i64 [ 0, %426 ], [ %447, %446 ]
  %439 = getelementptr inbounds nuw i32, ptr %1, i64 %438
  %440 = load i32, ptr %439, align 4
  %441 = icmp slt i32 %440, 0
  %442 = trunc nuw nsw i64 %438 to i32
  %443 = lshr i64 %438, 5
  %444 = and i64 %443, 134217727
  %445 = getelementptr inbounds nuw i32, ptr %9, i64 %444
  br label %449

446:                                              ; preds = %497
  %447 = add nuw nsw i64 %438, 1
  %448 = icmp eq i64 %447, %436
  br i1 %448, label %500, label %437

449:                                              ; preds = %497, %437
  %450 = phi i64 [ 0, %437 ], [ %498, %497 ]
  br i1 %441, label %451, label %455

451:                                              ; preds = %449
  %452 = getelementptr inbounds nuw i8, ptr %10, i64 %450
  %453 = load i8, ptr %452, align 1
  %454 = icmp eq i8 %453, 0
  br label %459

455:                                              ; preds = %449
  %456 = load i32, ptr %445, align 4
  %457 = zext i32 %456 to i64
  %458 = icmp ne i64 %450, %457
  br label %459

459:                                              ; preds = %455, %451
  %460 = phi i1 [ %454, %451 ], [ %458, %455 ]
  %461 = getelementptr inbounds nuw i8, ptr %11, i64 %450
  %462 = load i8, ptr %461, align 1
  %463 = trunc nuw i8 %462 to i1
  %464 = xor i1 %463, true
  %465 = select i1 %464, i1 true, i1 %460
  br i1 %465, label %497, label %466

466:                                              ; preds = %459
  %467 = load i64, ptr %431, align 8
  %468 = trunc i64 %467 to i32
  %469 = shl i32 %468, 4
  %470 = trunc i64 %450 to i32
  %471 = add i32 %430, %470
  %472 = add i32 %471, %469
  %473 = load i64, ptr %432, align 8
  %474 = inttoptr i64 %473 to ptr
  %475 = getelementptr inbounds nuw i8, ptr %474, i64 4
  %476 = mul i32 %472, %433
  %477 = zext i32 %476 to i64
  %478 = getelementptr inbounds nuw i32, ptr %475, i64 %477
  %479 = mul i32 %429, %468
  %480 = add i32 %479, %442
  %481 = mul i32 %480, %433
  %482 = zext i32 %481 to i64
  %483 = getelementptr inbounds nuw i32, ptr %475, i64 %482
  br i1 %434, label %484, label %495

484:                                              ; preds = %466, %492
  %485 = phi i64 [ %493, %492 ], [ 0, %466 ]
  %486 = getelementptr inbounds nuw i32, ptr %483, i64 %485
  %487 = load i32, ptr %486, align 4
  %488 = getelementptr inbounds nuw i32, ptr %478, i64 %485
  %489 = load i32, ptr %488, align 4
  %490 = icmp ugt i32 %487, %489
  br i1 %490, label %491, label %492

491:                                              ; preds = %484
  store i32 %487, ptr %488, align 4
  br label %492

492:                                              ; preds = %491, %484
  %493 = add nuw nsw i64 %485, 1
  %494 = icmp eq i64 %493, %435
  br i1 %494, label %495, label %484

495:                                              ; preds = %492, %466
  br i1 %441, label %496, label %497

496:                                              ; preds = %495
  tail call void @release_writes(ptr noundef readonly %0, i32 noundef %442) #23
  br label %497

497:                                              ; preds = %496, %495, %459
  %498 = add nuw nsw i64 %450, 1
  %499 = icmp eq i64 %498, 16
  br i1 %499, label %446, label %449

500:                                              ; preds = %446, %540
  %501 = phi i32 [ %541, %540 ], [ 0, %446 ]
  %502 = lshr i32 %501, 5
  %503 = zext nneg i32 %502 to i64
  %504 = getelementptr inbounds nuw i32, ptr %9, i64 %503
  %505 = load i32, ptr %504, align 4
  %506 = icmp slt i32 %505, 16
  br i1 %506, label %507, label %540

507:                                              ; preds = %500
  %508 = sext i32 %505 to i64
  %509 = getelementptr inbounds i8, ptr %11, i64 %508
  %510 = load i8, ptr %509, align 1
  %511 = trunc nuw i8 %510 to i1
  br i1 %511, label %512, label %540

512:                                              ; preds = %507
  %513 = load i64, ptr %431, align 8
  %514 = trunc i64 %513 to i32
  %515 = mul i32 %429, %514
  %516 = add i32 %515, %501
  %517 = load i64, ptr %432, align 8
  %518 = inttoptr i64 %517 to ptr
  %519 = getelementptr inbounds nuw i8, ptr %518, i64 4
  %520 = mul i32 %516, %433
  %521 = zext i32 %520 to i64
  %522 = getelementptr inbounds nuw i32, ptr %519, i64 %521
  %523 = shl i32 %514, 4
  %524 = add i32 %505, %430
  %525 = add i32 %524, %523
  %526 = mul i32 %525, %433
  %527 = zext i32 %526 to i64
  %528 = getelementptr inbounds nuw i32, ptr %519, i64 %527
  br i1 %434, label %529, label %540

529:                                              ; preds = %512, %537
  %530 = phi i64 [ %538, %537 ], [ 0, %512 ]
  %531 = getelementptr inbounds nuw i32, ptr %528, i64 %530
  %532 = load i32, ptr %531, align 4
  %533 = getelementptr inbounds nuw i32, ptr %522, i64 %530
  %534 = load i32, ptr %533, align 4
  %535 = icmp ugt i32 %532, %534
  br i1 %535, label %536, label %537

536:                                              ; preds = %529
  store i32 %532, ptr %533, align 4
  br label %537

537:                                              ; preds = %536, %529
  %538 = add nuw nsw i64 %530, 1
  %539 = icmp eq i64 %538, %435
  br i1 %539, label %540, label %529

540:                                              ; preds = %537, %512, %507, %500
  %541 = add nuw nsw i32 %501, 1
  %542 = icmp eq i32 %541, %19
  br i1 %542, label %543, label %500

543:                                              ; preds = %540, %369
  %544 = and i1 %2, %203
  %545 = select i1 %370, i1 true, i1 %544
  %546 = select i1 %545, i32 1, i32 -1
  br label %547

547:                                              ; preds = %193, %320, %202, %543
  %548 = phi i32 [ %546, %543 ], [ -2, %193 ], [ 0, %202 ], [ -2, %320 ]
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %11) #24
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %10) #24
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %7) #24
  ret i32 %548
}

define internal fastcc zeroext i1 @resolve_collectives(ptr noundef %0, ptr nocapture noundef nonnull %1, i32 noundef %2, i32 noundef %3) unnamed_addr #18 {
  %5 = alloca [64 x i32], align 16
  %6 = alloca [134 x [32 x i32]], align 16
  %7 = alloca [32 x i64], align 16
  %8 = alloca [4 x [32 x i32]], align 16
  %9 = sext i32 %2 to i64
  %10 = getelementptr inbounds i32, ptr %1, i64 %9
  %11 = icmp slt i32 %3, 1
  br i1 %11, label %387, label %12

12:                                               ; preds = %4
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %14 = load i64, ptr @sizes, align 8
  %15 = mul nsw i64 %14, %9
  %16 = load i64, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 16), align 8
  %17 = getelementptr inbounds nuw i8, ptr %6, i64 512
  %18 = getelementptr inbounds nuw i8, ptr %6, i64 768
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %20 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 32), align 4
  %21 = icmp eq i32 %20, 0
  %22 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 48), align 8
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 232
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 240
  %25 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 40), align 8
  %26 = add nsw i32 %25, 31
  %27 = sdiv i32 %26, 32
  %28 = shl nsw i32 %27, 5
  %29 = icmp sgt i32 %22, 0
  %30 = zext nneg i32 %22 to i64
  %31 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 40), align 4
  %32 = or disjoint i32 %28, 16
  %33 = mul i32 %32, %31
  %34 = or disjoint i32 %33, 2
  %35 = mul i32 %34, %22
  %36 = zext i32 %35 to i64
  %37 = zext nneg i32 %3 to i64
  br label %38

38:                                               ; preds = %12, %383
  %39 = phi i64 [ 0, %12 ], [ %385, %383 ]
  %40 = phi i1 [ false, %12 ], [ %384, %383 ]
  %41 = getelementptr inbounds nuw i32, ptr %10, i64 %39
  %42 = load i32, ptr %41, align 4
  %43 = and i32 %42, -1073479680
  %44 = icmp eq i32 %43, 1074003968
  br i1 %44, label %45, label %383

45:                                               ; preds = %38
  %46 = add nsw i64 %39, %9
  %47 = load i64, ptr %13, align 8
  %48 = mul nsw i64 %14, %46
  %49 = add i64 %48, %47
  %50 = inttoptr i64 %49 to ptr
  %51 = getelementptr inbounds nuw i8, ptr %50, i64 28
  %52 = load i32, ptr %51, align 4
  %53 = getelementptr inbounds nuw i8, ptr %50, i64 24
  %54 = load i32, ptr %53, align 4
  %55 = icmp sgt i32 %54, 15
  %56 = getelementptr inbounds nuw i8, ptr %50, i64 12
  br label %58

57:                                               ; preds = %108
  br i1 %55, label %114, label %119

58:                                               ; preds = %45, %108
  %59 = phi i64 [ 0, %45 ], [ %112, %108 ]
  %60 = phi i8 [ 1, %45 ], [ %111, %108 ]
  %61 = phi i32 [ 0, %45 ], [ %110, %108 ]
  %62 = phi i32 [ 0, %45 ], [ %109, %108 ]
  %63 = trunc nuw nsw i64 %59 to i32
  %64 = shl nuw i32 1, %63
  %65 = and i32 %64, %52
  %66 = icmp eq i32 %65, 0
  br i1 %66, label %108, label %67

67:                                               ; preds = %58
  %68 = getelementptr inbounds nuw i32, ptr %10, i64 %59
  %69 = load i32, ptr %68, align 4
  %70 = icmp slt i32 %69, 0
  br i1 %70, label %108, label %71

71:                                               ; preds = %67
  %72 = add nsw i64 %59, %9
  %73 = mul nsw i64 %14, %72
  %74 = add i64 %73, %47
  %75 = inttoptr i64 %74 to ptr
  %76 = and i32 %69, 1074003968
  %77 = icmp eq i32 %76, 1074003968
  br i1 %77, label %78, label %83

78:                                               ; preds = %71
  %79 = getelementptr inbounds nuw i8, ptr %75, i64 32
  %80 = load i32, ptr %79, align 4
  %81 = icmp ne i32 %80, 0
  %82 = zext i1 %81 to i32
  br label %83

83:                                               ; preds = %78, %71
  %84 = phi i32 [ 0, %71 ], [ %82, %78 ]
  %85 = shl nuw i32 %84, %63
  %86 = or i32 %85, %61
  %87 = getelementptr inbounds nuw i8, ptr %75, i64 28
  %88 = load i32, ptr %87, align 4
  %89 = icmp eq i32 %88, %52
  br i1 %89, label %90, label %94

90:                                               ; preds = %83
  %91 = getelementptr inbounds nuw i8, ptr %75, i64 24
  %92 = load i32, ptr %91, align 4
  %93 = icmp eq i32 %92, %54
  br label %94

94:                                               ; preds = %90, %83
  %95 = phi i1 [ false, %83 ], [ %93, %90 ]
  br i1 %55, label %96, label %102

96:                                               ; preds = %94
  %97 = getelementptr inbounds nuw i8, ptr %75, i64 12
  %98 = load i32, ptr %97, align 4
  %99 = load i32, ptr %56, align 4
  %100 = icmp eq i32 %98, %99
  %101 = and i1 %95, %100
  br label %102

102:                                              ; preds = %96, %94
  %103 = phi i1 [ %101, %96 ], [ %95, %94 ]
  %104 = select i1 %77, i1 %103, i1 false
  %105 = select i1 %104, i32 %64, i32 0
  %106 = or i32 %105, %62
  %107 = select i1 %104, i8 %60, i8 0
  br label %108

108:                                              ; preds = %58, %67, %102
  %109 = phi i32 [ %62, %67 ], [ %106, %102 ], [ %62, %58 ]
  %110 = phi i32 [ %61, %67 ], [ %86, %102 ], [ %61, %58 ]
  %111 = phi i8 [ %60, %67 ], [ %107, %102 ], [ %60, %58 ]
  %112 = add nuw nsw i64 %59, 1
  %113 = icmp eq i64 %112, %37
  br i1 %113, label %57, label %58

114:                                              ; preds = %57
  %115 = icmp eq i32 %109, -1
  %116 = and i8 %111, 1
  %117 = icmp ne i8 %116, 0
  %118 = select i1 %115, i1 %117, i1 false
  br i1 %118, label %121, label %383

119:                                              ; preds = %57
  %120 = trunc nuw i8 %111 to i1
  br i1 %120, label %223, label %383

121:                                              ; preds = %114
  %122 = and i32 %54, 252
  %123 = icmp samesign ugt i32 %122, 27
  br i1 %123, label %124, label %172

124:                                              ; preds = %121
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %8) #24
  br label %141

125:                                              ; preds = %141
  %126 = and i32 %54, 255
  %127 = lshr i32 %54, 8
  %128 = icmp eq i32 %126, 29
  %129 = load i64, ptr %19, align 8
  %130 = inttoptr i64 %129 to ptr
  %131 = add i64 %15, %47
  %132 = inttoptr i64 %131 to ptr
  %133 = getelementptr inbounds nuw i8, ptr %132, i64 12
  %134 = load i32, ptr %133, align 4
  %135 = zext i32 %134 to i64
  %136 = call zeroext i1 @load_matrices(ptr noundef %0, ptr noundef %130, ptr noundef nonnull %7, ptr noundef nonnull %8, i32 noundef %127, i1 noundef zeroext %128, i32 noundef 32, i32 noundef %2, i64 noundef %135) #23
  br i1 %136, label %137, label %138

137:                                              ; preds = %125
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  br label %387

138:                                              ; preds = %125
  %139 = icmp ult i32 %54, 256
  %140 = zext nneg i32 %127 to i64
  br label %152

141:                                              ; preds = %141, %124
  %142 = phi i64 [ 0, %124 ], [ %150, %141 ]
  %143 = add nsw i64 %142, %9
  %144 = mul nsw i64 %143, %14
  %145 = add i64 %144, %47
  %146 = inttoptr i64 %145 to ptr
  %147 = getelementptr inbounds nuw i8, ptr %146, i64 32
  %148 = load i64, ptr %147, align 4
  %149 = getelementptr inbounds nuw [32 x i64], ptr %7, i64 0, i64 %142
  store i64 %148, ptr %149, align 8
  %150 = add nuw nsw i64 %142, 1
  %151 = icmp eq i64 %150, 32
  br i1 %151, label %125, label %141

152:                                              ; preds = %157, %138
  %153 = phi i64 [ 0, %138 ], [ %158, %157 ]
  br i1 %139, label %157, label %154

154:                                              ; preds = %152
  %155 = add nsw i64 %153, %9
  %156 = mul nsw i64 %155, %14
  br label %160

157:                                              ; preds = %160, %152
  %158 = add nuw nsw i64 %153, 1
  %159 = icmp eq i64 %158, 32
  br i1 %159, label %171, label %152

160:                                              ; preds = %160, %154
  %161 = phi i64 [ 0, %154 ], [ %169, %160 ]
  %162 = getelementptr inbounds nuw [4 x [32 x i32]], ptr %8, i64 0, i64 %161, i64 %153
  %163 = load i32, ptr %162, align 4
  %164 = load i64, ptr %13, align 8
  %165 = add i64 %164, %156
  %166 = inttoptr i64 %165 to ptr
  %167 = getelementptr inbounds i8, ptr %166, i64 %16
  %168 = getelementptr inbounds nuw i32, ptr %167, i64 %161
  store i32 %163, ptr %168, align 4
  %169 = add nuw nsw i64 %161, 1
  %170 = icmp eq i64 %169, %140
  br i1 %170, label %157, label %160

171:                                              ; preds = %157
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %7) #24
  br label %223

172:                                              ; preds = %121
  call void @llvm.lifetime.start.p0(i64 17152, ptr nonnull %6) #24
  %173 = lshr i32 %54, 8
  %174 = and i32 %173, 255
  %175 = call i32 @llvm.umax.i32(i32 %174, i32 1)
  %176 = shl nuw nsw i32 %175, 2
  %177 = add nuw nsw i32 %176, 6
  %178 = add i64 %15, %47
  %179 = inttoptr i64 %178 to ptr
  %180 = getelementptr inbounds nuw i8, ptr %179, i64 12
  %181 = load i32, ptr %180, align 4
  %182 = zext nneg i32 %177 to i64
  br label %183

183:                                              ; preds = %194, %172
  %184 = phi i64 [ 0, %172 ], [ %195, %194 ]
  %185 = add nsw i64 %184, %9
  %186 = mul nsw i64 %185, %14
  %187 = add i64 %186, %47
  %188 = inttoptr i64 %187 to ptr
  %189 = getelementptr inbounds i8, ptr %188, i64 %16
  br label %197

190:                                              ; preds = %194
  %191 = zext i32 %181 to i64
  %192 = call zeroext i1 @multiply_fragments(ptr noundef %0, i32 noundef %54, ptr noundef nonnull %6, ptr noundef nonnull %17, ptr noundef nonnull %18, i32 noundef 32, i32 noundef %2, i64 noundef %191) #25
  br i1 %192, label %193, label %204

193:                                              ; preds = %190
  call void @llvm.lifetime.end.p0(i64 17152, ptr nonnull %6) #24
  br label %387

194:                                              ; preds = %197
  %195 = add nuw nsw i64 %184, 1
  %196 = icmp eq i64 %195, 32
  br i1 %196, label %190, label %183

197:                                              ; preds = %197, %183
  %198 = phi i64 [ 0, %183 ], [ %202, %197 ]
  %199 = getelementptr inbounds nuw i32, ptr %189, i64 %198
  %200 = load i32, ptr %199, align 4
  %201 = getelementptr inbounds nuw [134 x [32 x i32]], ptr %6, i64 0, i64 %198, i64 %184
  store i32 %200, ptr %201, align 4
  %202 = add nuw nsw i64 %198, 1
  %203 = icmp eq i64 %202, %182
  br i1 %203, label %194, label %197

204:                                              ; preds = %190, %208
  %205 = phi i64 [ %209, %208 ], [ 0, %190 ]
  %206 = add nsw i64 %205, %9
  %207 = mul nsw i64 %206, %14
  br label %211

208:                                              ; preds = %211
  %209 = add nuw nsw i64 %205, 1
  %210 = icmp eq i64 %209, 32
  br i1 %210, label %222, label %204

211:                                              ; preds = %211, %204
  %212 = phi i64 [ 6, %204 ], [ %220, %211 ]
  %213 = getelementptr inbounds nuw [134 x [32 x i32]], ptr %6, i64 0, i64 %212, i64 %205
  %214 = load i32, ptr %213, align 4
  %215 = load i64, ptr %13, align 8
  %216 = add i64 %215, %207
  %217 = inttoptr i64 %216 to ptr
  %218 = getelementptr inbounds i8, ptr %217, i64 %16
  %219 = getelementptr inbounds nuw i32, ptr %218, i64 %212
  store i32 %214, ptr %219, align 4
  %220 = add nuw nsw i64 %212, 1
  %221 = icmp eq i64 %220, %182
  br i1 %221, label %208, label %211

222:                                              ; preds = %208
  call void @llvm.lifetime.end.p0(i64 17152, ptr nonnull %6) #24
  br label %223

223:                                              ; preds = %171, %222, %119
  %224 = select i1 %21, i1 true, i1 %55
  br i1 %224, label %263, label %225

225:                                              ; preds = %223
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %5) #24
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(256) %5, i8 0, i64 256, i1 false)
  br label %226

226:                                              ; preds = %228, %225
  %227 = phi i1 [ true, %225 ], [ false, %228 ]
  br label %229

228:                                              ; preds = %259
  br i1 %227, label %226, label %262

229:                                              ; preds = %259, %226
  %230 = phi i32 [ 0, %226 ], [ %260, %259 ]
  %231 = shl nuw i32 1, %230
  %232 = and i32 %231, %109
  %233 = icmp eq i32 %232, 0
  br i1 %233, label %259, label %234

234:                                              ; preds = %229
  %235 = load i64, ptr %23, align 8
  %236 = inttoptr i64 %235 to ptr
  %237 = getelementptr inbounds nuw i8, ptr %236, i64 4
  %238 = load i64, ptr %24, align 8
  %239 = trunc i64 %238 to i32
  %240 = mul i32 %28, %239
  %241 = add nsw i32 %230, %2
  %242 = add i32 %241, %240
  %243 = mul i32 %242, %22
  %244 = zext i32 %243 to i64
  %245 = getelementptr inbounds nuw i32, ptr %237, i64 %244
  %246 = select i1 %227, ptr %5, ptr %245
  %247 = select i1 %227, ptr %245, ptr %5
  br i1 %29, label %248, label %259

248:                                              ; preds = %234, %256
  %249 = phi i64 [ %257, %256 ], [ 0, %234 ]
  %250 = getelementptr inbounds nuw i32, ptr %247, i64 %249
  %251 = load i32, ptr %250, align 4
  %252 = getelementptr inbounds nuw i32, ptr %246, i64 %249
  %253 = load i32, ptr %252, align 4
  %254 = icmp ugt i32 %251, %253
  br i1 %254, label %255, label %256

255:                                              ; preds = %248
  store i32 %251, ptr %252, align 4
  br label %256

256:                                              ; preds = %255, %248
  %257 = add nuw nsw i64 %249, 1
  %258 = icmp eq i64 %257, %30
  br i1 %258, label %259, label %248

259:                                              ; preds = %256, %234, %229
  %260 = add nuw nsw i32 %230, 1
  %261 = icmp eq i32 %260, 32
  br i1 %261, label %228, label %229

262:                                              ; preds = %228
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %5) #24
  br label %263

263:                                              ; preds = %262, %223
  %264 = call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %109, i1 true)
  %265 = add nsw i32 %264, %2
  %266 = sext i32 %265 to i64
  %267 = mul nsw i64 %14, %266
  %268 = add i32 %109, -1
  %269 = and i32 %268, %109
  %270 = icmp eq i32 %269, 0
  br label %271

271:                                              ; preds = %263, %380
  %272 = phi i64 [ 0, %263 ], [ %381, %380 ]
  %273 = trunc nuw nsw i64 %272 to i32
  %274 = shl nuw i32 1, %273
  %275 = and i32 %274, %109
  %276 = icmp eq i32 %275, 0
  br i1 %276, label %380, label %277

277:                                              ; preds = %271
  %278 = add nsw i64 %272, %9
  %279 = load i64, ptr %13, align 8
  %280 = mul nsw i64 %14, %278
  %281 = add i64 %279, %280
  %282 = inttoptr i64 %281 to ptr
  %283 = getelementptr inbounds nuw i8, ptr %282, i64 24
  %284 = load i32, ptr %283, align 4
  switch i32 %284, label %289 [
    i32 1, label %285
    i32 6, label %285
  ]

285:                                              ; preds = %277, %277
  %286 = icmp eq i32 %284, 1
  %287 = select i1 %286, i32 %110, i32 %109
  %288 = getelementptr inbounds nuw i8, ptr %282, i64 44
  store i32 %287, ptr %288, align 4
  br label %356

289:                                              ; preds = %277
  %290 = add i32 %284, -7
  %291 = icmp ult i32 %290, 9
  br i1 %291, label %292, label %329

292:                                              ; preds = %289
  %293 = add i64 %279, %267
  %294 = inttoptr i64 %293 to ptr
  %295 = getelementptr inbounds nuw i8, ptr %294, i64 32
  %296 = load i32, ptr %295, align 4
  br i1 %270, label %356, label %297

297:                                              ; preds = %292, %324
  %298 = phi i32 [ %327, %324 ], [ %269, %292 ]
  %299 = phi i32 [ %325, %324 ], [ %296, %292 ]
  %300 = call range(i32 1, 33) i32 @llvm.cttz.i32(i32 %298, i1 true)
  %301 = add nsw i32 %300, %2
  %302 = sext i32 %301 to i64
  %303 = mul nsw i64 %14, %302
  %304 = add i64 %303, %279
  %305 = inttoptr i64 %304 to ptr
  %306 = getelementptr inbounds nuw i8, ptr %305, i64 32
  %307 = load i32, ptr %306, align 4
  switch i32 %284, label %322 [
    i32 7, label %308
    i32 8, label %308
    i32 9, label %310
    i32 11, label %312
    i32 10, label %314
    i32 12, label %316
    i32 13, label %318
    i32 14, label %320
  ]

308:                                              ; preds = %297, %297
  %309 = add i32 %307, %299
  br label %324

310:                                              ; preds = %297
  %311 = call i32 @llvm.umin.i32(i32 %307, i32 %299)
  br label %324

312:                                              ; preds = %297
  %313 = call i32 @llvm.umax.i32(i32 %307, i32 %299)
  br label %324

314:                                              ; preds = %297
  %315 = call noundef i32 @llvm.smin.i32(i32 %299, i32 %307)
  br label %324

316:                                              ; preds = %297
  %317 = call noundef i32 @llvm.smax.i32(i32 %299, i32 %307)
  br label %324

318:                                              ; preds = %297
  %319 = and i32 %307, %299
  br label %324

320:                                              ; preds = %297
  %321 = or i32 %307, %299
  br label %324

322:                                              ; preds = %297
  %323 = xor i32 %307, %299
  br label %324

324:                                              ; preds = %322, %320, %318, %316, %314, %312, %310, %308
  %325 = phi i32 [ %323, %322 ], [ %321, %320 ], [ %319, %318 ], [ %317, %316 ], [ %315, %314 ], [ %313, %312 ], [ %311, %310 ], [ %309, %308 ]
  %326 = add i32 %298, -1
  %327 = and i32 %326, %298
  %328 = icmp eq i32 %327, 0
  br i1 %328, label %356, label %297

329:                                              ; preds = %289
  %330 = icmp slt i32 %284, 16
  %331 = icmp ne i32 %284, 0
  %332 = and i1 %331, %330
  br i1 %332, label %333, label %360

333:                                              ; preds = %329
  %334 = getelementptr inbounds nuw i8, ptr %282, i64 36
  %335 = load i32, ptr %334, align 4
  %336 = getelementptr inbounds nuw i8, ptr %282, i64 40
  %337 = load i32, ptr %336, align 4
  %338 = call i32 @shuffle_source(i32 noundef %284, i32 noundef %273, i32 noundef %335, i32 noundef %337) #23
  %339 = icmp ult i32 %338, 32
  %340 = zext i1 %339 to i32
  %341 = getelementptr inbounds nuw i8, ptr %282, i64 48
  store i32 %340, ptr %341, align 4
  %342 = icmp eq i32 %338, 32
  %343 = select i1 %342, i32 %273, i32 %338
  %344 = shl nuw i32 1, %343
  %345 = and i32 %344, %109
  %346 = icmp eq i32 %345, 0
  br i1 %346, label %356, label %347

347:                                              ; preds = %333
  %348 = add i32 %343, %2
  %349 = load i64, ptr %13, align 8
  %350 = sext i32 %348 to i64
  %351 = mul nsw i64 %14, %350
  %352 = add i64 %349, %351
  %353 = inttoptr i64 %352 to ptr
  %354 = getelementptr inbounds nuw i8, ptr %353, i64 32
  %355 = load i32, ptr %354, align 4
  br label %356

356:                                              ; preds = %324, %347, %333, %292, %285
  %357 = phi i64 [ 28, %285 ], [ 44, %292 ], [ 44, %333 ], [ 44, %347 ], [ 44, %324 ]
  %358 = phi i32 [ %109, %285 ], [ %296, %292 ], [ 0, %333 ], [ %355, %347 ], [ %325, %324 ]
  %359 = getelementptr inbounds nuw i8, ptr %282, i64 %357
  store i32 %358, ptr %359, align 4
  br label %360

360:                                              ; preds = %329, %356
  %361 = getelementptr inbounds nuw i32, ptr %10, i64 %272
  %362 = load i32, ptr %361, align 4
  %363 = xor i32 %362, 1073741824
  store i32 %363, ptr %361, align 4
  br i1 %21, label %380, label %364

364:                                              ; preds = %360
  %365 = load i64, ptr %23, align 8
  %366 = inttoptr i64 %365 to ptr
  %367 = load i32, ptr %366, align 4
  %368 = add i32 %367, 1
  store i32 %368, ptr %366, align 4
  %369 = load i64, ptr %24, align 8
  %370 = trunc i64 %369 to i32
  %371 = mul i32 %28, %370
  %372 = trunc nsw i64 %278 to i32
  %373 = add i32 %371, %372
  %374 = load i64, ptr %23, align 8
  %375 = inttoptr i64 %374 to ptr
  %376 = getelementptr inbounds nuw i8, ptr %375, i64 4
  %377 = getelementptr inbounds nuw i32, ptr %376, i64 %36
  %378 = zext i32 %373 to i64
  %379 = getelementptr inbounds nuw %struct.thread_times, ptr %377, i64 %378, i32 2
  store i32 %368, ptr %379, align 4
  br label %380

380:                                              ; preds = %271, %364, %360
  %381 = add nuw nsw i64 %272, 1
  %382 = icmp eq i64 %381, %37
  br i1 %382, label %383, label %271

383:                                              ; preds = %380, %114, %119, %38
  %384 = phi i1 [ %40, %38 ], [ %40, %114 ], [ %40, %119 ], [ true, %380 ]
  %385 = add nuw nsw i64 %39, 1
  %386 = icmp eq i64 %385, %37
  br i1 %386, label %387, label %38

387:                                              ; preds = %383, %4, %137, %193
  %388 = phi i1 [ false, %137 ], [ false, %193 ], [ false, %4 ], [ %384, %383 ]
  ret i1 %388
}

declare zeroext i1 @multiply_fragments(ptr noundef, i32 noundef, ptr noundef, ptr noundef, ptr noundef, i32 noundef, i32 noundef, i64 noundef) local_unnamed_addr #19

declare i32 @llvm.cttz.i32(i32, i1 immarg) #20

declare i32 @vector_function(ptr noundef, ptr noundef, ptr noundef, ptr noundef, i32 noundef, i32 noundef) local_unnamed_addr #19

declare i32 @scalar_function(ptr noundef, ptr noundef, ptr noundef, ptr noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #19

define internal fastcc zeroext i1 @has_ended(ptr nocapture noundef readonly %0, ptr nocapture noundef nonnull readonly %1, i32 noundef %2) unnamed_addr #21 {
  %4 = load i32, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 40), align 8
  %5 = icmp slt i32 %2, %4
  br i1 %5, label %6, label %33

6:                                                ; preds = %3
  %7 = load i32, ptr @plan, align 4
  %8 = sdiv i32 %2, %7
  %9 = srem i32 %2, %7
  %10 = sext i32 %8 to i64
  %11 = getelementptr inbounds i32, ptr %1, i64 %10
  %12 = load i32, ptr %11, align 4
  %13 = load i32, ptr getelementptr inbounds nuw (i8, ptr @plan, i64 8), align 4
  %14 = icmp ne i32 %13, 0
  %15 = and i32 %12, -1073741825
  %16 = icmp eq i32 %15, 1048576
  %17 = select i1 %14, i1 %16, i1 false
  br i1 %17, label %18, label %31

18:                                               ; preds = %6
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %20 = load i64, ptr %19, align 8
  %21 = load i64, ptr @sizes, align 8
  %22 = mul nsw i64 %21, %10
  %23 = add i64 %22, %20
  %24 = inttoptr i64 %23 to ptr
  %25 = load i64, ptr getelementptr inbounds nuw (i8, ptr @sizes, i64 8), align 8
  %26 = getelementptr inbounds i8, ptr %24, i64 %25
  %27 = sext i32 %9 to i64
  %28 = getelementptr inbounds i32, ptr %26, i64 %27
  %29 = load i32, ptr %28, align 4
  %30 = icmp eq i32 %29, -1
  br label %33

31:                                               ; preds = %6
  %32 = icmp slt i32 %12, 0
  br label %33

33:                                               ; preds = %18, %31, %3
  %34 = phi i1 [ true, %3 ], [ %30, %18 ], [ %32, %31 ]
  ret i1 %34
}

declare i32 @llvm.smax.i32(i32, i32) #22

declare i64 @llvm.smax.i64(i64, i64) #22

declare i64 @llvm.smin.i64(i64, i64) #22

declare i32 @llvm.smin.i32(i32, i32) #22

declare i32 @llvm.umax.i32(i32, i32) #22

declare i32 @llvm.umin.i32(i32, i32) #22

attributes #0 = { nofree norecurse nosync nounwind optsize memory(readwrite, inaccessiblemem: none) }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(readwrite, inaccessiblemem: none) }
attributes #3 = { nofree norecurse nosync nounwind optsize memory(read, argmem: readwrite, inaccessiblemem: none) }
attributes #4 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: read) }
attributes #5 = { nofree noinline norecurse nosync nounwind optsize memory(read, argmem: readwrite, inaccessiblemem: none) }
attributes #6 = { mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(argmem: write) }
attributes #7 = { nofree norecurse nosync nounwind optsize memory(write, argmem: readwrite, inaccessiblemem: none) }
attributes #8 = { nofree noinline norecurse nosync nounwind optsize memory(readwrite, inaccessiblemem: none) }
attributes #9 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) }
attributes #10 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: readwrite) }
attributes #11 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: write) }
attributes #12 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(read, argmem: readwrite, inaccessiblemem: none) }
attributes #13 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #14 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #15 = { nofree noinline norecurse nosync nounwind optsize memory(argmem: readwrite) }
attributes #16 = { nofree norecurse nosync nounwind optsize memory(read, inaccessiblemem: none) }
attributes #17 = { nounwind optsize }
attributes #18 = { noinline nounwind optsize }
attributes #19 = { optsize }
attributes #20 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #21 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(read, inaccessiblemem: none) }
attributes #22 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #23 = { optsize }
attributes #24 = { nounwind }
attributes #25 = { nounwind optsize }
