// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseWire

/// USER_AUTH: the user chooses the first factor.
extension UserPoolsService {
    /// Begins with the factor that the app prefers, or lets the user choose.
    func beginUserAuth(
        _ signIn: SignIn, parameters: [String: String]
    ) async throws(ServiceFault) -> SignInAnswer {
        let signIn = try await hidden(signIn)
        let available = try signIn.availableFirstFactors()
        guard
            let preferred = parameters["PREFERRED_CHALLENGE"].flatMap(FirstFactor.init), available.contains(preferred)
        else {
            return try await pools.take(SignInStep(signIn: signIn, event: .offeredChoice, user: signIn.user))
        }
        return try await begin(preferred, of: signIn, with: ChallengeResponses(parameters))
    }

    /// The sign-in of somebody who has nothing to begin with: nobody's, where it is hidden who exists.
    private func hidden(_ signIn: SignIn) async throws(ServiceFault) -> SignIn {
        guard signIn.client.hidesUnknownUsers, signIn.user != nil, (try? signIn.availableFirstFactors()) == nil else {
            return signIn
        }
        let nobody = try await pools.read { [pools] store in
            let (name, pool) = (signIn.session.typedName, signIn.pool)
            let subject = pools.lockoutSubject(sub: nil, typedName: name, in: pool)
            return signIn.asNobody(
                passkeys: try pools.usablePasskeys(of: nil, typedName: name, in: pool, from: store),
                attempts: try store.failedAttempts(on: subject, inPool: pool.id))
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

extension SignIn {
    /// What the user can begin with, in the order in which it is offered.
    ///
    /// A name that stands for nobody is offered what most users of the pool are.
    ///
    /// - Throws: `InvalidParameterException` for a user who has nothing that the pool allows.
    func availableFirstFactors() throws(ServiceFault) -> [FirstFactor] {
        let allowed = pool.firstFactors
        guard let user else {
            return FirstFactor.allCases.filter { factor in
                switch factor {
                case .password, .passwordSRP: allowed.contains(.password)
                case .emailOTP: allowed.contains(.emailOtp) && pool.usuallyKnows("email", of: session.typedName)
                case .smsOTP: allowed.contains(.smsOtp) && pool.usuallyKnows("phone_number", of: session.typedName)
                case .webAuthn: !passkeys.isEmpty
                }
            }
        }
        // Who has to choose a new password must first show the old one.
        let mustShowPassword = user.status == .forceChangePassword
        // A code that was sent is one factor, and no second one would follow it.
        let needsNoSecond = (try? SecondFactorDecision.decide(user: user, pool: pool)) == SecondFactorDecision.none
        let available = FirstFactor.allCases.filter { factor in
            switch factor {
            case .password, .passwordSRP:
                // Where it is hidden who exists, who has none is asked for it as everybody is.
                allowed.contains(.password) && (user.password != nil || client.hidesUnknownUsers)
            case .emailOTP:
                allowed.contains(.emailOtp) && user.attributes["email"] != nil && needsNoSecond && !mustShowPassword
            case .smsOTP:
                allowed.contains(.smsOtp) && user.attributes["phone_number"] != nil && needsNoSecond
                    && !mustShowPassword
            case .webAuthn:
                !passkeys.isEmpty && (needsNoSecond || user.countsPasskeysTwice(in: pool)) && !mustShowPassword
            }
        }
        guard !available.isEmpty else {
            throw .invalidParameter("The user has no factor that the user pool allows a sign-in to begin with.")
        }
        return available
    }
}

extension UserPoolRecord {
    /// Whether most users have this attribute, or the name itself would be its value.
    fileprivate func usuallyKnows(_ attribute: String, of name: String) -> Bool {
        let looksLikeIt =
            attribute == "email" ? UserAttributes.isEmailAddress(name) : UserAttributes.isPhoneNumber(name)
        return looksLikeIt || autoVerifiedAttributes.contains(attribute) || usernameAttributes.contains(attribute)
            || aliasAttributes.contains(attribute)
    }
}
