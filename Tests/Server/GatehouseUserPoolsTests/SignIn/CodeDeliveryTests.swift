// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseOutbound

/// Codes of sign-ins that are sent through the queue in the database.
@Suite(.hangLimit) struct CodeDeliveryTests {
    private let server = MailServer()

    private func fixture(hiding: Bool) async throws -> PoolFixture {
        let gatehouse = try await TestGatehouse(carriers: [.email: server, .sms: server])
        let request = PoolFixture.request { request in
            request.policies = UserPoolPolicyType(
                signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .emailOtp, .smsOtp]))
        }
        let fixture = try await PoolFixture.make(pool: request, on: gatehouse) {
            $0.explicitAuthFlows = PoolFixture.allFlows
            $0.preventUserExistenceErrors = hiding ? .enabled : .legacy
        }
        try await fixture.makeReachableUser()
        return fixture
    }

    /// Runs `body` while a server's message dispatcher is open.
    private func whileOpen<Value: Sendable>(
        _ gatehouse: TestGatehouse, _ body: () async throws -> Value
    ) async throws -> Value {
        let dispatcher = try #require(gatehouse.installation.messageDispatcher)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await dispatcher.run() }
            defer { dispatcher.close() }
            return try await body()
        }
    }

    @Test func `a code that the courier refuses fails the step, and the user can ask again`() async throws {
        let fixture = try await fixture(hiding: false)
        try await whileOpen(fixture.gatehouse) {
            server.refuse(true)
            let refusal = try await fault { _ = try await fixture.beginUserAuth(preferring: "EMAIL_OTP") }
            #expect(
                refusal
                    == ServiceFault(
                        .codeDeliveryFailure, "The message could not be delivered: 550 no such user <***>."))
            server.refuse(false)
            let session = try await fixture.beginUserAuth(preferring: "EMAIL_OTP").session
            let code = try #require(server.taken.last?.code)
            let answer = try await fixture.answer(.emailOtp, session, ["EMAIL_OTP_CODE": code])
            #expect(answer.authenticationResult != nil)
        }
    }

    @Test func `a code whose step is on disk is sent by the next start of the server`() async throws {
        let fixture = try await fixture(hiding: true)
        // The message dispatcher is not open, as though the process ended right after the transaction.
        let session = try await fixture.beginUserAuth(preferring: "EMAIL_OTP").session
        fixture.gatehouse.clock.advance(by: 121)
        let restarted = try fixture.gatehouse.restarted()
        let dispatcher = try #require(restarted.installation.messageDispatcher)
        dispatcher.tasks.add(.search)
        dispatcher.close()
        await dispatcher.run()
        let code = try #require(server.taken.first?.code)
        let next = PoolFixture(gatehouse: restarted, poolID: fixture.poolID, client: fixture.client)
        let answer = try await next.answer(.emailOtp, session, ["EMAIL_OTP_CODE": code])
        #expect(answer.authenticationResult != nil)
    }

    @Test func `a code beyond the limit queues no message`() async throws {
        let fixture = try await fixture(hiding: true)
        var refusal: ServiceFault?
        var accepted = 0
        while refusal == nil, accepted < 100 {
            refusal = try await fault { _ = try await fixture.beginUserAuth(preferring: "EMAIL_OTP") }
            if refusal == nil { accepted += 1 }
        }
        #expect(refusal?.code == .limitExceeded)
        let queue = try #require(fixture.gatehouse.installation.messageDispatcher).queue
        let held = try await queue.claim(dueBy: .distantFuture, until: .distantFuture, limit: 200)
        #expect(accepted > 0 && held.count == accepted)
    }
}
