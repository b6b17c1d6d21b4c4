// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseServer
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@testable import GatehouseUserPoolKernel

@Suite struct ConfirmSignUpTests {
    @Test(arguments: [false, true])
    func `the code that was sent confirms the user and verifies the address`(_ withSecret: Bool) async throws {
        let fixture = try await PoolFixture.make(withSecret: withSecret)
        try await fixture.signUp()
        try await fixture.confirm()
        let user = try await fixture.administrator.adminGetUser(
            AdminGetUserRequest(userPoolId: fixture.poolID, username: "alice"))
        #expect(user.userStatus == .confirmed)
        #expect(user.userAttributes?.contains(AttributeType(name: "email_verified", value: "true")) == true)
        _ = try await fixture.tokens()
    }

    @Test func `a wrong code is refused and the right one still works`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.signUp()
        let code = fixture.gatehouse.messages()[0].code
        let wrong = code == "000000" ? "000001" : "000000"
        #expect(try await fault { try await fixture.confirm(code: wrong) } == .wrongCode)
        try await fixture.confirm(code: code)
    }

    @Test func `a code is good for a day`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.signUp()
        fixture.gatehouse.clock.advance(by: 86_401)
        #expect(try await fault { try await fixture.confirm() } == .expiredCode)
    }

    @Test func `a code is not good for another user`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.signUp()
        let code = fixture.gatehouse.messages()[0].code
        try await fixture.signUp("bob", email: "bob@example.com")
        #expect(try await fault { try await fixture.confirm("bob", code: code) } == .wrongCode)
    }

    @Test func `a new code voids the old one`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.signUp()
        let old = fixture.gatehouse.messages()[0].code
        let answer = try await fixture.anyone.resendConfirmationCode(
            ResendConfirmationCodeRequest(clientId: fixture.client.id, username: "alice"))
        #expect(answer.codeDeliveryDetails?.destination == "a***@e***")
        #expect(try await fault { try await fixture.confirm(code: old) } == .wrongCode)
        try await fixture.confirm()
        let again = try await fault {
            _ = try await fixture.anyone.resendConfirmationCode(
                ResendConfirmationCodeRequest(clientId: fixture.client.id, username: "alice"))
        }
        #expect(again == .invalidParameter("User is already confirmed."))
    }

    @Test func `confirming twice is refused`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.signUp()
        try await fixture.confirm()
        let refusal = try await fault { try await fixture.confirm() }
        #expect(refusal?.message == "User cannot be confirmed. Current status is CONFIRMED")
    }

    @Test func `two hundred parallel guesses are no more than the limit`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.signUp()
        let wrong = fixture.gatehouse.messages()[0].code == "000000" ? "000001" : "000000"
        let refusals = try await faults(200) { _ in try await fixture.confirm(code: wrong) }
        #expect(refusals.count { $0 == .wrongCode } == VerificationCodes.guessLimit)
        #expect(refusals.count { $0 == .attemptLimit } == 200 - VerificationCodes.guessLimit)
        #expect(try await fault { try await fixture.confirm() } == .attemptLimit)
    }

    @Test func `an unknown user is named to legacy clients only`() async throws {
        let legacy = try await PoolFixture.make()
        let refusal = try await fault { try await legacy.confirm("nobody", code: "123456") }
        #expect(refusal == ServiceFault(.userNotFound, "Username/client id combination not found."))
        let hiding = try await PoolFixture.make { $0.preventUserExistenceErrors = .enabled }
        #expect(try await fault { try await hiding.confirm("nobody", code: "123456") } == .wrongCode)
        let answer = try await hiding.anyone.resendConfirmationCode(
            ResendConfirmationCodeRequest(clientId: hiding.client.id, username: "nobody@example.com"))
        #expect(answer.codeDeliveryDetails?.destination == "n***@e***")
    }

    @Test(arguments: ["alice", "nobody"])
    func `a client that hides users sees the same steps for an unconfirmed user and an unknown name`(
        _ name: String
    ) async throws {
        let fixture = try await PoolFixture.make { $0.preventUserExistenceErrors = .enabled }
        try await fixture.signUp()
        for _ in 0..<15 {
            #expect(try await fault { try await fixture.confirm(name, code: fixture.wrongCode) } == .wrongCode)
        }
        #expect(try await fault { try await fixture.confirm(name, code: fixture.wrongCode) } == .attemptLimit)
        fixture.gatehouse.clock.advance(by: 86_401)
        #expect(try await fault { try await fixture.confirm(name, code: "123456") } == .expiredCode)
        let details = try await fixture.anyone.resendConfirmationCode(
            ResendConfirmationCodeRequest(clientId: fixture.client.id, username: name)
        ).codeDeliveryDetails
        #expect(details?.deliveryMedium == .email)
        let wrong = fixture.wrongCode
        for _ in 0..<14 {
            #expect(try await fault { try await fixture.confirm(name, code: wrong) } == .wrongCode)
        }
        #expect(try await fault { try await fixture.confirm(name, code: wrong) } == .attemptLimit)
        fixture.gatehouse.clock.advance(by: 3_600)
        #expect(try await fault { try await fixture.confirm(name, code: wrong) } == .wrongCode)
    }

    @Test func `the code of an unknown name that is guessed right is wrong`() async throws {
        let fixture = try await PoolFixture.make { $0.preventUserExistenceErrors = .enabled }
        let pools = fixture.gatehouse.installation.userPools
        let code = try await pools.records.write { store in
            let pool = try store.existingPool(fixture.poolID)
            let decoy = UserRecord.decoy(named: "nobody", in: pool, sealer: pools.sealer)
            let destination = DeliveryDestination(attribute: "email", value: "n@n.invalid")
            let (code, record) = pools.codes.draw(.signUp, for: decoy, to: destination, at: pools.clock.now)
            try store.put(record)
            return code
        }
        #expect(try await fault { try await fixture.confirm("nobody", code: code) } == .wrongCode)
        #expect(try await fixture.usernames().isEmpty)
    }

    @Test(arguments: ["alice", "nobody"])
    func `a user without a destination gets a code no more than an unknown name, and the same answer`(
        _ name: String
    ) async throws {
        let fixture = try await PoolFixture.make { $0.preventUserExistenceErrors = .enabled }
        try await fixture.signUp(email: nil)
        let details = try await fixture.anyone.resendConfirmationCode(
            ResendConfirmationCodeRequest(clientId: fixture.client.id, username: name)
        ).codeDeliveryDetails
        #expect(details?.deliveryMedium == .email && details?.destination?.isEmpty == false)
        #expect(fixture.gatehouse.messages().isEmpty)
    }

    @Test(arguments: ["alice", "nobody"])
    func `a pool that verifies nothing says so for every name`(_ name: String) async throws {
        let fixture = try await PoolFixture.make(pool: CreateUserPoolRequest(poolName: "test")) {
            $0.preventUserExistenceErrors = .enabled
        }
        try await fixture.signUp()
        let refusal = try await fault {
            _ = try await fixture.anyone.resendConfirmationCode(
                ResendConfirmationCodeRequest(clientId: fixture.client.id, username: name))
        }
        #expect(
            refusal == ServiceFault(.notAuthorized, "Cannot resend codes. Auto verification not turned on."))
    }

    @Test func `a taken alias is refused, and moves when forced`() async throws {
        let fixture = try await PoolFixture.make(
            pool: CreateUserPoolRequest(
                poolName: "test", autoVerifiedAttributes: [.email], aliasAttributes: [.email]))
        try await fixture.signUp()
        try await fixture.confirm()
        try await fixture.signUp("alicia", email: "alice@example.com")
        let refusal = try await fault { try await fixture.confirm("alicia") }
        #expect(refusal == ServiceFault(.aliasExists, "An account with the email already exists."))
        _ = try await fixture.anyone.confirmSignUp(
            ConfirmSignUpRequest(
                clientId: fixture.client.id, username: "alicia",
                confirmationCode: fixture.gatehouse.messages()[0].code, forceAliasCreation: true))
        let owner = try await fixture.administrator.adminGetUser(
            AdminGetUserRequest(userPoolId: fixture.poolID, username: "alice@example.com"))
        #expect(owner.username == "alicia")
    }
}
