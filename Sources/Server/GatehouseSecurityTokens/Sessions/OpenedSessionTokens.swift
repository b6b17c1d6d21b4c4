// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseServerCrypto
import GatehouseWire
import Synchronization

/// A cache of temporary access keys by their session token: a program signs with the same ones until they expire.
///
/// A token is sealed, so its contents never change; its expiry is checked at each use. Requests whose signature is wrong
/// can fill the cache too, with tokens that this installation sealed; the others are opened again then.
final class OpenedSessionTokens: Sendable {
    private struct Entry {
        let accessKeyID: String
        let key: ResolvedAccessKey
        let epoch: [UInt8]
    }

    /// The maximum number of tokens; a full cache is emptied.
    private static let capacity = 1_024
    /// The length of a token in bytes above which it is opened each time, which bounds the memory.
    private static let longestToken = 2_048

    private let entries = Mutex<[WireName: Entry]>([:])

    /// The secret and the principal of a key id with a session token; `nil` unless the token was sealed for that key id.
    func key(of accessKeyID: String, with sessionToken: String, by sealer: Sealer) -> ResolvedAccessKey? {
        let isKept = sessionToken.utf8.count <= Self.longestToken
        let name = WireName(sessionToken)
        let epoch = sealer.epoch.value
        if isKept, let entry = entries.withLock({ $0[name] }), entry.epoch == epoch {
            return entry.accessKeyID == accessKeyID ? entry.key : nil
        }
        guard let token = SessionToken(unsealing: sessionToken, for: accessKeyID, by: sealer) else { return nil }
        let key = ResolvedAccessKey(
            secretAccessKey: AccessKeyID.secret(of: accessKeyID, by: sealer), principal: token.holder.principal,
            expiresAt: token.expiresAt)
        if isKept {
            entries.withLock { entries in
                if entries.count >= Self.capacity { entries.removeAll() }
                entries[name] = Entry(accessKeyID: accessKeyID, key: key, epoch: epoch)
            }
        }
        return key
    }
}
