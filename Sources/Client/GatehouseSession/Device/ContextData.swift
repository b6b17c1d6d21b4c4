// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseWire

/// The content of `UserContextData.EncodedData`: who asks from which device, signed with the client id.
struct ContextData: Sendable {
    private static let version = "IOS20171114"

    let facts: DeviceFacts
    let deviceID: String
    let username: String
    let poolID: String
    let date: Date

    /// Base64 of payload, signature and version.
    ///
    /// The signature is Base64 of HMAC-SHA256 over version and payload. Its key is the client id, which is public, so the
    /// signature detects damage but not forgery.
    func encoded(clientID: String) -> String {
        let payload = payload
        let signature = hmacSHA256(key: Array(clientID.utf8), Array((Self.version + payload).utf8))
        let envelope: WireValue = [
            "payload": .string(payload), "signature": .string(Base64.encode(signature)),
            "version": .string(Self.version),
        ]
        return Base64.encode(Array(envelope.json()))
    }

    private var payload: String {
        var context = facts.values
        context["DeviceId"] = deviceID
        let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
        let payload: WireValue = [
            "contextData": .object(ofTexts: context), "timestamp": .string("\(milliseconds)"),
            "username": .string(username),
            "userPoolId": .string(poolID),
        ]
        return String(decoding: payload.json(), as: UTF8.self)
    }
}
