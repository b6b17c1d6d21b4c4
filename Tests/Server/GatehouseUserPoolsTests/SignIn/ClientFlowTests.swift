// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct ClientFlowTests {
    @Test func `an empty list of flows means Cognito's default flows`() async throws {
        let fixture = try await PoolFixture.make { $0.explicitAuthFlows = [] }
        try await fixture.makeUser()
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        #expect(try await conversation.run(password: PoolFixture.password).authenticationResult != nil)
        #expect(
            try await fault { _ = try await fixture.tokens() }
                == .invalidParameter("USER_PASSWORD_AUTH flow not enabled for this client"))
    }
}
