// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Crypto
import Foundation
import GatehouseCrypto
import Synchronization

/// The epoch of an installation: what clients got in an earlier one is refused.
///
/// A server begins in the first epoch, which changes nothing. The reset of a server for development begins another one,
/// because it gives users, keys and clients back with the ids that session strings and tokens name.
package final class SealEpoch: Sendable {
    /// The name of the value in the database.
    package static let name = "epoch"
    /// The length of the value in bytes.
    package static let byteCount = 32

    private let bytes = Mutex<[UInt8]>([])

    init() {}

    /// The random value of the epoch; empty in the first one.
    package var value: [UInt8] { bytes.withLock { $0 } }

    /// Begins the epoch with a value, which no other epoch has.
    package func begin(_ value: [UInt8]) {
        bytes.withLock { $0 = value }
    }

    /// The id of a token that this server recognizes without a row, bound to the epoch; the same id in the first epoch.
    package func bound(_ id: String) -> String {
        let value = value
        return value.isEmpty ? id : Self.bound(id, to: value)
    }

    /// Whether an id was bound to this epoch; every id is in the first one.
    package func isBound(_ id: String) -> Bool {
        let value = value
        return value.isEmpty || constantTimeEqual(Array(id.utf8), Array(Self.bound(id, to: value).utf8))
    }

    /// The id with other digits after its last hyphen.
    private static func bound(_ id: String, to epoch: [UInt8]) -> String {
        let start = id.utf8.lastIndex(of: UInt8(ascii: "-")).map { id[...$0] } ?? Substring()
        let code = HMAC<SHA256>.authenticationCode(for: Array(start.utf8), using: SymmetricKey(data: epoch))
        let digits = Array("0123456789abcdef".utf8)
        let end = Array(code).prefix(6).flatMap { byte in [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        return String(start) + String(decoding: end, as: UTF8.self)
    }
}

extension SealPurpose {
    /// Whether clients hold the values of this purpose, so that they are bound to the epoch.
    package var isHeldByClients: Bool {
        switch self {
        case .sessionString, .secretBlock, .passkeyRegistration, .sessionToken, .providerState, .pageToken,
            .identityPage, .pageRun, .pushedRequest, .dataPage:
            true
        case .passwordVerifier, .softwareToken, .deviceVerifier, .clientSecret, .signingKey, .samlKey,
            .providerDetails, .importChunk, .queuedMessage, .indexKey, .accessKey, .dataAPIKey, .masterKeyCheck,
            .outboxMessage, .poolArchive:
            false
        }
    }
}
