// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseServerCrypto

@testable import GatehouseFederation
@testable import GatehouseOutbound

private let issuer = TrustedIssuer(url: "https://a.example", clientIDs: ["app"])

extension FuzzedParser {
    /// What other issuers send, by the first byte: discovery documents, key sets, addresses in them, and tokens.
    func feedOpenID(_ bytes: [UInt8]) {
        let rest = Array(bytes.dropFirst())
        switch bytes.first {
        case UInt8(ascii: "d"): feedDiscovery(rest)
        case UInt8(ascii: "k"):
            guard let keys = try? KeySet(json: rest) else { return }
            for algorithm in JWSAlgorithm.allCases { _ = keys.key("one", for: algorithm) }
        case UInt8(ascii: "u"): feedTarget(rest)
        default: feedForeignToken(rest)
        }
    }

    private func feedDiscovery(_ bytes: [UInt8]) {
        guard let document = try? DiscoveryDocument(json: bytes, of: issuer) else { return }
        precondition(document.keySetURL.hasPrefix("https://"), "a key set came without encryption")
    }

    private func feedTarget(_ bytes: [UInt8]) {
        guard let target = try? FetchTarget(String(decoding: bytes, as: UTF8.self)) else { return }
        let again = try? FetchTarget("\(target.isEncrypted ? "https" : "http")://\(target.authority)\(target.path)")
        precondition(again == target, "a URL that was taken apart does not read the same")
    }

    private func feedForeignToken(_ bytes: [UInt8]) {
        guard let token = try? ForeignToken(String(decoding: bytes, as: UTF8.self)) else { return }
        let check = IDTokenCheck(issuer: issuer, now: Date(timeIntervalSince1970: 1_700_000_000))
        guard let verified = try? check.verified(token.unverifiedClaims) else { return }
        precondition(verified.audience == "app", "a token for a stranger was accepted")
    }
}
