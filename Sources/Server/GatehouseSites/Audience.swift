// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The clients for which a route is, and with them the pages that may read its responses.
///
/// Each route has one, because no default is right for all routes. A response that no route made has the audience of
/// its path.
package enum Audience: Sendable, Equatable {
    /// Programs, and pages of every origin: for services and public documents, such as tokens and key sets.
    case everyone
    /// Programs under any host name; pages of other origins must not read the responses.
    case programs
    /// A person's browser, which shows the response as a page or follows it as a redirect.
    ///
    /// Pages of other origins must not read the responses, embed them or learn their addresses, and caches must not
    /// store them.
    case browser
    /// The server's developer: the `Host` header has one of the server's own names, the request contains the
    /// developer's key if there is one, and pages of other origins must not read the responses.
    case developer
}
