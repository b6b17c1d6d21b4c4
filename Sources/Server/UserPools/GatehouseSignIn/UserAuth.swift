// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// USER_AUTH: the user chooses the first factor.
extension UserPoolsService {
    /// Begins with the factor that the app prefers, or lets the user choose.
    ///
    /// A sign-in that aims at a level offers only factors that lead there, and none that an access token proves.
    func beginUserAuth(
        _ signIn: SignIn, parameters: [String: String]
    ) async throws(ServiceFault) -> SignInAnswer {
        try await beginUserAuth(signIn, parameters: parameters, stepUp: StepUp(parameters, in: signIn.pool))
    }

    /// Begins as ``beginUserAuth(_:parameters:)`` does, with a level that the parameters do not name.
    func beginUserAuth(
        _ signIn: SignIn, parameters: [String: String], stepUp: StepUp?
    ) async throws(ServiceFault) -> SignInAnswer {
        let signIn =
            if let stepUp { try await aimed(signIn, at: stepUp) } else { try await hidden(signIn) }
        let missing = try signIn.missingFactors()
        // If a second factor can complete the level, a passkey may do so, too.
        let others =
            missing.isEmpty ? try pools.factors.firstFactors(of: signIn) : try? pools.factors.firstFactors(of: signIn)
        if let preferred = parameters["PREFERRED_CHALLENGE"].flatMap(FirstFactor.init),
            others?.contains(preferred) == true
        {
            return try await begin(preferred, of: signIn, with: ChallengeResponses(parameters))
        }
        let event = missing.isEmpty ? SignInMachine.Event.offeredChoice : .presentedToken(missing)
        return try await pools.steps.take(SignInStep(signIn: signIn, event: event, user: signIn.user))
    }

    /// The sign-in as for an unknown user name, if the client hides unknown users and the user has no first factor.
    func hidden(_ signIn: SignIn) async throws(ServiceFault) -> SignIn {
        guard signIn.client.hidesUnknownUsers, signIn.user != nil,
            (try? pools.factors.allowedFirstFactors(of: signIn)) == nil
        else {
            return signIn
        }
        let unknown = try await records.read { [pools] store in
            let (name, pool) = (signIn.session.typedName, signIn.pool)
            return signIn.asUnknownUser(
                passkeys: try pools.factors.usablePasskeys(of: nil, typedName: name, in: pool, from: store),
                lockedUntil: try pools.counters.lockEnd(
                    after: [.firstFactor], of: nil, typedName: name, in: pool, at: pools.clock.now,
                    from: store))
        }
        // From here on, the lock on the unknown user name applies.
        try unknown.checkUser(at: pools.clock.now)
        return unknown
    }

    /// Begins with a factor; a proof that came with the choice is checked at once.
    func begin(
        _ factor: FirstFactor, of signIn: SignIn, with given: ChallengeResponses
    ) async throws(ServiceFault) -> SignInAnswer {
        switch factor {
        case .password:
            if let password = given["PASSWORD"] { return try await checkPassword(signIn, password: password) }
        case .passwordSRP:
            if let publicKey = given["SRP_A"] {
                return try await beginPasswordVerifier(signIn, publicKey: publicKey)
            }
        case .webAuthn:
            // Only an offered choice contains a challenge that a passkey can sign.
            if signIn.session.state == .selectChallenge, let credential = given["CREDENTIAL"] {
                return try await checkPasskey(signIn, credential: credential)
            }
        case .emailOTP, .smsOTP:
            break
        }
        return try await pools.steps.take(SignInStep(signIn: signIn, event: .chose(factor), user: signIn.user))
    }
}

/// Decides which factors a sign-in offers; an unknown user name is offered decoys.
struct OfferedFactors: Sendable {
    let sealer: Sealer
    let deployment: Deployment

    /// The first factors that the user can choose, in the order of the offer; with a target level, those that lead to
    /// it.
    /// - Throws: `InvalidParameterException` for a user without a factor that the pool allows, or without one for the
    ///   level.
    func firstFactors(of signIn: SignIn) throws(ServiceFault) -> [FirstFactor] {
        let allowed = try allowedFirstFactors(of: signIn)
        guard let target = signIn.session.target else { return allowed }
        let leading = firstFactors(toward: target, among: allowed, of: signIn)
        guard !leading.isEmpty else { throw .noFactorForLevel }
        return leading
    }

