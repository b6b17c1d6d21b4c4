// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

extension SessionEngine {
    /// Stores a federated login without a request.
    ///
    /// It takes the place of any session but that of a user who signed in with the user pool's own API. The credentials
    /// are dropped. A login without a custom role keeps the role of the federated session that it replaces.
    ///
    /// - Parameters:
    ///   - login: the login.
    ///   - identityID: the identity to request; the guest's or the former federation's when nil, if there is one.
    /// - Throws: `.invalidState` while such a user is signed in, or after a sign-out since the call was made;
    ///   `.storeUnreadable`, `.storeFailed`.
    package func adoptFederation(_ login: FederatedLogin, identityID: String?) throws(SessionError) {
        try adoptFederation(login, identityID: identityID, since: holder.beginning)
    }

    /// As above, for a call that a sign-out or a sign-in may have ended since it began.
    ///
    /// - Throws: also `.invalidState` if it was ended.
    func adoptFederation(
        _ login: FederatedLogin,
        identityID: String?,
        since start: SessionHolder.Moment?
    ) throws(SessionError) {
        var isRefused = false
        let adopted = try holder.rewrite(isBinding: true, since: start) { record in
            isRefused = record?.user?.method.isOfAPI ?? false
            if isRefused { return .keep }
            var login = login
            login.customRoleARN = login.customRoleARN ?? record?.login?.customRoleARN
            return .replace(.federated(login: login, identity: Self.identity(identityID, keptFrom: record)))
        }
        if isRefused { throw .notWhileSignedIn }
        if adopted == nil { throw .endedFromOutside }
        suspension.end()
        hasFederationFailed.withLock { $0 = false }
    }

    private static func identity(_ identityID: String?, keptFrom record: SessionRecord?) -> GrantedIdentity? {
        if let identityID { return GrantedIdentity(identityID: identityID, credentials: nil) }
        return switch record {
        case .guest(let identity): identity.withoutCredentials
        case .federated(_, let identity): identity?.withoutCredentials
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
