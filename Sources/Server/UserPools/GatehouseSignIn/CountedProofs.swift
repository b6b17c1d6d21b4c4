// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel

/// The factors of an earlier sign-in that the user has not replaced or removed since.
struct UnchangedFactors: Sendable, Equatable {
    /// Whether the user has the password that the sign-in proved.
    let password: Bool
    /// Whether the user has the authenticator app of that time.
    let softwareToken: Bool
    /// Whether the user has removed no passkey.
    let passkeys: Bool

    /// Compares the times of a user's factors with the time of a sign-in, whose tokens have no versions of factors.
    init(of user: UserRecord, since authTime: Date) {
        password = user.password.map { $0.setAt <= authTime } ?? false
        softwareToken = user.mfa.softwareToken.map { $0.verifiedAt <= authTime } ?? false
        passkeys = user.mfa.passkeysRemovedAt.map { $0 < authTime } ?? true
    }

    /// Compares the versions of a user's factors with those that a browser's sign-in has proved.
    init(of user: UserRecord, in session: BrowserSessionRecord) {
        let (proved, dated) = (session.factors, UnchangedFactors(of: user, since: session.signIn.authTime))
        password =
            proved.password.map { $0 == user.password.digest }
            ?? (session.signIn.methods.contains(.password) && dated.password)
        softwareToken = proved.softwareToken.map { $0 == user.mfa.softwareToken?.version } ?? dated.softwareToken
        passkeys = proved.passkeysRemovedAt == user.mfa.passkeysRemovedAt
    }
}

extension ProvedFactors {
    /// The versions of the factors that a user has at the end of a sign-in, which has proved the password or not.
    init(of user: UserRecord, withPassword: Bool) {
        self.init(
            password: withPassword ? user.password.digest : nil, softwareToken: user.mfa.softwareToken?.version,
            passkeysRemovedAt: user.mfa.passkeysRemovedAt)
    }
}

extension Set<AuthenticationMethod> {
    /// The methods that were proved at a sign-in at `authTime` and count toward a level today.
    func counting(for user: UserRecord, in pool: UserPoolRecord, since authTime: Date) -> Self {
        counting(for: user, in: pool, as: UnchangedFactors(of: user, since: authTime))
    }

    /// The methods of an earlier sign-in that count toward a level today; empty if the user could no longer begin with
    /// them.
    ///
    /// A factor that was set or removed after the sign-in does not count. A code counts only if its address or number is
    /// verified and is not the first recovery option. The user record does not contain the time of a change, so an
    /// address that was verified later counts, too. Without a password, codes and passkeys do not count if the user
    /// needs a second factor now and has not proved two factors. Nothing counts that an identity provider has checked.
    func counting(for user: UserRecord, in pool: UserPoolRecord, as factors: UnchangedFactors) -> Self {
        var methods = self
        guard !contains(.federated), user.status != .forceChangePassword else { return [] }
        if !factors.softwareToken { methods.remove(.softwareToken) }
        if !factors.passkeys { methods.subtract([.platformPasskey, .roamingPasskey]) }
        for factor in [SecondFactor.sms, .email]
        where factor == pool.mfa.recovery || !user.hasVerified(factor) {
            methods.remove(factor.method)
        }
        if methods.contains(.password) { return factors.password ? methods : [] }
        return user.needsNoSecondFactor(in: pool) || user.hasProvedTwoFactors(by: methods, in: pool) ? methods : []
    }
}

/// What the sign-in of a browser still proves about its user.
struct CountedProofs: Sendable, Equatable {
    /// The methods with which the user could begin a new sign-in today, and the second factors beside them.
    let methods: Set<AuthenticationMethod>
    /// Whether a new sign-in with these proofs would be complete.
    let isComplete: Bool

    /// The proofs of a sign-in at an identity provider, which go by the provider alone.
    ///
    /// The caller checks that the user still signs in at the provider.
    static func ofProvider(_ methods: Set<AuthenticationMethod>) -> CountedProofs {
        CountedProofs(methods: methods, isComplete: true)
    }

    private init(methods: Set<AuthenticationMethod>, isComplete: Bool) {
        self.methods = methods
        self.isComplete = isComplete
    }

    /// Decides what a sign-in at the pool itself proves today.
    ///
    /// Any second factor that the user has enabled counts, not only the preferred one.
    init(of session: BrowserSessionRecord, for user: UserRecord, in pool: UserPoolRecord) {
        let factors = UnchangedFactors(of: user, in: session)
        // A sign-up proves its password without the method: the user has chosen it.
        let isOfSignUp = factors.password && !session.signIn.methods.contains(.password)
        let proved = session.signIn.methods.filter { method in
            switch method {
            case .password: factors.password
            case .softwareToken: factors.softwareToken && pool.mfa.allowed.contains(.softwareToken)
            case .sms: user.canUse(.sms) && (pool.offers(.sms, asFirst: .smsOTP) || isOfSignUp)
            case .email: user.canUse(.email) && (pool.offers(.email, asFirst: .emailOTP) || isOfSignUp)
            case .platformPasskey, .roamingPasskey: factors.passkeys && pool.beginsWith(.webAuthn)
            case .federated: false
            }
        }
        guard user.status != .forceChangePassword else {
            self.init(methods: [], isComplete: false)
            return
        }
        let demanded = user.demandedFactors(in: pool)
        let hasCode = [FirstFactor.smsOTP, .emailOTP].contains { factor in
            proved.contains(factor.method) && pool.beginsWith(factor)
        }
        let canBegin =
            factors.password || demanded == [] && (hasCode || proved.hasPasskey)
            || proved.hasPasskey && user.countsPasskeysTwice(in: pool)
        guard canBegin else {
            self.init(methods: [], isComplete: false)
            return
        }
        let isSecondProved = demanded.map { $0.isEmpty || !proved.isDisjoint(with: $0.map(\.method)) } ?? false
        self.init(
            methods: proved,
            isComplete: isSecondProved || proved.hasPasskey && user.countsPasskeysTwice(in: pool))
    }
}

extension UserPoolRecord {
    /// Whether a sign-in of the pool can begin with a factor other than the password.
    fileprivate func beginsWith(_ factor: FirstFactor) -> Bool {
        !isLite && allows(factor)
    }

    /// Whether codes of a medium are a factor of the pool, as the first or the second one.
    fileprivate func offers(_ second: SecondFactor, asFirst first: FirstFactor) -> Bool {
        beginsWith(first) || mfa.allowed.contains(second)
    }
}
