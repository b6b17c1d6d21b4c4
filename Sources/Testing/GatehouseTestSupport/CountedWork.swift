// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
package import GatehouseServerCrypto
import Synchronization

/// The costly computations of sign-ins, counted.
package final class CountedWork: SRPArithmetic, RSASigner {
    private let steps = Mutex(0)

    /// Creates a counter at zero.
    package init() {}

    /// The powers and signatures so far.
    package var count: Int { steps.withLock { $0 } }

    package func power(_ base: [UInt8], _ exponent: [UInt8]) -> [UInt8] {
        steps.withLock { $0 += 1 }
        return MontgomeryArithmetic.shared.power(base, exponent)
    }

    package func powerOfTwo(_ exponent: [UInt8]) -> [UInt8] {
        steps.withLock { $0 += 1 }
        return MontgomeryArithmetic.shared.powerOfTwo(exponent)
    }

    package func sign(_ message: [UInt8], with key: RSASigningKey) throws -> [UInt8] {
        steps.withLock { $0 += 1 }
        return try SwiftCryptoRSASigner().sign(message, with: key)
    }
}
