// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reason why a signed or federated call is refused: the cause of its fault.
///
/// The server logs it; the client gets the fault's code and text alone. It has no secret, no token and no claim.
package protocol RefusalReason: Error {
    /// What refuses, as a word of a closed list, such as `identity_policy_denies`.
    var refusedBy: String { get }
    /// The caller and the refused action.
    var attempt: RefusedAttempt { get }
}

extension RefusalReason {
    package var attempt: RefusedAttempt { RefusedAttempt() }
}

/// The caller of a refused call and what it asked for, as far as both are known.
package struct RefusedAttempt: Sendable, Equatable {
    /// The ARN of the signer, or the name of the identity provider that authenticated the person.
    package var principal: String?
    /// The access key of a signature that was not verified; the key may be unknown.
    package var accessKeyID: String?
    /// The action that is not permitted, such as `sts:AssumeRole`.
    package var action: String?
    /// The ARN of what the action is about, or `*`.
    package var resource: String?

    /// Creates a description.
    package init(
        principal: String? = nil, accessKeyID: String? = nil, action: String? = nil, resource: String? = nil
    ) {
        self.principal = principal
        self.accessKeyID = accessKeyID
        self.action = action
        self.resource = resource
    }
}
