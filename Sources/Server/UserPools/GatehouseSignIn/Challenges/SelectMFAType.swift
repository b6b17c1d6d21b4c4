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
        return ChallengeIssue(.selectMfaType, offering: factors, as: "MFAS_CAN_CHOOSE", to: user, signIn)
    }
}

extension ChallengeIssue {
    /// A challenge that offers second factors under the name of a parameter; the answer must be among them.
    init(
        _ name: ChallengeNameType, offering factors: [SecondFactor], as parameter: String, to user: UserRecord,
        _ signIn: SignIn
    ) {
        var next = signIn
        next.session.detail = .secondFactors(factors)
        self.init(
            signIn: next, name: name,
            parameters: [parameter: factors.jsonText, "USER_ID_FOR_SRP": user.username])
    }
}

extension UserPoolsService {
    /// Continues with the chosen factor.
    func answerSelectMFAType(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let (signIn, answer) = try await resumeSignIn(
            answering: request, in: .selectMFAType, with: "ANSWER", context: data)
        guard case .secondFactors(let offered) = signIn.session.detail else { throw .invalidSession }
        guard let factor = SecondFactor(answer: answer), offered.contains(factor) else {
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
    fileprivate var jsonText: String {
        String(decoding: WireValue.array(map { .string($0.rawValue) }).json(), as: UTF8.self)
    }
}
