// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// The origin of proofs that count in a later sign-in; when it ends, the later one is invalid.
enum FormerSignIn: Sendable, Equatable {
    /// The sign-in of a token family, by the family's id.
    case tokens(String)
    /// The sign-in of a browser, by the hash of its session.
    case browser([UInt8])
    /// The sign-up on the hosted pages that the sign-in completes: its user has chosen the password.
    case signUp

    private static let browserMark = "browser "
    private static let signUpMark = "sign-up"

    /// The text in a sealed session.
    var text: String {
        switch self {
        case .tokens(let id): id
        case .browser(let hash): Self.browserMark + Hex.encode(hash)
        case .signUp: Self.signUpMark
        }
    }

    /// Reads the text of a sealed session; `nil` for an empty one.
    init?(text: String) {
        guard !text.isEmpty else { return nil }
        guard text.hasPrefix(Self.browserMark) else {
            // The id of a family is a UUID.
            self = text == Self.signUpMark ? .signUp : .tokens(text)
            return
        }
        guard let hash = Hex.decode(String(text.dropFirst(Self.browserMark.count))) else { return nil }
        self = .browser(hash)
    }

    /// Whether the sign-in of a user has not ended.
    func isOpen(for sub: String, inPool poolID: String, in store: any UserPoolReading) throws -> Bool {
        switch self {
        case .tokens(let id):
            let family = try store.tokenFamily(id, inPool: poolID)
            return family.map { $0.revokedAt == nil } ?? false
        case .browser(let hash):
            let session = try store.browserSession(hash)
            return session?.poolID == poolID && session?.sub == sub
        // A new password ends the sign-in, whatever it has proved.
        case .signUp: return true
        }
    }
}
