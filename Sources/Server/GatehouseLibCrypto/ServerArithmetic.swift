// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCrypto

/// The choice among the arithmetics of SRP.
package enum ServerArithmetic {
    /// The fastest one on this processor: vector instructions where it has them, else libcrypto.
    package static let fastest: any SRPArithmetic =
        VectorArithmetic(orElse: LibCryptoArithmetic.shared) ?? LibCryptoArithmetic.shared
}
