// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

/// The calls about passwords and attributes: their requests, and the parsing of the answers.
@Suite(.hangLimit) struct AccountCallTests {
    private static let details: WireValue = [
        "Destination": "a***@b***", "DeliveryMedium": "EMAIL", "AttributeName": "email",
    ]
    private static let delivery = CodeDelivery(medium: .email, destination: "a***@b***", attributeName: "email")

    @Test func `a forgotten password is replaced by name, code and secret hash`() async throws {
        let fixture = try Fixture(secret: ClientSecret("client-secret"))
        fixture.service.on("ForgotPassword", .answer(["CodeDeliveryDetails": Self.details]))
        #expect(try await fixture.engine.resetPassword(username: "Ada") == Self.delivery)
        let reset = fixture.service.inputs(of: "ForgotPassword")[0]
        #expect(reset["Username"] == "Ada" && reset["SecretHash"] != nil && reset["ClientMetadata"] == nil)

        fixture.service.on("ConfirmForgotPassword", .answer([:]))
        try await fixture.engine.confirmResetPassword(
            username: "Ada",
            newPassword: "new",
            code: "123456",
            clientMetadata: ["a": "1"]
        )
        let confirmation = fixture.service.inputs(of: "ConfirmForgotPassword")[0]
        #expect(confirmation["Password"] == "new" && confirmation["ConfirmationCode"] == "123456")
        #expect(confirmation["SecretHash"] == reset["SecretHash"])
        #expect(confirmation["ClientMetadata"] == ["a": "1"])
    }

    @Test func `an answer that does not say where the code went is no answer`() async throws {
        let fixture = try Fixture()
        fixture.service.on("ForgotPassword", .answer([:]))
        fixture.service.on("GetUserAttributeVerificationCode", .answer([:]))
        let error = SessionError.unknown("The service does not say where the code went.")
        await #expect(throws: error) { try await fixture.engine.resetPassword(username: "Ada") }
        try await fixture.signIn()
        await #expect(throws: error) { try await fixture.engine.sendVerificationCode(attribute: "email") }
    }

    @Test func `attributes are sent by name, and those that wait for a code are returned`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        fixture.service.on("UpdateUserAttributes", .answer(["CodeDeliveryDetailsList": [Self.details]]))
        let pending = try await fixture.engine.updateUserAttributes(["name": "Ada", "email": "a@b.c"])
        #expect(pending == ["email": Self.delivery])
        let input = fixture.service.inputs(of: "UpdateUserAttributes")[0]
        #expect(
            input["UserAttributes"] == [
                ["Name": "email", "Value": "a@b.c"], ["Name": "name", "Value": "Ada"],
            ])
        #expect(input["AccessToken"] != nil)
        fixture.service.on("UpdateUserAttributes", .answer([:]))
        #expect(try await fixture.engine.updateUserAttributes(["name": "Ada"]) == [:])
    }

    @Test func `an attribute without a value has none`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        fixture.service.on(
            "GetUser",
            .answer(["Username": "ada", "UserAttributes": [["Name": "sub", "Value": "s"], ["Name": "nickname"]]])
        )
        let attributes = try await fixture.engine.userAttributes()
        #expect(attributes == [UserAttribute(name: "sub", value: "s"), UserAttribute(name: "nickname", value: nil)])
    }

    @Test func `a code verifies the attribute that it is for`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        fixture.service.on("VerifyUserAttribute", .answer([:]))
        try await fixture.engine.confirm(attribute: "email", code: "123456")
        let input = fixture.service.inputs(of: "VerifyUserAttribute")[0]
        #expect(input["AttributeName"] == "email" && input["Code"] == "123456")
    }

    @Test(arguments: ["ChangePassword", "VerifyUserAttribute", "ConfirmForgotPassword"])
    func `a request that spends a password or a code is not repeated when the answer is lost`(
        operation: String
    ) async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        fixture.service.on(operation, .trouble(.connectionLost))
        await #expect(throws: SessionError.self) {
            switch operation {
            case "ChangePassword": try await fixture.engine.changePassword(from: "a", to: "b")
            case "VerifyUserAttribute": try await fixture.engine.confirm(attribute: "email", code: "1")
            default: try await fixture.engine.confirmResetPassword(username: "Ada", newPassword: "b", code: "1")
            }
        }
        #expect(fixture.service.count(of: operation) == 1)
    }
}
