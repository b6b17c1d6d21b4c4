// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWebAuthn
import GatehouseWire

/// A proof in a step of a sign-in.
enum SignInProof: Sendable {
    case password
    /// A code that was sent, as the first factor.
    case code(AuthenticationMethod)
    /// A passkey, as the first factor; the method is `nil` for a wrong proof, because only a correct one shows it.
    case passkey(AuthenticationMethod?)
    /// A second factor; the method is `nil` for a device in its place, which is not an authentication method.
    case secondFactor(AuthenticationMethod?)
    /// Custom challenges, which triggers judge.
    case custom

    /// The method that the proof adds to the proved ones.
    var method: AuthenticationMethod? {
        switch self {
        case .password: .password
        case .code(let method): method
        case .passkey(let method), .secondFactor(let method): method
        case .custom: nil
        }
    }

    /// The name of the challenge in authentication events; `nil` for proofs without one.
    var eventName: ChallengeName? {
        switch self {
        case .password: .password
        case .code, .passkey, .custom: nil
        case .secondFactor: .mfa
        }
    }
}

/// The further checks and writes of a step, which the transaction makes on the user's rows as stored then.
enum SignInEffect: Sendable {
    case none
    /// Stores SRP data in place of an imported password hash.
    case storeVerifier(UserRecord.SealedPassword)
    /// Stores the user with the new password and attributes, if the stored user is still `former`.
    case setPassword(of: UserRecord, replacing: UserRecord)
    /// Stores the address or number of a code as verified, if the user still has it.
    case verifyAddress(SignInCode, settingUp: Bool, at: Date)
    /// Stores the result of a passkey's proof, if its counter is newer than the stored one.
    case updatePasskey(VerifiedAuthentication, at: Date)
    /// Spends the code of an authenticator app.
    case spendCode(SingleUseID)
    /// Stores a new software token in the user's settings, and spends its first code.
    case setUpSoftwareToken(UserMFA, code: SingleUseID)
    /// Requires that the device is still remembered.
    case requireDevice(key: String)
    /// Requires that the user of a new account has not signed in yet.
    case requireFirstSignIn

    /// The code of an authenticator app, which is accepted once.
    var code: SingleUseID? {
        switch self {
        case .spendCode(let code), .setUpSoftwareToken(_, let code): code
        case .none, .storeVerifier, .setPassword, .verifyAddress, .updatePasskey, .requireDevice, .requireFirstSignIn:
            nil
        }
    }
}

/// A step of a sign-in whose answer was checked.
///
/// ``SignInSteps/take(_:)`` decides on its outcome, judges it in one transaction, and then carries the outcome out. The
/// functions on this way wait with the step in their frames, so they have references to it and not copies.
final class SignInStep: Sendable {
    /// The sign-in before the step.
    let signIn: SignIn
    let event: SignInMachine.Event
    /// The user after the step; `nil` for an unknown user name, which can prove nothing.
    let user: UserRecord?
    /// The proof; `nil` for a step without one, such as a choice.
    let proof: SignInProof?
    let effect: SignInEffect
    /// The next challenge of a custom flow.
    let custom: NextCustomChallenge?
    /// The public key with which an app that sends no session strings proved the password.
    ///
    /// If the next challenge is for the device of the app, the sign-in is stored under this key.
    let publicKey: [UInt8]?

    init(
        signIn: SignIn, event: SignInMachine.Event, user: UserRecord?, proof: SignInProof? = nil,
        effect: SignInEffect = .none, custom: NextCustomChallenge? = nil, publicKey: [UInt8]? = nil
    ) {
        (self.signIn, self.event, self.user) = (signIn, event, user)
        (self.proof, self.effect, self.custom) = (proof, effect, custom)
        self.publicKey = publicKey
    }
}

extension SignInStep {
    /// Whether a failure that was counted before the answer was judged is taken back.
    var takesBackFailure: Bool { proof == nil && custom?.followsCorrectAnswer == true }

