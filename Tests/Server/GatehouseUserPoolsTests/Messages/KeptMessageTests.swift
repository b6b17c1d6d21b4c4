// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Synchronization
import Testing

@testable import GatehouseOutbound

/// A message is stored in the transaction of the change that it announces, and only then.
@Suite(.hangLimit) struct KeptMessageTests {
    /// The calls outside of sign-ins that send messages.
    enum Occasion: CaseIterable {
        case signUp, resend, forgotPassword, attributeCode, attributeUpdate
        case invitation, repeatedInvitation, reset, attributeUpdateByAdministrator
    }

    /// A pool with Alice, with Bob, who is invited, and with Carol, who has signed up; its messages stay in the queue.
    private struct Stage {
        let fixture: PoolFixture
        let store: CountingStore
        let queue: any MessageQueue
        let token: String

        init(sendingBy courier: some Courier, hiding: Bool = false) async throws {
            let gatehouse = try await TestGatehouse(carriers: [.email: MailServer(), .sms: MailServer()])
            let own = try await PoolFixture.make(on: gatehouse) {
                $0.preventUserExistenceErrors = hiding ? .enabled : .legacy
            }
            (fixture, store) = own.counted(sendingBy: courier)
            queue = try #require(gatehouse.installation.messageDispatcher).queue
            try await fixture.makeReachableUser()
            token = try await fixture.accessToken()
            try await fixture.invite("bob", .suppress)
            let (silent, _) = own.counted(sendingBy: Outbox())
            try await silent.signUp("carol", email: "carol@example.com")
        }

        func run(_ occasion: Occasion) async throws {
            switch occasion {
            case .signUp:
                try await fixture.signUp("dave", email: "dave@example.com")
            case .resend:
                try await resend("carol")
            case .forgotPassword:
                try await fixture.forgotPassword()
            case .attributeCode:
                try await fixture.sendCode(token: token)
            case .attributeUpdate:
                _ = try await fixture.update(["email": "new@example.com"], token: token)
            case .invitation:
                try await fixture.invite("dave")
            case .repeatedInvitation:
                try await fixture.invite("bob", .resend)
            case .reset:
                _ = try await fixture.administrator.adminResetUserPassword(
                    AdminResetUserPasswordRequest(userPoolId: fixture.poolID, username: "alice"))
            case .attributeUpdateByAdministrator:
                _ = try await fixture.administrator.adminUpdateUserAttributes(
                    AdminUpdateUserAttributesRequest(
                        userPoolId: fixture.poolID, username: "alice",
                        userAttributes: [AttributeType(name: "email", value: "new@example.com")]))
            }
        }

        func resend(_ username: String) async throws {
            _ = try await fixture.anyone.resendConfirmationCode(
                ResendConfirmationCodeRequest(clientId: fixture.client.id, username: username))
        }

        /// Messages in the queue.
        func kept() async throws -> Int {
            try await queue.claim(dueBy: .distantFuture, until: .distantFuture, limit: 99).count
        }

        /// The numbers of a call's transactions, of its writing transactions, and of the messages that it queues.
        func ways(_ call: () async throws -> Void) async throws -> [Int] {
            let before = (store.trips, store.writes, try await kept())
            try await call()
            return [store.trips - before.0, store.writes - before.1, try await kept() - before.2]
        }
    }

    @Test(arguments: Occasion.allCases)
    func `a message is queued in the one transaction of the change that it announces`(_ occasion: Occasion) async throws
    {
        let stage = try await Stage(sendingBy: HoldingCourier())
        let ways = try await stage.ways { try await stage.run(occasion) }
        // An invitation goes out by e-mail and by SMS.
        #expect(ways.dropFirst() == [1, [.invitation, .repeatedInvitation].contains(occasion) ? 2 : 1])
    }

    @Test func `with hidden user names, a message to an unknown one takes as many database calls as to a user`()
        async throws
    {
        let stage = try await Stage(sendingBy: HoldingCourier(), hiding: true)
        let somebody = try await stage.ways { try await stage.fixture.forgotPassword() }
        _ = try await stage.fixture.administrator.adminDisableUser(
            AdminDisableUserRequest(userPoolId: stage.fixture.poolID, username: "alice"))
        for name in ["nobody", "alice"] {
            #expect(try await stage.ways { try await stage.fixture.forgotPassword(name) } == somebody)
        }
        let signedUp = try await stage.ways { try await stage.resend("carol") }
        #expect(try await stage.ways { try await stage.resend("nobody") } == signedUp)
        #expect(somebody.dropFirst() == [1, 1] && signedUp.dropFirst() == [1, 1])
    }

    @Test(arguments: Occasion.allCases)
    func `a change whose message cannot be queued is not stored`(_ occasion: Occasion) async throws {
        let courier = HoldingCourier()
        let stage = try await Stage(sendingBy: courier)
        let before = try await stage.fixture.everybody()
        courier.giveOneIDToAll()
        try await stage.fixture.forgotPassword()
        #expect(try await fault { try await stage.run(occasion) }?.code == .internalError)
        #expect(try await stage.fixture.everybody() == before)
    }

    @Test func `the first failed delivery is reported after all messages were handed over`() async throws {
        let outbox = Outbox()
        let courier = RoutedCourier(email: outbox, sms: UndeliverableCourier(), functions: outbox)
        let (fixture, _) = try await PoolFixture.make().counted(sendingBy: courier)
        #expect(try await fault { try await fixture.invite("dave") }?.code == .codeDeliveryFailure)
        #expect(outbox.messages().map(\.recipient) == ["dave@example.com"])
    }
}

/// A courier that sends nothing: its messages stay in the queue.
private final class HoldingCourier: Courier {
    private let state = Mutex((count: 0, isFixed: false))

    /// Gives all further messages the same id, so that the queue accepts only one of them.
    func giveOneIDToAll() { state.withLock { $0.isFixed = true } }

    func consign(_ message: Message, isDecoy: Bool) -> PreparedDelivery {
        let number = state.withLock { state in
            if !state.isFixed { state.count += 1 }
            return state.isFixed ? -1 : state.count
        }
        let queued = QueuedMessage(
            id: "message \(number)", sealed: [1], nextAttemptAt: message.date, expiresAt: .distantFuture)
        return PreparedDelivery(queued: queued) { _, _ in }
    }
}

extension PoolFixture {
    /// Invites a user by SMS and by e-mail, and names one of these media twice.
    fileprivate func invite(_ username: String, _ action: MessageActionType? = nil) async throws {
        _ = try await administrator.adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: poolID, username: username,
                userAttributes: [
                    AttributeType(name: "email", value: "\(username)@example.com"),
                    AttributeType(name: "phone_number", value: "+12025550188"),
                ],
                messageAction: action, desiredDeliveryMediums: [.sms, .email, .sms]))
    }

    /// All users, as the administrator sees them.
    fileprivate func everybody() async throws -> [UserType] {
        try await administrator.listUsers(ListUsersRequest(userPoolId: poolID)).users ?? []
    }
}
