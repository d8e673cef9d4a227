#!/bin/sh
# Everything that is measured on a GPU, in one command and a given time: presets of `sgemm bench`.
#
#   scripts/gpu_bench.sh DIR [SECONDS]        570 seconds by default
#
# Each part has a process, a time budget and a file of results of its own, DIR/PART.jsonl; files that
# lie there already are gone on with. Most important first: the named sets (what the library runs
# against cuBLAS), every rung with cuBLAS in each of its modes, as many replays as the size asks for,
# and a sweep of the best rungs, from a coarse grid of sizes to the finest, in the time that is left.
# PARTS="random ladder" takes only these. SGEMM_COMMIT names the commit where .git is not at hand.
# The exit status is 0 only if every part ran and every contender was right.
set -u
out=${1:?usage: scripts/gpu_bench.sh DIR [SECONDS]}
end=$(($(date +%s) + ${2:-570}))
python=${PYTHON:-python3}
failed=0 known=' '
mkdir -p "$out" || exit 2

# part NAME SECONDS OPTION...: a task that is under way when the budget is spent has 20 s more.
part() {
  name=$1 budget=$2
  shift 2
  known="$known$name "
  case " ${PARTS:-$name} " in *" $name "*) ;; *) return ;; esac
  left=$((end - $(date +%s) - 20))
  [ "$budget" -gt 0 ] && [ "$budget" -lt "$left" ] || budget=$left
  if [ "$budget" -le 0 ]; then
    echo "== $name: no time was left"
    failed=1
    return
  fi
  timeout $((budget + 20)) "$python" -m sgemm bench --machine cuda "$@" \
    --budget "$budget" --resume --output "$out/$name.jsonl"
  status=$?
  echo "== $name: status $status"
  [ "$status" -eq 0 ] || failed=1
}

part squares_nn 90 --set squares_nn
part squares_nt 40 --set squares_nt
part squares_tn 40 --set squares_tn
part squares_tt 40 --set squares_tt
part irregular 40 --set irregular
part random 50 --set random
part random_16384 70 --set random_16384
part batched 20 --set batched
part tiny_batches 60 --set tiny_batches
part slender 60 --set slender
part layers 60 --set layers
part accumulate 50 --set accumulate
part sustained 40 --set sustained
part tensor_cores 170 --sizes 4096,8192,1024,2048,512,16384 --contenders \
cublas,cublas-tf32,auto,split,bf16x6,bf16x6:bm=128:bn=128,fp16x3,fp16x3:bm=128:bn=128:bk=64,\
fp16x3:bm=128:bn=128:bk=32,fp16x3:bm=64:bn=128:bk=32,fp16x3:bn=64:bk=32,fp16x3:bn=64:bk=16,fp16x3_mma,fp16x3_mma:bm=128,fp16x3_mma:bn=64:bk=32
part few_rows 60 --layouts nt,nn --sizes 64x4096x4096,16x4096x4096,32x4096x4096,64x14336x4096,64x8192x28672,32x8192x28672,\
16x8192x28672,128x4096x4096,256x4096x4096,128x14336x4096,128x8192x28672,256x8192x28672 --contenders cublas,auto,\
fp16x3_skinny:bm=128,fp16x3_skinny:bm=64,fp16x3_skinny:bm=32,fp16x3_skinny:bm=16 \
  --seconds 0.05 --rounds 3 --warm-up 0.02 --time-limit 0.5
part few_columns 60 --layouts nn,nt --sizes 4096x64x4096,4096x16x4096,4096x32x4096,4096x128x4096,4096x256x4096,\
16384x64x4096,16384x256x7168,28672x64x8192,100000x64x256,100000x128x256,100000x256x256,65536x64x512,65536x128x1024 \
  --contenders cublas,auto,fp16x3_tall:bn=128,fp16x3_tall:bn=64,fp16x3_tall:bn=32,fp16x3_tall:bn=16 \
  --seconds 0.05 --rounds 3 --warm-up 0.02 --time-limit 0.5
part split_sets 150 --set irregular --set layers --set random --set batched \
  --contenders cublas,split
part sustained_split 45 --set sustained --contenders cublas,split
part accuracy 30 --set accuracy
part ladder 130 --sizes 4096,8192,2048,1024,512,1536 \
  --contenders cublas,cublas-pedantic,cublas-tf32,two_kernel_rule,ladder \
  --samples 10 --seconds 0.15 --relative-error 0.005 --time-limit 5 --rounds 3 --warm-up 0.05
part replays_by_size 35 --sizes 2048,4096,1024,8192,12800 --contenders cublas,two_kernel_rule \
  --protocol replays-by-size --time-limit 5 --warm-up 0
# Sizes that were named before are left out of later ranges: each range halves the step.
part sweep 0 --sizes 1024,12800,1024:12800:2048,1024:12800:1024,1024:12800:512,1024:12800:256,1024:12800:128 \
  --contenders cublas,ptx_pipeline,texture_loads,async_copy,two_kernel_rule \
  --samples 6 --seconds 0.04 --relative-error 0.01 --time-limit 0.6 --rounds 3 --warm-up 0.02
for name in ${PARTS:-}; do
  case "$known" in *" $name "*) ;; *) echo "== $name: there is no such part; there are$known" && failed=1 ;; esac
done
exit $failed
