// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct SignUpTests {
    @Test func `a sign-up sends a code of six digits and says where it went`() async throws {
        let fixture = try await PoolFixture.make()
        let answer = try await fixture.signUp()
        #expect(!answer.userConfirmed && answer.userSub.count == 36)
        let details = CodeDeliveryDetailsType(
            destination: "a***@e***", deliveryMedium: .email, attributeName: "email")
        #expect(answer.codeDeliveryDetails == details)
        let message = try #require(fixture.gatehouse.messages(to: "alice@example.com").first)
        #expect(message.kind == "SignUp" && message.code.count == 6 && message.body.contains(message.code))
    }

    @Test func `without an attribute to verify nothing is sent`() async throws {
        let fixture = try await PoolFixture.make()
        let answer = try await fixture.signUp(email: nil)
        #expect(answer.codeDeliveryDetails == nil && fixture.gatehouse.messages().isEmpty)
    }

    @Test func `a name that is taken is refused`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.signUp()
        let refusal = try await fault { try await fixture.signUp() }
        #expect(refusal == ServiceFault(.usernameExists, "User already exists"))
    }

    @Test func `fifty parallel sign-ups under one name make one user`() async throws {
        let fixture = try await PoolFixture.make()
        let made = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 { group.addTask { (try? await fixture.signUp()) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(made == 1)
    }

    @Test(arguments: [
        ("Aa1!", "Password not long enough"), ("aaaaaaa1!", "Password must have uppercase characters"),
        ("AAAAAAA1!", "Password must have lowercase characters"),
        ("Aaaaaaaa!", "Password must have numeric characters"),
        ("Aaaaaaaa1", "Password must have symbol characters"),
    ])
    func `the error for a password against the policy names the first broken rule`(
        _ password: String, _ rule: String
    ) async throws {
        let fixture = try await PoolFixture.make()
        let refusal = try await fault { try await fixture.signUp(password: password) }
        #expect(
            refusal == ServiceFault(.invalidPassword, "Password did not conform with policy: \(rule)"))
    }

    @Test(arguments: [
        ("email", "not an address", "Invalid email address format."),
        ("phone_number", "0123", "Invalid phone number format."),
        (
            "custom:x", "1",
            "Attributes did not conform to the schema: Type for attribute {custom:x} could not be determined\n"
        ),
    ])
    func `an invalid attribute is refused with Cognito's error text`(
        _ name: String, _ value: String, _ message: String
    ) async throws {
        let fixture = try await PoolFixture.make()
        let request = SignUpRequest(
            clientId: fixture.client.id, username: "alice", password: PoolFixture.password,
            userAttributes: [AttributeType(name: name, value: value)])
        #expect(try await fault { _ = try await fixture.anyone.signUp(request) } == .invalidParameter(message))
    }

    @Test(arguments: ["email_verified", "phone_number_verified", "identities"])
    func `a sign-up cannot mark its own attributes as verified`(_ name: String) async throws {
        let fixture = try await PoolFixture.make()
        let request = SignUpRequest(
            clientId: fixture.client.id, username: "alice", password: PoolFixture.password,
            userAttributes: [AttributeType(name: name, value: "true")])
        let refusal = try await fault { _ = try await fixture.anyone.signUp(request) }
        #expect(refusal?.message == "A client attempted to write unauthorized attribute")
    }

    @Test func `a required attribute must be given`() async throws {
        let fixture = try await PoolFixture.make(
            pool: CreateUserPoolRequest(
                poolName: "test", schema: [SchemaAttributeType(name: "email", required: true)]))
        let refusal = try await fault { try await fixture.signUp(email: nil) }
        #expect(
            refusal?.message == "Attributes did not conform to the schema: email: The attribute is required\n")
    }

    @Test func `a closed pool takes no sign-ups`() async throws {
        let fixture = try await PoolFixture.make(
            pool: CreateUserPoolRequest(
                poolName: "test",
                adminCreateUserConfig: AdminCreateUserConfigType(allowAdminCreateUserOnly: true)))
        let refusal = try await fault { try await fixture.signUp() }
        #expect(refusal == ServiceFault(.notAuthorized, "SignUp is not permitted for this user pool"))
    }

    @Test func `with e-mail as user name the stored name is the sub, and the address is unique at once`() async throws {
        let fixture = try await PoolFixture.make(
            pool: CreateUserPoolRequest(
                poolName: "test", autoVerifiedAttributes: [.email], usernameAttributes: [.email]))
        let answer = try await fixture.signUp("alice@example.com", email: nil)
        let user = try await fixture.administrator.adminGetUser(
            AdminGetUserRequest(userPoolId: fixture.poolID, username: "alice@example.com"))
        #expect(user.username == answer.userSub)
        let taken = try await fault { try await fixture.signUp("alice@example.com", email: nil) }
        #expect(taken?.message == "An account with the given email already exists.")
        let wrong = try await fault { try await fixture.signUp("alice", email: nil) }
        #expect(wrong?.message == "Username should be an email.")
    }

    @Test func `a name that looks like an alias is refused`() async throws {
        let fixture = try await PoolFixture.make(
            pool: CreateUserPoolRequest(poolName: "test", aliasAttributes: [.email]))
        let refusal = try await fault { try await fixture.signUp("bob@example.com") }
        #expect(
            refusal?.message
                == "Username cannot be of email format, since user pool is configured for email alias.")
    }
}
