// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

extension SessionEngine {
    /// Stores a federated login without a request.
    ///
    /// It takes the place of any session but that of a user who signed in with the user pool's own API. The credentials
    /// are dropped. The identity id and the custom role of the former session stay if the login renews its login.
    ///
    /// - Parameters:
    ///   - login: the login.
    ///   - identityID: the identity to request; nil for the guest's, or for that of the login that is renewed.
    /// - Throws: `.invalidState` while such a user is signed in, or after a sign-out since the call was made;
    ///   `.storeUnreadable`, `.storeFailed`.
    package func adoptFederation(_ login: FederatedLogin, identityID: String?) throws(SessionError) {
        try adoptFederation(login, identityID: identityID, since: holder.beginning)
    }

    /// As above, for a call that a sign-out or a sign-in may have ended since it began.
    ///
    /// - Parameters:
    ///   - login: the login.
    ///   - identityID: the identity to request.
    ///   - start: the beginning of the call.
    ///   - replacesUser: whether it takes the place of any session.
    /// - Throws: also `.invalidState` if it was ended.
    func adoptFederation(
        _ login: FederatedLogin,
        identityID: String?,
        since start: SessionHolder.Moment?,
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
