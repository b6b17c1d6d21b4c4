// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// The reason why an ID token is no login at an identity pool, for the log.
enum LoginRefusal: String, RefusalReason {
    case form = "token_form"
    case signature = "token_signature"
    case issuer = "token_issuer"
    case claims = "token_claims"
    case expired = "token_expired"
    /// The user is disabled or deleted, or the session was revoked.
    case inactive = "token_inactive"

    var refusedBy: String { rawValue }
}
