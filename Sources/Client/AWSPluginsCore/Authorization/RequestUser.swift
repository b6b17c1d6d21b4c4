// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The user in whose name a request is made.
///
/// A request gets its token when it is sent. Another user may have signed in since the request was decided on, and a
/// provider of OpenID Connect does not tell it. No token of that user serves the request.
package enum RequestUser {
    /// Returns whether a token is one of the user; nil if any user's token serves the request.
    ///
    /// A request that is signed with AWS credentials passes the identifier of their access key, and the answer does not
    /// count: a guest has credentials, too.
    @TaskLocal package static var accepts: (@Sendable (_ token: String, _ mode: AWSAuthorizationType) -> Bool)?
}
