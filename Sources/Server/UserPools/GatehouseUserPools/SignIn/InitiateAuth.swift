// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Begins a sign-in, or renews tokens.
    package func initiateAuth(_ request: InitiateAuthRequest) async throws(ServiceFault) -> InitiateAuthResponse {
        let flow = try SignInFlow(forApps: request.authFlow)
        return InitiateAuthResponse(
            try await beginSignIn(
                flow, clientID: request.clientId, parameters: request.authParameters ?? [:], session: request.session,
                validationData: request.clientMetadata, context: .app(request.userContextData)))
    }

    /// Takes the first step of a flow, whoever asks for it.
    func beginSignIn(
        _ flow: SignInFlow, clientID: String, parameters: [String: String], session: String?,
        validationData: [String: String]?, context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        guard flow != .refresh else {
            return try await refreshTokens(clientID: clientID, parameters: parameters, context: data)
        }
        let signIn = try await beginning(
            of: flow, clientID: clientID, parameters: parameters, validationData: validationData, context: data)
        switch flow {
        case .userSRP:
            return try await beginPasswordVerifier(signIn, publicKey: parameters["SRP_A"] ?? "")
        case .userPassword, .adminPassword:
            return try await checkPassword(signIn, password: parameters["PASSWORD"] ?? "")
        case .user:
            if let session { return try await completeSignUp(signIn, session: session) }
            return try await beginUserAuth(signIn, parameters: parameters)
        case .custom:
            return try await beginCustom(signIn, parameters: parameters)
        case .refresh:
            // Renewed above, before anything is read that a sign-in needs.
            throw .invalidSession
        }
    }

    /// The checks that every flow begins with.
    private func beginning(
        of flow: SignInFlow, clientID: String, parameters: [String: String], validationData: [String: String]?,
        context data: ContextData
    ) async throws(ServiceFault) -> SignIn {
        let (typedName, key) = (parameters["USERNAME"] ?? "", parameters["DEVICE_KEY"])
        try UserNameLength.check(typedName)
        var signIn = try await start(of: flow, clientID: clientID, typedName: typedName, device: key, context: data)
        guard signIn.client.allows(flow) else { throw flow.notEnabled }
        // The client may be older than the pool's tier.
        if flow == .user { try signIn.pool.checkChoiceOfFactors() }
        guard !typedName.isEmpty else { throw .missingParameter("USERNAME") }
        let needed = flow.requiredParameter
        guard parameters[needed] != nil else { throw .missingParameter(needed) }
        guard flow != .custom || Trigger.defineAuthChallenge.function(in: signIn.pool) != nil else {
            throw .noCustomFlow
        }
        try pools.clientSecrets.checkHash(parameters["SECRET_HASH"], usernames: [typedName], client: signIn.client)
        try pools.countRequest(
            about: signIn.user, named: signIn.pool.comparable(typedName), inPool: signIn.pool.id)
        if flow == .userPassword || flow == .adminPassword,
            try await brought(&signIn, password: parameters["PASSWORD"] ?? "", validationData: validationData)
        {
            signIn = try await start(of: flow, clientID: clientID, typedName: typedName, device: key, context: data)
        }
        try signIn.checkUser(at: pools.clock.now, admittingUnconfirmed: flow == .user)
        guard Trigger.preAuthentication.function(in: signIn.pool) != nil else { return signIn }
        try await pools.preAuthentication(
            of: signIn.user, named: typedName, in: signIn.pool, by: signIn.client, validationData: validationData)
        // The function took its time, in which a lock may have begun.
        let attempt = signIn.attempt
        signIn = try await start(of: flow, clientID: clientID, typedName: typedName, device: key, context: data)
        if signIn.user == nil { signIn.attempt = attempt }
        try signIn.checkUser(at: pools.clock.now, admittingUnconfirmed: flow == .user)
        return signIn
    }

    /// Whether a function of the pool brings along a user whom the pool does not know, by the password that was typed.
    ///
    /// Who tries passwords at the function is counted and locked out as one who tries them here, before it is asked.
    private func brought(
        _ signIn: inout SignIn, password: String, validationData: [String: String]?
    ) async throws(ServiceFault) -> Bool {
        guard signIn.user == nil, !signIn.isHidden, Trigger.userMigration.function(in: signIn.pool) != nil else {
            return false
        }
        guard !signIn.isLocked(at: pools.clock.now) else { throw .lockedOut }
        signIn = try await pools.write { [pools, signIn] store in try pools.book(signIn, in: store) }
        let user: UserRecord?
        do throws(ServiceFault) {
            user = try await pools.migrate(
                .authentication, named: signIn.session.typedName, password: password, validationData: validationData,
                in: signIn.pool, by: signIn.client)
        } catch {
            try await pools.refuse(signIn, as: error, proof: .password)
        }
        guard user != nil else { return false }
        let (subject, poolID) = (pools.lockoutSubject(of: signIn), signIn.pool.id)
        try await pools.write { try $0.deleteFailedAttempts(on: subject, inPool: poolID) }
        return true
    }

    /// What a flow begins with.
    private func start(
        of flow: SignInFlow, clientID: String, typedName: String, device key: String?, context data: ContextData
    ) async throws(ServiceFault) -> SignIn {
        try await pools.read { store in
            let (client, pool) = try store.existingClient(clientID)
            let found = typedName.isEmpty ? nil : try store.findUser(typedName, in: pool)
            // Who was imported without a password is like nobody, where it is hidden who exists.
            let isHidden = client.hidesUnknownUsers && found?.status == .resetRequired && found?.password == nil
            let user = isHidden ? nil : found
            let sub = user?.sub ?? pools.entropy.uuid()
            // An SRP sign-in issues no tokens yet, and reads what they are made of with its answer.
            let needsTokenInputs = flow != .userSRP
            if found == nil, !typedName.isEmpty, client.hidesUnknownUsers {
                try store.readStandIn(near: sub, inPool: pool.id, withGroups: needsTokenInputs)
            }
            let session = SignInSession(
                ticket: pools.newID(), poolID: pool.id, clientID: client.id,
                sub: sub, isKnown: user != nil, typedName: typedName, flow: flow,
                state: .started, expiresAt: pools.clock.now.addingTimeInterval(client.sessionValidity))
            return SignIn(
                client: client, pool: pool, session: session, user: user, isHidden: isHidden,
                // Who is locked out over answers to custom challenges has no function make one.
                lockedUntil: try pools.lockEnd(
                    after: flow == .custom ? [.firstFactor, .custom, .unjudged] : [.firstFactor], of: user?.sub,
                    typedName: typedName, in: pool, from: store),
                tokenInputs: needsTokenInputs ? try store.tokenInputs(of: user, inPool: pool.id) : .none,
                origin: origin(data, by: client),
                device: try store.device(named: key, earlier: nil, by: user, in: pool),
                passkeys: flow == .user
                    ? try pools.usablePasskeys(of: user, typedName: typedName, in: pool, from: store) : [])
        }
    }
}
