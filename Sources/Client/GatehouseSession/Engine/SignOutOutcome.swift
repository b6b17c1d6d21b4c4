// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The outcome of a sign-out.
///
/// Unless it failed, no user is signed in on this device any more.
package enum SignOutOutcome: Sendable, Equatable {
    case complete
    /// Signed out on this device, but a request to the service failed.
    case partial(revokeToken: SignOutTrouble?, globalSignOut: SignOutTrouble?)
    /// Nothing changed.
    case failed(SessionError)
}

/// A request to the service that failed, with the token that is still valid.
package struct SignOutTrouble: Sendable, Equatable {
    /// The refresh token that was not revoked, or the access token that was not signed out with.
    package let token: String
    package let error: SessionError

    /// Creates the record of a failed step.
    package init(token: String, error: SessionError) {
        self.token = token
        self.error = error
    }
}

extension SignOutTrouble: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "\(error)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["error": error]) }
}
