// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A number in Montgomery's form that is squared and multiplied in place, with the scratch memory for it.
///
/// The value stays below 2^3072 and may exceed N until it is made canonical.
struct MontgomeryAccumulator {
    private(set) var value: [UInt64]
    private var wide = [UInt64](repeating: 0, count: MontgomeryProduct.wideLimbs)
    private let modulus = SRPGroup.modulus

    init(_ value: [UInt64]) {
        self.value = value
    }

    /// `value = value^2 / 2^3072 mod N`.
    mutating func square() {
        Self.square(&value, modulus, &wide)
    }

    /// `value = value * factor / 2^3072 mod N`.
    mutating func multiply(by factor: [UInt64]) {
        Self.multiply(&value, factor, modulus, &wide)
    }

    /// The number itself: Montgomery's form undone, below N.
    func leavingMontgomeryForm() -> GroupElement {
        var wide = value + [UInt64](repeating: 0, count: MontgomeryProduct.limbs)
        var result = [UInt64](repeating: 0, count: MontgomeryProduct.limbs)
        var wideSpan = wide.mutableSpan
        var resultSpan = result.mutableSpan
        MontgomeryProduct.reduce(&wideSpan, modulus: modulus.span, into: &resultSpan)
        return GroupElement(reducing: result)
    }

    private static func square(_ value: inout [UInt64], _ modulus: [UInt64], _ wide: inout [UInt64]) {
        var product = wide.mutableSpan
        MontgomeryProduct.square(value.span, into: &product)
        var result = value.mutableSpan
        MontgomeryProduct.reduce(&product, modulus: modulus.span, into: &result)
    }

    private static func multiply(
        _ value: inout [UInt64], _ factor: [UInt64], _ modulus: [UInt64], _ wide: inout [UInt64]
    ) {
        var product = wide.mutableSpan
        MontgomeryProduct.multiply(value.span, factor.span, into: &product)
        var result = value.mutableSpan
        MontgomeryProduct.reduce(&product, modulus: modulus.span, into: &result)
    }
}
