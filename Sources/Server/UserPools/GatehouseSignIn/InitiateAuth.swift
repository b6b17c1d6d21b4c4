// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Begins a sign-in, or renews tokens.
    package func initiateAuth(_ request: InitiateAuthRequest) async throws(ServiceFault) -> InitiateAuthResponse {
        let flow = try SignInFlow(forApps: request.authFlow)
        return try InitiateAuthResponse(
            await beginSignIn(
                flow, clientID: request.clientId, parameters: request.authParameters ?? [:], session: request.session,
                validationData: request.clientMetadata, context: .app(request.userContextData)))
    }

    /// Takes the first step of a flow, for apps, back ends and the hosted pages.
    func beginSignIn(
        _ flow: SignInFlow, clientID: String, parameters: [String: String], session: String? = nil,
        validationData: [String: String]? = nil, context data: ContextData
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
            // Handled above, before the data of a sign-in is read.
            throw .invalidSession
        }
    }

    /// Performs the checks that all flows begin with.
    func beginning(
        of flow: SignInFlow, clientID: String, parameters: [String: String], validationData: [String: String]?,
        context data: ContextData
    ) async throws(ServiceFault) -> SignIn {
        let (typedName, key) = (parameters["USERNAME"] ?? "", parameters["DEVICE_KEY"])
        try UserNameLength.check(typedName)
        var signIn = try await start(of: flow, clientID: clientID, typedName: typedName, device: key, context: data)
        guard signIn.client.allows(flow) || signIn.session.outcome == .authentication && flow == .userPassword else {
            throw flow.notEnabled
        }
        // The pool may have changed its tier after the client was created.
        if flow == .user { try signIn.pool.checkChoiceOfFactors() }
        guard !typedName.isEmpty else { throw .missingParameter("USERNAME") }
        let needed = flow.requiredParameter
        guard parameters[needed] != nil else { throw .missingParameter(needed) }
        guard flow != .custom || Trigger.defineAuthChallenge.function(in: signIn.pool) != nil else {
            throw .noCustomFlow
        }
        if signIn.session.outcome == .tokens {
            try pools.clientSecrets.checkHash(
                parameters["SECRET_HASH"], usernames: [typedName], client: signIn.client)
        }
        try pools.requestLimits.countRequest(
            about: signIn.user, named: signIn.pool.comparable(typedName), inPool: signIn.pool.id)
        if flow == .userPassword || flow == .adminPassword,
            try await migrated(&signIn, password: parameters["PASSWORD"] ?? "", validationData: validationData)
        {
            signIn = try await start(of: flow, clientID: clientID, typedName: typedName, device: key, context: data)
        }
        try signIn.checkUser(at: pools.clock.now, admittingUnconfirmed: flow == .user)
        guard Trigger.preAuthentication.function(in: signIn.pool) != nil else { return signIn }
        try await pools.triggers.preAuthentication(
            of: signIn.user, named: typedName, in: signIn.pool, by: signIn.client, validationData: validationData)
        // A lock may have begun while the trigger ran.
        let attempt = signIn.attempt
        signIn = try await start(of: flow, clientID: clientID, typedName: typedName, device: key, context: data)
        if signIn.user == nil { signIn.attempt = attempt }
        try signIn.checkUser(at: pools.clock.now, admittingUnconfirmed: flow == .user)
        return signIn
    }

    /// Whether the UserMigration trigger has created an unknown user who signs in with a password.
    ///
    /// Passwords that the trigger rejects count as failures, and a lock is checked before the trigger is called.
    private func migrated(
        _ signIn: inout SignIn, password: String, validationData: [String: String]?
    ) async throws(ServiceFault) -> Bool {
        guard signIn.user == nil, signIn.hiddenUser == nil, Trigger.userMigration.function(in: signIn.pool) != nil
        else {
            return false
        }
        guard !signIn.isLocked(at: pools.clock.now) else { throw .lockedOut }
        signIn = try await records.write { [pools, signIn] store in
            try pools.counters.countInAdvance(signIn, at: pools.clock.now, in: store)
        }
        let user: UserRecord?
        do throws(ServiceFault) {
            user = try await pools.migrations.migrate(
                .authentication, named: signIn.session.typedName, password: password, validationData: validationData,
                in: signIn.pool, by: signIn.client)
        } catch {
            try await pools.judge.refuse(signIn, as: error, proof: .password)
        }
        guard user != nil else { return false }
        let (subject, poolID) = (pools.counters.lockoutSubject(of: signIn), signIn.pool.id)
        try await records.write { try $0.deleteFailedAttempts(on: subject, inPool: poolID) }
        return true
    }

    /// The sign-in at the beginning of a flow.
    private func start(
        of flow: SignInFlow, clientID: String, typedName: String, device key: String?, context data: ContextData
    ) async throws(ServiceFault) -> SignIn {
        try await records.read { store in
            if !typedName.isEmpty, let pool = store.rememberedPool(ofClient: clientID) {
                store.expect([.soughtUser(pools.factors.search(for: typedName, in: pool))])
            }
            let (client, pool) = try store.existingClient(clientID)
            let row =
                typedName.isEmpty ? FoundUser.none : try store.user(pools.factors.search(for: typedName, in: pool))
            let found = row.user
            // A user who was imported without a password is treated as unknown if the client hides unknown users.
            let isHidden = client.hidesUnknownUsers && found?.status == .resetRequired && found?.password == nil
            let user = isHidden ? nil : found
            let sub = user?.sub ?? pools.ids.uuid()
            // An SRP sign-in issues no tokens yet; the answer to its challenge reads the inputs for tokens.
            let needsTokenInputs = flow != .userSRP
            // These are the rows of the user, or of the stand-in: so the reads are the same, and take as long.
            let limit = GroupRecord.maximumPerUser
            if let sub = row.sub {
                store.expect(pool.expectedDevices(key, ofUser: sub))
                if needsTokenInputs { store.expect([.groups(ofUser: sub, inPool: pool.id, limit: limit)]) }
            }
            // The triggers for custom challenges are not called during a lock that earlier answers caused.
            let lockedUntil = try pools.counters.lockEnd(
                after: flow == .custom ? [.firstFactor, .custom, .unjudged] : [.firstFactor], of: user?.sub,
                typedName: typedName, in: pool, at: pools.clock.now, from: store)
            if user == nil, client.hidesUnknownUsers, needsTokenInputs, let sub = row.sub {
                _ = try store.groups(ofUser: sub, inPool: pool.id, after: nil, limit: limit)
            }
            let session = SignInSession(
                stepID: pools.newID(), poolID: pool.id, clientID: client.id,
                sub: sub, isKnown: user != nil, typedName: typedName, flow: flow,
                state: .started, expiresAt: pools.forwardClock.now.addingTimeInterval(client.sessionValidity),
                outcome: SignInOutcome(data))
            return SignIn(
                client: client, pool: pool, session: session, user: user, hiddenUser: isHidden ? found : nil,
                lockedUntil: lockedUntil,
                tokenInputs: needsTokenInputs ? try store.tokenInputs(of: user, inPool: pool.id) : .none,
                origin: origin(data, by: client),
                device: try store.device(named: key, earlier: nil, by: user, in: pool),
                passkeys: flow == .user
                    ? try pools.factors.usablePasskeys(of: user, typedName: typedName, in: pool, from: store) : [],
                browserReturn: data.browserReturn)
        }
    }
}

/// The length limit for user names in the parameters of a sign-in, which have no constraint in the service's model.
enum UserNameLength {
    /// The maximum number of characters, from `UsernameType` in the service's model.
    private static let maximum = 128

    /// Checks the length of a user name.
    ///
    /// - Throws: `InvalidParameterException` with the message of the model's constraint.
    static func check(_ name: String) throws(ServiceFault) {
        guard name.utf8.count > maximum, name.unicodeScalars.count > maximum else { return }
        throw .invalidParameter(
            "1 validation error detected: Value at 'username' failed to satisfy constraint: "
                + "Member must have length less than or equal to \(maximum)")
    }
}
