/* SuiteSparse:GraphBLAS on one thread: Boolean products over the semiring of `or` and `and`.
 * (`GxB_ANY_PAIR_BOOL` takes as long here.) */
#include "peer.h"

#if __has_include(<suitesparse/GraphBLAS.h>)
#include <suitesparse/GraphBLAS.h>
#else
#include <GraphBLAS.h>
#endif

static GrB_Matrix left, right, result;

static void check(GrB_Info info) {
    if (info != GrB_SUCCESS) fail("GraphBLAS reports an error");
}

static GrB_Matrix load(int k) {
    uint64_t count = 0;
    for (uint64_t i = 0; i < n * stride; i++) count += __builtin_popcountll(factor[k][i]);
    GrB_Index *from = malloc(8 * count + 8), *to = malloc(8 * count + 8);
    bool *values = malloc(count + 1);
    if (!from || !to || !values) fail("out of memory");
    uint64_t at = 0;
    for (uint64_t i = 0; i < n; i++)
        for (uint64_t j = 0; j < n; j++)
            if (related(k, i, j)) {
                from[at] = i;
                to[at] = j;
                values[at++] = true;
            }
    GrB_Matrix x;
    check(GrB_Matrix_new(&x, GrB_BOOL, n, n));
    check(GrB_Matrix_build_BOOL(x, from, to, values, count, GrB_LOR));
    check(GrB_Matrix_wait(x, GrB_MATERIALIZE));
    free(from);
    free(to);
    free(values);
    return x;
}

static GrB_Matrix multiply(GrB_Matrix a, GrB_Matrix b) {
    GrB_Matrix next;
    check(GrB_Matrix_new(&next, GrB_BOOL, n, n));
    check(GrB_mxm(next, NULL, NULL, GrB_LOR_LAND_SEMIRING_BOOL, a, b, NULL));
    check(GrB_Matrix_wait(next, GrB_MATERIALIZE));
    return next;
}

static void product(void) {
    GrB_Matrix next = multiply(left, right);
    if (result) GrB_Matrix_free(&result);
    result = next;
}

static void closure(int squarings) {
    GrB_Matrix x;
    check(GrB_Matrix_dup(&x, left));
    for (uint64_t i = 0; i < n; i++) check(GrB_Matrix_setElement_BOOL(x, true, i, i));
    for (int k = 0; k < squarings; k++) {
        GrB_Matrix next = multiply(x, x);
        GrB_Matrix_free(&x);
        x = next;
    }
    check(GrB_Matrix_wait(x, GrB_MATERIALIZE));
    if (result) GrB_Matrix_free(&result);
    result = x;
}

static uint64_t pairs(void) {
    GrB_Index count;
    check(GrB_Matrix_nvals(&count, result));
    return count;
}

int main(int argc, char **argv) {
    if (argc != 2) fail("expected a file");
    read_factors(argv[1]);
    check(GrB_init(GrB_NONBLOCKING));
    check(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, 1));
    left = load(0);
    right = load(1);
    answer_orders();
    return 0;
}
