; How XLA enters: machine code that launches a known product itself, and calls Python for all else.
;
; In LLVM's assembly language (https://llvm.org/docs/LangRef.html), since no C compiler may be here.
; entry_point.py compiles it, and describes known products; call_frame.py has XLA's structures with
; all their names.

%Text       = type { ptr, i64 }                      ; start, length
%Version    = type { i64, ptr, i32, i32 }
%Buffer     = type { i64, ptr, i32, ptr, i64, ptr }  ; size, extension, dtype, data, rank, dims
%Buffers    = type { i64, ptr, i64, ptr, ptr }       ; size, extension, count, kinds, values
%Attributes = type { i64, ptr, i64, ptr, ptr, ptr }  ; size, extension, count, kinds, names, values
%Interface  = type { i64, ptr, %Version, ptr, [18 x ptr] }
%Frame      = type { i64, ptr, ptr, ptr, i32, %Buffers, %Buffers, %Attributes }
              ; size, extension, interface, context, stage, operands, results, attributes
%Answer     = type { i64, ptr, ptr, ptr }            ; size, extension, context, what is asked for
%Error      = type { i64, ptr, ptr, i32 }            ; size, extension, message, code

; What entry_point.py describes, in the same order.
%Known  = type { ptr, i32, i32, i64, %Text, i64, ptr, i64, i64, [5 x ptr], i64, ptr, i64, ptr, ptr,
                 ptr, ptr }
%Map    = type { ptr, ptr, i64, i64 }                ; map, place of its base, offset, address
%Launch = type { ptr, ptr, ptr }                     ; configuration, function, place of its stream

@calls  = global i64 0                               ; how many are under way
@closed = global i64 0                               ; 1 once the process ends
@known  = global [1024 x ptr] zeroinitializer        ; lists of %Known, by a hash of shapes

@ends   = constant [59 x i8] c"sgemm: the process ends, so nothing is multiplied any more\00"
@failed = constant [61 x i8] c"sgemm: the driver refuses a launch after the first of a call\00"

declare i32 @memcmp(ptr, ptr, i64)

; XLA's handler: returns null, or an error. %python is the handler to call where no launch is known.
define ptr @call(ptr %frame, ptr %python, i1 %is_gpu) {
  %before = atomicrmw add ptr @calls, i64 1 seq_cst
  %closed = load atomic i64, ptr @closed seq_cst, align 8
  %is_closed = icmp ne i64 %closed, 0
  br i1 %is_closed, label %refuse, label %enter
enter:
  br i1 %is_gpu, label %look, label %call_python
look:
  %done = call i32 @launched(ptr %frame)
  switch i32 %done, label %call_python [ i32 1, label %end
                                         i32 2, label %fail ]
call_python:
  %answer = call ptr %python(ptr %frame)
  br label %end
refuse:
  %refusal = call ptr @error(ptr %frame, ptr @ends)
  br label %end
fail:
  %failure = call ptr @error(ptr %frame, ptr @failed)
  br label %end
end:
  %result = phi ptr [ null, %look ], [ %answer, %call_python ],
                    [ %refusal, %refuse ], [ %failure, %fail ]
  %after = atomicrmw sub ptr @calls, i64 1 seq_cst
  ret ptr %result
}

; An error of XLA's, with the code INTERNAL.
define internal ptr @error(ptr %frame, ptr %message) {
  %error = alloca %Error
  store %Error { i64 32, ptr null, ptr null, i32 13 }, ptr %error
  %message_at = getelementptr %Error, ptr %error, i32 0, i32 2
  store ptr %message, ptr %message_at
  %create = call ptr @function(ptr %frame, i32 0)
  %result = call ptr %create(ptr %error)
  ret ptr %result
}

; A function of XLA's interface, by its number.
define internal ptr @function(ptr %frame, i32 %number) {
  %interface_at = getelementptr %Frame, ptr %frame, i32 0, i32 2
  %interface = load ptr, ptr %interface_at
  %function_at = getelementptr %Interface, ptr %interface, i32 0, i32 4, i32 %number
  %function = load ptr, ptr %function_at
  ret ptr %function
}

