// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
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

/// An accepted step of a sign-in, which the transaction that applies it judges again.
struct SignInStep: Sendable {
    /// An action outside the sign-in that can be done once, such as the use of one code of a software token.
    struct Once: Sendable {
        let id: SingleUseID
        /// The fault for a second attempt.
        let fault: ServiceFault
    }

    /// The sign-in before the step.
    let signIn: SignIn
    let event: SignInMachine.Event
    /// The user after the step; `nil` for an unknown user name, which can prove nothing.
    let user: UserRecord?
    /// The proof; `nil` for a step without one, such as a choice.
    var proof: SignInProof?
    /// The fault for a second answer to the same challenge.
    var reuse: ServiceFault = .spentSession
    var once: Once?
    /// The public key with which an app that sends no session strings proved the password.
    ///
    /// If the next challenge is for the device of the app, the sign-in is stored under this key.
    var publicKey: [UInt8]?
    /// Whether a failure that was counted before the answer was judged is taken back.
    var takesBackFailure = false
    /// The data of the next challenge.
    var detail: ChallengeDetail?
    /// Stores the step's changes to the user as stored now; a refusal that it returns ends the step.
    var change: (@Sendable (any UserPoolWriting, UserRecord) throws -> ServiceFault?)?

    /// Whether an answer was judged to be correct; in a custom flow, a wrong answer may lead to a challenge, too.
    fileprivate var wasRight: Bool { proof != nil || takesBackFailure }

    /// The methods that the sign-in has proved after the step.
    fileprivate var methods: Set<AuthenticationMethod> { signIn.session.methods.adding(proof?.method) }

    /// The time of the oldest of these proofs; `nil` without proofs.
    fileprivate func provedAt(_ now: Date) -> Date? { methods.isEmpty ? nil : signIn.session.provedAt ?? now }

    /// Whether tokens may be issued: a sign-in that aims at a level must reach it.
    fileprivate var reachesTarget: Bool { signIn.session.target?.isReached(by: methods) ?? true }

    /// The name of the level for the tokens, if the pool names levels or the sign-in aims at one.
    fileprivate var levelName: String? {
        guard signIn.session.target != nil || signIn.pool.namesLevels else { return nil }
        return AuthenticationLevel(reachedBy: methods).map(signIn.pool.name(of:))
    }

    /// The sign-in after the step.
    ///
    /// It is valid only while the user keeps the same password, even if another factor was proved. After a first
    /// factor, it is also valid only while the second factors do not change.
    fileprivate func successor(in state: SignInMachine.State, eventID: String?, of pools: UserPools) -> SignIn {
        var next = signIn.moved(to: state, of: user, eventID: eventID, in: pools)
        next.session.detail = detail
        next.session.methods = methods
        next.session.provedAt = provedAt(pools.clock.now)
        next.session.password = (user?.password).digest
        if state.isBehindFirstFactor { next.session.factors = user?.factorDigest(in: signIn.pool) }
        return next
    }

    /// Whether the step proves a first factor of a user whose temporary password has expired.
    fileprivate func isTooLate(at now: Date) -> Bool {
        guard case .provedFirstFactor = event, let user, user.status == .forceChangePassword,
            let password = user.password
        else { return false }
        return now.timeIntervalSince(password.setAt) >= signIn.pool.temporaryPasswordValidity
    }
}

