// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCrypto
import GatehouseWire
import Testing

@testable import GatehouseSession

/// Random walks through the machine of the sign-in.
@Suite struct SignInMachineWalkTests {
    private static let flows: [SignInFlow] =
        [.userSRP, .userPassword, .customWithSRP, .customWithoutSRP, .userAuth(preferred: nil)]
        + FirstFactor.allCases.map { .userAuth(preferred: $0) }

    private static let texts = ["123456", "PASSWORD", "PASSWORD_SRP", "SMS_MFA", "SOFTWARE_TOKEN_MFA", "EMAIL_OTP", ""]

    private static let challenges: [ChallengeNameType] = [
        .passwordVerifier, .newPasswordRequired, .smsMfa, .softwareTokenMfa, .emailOtp, .smsOtp, .customChallenge,
        .selectMfaType, .selectChallenge, .mfaSetup, .webAuthn, .deviceSrpAuth, .devicePasswordVerifier,
        ChallengeNameType(rawValue: "NEW"),
    ]

    private static let parameters = SignInMachineTests.srp.merging([
        "MFAS_CAN_SETUP": #"["SOFTWARE_TOKEN_MFA","EMAIL_OTP"]"#, "CREDENTIAL_REQUEST_OPTIONS": "{}",
    ]) { $1 }

    private static func event(_ entropy: Entropy) -> SignInMachine.Event {
        let draw = entropy.bytes(2)
        let index = Int(draw[1])
        switch draw[0] % 10 {
        case 0: return .begin
        case 1: return .refused([SignInMachineTests.refusal, SignInMachineTests.unknownDevice, .cancelled][index % 3])
        case 2: return .associated(secret: "S", session: nil)
        case 3: return .verified(session: nil)
        case 4: return .asserted(credential: "{}")
        case 5: return index < 40 ? .replied(SignInReply(result: SignInMachineTests.result)) : .replied(SignInReply())
        case 6, 7: return .answered(texts[index % texts.count], ConfirmSignInOptions())
        default: return .replied(SignInReply(challenge: challenges[index % challenges.count], parameters: parameters))
        }
    }

    @Test func `for any events, a machine waits for one thing only, and stays at its end`() {
        let entropy = Entropy.seeded(7)
        for round in 0..<20_000 {
            var machine = SignInMachine(flow: Self.flows[round % Self.flows.count], username: "Ada")
            var event = SignInMachine.Event.begin
            for _ in 0..<12 {
                let before = machine
                let action = machine.handle(event)
                Self.check(action, before, machine)
                event = Self.event(entropy)
            }
        }
    }

    private static func check(_ action: SignInMachine.Action, _ before: SignInMachine, _ after: SignInMachine) {
        let isAsking = if case .asking = after.state { true } else { false }
        switch action {
        case .ask: #expect(isAsking || after.state == .ended)
        case .complete: #expect(after.state == .ended)
        case .fail: #expect(isAsking || after.state == .ended || after == before)
        case .open, .prove, .openDevice, .proveDevice, .respond, .associate, .verify, .assert:
            #expect(!isAsking && after.state != .ended && after.state != .idle)
        }
        #expect(before.state != .ended || after == before)
        #expect(after.suspended != nil || !isAsking)
    }
}
