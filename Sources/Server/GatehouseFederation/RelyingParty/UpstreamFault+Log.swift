// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

extension UpstreamFault: RefusalReason {
    package var refusedBy: String {
        switch self {
        case .misconfigured: "provider_settings"
        case .tokenTimeout, .keysUnavailable, .timedOut, .unreachable: "provider_unavailable"
        case .tokenStatus, .attributesStatus: "provider_status"
        case .malformedAnswer: "provider_answer"
        case .refusedToken(let refusal): refusal.refusedBy
        case .wrongNonce: "token_nonce"
        case .otherPerson: "provider_person"
        case .otherProvider: "provider_issuer"
        }
    }
}