; Ask XLA for something of the context of a call; 1 if it tells.
define internal i1 @asked(ptr %frame, i32 %number, ptr %answer) {
  store %Answer { i64 32, ptr null, ptr null, ptr null }, ptr %answer
  %context_at = getelementptr %Frame, ptr %frame, i32 0, i32 3
  %context = load ptr, ptr %context_at
  %place = getelementptr %Answer, ptr %answer, i32 0, i32 2
  store ptr %context, ptr %place
  %function = call ptr @function(ptr %frame, i32 %number)
  %error = call ptr %function(ptr %answer)
  %is_told = icmp eq ptr %error, null
  ret i1 %is_told
}

; The head of the list that the shapes of two operands belong to.
define internal ptr @list_of(i64 %rank, ptr %a, ptr %b) {
entry:
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %i_next, %mix ]
  %hash = phi i64 [ -3750763034362895579, %entry ], [ %hash_b, %mix ]  ; FNV-1a, by words
  %is_end = icmp sge i64 %i, %rank
  br i1 %is_end, label %end, label %mix
mix:
  %a_at = getelementptr i64, ptr %a, i64 %i
  %b_at = getelementptr i64, ptr %b, i64 %i
  %size_a = load i64, ptr %a_at
  %size_b = load i64, ptr %b_at
  %with_a = xor i64 %hash, %size_a
  %hash_a = mul i64 %with_a, 1099511628211
  %with_b = xor i64 %hash_a, %size_b
  %hash_b = mul i64 %with_b, 1099511628211
  %i_next = add i64 %i, 1
  br label %next
end:
  %list = lshr i64 %hash, 54
  %head = getelementptr [1024 x ptr], ptr @known, i64 0, i64 %list
  ret ptr %head
}

; An operand, by its number.
define internal ptr @operand(ptr %frame, i64 %number) {
  %values_at = getelementptr %Frame, ptr %frame, i32 0, i32 5, i32 4
  %values = load ptr, ptr %values_at
  %value_at = getelementptr ptr, ptr %values, i64 %number
  %value = load ptr, ptr %value_at
  ret ptr %value
}

; A result, likewise.
define internal ptr @result(ptr %frame, i64 %number) {
  %values_at = getelementptr %Frame, ptr %frame, i32 0, i32 6, i32 4
  %values = load ptr, ptr %values_at
  %value_at = getelementptr ptr, ptr %values, i64 %number
  %value = load ptr, ptr %value_at
  ret ptr %value
}

define internal i64 @address(ptr %buffer) {
  %data_at = getelementptr %Buffer, ptr %buffer, i32 0, i32 3
  %data = load i64, ptr %data_at
  ret i64 %data
}

define internal i64 @rank(ptr %buffer) {
  %rank_at = getelementptr %Buffer, ptr %buffer, i32 0, i32 4
  %rank = load i64, ptr %rank_at
  ret i64 %rank
}

define internal ptr @sizes(ptr %buffer) {
  %dims_at = getelementptr %Buffer, ptr %buffer, i32 0, i32 5
  %dims = load ptr, ptr %dims_at
  ret ptr %dims
}

; The head of the list that a call belongs to.
define internal ptr @list_of_call(ptr %frame) {
  %a = call ptr @operand(ptr %frame, i64 0)
  %b = call ptr @operand(ptr %frame, i64 1)
  %rank = call i64 @rank(ptr %a)
  %sizes_a = call ptr @sizes(ptr %a)
  %sizes_b = call ptr @sizes(ptr %b)
  %head = call ptr @list_of(i64 %rank, ptr %sizes_a, ptr %sizes_b)
  ret ptr %head
}

; Let calls like this one be launched as is described.
define void @remember(ptr %frame, ptr %known) {
  %head = call ptr @list_of_call(ptr %frame)
  br label %again
again:
  %first = load atomic ptr, ptr %head acquire, align 8
  store ptr %first, ptr %known                       ; next
  %exchanged = cmpxchg ptr %head, ptr %first, ptr %known seq_cst seq_cst
  %is_first = extractvalue { ptr, i1 } %exchanged, 1
  br i1 %is_first, label %end, label %again
end:
  ret void
}