extension UserPools {
    /// Applies a step: spends its session, stores its changes, and continues as the state machine decides.
    func take(_ step: SignInStep) async throws(ServiceFault) -> SignInAnswer {
        let now = clock.now
        if let refusal = step.event.rest?.refusal {
            try await perform(step, at: now, keepingOpen: true) { _ in }
            throw refusal
        }
        guard !step.isTooLate(at: now) else {
            // Only callers that have proved a first factor receive this fault.
            let event = newEvent(of: step, id: newID())
            try await perform(step, at: now) { try event?.save(.fail, in: $0) }
            throw .expiredTemporaryPassword
        }
        var machine = SignInMachine(state: step.signIn.session.state)
        let begun = step.signIn.session.eventID
        let eventID = begun ?? newID()
        let event = begun == nil ? newEvent(of: step, id: eventID) : nil
        switch try machine.handle(step.event) {
        case .suspend:
            throw .invalidSession
        case .challenge:
            let isOnRecord = begun != nil || step.proof != nil
            let challenge = try await issued(
                step.successor(in: machine.state, eventID: isOnRecord ? eventID : nil, of: self), after: step)
            let message = challenge.delivery.map { prepared($0, for: challenge.signIn) }
            try await perform(step, at: now) { store in
                if let delivery = challenge.delivery {
                    try store.use(allowance(.signInCode, of: delivery.recipient), at: now)
                }
                try message?.save(in: store)
                if isOnRecord { try event?.save(.inProgress, in: store) }
                if let key = step.publicKey { try keep(challenge.signIn, under: key, in: store) }
            }
            try await tellOfConfirmation(by: step)
            if let message { try await send(message) }
            return challenge.answer(sealedBy: sealer)
        case .issueTokens:
            guard let user = step.user else { throw .wrongCredentials }
            guard step.reachesTarget else { throw .invalidSession }
            return try await issueTokens(for: user, after: step, at: now, eventID: eventID) { store in
                try event?.save(.pass, in: store)
                if let begun { try store.concludeEvent(begun, .pass, of: user) }
            }
        }
    }

    /// Issues the challenge that follows a step.
    ///
    /// If it cannot be issued, a failure that was booked for a correct answer does not count as a wrong answer.
    private func issued(_ next: SignIn, after step: SignInStep) async throws(ServiceFault) -> ChallengeIssue {
        do throws(ServiceFault) {
            return try issueChallenge(for: next)
        } catch {
            if step.wasRight { try await countUnjudged(step.signIn) }
            throw error
        }
    }

    /// Applies the last step, and issues tokens.
    ///
    /// Tokens are signed, and triggers are called, only after the step was judged. If a trigger refuses, the rows of
    /// the tokens, which no client has received, are revoked. Other sessions end only if no trigger refuses.
    private func issueTokens(
        for user: UserRecord, after step: SignInStep, at now: Date, eventID: String,
        andThen finish: @escaping @Sendable (any UserPoolWriting) throws -> Void
    ) async throws(ServiceFault) -> SignInAnswer {
        let signIn = step.signIn
        let issue = newTokens(
            for: user, client: signIn.client, in: signIn.pool, from: signIn.origin, eventID: eventID,
            device: signIn.device.record, proving: step.methods, since: step.provedAt(now),
            level: step.levelName)
        let mayBeRefused = signIn.pool.mayRefuseTokens
        try await perform(step, at: now) { store in
            try issue.save(in: store)
            if !mayBeRefused { try issue.beginSession(in: store) }
            try finish(store)
        }
        do {
            try await tellOfConfirmation(by: step)
            try await postAuthentication(
                of: user, in: signIn.pool, by: signIn.client,
                usesNewDevice: signIn.pool.tracksDevices && signIn.device.record == nil, metadata: signIn.metadata)
            let tokens = try await signed(
                issue, for: user, client: signIn.client, in: signIn.pool, tokenInputs: signIn.tokenInputs,
                on: TokenOccasion(source: step.event.tokenSource, metadata: signIn.metadata))
            if mayBeRefused, issue.beginsSession { try await write { try issue.beginSession(in: $0) } }
            return .tokens(tokens)
        } catch {
            try await write { store in
                try issue.takeBack(in: store, at: now)
                try store.concludeEvent(eventID, .fail, of: user)
            }
            throw error
        }
    }

    /// Applies a proof after which triggers decide what follows, before they are called.
    func proved(_ step: SignInStep) async throws(ServiceFault) -> SignIn {
        let refusal = step.event.rest?.refusal
        try await perform(step, at: clock.now, keepingOpen: refusal != nil) { _ in }
        if let refusal { throw refusal }
        var signIn = step.signIn
        signIn.attempt = .proved
        signIn.session.methods = step.methods
        signIn.session.provedAt = step.provedAt(clock.now)
        signIn.session.password = (step.user?.password).digest
        return signIn
    }

