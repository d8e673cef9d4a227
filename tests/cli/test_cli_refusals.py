"""What cannot be done is refused in one line, before anything is written."""

import shlex

import pytest

ON_CPU = ("bench", "ladder", "survey", "verify")  # these run here, whatever GPU there is

REFUSED = (
    ("", "no command was given; there are doctor, kernels"),
    ("lader", "no command 'lader'; did you mean ladder? There are doctor"),
    ("xyz", "no command 'xyz'; there are doctor"),
    ("--bogus", "No such option"),
    ("kernels --bogus", "sgemm kernels: No such option '--bogus'"),
    ("kernels extra", "unexpected extra argument (extra)"),
    ("kernels --machine tpu", "'tpu' is not one of 'cpu', 'cuda'"),
    ("bench --sizes 8x9", "'8x9' is no size"),
    ("bench --contenders blas:splits=2", "contender = 'blas' is no library (cublas, "),
    ("bench --contenders naive:splits=2", "splits=2: naive has one block for each tile"),
    ("bench --contenders split_k:bm=3", "split_k ships in no such tile"),
    ("bench --contenders naive:colour=2", "plan = 'naive:colour=2': 'colour=2' is not NAME="),
    ("bench --contenders cublas", "does not have it here; libraries: numpy"),
    ("bench --layouts nx", "there are nn, nt, tn, tt"),
    ("bench --layouts nn,tn --contenders numpy,3", "shared_tile computes layout nn only"),
    (
        "bench --layouts tt --contenders two_kernel_rule",
        "two_kernel_rule does not compute layout tt",
    ),
    ("bench --pad 1,2", "one number, or three"),
    ("bench --pad 1048577", "pad = '1048577': at most 1048576 elements"),
    ("bench --pad 1048576 --contenders blas", "no kernel"),
    ("bench --alpha inf", "alpha = inf"),
    ("bench --set random --sizes 64", "--sizes and --set: a set says by itself"),
    ("bench --set random --protocol precision", "--protocol and --set"),
    ("bench --l2 cold", "only a GPU's cache"),
    ("bench --lock-clocks 1395", "on a GPU only"),
    ("bench --sizes 2000000 --contenders numpy", "GiB of memory"),
    ("bench --output x.parquet", "output = 'x.parquet': measurements are written as JSON Lines"),
    ("bench --sizes 8,8x0x8", "8x0x8: C has no elements"),
    (
        "bench --sizes 8 --contenders naive,2 --batch 2",
        "nothing can be measured: coalesced cannot compute 8x8x8, batch 2 on cpu: batch = 2",
    ),
    ("ladder --size -5", "'-5' is no size: N, FIRST:LAST, FIRST:LAST:STEP or MxNxK is needed"),
    ("ladder --size 2147483648", "sizes = '2147483648': a size is at most 2**31-1"),
    ("ladder --rungs 1,shard_tile", "did you mean shared_tile"),
    ("ladder --rungs 3-1", "a range goes from low to high"),
    ("ladder --seconds -1", "-1.0 is not in the range"),
    ("run shard_tile 1 1 1", "did you mean shared_tile"),
    ("run naive 1 1 1 --layout nt", "layout = 'nt': naive ships in nn"),
    ("run split_k 1 1 1 --tile 99", "tile = '99': there is no such tile; split_k ships"),
    ("run two_kernel_rule 1 1 1 --tile 1", "two_kernel_rule says itself in which tile"),
    ("run split_k:bm=64 1 1 1 --tile 1", "split_k:bm=64 says itself in which tile"),
    ("run split_k:bm=3 1 1 1", "plan = 'split_k:bm=3': tile = 'bm=3': split_k ships in no"),
    ("run naive 9999999 9999999 8", "of memory to run and verify"),
    ("run 0 1 1 1", "0 stands for the baseline"),
    ("run naive -5 1 1", "m = -5: a size is a whole number in 0 ... 2**31-1"),
    ("explain 5 8 -40", "k = -40: a size is a whole number in 0 ... 2**31-1"),
    ("run naive 1 1 1.5", "'1.5' is not a whole number such as 512"),
    ("run --bogus=3 naive 1 1 1", "No such option '--bogus'"),
    ("run naive 4 5 6 --input-class odd", "input_class = 'odd': there are"),
    ("show ptx_naiv", "did you mean ptx_naive"),
    ("show naive --layout tn", "layout = 'tn': naive ships in nn"),
    ("show naive --tile 0", "'0': there is no such tile; naive ships in 1: 32x32x1"),
    ("show naive --specialisations --ptx", "--ptx and --specialisations: one thing"),
    ("show async_copy --ptx --arch 75", "async_copy needs sm_80 or later, not sm_75"),
    ("show naive --ptx --arch 91", "architecture = 91: NVRTC"),
    ("show ptx_naive --cuda", "kernel = 'ptx_naive': it is written in PTX"),
    ("explain 10 ten 10", "'ten' is not a whole number such as 512"),
    ("export x -o x.csv --smallest", "--smallest compresses Parquet, and the format is csv"),
    ("export x --format xml -o y", "'xml' is not one of 'csv', 'jsonl'"),
    ("survey --problems slender,few", "problems = 'few': there are general, tiny_batches, "),
    ("survey --sizes 0", "C has no elements"),
    ("survey --rounds 2", "2 is not in the range"),
    ("survey --layout nx", "there are nn, nt, tn, tt"),
    ("survey some", "no kernel"),
    ("survey naive", "kernel = naive: one tile"),
    ("verify naive --layout tn", "--layout tn: no kernel that was asked for ships so"),
    ("verify naive --tile 8x8x8", "--tile 8x8x8: no kernel that was asked for ships so"),
    ("verify naive --batch 2", "batch = 2: give it together with --size"),
    ("verify split_k:bm=7", "plan = 'split_k:bm=7': tile = 'bm=7': split_k ships in no such tile"),
    ("verify split_k:bm=16 --tile 1", "tile = '1': split_k:bm=16 has another tile"),
    ("verify auto --tile 1", "tile = '1': auto chooses the tile itself"),
    (
        "verify auto:bm=64",
        "plan = 'auto:bm=64': auto is a rule and chooses tile and schedule",
    ),
    ("verify atuo", "kernel = 'atuo': no kernel has this name; `sgemm kernels` lists all"),
    ("verify nave:splits=2", "plan = 'nave:splits=2': kernel = 'nave': no kernel has this name"),
    (
        "verify split_k:blocks=2 --size 9",
        ":blocks=2 is legal for none of these problems: blocks",
    ),
    ("show naive --architecture 33", "--architecture 33: what is shown is the same for each"),
    ("fit nosuch", "sgemm: nosuch cannot be read: No such file or directory"),
    ("verify naive --input-class odd", "input_class = 'odd': there are"),
    ("verify naive --input-class normal --all-classes", "give one of them, not both"),
    ("verify naive --size 99999999", "of memory to run and verify"),
    (
        "verify naive --size 9 --batch 2 --layout nn --tile 1",
        "sgemm: nothing was checked: naive: batch = 2: it computes one product\n",
    ),
    ("report --peak 1e308", "is not in the range 0.0<x<=1000000.0"),
    ("report --peak 0", "is not in the range 0.0<x<=1000000.0"),
)

