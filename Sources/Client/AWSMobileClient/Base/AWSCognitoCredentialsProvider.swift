// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

// Unchecked, because the class is open to apps and derives from NSObject: its only property is a constant.
/// Obtains credentials of an identity pool for the signed-in user, or for a guest.
open class AWSCognitoCredentialsProvider: NSObject, AWSCredentialsProvider, @unchecked Sendable {
    let session: MobileSession

    /// Creates a provider on the session that all of the process share.
    override public init() {
        session = .shared
    }

    init(session: MobileSession) {
        self.session = session
    }

    /// The identity id; nil before one was fetched, and after a sign-out.
    ///
    /// Reading it sends no request.
    open var identityId: String? { session.identityID }

    /// The id of the identity pool; empty if none is configured.
    open var identityPoolId: String { session.loaded.configuration.values.identityPool?.poolID ?? "" }

    /// Credentials that are valid for ten minutes at least.
    ///
    /// If the session can no longer be renewed, the task ends only after a sign-in, `releaseSignInWait` or `signOut`.
    open func credentials() -> AWSTask<AWSCredentials> {
        let task = AWSTask<AWSCredentials>()
        session.answer(from: .identityPool, task.end, unless: session.requireIdentityPool) {
            try await $0.credentials()
        }
        return task
    }

    /// Drops the credentials, so that the next call fetches others.
    open func invalidateCachedTemporaryCredentials() {
        session.dropCredentials()
    }

    /// The identity id; it is fetched if necessary.
    open func getIdentityId() -> AWSTask<NSString> {
        let task = AWSTask<NSString>()
        let completion = { (id: String?, error: (any Error)?) in task.end(id.map { NSString(string: $0) }, error) }
        session.answer(from: .identityPool, completion, unless: session.requireIdentityPool) {
            try await $0.identityID()
        }
        return task
    }

    /// Drops the credentials.
    open func clearCredentials() {
        session.dropCredentials()
    }

    /// Drops the credentials and the identity id; the user stays signed in.
    open func clearKeychain() {
        session.clearIdentityPool()
    }
}