; The results after the first are a workspace: its addresses, and numbers of elements.
define internal void @read_workspace(ptr %frame, ptr %addresses, ptr %counts) {
entry:
  store [2 x i64] zeroinitializer, ptr %addresses
  store [2 x i64] zeroinitializer, ptr %counts
  %count_at = getelementptr %Frame, ptr %frame, i32 0, i32 6, i32 2
  %count = load i64, ptr %count_at
  br label %next
next:
  %i = phi i64 [ 1, %entry ], [ %i_next, %read ]
  %is_end = icmp sge i64 %i, %count
  br i1 %is_end, label %end, label %read
read:
  %buffer = call ptr @result(ptr %frame, i64 %i)
  %dtype_at = getelementptr %Buffer, ptr %buffer, i32 0, i32 2
  %dtype = load i32, ptr %dtype_at
  %is_counters = icmp ne i32 %dtype, 11              ; float32
  %place = zext i1 %is_counters to i64
  %address = call i64 @address(ptr %buffer)
  %address_at = getelementptr i64, ptr %addresses, i64 %place
  store i64 %address, ptr %address_at
  %sizes = call ptr @sizes(ptr %buffer)
  %size = load i64, ptr %sizes
  %size_at = getelementptr i64, ptr %counts, i64 %place
  store i64 %size, ptr %size_at
  %i_next = add i64 %i, 1
  br label %next
end:
  ret void
}

; How a, b and c lie modulo 16, as one number.
define internal i64 @alignment(ptr %addresses) {
  %b_at = getelementptr i64, ptr %addresses, i64 1
  %c_at = getelementptr i64, ptr %addresses, i64 2
  %a = load i64, ptr %addresses
  %b = load i64, ptr %b_at
  %c = load i64, ptr %c_at
  %rest_a = and i64 %a, 15
  %rest_b = and i64 %b, 15
  %rest_c = and i64 %c, 15
  %shifted_b = shl i64 %rest_b, 4
  %shifted_c = shl i64 %rest_c, 8
  %ab = or i64 %rest_a, %shifted_b
  %abc = or i64 %ab, %shifted_c
  ret i64 %abc
}

; Whether a call, of operands with one rank, is like a known one, and its workspace large enough.
define internal i1 @is_like(ptr %known, ptr %frame, i32 %gpu, i64 %alignment, ptr %counts) {
  %gpu_at = getelementptr %Known, ptr %known, i32 0, i32 2
  %gpu_known = load i32, ptr %gpu_at
  %is_gpu = icmp eq i32 %gpu, %gpu_known
  %alignment_at = getelementptr %Known, ptr %known, i32 0, i32 3
  %alignment_known = load i64, ptr %alignment_at
  %is_aligned = icmp eq i64 %alignment, %alignment_known
  %a = call ptr @operand(ptr %frame, i64 0)
  %b = call ptr @operand(ptr %frame, i64 1)
  %rank_a = call i64 @rank(ptr %a)
  %rank_at = getelementptr %Known, ptr %known, i32 0, i32 5
  %rank = load i64, ptr %rank_at
  %is_rank = icmp eq i64 %rank_a, %rank
  %floats_at = getelementptr %Known, ptr %known, i32 0, i32 7
  %floats_needed = load i64, ptr %floats_at
  %counters_at = getelementptr %Known, ptr %known, i32 0, i32 8
  %counters_needed = load i64, ptr %counters_at
  %floats = load i64, ptr %counts
  %counters_count_at = getelementptr i64, ptr %counts, i64 1
  %counters = load i64, ptr %counters_count_at
  %has_floats = icmp uge i64 %floats, %floats_needed
  %has_counters = icmp uge i64 %counters, %counters_needed
  %is_there = and i1 %is_gpu, %is_aligned
  %has_workspace = and i1 %has_floats, %has_counters
  %both = and i1 %is_there, %has_workspace
  %all = and i1 %both, %is_rank
  br i1 %all, label %compare_sizes, label %other
compare_sizes:
  %bytes = shl i64 %rank, 3
  %dims_at = getelementptr %Known, ptr %known, i32 0, i32 6
  %dims_a = load ptr, ptr %dims_at
  %dims_b = getelementptr i8, ptr %dims_a, i64 %bytes
  %sizes_a = call ptr @sizes(ptr %a)
  %sizes_b = call ptr @sizes(ptr %b)
  %difference_a = call i32 @memcmp(ptr %sizes_a, ptr %dims_a, i64 %bytes)
  %difference_b = call i32 @memcmp(ptr %sizes_b, ptr %dims_b, i64 %bytes)
  %difference = or i32 %difference_a, %difference_b
  %is_size = icmp eq i32 %difference, 0
  br i1 %is_size, label %compare_lengths, label %other
compare_lengths:
  %values_at = getelementptr %Frame, ptr %frame, i32 0, i32 7, i32 5
  %values = load ptr, ptr %values_at
  %form_at = load ptr, ptr %values
  %form = load %Text, ptr %form_at
  %form_known_at = getelementptr %Known, ptr %known, i32 0, i32 4
  %form_known = load %Text, ptr %form_known_at
  %length = extractvalue %Text %form, 1
  %length_known = extractvalue %Text %form_known, 1
  %is_length = icmp eq i64 %length, %length_known
  br i1 %is_length, label %compare_forms, label %other
compare_forms:
  %start = extractvalue %Text %form, 0
  %start_known = extractvalue %Text %form_known, 0
  %difference_form = call i32 @memcmp(ptr %start, ptr %start_known, i64 %length)
  %is_form = icmp eq i32 %difference_form, 0
  ret i1 %is_form
other:
  ret i1 false
}

