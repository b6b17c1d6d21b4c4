// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// The reason why a client gets no token of its own, or not with the scopes that it asked for: the cause of the fault.
package enum ClientTokenRefusal: String, RefusalReason {
    /// The client has no secret, so that every caller could ask for its tokens.
    case publicClient = "client_public"
    /// A scope does not exist in the pool.
    case unknownScope = "scope_unknown"
    /// A scope exists, but the client must not have it.
    case foreignScope = "scope_not_allowed"
    /// The client has no scope of a resource server that exists now.
    case noScope = "scope_missing"

    package var refusedBy: String { rawValue }
}
