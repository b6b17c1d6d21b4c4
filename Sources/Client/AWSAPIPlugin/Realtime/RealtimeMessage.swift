// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseWire

/// A message to the service, of the subprotocol `graphql-ws` as AppSync speaks it.
enum RealtimeRequest: Sendable, Equatable {
    /// Begins the conversation.
    case initialize
    /// Starts a subscription: its id, the JSON of its document, and the headers that authorize it.
    case start(id: String, document: String, authorization: [String: String])
    /// Ends a subscription.
    case stop(id: String)

    /// The message as JSON.
    var text: String {
        String(decoding: value.jsonBytes(), as: UTF8.self)
    }

    private var value: WireValue {
        switch self {
        case .initialize: ["type": "connection_init"]
        case .start(let id, let document, let authorization):
            [
                "type": "start", "id": .string(id),
                "payload": [
                    "data": .string(document),
                    "extensions": ["authorization": .object(ofTexts: authorization)],
                ],
            ]
        case .stop(let id): ["type": "stop", "id": .string(id)]
        }
    }
}

/// A message of the service.
struct RealtimeResponse: Sendable, Equatable {
    /// The types of messages that the client acts on.
    enum Kind: String, Sendable {
        case connectionAck = "connection_ack"
        case connectionError = "connection_error"
        case keepAlive = "ka"
        case startAck = "start_ack"
        case data
        case error
        case complete
    }

    /// The type.
    let kind: Kind
    /// The subscription; nil for messages about the connection.
    let id: String?
    /// The content.
    let payload: WireValue

    /// Creates a message.
    init(_ kind: Kind, id: String? = nil, payload: WireValue = .null) {
        self.kind = kind
        self.id = id
        self.payload = payload
    }

    /// Reads a message; nil if it is not JSON, or has another type: clients ignore such messages.
    init?(_ message: SocketMessage) {
        let bytes =
            switch message {
            case .text(let text): Array(text.utf8)
            case .binary(let data): Array(data)
            }
        guard let value = try? WireValue(json: bytes), let kind = value["type"]?.stringValue.flatMap(Kind.init) else {
            return nil
        }
        self.init(kind, id: value["id"]?.stringValue, payload: value["payload"] ?? .null)
    }

    /// The time after which a connection without keep-alive messages is dead.
    ///
    /// AppSync's usual time of 5 minutes where the service names none, or none between 1 ms and a day: the original takes
    /// zero then, and connects again and again.
    var connectionTimeout: Duration {
        let usual: Int64 = 300_000
        let named = payload["connectionTimeoutMs"]?.integerValue ?? usual
        return .milliseconds((1...86_400_000).contains(named) ? named : usual)
    }

    /// The errors of the content: a list, or one object as for limits.
    var errors: [WireValue] {
        switch payload["errors"] {
        case .array(let errors): errors
        case .some(let error) where !error.isNull: [error]
        default: []
        }
    }
}
