// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CSRPArithmetic

/// The choice among the arithmetics of SRP that an app has.
package enum ClientArithmetic {
    /// The fastest one: vector instructions if the processor has them, else portable code.
    package static let fastest: any SRPArithmetic = VectorArithmetic(orElse: MontgomeryArithmetic.shared) ?? plain

    /// The fastest one without vector instructions.
    ///
    /// Portable code takes four times as long where nothing optimises it: in a debug build of an app. If such an app has
    /// the system's libcrypto, that computes.
    private static var plain: any SRPArithmetic {
        #if os(Linux) && !SwiftCrypto
        if gatehouse_srp_is_optimised() == 0 { return SystemArithmetic.shared }
        #endif
        return MontgomeryArithmetic.shared
    }
}
