// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The outcome of a sign-out.
///
/// Unless it failed, no user is signed in on this device any more.
package enum SignOutOutcome: Sendable, Equatable {
    case complete
    /// Signed out on this device, but a request to the service or the logout page failed.
    case partial(revokeToken: SignOutTrouble?, globalSignOut: SignOutTrouble?, page: SessionError? = nil)
    /// Nothing changed.
    case failed(SessionError)

    /// The outcome of a sign-out whose logout page failed before.
    func after(page trouble: SessionError?) -> SignOutOutcome {
        guard let trouble else { return self }
        return switch self {
        case .complete: .partial(revokeToken: nil, globalSignOut: nil, page: trouble)
        case .partial(let revoke, let global, _): .partial(revokeToken: revoke, globalSignOut: global, page: trouble)
        case .failed: self
        }
    }
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
