// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

// Runs the arithmetic of SRP on memory that nothing has written. Valgrind reports each branch and each address that
// depends on such memory, so it reports what depends on a secret.

#include <stdint.h>
#include <stdlib.h>

#include "CSRPArithmetic.h"

static volatile int sink;

#ifdef PLANT_A_LEAK
static void leak(const uint8_t *secret) {
    if (secret[0] & 1) {
        sink++;
    }
}
#endif

int main(void) {
    uint64_t *tables = malloc(GATEHOUSE_SRP_TABLE_WORDS * sizeof(uint64_t));
    uint8_t *secret = malloc(2 * GATEHOUSE_SRP_BYTES);
    uint8_t *result = malloc(GATEHOUSE_SRP_BYTES);
    if (!tables || !secret || !result) {
        return 2;
    }
    gatehouse_srp_make_tables(tables);
    gatehouse_srp_power_of_two(tables, secret, GATEHOUSE_SRP_TABLE_EXPONENT_BYTES, result);
    gatehouse_srp_power(secret, GATEHOUSE_SRP_BYTES, secret, 65, result);
    gatehouse_srp_reduce(secret, 2 * GATEHOUSE_SRP_BYTES, result);
    gatehouse_srp_add(secret, result, result);
    gatehouse_srp_subtract(secret, result, result);
    gatehouse_srp_multiply(secret, result, result);
    gatehouse_srp_prepare(secret, result);
    gatehouse_srp_multiply_prepared(result, secret, result);
#ifdef PLANT_A_LEAK
    leak(secret);
#endif
    sink = result[0];
    free(tables);
    free(secret);
    free(result);
    return 0;
}
