// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseServerCrypto

@testable import GatehouseFederation
@testable import GatehouseOutbound

private let issuer = TrustedIssuer(url: "https://a.example", clientIDs: ["app"])

extension FuzzedParser {
    /// What other issuers send, by the first byte: discovery documents, key sets, addresses in them, answers of token
    /// endpoints, attributes of a person, and tokens.
    func feedOpenID(_ bytes: [UInt8]) {
        let rest = Array(bytes.dropFirst())
        switch bytes.first {
        case UInt8(ascii: "d"): feedDiscovery(rest)
        case UInt8(ascii: "k"):
            guard let keys = try? KeySet(json: rest) else { return }
            for algorithm in JWSAlgorithm.allCases { _ = keys.key("one", for: algorithm) }
        case UInt8(ascii: "u"): feedTarget(rest)
        case UInt8(ascii: "t"): feedTokenAnswer(rest)
        case UInt8(ascii: "i"): feedAttributes(rest)
        default: feedForeignToken(rest)
        }
    }

    private func feedDiscovery(_ bytes: [UInt8]) {
        guard let document = try? DiscoveryDocument(json: bytes, of: issuer) else { return }
        precondition(document.keySetURL.hasPrefix("https://"), "a key set came without encryption")
        for address in [document.authorizationURL, document.tokenURL, document.userInfoURL].compactMap(\.self) {
            precondition(address.hasPrefix("https://"), "an endpoint came without encryption")
            precondition(!address.contains { $0.isWhitespace || $0 == "#" }, "an endpoint is no URL")
        }
    }

    private func feedTarget(_ bytes: [UInt8]) {
        guard let target = try? FetchTarget(String(decoding: bytes, as: UTF8.self)) else { return }
        let again = try? FetchTarget("\(target.isEncrypted ? "https" : "http")://\(target.authority)\(target.path)")
        precondition(again == target, "a URL that was taken apart does not read the same")
    }

    private func feedTokenAnswer(_ bytes: [UInt8]) {
        guard let tokens = try? UpstreamTokens(json: bytes) else { return }
        precondition(!tokens.accessToken.contains { $0.isWhitespace }, "a token would end a header field")
    }

    private func feedAttributes(_ bytes: [UInt8]) {
        let details = [
            "client_id": "app", "client_secret": "s", "authorize_url": "https://a.example/a",
            "token_url": "https://a.example/t", "oidc_issuer": "https://a.example",
        ]
        for kind in [UpstreamProvider.Kind.oidc, .google, .facebook, .amazon] {
            guard let provider = try? UpstreamProvider(kind, name: "A", details: details, mapping: []) else {
                preconditionFailure("the provider's details are not read")
            }
            if let (subject, _) = try? provider.attributes(bytes, of: "alice") {
                precondition(subject == "alice", "the attributes of another person were accepted")
            }
        }
    }

    private func feedForeignToken(_ bytes: [UInt8]) {
        guard let token = try? ForeignToken(String(decoding: bytes, as: UTF8.self)) else { return }
        let check = IDTokenCheck(issuer: issuer, now: Date(timeIntervalSince1970: 1_700_000_000))
        guard let verified = try? check.verified(token.unverifiedClaims) else { return }
        precondition(verified.audience == "app", "a token for a stranger was accepted")
    }
}
