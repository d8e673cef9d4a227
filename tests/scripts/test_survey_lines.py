"""Lines that a survey is shortened to say what its results say, as far as a fit reads them."""

import dataclasses
import operator
import sys

import survey_lines

from results_maker import ENVIRONMENT, measured, write
from sgemm.bench import fitting
from sgemm.bench.environment import Device
from sgemm.kernels.catalogue import find
from sgemm.kernels.gpus import H100
from sgemm.kernels.schedule import Schedule
from sgemm.problem import Problem

microseconds = operator.attrgetter("microseconds")


def test_lines_are_fitted_as_the_results_are(tmp_path, monkeypatch):
    device = Device(H100.name, H100.multiprocessors, H100.clock_mhz, H100.l2_bytes)
    source, output = tmp_path / "survey.jsonl", tmp_path / "lines.jsonl"
    kernel = find("split_k")
    problem = Problem(100, 200, 900, beta=1.0, trans_a=True, batch=3)
    rows = [
        measured(
            f"split_k:splits={splits}",
            problem,
            1.0,
            seconds=seconds,
            protocol="survey, cold L2",
            tile=tile,
            schedule=Schedule(splits=splits),
        )
        for seconds, tile, splits in ((1e-5, kernel.tile, 1), (3e-5, kernel.all_tiles[-1], 4))
    ]
    write(source, dataclasses.replace(ENVIRONMENT, device=device), rows)
    monkeypatch.setattr(sys, "argv", ["survey_lines.py", str(source), str(output)])
    assert survey_lines.main() == 0
    found = fitting.rows_in([output])
    expected = [row._replace(driver=None) for row in fitting.rows_in([source])]
    assert len(found) == 2 and sorted(found, key=microseconds) == sorted(expected, key=microseconds)
    assert fitting.gpu_of(found) == H100
    assert survey_lines.main() == 2, "what is there is not replaced"
