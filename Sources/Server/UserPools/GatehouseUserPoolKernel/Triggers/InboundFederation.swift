// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
package import GatehouseUserPoolModel
package import GatehouseWire

/// The InboundFederation trigger, which can replace the claims of a person before they are mapped.
enum InboundFederation {
    /// Returns the trigger's event; `document` has what the provider has sent.
    static func event(
        of subject: TriggerSubject, from provider: IdentityProviderRecord, document: WireValue
    ) -> TriggerEvent {
        TriggerEvent(
            subject: subject, source: "InboundFederation_ExternalProvider",
            request: [
                "providerName": .string(provider.name), "providerType": .string(provider.kind.rawValue),
                "attributes": document,
            ],
            response: ["userAttributesToMap": [:]], showsAttributes: false)
    }
}

extension TriggerRunner {
    /// Calls the pool's trigger, if it has one, before claims are mapped to attributes.
    ///
    /// - Returns: the claims that replace those of the provider; `nil` if the trigger keeps them.
    /// - Throws: the faults of ``run(_:_:)``; the sign-in then fails.
    package func inboundFederation(
        of subject: TriggerSubject, from provider: IdentityProviderRecord, document: WireValue
    ) async throws(ServiceFault) -> [WireName: WireValue]? {
        // This code runs for every sign-in, and most pools have no trigger that needs the event.
        guard Trigger.inboundFederation.function(in: subject.pool) != nil else { return nil }
        let event = InboundFederation.event(of: subject, from: provider, document: document)
        guard let claims = try await run(.inboundFederation, event)?.values("userAttributesToMap"), !claims.isEmpty
        else { return nil }
        return claims
    }
}
