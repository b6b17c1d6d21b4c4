// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// SELECT_MFA_TYPE: a user with several second factors chooses one.
extension ChallengeIssuer {
    /// Issues the challenge with the factors to choose among.
    /// - Throws: `NotAuthorizedException` for a user without a choice, and the errors of
    ///   ``SignIn/secondFactor(for:after:)``.
    func issueSelectMFAType(_ signIn: SignIn) throws(ServiceFault) -> ChallengeIssue {
        let user = try signIn.knownUser
        guard case .select(let factors) = try signIn.secondFactor(for: user, after: signIn.session.methods) else {
            throw .invalidSession
        }
        var next = signIn
        next.session.detail = .secondFactors(factors)
        return ChallengeIssue(
            signIn: next, name: .selectMfaType,
            parameters: ["MFAS_CAN_CHOOSE": factors.jsonText, "USER_ID_FOR_SRP": user.username])
    }
}

extension UserPoolsService {
    /// Continues with the chosen factor.
    func answerSelectMFAType(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let (signIn, answer) = try await resumeSignIn(
            answering: request, in: [.selectMFAType], needing: ["ANSWER"], context: data)
        guard case .secondFactors(let offered) = signIn.session.detail else { throw .invalidSession }
        guard let factor = SecondFactor(answer: try answer.required("ANSWER")), offered.contains(factor) else {
            throw .invalidParameter("ANSWER must be one of \(offered.map(\.rawValue).joined(separator: ", ")).")
        }
        return try await pools.steps.take(
            SignInStep(signIn: signIn, event: .choseSecondFactor(factor), user: signIn.user))
    }
}

extension SecondFactor {
    /// The factor that an answer names; codes by email have two names.
    init?(answer: String) {
        self.init(rawValue: answer == "EMAIL_MFA" ? Self.email.rawValue : answer)
    }
}

extension [SecondFactor] {
    /// The names as a JSON array, because challenge parameters are strings.
    var jsonText: String {
        String(decoding: WireValue.array(map { .string($0.rawValue) }).json(), as: UTF8.self)
    }
}
