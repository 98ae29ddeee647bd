/* What the peers share: reading the two factors, and answering orders.
 *
 * The file holds n and then n rows of ceil(n / 64) words, for each of two relations; bit j of a row is state j.
 * An order is a line `operation repetitions squarings`; the answer is `nanoseconds pairs`, the mean time of one
 * repetition and the number of pairs of the result. */
#ifndef PEER_H
#define PEER_H

#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t n, stride;
static uint64_t *factor[2];

static void fail(const char *why) {
    fprintf(stderr, "%s\n", why);
    exit(1);
}

static void read_factors(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fread(&n, 8, 1, file) != 1) fail("no relations to read");
    stride = (n + 63) / 64;
    for (int k = 0; k < 2; k++) {
        factor[k] = malloc(8 * n * stride);
        if (!factor[k] || fread(factor[k], 8 * stride, n, file) != n) fail("the file is too short");
    }
    fclose(file);
}

static int related(int k, uint64_t from, uint64_t to) {
    return factor[k][from * stride + to / 64] >> (to % 64) & 1;
}

/* Computes into a result of the peer, and frees the one before. */
static void product(void);
static void closure(int squarings);
static uint64_t pairs(void);

static void answer_orders(void) {
    char operation[32];
    int repetitions, squarings;
    while (scanf("%31s %d %d", operation, &repetitions, &squarings) == 3) {
        struct timespec start, end;
        clock_gettime(CLOCK_MONOTONIC, &start);
        for (int k = 0; k < repetitions; k++) {
            if (strcmp(operation, "product") == 0) product();
            else closure(squarings);
        }
        clock_gettime(CLOCK_MONOTONIC, &end);
        double time = (end.tv_sec - start.tv_sec) * 1e9 + (end.tv_nsec - start.tv_nsec);
        printf("%.0f %" PRIu64 "\n", time / repetitions, pairs());
        fflush(stdout);
    }
}

#endif