    /// Calls the PostConfirmation trigger, if the pool has one, for a user that the step has confirmed.
    private func tellOfConfirmation(by step: SignInStep) async throws(ServiceFault) {
        guard let user = step.user, user.status == .confirmed, step.signIn.user?.status == .unconfirmed else { return }
        try await postConfirmation(
            .confirmSignUp, of: user, in: step.signIn.pool, by: step.signIn.client, metadata: step.signIn.metadata)
    }

    /// Applies a step that is followed neither by a challenge nor by tokens.
    /// - Returns: the session string for a later call.
    func suspend(_ step: SignInStep) async throws(ServiceFault) -> String {
        var machine = SignInMachine(state: step.signIn.session.state)
        guard case .suspend = try machine.handle(step.event) else { throw .invalidSession }
        let next = step.successor(in: machine.state, eventID: step.signIn.session.eventID, of: self)
        try await perform(step, at: clock.now) { _ in }
        return next.session.sealed(by: sealer)
    }

    /// Refuses a wrong answer and counts it, unless it was counted before a trigger was called.
    ///
    /// The challenge can be answered again, unless it may be answered only `once` or the sign-in aims at a level: then
    /// one wrong answer ends the sign-in.
    func refuse(
        _ signIn: SignIn, as fault: ServiceFault = .wrongCredentials, proof: SignInProof, once: Bool = false,
        reuse: ServiceFault = .spentSession
    ) async throws(ServiceFault) -> Never {
        let now = clock.now
        let subject = lockoutSubject(of: signIn)
        let isLast = once || signIn.session.target != nil
        let event = event(
            .signIn, of: signIn.user, in: signIn.pool, from: signIn.origin, by: proof.eventName, id: newID())
        throw try await write { store in
            // A wrong answer counts even if the session is spent. Otherwise guesses with a spent session would be
            // unlimited, and the response time would show the correct one.
            let isFresh = try signIn.unspentID.map { try isLast ? store.spend($0) : !store.isSpent($0) } ?? true
            if signIn.attempt == .open,
                try store.judgeAttempt(succeeded: false, subject: subject, inPool: signIn.pool.id, at: now)
                    == .lockedOut
            {
                return .lockedOut
            }
            guard isFresh else { return reuse }
            try event?.save(.fail, in: store)
            return fault
        }
    }

    private func newEvent(of step: SignInStep, id: String) -> PendingAuthEvent? {
        event(
            .signIn, of: step.user, in: step.signIn.pool, from: step.signIn.origin, by: step.proof?.eventName, id: id)
    }

    /// Judges a step and applies it in one transaction.
    ///
    /// With `keepingOpen` the step is only judged, and the user can take it again.
    private func perform(
        _ step: SignInStep, at now: Date, keepingOpen: Bool = false,
        andThen finish: @escaping @Sendable (any UserPoolWriting) throws -> Void
    ) async throws(ServiceFault) {
        let signIn = step.signIn
        let subject = lockoutSubject(of: signIn)
        let unjudged =
            signIn.session.state.lockoutKind == .custom ? lockoutSubject(of: signIn, for: .unjudged) : nil
        let refusal: ServiceFault? = try await write { store in
            // The lock is checked first, because every other refusal shows that the answer was correct.
            let attempts =
                step.proof == nil || signIn.attempt == .proved
                ? nil : try store.failedAttempts(on: subject, inPool: signIn.pool.id)
            if signIn.attempt == .open, Lockout.isLocked(attempts, at: now) { return .lockedOut }
            if let id = signIn.unspentID, try keepingOpen ? store.isSpent(id) : !store.spend(id) {
                return step.reuse
            }
            let stored = try signIn.user.flatMap { try store.user($0.sub, inPool: $0.poolID) }
            if signIn.user == nil {
                try store.readStandIn(near: signIn.session.sub, inPool: signIn.pool.id, withGroups: false)
            }
            if let refusal = signIn.user?.changeOfMind(to: stored, in: signIn.pool) { return refusal }
            if signIn.session.state != .started {
                let pool = try store.existingPool(signIn.pool.id)
                guard pool.offersFactors(of: signIn.pool) else { return .invalidSession }
            }
            if let id = signIn.session.family {
                let family = try store.tokenFamily(id, inPool: signIn.pool.id)
                guard family.map({ $0.revokedAt == nil }) ?? false else { return .invalidSession }
            }
            if keepingOpen { return nil }
            if let once = step.once, try !store.spend(once.id) { return once.fault }
            if attempts != nil {
                try store.deleteFailedAttempts(on: subject, inPool: signIn.pool.id)
                if let unjudged { try store.deleteFailedAttempts(on: unjudged, inPool: signIn.pool.id) }
            }
            if step.proof == nil, step.takesBackFailure, case .booked(let former) = signIn.attempt {
                try store.takeBackFailure(after: former, on: subject, inPool: signIn.pool.id)
            }
            if let stored, let refusal = try step.change?(store, stored) { return refusal }
            try finish(store)
            return nil
        }
        if let refusal { throw refusal }
    }
}

