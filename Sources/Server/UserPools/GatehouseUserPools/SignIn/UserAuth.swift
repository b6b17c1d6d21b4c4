// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// USER_AUTH: the user chooses the first factor.
extension UserPoolsService {
    /// Begins with the factor that the app prefers, or lets the user choose.
    ///
    /// Who aims at a level is asked for nothing that does not lead there, nor for what an access token proves.
    func beginUserAuth(
        _ signIn: SignIn, parameters: [String: String]
    ) async throws(ServiceFault) -> SignInAnswer {
        let stepUp = try StepUp(parameters, in: signIn.pool)
        let signIn =
            if let stepUp { try await aimed(signIn, at: stepUp) } else { try await hidden(signIn) }
        let missing = try signIn.missingFactors()
        // Where a second factor completes the level, a passkey may do so, too.
        let others = missing.isEmpty ? try pools.firstFactors(of: signIn) : try? pools.firstFactors(of: signIn)
        if let preferred = parameters["PREFERRED_CHALLENGE"].flatMap(FirstFactor.init),
            others?.contains(preferred) == true
        {
            return try await begin(preferred, of: signIn, with: ChallengeResponses(parameters))
        }
        let event = missing.isEmpty ? SignInMachine.Event.offeredChoice : .presentedToken(missing)
        return try await pools.take(SignInStep(signIn: signIn, event: event, user: signIn.user))
    }

    /// The sign-in of somebody who has nothing to begin with: nobody's, where it is hidden who exists.
    func hidden(_ signIn: SignIn) async throws(ServiceFault) -> SignIn {
        guard signIn.client.hidesUnknownUsers, signIn.user != nil,
            (try? pools.allowedFirstFactors(of: signIn)) == nil
        else {
            return signIn
        }
        let nobody = try await pools.read { [pools] store in
            let (name, pool) = (signIn.session.typedName, signIn.pool)
            return signIn.asNobody(
                passkeys: try pools.usablePasskeys(of: nil, typedName: name, in: pool, from: store),
                lockedUntil: try pools.lockEnd(after: [.firstFactor], of: nil, typedName: name, in: pool, from: store))
        }
        // What was tried at the name counts from here on, as it does for a name that nobody has.
        try nobody.checkUser(at: pools.clock.now)
        return nobody
    }

    /// Begins with a factor; what the user gave along with the choice is checked at once.
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
            // Only a choice that was offered told what to sign.
            if signIn.session.state == .selectChallenge, let credential = given["CREDENTIAL"] {
                return try await checkPasskey(signIn, credential: credential)
            }
        case .emailOTP, .smsOTP:
            break
        }
        return try await pools.take(SignInStep(signIn: signIn, event: .chose(factor), user: signIn.user))
    }
}

extension UserPools {
    /// What the user can begin with, in the order in which it is offered: what leads to the level that is aimed at.
    /// - Throws: `InvalidParameterException` for a user who has nothing that the pool allows, or nothing for the level.
    func firstFactors(of signIn: SignIn) throws(ServiceFault) -> [FirstFactor] {
        let allowed = try allowedFirstFactors(of: signIn)
        guard let target = signIn.session.target else { return allowed }
        let leading = firstFactors(toward: target, among: allowed, of: signIn)
        guard !leading.isEmpty else { throw .noFactorForLevel }
        return leading
    }

    /// What the user can begin with at all.
    ///
    /// - Throws: `InvalidParameterException` for a user who has nothing that the pool allows.
    func allowedFirstFactors(of signIn: SignIn) throws(ServiceFault) -> [FirstFactor] {
        guard let user = signIn.user else { return decoyFirstFactors(of: signIn) }
        let pool = signIn.pool
        // Who has to choose a new password must first show the old one.
        let mustShowPassword = user.status == .forceChangePassword
        // A code that was sent is one factor, and no second one would follow it.
        let needsNoSecond = user.needsNoSecondFactor(in: pool)
        let available = FirstFactor.allCases.filter { factor in
            switch factor {
            case .password, .passwordSRP:
                // Where it is hidden who exists, who has none is asked for it as everybody is.
                pool.allows(factor) && (user.password != nil || signIn.hidesUser)
            case .emailOTP, .smsOTP:
                pool.allows(factor) && factor.attribute.flatMap { user.attributes[$0] } != nil && needsNoSecond
                    && !mustShowPassword
            case .webAuthn:
                !signIn.passkeys.isEmpty && (needsNoSecond || user.countsPasskeysTwice(in: pool)) && !mustShowPassword
            }
        }
        guard !available.isEmpty else {
            throw .invalidParameter("The user has no factor that the user pool allows a sign-in to begin with.")
        }
        return available
    }

    /// What a name that stands for nobody is offered: always the same, and what a user of the pool could be offered.
    ///
    /// Half of the names are offered the codes that most users can get. Were it all of them, every other list would tell
    /// of somebody: who must show a password, for it is a temporary one or a second factor follows, who has told the pool
    /// neither address nor number, or more than most. So the other half is offered any of the codes, or none.
    private func decoyFirstFactors(of signIn: SignIn) -> [FirstFactor] {
        let (pool, name) = (signIn.pool, signIn.session.typedName)
        let drawn = sealer.mac(
            Array("\(pool.id)|\(pool.comparable(name))".utf8), purpose: "decoy-first-factors")
        let offered = FirstFactor.allCases.enumerated().filter { position, factor in
            guard let attribute = factor.attribute else {
                return factor == .webAuthn ? !signIn.passkeys.isEmpty : pool.allows(factor)
            }
            let isOffered = drawn[0] & 1 == 0 ? pool.usuallyKnows(attribute, of: name) : drawn[1 + position] & 1 == 0
            return pool.allows(factor) && isOffered
        }.map(\.element)
        // Nobody is offered nothing.
        return offered.isEmpty ? FirstFactor.allCases.filter { $0.attribute != nil && pool.allows($0) } : offered
    }
}

extension SignIn {
    /// Whether nobody may learn yet who the user is: nothing was proved, and the client hides it.
    var hidesUser: Bool { client.hidesUnknownUsers && session.methods.isEmpty }
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

    /// Whether most users have this attribute, or the name itself would be its value.
    fileprivate func usuallyKnows(_ attribute: String, of name: String) -> Bool {
        let looksLikeIt =
            attribute == "email" ? UserAttributes.isEmailAddress(name) : UserAttributes.isPhoneNumber(name)
        return looksLikeIt || autoVerifiedAttributes.contains(attribute) || usernameAttributes.contains(attribute)
            || aliasAttributes.contains(attribute)
    }
}
