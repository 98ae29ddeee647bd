/* M4RI: products over GF(2). They cost what Boolean products of bit matrices cost, but are not the same: the number
 * of pairs is not compared. */
#include "peer.h"

#include <m4ri/m4ri.h>

static mzd_t *left, *right, *result;

static mzd_t *load(int k) {
    mzd_t *x = mzd_init(n, n);
    for (uint64_t i = 0; i < n; i++)
        for (uint64_t j = 0; j < n; j++) mzd_write_bit(x, i, j, related(k, i, j));
    return x;
}

static void product(void) {
    mzd_t *next = mzd_mul(NULL, left, right, 0);
    if (result) mzd_free(result);
    result = next;
}

static void closure(int squarings) {
    mzd_t *x = mzd_copy(NULL, left);
    for (uint64_t i = 0; i < n; i++) mzd_write_bit(x, i, i, 1);
    for (int k = 0; k < squarings; k++) {
        mzd_t *next = mzd_mul(NULL, x, x, 0);
        mzd_free(x);
        x = next;
    }
    if (result) mzd_free(result);
    result = x;
}

static uint64_t pairs(void) { return 0; }

int main(int argc, char **argv) {
    if (argc != 2) fail("expected a file");
    read_factors(argv[1]);
    left = load(0);
    right = load(1);
    answer_orders();
    return 0;
}
