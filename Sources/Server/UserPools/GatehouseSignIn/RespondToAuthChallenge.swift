// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Answers a challenge.
    package func respondToAuthChallenge(
        _ request: RespondToAuthChallengeRequest
    ) async throws(ServiceFault) -> RespondToAuthChallengeResponse {
        try RespondToAuthChallengeResponse(await answerChallenge(request, context: .app(request.userContextData)))
    }

    /// Takes the next step of a flow, for apps and back ends.
    func answerChallenge(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        switch request.challengeName {
        case .passwordVerifier: try await answerPasswordVerifier(request, context: data)
        case .customChallenge: try await answerCustomChallenge(request, context: data)
        case .newPasswordRequired: try await answerNewPasswordRequired(request, context: data)
        case .selectChallenge: try await answerSelectChallenge(request, context: data)
        case .password: try await answerPassword(request, context: data)
        case .passwordSrp: try await answerPasswordSRP(request, context: data)
        case .emailOtp: try await answerEmailOTP(request, context: data)
        case .smsOtp: try await answerSMSOTP(request, context: data)
        case .webAuthn: try await answerWebAuthn(request, context: data)
        case .smsMfa: try await answerSMSMFA(request, context: data)
        case .softwareTokenMfa: try await answerSoftwareTokenMFA(request, context: data)
        case .selectMfaType: try await answerSelectMFAType(request, context: data)
        case .mfaSetup: try await answerMFASetup(request, context: data)
        case .deviceSrpAuth: try await answerDeviceSRPAuth(request, context: data)
        case .devicePasswordVerifier: try await answerDevicePasswordVerifier(request, context: data)
        default: throw .notBuilt("RespondToAuthChallenge with \(request.challengeName.rawValue)")
        }
    }
}

/// The members of an answer to a challenge.
struct ChallengeResponses: Sendable {
    private let members: [String: String]

    init(_ members: [String: String]?) {
        self.members = members ?? [:]
    }

    subscript(name: String) -> String? { members[name] }

    /// All members whose names begin with `prefix`, keyed by the rest of their names.
    func members(withPrefix prefix: String) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: members.filter { $0.key.hasPrefix(prefix) }
                .map { (String($0.key.dropFirst(prefix.count)), $0.value) })
    }

    /// - Throws: `InvalidParameterException` that names the member if it is missing.
    func required(_ name: String) throws(ServiceFault) -> String {
        guard let value = members[name] else { throw .missingParameter(name) }
        return value
    }
}

extension UserPoolsService {
    /// Resumes the sign-in whose challenge a request answers.
    ///
    /// The client is checked first, then the request: the members that the challenge needs, the session, and the user
    /// name. A session is valid until it is answered. After a password, it is valid only while the user has that
    /// password; for a first factor, only while the pool allows that factor; for a second factor, only while the second
    /// factors do not change.
    ///
    /// - Throws: `InvalidParameterException` for a missing member, and `NotAuthorizedException` for a session of
    ///   another step, user, client or pool, and for a spent or expired session.
    func resumeSignIn(
        answering request: RespondToAuthChallengeRequest, in states: Set<SignInMachine.State>,
        needing members: [String], context data: ContextData
    ) async throws(ServiceFault) -> (SignIn, ChallengeResponses) {
        let signIn = try await records.read { store in
            try resumeSignIn(answering: request, in: states, needing: members, context: data, from: store)
        }
        let answer = ChallengeResponses(request.challengeResponses)
        try judgeCaller(of: signIn, answer)
        return (signIn, answer)
    }

    /// Resumes the sign-in whose challenge a request answers with one member, and returns that member as well.
    /// - Throws: the errors of ``resumeSignIn(answering:in:needing:context:)``.
    func resumeSignIn(
        answering request: RespondToAuthChallengeRequest, in state: SignInMachine.State, with member: String,
        context data: ContextData
    ) async throws(ServiceFault) -> (SignIn, String) {
        let (signIn, answer) = try await resumeSignIn(
            answering: request, in: [state], needing: [member], context: data)
        return (signIn, try answer.required(member))
    }

    /// The sign-in whose challenge a request answers, before the caller is checked.
    /// - Throws: the errors of ``resumeSignIn(answering:in:needing:context:)``.
    func resumeSignIn(
        answering request: RespondToAuthChallengeRequest, in states: Set<SignInMachine.State>,
        needing members: [String], context data: ContextData, from store: any UserPoolReading
    ) throws -> SignIn {
        let (client, pool) = try store.existingClient(request.clientId, context: data)
        guard let text = request.session else { throw ServiceFault.missingParameter("Session") }
        let answer = ChallengeResponses(request.challengeResponses)
        for member in ["USERNAME"] + members { _ = try answer.required(member) }
        try UserNameLength.check(answer.required("USERNAME"))
        let session = try SignInSession(
            unsealing: text, clientID: client.id, outcome: SignInOutcome(data), sealer: pools.sealer,
            now: pools.forwardClock.now)
        guard states.contains(session.state) else { throw ServiceFault.invalidSession }
        store.expect([.singleUseID(session.singleUseID)])
        store.expect(rows(of: session, in: pool, device: answer["DEVICE_KEY"]))
        guard try !store.isSpent(session.singleUseID) else { throw ServiceFault.spentSession }
        var signIn = try resume(
            session, client: client, pool: pool, device: answer["DEVICE_KEY"], context: data, from: store)
        signIn.metadata = request.clientMetadata
        return signIn
    }

