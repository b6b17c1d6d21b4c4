// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import GatehouseSites

/// A message of the server in the subprotocol `graphql-ws`, as AppSync has it.
enum RealtimeAnswer: Equatable {
    /// The connection is refused.
    case connectionError(RealtimeError)
    /// The connection is ready.
    case connectionAck
    /// The connection is alive.
    case keepAlive
    /// The subscription begins.
    case startAck(id: String)
    /// An event.
    case data(id: String, GraphQLObject)
    /// The subscription has ended at the client's wish.
    case complete(id: String)
    /// A subscription, or a message without an id, is refused; `errors` are in a list.
    case error(id: String?, [GraphQLObject])
    /// A subscription is refused at a limit: clients know this error as an object that is not in a list, and at a limit
    /// of the connection without an id.
    case limit(id: String?, RealtimeError)

    /// The time without a message after which clients connect anew, in milliseconds.
    static let connectionTimeout = 300_000

    /// The JSON text of the message.
    var text: String {
        var members = GraphQLObject()
        switch self {
        case .connectionError(let error):
            members["payload"] = .object(["errors": .list([.object(error.members)])])
            members["type"] = .string("connection_error")
        case .connectionAck:
            members["type"] = .string("connection_ack")
            members["payload"] = .object(["connectionTimeoutMs": .int(Self.connectionTimeout)])
        case .keepAlive: members["type"] = .string("ka")
        case .startAck(let id):
            members["type"] = .string("start_ack")
            members["id"] = .string(id)
        case .data(let id, let payload):
            members["id"] = .string(id)
            members["type"] = .string("data")
            members["payload"] = .object(payload)
        case .complete(let id):
            members["id"] = .string(id)
            members["type"] = .string("complete")
        case .error(let id, let errors):
            members["id"] = id.map { .string($0) }
            members["type"] = .string("error")
            members["payload"] = .object(["errors": .list(errors.map { .object($0) })])
        case .limit(let id, let error):
            members["id"] = id.map { .string($0) }
            members["type"] = .string("error")
            members["payload"] = .object(["errors": .object(error.members)])
        }
        return String(decoding: GraphQLValue.object(members).jsonBytes(), as: UTF8.self)
    }
}

/// An error of the protocol.
struct RealtimeError: Equatable {
    let errorType: String
    let message: String
    /// The number that clients may look at, like a status of HTTP.
    let errorCode: Int?

    init(_ errorType: String, _ message: String, errorCode: Int? = nil) {
        self.errorType = errorType
        self.message = message
        self.errorCode = errorCode
    }

    /// The refusal of a request, as the protocol has it.
    init(_ refusal: RequestRefusal) {
        self.init(refusal.errorType, refusal.message, errorCode: refusal.status)
    }

    /// A message that is not of the protocol, or the start of something else than a subscription.
    static let unsupported = RealtimeError(
        "UnsupportedOperation", "unknown not supported through the realtime channel")

    /// The client has as many subscriptions as a connection may have.
    static let tooMany = RealtimeError(
        "MaxSubscriptionsReachedError", "Max number of \(RealtimeSession.mostSubscriptions) subscriptions reached",
        errorCode: 400)

    /// The client subscribes more often than the client of a connection may.
    static let tooOften = RealtimeError("LimitExceededError", "Rate limit exceeded", errorCode: 429)

    /// The authorization of the connection cannot be read.
    static let unreadableAuthorization = RealtimeError(
        "UnauthorizedException", RequestRefusal.Unauthorized.notAuthorized.rawValue, errorCode: 400)

    /// The element of `errors`, or all of it.
    var members: GraphQLObject {
        var members: GraphQLObject = ["errorType": .string(errorType), "message": .string(message)]
        members["errorCode"] = errorCode.map { .int($0) }
        return members
    }
}

extension SocketClose {
    /// The server ends the connection, and the client is to connect anew: Amplify's clients do so after few statuses
    /// only, of which 1001 is not one.
    static func connectAnew(_ reason: String) -> SocketClose { SocketClose(1011, reason) }

    /// The server cannot serve the client at present.
    static let busy = connectAnew("The server is busy.")
}
