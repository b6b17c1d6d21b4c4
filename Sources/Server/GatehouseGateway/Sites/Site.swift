// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A group of paths with their methods, bodies, audience and responses.
///
/// The gateway knows only the routes of a site, so a new site changes neither the gateway nor another site.
package struct Site: Sendable {
    let routes: [Route]
    /// Whether the site shows data for users of this machine only; a server with such a site allows its own host names
    /// only.
    var isForThisMachine = false
}