    /// All first factors that the user can choose, whether or not they lead to a target level.
    ///
    /// - Throws: `InvalidParameterException` for a user without a factor that the pool allows.
    func allowedFirstFactors(of signIn: SignIn) throws(ServiceFault) -> [FirstFactor] {
        guard let user = signIn.user else { return decoyFirstFactors(of: signIn) }
        // A user of an identity provider signs in there alone: the provider decides who still may.
        guard user.status != .externalProvider else { throw .noFirstFactor }
        let pool = signIn.pool
        // A user who must choose a new password must first prove the old one.
        let mustShowPassword = user.status == .forceChangePassword
        // A code that was sent is one factor, and no second one would follow it.
        let needsNoSecond = user.needsNoSecondFactor(in: pool)
        let available = FirstFactor.allCases.filter { factor in
            switch factor {
            case .passwordSRP where !signIn.offersSRP:
                false
            case .password, .passwordSRP:
                // If the client hides unknown users, a user without a password gets the same offer as others.
                pool.allows(factor) && (user.password != nil || signIn.hidesUser)
            case .emailOTP, .smsOTP:
                pool.allows(factor) && factor.attribute.flatMap { user.attributes[$0] } != nil && needsNoSecond
                    && !mustShowPassword
            case .webAuthn:
                !signIn.passkeys.isEmpty && (needsNoSecond || user.countsPasskeysTwice(in: pool)) && !mustShowPassword
            }
        }
        guard !available.isEmpty else { throw .noFirstFactor }
        return available
    }

    /// The first factors for an unknown user name: always the same, and possible for a user of the pool.
    ///
    /// Half of the names get the codes that most users can receive. If all names got them, every other list would
    /// reveal an existing user: a user who must prove a password because it is temporary or a second factor follows, a
    /// user without address and number, or a user with more than most. The other half therefore gets a random subset of
    /// the codes.
    private func decoyFirstFactors(of signIn: SignIn) -> [FirstFactor] {
        let (pool, name) = (signIn.pool, signIn.session.typedName)
        let drawn = sealer.mac(
            Array("\(pool.id)|\(pool.comparable(name))".utf8), purpose: .decoyFirstFactors)
        let offered = FirstFactor.allCases.enumerated().filter { position, factor in
            guard let attribute = factor.attribute else {
                if factor == .webAuthn { return !signIn.passkeys.isEmpty }
                return pool.allows(factor) && (factor != .passwordSRP || signIn.offersSRP)
            }
            let isOffered = drawn[0] & 1 == 0 ? pool.usuallyKnows(attribute, of: name) : drawn[1 + position] & 1 == 0
            return pool.allows(factor) && isOffered
        }.map(\.element)
        // An empty offer would show that the user is unknown.
        return offered.isEmpty ? FirstFactor.allCases.filter { $0.attribute != nil && pool.allows($0) } : offered
    }
}

extension SignIn {
    /// Whether the password may be proved over SRP, which the hosted pages, without JavaScript, cannot do.
    fileprivate var offersSRP: Bool { session.outcome == .tokens }

    /// Whether the client must not learn yet whether the user exists: it hides unknown users, and no factor was proved.
    var hidesUser: Bool { client.hidesUnknownUsers && session.methods.isEmpty }
}

extension ServiceFault {
    /// The fault for a user who cannot begin a sign-in with any factor of the pool.
    fileprivate static let noFirstFactor = ServiceFault.invalidParameter(
        "The user has no factor that the user pool allows a sign-in to begin with.")
}

extension UserPoolRecord {
    /// Whether a sign-in with `USER_AUTH` may begin with the factor.
    func allows(_ factor: FirstFactor) -> Bool {
        switch factor {
        case .password, .passwordSRP: firstFactors.contains(.password)
        case .emailOTP: firstFactors.contains(.emailOtp)
        case .smsOTP: firstFactors.contains(.smsOtp)
        case .webAuthn: firstFactors.contains(.webAuthn)
        }
    }

    /// Whether most users have this attribute, or the user name has the form of its value.
    fileprivate func usuallyKnows(_ attribute: String, of name: String) -> Bool {
        let looksLikeIt =
            attribute == "email" ? UserAttributes.isEmailAddress(name) : UserAttributes.isPhoneNumber(name)
        return looksLikeIt || autoVerifiedAttributes.contains(attribute) || usernameAttributes.contains(attribute)
            || aliasAttributes.contains(attribute)
    }
}
