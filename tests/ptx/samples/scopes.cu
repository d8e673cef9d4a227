// Nested scopes: inline assembly repeats registers and labels; structures, textures, vectors.
struct Shape { int rows; float scale[5]; };
extern __shared__ __align__(128) float dynamic[];

__device__ __forceinline__ unsigned shared_address(const void* p) {
    return (unsigned)__cvta_generic_to_shared(p);
}
__device__ __forceinline__ float guarded_load(const float* p, int inside) {
    float value;
    asm volatile("{.reg .pred p; setp.ne.b32 p, %2, 0; mov.f32 %0, 0f00000000; @p ld.global.f32 %0, [%1];}"
                 : "=f"(value) : "l"(p), "r"(inside));
    return value;
}
__device__ __forceinline__ void store_unless_zero(unsigned address, float value) {
    asm volatile("{\n.reg .pred p;\nsetp.eq.f32 p, %1, 0f00000000;\n@p bra DONE;\n"
                 "st.shared.f32 [%0], %1;\nDONE:\n}" ::"r"(address), "f"(value) : "memory");
}
extern "C" __global__ void __launch_bounds__(64, 2)
scopes(const float* a, float* c, Shape shape, const __grid_constant__ Shape constant, unsigned long long texture, int n) {
    __shared__ __align__(16) float tile[8][132];
    const int i = threadIdx.x;
    tile[i & 7][i >> 3] = guarded_load(a + i, i < n);
    store_unless_zero(shared_address(dynamic + i), guarded_load(a + n + i, i < shape.rows));
    store_unless_zero(shared_address(&tile[2][i]), constant.scale[i & 3]);
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(shared_address(&tile[4][4 * i])), "l"(a));
    asm volatile("cp.async.commit_group;"); asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    float x, y, z, w;
    asm volatile("tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];" : "=f"(x), "=f"(y), "=f"(z), "=f"(w) : "l"(texture), "r"(i));
    float sum = x + y * z - w;
#pragma unroll 1
    for (int j = 0; j < n; ++j) sum = fmaf(tile[j & 7][i], dynamic[j], sum);
    if (i < n) c[i] = sum * shape.scale[3]; else if (i == n) c[i] = __shfl_xor_sync(~0u, sum, 1);
    float4 four = *(float4*)&tile[3][4 * i];
    *(float4*)&c[4 * i] = four;
}