NUMBERS = (
    *("ladder --seconds", "bench --seconds", "bench --relative-error", "bench --time-limit"),
    *("bench --warm-up", "bench --sustain", "compare --fail-below", "compare --fail-change-below"),
    *("report --peak", "report --bandwidth"),
)

LONG = (
    *("bench --sizes N", "bench --pad N", "ladder --size 1x1xN", "ladder --rungs N"),
    *("run naive N 1 1", "run N 1 1 1", "show naive --tile N", "verify naive --seed N"),
)


def words_of(line):
    words = shlex.split(line)
    return [*words, *(("--machine", "cpu") if words[:1] and words[0] in ON_CPU else ())]


@pytest.mark.parametrize(("line", "words"), REFUSED)
def test_refusals_are_one_line(refused, line, words):
    assert words in refused(*words_of(line))


@pytest.mark.parametrize("line", NUMBERS)
def test_infinity_and_nan_are_no_settings(refused, line):
    """NaN passes every range of Click's, and every later comparison is false."""
    for number in ("nan", "inf"):
        assert f"Invalid value for '{line.split()[1]}': " in refused(*line.split(), number)


@pytest.mark.parametrize("line", LONG)
def test_numbers_of_thousands_of_digits(refused, line):
    assert len(refused(*words_of(line.replace("N", "9" * 5000)))) < 6000


@pytest.mark.parametrize("command", ["run naive 1 1 1", "verify naive", "ladder", "bench"])
def test_what_commands_that_run_kernels_refuse(refused, command, no_gpu):
    command = command.split()
    assert "needs a GPU: no libcuda.so.1" in refused(*command, "--machine", "cuda")
    assert "--seed': -1 is not in the range" in refused(*command, "--seed", -1)
    assert "--threads': 0 is not in the range" in refused(*command, "--threads", 0)
