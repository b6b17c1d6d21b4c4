// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The app clients whose requests for authorization codes must have a challenge of PKCE (RFC 7636).
///
/// Cognito has no such setting, so it is one of the server.
package struct PKCERequirement: Sendable, Equatable {
    /// No client; a challenge is optional.
    package static let none = PKCERequirement()

    private static let noClient = "none"
    private static let publicWord = "public"
    private static let allWord = "all"

    private var isForAll = false
    private var isForPublicClients = false
    /// The clients that are named by their ids.
    package private(set) var clientIDs: Set<String> = []

    private init() {}

    /// Reads the words of a setting: `none` alone, or any of `public`, `all` and ids of clients.
    ///
    /// `nil` for a word that is none of them.
    package init?(_ words: [String]) {
        guard words != [Self.noClient] else { return }
        for word in words {
            switch word {
            case Self.allWord: isForAll = true
            case Self.publicWord: isForPublicClients = true
            case Self.noClient: return nil
            default:
                guard Self.isID(word) else { return nil }
                clientIDs.insert(word)
            }
        }
    }

    /// Whether a client must send a challenge.
    package func includes(clientID: String, isPublic: Bool) -> Bool {
        isForAll || isForPublicClients && isPublic || clientIDs.contains(clientID)
    }

    /// Whether a text has the form of a client's id.
    private static func isID(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { 0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || "_+".utf8.contains($0) }
    }
}
