// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseFederation

/// A sign-in at a provider of a pool that failed, for the log.
struct RefusedProvider: RefusalReason {
    /// The reason of the failure.
    enum Reason {
        /// The pool has no provider with the name, or one of another kind.
        case unknown
        /// The browser came back with an error of the provider.
        case error
        /// A provider of OpenID Connect or OAuth 2.0 gave no usable answer, or a SAML provider no metadata.
        case upstream(UpstreamFault)
        /// The response of a SAML provider is not accepted.
        case response(SAMLFault)
        /// The assertion was accepted before.
        case usedAssertion
    }

    private let provider: String
    private let reason: Reason

    /// Describes a failure at the provider with a name in a pool.
    init(_ provider: String, inPool poolID: String, _ reason: Reason) {
        self.provider = "\(poolID)/\(provider)"
        self.reason = reason
    }

    var refusedBy: String {
        switch reason {
        case .unknown: "provider_not_registered"
        case .error: "provider_error"
        case .upstream(let fault): fault.refusedBy
        case .response(let fault): fault.refusedBy
        case .usedAssertion: "saml_used"
        }
    }

    var attempt: RefusedAttempt { RefusedAttempt(principal: provider) }
}
