// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseData
import GatehouseDataModel
import GatehouseGraphQL
import GatehouseSites
import Testing

@testable import GatehouseDataSite

/// What a subscription keeps of its credentials, and which subscriptions keep it together.
@Suite struct RealtimeGrantTests {
    private static let expiry = Date(timeIntervalSince1970: 1_800_000_000)

    private func credentials(_ headers: [(String, String)]) -> DataCredentials {
        DataCredentials(
            headers: headers.map { (name: $0.0, value: $0.1) },
            signedForms: [GatewayRequest(method: "POST", path: "/graphql", body: Data(count: 1_000))])
    }

    private func grant(_ token: String, _ caller: Caller, until expiry: Date? = expiry) -> RealtimeGrant {
        RealtimeGrant(credentials([("Authorization", token)]), ProvenDataCaller(caller, expiresAt: expiry))
    }

    private func user(_ groups: String...) -> Caller {
        .userPools(["sub": .string("a1"), "cognito:groups": .list(groups.map { .string($0) })])
    }

    @Test func `a grant keeps what a later check looks at, and not the request that was signed`() {
        let shown = credentials([("x-api-key", "key"), ("Authorization", "token")])
        let signer = DataSigner(
            principal: .anonymous, accessKeyID: "AKIA", sessionToken: nil, address: "127.0.0.1")
        for (proven, keys, tokens) in [
            (ProvenDataCaller(.apiKey), ["key"], []), (ProvenDataCaller(user()), [], ["token"]),
            (ProvenDataCaller(.function()), [], ["token"]), (ProvenDataCaller(.iam(.other), signer: signer), [], []),
        ] as [(ProvenDataCaller, [String], [String])] {
            let kept = RealtimeGrant(shown, proven).credentials
            #expect(kept.apiKeys == keys && kept.authorizations == tokens && kept.signedForms.isEmpty)
        }
    }

    @Test func `subscriptions have a grant together if token, claims and expiry are the same`() {
        let first = grant("t", user("editors"))
        #expect(first.isSame(as: grant("t", user("editors"))))
        #expect(!first.isSame(as: grant("u", user("editors"))))
        #expect(!first.isSame(as: grant("t", user())))
        #expect(!first.isSame(as: grant("t", user("editors"), until: nil)))
        #expect(!first.isSame(as: grant("t", .oidc(user("editors").claims))))
        // Swift finds the two names equal, and the rules do not.
        #expect(!grant("t", user("jos\u{E9}")).isSame(as: grant("t", user("jose\u{301}"))))
    }

    @Test func `subscriptions of functions and signers have no grant together`() {
        #expect(!grant("t", .function()).isSame(as: grant("t", .function())))
        #expect(!grant("t", .iam(.other)).isSame(as: grant("t", .iam(.other))))
    }
}
