// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
package import GatehouseUserPoolModel
package import GatehouseWire

/// The PreAuthentication trigger, which runs before credentials are verified and can deny the sign-in.
enum PreAuthentication {
    /// Returns the trigger's event; it contains the client's metadata as `validationData`.
    static func event(of subject: TriggerSubject, validationData: [String: String]?) -> TriggerEvent {
        TriggerEvent(
            subject: subject, source: "PreAuthentication_Authentication",
            request: [
                "validationData": validationData.map { .object(ofTexts: $0) } ?? .null,
                "userNotFound": .bool(subject.isUnknown),
            ],
            response: [:])
    }
}

extension TriggerRunner {
    /// Calls the pool's trigger, if it has one, before credentials are verified.
    ///
    /// If the client hides unknown users, the trigger runs for them as well.
    ///
    /// - Throws: the faults of ``run(_:_:)``; the sign-in then fails.
    package func preAuthentication(
        of user: UserRecord?, named typedName: String, in pool: UserPoolRecord, by client: AppClientRecord,
        validationData: [String: String]?
    ) async throws(ServiceFault) {
        let subject = TriggerSubject(user, named: typedName, in: pool, by: client)
        _ = try await run(.preAuthentication, PreAuthentication.event(of: subject, validationData: validationData))
    }
}

/// The PostAuthentication trigger, which runs after a successful authentication.
enum PostAuthentication {
    /// Returns the trigger's event.
    static func event(
        of subject: TriggerSubject, usesNewDevice: Bool, metadata: [String: String]?
    ) -> TriggerEvent {
        var request: [WireName: WireValue] = .metadata(metadata)
        request["newDeviceUsed"] = .bool(usesNewDevice)
        return TriggerEvent(
            subject: subject, source: "PostAuthentication_Authentication", request: request, response: [:])
    }
}

extension TriggerRunner {
    /// Calls the pool's trigger, if it has one, before tokens are issued.
    ///
    /// - Throws: the faults of ``run(_:_:)``; the server then issues no tokens.
    package func postAuthentication(
        of user: UserRecord, in pool: UserPoolRecord, by client: AppClientRecord, usesNewDevice: Bool = false,
        metadata: [String: String]?
    ) async throws(ServiceFault) {
        // This code runs for every sign-in, and most pools have no trigger that needs the event.
        guard Trigger.postAuthentication.function(in: pool) != nil else { return }
        let subject = TriggerSubject(user, in: pool, by: client)
        let event = PostAuthentication.event(of: subject, usesNewDevice: usesNewDevice, metadata: metadata)
        _ = try await run(.postAuthentication, event)
    }
}

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
    /// - Returns: the claims that replace the provider's; `nil` if the trigger keeps them.
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
