// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The user in whose name a request is made.
///
/// A request gets its token when it is sent. Another user may have signed in since the request was decided on, and a
/// provider of OpenID Connect does not tell it. No token of that user serves the request.
package struct RequestUser: Sendable {
    // Not the function itself: in an optimised build by Swift 6.3.1, binding a task-local function can crash.
    /// The user of the task's requests; nil if any user's token serves them.
    @TaskLocal package static var current: RequestUser?

    private let isOwner: @Sendable (_ token: String, _ mode: AWSAuthorizationType) -> Bool

    /// Creates a user, whose tokens a function knows.
    package init(_ isOwner: @escaping @Sendable (_ token: String, _ mode: AWSAuthorizationType) -> Bool) {
        self.isOwner = isOwner
    }

    /// Returns whether a token is one of the user.
    ///
    /// A request that is signed with AWS credentials passes the identifier of their access key, and the answer does not
    /// count: a guest has credentials, too.
    package func accepts(_ token: String, _ mode: AWSAuthorizationType) -> Bool { isOwner(token, mode) }
}
