// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseWire
import Testing

@testable import GatehouseSession

@Suite struct SignInMachineTests {
    private static let result = AuthenticationResultType(accessToken: "a", refreshToken: "r", idToken: "i")
    private static let verifier = SignInReply(
        challenge: .passwordVerifier,
        parameters: [
            "USERNAME": "sub-1", "USER_ID_FOR_SRP": "sub-1", "SALT": "ab", "SRP_B": "cd", "SECRET_BLOCK": "ZWY=",
        ]
    )
    private static let newPassword = SignInReply(
        challenge: .newPasswordRequired,
        session: "s1",
        parameters: ["requiredAttributes": "[]"]
    )
    private static let refusal = SessionError.service(ServiceFault(.notAuthorized, "no"))

    /// The six states, each reached by the events that lead to it.
    private enum Place: CaseIterable {
        case idle, opening, proving, asking, answering, ended

        func machine() -> SignInMachine {
            var machine = SignInMachine(flow: .userSRP, username: "Ada")
            for event in path { _ = machine.handle(event) }
            return machine
        }

        private var path: [SignInMachine.Event] {
            switch self {
            case .idle: []
            case .opening: [.begin]
            case .proving: [.begin, .replied(verifier)]
            case .asking: [.begin, .replied(newPassword)]
            case .answering: [.begin, .replied(newPassword), .answered("pw", ConfirmSignInOptions())]
            case .ended: [.begin, .replied(SignInReply(result: result))]
            }
        }
    }

    private enum Kind: CaseIterable {
        case begin, tokens, verifier, newPassword, refused, answered

        var event: SignInMachine.Event {
            switch self {
            case .begin: .begin
            case .tokens: .replied(SignInReply(result: result))
            case .verifier: .replied(SignInMachineTests.verifier)
            case .newPassword: .replied(SignInMachineTests.newPassword)
            case .refused: .refused(refusal)
            case .answered: .answered("pw", ConfirmSignInOptions())
            }
        }
    }

    private static func word(_ action: SignInMachine.Action) -> String {
        switch action {
        case .open: "open"
        case .prove: "prove"
        case .respond: "respond"
        case .ask: "ask"
        case .complete: "complete"
        case .fail(.invalidState): "out of turn"
        case .fail: "fail"
        }
    }

    private static func word(_ state: SignInMachine.State) -> String {
        switch state {
        case .idle: "idle"
        case .opening: "opening"
        case .proving: "proving"
        case .asking: "asking"
        case .answering: "answering"
        case .ended: "ended"
        }
    }

    @Test func `every event in every state does what the table says`() {
        let expected: [Place: [Kind: String]] = [
            .idle: [.begin: "open opening"],
            .opening: [
                .tokens: "complete ended", .verifier: "prove proving", .newPassword: "ask asking",
                .refused: "fail ended",
            ],
            .proving: [
                .tokens: "complete ended", .verifier: "fail ended", .newPassword: "ask asking", .refused: "fail ended",
            ],
            .asking: [.answered: "respond answering"],
            .answering: [
                .tokens: "complete ended", .verifier: "fail ended", .newPassword: "ask asking", .refused: "fail asking",
            ],
            .ended: [:],
        ]
        for place in Place.allCases {
            for kind in Kind.allCases {
                var machine = place.machine()
                let before = machine.state
                let action = Self.word(machine.handle(kind.event))
                let seen = "\(action) \(Self.word(machine.state))"
                #expect(seen == expected[place]?[kind] ?? "out of turn \(Self.word(before))", "\(kind) in \(place)")
                if action == "out of turn" { #expect(machine.state == before) }
            }
        }
    }

    @Test func `the password flow opens with the password and proves nothing`() {
        var machine = SignInMachine(flow: .userPassword, username: "Ada")
        #expect(
            machine.handle(.begin)
                == .open(SignInOpening(flow: .userPasswordAuth, username: "Ada", evidence: .password))
        )
        #expect(Self.word(machine.handle(.replied(Self.verifier))) == "fail")
    }

