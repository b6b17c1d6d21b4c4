// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// A trigger that sends a message instead of the server.
///
/// Its event contains the code encrypted: `code` is a message of the AWS Encryption SDK in Base64, which the holder of
/// the key can decrypt.
struct CustomSender: Sendable {
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
