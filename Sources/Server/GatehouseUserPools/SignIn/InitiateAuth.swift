// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseWire

extension UserPoolsService {
    /// Begins a sign-in, or renews tokens.
    package func initiateAuth(_ request: InitiateAuthRequest) async throws(ServiceFault) -> InitiateAuthResponse {
        let flow = try SignInFlow(forApps: request.authFlow)
        return InitiateAuthResponse(
            try await beginSignIn(
                flow, clientID: request.clientId, parameters: request.authParameters ?? [:], session: request.session,
                saying: .app(request.userContextData)))
    }

    /// Takes the first step of a flow, whoever asks for it.
    func beginSignIn(
        _ flow: SignInFlow, clientID: String, parameters: [String: String], session: String?,
        saying data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        switch flow {
        case .refresh:
            return try await refreshTokens(clientID: clientID, parameters: parameters, saying: data)
        case .userSRP:
            let start = try await beginning(of: flow, clientID: clientID, parameters: parameters)
            return try await beginPasswordVerifier(start, parameters: parameters)
        case .userPassword, .adminPassword:
            let start = try await beginning(of: flow, clientID: clientID, parameters: parameters)
            return try await checkPassword(start, parameters: parameters, saying: data)
        case .custom, .user:
            let start = try await beginning(of: flow, clientID: clientID, parameters: parameters)
            if flow == .user, let session { return try await completeSignUp(start, session: session, saying: data) }
            throw .notBuilt("InitiateAuth with \(flow.rawValue)")
        }
    }

    /// The checks that every flow begins with.
    private func beginning(
        of flow: SignInFlow, clientID: String, parameters: [String: String]
    ) async throws(ServiceFault) -> SignInStart {
        let typedName = parameters["USERNAME"] ?? ""
        let start = try await pools.read { store in
            let (client, pool) = try store.existingClient(clientID)
            let user = typedName.isEmpty ? nil : try store.findUser(typedName, in: pool)
            return SignInStart(
                client: client, pool: pool, typedName: typedName, user: user,
                attempts: try pools.attempts(against: user, typedName: typedName, in: pool, from: store),
                // An SRP sign-in issues no tokens yet, and reads what they are made of with its answer.
                grounds: flow == .userSRP ? .none : try store.tokenGrounds(of: user, inPool: pool.id))
        }
        guard start.client.allows(flow) else { throw flow.notEnabled }
        guard !typedName.isEmpty else { throw .missingParameter("USERNAME") }
        let needed = flow.requiredParameter
        guard parameters[needed] != nil else { throw .missingParameter(needed) }
        try pools.clientSecrets.checkHash(parameters["SECRET_HASH"], usernames: [typedName], client: start.client)
        try pools.countRequest(about: start.user, named: start.pool.comparable(typedName), inPool: start.pool.id)
        try start.checkUser(at: pools.clock.now)
        return start
    }
}

/// Who wants to sign in, and where.
struct SignInStart: Sendable {
    let client: AppClientRecord
    let pool: UserPoolRecord
    let typedName: String
    /// `nil` for a name that stands for nobody.
    let user: UserRecord?
    /// Failures that count against the user, or against the name.
    let attempts: FailedAttemptsRecord?
    let grounds: TokenGrounds

    /// The user-existence policy, the lock and the user's state, in this order.
    ///
    /// State errors win over a wrong password, and nothing is computed for a name that is locked: a right password must
    /// not show by the time that its tokens take.
    ///
    /// - Throws: the fault for a user who may not sign in now.
    func checkUser(at now: Date) throws(ServiceFault) {
        guard user != nil || client.hidesUnknownUsers else { throw .noSuchUser }
        guard !Lockout.isLocked(attempts, at: now) else { throw .lockedOut }
        guard let user else { return }
        guard user.isEnabled else { throw .disabledUser }
        switch user.status {
        case .unconfirmed: throw .unconfirmedUser
        case .resetRequired:
            // Who was imported without a password goes on to fail like nobody, where it is hidden who exists.
            guard client.hidesUnknownUsers, user.password == nil else { throw .resetRequired }
        default: return
        }
    }
}
