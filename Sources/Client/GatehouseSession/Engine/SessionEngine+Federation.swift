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

extension SessionEngine {
    /// Stores a federated login without a request.
    ///
    /// It takes the place of any session but a session from the user pool's own API. The credentials
    /// are dropped. The identity id and the custom role of the former session stay if the login renews its login.
    ///
    /// - Parameters:
    ///   - login: the login.
    ///   - identityID: the identity to request; nil for the guest's, or for the identity of the renewed login.
    /// - Throws: `.invalidState` while such a user is signed in, or after a sign-out since the call was made;
    ///   `.storeUnreadable`, `.storeFailed`.
    package func adoptFederation(_ login: FederatedLogin, identityID: String?) throws(SessionError) {
        // A sign-in of the app's own screens does not end the call that showed these, but a sign-out does.
        let now = CallMoment.now()
        if isOvertaken(.present) { throw .endedFromOutside }
        try adoptFederation(login, identityID: identityID, since: now)
    }

    /// As above, for a call that a sign-out or a sign-in may have overtaken.
    ///
    /// - Parameters:
    ///   - login: the login.
    ///   - identityID: the identity to request.
    ///   - start: the moment of the call.
    ///   - replacesUser: whether it takes the place of any session.
    /// - Throws: also `.invalidState` if it was ended.
    func adoptFederation(
        _ login: FederatedLogin,
        identityID: String?,
        since start: CallMoment,
        replacesUser: Bool = false
    ) throws(SessionError) {
        var isRefused = false
        let adopted = try holder.rewrite(isBinding: true, since: start) { record in
            isRefused = !replacesUser && record?.user?.method.isOfAPI ?? false
            if isRefused { return .keep }
            var login = login
            let renewed = record?.login.flatMap { login.renews($0) ? $0 : nil }
            login.customRoleARN = login.customRoleARN ?? renewed?.customRoleARN
            let identity = Self.identity(identityID, keptFrom: record, isRenewed: renewed != nil)
            return .replace(.federated(login: login, identity: identity))
        }
        if isRefused { throw .notWhileSignedIn }
        if adopted == nil { throw .endedFromOutside }
        suspension.end()
        hasFederationFailed.withLock { $0 = false }
    }

    private static func identity(
        _ identityID: String?,
        keptFrom record: SessionRecord?,
        isRenewed: Bool
    ) -> GrantedIdentity? {
        if let identityID { return GrantedIdentity(identityID: identityID, credentials: nil) }
        return switch record {
        case .guest(let identity): identity.withoutCredentials
        case .federated(_, let identity): isRenewed ? identity?.withoutCredentials : nil
        case nil, .userPool, .userAndIdentityPool: nil
        }
    }
}

extension SignInMethod {
    fileprivate var isOfAPI: Bool {
        switch self {
        case .api: true
        case .hostedUI: false
        }
    }
}
