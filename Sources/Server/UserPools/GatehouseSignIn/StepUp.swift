// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The level of authentication that a request for `USER_AUTH` aims at.
struct StepUp: Sendable, Equatable {
    /// The levels that satisfy the request, in order of preference.
    let levels: [AuthenticationLevel]
    /// The access token of a sign-in whose proofs count.
    let accessToken: String?
    /// The session of a browser whose proofs count.
    var browser: BrowserSessionRecord?
    /// The maximum age of the oldest of these proofs, in seconds.
    let maximumAge: Int?

    /// Creates the aim of a sign-in on the hosted pages; `nil` without levels.
    init?(_ levels: [AuthenticationLevel]) {
        guard !levels.isEmpty else { return nil }
        (self.levels, accessToken, maximumAge) = (levels, nil, nil)
    }

    /// Creates the aim of a browser that is signed in, whose proofs count up to an age in seconds; without levels, the
    /// aim is a sign-in that is complete.
    init(_ levels: [AuthenticationLevel], from browser: BrowserSessionRecord, maximumAge: Int?) {
        (self.levels, accessToken, self.browser, self.maximumAge) = (levels, nil, browser, maximumAge)
    }

    /// Reads the parameters of the flow; `nil` if they name no level.
    /// - Throws: `InvalidParameterException` for an access token without a level, for names without a level of the
    ///   pool, and for an invalid age; `FeatureUnavailableInTierException` in pools of the lowest tier.
    init?(_ parameters: [String: String], in pool: UserPoolRecord) throws(ServiceFault) {
        guard let names = parameters["TARGET_ACR_VALUES"] else {
            guard parameters["ACCESS_TOKEN"] == nil else { throw .missingParameter("TARGET_ACR_VALUES") }
            return nil
        }
        guard !pool.isLite else {
            throw ServiceFault(.featureUnavailableInTier, "TARGET_ACR_VALUES is not available in the LITE tier.")
        }
        levels = pool.levels(named: names)
        guard !levels.isEmpty else {
            throw .invalidParameter("TARGET_ACR_VALUES names no level of the user pool.")
        }
        accessToken = parameters["ACCESS_TOKEN"]
        maximumAge = try parameters["MAX_AGE"].map { text throws(ServiceFault) -> Int in
            // The initialiser accepts a sign, which a number of seconds does not have.
            guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let age = Int(text) else {
                throw .invalidParameter("MAX_AGE must be a number of seconds.")
            }
            return age
        }
    }

    /// Whether proofs are recent enough to count; `date` is the time of the oldest one.
    ///
    /// After the clock was set back, proofs from a later time are of unknown age.
    func counts(provedAt date: Date, now: Date) -> Bool {
        maximumAge.map { !date.isInFuture(at: now) && now.timeIntervalSince(date) <= Double($0) } ?? true
    }
}

extension UserRecord {
    /// Whether the methods satisfy all demands of the pool and the user: two factors, or a passkey that counts as both.
    func hasProvedTwoFactors(by methods: Set<AuthenticationMethod>, in pool: UserPoolRecord) -> Bool {
        methods.hasPasskey && countsPasskeysTwice(in: pool)
            || methods.count > 1 && !methods.isDisjoint(with: pool.mfa.allowed.map(\.method))
    }

    /// The second factors with which the user can reach a level: the enabled ones, or if none is enabled, those that
    /// the user has.
    ///
    /// A user may have lost a disabled factor, so it does not count beside an enabled one. A number or address counts
    /// only if it is verified, because an attacker with a stolen token may have changed it. A factor that is not
    /// enabled does not count if it can reset the password. No factor can be set up during the sign-in.
    func levelFactors(in pool: UserPoolRecord) -> Set<SecondFactor> {
        let active = activeFactors(in: pool)
        let factors = active.isEmpty ? pool.mfa.allowed.filter { $0 != pool.mfa.recovery } : active
        return factors.filter(hasVerified)
    }

    /// Whether the user has the verified data that a factor needs.
    func hasVerified(_ factor: SecondFactor) -> Bool {
        guard canUse(factor) else { return false }
        return switch factor {
        case .sms: attributes["phone_number_verified"] == "true"
        case .email: attributes["email_verified"] == "true"
        case .softwareToken: true
        }
    }
}

extension OfferedFactors {
    /// The first of the levels that the user can reach.
    ///
    /// If the client hides unknown users, the level may be one that only other users can reach. The user gets the fault
    /// once a factor was proved.
    ///
    /// - Throws: `InvalidParameterException` if the user can reach none.
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

    /// The first factors that lead to a level.
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
    /// For an unknown user name, the result is always the same. For half of the names it is empty, as for most users;
    /// for the others it is a random subset of the factors that the pool allows.
    private func levelFactors(of signIn: SignIn) -> Set<SecondFactor> {
        let pool = signIn.pool
        if let user = signIn.user { return user.levelFactors(in: pool) }
        let name = pool.comparable(signIn.session.typedName)
        let drawn = sealer.mac(Array("\(pool.id)|\(name)".utf8), purpose: .decoyLevelFactors)
        guard drawn[0] & 1 == 1 else { return [] }
        let had = SecondFactor.allCases.enumerated().filter { drawn[1 + $0.offset] & 1 == 1 }.map(\.element)
        return pool.mfa.allowed.intersection(had)
    }
}

