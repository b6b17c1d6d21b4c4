// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The caller of a request as policies name it.
package enum AccessCaller: Sendable, Equatable {
    /// A user, or a session of a role, which has the ARN of the session and that of the role.
    ///
    /// `source` is the ARN of the user whose permissions a federated user has; it counts in a Deny only.
    case aws(arns: [String], account: String, source: String? = nil)
    /// A person that an identity provider has authenticated; the provider by each name that trust policies have for it.
    case federated(providers: [String])
}

/// A request as policies see it.
package struct AccessRequest: Sendable {
    /// The action, such as `cognito-identity:ListIdentities`.
    package let action: String
    /// The ARN of the resource, or `*`.
    package let resource: String
    package let context: AccessContext

    /// Creates a request.
    package init(action: String, resource: String, context: AccessContext) {
        self.action = action
        self.resource = resource
        self.context = context
    }
}
