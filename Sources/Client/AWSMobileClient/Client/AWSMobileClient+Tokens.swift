// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

extension AWSMobileClient: AWSIdentityProviderManager {
    /// The tokens of the signed-in user, renewed if necessary.
    ///
    /// If the session can no longer be renewed, the completion waits for a sign-in, `releaseSignInWait` or `signOut`.
    ///
    /// - Parameter completionHandler: receives the tokens, or the reason for the failure.
    public func getTokens(_ completionHandler: @escaping (Tokens?, (any Error)?) -> Void) {
        session.answer(completionHandler, unless: session.requireUserSession) { try await $0.tokens() }
    }

    /// AWS credentials that are valid for ten minutes at least.
    ///
    /// If the session can no longer be renewed, the completion waits for a sign-in, `releaseSignInWait` or `signOut`.
    ///
    /// - Parameter completionHandler: receives the credentials, or the reason for the failure.
    public func getAWSCredentials(_ completionHandler: @escaping (AWSCredentials?, (any Error)?) -> Void) {
        session.answer(from: .identityPool, completionHandler, unless: session.requireIdentityPool) {
            try await $0.credentials()
        }
    }

    /// The token of the session under the name that its provider has in the identity pool; empty for a guest.
    public func logins() -> AWSTask<NSDictionary> {
        let task = AWSTask<NSDictionary>()
        let completion = { (logins: [String: String]?, error: (any Error)?) in
            task.end(logins.map { NSDictionary(dictionary: $0) }, error)
        }
        session.answer(completion, unless: {}) { try await $0.logins() }
        return task
    }
}
