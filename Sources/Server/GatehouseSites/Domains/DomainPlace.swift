// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The place at which a request looks for a domain of a site.
package enum DomainPlace: Sendable, Hashable {
    /// A host name of its own.
    case host(HostName)
    /// The first segment below a path of the server's own hosts, which several domains share with one origin.
    case path(HostName)
}
