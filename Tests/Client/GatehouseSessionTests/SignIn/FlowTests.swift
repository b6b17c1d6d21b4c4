// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

/// The first request of each flow, on the wire.
@Suite(.hangLimit) struct FlowTests {
    private struct Opening {
        let flow: SignInFlow
        let name: WireValue
        /// The members beside the user name; SRP's are without their values.
        let parameters: [String: WireValue?]
    }

    private static let openings = [
        Opening(flow: .userSRP, name: "USER_SRP_AUTH", parameters: ["SRP_A": nil]),
        Opening(flow: .userPassword, name: "USER_PASSWORD_AUTH", parameters: ["PASSWORD": "pw"]),
        Opening(flow: .customWithSRP, name: "CUSTOM_AUTH", parameters: ["SRP_A": nil, "CHALLENGE_NAME": "SRP_A"]),
        Opening(flow: .customWithoutSRP, name: "CUSTOM_AUTH", parameters: [:]),
        Opening(flow: .userAuth(preferred: nil), name: "USER_AUTH", parameters: [:]),
        Opening(
            flow: .userAuth(preferred: .password),
            name: "USER_AUTH",
            parameters: ["PREFERRED_CHALLENGE": "PASSWORD", "PASSWORD": "pw"]
        ),
        Opening(
            flow: .userAuth(preferred: .passwordSRP),
            name: "USER_AUTH",
            parameters: ["PREFERRED_CHALLENGE": "PASSWORD_SRP", "SRP_A": nil]
        ),
        Opening(
            flow: .userAuth(preferred: .smsOTP), name: "USER_AUTH", parameters: ["PREFERRED_CHALLENGE": "SMS_OTP"]),
        Opening(
            flow: .userAuth(preferred: .emailOTP), name: "USER_AUTH", parameters: ["PREFERRED_CHALLENGE": "EMAIL_OTP"]),
        Opening(
            flow: .userAuth(preferred: .webAuthn), name: "USER_AUTH", parameters: ["PREFERRED_CHALLENGE": "WEB_AUTHN"]),
    ]

    @Test(arguments: openings.indices)
    func `the first request of each flow contains only the members that it needs`(index: Int) async throws {
        let opening = Self.openings[index]
        let authenticator = ScriptedAuthenticator([])
        let fixture = try Fixture(identityPool: false, flow: opening.flow, authenticator: authenticator)
        fixture.service.on("InitiateAuth", ChallengeTests.challenge("CUSTOM_CHALLENGE", [:]))
        let options = SignInOptions(clientMetadata: ["k": "v"])
        let step = try await fixture.engine.signIn(username: "Ada", password: "pw", options: options).nextStep
        #expect(step == .confirmSignInWithCustomChallenge(parameters: [:]))
        let input = fixture.service.inputs(of: "InitiateAuth")[0]
        #expect(input["AuthFlow"] == opening.name && input["ClientMetadata"] == ["k": "v"] && input["Session"] == nil)
        var parameters = try #require(input["AuthParameters"]?.objectValue)
        #expect(parameters.removeValue(forKey: "USERNAME") == "Ada")
        #expect(Set(parameters.keys) == Set(opening.parameters.keys.map { WireName($0) }))
        for (name, value) in opening.parameters {
            if let value { #expect(parameters[name] == value) }
        }
    }

    @Test(arguments: [FirstFactor.password, .passwordSRP])
    func `a preferred password must be given`(factor: FirstFactor) async throws {
        let fixture = try Fixture(identityPool: false, flow: .userAuth(preferred: factor))
        do throws(SessionError) {
            _ = try await fixture.engine.signIn(username: "Ada", password: nil)
            Issue.record("The sign-in began.")
        } catch {
            guard case .validation(field: "password", _, _) = error else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(fixture.service.operations.isEmpty)
    }

    @Test(arguments: [
        (SignInFlow.userSRP, true), (.customWithSRP, true), (.userAuth(preferred: .passwordSRP), false),
    ])
    func `metadata goes with the proof, except where the password is the preferred factor`(
        flow: SignInFlow,
        isSent: Bool
    ) async throws {
        let fixture = try Fixture(identityPool: false, flow: flow)
        let parameters: WireValue = [
            "USERNAME": "sub-1", "USER_ID_FOR_SRP": "sub-1", "SALT": "ab", "SRP_B": "cd", "SECRET_BLOCK": "ZWY=",
        ]
        fixture.service.on("InitiateAuth", ChallengeTests.challenge("PASSWORD_VERIFIER", parameters))
        fixture.service.on("RespondToAuthChallenge", ChallengeTests.challenge("CUSTOM_CHALLENGE", [:]))
        let options = SignInOptions(clientMetadata: ["k": "v"])
        _ = try await fixture.engine.signIn(username: "Ada", password: "pw", options: options)
        let proof = fixture.service.inputs(of: "RespondToAuthChallenge")[0]
        #expect(proof["ChallengeName"] == "PASSWORD_VERIFIER" && proof["ClientMetadata"] == (isSent ? ["k": "v"] : [:]))
    }
}
