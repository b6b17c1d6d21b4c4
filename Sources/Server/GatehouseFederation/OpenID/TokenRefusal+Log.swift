// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

extension TokenRefusal: RefusalReason {
    package var refusedBy: String {
        switch self {
        case .notIDToken: "token_form"
        case .unverifiable: "token_signature"
        case .wrongIssuer: "token_issuer"
        case .missingClaim, .contradictoryClaims: "token_claims"
        case .expired: "token_expired"
        case .notYetValid: "token_not_yet_valid"
        case .wrongAudience: "token_audience"
        case .providerUnavailable: "provider_unavailable"
        }
    }
}
