"""Loads and stores in which lanes have addresses that are known only when they run."""

from __future__ import annotations

from sgemm.executor.llvm_types import vector_type
from sgemm.executor.lower.access import Access, write_loaded
from sgemm.executor.lower.per_lane import for_each_lane, results_in_memory
from sgemm.ptx.syntax import Operand


def gather(access: Access, targets: tuple[Operand, ...]) -> None:
    """Read in each lane from an address of its own."""
    emitter = access.emitter
    builder = emitter.builder
    results = [results_in_memory(emitter, access.element, index) for index in range(len(targets))]
    with for_each_lane(emitter, access.lane_addresses()) as (lane, (address,)):
        for index, result in enumerate(results):
            place = access.pointer(address, index * access.nbytes)
            value = builder.load(place, typ=access.element, align=access.nbytes)
            builder.store(value, builder.gep(result, [lane], source_etype=access.element))
    kind = vector_type(access.element, emitter.lanes)
    for target, result in zip(targets, results, strict=True):
        write_loaded(emitter, target, builder.load(result, typ=kind), access.kind)


def scatter(access: Access, sources: tuple[Operand, ...]) -> None:
    """Write each lane's values to its address; where addresses are equal, the highest lane wins."""
    emitter = access.emitter
    values = [emitter.vector(source, access.kind) for source in sources]
    with for_each_lane(emitter, access.lane_addresses(), *values) as (_, (address, *elements)):
        for index, element in enumerate(elements):
            place = access.pointer(address, index * access.nbytes)
            emitter.builder.store(element, place, align=access.nbytes)
