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
        guard flow != .refresh else {
            return try await refreshTokens(clientID: clientID, parameters: parameters, saying: data)
        }
        let signIn = try await beginning(of: flow, clientID: clientID, parameters: parameters, saying: data)
        switch flow {
        case .userSRP:
            return try await beginPasswordVerifier(signIn, publicKey: parameters["SRP_A"] ?? "")
        case .userPassword, .adminPassword:
            return try await checkPassword(signIn, password: parameters["PASSWORD"] ?? "")
        case .user:
            if let session { return try await completeSignUp(signIn, session: session) }
            return try await beginUserAuth(signIn, parameters: parameters)
        case .custom, .refresh:
            throw .notBuilt("InitiateAuth with \(flow.rawValue)")
        }
    }

    /// The checks that every flow begins with.
    private func beginning(
        of flow: SignInFlow, clientID: String, parameters: [String: String], saying data: ContextData
    ) async throws(ServiceFault) -> SignIn {
        let typedName = parameters["USERNAME"] ?? ""
        let signIn = try await pools.read { store in
            let (client, pool) = try store.existingClient(clientID)
            let user = typedName.isEmpty ? nil : try store.findUser(typedName, in: pool)
            let session = SignInSession(
                ticket: pools.entropy.uuid(), poolID: pool.id, clientID: client.id,
                sub: user?.sub ?? pools.entropy.uuid(), isKnown: user != nil, typedName: typedName, flow: flow,
                state: .started, expiresAt: pools.clock.now.addingTimeInterval(client.sessionValidity))
            return SignIn(
                client: client, pool: pool, session: session, user: user,
                attempts: try store.failedAttempts(
                    on: pools.lockoutSubject(sub: user?.sub, typedName: typedName, in: pool), inPool: pool.id),
                // An SRP sign-in issues no tokens yet, and reads what they are made of with its answer.
                grounds: flow == .userSRP ? .none : try store.tokenGrounds(of: user, inPool: pool.id),
                origin: origin(data, by: client),
                device: try store.device(named: parameters["DEVICE_KEY"], earlier: nil, by: user, in: pool))
        }
        guard signIn.client.allows(flow) else { throw flow.notEnabled }
        guard !typedName.isEmpty else { throw .missingParameter("USERNAME") }
        let needed = flow.requiredParameter
        guard parameters[needed] != nil else { throw .missingParameter(needed) }
        try pools.clientSecrets.checkHash(parameters["SECRET_HASH"], usernames: [typedName], client: signIn.client)
        try pools.countRequest(
            about: signIn.user, named: signIn.pool.comparable(typedName), inPool: signIn.pool.id)
        try signIn.checkUser(at: pools.clock.now, admittingUnconfirmed: flow == .user)
        return signIn
    }
}
