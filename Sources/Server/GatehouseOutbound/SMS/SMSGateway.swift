// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AsyncHTTPClient
import Foundation
package import GatehouseCore
import GatehouseCrypto
import GatehouseText
import NIOCore
import NIOHTTP1

/// Sends text messages to an HTTP gateway.
package struct SMSGateway: Carrier {
    private static let requestLimit = TimeAmount.seconds(30)
    private static let answerLimit = 16_384
    /// Status codes from 400 to 499 that are temporary failures nevertheless.
    private static let temporary: Set<UInt> = [408, 425, 429]

    private let settings: SMSGatewaySettings

    /// Creates a carrier; it does not connect to the gateway.
    package init(_ settings: SMSGatewaySettings) {
        self.settings = settings
    }

    package func carry(_ message: Message, id: String) async throws(CarriageFailure) {
        let (status, answer) = try await send(request(message, id: id))
        guard !(200..<300).contains(status) else { return }
        let said = ProviderText(answer, about: message, secrets: secrets).text
        let text = "the SMS gateway answers \(status)" + (said.isEmpty ? "" : ": \(said)")
        guard (400..<500).contains(status), !Self.temporary.contains(status) else { throw .postponed(text) }
        throw .refused(text)
    }

    /// The request for a message; `id` lets a gateway detect a repetition.
    func request(_ message: Message, id: String) -> HTTPClientRequest {
        let words = SMSWords(to: message.recipient, text: message.body, sender: settings.sender)
        var request = HTTPClientRequest(url: words.fill(settings.url) { PercentEncoding.encode($0) })
        request.method = .POST
        request.headers.add(name: "Content-Type", value: settings.body.contentType)
        request.headers.add(name: "Idempotency-Key", value: id)
        switch settings.authorization {
        case .none: break
        case .bearer(let token): request.headers.add(name: "Authorization", value: "Bearer \(token)")
        case .basic(let login):
            let pair = Base64.encode(Array("\(login.username):\(login.password)".utf8))
            request.headers.add(name: "Authorization", value: "Basic \(pair)")
        }
        request.body = .bytes(ByteBuffer(bytes: settings.body.filled(words)))
        return request
    }

    private func send(_ request: HTTPClientRequest) async throws(CarriageFailure) -> (status: UInt, answer: String) {
        do {
            let answer = try await OutboundHTTP.answer(
                to: request, within: Self.requestLimit, atMost: Self.answerLimit)
            // Text that is not in stream-safe form is expensive to compare, so it is omitted; the status alone
            // determines the outcome.
            let isSafe = StreamSafeText.contains(utf8: answer.body)
            return (answer.status, String(decoding: isSafe ? answer.body : [], as: UTF8.self))
        } catch {
            throw .postponed("the SMS gateway cannot be reached (\(OutboundHTTP.reason(error)))")
        }
    }

    private var secrets: [String] {
        switch settings.authorization {
        case .none: []
        case .bearer(let token): [token]
        case .basic(let login): [login.password]
        }
    }
}

/// The HTTP gateway for text messages and the form of its requests.
package struct SMSGatewaySettings: Sendable, Equatable {
    /// The authorization of the requests.
    package enum Authorization: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
        case none
        /// A bearer token (RFC 6750).
        case bearer(String)
        /// A user name and a password (RFC 7617).
        case basic(LoginCredentials)

        /// Contains the kind and user name; never a secret.
        package var description: String {
            switch self {
            case .none: "none"
            case .bearer: "bearer"
            case .basic(let login): "basic \(login.username)"
            }
        }

        package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
    }

    /// The URL of the gateway, `http` or `https`, with the placeholders `{to}`, `{text}` and `{sender}`.
    package var url: String
    package var body: SMSBody
    /// The number or name of the sender.
    package var sender: String
    package var authorization: Authorization

    /// Creates settings; it does not connect to the gateway.
    package init(url: String, body: SMSBody, sender: String = "", authorization: Authorization = .none) {
        self.url = url
        self.body = body
        self.sender = sender
        self.authorization = authorization
    }
}
