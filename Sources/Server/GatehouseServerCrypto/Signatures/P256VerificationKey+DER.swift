// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import Foundation
package import GatehouseCrypto

extension P256VerificationKey {
    /// Takes a SubjectPublicKeyInfo in DER; `nil` for anything but a point on this curve.
    package init?(subjectPublicKeyInfo der: [UInt8]) {
        guard let key = try? P256.Signing.PublicKey(derRepresentation: der) else { return nil }
        let coordinates = Array(key.rawRepresentation)
        self.init(x: Array(coordinates.prefix(32)), y: Array(coordinates.dropFirst(32)))
    }
}
