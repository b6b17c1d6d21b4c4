// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

@Suite(.hangLimit) struct SignUpTests {
    private static let details: WireValue = [
        "Destination": "a***@b***", "DeliveryMedium": "EMAIL", "AttributeName": "email",
    ]
    private static let delivery = CodeDelivery(medium: .email, destination: "a***@b***", attributeName: "email")

    @Test func `a new account waits for its code`() async throws {
        let fixture = try Fixture(secret: ClientSecret("client-secret"))
        fixture.service.on(
            "SignUp",
            .answer(["UserConfirmed": false, "UserSub": "sub-1", "CodeDeliveryDetails": Self.details])
        )
        let outcome = try await fixture.engine.signUp(
            username: "Ada",
            password: nil,
            options: SignUpOptions(userAttributes: ["email": "a@b.c"], validationData: ["v": "1"])
        )
        #expect(outcome == SignUpOutcome(nextStep: .confirmUser(Self.delivery, userID: "sub-1"), userID: "sub-1"))
        #expect(!outcome.isSignUpComplete)
        let input = fixture.service.inputs(of: "SignUp")[0]
        #expect(input["UserAttributes"] == [["Name": "email", "Value": "a@b.c"]])
        #expect(input["ValidationData"] == [["Name": "v", "Value": "1"]])
        #expect(input["SecretHash"] != nil && input["Password"] == nil && input["ClientMetadata"] == nil)
    }

    @Test(arguments: [
        (#"{"UserConfirmed":true,"UserSub":"s"}"#, SignUpOutcome(nextStep: .done, userID: "s")),
        (
            #"{"UserConfirmed":true,"UserSub":"s","Session":"x"}"#,
            SignUpOutcome(nextStep: .completeAutoSignIn(session: "x"), userID: nil)
        ),
        (
            #"{"UserConfirmed":false,"UserSub":"s"}"#,
            SignUpOutcome(nextStep: .confirmUser(nil, userID: "s"), userID: "s")
        ),
    ])
    func `the answer says what is next`(answer: String, outcome: SignUpOutcome) async throws {
        let fixture = try Fixture()
        fixture.service.on("SignUp", .raw(200, answer))
        #expect(try await fixture.engine.signUp(username: "Ada", password: "pw") == outcome)
    }

    @Test func `a confirmation is tied to the sign-up of the same name`() async throws {
        let fixture = try Fixture()
        fixture.service.on("SignUp", .answer(["UserConfirmed": false, "UserSub": "s", "Session": "session-1"]))
        fixture.service.on("ConfirmSignUp", .fault("CodeMismatchException"))
        _ = try await fixture.engine.signUp(username: "Ada", password: "pw")
        for name in ["Bob", "Ada"] {
            await #expect(throws: SessionError.self) {
                try await fixture.engine.confirmSignUp(username: name, code: "1")
            }
        }
        fixture.service.on("ConfirmSignUp", .answer(["Session": "session-2"]))
        let outcome = try await fixture.engine.confirmSignUp(
            username: "Ada",
            code: "123456",
            options: ConfirmSignUpOptions(forceAliasCreation: true)
        )
        #expect(outcome == SignUpOutcome(nextStep: .completeAutoSignIn(session: "session-2"), userID: nil))
        let inputs = fixture.service.inputs(of: "ConfirmSignUp")
        #expect(inputs.map { $0["Session"] } == [nil, "session-1", "session-1"])
        #expect(inputs[2]["ForceAliasCreation"] == true)
    }

    @Test func `a sign-up that waits for its code outlasts a sign-in and a sign-out`() async throws {
        let fixture = try Fixture()
        fixture.service.on("SignUp", .answer(["UserConfirmed": false, "UserSub": "s", "Session": "session-1"]))
        fixture.service.on("ConfirmSignUp", .answer(["Session": "session-2"]))
        _ = try await fixture.engine.signUp(username: "Bob", password: "pw")
        try await fixture.signIn()
        #expect(await fixture.engine.signOut() == .complete)
        _ = try await fixture.engine.confirmSignUp(username: "Bob", code: "1")
        #expect(fixture.service.inputs(of: "ConfirmSignUp").map { $0["Session"] } == ["session-1"])
        #expect(try await fixture.engine.autoSignIn().isSignedIn)
    }

    @Test(arguments: ["TooManyRequestsException", "InternalErrorException", "NotAuthorizedException"])
    func `a sign-in that follows a sign-up may be tried again after a refusal`(fault: String) async throws {
        let fixture = try Fixture()
        fixture.service.on("SignUp", .answer(["UserConfirmed": true, "UserSub": "s", "Session": "session-1"]))
        _ = try await fixture.engine.signUp(username: "Bob", password: "pw")
        fixture.service.on("InitiateAuth", .fault(fault))
        await #expect(throws: SessionError.self) { try await fixture.engine.autoSignIn() }
        fixture.service.on("InitiateAuth", .answer(["AuthenticationResult": Fixture.tokens(fixture.clock)]))
        #expect(try await fixture.engine.autoSignIn().isSignedIn)
    }

    @Test func `a code is sent again, and where to is known`() async throws {
        let fixture = try Fixture()
        fixture.service.on("ResendConfirmationCode", .answer(["CodeDeliveryDetails": Self.details]))
        #expect(try await fixture.engine.resendSignUpCode(username: "Ada") == Self.delivery)
        fixture.service.on("ResendConfirmationCode", .raw(200, "{}"))
        await #expect(throws: SessionError.unknown("The service does not say where the code went.")) {
            try await fixture.engine.resendSignUpCode(username: "Ada")
        }
    }

    @Test func `empty input is refused before anything is sent`() async throws {
        let fixture = try Fixture()
        await #expect(throws: SessionError.self) { try await fixture.engine.signUp(username: "", password: "pw") }
        await #expect(throws: SessionError.self) { try await fixture.engine.confirmSignUp(username: "", code: "1") }
        await #expect(throws: SessionError.self) { try await fixture.engine.confirmSignUp(username: "Ada", code: "") }
        await #expect(throws: SessionError.self) { try await fixture.engine.resendSignUpCode(username: "") }
        #expect(fixture.service.operations.isEmpty)
    }
}
