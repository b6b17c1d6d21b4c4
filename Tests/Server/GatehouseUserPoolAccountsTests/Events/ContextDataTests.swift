// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct ContextDataTests {
    private func signIn(_ fixture: PoolFixture, saying address: String) async throws -> EventContextDataType? {
        var parameters = ["USERNAME": "alice", "PASSWORD": PoolFixture.password]
        parameters["SECRET_HASH"] = fixture.hash("alice")
        _ = try await fixture.anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userPasswordAuth, authParameters: parameters, clientId: fixture.client.id,
                userContextData: UserContextDataType(ipAddress: address)))
        return try await fixture.events().first?.eventContextData
    }

    @Test(arguments: [(true, true, "2001:db8::7"), (true, false, "127.0.0.1"), (false, true, "127.0.0.1")])
    func `an app's context data counts only from a client with a secret that propagates it`(
        _ passesOn: Bool, _ hasSecret: Bool, _ expected: String
    ) async throws {
        let fixture = try await PoolFixture.watched(withSecret: hasSecret) {
            $0.enablePropagateAdditionalUserContextData = passesOn
        }
        try await fixture.makeUser()
        #expect(try await signIn(fixture, saying: "2001:db8::7")?.ipAddress == expected)
    }

    @Test(arguments: ["", "not an address", "192.0.2.7\u{0}", String(repeating: "1", count: 100_000)])
    func `an invalid IP address in the context data is not recorded`(_ address: String) async throws {
        let fixture = try await PoolFixture.watched(withSecret: true) {
            $0.enablePropagateAdditionalUserContextData = true
        }
        try await fixture.makeUser()
        #expect(try await signIn(fixture, saying: address)?.ipAddress == "127.0.0.1")
    }

    @Test func `a back end with credentials is believed`() async throws {
        let fixture = try await PoolFixture.watched { $0.explicitAuthFlows = [.allowAdminUserPasswordAuth] }
        try await fixture.makeUser()
        _ = try await fixture.administrator.adminInitiateAuth(
            AdminInitiateAuthRequest(
                userPoolId: fixture.poolID, clientId: fixture.client.id, authFlow: .adminUserPasswordAuth,
                authParameters: ["USERNAME": "alice", "PASSWORD": PoolFixture.password],
                contextData: ContextDataType(
                    ipAddress: "192.0.2.7", serverName: "back-end", serverPath: "/sign-in",
                    httpHeaders: [HttpHeader(headerName: "User-Agent", headerValue: "curl/8.5\u{0}")])))
        let context = try await fixture.events().first?.eventContextData
        #expect(context == EventContextDataType(ipAddress: "192.0.2.7", deviceName: "curl 8.5"))
    }
}
