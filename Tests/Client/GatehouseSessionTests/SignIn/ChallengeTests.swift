// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

/// The steps that challenges become, and the requests that answer them.
@Suite(.hangLimit) struct ChallengeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var parameters: WireValue = [:]
        let step: SignInStep
        var answer = "123456"
        let responses: [WireName: WireValue]

        var testDescription: String { "\(name) \(answer)" }
    }

    static let delivery: WireValue = [
        "CODE_DELIVERY_DELIVERY_MEDIUM": "EMAIL", "CODE_DELIVERY_DESTINATION": "a***@e***",
    ]
    static let emailed = CodeDelivery(medium: .email, destination: "a***@e***")

    static let cases = [
        Case(
            name: "SMS_MFA",
            parameters: ["CODE_DELIVERY_DELIVERY_MEDIUM": "SMS"],
            step: .confirmSignInWithSMSMFACode(
                CodeDelivery(medium: .sms, destination: nil),
                parameters: ["CODE_DELIVERY_DELIVERY_MEDIUM": "SMS"]
            ),
            responses: ["SMS_MFA_CODE": "123456"]
        ),
        Case(
            name: "SOFTWARE_TOKEN_MFA",
            step: .confirmSignInWithTOTPCode(friendlyDeviceName: nil),
            responses: ["SOFTWARE_TOKEN_MFA_CODE": "123456"]
        ),
        Case(
            name: "SOFTWARE_TOKEN_MFA",
            parameters: ["FRIENDLY_DEVICE_NAME": "My phone"],
            step: .confirmSignInWithTOTPCode(friendlyDeviceName: "My phone"),
            responses: ["SOFTWARE_TOKEN_MFA_CODE": "123456"]
        ),
        Case(
            name: "EMAIL_OTP",
            parameters: delivery,
            step: .confirmSignInWithOTP(emailed),
            responses: ["EMAIL_OTP_CODE": "123456"]
        ),
        Case(
            name: "SMS_OTP",
            parameters: delivery,
            step: .confirmSignInWithOTP(emailed),
            responses: ["SMS_OTP_CODE": "123456"]
        ),
        Case(
            name: "CUSTOM_CHALLENGE",
            parameters: ["q": "1 + 1"],
            step: .confirmSignInWithCustomChallenge(parameters: ["q": "1 + 1"]),
            answer: "2",
            responses: ["ANSWER": "2"]
        ),
        Case(
            name: "NEW_PASSWORD_REQUIRED",
            step: .confirmSignInWithNewPassword(parameters: [:]),
            responses: ["NEW_PASSWORD": "123456", "userAttributes.name": "Ada"]
        ),
        Case(
            name: "SELECT_MFA_TYPE",
            parameters: ["MFAS_CAN_CHOOSE": #"["SMS_MFA","EMAIL_OTP"]"#],
            step: .continueSignInWithMFASelection([.sms, .email]),
            answer: "Sms_MFA",
            responses: ["ANSWER": "SMS_MFA"]
        ),
        Case(
            name: "MFA_SETUP",
            parameters: ["MFAS_CAN_SETUP": #"["EMAIL_OTP"]"#],
            step: .continueSignInWithEmailMFASetup,
            answer: "ada@example.com",
            responses: ["EMAIL": "ada@example.com"]
        ),
        Case(
            name: "SELECT_CHALLENGE",
            step: .continueSignInWithFirstFactorSelection([.password, .smsOTP]),
            answer: "SMS_OTP",
            responses: ["ANSWER": "SMS_OTP"]
        ),
    ]

    private static let options = ConfirmSignInOptions(
        userAttributes: ["name": "Ada"],
        clientMetadata: ["k": "v"],
        friendlyDeviceName: "phone"
    )

    static func challenge(_ name: String, _ parameters: WireValue, session: String = "s1") -> ScriptedService.Reply {
        .answer([
            "ChallengeName": .string(name), "Session": .string(session), "ChallengeParameters": parameters,
            "AvailableChallenges": ["PASSWORD", "SMS_OTP"],
        ])
    }

    @Test(arguments: cases)
    func `an answer travels under the name that the challenge has for it`(given: Case) async throws {
        let fixture = try Fixture(identityPool: false, secret: ClientSecret("client-secret"))
        fixture.service.on("InitiateAuth", Self.challenge(given.name, given.parameters))
        let first = try await fixture.engine.signIn(username: "Ada", password: "pw")
        #expect(first.nextStep == given.step)
        fixture.service.on("RespondToAuthChallenge", .fault("CodeMismatchException"))
        for _ in 1...2 {
            await #expect(throws: SessionError.self) {
                try await fixture.engine.confirmSignIn(response: given.answer, options: Self.options)
            }
        }
        let clock = fixture.clock
        fixture.service.on("RespondToAuthChallenge") { _ in .answer(["AuthenticationResult": Fixture.tokens(clock)]) }
        #expect(try await fixture.engine.confirmSignIn(response: given.answer, options: Self.options).isSignedIn)
        let sent = fixture.service.inputs(of: "RespondToAuthChallenge")
        #expect(sent.count == 3)
        for input in sent {
            var responses = try #require(input["ChallengeResponses"]?.objectValue)
            #expect(responses.removeValue(forKey: "SECRET_HASH") != nil)
            #expect(responses.removeValue(forKey: "USERNAME") == "Ada")
            #expect(responses == given.responses)
            #expect(input["Session"] == "s1" && input["ChallengeName"] == .string(given.name))
            #expect(input["ClientMetadata"] == ["k": "v"])
        }
    }

    @Test(arguments: [
        ("SELECT_MFA_TYPE", "EMAIL"), ("SELECT_MFA_TYPE", "totp"), ("SELECT_CHALLENGE", "sms"),
        ("SELECT_CHALLENGE", "\u{0}"), ("MFA_SETUP", "TOTP"),
    ])
    func `an answer that names no factor is refused without a request, and the step stays`(
        name: String,
        answer: String
    ) async throws {
        let fixture = try Fixture(identityPool: false)
        let both: WireValue = ["MFAS_CAN_SETUP": #"["EMAIL_OTP","SOFTWARE_TOKEN_MFA"]"#]
        fixture.service.on("InitiateAuth", Self.challenge(name, both))
        _ = try await fixture.engine.signIn(username: "Ada", password: "pw")
        fixture.service.forget()
        for _ in 1...2 {
            do throws(SessionError) {
                _ = try await fixture.engine.confirmSignIn(response: answer)
                Issue.record("The answer was taken.")
            } catch {
                guard case .validation(field: "challengeResponse", _, _) = error else {
                    Issue.record("\(error)")
                    return
                }
            }
        }
        #expect(fixture.service.operations.isEmpty)
        fixture.service.on("RespondToAuthChallenge", Self.challenge("SMS_MFA", [:]))
        let right = name == "MFA_SETUP" ? "EMAIL_OTP" : name == "SELECT_MFA_TYPE" ? "SMS_MFA" : "SMS_OTP"
        _ = try await fixture.engine.confirmSignIn(response: right)
    }

    @Test(arguments: [false, true])
    func `a password chosen as the first factor is requested and sent with the choice`(
        isProved: Bool
    ) async throws {
        let fixture = try Fixture(identityPool: false, flow: .userAuth(preferred: nil))
        fixture.service.on("InitiateAuth", Self.challenge("SELECT_CHALLENGE", [:]))
        _ = try await fixture.engine.signIn(username: "Ada", password: nil)
        let opening = fixture.service.inputs(of: "InitiateAuth")[0]
        #expect(opening["AuthFlow"] == "USER_AUTH" && opening["AuthParameters"] == ["USERNAME": "Ada"])
        let factor = isProved ? "PASSWORD_SRP" : "PASSWORD"
        let asked = try await fixture.engine.confirmSignIn(response: factor)
        #expect(asked.nextStep == .confirmSignInWithPassword)
        #expect(fixture.service.count(of: "RespondToAuthChallenge") == 0)
        fixture.service.on("RespondToAuthChallenge", .fault("NotAuthorizedException"))
        await #expect(throws: SessionError.self) { try await fixture.engine.confirmSignIn(response: "pw") }
        let input = fixture.service.inputs(of: "RespondToAuthChallenge")[0]
        #expect(input["ChallengeName"] == "SELECT_CHALLENGE")
        #expect(input["ChallengeResponses"]?["ANSWER"] == .string(factor))
        #expect((input["ChallengeResponses"]?["PASSWORD"] == "pw") == !isProved)
        #expect((input["ChallengeResponses"]?["SRP_A"] != nil) == isProved)
        // The service does not take a second password in the same sign-in.
        do throws(SessionError) {
            _ = try await fixture.engine.confirmSignIn(response: "pw")
            Issue.record("The sign-in was still open.")
        } catch {
            guard case .invalidState = error else {
                Issue.record("\(error)")
                return
            }
        }
    }
}
