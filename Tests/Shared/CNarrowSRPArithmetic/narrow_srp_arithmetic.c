// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#define GATEHOUSE_SRP_NARROW

#define gatehouse_srp_is_optimised narrow_srp_is_optimised
#define gatehouse_srp_modulus narrow_srp_modulus
#define gatehouse_srp_reduce narrow_srp_reduce
#define gatehouse_srp_add narrow_srp_add
#define gatehouse_srp_subtract narrow_srp_subtract
#define gatehouse_srp_multiply narrow_srp_multiply
#define gatehouse_srp_prepare narrow_srp_prepare
#define gatehouse_srp_multiply_prepared narrow_srp_multiply_prepared
#define gatehouse_srp_power narrow_srp_power
#define gatehouse_srp_make_tables narrow_srp_make_tables
#define gatehouse_srp_power_of_two narrow_srp_power_of_two

#include "../../../Sources/Shared/CSRPArithmetic/srp_arithmetic.c"
