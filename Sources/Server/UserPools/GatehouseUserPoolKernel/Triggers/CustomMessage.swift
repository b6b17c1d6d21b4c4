// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

/// The response of the CustomMessage trigger: texts that replace the pool's own.
struct CustomMessage: Sendable, Equatable {
    /// The placeholders for the code, the user name and the link in the trigger's texts.
    static let (code, username, link) = ("{####}", "{username}", "{##Click Here##}")

    var sms: String?
    var email: String?
    var subject: String?

    /// Returns the trigger's event.
    static func event(
        _ kind: Message.Kind, of subject: TriggerSubject, metadata: [String: String]?
    ) -> TriggerEvent {
        var request: [WireName: WireValue] = .metadata(metadata)
        request["codeParameter"] = .string(code)
        request["usernameParameter"] = kind == .adminCreateUser ? .string(username) : .null
        request["linkParameter"] = .string(link)
        if subject.isUnknown { request["userNotFound"] = true }
        return TriggerEvent(
            subject: subject, source: "CustomMessage_\(kind.rawValue)", request: request,
            response: ["smsMessage": nil, "emailMessage": nil, "emailSubject": nil])
    }
}

extension CustomMessage {
    /// The maximum lengths of the texts, in Unicode scalars.
    private static let limits = (sms: 140, email: 20_000, subject: 140)

    init(_ response: TriggerResponse) throws(ServiceFault) {
        self.init(
            sms: try Self.checked(response, "smsMessage", atMost: Self.limits.sms),
            email: try Self.checked(response, "emailMessage", atMost: Self.limits.email),
            subject: try Self.checked(response, "emailSubject", atMost: Self.limits.subject))
    }

    private static func checked(
        _ response: TriggerResponse, _ name: String, atMost limit: Int
    ) throws(ServiceFault) -> String? {
        guard let text = try response.text(name), !text.isEmpty else { return nil }
        guard text.unicodeScalars.count <= limit else {
            throw ServiceFault(
                .invalidLambdaResponse, "CustomMessage returned a \(name) of more than \(limit) characters.")
        }
        return text
    }
}

extension TriggerRunner {
    /// Returns the message texts of the pool's trigger; `nil` if the pool has no such trigger.
    ///
    /// If a client hides unknown users, the trigger runs for them as well, because a missing call would reveal them.
    ///
    /// - Throws: the faults of ``run(_:_:)``.
    func customMessage(
        _ kind: Message.Kind, on occasion: MessageOccasion
    ) async throws(ServiceFault) -> CustomMessage? {
        let event = CustomMessage.event(kind, of: occasion.subject, metadata: occasion.metadata)
        guard let response = try await run(.customMessage, event) else { return nil }
        return try CustomMessage(response)
    }
}
