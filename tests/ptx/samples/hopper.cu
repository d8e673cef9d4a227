// Hopper: tensor maps, mbarriers, wgmma, a cluster.
struct alignas(64) TensorMap { unsigned long long words[16]; };
extern __shared__ __align__(1024) unsigned char dynamic[];
__device__ __forceinline__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void wait(unsigned barrier, int parity) {
    asm volatile("{.reg .pred p; L: mbarrier.try_wait.parity.shared::cta.b64 p,[%0],%1; @p bra.uni D; bra.uni L; D:}" ::"r"(barrier), "r"(parity) : "memory");
}
extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(256, 1)
hopper(const __grid_constant__ TensorMap map, float* c, int steps) {
    __shared__ __align__(8) unsigned long long full, empty;
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&full)), "r"(1));
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&empty)), "r"(1));
        asm volatile("fence.mbarrier_init.release.cluster;");
        asm volatile("prefetch.tensormap [%0];" ::"l"(&map));
    }
    __syncthreads();
    if (threadIdx.x >= 128) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x == 128)
            for (int t = 0; t < steps; ++t) {
                wait(shared_address(&empty), t & 1);
                asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&full)), "r"(8192) : "memory");
                asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                             ::"r"(shared_address(dynamic)), "l"(&map), "r"(t * 32), "r"(64), "r"(shared_address(&full)) : "memory");
            }
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
        float d[8] = {};
        for (int t = 0; t < steps; ++t) {
            wait(shared_address(&full), t & 1);
            asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
            asm volatile("{wgmma.mma_async.sync.aligned.m64n16k8.f32.tf32.tf32 {%0,%1,%2,%3,%4,%5,%6,%7}, %8, %9, 1, 1, 1;}"
                         : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])
                         : "l"((unsigned long long)shared_address(dynamic)), "l"((unsigned long long)shared_address(dynamic + 4096)));
            asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
            asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
            asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(&empty)) : "memory");
        }
        for (int i = 0; i < 8; ++i) c[threadIdx.x * 8 + i] = d[i];
    }
}
