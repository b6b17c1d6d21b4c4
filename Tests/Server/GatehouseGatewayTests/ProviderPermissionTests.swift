// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

/// Calls about identity providers by a user whose policy names one user pool.
@Suite(.tags(.security)) struct ProviderPermissionTests {
    private static let calls: [(operation: String, members: [WireName: WireValue])] = [
        ("CreateIdentityProvider", ["ProviderName": "Google", "ProviderType": "Google", "ProviderDetails": details]),
        ("DescribeIdentityProvider", ["ProviderName": "Google"]),
        ("UpdateIdentityProvider", ["ProviderName": "Google", "IdpIdentifiers": ["example.com"]]),
        ("GetIdentityProviderByIdentifier", ["IdpIdentifier": "example.com"]),
        ("ListIdentityProviders", [:]),
        ("GetSigningCertificate", [:]),
        ("AdminLinkProviderForUser", ["DestinationUser": user, "SourceUser": person]),
        ("AdminDisableProviderForUser", ["User": person]),
        ("DeleteIdentityProvider", ["ProviderName": "Google"]),
    ]
    private static let details: WireValue = [
        "client_id": "app", "client_secret": "hush-hush", "authorize_scopes": "openid",
    ]
    private static let user: WireValue = ["ProviderName": "Cognito", "ProviderAttributeValue": "ada"]
    private static let person: WireValue = [
        "ProviderName": "Google", "ProviderAttributeName": "Cognito_Subject", "ProviderAttributeValue": "1",
    ]

    /// The answer to a call about a pool by the holder of a key.
    private func answer(
        _ operation: String, _ members: [WireName: WireValue], _ pool: String, from gatehouse: TestGatehouse,
        by key: (keyID: String, secret: String)
    ) async -> TestResponse {
        let input = WireValue.object(members.merging(["UserPoolId": .string(pool)]) { $1 })
        return await gatehouse.send(
            TestRequest.call(
                "\(userPoolsTarget).\(operation)", json: String(decoding: input.json(), as: UTF8.self)
            ).signed("cognito-idp", at: gatehouse.clock.now, keyID: key.keyID, secret: key.secret))
    }

    @Test func `a policy for one pool permits nothing in another one`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let (own, other) = (try await gatehouse.makeUserPool(), try await gatehouse.makeUserPool(name: "other"))
        for pool in [own, other] { try await gatehouse.makeUser("ada", password: TestGatehouse.password, inPool: pool) }
        let key = try await gatehouse.registerUser(
            "eve",
            policy: #"""
                {"Effect":"Allow","Action":"cognito-idp:*",
                 "Resource":"arn:aws:cognito-idp:us-east-1:123456789012:userpool/\#(own)"}
                """#)
        for (operation, members) in Self.calls {
            let refused = await answer(operation, members, other, from: gatehouse, by: key)
            #expect(refused.fault == "AccessDeniedException", "\(operation)")
            let answered = await answer(operation, members, own, from: gatehouse, by: key)
            #expect(answered.status == 200, "\(operation)")
        }
    }

    @Test func `a policy for reading lists does not permit to read secrets`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let pool = try await gatehouse.makeUserPool()
        let key = try await gatehouse.registerUser(
            "eve", policy: #"{"Effect":"Allow","Action":"cognito-idp:List*","Resource":"*"}"#)
        for (operation, members) in Self.calls {
            let answer = await answer(operation, members, pool, from: gatehouse, by: key)
            #expect((answer.status == 200) == (operation == "ListIdentityProviders"), "\(operation)")
        }
    }

    @Test func `callers without a signature reach none of the operations`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let pool = try await gatehouse.makeUserPool()
        for (operation, members) in Self.calls {
            let input = WireValue.object(members.merging(["UserPoolId": .string(pool)]) { $1 })
            let answer = await gatehouse.send(
                TestRequest.call(
                    "\(userPoolsTarget).\(operation)", json: String(decoding: input.json(), as: UTF8.self)))
            #expect(answer.status != 200 && answer.fault != "InternalErrorException", "\(operation)")
        }
    }
}
