// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The common part of the challenges that are answered with a code that was sent.
extension ChallengeIssuer {
    /// Issues a challenge with a new code.
    /// - Throws: `InvalidParameterException` for a user without the attribute.
    func issueCode(
        _ name: ChallengeNameType, to attribute: String, _ signIn: SignIn
    ) throws(ServiceFault) -> ChallengeIssue {
        let destination = try destination(of: attribute, for: signIn)
        let (code, delivery) = codes.draw(for: signIn, to: destination)
        var next = signIn
        next.session.detail = .code(code)
        var parameters = [
            "CODE_DELIVERY_DELIVERY_MEDIUM": destination.medium.rawValue,
            "CODE_DELIVERY_DESTINATION": signIn.hidesUser
                ? destination.named(signIn.session.typedName, in: signIn.pool).masked : destination.masked,
        ]
        if next.session.state.isSecondFactor { parameters["USER_ID_FOR_SRP"] = signIn.user?.username }
        return ChallengeIssue(
            signIn: next, name: name, parameters: parameters,
            available: next.session.state.isSecondFactor ? nil : try factors.firstFactors(of: signIn),
            delivery: delivery)
    }

    private func destination(of attribute: String, for signIn: SignIn) throws(ServiceFault) -> DeliveryDestination {
        guard let user = signIn.user else {
            return .simulatedCode(
                of: signIn.session.typedName, by: attribute, of: signIn.hiddenUser, in: signIn.pool, sealer: sealer)
        }
        guard let value = user.attributes[attribute] else {
            throw .invalidParameter("The user has no \(attribute) to send a code to.")
        }
        return DeliveryDestination(attribute: attribute, value: value)
    }
}

extension UserPoolsService {
    /// Checks the code that was sent, and continues the sign-in; a correct code verifies the address or number.
    func checkCode(_ guess: String, _ signIn: SignIn) async throws(ServiceFault) -> SignInAnswer {
        guard case .code(let code) = signIn.session.detail else { throw .invalidSession }
        let isSecond = signIn.session.state.isSecondFactor
        let isSetUp = isSecond && signIn.user.map { $0.attributes[code.attribute] == nil } ?? false
        // A user who got a second factor in the meantime must prove that factor.
        if isSetUp { try signIn.checkMaySetUpMFA() }
        let method = AuthenticationMethod(codeTo: code.attribute)
        let proof = isSecond ? SignInProof.secondFactor(method) : .code(method)
        guard pools.signInCodes.isRight(guess, code, for: signIn.session), let user = signIn.user else {
            try await pools.judge.refuse(
                signIn, as: ServiceFault(.codeMismatch, "Invalid code or auth state for the user."), proof: proof)
        }
        let now = pools.clock.now
        let proven = user.proven(by: code, settingUp: isSetUp, at: now)
        return try await pools.steps.take(
            SignInStep(
                signIn: signIn,
                event: isSecond
                    ? signIn.provedSecondFactor : .provedFirstFactor(signIn.rest(for: proven.user, proving: proof)),
                user: proven.user, proof: proof,
                effect: .verifyAddress(code, settingUp: isSetUp, at: now)))
    }
}

extension UserPoolWriting {
    /// Stores the changes that a correct code causes; refuses a code for an address or number that the user no longer
    /// has.
    func verifyAddress(
        of code: SignInCode, settingUp: Bool, of stored: UserRecord, in pool: UserPoolRecord, at now: Date
    ) throws {
        let current = stored.attributes[code.attribute]
        guard settingUp ? current == nil : code.wasSent(to: current) else { throw StepRefusal(.invalidSession) }
        let proven = stored.proven(by: code, settingUp: settingUp, at: now)
        guard proven.user != stored else { return }
        try update(proven.user)
        try claimNames(of: proven.user, in: pool, taking: proven.names)
    }
}

extension UserRecord {
    /// The user after a correct code, and the attributes that become names of the user.
    ///
    /// The attribute that the code was sent to becomes verified, and an unconfirmed account becomes confirmed.
    fileprivate func proven(
        by code: SignInCode, settingUp: Bool, at now: Date
    ) -> (user: UserRecord, names: Set<SignInName.Kind>) {
        var user = self
        if settingUp {
            user.attributes[code.attribute] = code.newValue
            user.mfa.enabled.insert(.email)
        }
        let isNews =
            code.wasSent(to: user.attributes[code.attribute])
            && (user.attributes[code.attribute + "_verified"] != "true" || user.status == .unconfirmed)
        guard isNews else { return (user, []) }
        if user.status == .unconfirmed { user.status = .confirmed }
        user.attributes[code.attribute + "_verified"] = "true"
        user.modifiedAt = now
        return (user, SignInName.Kind(rawValue: code.attribute).map { [$0] } ?? [])
    }
}
