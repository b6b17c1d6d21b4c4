// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText
import GatehouseWire

/// A message of a client in the subprotocol `graphql-ws`, as AppSync has it.
enum RealtimeMessage: Equatable {
    /// The client is ready.
    case initialize
    /// The client subscribes, under an id that it has chosen.
    case start(id: String, RealtimeStart)
    /// The client ends a subscription.
    case stop(id: String)
    /// Anything else, with the id if the message has a valid one.
    case unsupported(id: String?)

    /// The most bytes of the id of a subscription.
    static let longestID = 128

    /// Reads the text of a message.
    init(_ text: String) {
        guard let json = try? WireValue(foreignJSON: text.utf8) else {
            self = .unsupported(id: nil)
            return
        }
        let id = json["id"]?.stringValue.flatMap { (1...Self.longestID).contains($0.utf8.count) ? $0 : nil }
        switch (json["type"]?.stringValue, id) {
        case ("connection_init", _): self = .initialize
        case ("start", let id?):
            self = RealtimeStart(json["payload"]).map { .start(id: id, $0) } ?? .unsupported(id: id)
        case ("stop", let id?): self = .stop(id: id)
        default: self = .unsupported(id: id)
        }
    }
}

/// The payload of a subscription's start.
struct RealtimeStart: Equatable {
    /// The JSON text of the request, byte for byte, because signatures cover it.
    let data: String
    /// The headers that authorize the subscription.
    let authorization: [AuthorizationHeader]

    init(data: String, authorization: [AuthorizationHeader]) {
        self.data = data
        self.authorization = authorization
    }

    /// Reads the payload; `nil` without the text of a request.
    init?(_ payload: WireValue?) {
        guard let data = payload?["data"]?.stringValue else { return nil }
        self.data = data
        authorization = AuthorizationHeader.all(in: payload?["extensions"]?["authorization"])
    }
}

/// A member of an object with the headers of a request.
struct AuthorizationHeader: Equatable {
    let name: String
    let value: String

    /// The headers in an object; members of other types than text are left out.
    static func all(in object: WireValue?) -> [AuthorizationHeader] {
        let members = object?.objectValue ?? [:]
        return members.sorted { $0.key < $1.key }.compactMap { member in
            member.value.stringValue.map { AuthorizationHeader(name: member.key.text, value: $0) }
        }
    }
}
