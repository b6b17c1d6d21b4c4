// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseWire
import Synchronization

extension SessionEngine {
    /// The identity with credentials that stay valid for some time, for whatever session there is; tokens that they need
    /// are renewed first.
    ///
    /// A stored identity id that the identity pool does not have any more is replaced. One fetch is made for all who call
    /// in the meantime.
    ///
    /// - Parameter validity: how long the credentials must stay valid; ones that were just fetched count in any case.
    /// - Returns: the identity with its credentials.
    /// - Throws: `.configuration` without an identity pool; `.service` if the identity pool refuses; `.sessionExpired` if
    ///   tokens cannot be renewed any more, `.renewal` if their renewal was refused otherwise; `.network`; `.invalidState`
    ///   if a local sign-out happened in between.
    package func freshCredentials(validFor validity: Duration) async throws(SessionError) -> GrantedIdentity {
        try requireIdentityPool()
        let start = CallMoment.present
        let isValid = { @Sendable [clock] (identity: GrantedIdentity?) in
            guard let end = identity?.credentials?.expiration else { return false }
            return clock.now().addingTimeInterval(TimeInterval(validity.components.seconds)) < end
        }
        if let identity = try holder.loaded().record?.identity, isValid(identity) { return identity }
        let flight = presentTurns.renewals
        return try await withDeadline(deadline) { [self] () async throws(SessionError) in
            while true {
                let isOwn = Mutex(false)
                let result = await flight.credentials.join { [self] in
                    isOwn.withLock { $0 = true }
                    return await inTurn(flight) { [self] () async throws(SessionError) in
                        try await undisturbed(since: start) { snapshot throws(SessionError) in
                            if let identity = snapshot.record?.identity, isValid(identity) { return identity }
                            return try await obtainCredentials(snapshot)
                        }
                    }
                }
                guard let result else { throw .cancelled }
                let identity = try result.get()
                // Another caller's flight may have found credentials that expire too early for this call.
                if isValid(identity) || isOwn.withLock({ $0 }) { return identity }
            }
        }
    }

    /// The identity's id: the stored one, or the one that `GetId` names, which is stored without credentials.
    ///
    /// - Throws: as `freshCredentials`.
    package func freshIdentityID() async throws(SessionError) -> String {
        try requireIdentityPool()
        let start = CallMoment.present
        if let identity = try holder.loaded().record?.identity { return identity.identityID }
        let result = await inTurn(presentTurns.renewals) { [self] () async throws(SessionError) in
            try await undisturbed(since: start) { snapshot throws(SessionError) in
                if let identity = snapshot.record?.identity { return identity.identityID }
                guard let (snapshot, subject) = try await subject(of: snapshot) else { return nil }
                let identity = GrantedIdentity(
                    identityID: try await identityID(logins: subject.logins),
                    credentials: nil
                )
                return keep(identity, of: snapshot) ? identity.identityID : nil
            }
        }
        return try result.get()
    }

    private func obtainCredentials(_ snapshot: SessionSnapshot) async throws(SessionError) -> GrantedIdentity? {
        guard let (snapshot, subject) = try await subject(of: snapshot) else { return nil }
        let knownID = snapshot.record?.identity?.identityID
        let identity = try await grant(logins: subject.logins, knownID: knownID, role: subject.role)
        return keep(identity, of: snapshot) ? identity : nil
    }

    private func keep(_ identity: GrantedIdentity, of snapshot: SessionSnapshot) -> Bool {
        let record = snapshot.record?.replacing(identity: identity) ?? .guest(identity: identity)
        return holder.adopt(record, inPlaceOf: snapshot) != nil
    }

    /// The logins and the role in requests to the identity pool.
    private struct Subject {
        var logins: [String: String] = [:]
        var role: String?
    }

    /// The logins and the role of a session; its tokens are renewed if necessary.
    ///
    /// - Returns: the session with these tokens; nil if it was changed in the meantime.
    private func subject(
        of snapshot: SessionSnapshot
    ) async throws(SessionError) -> (SessionSnapshot, Subject)? {
        do throws(SessionError) {
            switch snapshot.record {
            case nil, .guest: return (snapshot, Subject())
            case .federated:
                guard let present = try await renewLoginIfNecessary(snapshot), let login = present.record?.login else {
                    return nil
                }
                return (present, Subject(logins: login.logins, role: login.customRoleARN))
            case .userPool(let user), .userAndIdentityPool(let user, _):
                if user.federation == .disabled { return (snapshot, Subject()) }
                if try validTokens(snapshot) != nil { return (snapshot, Subject(logins: logins(user))) }
                guard let present = try await renewTokens(snapshot, user), let user = present.record?.user else {
                    return nil
                }
                if user.isRefreshTokenDead { throw .sessionExpired }
                return (present, Subject(logins: logins(user)))
            }
        } catch {
            switch error {
            case .service(let fault), .garbled(let fault): throw .renewal(fault)
            default: throw error
            }
        }
    }

    private func requireIdentityPool() throws(SessionError) {
        if identityPoolClient == nil {
            throw .configuration(
                "No identity pool is configured, so there are no AWS credentials.",
                cure: "Add an identity pool to the configuration."
            )
        }
    }
}

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
