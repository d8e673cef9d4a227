/* The runtime is one translation unit, so that only what generated code uses has a name outside.
 * For kernels with matrix instructions there is another one, tensor_cores.c. */
#include "proxies.c"
#include "accesses.c"
#include "clusters.c"
#include "mbarriers.c"
#include "copies.c"
#include "bulk_copies.c"
#include "barriers.c"
#include "cluster_barrier.c"
#include "warpgroups.c"
#include "matrix_loads.c"
#include "collectives.c"
#include "run.c"
