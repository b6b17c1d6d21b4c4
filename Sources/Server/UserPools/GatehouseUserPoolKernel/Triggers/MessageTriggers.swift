// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
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

/// A trigger that sends a message instead of the server.
///
/// Its event contains the code encrypted: `code` is a message of the AWS Encryption SDK in Base64, which the holder of
/// the key can decrypt.
private struct CustomSender: Sendable {
    let trigger: Trigger
    let keyID: String

    /// Creates the sender for a medium; `nil` if the pool has no such trigger.
    init?(_ medium: Message.Medium, in pool: UserPoolRecord) {
        trigger = medium == .email ? .customEmailSender : .customSMSSender
        guard trigger.function(in: pool) != nil else { return nil }
        keyID = pool.description.lambdaConfig?.kmsKeyID ?? ""
    }

    /// Returns the trigger's event.
    func event(
        _ kind: Message.Kind, sealedCode: [UInt8], of subject: TriggerSubject, metadata: [String: String]?
    ) -> TriggerEvent {
        var request: [WireName: WireValue] = .metadata(metadata)
        request["type"] = trigger == .customEmailSender ? "customEmailSenderRequestV1" : "customSMSSenderRequestV1"
        request["code"] = .string(Base64.encode(sealedCode))
        return TriggerEvent(
            subject: subject, source: "\(trigger.rawValue)_\(kind.rawValue)", request: request, response: [:])
    }
}

extension TriggerRunner {
    /// Returns the call of the trigger that sends a message instead of the server; `nil` if the pool has no such
    /// trigger.
    ///
    /// - Throws: `CodeDeliveryFailureException` if the server has no key for the pool's key id.
    func sender(
        of kind: Message.Kind, code: String, by medium: Message.Medium, on occasion: MessageOccasion
    ) throws(ServiceFault) -> TriggerCall? {
        let subject = occasion.subject
        guard let sender = CustomSender(medium, in: subject.pool) else { return nil }
        guard let key = caller.codeKey(sender.keyID) else {
            throw ServiceFault(
                .codeDeliveryFailure, "The message could not be delivered.",
                cause: TriggerFailure.notCallable(.accessDenied, "no key is configured for \(sender.keyID)"))
        }
        let sealed = EncryptedMessage.seal(
            Array(code.utf8), under: key, context: ["userpool-id": subject.pool.id], entropy: entropy)
        return call(
            of: sender.trigger,
            sender.event(kind, sealedCode: sealed, of: subject, metadata: occasion.metadata))
    }
}
