// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseCore
import GatehouseServerCrypto
import GatehouseTestSupport
import GatehouseWire

/// The step at which a sign-in waits.
enum SequenceStep: String, Hashable, Sendable, CaseIterable {
    case nothing, sms, totp, code, custom, newPassword, choiceOfSecondFactor, choiceOfFirstFactor
    case choiceOfSetup, totpSetup, emailSetup, password

    /// Nil where the next step is outside the sign-in.
    init?(_ step: AuthSignInStep) {
        switch step {
        case .confirmSignInWithSMSMFACode: self = .sms
        case .confirmSignInWithTOTPCode: self = .totp
        case .confirmSignInWithOTP: self = .code
        case .confirmSignInWithCustomChallenge: self = .custom
        case .confirmSignInWithNewPassword: self = .newPassword
        case .continueSignInWithMFASelection: self = .choiceOfSecondFactor
        case .continueSignInWithFirstFactorSelection: self = .choiceOfFirstFactor
        case .continueSignInWithMFASetupSelection: self = .choiceOfSetup
        case .continueSignInWithTOTPSetup: self = .totpSetup
        case .continueSignInWithEmailMFASetup: self = .emailSetup
        case .confirmSignInWithPassword: self = .password
        case .done: self = .nothing
        default: return nil
        }
    }
}

/// Triggers of a pool with the same custom challenge for every user, three times at the most.
struct Riddle: PromptFunctions {
    static let answer = "owl"

    static func arn(_ name: String) -> String { "arn:aws:lambda:us-east-1:123456789012:function:\(name)" }

    func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue {
        guard let event = try? WireValue(json: Array(call.event.utf8)), case .object(var members) = event else {
            throw .notJSON
        }
        let request = event["request"]
        let response: WireValue
        switch call.function {
        case Self.arn("define"): response = Self.next(request?["session"]?.arrayValue ?? [])
        case Self.arn("create"):
            response = ["publicChallengeParameters": ["hint": "a bird"], "privateChallengeParameters": ["word": "owl"]]
        case Self.arn("verify"):
            response = ["answerCorrect": .bool(request?["challengeAnswer"] == .string(Self.answer))]
        default: throw .notCallable(.notFound, "no such function")
        }
        members["response"] = response
        return .object(members)
    }

    private static func next(_ session: [WireValue]) -> WireValue {
        if session.count == 1, session[0]["challengeName"] == "SRP_A" { return ["challengeName": "PASSWORD_VERIFIER"] }
        let answers = session.filter { $0["challengeName"] == "CUSTOM_CHALLENGE" }
        if answers.last?["challengeResult"] == true { return ["issueTokens": true] }
        return answers.count < 3 ? ["challengeName": "CUSTOM_CHALLENGE"] : ["failAuthentication": true]
    }

    func codeKey(_ id: String) -> RawAESKey? { nil }
}