    /// Checks the caller, and whether the user may sign in now.
    /// - Throws: `NotAuthorizedException` for a wrong user name or secret hash, `ResourceNotFoundException` for an
    ///   unknown device in a step where a device can be used, and the errors of
    ///   ``SignIn/checkUser(at:admittingUnconfirmed:)``.
    func judgeCaller(of signIn: SignIn, _ answer: ChallengeResponses) throws(ServiceFault) {
        let username = try answer.required("USERNAME")
        try checkCaller(of: signIn, username: username, secretHash: answer["SECRET_HASH"])
        try signIn.checkUser(at: pools.clock.now, admittingUnconfirmed: signIn.session.state.confirmsAccounts)
        guard signIn.device != .unknown || !signIn.session.state.isSecondFactor else { throw .noSuchDevice }
    }

    /// The sign-in of a session, with the rows that the step needs.
    func resume(
        _ session: SignInSession, client: AppClientRecord, pool: UserPoolRecord, device key: String? = nil,
        context data: ContextData, from store: any UserPoolReading
    ) throws -> SignIn {
        let user = session.isKnown ? try store.user(session.sub, inPool: pool.id) : nil
        if !session.isKnown { try store.readStandIn(near: session.sub, inPool: pool.id, withGroups: true) }
        // Only the choice of a factor is followed by a code.
        let hidden =
            session.isKnown || session.state != .selectChallenge
            ? nil : try store.findUser(session.typedName, in: pool)
        if let digest = session.password, (user?.password).digest != digest { throw ServiceFault.invalidSession }
        if session.flow == .user, let factor = session.state.firstFactor {
            guard pool.allows(factor), user?.status != .externalProvider else { throw ServiceFault.invalidSession }
        }
        if let digest = session.factors, user?.hasFactors(digest, in: pool) != true {
            throw ServiceFault.invalidSession
        }
        return SignIn(
            client: client, pool: pool, session: session, user: user, hiddenUser: hidden,
            lockedUntil: try pools.counters.lockEnd(
                after: [session.state.lockThatRefuses], of: user?.sub,
                typedName: session.typedName, in: pool, at: pools.clock.now, from: store),
            tokenInputs: try store.tokenInputs(of: user, inPool: pool.id), origin: origin(data, by: client),
            formerPasswords: session.state == .newPasswordRequired
                ? try store.formerPasswords(of: user, in: pool) : [],
            device: try store.device(named: key, earlier: session.deviceKey, by: user, in: pool),
            passkeys: session.flow == .user && !session.state.isSecondFactor
                ? try pools.factors.usablePasskeys(of: user, typedName: session.typedName, in: pool, from: store) : [],
            browserReturn: data.browserReturn)
    }

    /// Checks the caller: the secret hash of an app, the user name, and the request rate of the account.
    func checkCaller(of signIn: SignIn, username: String, secretHash: String?) throws(ServiceFault) {
        if signIn.session.outcome == .tokens {
            try pools.clientSecrets.checkHash(secretHash, usernames: [username], client: signIn.client)
        }
        guard signIn.isNamed(username, sent: pools.factors.userIDForSRP(signIn)) else { throw .invalidSession }
        try pools.requestLimits.countRequest(
            about: signIn.user, named: signIn.pool.comparable(signIn.session.typedName), inPool: signIn.pool.id)
    }
}

extension SignInMachine.State {
    /// The first factor that this state proves; `nil` for other states.
    fileprivate var firstFactor: FirstFactor? {
        switch self {
        case .password: .password
        case .passwordSRP, .passwordVerifier: .passwordSRP
        case .emailOTP: .emailOTP
        case .smsOTP: .smsOTP
        case .webAuthn: .webAuthn
        default: nil
        }
    }

    /// The counter whose lock refuses an answer in this state before it is judged.
    var lockThatRefuses: Lockout.Kind { isSecondFactor ? .secondFactor : .firstFactor }

    /// Whether an answer in this state can confirm an unconfirmed account.
    fileprivate var confirmsAccounts: Bool {
        switch self {
        case .selectChallenge, .emailOTP, .smsOTP: true
        default: false
        }
    }
}