    /// Whether an answer was judged to be correct; in a custom flow, a wrong answer may lead to a challenge, too.
    var wasCorrect: Bool { proof != nil || takesBackFailure }

    /// The methods that the sign-in has proved after the step.
    var methods: Set<AuthenticationMethod> { signIn.session.methods.adding(proof?.method) }

    /// The time of the oldest of these proofs; `nil` without proofs.
    func provedAt(_ now: Date) -> Date? { methods.isEmpty ? nil : signIn.session.provedAt ?? now }

    /// Whether tokens may be issued: a sign-in that aims at a level must reach it.
    var reachesTarget: Bool { signIn.session.target?.isReached(by: methods) ?? true }

    /// The name of the level for the tokens, if the pool names levels or the sign-in aims at one.
    var levelName: String? {
        guard signIn.session.target != nil || signIn.pool.namesLevels else { return nil }
        return AuthenticationLevel(reachedBy: methods).map(signIn.pool.name(of:))
    }

    /// Whether the step proves a first factor of a user whose temporary password has expired.
    ///
    /// After the clock was set back, a password from a later time has, because it would be valid for longer than its
    /// lifetime.
    func isTooLate(at now: Date) -> Bool {
        guard case .provedFirstFactor = event, let user, user.status == .forceChangePassword,
            let password = user.password
        else { return false }
        return now.timeIntervalSince(password.setAt) >= signIn.pool.temporaryPasswordValidity
            || password.setAt.isInFuture(at: now)
    }

    /// The sign-in after the step, in its next state.
    ///
    /// It is valid only while the user keeps the same password, even if another factor was proved. After a first
    /// factor, it is also valid only while the second factors do not change.
    func successor(in state: SignInMachine.State, eventID: String?, from events: AuthEvents) -> SignIn {
        var next = signIn.moved(to: state, of: user, eventID: eventID, from: events)
        next.session.detail = custom.map { .custom($0.progress) }
        addProofs(to: &next.session, at: events.clock.now)
        if state.isAfterFirstFactor { next.session.factors = user?.factorDigest(in: signIn.pool) }
        return next
    }

    /// The same sign-in after a proof whose session is spent, before triggers decide on the next state.
    func proved(at now: Date) -> SignIn {
        var next = signIn
        next.attempt = .proved
        addProofs(to: &next.session, at: now)
        return next
    }

    private func addProofs(to next: inout SignInSession, at now: Date) {
        next.methods = methods
        next.provedAt = provedAt(now)
        next.password = (user?.password).digest
    }
}

extension SignInMachine.State {
    /// Whether the state follows a first factor and depends on the user's other factors.
    fileprivate var isAfterFirstFactor: Bool { isSecondFactor || self == .selectMFAType }
}

extension UserRecord {
    /// A digest of the data that determines the steps after a first factor: the factors that the user has enabled, the
    /// factors that the pool allows, and whether a device can replace them.
    func factorDigest(in pool: UserPoolRecord) -> [UInt8] {
        factorDigest(in: pool, token: mfa.softwareToken?.version)
    }

    /// Whether a digest is the digest of the present data.
    ///
    /// Releases that stored no versions of tokens had the sealed bytes in their digest.
    func hasFactors(_ digest: [UInt8], in pool: UserPoolRecord) -> Bool {
        if digest == factorDigest(in: pool) { return true }
        guard let token = mfa.softwareToken, token.storedVersion == nil else { return false }
        return digest == factorDigest(in: pool, token: token.sealedSecret)
    }

    private func factorDigest(in pool: UserPoolRecord, token: [UInt8]?) -> [UInt8] {
        var fields = SealedFields()
        if pool.tracksDevices, !pool.acceptsDevicesAsFactor { fields.append("device last") }
        for factor in pool.mfa.allowed.listed { fields.append("allowed " + factor.rawValue) }
        for factor in mfa.switchedOn.listed { fields.append(factor.rawValue) }
        fields.append(mfa.preferred?.rawValue ?? "")
        fields.append(token ?? [])
        return sha256(fields.bytes)
    }
}
