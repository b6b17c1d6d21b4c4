// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseUserPoolModel

/// A sign-in that continues at an identity provider, which returns it in sealed form.
///
/// It is bound to the pool and to a cookie of the browser, and is accepted once.
struct ProviderState: Sendable, Equatable, Codable {
    /// The time for a sign-in at a provider, in seconds.
    static let lifetime = 300.0
    /// The longest query of an authorization request that is sealed, in bytes: providers accept addresses of a few
    /// thousand bytes.
    static let maximumQuery = 4_096

    /// The id, which is spent when the browser returns.
    let id: String
    /// The name of the provider.
    let provider: String
    /// The value that the ID token must contain.
    let nonce: String
    /// The secret of the challenge that the provider got.
    let verifier: String
    /// The query of the authorization request, which is verified again.
    let query: String
    /// The time by the forward clock at which the sign-in began.
    let startedAt: Date

    /// The identifier of a request to a SAML provider.
    var requestID: String { "_" + id }

    /// The id that the return of the browser spends.
    var singleUseID: SingleUseID {
        SingleUseID(id: id, expiresAt: startedAt.addingTimeInterval(Self.lifetime))
    }

    /// Returns the value of the parameter `state` or `RelayState`.
    func sealed(by sealer: Sealer, inPool poolID: String, browser: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let json = try? encoder.encode(self) else {
            preconditionFailure("texts and dates have a form in JSON")
        }
        return Base64URL.encode(
            sealer.seal(Array(json), purpose: .providerState, context: Self.context(poolID, browser)))
    }

    /// Opens the value of a parameter; `nil` for another text, for a sign-in of another browser or pool, and for one that
    /// took too long.
    ///
    /// `now` is the time of the forward clock.
    init?(unsealing text: String?, by sealer: Sealer, inPool poolID: String, browser: String?, at now: Date) {
        guard let browser, let sealed = text.flatMap({ Base64URL.decode($0) }),
            let json = try? sealer.open(sealed, purpose: .providerState, context: Self.context(poolID, browser)),
            let state = try? JSONDecoder().decode(Self.self, from: Data(json)), state.singleUseID.expiresAt > now
        else { return nil }
        self = state
    }

    /// Creates the state of a sign-in that begins now.
    init(_ provider: String, query: String, entropy: Entropy, at now: Date) {
        func drawn() -> String { Base64URL.encode(entropy.bytes(32)) }
        id = Hex.encode(entropy.bytes(16))
        self.provider = provider
        nonce = drawn()
        verifier = drawn()
        self.query = query
        startedAt = now
    }

    private static func context(_ poolID: String, _ browser: String) -> [UInt8] {
        Array("\(poolID)\n\(browser)".utf8)
    }
}