; Launch a call like a known one: 1 if that was done, 2 if it failed midway, 0 if it is Python's.
define internal i32 @launched(ptr %frame) {
entry:
  %addresses = alloca [5 x i64]                      ; of a, b, c, floats, counters
  %counts = alloca [2 x i64]                         ; of floats, counters
  %answer = alloca %Answer
  %stage_at = getelementptr %Frame, ptr %frame, i32 0, i32 4
  %stage = load i32, ptr %stage_at
  %is_execute = icmp eq i32 %stage, 3
  %extension_at = getelementptr %Frame, ptr %frame, i32 0, i32 1
  %extension = load ptr, ptr %extension_at
  %asks_nothing = icmp eq ptr %extension, null
  %is_call = and i1 %is_execute, %asks_nothing
  br i1 %is_call, label %first, label %unknown
first:
  %first_a = call ptr @operand(ptr %frame, i64 0)
  %first_b = call ptr @operand(ptr %frame, i64 1)
  %rank_a = call i64 @rank(ptr %first_a)
  %rank_b = call i64 @rank(ptr %first_b)
  %is_rank = icmp eq i64 %rank_a, %rank_b
  br i1 %is_rank, label %find, label %unknown
find:
  %head = call ptr @list_of_call(ptr %frame)
  %first_known = load atomic ptr, ptr %head acquire, align 8
  %has_none = icmp eq ptr %first_known, null
  br i1 %has_none, label %unknown, label %ask_gpu
ask_gpu:
  %is_gpu_told = call i1 @asked(ptr %frame, i32 17, ptr %answer)
  %answer_at = getelementptr %Answer, ptr %answer, i32 0, i32 3
  %gpu = load i32, ptr %answer_at
  br i1 %is_gpu_told, label %ask_stream, label %unknown
ask_stream:
  %is_stream_told = call i1 @asked(ptr %frame, i32 4, ptr %answer)
  %stream = load i64, ptr %answer_at
  br i1 %is_stream_told, label %read, label %unknown
read:
  %a = call ptr @operand(ptr %frame, i64 0)
  %b = call ptr @operand(ptr %frame, i64 1)
  %c = call ptr @result(ptr %frame, i64 0)
  %address_a = call i64 @address(ptr %a)
  %address_b = call i64 @address(ptr %b)
  %address_c = call i64 @address(ptr %c)
  %b_at = getelementptr i64, ptr %addresses, i64 1
  %c_at = getelementptr i64, ptr %addresses, i64 2
  %workspace_at = getelementptr i64, ptr %addresses, i64 3
  store i64 %address_a, ptr %addresses
  store i64 %address_b, ptr %b_at
  store i64 %address_c, ptr %c_at
  call void @read_workspace(ptr %frame, ptr %workspace_at, ptr %counts)
  %alignment = call i64 @alignment(ptr %addresses)
  br label %next
next:
  %known = phi ptr [ %first_known, %read ], [ %following, %other ]
  %is_end = icmp eq ptr %known, null
  br i1 %is_end, label %unknown, label %compare
compare:
  %is_like = call i1 @is_like(ptr %known, ptr %frame, i32 %gpu, i64 %alignment, ptr %counts)
  br i1 %is_like, label %take, label %other
take:                                                ; unless another thread is at it
  %busy_at = getelementptr %Known, ptr %known, i32 0, i32 1
  %exchanged = cmpxchg ptr %busy_at, i32 0, i32 1 acquire monotonic
  %is_free = extractvalue { i32, i1 } %exchanged, 1
  br i1 %is_free, label %found, label %other
other:
  %following = load ptr, ptr %known
  br label %next
found:
  %done = call i32 @launch(ptr %known, ptr %addresses, i64 %stream)
  store atomic i32 0, ptr %busy_at release, align 4
  ret i32 %done
unknown:
  ret i32 0
}