extension SignInMachine.Event {
    /// The source that the PreTokenGeneration trigger receives for tokens after this event.
    fileprivate var tokenSource: PreTokenGeneration.Source {
        switch self {
        case .choseNewPassword: .newPasswordChallenge
        case .provedDevice: .authenticateDevice
        default: .authentication
        }
    }

    /// The remaining steps, if the event contains them.
    fileprivate var rest: RemainingSteps? {
        switch self {
        case .provedFirstFactor(let rest), .choseNewPassword(let rest), .claimedSignUp(let rest): rest
        default: nil
        }
    }
}

extension SignInMachine.State {
    /// Whether the state follows a first factor and depends on the user's other factors.
    fileprivate var isBehindFirstFactor: Bool { isSecondFactor || self == .selectMFAType }
}

extension UserPoolRecord {
    /// Whether the pool offers the same factors as it did when `former` was read.
    fileprivate func offersFactors(of former: UserPoolRecord) -> Bool {
        firstFactors == former.firstFactors && mfa.allowed == former.mfa.allowed
            && acceptsDevicesAsFactor == former.acceptsDevicesAsFactor
    }

    /// Whether the pool has a trigger that is called before tokens are returned, and may refuse them.
    fileprivate var mayRefuseTokens: Bool {
        [Trigger.postConfirmation, .postAuthentication, .preTokenGeneration].contains { $0.function(in: self) != nil }
    }
}

extension SignIn {
    /// The id that an answer spends; `nil` for a first call, and if the session is spent already.
    var unspentID: SingleUseID? { session.state == .started || attempt != .open ? nil : session.singleUseID }
}

extension UserRecord {
    /// The refusal for a user that was deleted, disabled, reset or changed while the answer was checked.
    fileprivate func changeOfMind(to stored: UserRecord?, in pool: UserPoolRecord) -> ServiceFault? {
        guard let stored else { return .wrongCredentials }
        guard stored.isEnabled else { return .disabledUser }
        guard stored.status != .resetRequired else { return .resetRequired }
        let isSame =
            stored.status == status && stored.password?.sealed == password?.sealed
            && (stored.mfa == mfa || stored.factorDigest(in: pool) == factorDigest(in: pool))
        return isSame ? nil : .wrongCredentials
    }

    /// A digest of the data that determines the steps after a first factor: the factors that the user has enabled, the
    /// factors that the pool allows, and whether a device can replace them.
    func factorDigest(in pool: UserPoolRecord) -> [UInt8] {
        var fields = SealedFields()
        if pool.tracksDevices, !pool.acceptsDevicesAsFactor { fields.append("device last") }
        for factor in pool.mfa.allowed.listed { fields.append("allowed " + factor.rawValue) }
        for factor in mfa.switchedOn.listed { fields.append(factor.rawValue) }
        fields.append(mfa.preferred?.rawValue ?? "")
        fields.append(mfa.softwareToken?.sealedSecret ?? [])
        return sha256(fields.bytes)
    }
}
