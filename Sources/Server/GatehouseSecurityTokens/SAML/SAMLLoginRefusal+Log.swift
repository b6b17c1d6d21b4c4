// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import GatehouseFederation

extension SAMLLoginRefusal: RefusalReason {
    package var refusedBy: String {
        switch self {
        case .unregisteredProvider: "provider_not_registered"
        case .unusableMetadata: "saml_metadata"
        case .response(let fault): fault.refusedBy
        case .failure: "registry"
        }
    }

    package var attempt: RefusedAttempt {
        switch self {
        case .unregisteredProvider(let arn), .unusableMetadata(let arn): RefusedAttempt(resource: arn)
        case .response, .failure: RefusedAttempt()
        }
    }
}

extension SAMLSessionFault: RefusalReason {
    package var refusedBy: String { "saml_session_attributes" }
}
