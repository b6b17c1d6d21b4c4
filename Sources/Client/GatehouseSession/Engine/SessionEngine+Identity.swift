// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseClient
import GatehouseWire

extension SessionEngine {
    /// The key and the token that identify a user of the user pool in the identity pool; none for a user who does not
    /// appear there.
    func logins(_ user: SignedInUser) -> [String: String] {
        switch user.federation {
        case .disabled: [:]
        case .provider(let name): [name: user.tokens.idToken]
        case nil: configuration.userPool.map { [$0.loginsKey: user.tokens.idToken] } ?? [:]
        }
    }

    /// Obtains credentials: for a known identity, or for the one that `GetId` names.
    ///
    /// - Parameters:
    ///   - logins: the providers' tokens; empty for a guest.
    ///   - knownID: the identity to request. If the pool no longer has it, a new one is requested.
    ///   - role: the role to request in place of the pool's choice.
    /// - Returns: the identity with its credentials.
    /// - Throws: `SessionError`.
    func grant(
        logins: [String: String],
        knownID: String?,
        role: String? = nil
    ) async throws(SessionError) -> GrantedIdentity {
        guard let knownID else {
            return try await credentials(identityID: identityID(logins: logins), logins: logins, role: role)
        }
        do throws(SessionError) {
            return try await credentials(identityID: knownID, logins: logins, role: role)
        } catch {
            guard case .service(let fault) = error else { throw error }
            let isRefused = rules.replacesRefusedIdentity && !logins.isEmpty && fault.code == .notAuthorized
            guard isRefused || fault.code == .resourceNotFound else { throw error }
            let newID = try await identityID(logins: logins)
            if isRefused, newID == knownID { throw error }
            return try await credentials(identityID: newID, logins: logins, role: role)
        }
    }

    /// Runs a call of the identity pool; a refusal also says which regions disagree, if some do.
    private func askingIdentityPool<Answer>(
        _ call: () async throws(ServiceFault) -> Answer
    ) async throws(SessionError) -> Answer {
        do throws(SessionError) {
            return try await asking(call)
        } catch {
            guard case .service(var fault) = error, let conflict = configuration.regionConflict else { throw error }
            fault.message += fault.message.isEmpty ? conflict : " \(conflict)"
            throw .service(fault)
        }
    }

    /// `GetId`.
    func identityID(logins: [String: String]) async throws(SessionError) -> String {
        guard let client = identityPoolClient, let pool = configuration.identityPool else { throw .noIdentityPool }
        let input = GetIdInput(identityPoolId: pool.poolID, logins: logins.isEmpty ? nil : logins)
        let response = try await askingIdentityPool { () throws(ServiceFault) in try await client.getId(input) }
        guard let id = response.identityId, !id.isEmpty else {
            throw .garbled(.garbled("The answer names no identity."))
        }
        return id
    }

    /// `GetCredentialsForIdentity`.
    func credentials(
        identityID: String,
        logins: [String: String],
        role: String? = nil
    ) async throws(SessionError) -> GrantedIdentity {
        guard let client = identityPoolClient else { throw .noIdentityPool }
        let input = GetCredentialsForIdentityInput(
            identityId: identityID,
            logins: logins.isEmpty ? nil : logins,
            customRoleArn: role
        )
        let response = try await askingIdentityPool { () throws(ServiceFault) in
            try await client.getCredentialsForIdentity(input)
        }
        guard let granted = response.credentials, let key = granted.accessKeyId, let secret = granted.secretKey,
            let token = granted.sessionToken, let expiration = granted.expiration
        else { throw .garbled(.garbled("The answer holds no complete credentials.")) }
        return GrantedIdentity(
            identityID: response.identityId ?? identityID,
            credentials: AWSCredentials(
                accessKeyID: key,
                secretAccessKey: secret,
                sessionToken: token,
                expiration: expiration
            )
        )
    }
}
