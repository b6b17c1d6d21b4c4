// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseWire
import Synchronization

extension SessionEngine {
    /// Exchanges a provider's token for an identity with credentials, and stores both as the session.
    ///
    /// The session takes the place of a guest's or of another federated one. After a failure the session is what it was,
    /// and a sign-in is refused until a federation succeeds or the failed one is cleared.
    ///
    /// - Parameters:
    ///   - login: the provider's key in `Logins`, and its token.
    ///   - identityID: the identity to request; `GetId` names it when nil.
    /// - Returns: the identity with its credentials.
    /// - Throws: `SessionError`; `.invalidState` while a user is signed in or signs in, `.configuration` without an
    ///   identity pool.
    package func federate(
        _ login: FederatedLogin,
        identityID: String? = nil
    ) async throws(SessionError) -> (identityID: String, credentials: AWSCredentials) {
        try await change { [self] () async throws(SessionError) -> (identityID: String, credentials: AWSCredentials) in
            try requireNoUser()
            guard configuration.identityPool != nil else { throw .noPoolToFederateWith }
            let identity: GrantedIdentity
            do throws(SessionError) {
                identity = try await granted(login, identityID)
            } catch {
                hasFederationFailed.withLock { $0 = true }
                throw error
            }
            guard let credentials = identity.credentials else { throw .noCredentials }
            try takePlace(.federated(login: login, identity: identity))
            hasFederationFailed.withLock { $0 = false }
            return (identity.identityID, credentials)
        }
    }

    /// Removes the federated session from this device; the provider's own session stays.
    ///
    /// - Throws: `SessionError`; `.nothingFederated` after a federation that failed and left nothing to remove, which
    ///   allows a sign-in again; `.invalidState` in any other state; `.storeFailed` if the session could not be removed.
    package func clearFederation() async throws(SessionError) {
        try await change { [self] () async throws(SessionError) in
            let record = try holder.loaded().record
            let hasFailed = hasFederationFailed.withLock { hasFailed in
                defer { hasFailed = false }
                return hasFailed
            }
            guard record?.isFederated == true else { throw hasFailed ? .nothingFederated : .notFederated }
            guard try replaced(by: nil, over: { $0?.isFederated ?? false }) else { throw .notFederated }
        }
    }

    private func granted(_ login: FederatedLogin, _ identityID: String?) async throws(SessionError) -> GrantedIdentity {
        let role = login.customRoleARN
        guard let identityID else { return try await grant(logins: login.logins, knownID: nil, role: role) }
        return try await credentials(identityID: identityID, logins: login.logins, role: role)
    }

    /// Refuses while a user is signed in, or in the middle of a sign-in.
    private func requireNoUser() throws(SessionError) {
        switch try presentRecord() {
        case nil, .guest, .federated: break
        case .userPool, .userAndIdentityPool: throw .notWhileSignedIn
        }
        switch ongoingSignIn.withLock({ $0 }) {
        case .none: break
        case .underWay, .open, .showing: throw .notDuringSignIn
        }
    }

    /// Stores the federated session, unless another program that shares the store has signed a user in.
    private func takePlace(_ record: SessionRecord) throws(SessionError) {
        guard try replaced(by: record, over: { $0?.user == nil }) else { throw .notWhileSignedIn }
        suspension.end()
    }

    private func replaced(
        by record: SessionRecord?,
        over mayReplace: (SessionRecord?) -> Bool
    ) throws(SessionError) -> Bool {
        do throws(StoreError) {
            return try holder.commit(record, over: mayReplace)
        } catch {
            throw .storeFailed(error)
        }
    }
}

extension SessionError {
    fileprivate static var noPoolToFederateWith: SessionError {
        .configuration(
            "No identity pool is configured, with which a provider could be federated.",
            cure: "Add an identity pool to the configuration."
        )
    }

    static var notWhileSignedIn: SessionError {
        .invalidState(
            "Federation could not be completed.",
            cure: "Call signOut first: a user is signed in, whose session has credentials of the identity pool already."
        )
    }

    fileprivate static var notDuringSignIn: SessionError {
        .invalidState(
            "Federation could not be completed.",
            cure: "Finish the sign-in with confirmSignIn, or abandon it with signOut."
        )
    }

    static var afterFailedFederation: SessionError {
        .invalidState(
            "The last federation failed.",
            cure: "Call clearFederationToIdentityPool or signOut before a sign-in, or federate again."
        )
    }

    fileprivate static var notFederated: SessionError {
        .invalidState("Clearing of federation failed.", cure: "The session is not federated; call signOut for a user.")
    }
}