extension SignIn {
    /// The decision about the second factor, once these methods were proved.
    ///
    /// A factor that the pool or the user demands is required at every level. A factor that the level needs is required
    /// even if neither demands one.
    ///
    /// - Throws: `InvalidParameterException` for a user without a suitable factor, because no factor is set up in a
    ///   sign-in that aims at a level.
    func secondFactor(
        for user: UserRecord, after methods: Set<AuthenticationMethod>
    ) throws(ServiceFault) -> SecondFactorDecision {
        guard let target = session.target else { return try demandedFactor(of: user) }
        guard target.isReached(by: methods) else {
            let factors = target.secondFactors(among: user.levelFactors(in: pool), after: methods)
            guard !factors.isEmpty else { throw .noFactorForLevel }
            return .asking(for: factors, preferring: user.mfa.preferred)
        }
        guard !user.hasProvedTwoFactors(by: methods, in: pool) else { return .none }
        let demanded = try SecondFactorDecision.decide(user: user, pool: pool)
        if case .setUp = demanded { throw .noFactorForLevel }
        guard session.former != nil, demanded != .none else { return demanded }
        // The access token may be stolen and its bearer may have changed the phone number: only verified factors count.
        let factors = user.levelFactors(in: pool).intersection(demanded.factors)
        guard !factors.isEmpty else { throw .noFactorForLevel }
        return .asking(for: factors, preferring: user.mfa.preferred)
    }

    /// The decision about the second factor in a sign-in without a level.
    ///
    /// Where a browser is signed in already, a factor that the user has proved is not required again, and none is set
    /// up. The browser may be in other hands, so only verified factors count.
    private func demandedFactor(of user: UserRecord) throws(ServiceFault) -> SecondFactorDecision {
        guard case .browser = session.former else { return try SecondFactorDecision.decide(user: user, pool: pool) }
        let factors = user.demandedFactors(in: pool)?.filter(user.hasVerified)
        guard let factors, !factors.isEmpty else { throw .noFactorForLevel }
        return .asking(for: factors, preferring: user.mfa.preferred)
    }

    /// The second factors that complete the sign-in of a browser whose session lacks them; empty if the user must begin
    /// anew.
    func missingFactorsOfBrowser() -> [SecondFactor] {
        guard session.former != nil, let user else { return [] }
        return (try? demandedFactor(of: user).factors) ?? []
    }

    /// The second factors that are missing for the level, if the access token counts as the first factor.
    /// - Returns: an empty array if the user must prove a first factor.
    /// - Throws: `InvalidParameterException` if no factor is missing.
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

extension SignIn {
    /// Counts the proofs of a former sign-in, as far as they count today.
    mutating func count(_ methods: Set<AuthenticationMethod>, of former: FormerSignIn, provedAt: Date) {
        guard !methods.isEmpty else { return }
        (session.methods, session.former, session.provedAt) = (methods, former, provedAt)
    }
}

extension SecondFactorDecision {
    /// The factors that the user can prove; empty if a factor must be set up first.
    fileprivate var factors: [SecondFactor] {
        switch self {
        case .none, .setUp: []
        case .challenge(let factor): [factor]
        case .select(let factors): factors
        }
    }
}

extension UserPoolsService {
    /// The sign-in with the proofs of an access token, and with the level that it aims at.
    ///
    /// The token must be valid and belong to the same client and user. If its oldest proof is too old, the sign-in
    /// begins without proofs.
    ///
    /// - Throws: `NotAuthorizedException` for any other token, and `InvalidParameterException` for a user who can reach
    ///   none of the levels.
    func aimed(_ signIn: SignIn, at stepUp: StepUp) async throws(ServiceFault) -> SignIn {
        var signIn = signIn
        if let token = stepUp.accessToken {
            let caller = try await pools.callers.authorizedCaller(token)
            guard caller.client.id == signIn.client.id, caller.user.sub == signIn.user?.sub else {
                throw .invalidAccessToken
            }
            if stepUp.counts(provedAt: caller.family.provedAt, now: pools.clock.now) {
                signIn.count(
                    caller.family.methods.counting(
                        for: caller.user, in: signIn.pool, since: caller.family.authTime),
                    of: .tokens(caller.family.id), provedAt: caller.family.provedAt)
            }
        }
        if let browser = stepUp.browser, let user = signIn.user, user.sub == browser.sub,
            stepUp.counts(provedAt: browser.signIn.provedAt, now: pools.clock.now)
        {
            signIn.count(
                browser.signIn.methods.counting(
                    for: user, in: signIn.pool, as: UnchangedFactors(of: user, in: browser)),
                of: .browser(browser.hash), provedAt: browser.signIn.provedAt)
        }
        if signIn.session.former == nil { signIn = try await hidden(signIn) }
        signIn.session.target = try pools.factors.target(among: stepUp.levels, of: signIn)
        return signIn
    }
}

extension ServiceFault {
    static let noFactorForLevel = ServiceFault.invalidParameter(
        "The user has no factor for a level of TARGET_ACR_VALUES.")
}