    @Test func `after a proof the service's name is used`() {
        var machine = Place.proving.machine()
        #expect(machine.username == "sub-1" && machine.typedUsername == "Ada")
        _ = machine.handle(.replied(Self.newPassword))
        let options = ConfirmSignInOptions(userAttributes: ["email": "a@b.c"], clientMetadata: ["k": "v"])
        let action = machine.handle(.answered("new", options))
        #expect(
            action
                == .respond(
                    ChallengeAnswer(
                        challenge: .newPasswordRequired,
                        session: "s1",
                        username: "sub-1",
                        responses: ["NEW_PASSWORD": "new", "userAttributes.email": "a@b.c"],
                        clientMetadata: ["k": "v"]
                    )
                )
        )
        #expect(!String(describing: action).contains("\"new\""))
    }

    @Test func `a wrong answer leaves the same challenge open`() {
        var machine = Place.answering.machine()
        #expect(machine.handle(.refused(Self.refusal)) == .fail(Self.refusal))
        #expect(machine.state == Place.asking.machine().state)
    }

    @Test(arguments: [
        (ServiceFault.Code.userNotConfirmed, SignInStep.confirmSignUp), (.passwordResetRequired, .resetPassword),
    ])
    func `an account that must be tended to first is a step`(code: ServiceFault.Code, step: SignInStep) {
        for place in [Place.opening, .proving, .answering] {
            var machine = place.machine()
            #expect(machine.handle(.refused(.service(ServiceFault(code, "m")))) == .ask(step))
            #expect(machine.state == .ended)
        }
    }

    @Test(arguments: [SignInFlow.customWithSRP, .customWithoutSRP, .userAuth(preferred: nil)])
    func `flows that are not built say so`(flow: SignInFlow) {
        var machine = SignInMachine(flow: flow, username: "Ada")
        guard case .fail(.notBuilt) = machine.handle(.begin) else {
            Issue.record("The flow was begun.")
            return
        }
    }

    @Test(arguments: [
        "SMS_MFA", "SOFTWARE_TOKEN_MFA", "EMAIL_OTP", "SMS_OTP", "CUSTOM_CHALLENGE", "SELECT_MFA_TYPE",
        "SELECT_CHALLENGE", "DEVICE_SRP_AUTH", "WEB_AUTHN",
    ])
    func `challenges that are not built end the sign-in and are named`(name: String) {
        var machine = Place.opening.machine()
        let action = machine.handle(.replied(SignInReply(challenge: ChallengeNameType(rawValue: name))))
        #expect(action == .fail(.notBuilt("The challenge \(name) is not built yet.")))
        #expect(machine.state == .ended)
    }

    @Test(arguments: ["PASSWORD", "PASSWORD_SRP", "SOMETHING_NEW", ""])
    func `challenges that Cognito does not have are unknown`(name: String) {
        var machine = Place.opening.machine()
        let action = machine.handle(.replied(SignInReply(challenge: ChallengeNameType(rawValue: name))))
        guard case .fail(.unknown) = action else {
            Issue.record("\(action)")
            return
        }
    }

    @Test(arguments: ["SALT", "SRP_B", "SECRET_BLOCK"])
    func `a verifier challenge without its parameters has no answer`(name: String) {
        var reply = Self.verifier
        reply.parameters[name] = nil
        var machine = Place.opening.machine()
        guard case .fail(.unanswerable) = machine.handle(.replied(reply)) else {
            Issue.record("The challenge was taken.")
            return
        }
    }

    @Test func `an answer without challenge and tokens is garbled`() {
        var machine = Place.opening.machine()
        guard case .fail(.garbled) = machine.handle(.replied(SignInReply())) else {
            Issue.record("The answer was taken.")
            return
        }
    }
}
