// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseOutbound
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite(.hangLimit) struct DeliveryTests {
    private static let refusal = ServiceFault(
        .codeDeliveryFailure, "The message could not be delivered: 550 no such user <***>.")

    /// Runs `body` on a pool whose mail goes to a mail server.
    private func withMail(
        pool: CreateUserPoolRequest = CreateUserPoolRequest(poolName: "test", autoVerifiedAttributes: [.email]),
        hiding: Bool = false, _ body: (PoolFixture, MailServer) async throws -> Void
    ) async throws {
        let server = MailServer()
        let gatehouse = try await TestGatehouse(carriers: [.email: server])
        let fixture = try await PoolFixture.make(pool: pool, on: gatehouse) {
            $0.preventUserExistenceErrors = hiding ? .enabled : .legacy
        }
        let dispatcher = try #require(gatehouse.installation.messageDispatcher)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await dispatcher.run() }
            defer { dispatcher.close() }
            try await body(fixture, server)
        }
    }

    @Test func `a refused address fails the sign-up, and the user can ask again`() async throws {
        try await withMail { fixture, server in
            server.refuse(true)
            #expect(try await fault { try await fixture.signUp() } == Self.refusal)
            server.refuse(false)
            _ = try await fixture.anyone.resendConfirmationCode(
                ResendConfirmationCodeRequest(clientId: fixture.client.id, username: "alice"))
            try await fixture.confirm(code: server.taken.first?.code)
            _ = try await fixture.tokens()
        }
    }

    @Test func `a client that hides unknown users does not report a failed delivery`() async throws {
        try await withMail(hiding: true) { fixture, server in
            try await fixture.makeUser()
            server.refuse(true)
            for name in ["alice", "nobody", "nobody@example.com"] { try await fixture.forgotPassword(name) }
            for name in ["nobody", "nobody@example.com"] {
                _ = try await fixture.anyone.resendConfirmationCode(
                    ResendConfirmationCodeRequest(clientId: fixture.client.id, username: name))
            }
        }
    }

    @Test func `a client that does not hide unknown users reports a failed delivery`() async throws {
        try await withMail { fixture, server in
            try await fixture.makeUser()
            server.refuse(true)
            #expect(try await fault { try await fixture.forgotPassword() } == Self.refusal)
        }
    }

    @Test func `codes for an unknown user name reach the same limit as a user's`() async throws {
        try await withMail(hiding: true) { fixture, _ in
            var refusals: [ServiceFault?] = []
            for _ in 0..<20 {
                refusals.append(
                    try await fault {
                        _ = try await fixture.anyone.resendConfirmationCode(
                            ResendConfirmationCodeRequest(clientId: fixture.client.id, username: "nobody"))
                    })
            }
            #expect(refusals.first == .some(nil))
            #expect(refusals.last??.code == .limitExceeded)
        }
    }

    @Test func `a mail has the pool's sender addresses and the expiry of its code`() async throws {
        let pool = PoolFixture.request {
            $0.emailConfiguration = EmailConfigurationType(
                sourceArn: "arn:aws:ses:us-east-1:123456789012:identity/example.com",
                replyToEmailAddress: "help@example.com", emailSendingAccount: .developer,
                from: "Shop <shop@example.com>")
        }
        try await withMail(pool: pool) { fixture, server in
            let now = fixture.gatehouse.clock.now
            try await fixture.signUp()
            try await fixture.makeUser("bob")
            try await fixture.forgotPassword("bob")
            #expect(server.taken.map(\.kind) == [.signUp, .forgotPassword])
            #expect(server.taken.map { $0.expiresAt.timeIntervalSince(now) } == [86_400, 3_600])
            for message in server.taken {
                #expect(message.letterhead == .init(from: "Shop <shop@example.com>", replyTo: "help@example.com"))
            }
        }
    }

    @Test(arguments: [
        ("<p>{username}: {####}</p>", true, "<p>&lt;a/href=x&gt;&amp;: "),
        ("{username}: {####}", false, "<a/href=x>&: "),
    ])
    func `HTML in a user name is escaped in an HTML message`(
        _ template: String, _ isHTML: Bool, _ start: String
    ) async throws {
        let pool = PoolFixture.request { $0.emailVerificationMessage = template }
        try await withMail(pool: pool) { fixture, server in
            try await fixture.signUp("<a/href=x>&")
            #expect(server.taken.first?.isHTML == isHTML)
            #expect(server.taken.first?.body.hasPrefix(start) == true)
        }
    }
}
