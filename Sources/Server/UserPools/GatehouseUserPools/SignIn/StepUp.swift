// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// The level of authentication that a request for `USER_AUTH` aims at.
struct StepUp: Sendable, Equatable {
    /// The levels that would do, the most wanted first.
    let levels: [AuthenticationLevel]
    /// The token of a sign-in whose proofs count.
    let accessToken: String?
    /// How many seconds may have passed since the oldest of those proofs.
    let maximumAge: Int?

    /// What the parameters of the flow ask for; `nil` when they name no level.
    /// - Throws: `InvalidParameterException` for an access token without a level, for names of which the pool knows none,
    ///   and for an age that is none; `FeatureUnavailableInTierException` in pools of the lowest tier.
    init?(_ parameters: [String: String], in pool: UserPoolRecord) throws(ServiceFault) {
        guard let names = parameters["TARGET_ACR_VALUES"] else {
            guard parameters["ACCESS_TOKEN"] == nil else { throw .missingParameter("TARGET_ACR_VALUES") }
            return nil
        }
        guard pool.description.userPoolTier != .lite else {
            throw ServiceFault(.featureUnavailableInTier, "TARGET_ACR_VALUES is not available in the LITE tier.")
        }
        levels = pool.levels(named: names)
        guard !levels.isEmpty else {
            throw .invalidParameter("TARGET_ACR_VALUES names no level of the user pool.")
        }
        accessToken = parameters["ACCESS_TOKEN"]
        maximumAge = try parameters["MAX_AGE"].map { text throws(ServiceFault) -> Int in
            // A sign before the number, which the initialiser would take, is none of a number of seconds.
            guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let age = Int(text) else {
                throw .invalidParameter("MAX_AGE must be a number of seconds.")
            }
            return age
        }
    }

    /// Whether proofs of which the oldest was made at that time are young enough to count.
    func counts(provedAt date: Date, now: Date) -> Bool {
        maximumAge.map { now.timeIntervalSince(date) <= Double($0) } ?? true
    }
}

extension TokenFamilyRecord {
    /// What was proved at the sign-in and counts today; nothing where the user could not begin with it any more.
    ///
    /// A password or a software token that came later is another one. A code counts as long as its address or number
    /// is a proof of its own; a user record does not tell when one changed, so another one that is verified by now counts
    /// as the former one did. Codes and passkeys are no beginning for who has switched a second factor on since.
    func methods(countingFor user: UserRecord, in pool: UserPoolRecord) -> Set<AuthenticationMethod> {
        var methods = methods
        guard user.status != .forceChangePassword else { return [] }
        if user.mfa.softwareToken.map({ $0.verifiedAt > authTime }) ?? true { methods.remove(.softwareToken) }
        for factor in [SecondFactor.sms, .email]
        where factor == pool.mfa.recovery || !user.hasVerified(factor) {
            methods.remove(factor.method)
        }
        if methods.contains(.password) {
            return user.password.map { $0.setAt <= authTime } ?? false ? methods : []
        }
        return user.needsNoSecondFactor(in: pool) || user.hasProvedTwoFactors(by: methods, in: pool) ? methods : []
    }
}

extension UserRecord {
    /// Whether the methods are all that the pool or the user can demand: two factors, or a passkey that is both.
    func hasProvedTwoFactors(by methods: Set<AuthenticationMethod>, in pool: UserPoolRecord) -> Bool {
        methods.hasPasskey && countsPasskeysTwice(in: pool)
            || methods.count > 1 && !methods.isDisjoint(with: pool.mfa.allowed.map(\.method))
    }

    /// The second factors with which the user can reach a level: those that are switched on, or if none is, those that
    /// the user has.
    ///
    /// Who has switched one off may have lost it. A number or address counts only if it is verified: who has a stolen
    /// token may have changed it. What is not switched on must be no way to reset the password either, and nothing can be
    /// set up on the way.
    func levelFactors(in pool: UserPoolRecord) -> Set<SecondFactor> {
        let active = activeFactors(in: pool)
        let factors = active.isEmpty ? pool.mfa.allowed.filter { $0 != pool.mfa.recovery } : active
        return factors.filter(hasVerified)
    }

    /// Whether the user has what a factor needs, and has verified it.
    fileprivate func hasVerified(_ factor: SecondFactor) -> Bool {
        guard canUse(factor) else { return false }
        return switch factor {
        case .sms: attributes["phone_number_verified"] == "true"
        case .email: attributes["email_verified"] == "true"
        case .softwareToken: true
        }
    }
}

extension UserPools {
    /// The first of the levels that the user can reach.
    ///
    /// Where it is hidden who exists, it may be one that others reach; the user learns of it once a factor was proved.
    ///
    /// - Throws: `InvalidParameterException` where there is none.
    func target(among levels: [AuthenticationLevel], of signIn: SignIn) throws(ServiceFault) -> AuthenticationLevel {
        let (proved, allowed) = (signIn.session.methods, signIn.pool.mfa.allowed)
        let (offered, own) = ((try? allowedFirstFactors(of: signIn)) ?? [], levelFactors(of: signIn))
        func leads(_ level: AuthenticationLevel, before seconds: Set<SecondFactor>) -> Bool {
            level.isReached(by: proved) || !level.secondFactors(among: seconds, after: proved).isEmpty
                || !level.firstFactors(among: offered, before: seconds, after: proved).isEmpty
        }
        if let level = levels.first(where: { leads($0, before: own) }) { return level }
        guard signIn.hidesUser, let level = levels.first(where: { leads($0, before: allowed) }) else {
            throw .noFactorForLevel
        }
        return level
    }

