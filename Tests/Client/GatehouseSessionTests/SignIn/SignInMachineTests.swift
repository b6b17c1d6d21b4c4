// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseWire
import Testing

@testable import GatehouseSession

@Suite struct SignInMachineTests {
    static let result = AuthenticationResultType(accessToken: "a", refreshToken: "r", idToken: "i")
    static let srp = ["SALT": "ab", "SRP_B": "cd", "SECRET_BLOCK": "ZWY="]
    static let verifier = SignInReply(
        challenge: .passwordVerifier,
        parameters: srp.merging(["USERNAME": "sub-1", "USER_ID_FOR_SRP": "sub-1"]) { $1 }
    )
    static let newPassword = SignInReply(
        challenge: .newPasswordRequired,
        session: "s1",
        parameters: ["requiredAttributes": "[]"]
    )
    static let totpSetup = SignInReply(
        challenge: .mfaSetup,
        session: "s2",
        parameters: ["MFAS_CAN_SETUP": #"["SOFTWARE_TOKEN_MFA"]"#]
    )
    static let passkey = SignInReply(
        challenge: .webAuthn,
        session: "s3",
        parameters: ["CREDENTIAL_REQUEST_OPTIONS": "{}"]
    )
    static let refusal = SessionError.service(ServiceFault(.codeMismatch, "no"))
    static let dismissal = SessionError.passkey(.cancelled)
    static let unknownDevice = SessionError.service(ServiceFault(.resourceNotFound, "Device does not exist."))

    /// The states, each reached by the events that lead to it.
    enum Place: CaseIterable {
        case idle, opening, proving, provingDevice, asking, answering, associating, verifying, asserting, ended

        func machine() -> SignInMachine {
            var machine = SignInMachine(flow: .userSRP, username: "Ada")
            for event in path { _ = machine.handle(event) }
            return machine
        }

        private var path: [SignInMachine.Event] {
            let answer = SignInMachine.Event.answered("123456", ConfirmSignInOptions())
            return switch self {
            case .idle: []
            case .opening: [.begin]
            case .proving: [.begin, .replied(verifier)]
            case .provingDevice: [.begin, .replied(SignInReply(challenge: .deviceSrpAuth))]
            case .asking: [.begin, .replied(newPassword)]
            case .answering: [.begin, .replied(newPassword), answer]
            case .associating: [.begin, .replied(totpSetup)]
            case .verifying: [.begin, .replied(totpSetup), .associated(secret: "S", session: "s4"), answer]
            case .asserting: [.begin, .replied(passkey)]
            case .ended: [.begin, .replied(SignInReply(result: result))]
            }
        }
    }

    enum Kind: CaseIterable {
        case begin, tokens, verifier, newPassword, totpSetup, passkey, device, deviceVerifier, refused, unknownDevice
        case dismissed
        case answered, associated, verified, asserted

        var event: SignInMachine.Event {
            typealias Tests = SignInMachineTests
            return switch self {
            case .begin: .begin
            case .tokens: .replied(SignInReply(result: Tests.result))
            case .verifier: .replied(Tests.verifier)
            case .newPassword: .replied(Tests.newPassword)
            case .totpSetup: .replied(Tests.totpSetup)
            case .passkey: .replied(Tests.passkey)
            case .device: .replied(SignInReply(challenge: .deviceSrpAuth))
            case .deviceVerifier: .replied(SignInReply(challenge: .devicePasswordVerifier, parameters: Tests.srp))
            case .refused: .refused(Tests.refusal)
            case .unknownDevice: .refused(Tests.unknownDevice)
            case .dismissed: .refused(Tests.dismissal)
            case .answered: .answered("123456", ConfirmSignInOptions())
            case .associated: .associated(secret: "S", session: "s4")
            case .verified: .verified(session: "s5")
            case .asserted: .asserted(credential: "{}")
            }
        }
    }

    static func word(_ action: SignInMachine.Action) -> String {
        switch action {
        case .open: "open"
        case .prove: "prove"
        case .openDevice: "openDevice"
        case .proveDevice: "proveDevice"
        case .respond: "respond"
        case .associate: "associate"
        case .verify: "verify"
        case .assert: "assert"
        case .ask: "ask"
        case .complete: "complete"
        case .fail(.invalidState): "out of turn"
        case .fail: "fail"
        }
    }

    static func word(_ state: SignInMachine.State) -> String {
        switch state {
        case .idle: "idle"
        case .opening: "opening"
        case .proving: "proving"
        case .provingDevice: "provingDevice"
        case .asking: "asking"
        case .answering: "answering"
        case .associating: "associating"
        case .verifying: "verifying"
        case .asserting: "asserting"
        case .ended: "ended"
        }
    }

    /// The effects of replies in every state that waits for one.
    private static let replies: [Kind: String] = [
        .tokens: "complete ended", .verifier: "fail ended", .newPassword: "ask asking",
        .totpSetup: "associate associating", .passkey: "assert asserting", .device: "openDevice provingDevice",
        .deviceVerifier: "fail ended", .refused: "fail ended", .unknownDevice: "fail ended",
        .dismissed: "fail ended",
    ]

    private static func replies(_ others: [Kind: String]) -> [Kind: String] { replies.merging(others) { $1 } }

    @Test func `every event in every state does what the table says`() {
        let expected: [Place: [Kind: String]] = [
            .idle: [.begin: "open opening"],
            .opening: Self.replies([.verifier: "prove proving"]),
            .proving: Self.replies,
            .provingDevice: Self.replies([
                .device: "fail ended", .deviceVerifier: "proveDevice provingDevice", .unknownDevice: "open opening",
            ]),
            .asking: [.answered: "respond answering"],
            .answering: Self.replies([
                .refused: "fail asking", .unknownDevice: "fail asking", .dismissed: "fail asking",
            ]),
            .associating: [
                .associated: "ask asking", .refused: "fail ended", .unknownDevice: "fail ended",
                .dismissed: "fail ended",
            ],
            .verifying: [
                .verified: "respond answering", .refused: "fail asking", .unknownDevice: "fail asking",
                .dismissed: "fail asking",
            ],
            .asserting: [
                .asserted: "respond answering", .refused: "fail ended", .unknownDevice: "fail ended",
                .dismissed: "fail asking",
            ],
            .ended: [:],
        ]
        for place in Place.allCases {
            for kind in Kind.allCases {
                var machine = place.machine()
                let before = machine
                let action = Self.word(machine.handle(kind.event))
                let seen = "\(action) \(Self.word(machine.state))"
                let word = expected[place]?[kind] ?? "out of turn \(Self.word(before.state))"
                #expect(seen == word, "\(kind) in \(place)")
                if action == "out of turn" { #expect(machine == before) }
            }
        }
    }

    @Test func `the password flow opens with the password and proves nothing`() {
        var machine = SignInMachine(flow: .userPassword, username: "Ada")
        #expect(machine.handle(.begin) == .open(SignInOpening(.userPassword, username: "Ada")))
        #expect(Self.word(machine.handle(.replied(Self.verifier))) == "fail")
    }

    @Test(arguments: [
        (SignInFlow.userSRP, AuthFlowType.userSrpAuth, SignInOpening.Evidence.publicKey),
        (.userPassword, .userPasswordAuth, .password), (.customWithSRP, .customAuth, .publicKey),
        (.customWithoutSRP, .customAuth, .none), (.userAuth(preferred: nil), .userAuth, .none),
        (.userAuth(preferred: .password), .userAuth, .password),
        (.userAuth(preferred: .passwordSRP), .userAuth, .publicKey),
        (.userAuth(preferred: .smsOTP), .userAuth, .none), (.userAuth(preferred: .emailOTP), .userAuth, .none),
        (.userAuth(preferred: .webAuthn), .userAuth, .none),
    ])
    func `each flow sends only the evidence of the password that it needs`(
        flow: SignInFlow,
        name: AuthFlowType,
        evidence: SignInOpening.Evidence
    ) {
        var machine = SignInMachine(flow: flow, username: "Ada")
        let opening = SignInOpening(flow, username: "Ada")
        #expect(machine.handle(.begin) == .open(opening))
        #expect(opening.flow == name && opening.evidence == evidence)
        let proves = Self.word(machine.handle(.replied(Self.verifier))) == "prove"
        #expect(proves == (evidence == .publicKey))
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
    func `an unconfirmed account and a required password reset are steps`(code: ServiceFault.Code, step: SignInStep) {
        let refusal = SessionError.service(ServiceFault(code, "m"))
        let places: [Place] = [.opening, .proving, .provingDevice, .answering, .associating, .verifying, .asserting]
        for place in places {
            var machine = place.machine()
            #expect(machine.handle(.refused(refusal)) == .ask(step), "\(place)")
            #expect(machine.state == .ended)
        }
        var machine = SignInMachine(flow: .userAuth(preferred: .emailOTP), username: "Ada")
        _ = machine.handle(.begin)
        #expect(machine.handle(.refused(refusal)) == .fail(refusal))
    }

    @Test func `a sign-in begins again without a refused device at most once, and not after a question`() {
        var machine = Place.provingDevice.machine()
        #expect(Self.word(machine.handle(.refused(Self.unknownDevice))) == "open")
        _ = machine.handle(.replied(SignInReply(challenge: .deviceSrpAuth)))
        #expect(machine.handle(.refused(Self.unknownDevice)) == .fail(Self.unknownDevice))
        machine = Place.answering.machine()
        _ = machine.handle(.replied(SignInReply(challenge: .deviceSrpAuth)))
        #expect(machine.handle(.refused(Self.unknownDevice)) == .fail(Self.unknownDevice))
        #expect(machine.state == .ended)
    }

    @Test(arguments: ["PASSWORD", "PASSWORD_SRP", "SOMETHING_NEW", ""])
    func `challenges that do not come from the service are unknown`(name: String) {
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
