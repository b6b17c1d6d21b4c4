// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A group of paths with their methods, bodies, audiences and responses.
///
/// The gateway knows only the routes of a site, so a new site changes neither the gateway nor another site.
package struct Site: Sendable {
    /// The routes, in the order in which they may respond.
    package let routes: [Route]
    /// Whether the site shows data for users of this machine only; a server with such a site allows its own host names
    /// only.
    package let isForThisMachine: Bool

    /// What the gateway must know of the site's services; `nil` for a site without services.
    package let terms: ServiceTerms?

    /// Creates a site.
    package init(routes: [Route], isForThisMachine: Bool = false, terms: ServiceTerms? = nil) {
        self.routes = routes
        self.isForThisMachine = isForThisMachine
        self.terms = terms
    }
}
