// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The user or device that signs in: the text that is hashed with the password and signed with the shared key.
package enum SRPIdentity: Sendable, Equatable {
    /// A user, by the pool's whole id and the stored user name.
    case user(poolID: String, userIDForSRP: String)
    /// A remembered device.
    case device(groupKey: String, deviceKey: String)

    /// Pool name (the pool id after its first underscore) and user, or group and device, without a separator.
    package var bytes: [UInt8] {
        switch self {
        case .user(let poolID, let userIDForSRP):
            let parts = poolID.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
            return Array((parts.last ?? "").utf8) + Array(userIDForSRP.utf8)
        case .device(let groupKey, let deviceKey):
            return Array(groupKey.utf8) + Array(deviceKey.utf8)
        }
    }

    /// The private exponent x: `SHA256(PAD(salt) || SHA256(identity || ":" || password))`.
    package func privateExponent(password: borrowing Secret, salt: [UInt8]) -> [UInt8] {
        let inner = password.withBytes { sha256(bytes + [UInt8(ascii: ":")] + $0) }
        return sha256(SRPInteger.padded(salt) + inner)
    }
}
