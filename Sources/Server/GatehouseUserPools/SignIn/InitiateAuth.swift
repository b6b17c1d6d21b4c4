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
        let (client, pool, user, grounds) = try await pools.read { store in
            let (client, pool) = try store.existingClient(clientID)
            let user = try parameters["USERNAME"].flatMap { try store.findUser($0, in: pool) }
            // An SRP sign-in issues no tokens yet, and reads what they are made of with its answer.
            let grounds = flow == .userSRP ? .none : try store.tokenGrounds(of: user, inPool: pool.id)
            return (client, pool, user, grounds)
        }
        guard client.allows(flow) else { throw flow.notEnabled }
        guard let typedName = parameters["USERNAME"], !typedName.isEmpty else {
            throw .missingParameter("USERNAME")
        }
        let needed = flow.requiredParameter
        guard parameters[needed] != nil else { throw .missingParameter(needed) }
        try pools.clientSecrets.checkHash(parameters["SECRET_HASH"], usernames: [typedName], client: client)
        try pools.countRequest(about: user, named: pool.comparable(typedName), inPool: pool.id)
        let start = SignInStart(client: client, pool: pool, typedName: typedName, user: user, grounds: grounds)
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
    let grounds: TokenGrounds

    /// The user-existence policy and the user's state: state errors win over a wrong password.
    /// - Throws: the fault for a user who may not sign in now.
    func checkUser(at now: Date) throws(ServiceFault) {
        guard let user else {
            if !client.hidesUnknownUsers { throw .noSuchUser }
            return
        }
        guard user.isEnabled else { throw .disabledUser }
        switch user.status {
        case .unconfirmed: throw .unconfirmedUser
        case .resetRequired:
            // Who was imported without a password goes on to fail like nobody, where it is hidden who exists.
            guard client.hidesUnknownUsers, user.password == nil else { throw .resetRequired }
        case .forceChangePassword:
            let age = user.password.map { now.timeIntervalSince($0.setAt) } ?? 0
            guard age < pool.temporaryPasswordValidity else {
                throw ServiceFault(
                    .notAuthorized,
                    "Temporary password has expired and must be reset by an administrator.")
            }
        default: return
        }
    }
}
