// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// `AdminCreateUser` where the pool lets sign-ins begin with codes.
@Suite struct PasswordlessInvitationTests {
    private static let email = ["email": "alice@example.com"]
    private static let phone = ["phone_number": PoolFixture.phone]

    private func pool(
        _ factors: [AuthFactorType], changing change: (inout CreateUserPoolRequest) -> Void = { _ in }
    ) async throws -> PoolFixture {
        let request = PoolFixture.request { request in
            request.policies = UserPoolPolicyType(signInPolicy: SignInPolicyType(allowedFirstAuthFactors: factors))
            change(&request)
        }
        return try await PoolFixture.make(pool: request) { $0.explicitAuthFlows = PoolFixture.allFlows }
    }

    private func create(
        _ attributes: [String: String], password: String? = nil, action: MessageActionType? = .suppress,
        in fixture: PoolFixture
    ) async throws -> UserType {
        let list = attributes.map { AttributeType(name: $0.key, value: $0.value) }
        let answer = try await fixture.administrator.adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: fixture.poolID, username: "alice", userAttributes: list, temporaryPassword: password,
                messageAction: action,
                desiredDeliveryMediums: action == .suppress ? nil : [attributes["email"] == nil ? .sms : .email]))
        return try #require(answer.user)
    }

    @Test(arguments: [("EMAIL_OTP", email), ("SMS_OTP", phone)], [nil, ""])
    func `an invited user who can sign in with codes is confirmed, has no password and signs in with a code`(
        _ way: (factor: String, attributes: [String: String]), _ password: String?
    ) async throws {
        let fixture = try await pool([.password, .emailOtp, .smsOtp])
        let user = try await create(way.attributes, password: password, in: fixture)
        #expect(user.userStatus == .confirmed && user.enabled == true)
        let challenge = try await fixture.beginUserAuth(preferring: way.factor)
        #expect(challenge.availableChallenges?.map(\.rawValue) == [way.factor])
        let done = try await fixture.answer(
            ChallengeNameType(rawValue: way.factor), challenge.session, ["\(way.factor)_CODE": fixture.newestCode])
        let token = try #require(done.authenticationResult?.accessToken)
        let verified = way.attributes["email"] == nil ? "phone_number_verified" : "email_verified"
        #expect(try await fixture.ownAttributes(token: token)[verified] == "true")
    }

    @Test(arguments: ["", "x", PoolFixture.password])
    func `a user without a password cannot sign in with one`(_ password: String) async throws {
        let fixture = try await pool([.password, .emailOtp])
        _ = try await create(Self.email, in: fixture)
        #expect(
            try await fault { _ = try await fixture.signInWithPassword("alice", password) } == .wrongCredentials)
        let chosen = try await fault {
            let answer = try await fixture.beginUserAuth(preferring: "PASSWORD", with: ["PASSWORD": password])
            #expect(answer.challengeName == .selectChallenge && answer.authenticationResult == nil)
        }
        #expect(chosen == nil)
        let overSRP = try await fault {
            _ = try await SRPConversation(fixture: fixture, username: "alice").run(password: password)
        }
        #expect(overSRP == .wrongCredentials)
    }

    @Test(
        arguments: [
            ([.password], email), ([.password, .webAuthn], email), ([.password, .smsOtp], email),
            ([.password, .emailOtp], phone), ([.password, .emailOtp, .smsOtp], [:]),
        ] as [([AuthFactorType], [String: String])])
    func `an invited user without an address for codes gets a temporary password`(
        _ factors: [AuthFactorType], _ attributes: [String: String]
    ) async throws {
        let fixture = try await pool(factors)
        #expect(try await create(attributes, in: fixture).userStatus == .forceChangePassword)
    }

    @Test func `a pool with codes alone refuses a user without an address for them`() async throws {
        let fixture = try await pool([.emailOtp])
        for attributes in [[:], Self.phone] {
            #expect(try await fault { _ = try await create(attributes, in: fixture) }?.code == .invalidParameter)
        }
        #expect(try await create(Self.email, in: fixture).userStatus == .confirmed)
    }

    @Test func `an invited user without a password must have every required attribute from the start`() async throws {
        let fixture = try await pool([.password, .emailOtp]) {
            $0.schema = [SchemaAttributeType(name: "name", required: true)]
        }
        let refusal = try await fault { _ = try await create(Self.email, in: fixture) }
        #expect(
            refusal
                == .invalidParameter("Attributes did not conform to the schema: name: The attribute is required\n"))
        let complete = Self.email.merging(["name": "Alice"]) { $1 }
        #expect(try await create(complete, in: fixture).userStatus == .confirmed)
    }

    @Test func `an invitation without a password contains the user name alone`() async throws {
        for attributes in [Self.email, Self.phone] {
            let fixture = try await pool([.password, .emailOtp, .smsOtp])
            _ = try await create(attributes, action: nil, in: fixture)
            let message = try #require(fixture.gatehouse.messages().first)
            #expect(message.kind == "AdminCreateUser" && message.body == "Your username is alice. ")
            #expect(message.code.isEmpty)
        }
    }

    @Test func `an invitation to a confirmed user is not sent again`() async throws {
        let fixture = try await pool([.password, .emailOtp])
        _ = try await create(Self.email, action: nil, in: fixture)
        let refusal = try await fault { _ = try await create(Self.email, action: .resend, in: fixture) }
        #expect(refusal?.code == .unsupportedUserState)
        #expect(fixture.gatehouse.messages().count == 1)
    }

    @Test func `an invitation that is renewed carries a password in such a pool too`() async throws {
        let fixture = try await pool([.password, .emailOtp])
        _ = try await create(Self.email, password: PoolFixture.password, in: fixture)
        #expect(try await create(Self.email, action: .resend, in: fixture).userStatus == .forceChangePassword)
        let password = fixture.newestCode
        #expect(password != PoolFixture.password && !password.isEmpty)
        #expect(try await fixture.signInWithPassword("alice", password).challengeName == .newPasswordRequired)
    }

    /// The invitation of a user without a password, in a pool whose trigger returns this text.
    private func mailed(_ words: [WireName: WireValue]) async throws -> TestMessage {
        let triggers = ScriptedTriggers([.customMessage: { _ in .response(words) }])
        let request = PoolFixture.request { request in
            request.policies = UserPoolPolicyType(
                signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .emailOtp]))
            request.lambdaConfig = triggers.settings
        }
        let fixture = try await PoolFixture.make(pool: request, on: TestGatehouse(triggers: triggers))
        _ = try await create(Self.email, action: nil, in: fixture)
        return try #require(fixture.gatehouse.messages().first)
    }

    @Test func `the message trigger may write an invitation without a place for a password`() async throws {
        let message = try await mailed(["emailMessage": "Come in, {username}", "emailSubject": "In"])
        #expect(message.body == "Come in, alice" && message.subject == "In")
    }

    @Test(arguments: ["{username}, your password is {####}.", "{####}{username}", "{username} {##{####}##}"])
    func `an invitation text with a place for a password is not used for a user without one`(
        _ words: String
    ) async throws {
        let message = try await mailed(["emailMessage": .string(words)])
        #expect(message.body == "Your username is alice. ")
    }
}