; Write the addresses and the stream to their places, and call the driver: as @launched.
define internal i32 @launch(ptr %known, ptr %addresses, i64 %stream) {
entry:
  %map_count_at = getelementptr %Known, ptr %known, i32 0, i32 10
  %map_count = load i64, ptr %map_count_at
  %maps_at = getelementptr %Known, ptr %known, i32 0, i32 11
  %maps = load ptr, ptr %maps_at
  %launch_count_at = getelementptr %Known, ptr %known, i32 0, i32 12
  %launch_count = load i64, ptr %launch_count_at
  %launches_at = getelementptr %Known, ptr %known, i32 0, i32 13
  %launches = load ptr, ptr %launches_at
  %parameters_at = getelementptr %Known, ptr %known, i32 0, i32 14
  %parameters = load ptr, ptr %parameters_at
  %cu_launch_at = getelementptr %Known, ptr %known, i32 0, i32 15
  %cu_launch = load ptr, ptr %cu_launch_at
  %cu_replace_at = getelementptr %Known, ptr %known, i32 0, i32 16
  %cu_replace = load ptr, ptr %cu_replace_at
  br label %write
write:
  %i = phi i64 [ 0, %entry ], [ %i_next, %write ]
  %address_at = getelementptr i64, ptr %addresses, i64 %i
  %address = load i64, ptr %address_at
  %place_at = getelementptr %Known, ptr %known, i32 0, i32 9, i64 %i
  %place = load ptr, ptr %place_at
  store i64 %address, ptr %place
  %i_next = add i64 %i, 1
  %is_written = icmp eq i64 %i_next, 5
  br i1 %is_written, label %next_map, label %write
next_map:
  %j = phi i64 [ 0, %write ], [ %j_next, %mapped ]
  %is_all_mapped = icmp eq i64 %j, %map_count
  br i1 %is_all_mapped, label %next_launch, label %map
map:
  %map_at = getelementptr %Map, ptr %maps, i64 %j
  %map_known = load %Map, ptr %map_at
  %base_at = extractvalue %Map %map_known, 1
  %base = load i64, ptr %base_at
  %offset = extractvalue %Map %map_known, 2
  %target = add i64 %base, %offset
  %target_known = extractvalue %Map %map_known, 3
  %is_mapped = icmp eq i64 %target, %target_known
  br i1 %is_mapped, label %mapped, label %replace
replace:
  %tensor_map = extractvalue %Map %map_known, 0
  %map_code = call i32 %cu_replace(ptr %tensor_map, i64 %target)
  %is_replaced = icmp eq i32 %map_code, 0
  br i1 %is_replaced, label %note, label %refused
note:
  %target_at = getelementptr %Map, ptr %map_at, i32 0, i32 3
  store i64 %target, ptr %target_at
  br label %mapped
mapped:
  %j_next = add i64 %j, 1
  br label %next_map
next_launch:
  %l = phi i64 [ 0, %next_map ], [ %l_next, %launched ]
  %is_all_launched = icmp eq i64 %l, %launch_count
  br i1 %is_all_launched, label %done, label %one
one:
  %launch_at = getelementptr %Launch, ptr %launches, i64 %l
  %launch_known = load %Launch, ptr %launch_at
  %configuration = extractvalue %Launch %launch_known, 0
  %function = extractvalue %Launch %launch_known, 1
  %stream_at = extractvalue %Launch %launch_known, 2
  store i64 %stream, ptr %stream_at
  %code = call i32 %cu_launch(ptr %configuration, ptr %function, ptr null, ptr %parameters)
  %is_launched = icmp eq i32 %code, 0
  br i1 %is_launched, label %launched, label %failed
launched:
  %l_next = add i64 %l, 1
  br label %next_launch
failed:
  %is_first = icmp eq i64 %l, 0
  br i1 %is_first, label %refused, label %midway
done:
  ret i32 1
midway:
  ret i32 2
refused:
  ret i32 0
}