    /// Those of the first factors that lead to a level.
    func firstFactors(
        toward level: AuthenticationLevel, among offered: [FirstFactor], of signIn: SignIn
    ) -> [FirstFactor] {
        let proved = signIn.session.methods
        let leading = level.firstFactors(among: offered, before: levelFactors(of: signIn), after: proved)
        guard leading.isEmpty, signIn.hidesUser else { return leading }
        return level.firstFactors(among: offered, before: signIn.pool.mfa.allowed, after: proved)
    }

    /// The second factors with which the user can reach a level.
    ///
    /// A name that stands for nobody has the same ones each time: half of such names have none, as most users, and the
    /// others any of those that the pool allows.
    private func levelFactors(of signIn: SignIn) -> Set<SecondFactor> {
        let pool = signIn.pool
        if let user = signIn.user { return user.levelFactors(in: pool) }
        let name = pool.comparable(signIn.session.typedName)
        let drawn = sealer.mac(Array("\(pool.id)|\(name)".utf8), purpose: "decoy-level-factors")
        guard drawn[0] & 1 == 1 else { return [] }
        let had = SecondFactor.allCases.enumerated().filter { drawn[1 + $0.offset] & 1 == 1 }.map(\.element)
        return pool.mfa.allowed.intersection(had)
    }
}

extension SignIn {
    /// What is asked for after the first factor, once these methods were proved.
    ///
    /// What the pool or the user demands is asked for at any level, and what a level needs even where nobody demands it.
    ///
    /// - Throws: `InvalidParameterException` for a user who has not what it takes; nothing is set up on the way to a level.
    func secondFactor(
        for user: UserRecord, after methods: Set<AuthenticationMethod>
    ) throws(ServiceFault) -> SecondFactorDecision {
        guard let target = session.target else { return try SecondFactorDecision.decide(user: user, pool: pool) }
        guard target.isReached(by: methods) else {
            let factors = target.secondFactors(among: user.levelFactors(in: pool), after: methods)
            guard !factors.isEmpty else { throw .noFactorForLevel }
            return .asking(for: factors, preferring: user.mfa.preferred)
        }
        guard !user.hasProvedTwoFactors(by: methods, in: pool) else { return .none }
        let demanded = try SecondFactorDecision.decide(user: user, pool: pool)
        if case .setUp = demanded { throw .noFactorForLevel }
        guard session.family != nil, demanded != .none else { return demanded }
        // Who goes on from a token may have shown nothing else, and must not have codes sent to a number of their own.
        let factors = user.levelFactors(in: pool).intersection(demanded.factors)
        guard !factors.isEmpty else { throw .noFactorForLevel }
        return .asking(for: factors, preferring: user.mfa.preferred)
    }

    /// The second factors that are missing for the level, for somebody whose first factor counts already.
    /// - Returns: none for somebody who must prove a first factor.
    /// - Throws: `InvalidParameterException` where nothing is missing.
    func missingFactors() throws(ServiceFault) -> [SecondFactor] {
        guard let target = session.target, let user, !session.methods.isEmpty else { return [] }
        guard
            target.isReached(by: session.methods)
                || !target.secondFactors(among: user.levelFactors(in: pool), after: session.methods).isEmpty
        else { return [] }
        let factors = try secondFactor(for: user, after: session.methods).factors
        guard !factors.isEmpty else {
            throw .invalidParameter("The access token has reached the level of TARGET_ACR_VALUES already.")
        }
        return factors
    }
}

extension SecondFactorDecision {
    /// What the user may prove; nothing where something must be set up first.
    fileprivate var factors: [SecondFactor] {
        switch self {
        case .none, .setUp: []
        case .challenge(let factor): [factor]
        case .select(let factors): factors
        }
    }
}

extension UserPoolsService {
    /// The sign-in with what an access token proves of its user, and with the level that it aims at.
    ///
    /// The token must be good in every way, and come from this client and this user. Once a proof behind it is too
    /// old, the sign-in begins from scratch.
    ///
    /// - Throws: `NotAuthorizedException` for any other token, and `InvalidParameterException` for a user who can reach
    ///   none of the levels.
    func aimed(_ signIn: SignIn, at stepUp: StepUp) async throws(ServiceFault) -> SignIn {
        var signIn = signIn
        if let token = stepUp.accessToken {
            let caller = try await pools.authorizedCaller(token)
            guard caller.client.id == signIn.client.id, caller.user.sub == signIn.user?.sub else {
                throw .invalidAccessToken
            }
            if stepUp.counts(provedAt: caller.family.provedAt, now: pools.clock.now) {
                signIn.session.methods = caller.family.methods(countingFor: caller.user, in: signIn.pool)
            }
            if !signIn.session.methods.isEmpty {
                (signIn.session.family, signIn.session.provedAt) = (caller.family.id, caller.family.provedAt)
            }
        }
        if signIn.session.family == nil { signIn = try await hidden(signIn) }
        signIn.session.target = try pools.target(among: stepUp.levels, of: signIn)
        return signIn
    }
}

extension ServiceFault {
    static let noFactorForLevel = ServiceFault.invalidParameter(
        "The user has no factor for a level of TARGET_ACR_VALUES.")
}
