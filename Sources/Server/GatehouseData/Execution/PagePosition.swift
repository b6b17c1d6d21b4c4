// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseWire

/// The place in a list at which a page begins, as a token holds it.
struct PagePosition: Hashable {
    /// The record after which the page begins.
    var record: RecordPosition
    /// When the first page of a sync began, in milliseconds since 1970.
    var startedAt: Int?
    /// Whether a sync reads changes only.
    var isDelta = false
    /// The number of the partition of several, in which the place is.
    var partition = 0

    /// The place as text.
    var text: String {
        var members: GraphQLObject = ["key": .list(record.key.values)]
        if let sort = record.sort { members["sort"] = sort }
        if let startedAt { members["startedAt"] = .int(startedAt) }
        if isDelta { members["delta"] = .boolean(true) }
        if partition > 0 { members["partition"] = .int(partition) }
        return String(decoding: GraphQLValue.object(members).jsonBytes(), as: UTF8.self)
    }

    init(_ record: RecordPosition, startedAt: Int? = nil, isDelta: Bool = false, partition: Int = 0) {
        self.record = record
        self.partition = partition
        self.startedAt = startedAt
        self.isDelta = isDelta
    }

    /// Reads a text; `nil` for any other.
    init?(_ text: String) {
        guard let json = try? WireValue(foreignJSON: text.utf8), case .object(let members) = GraphQLValue(json),
            case .list(let key)? = members["key"]
        else { return nil }
        record = RecordPosition(sort: members["sort"], key: RecordID(key))
        if case .int(let time)? = members["startedAt"] { startedAt = time }
        isDelta = members["delta"] == .boolean(true)
        if case .int(let number)? = members["partition"] { partition = number }
    }
}

/// The list that a token belongs to: the field with its arguments, the object that has it, and the caller.
///
/// To make it costs as much as the arguments are long, so that it is made for a token alone.
struct PageScope {
    /// The digest of the field and the caller: it is short, because a relation has a list for each parent.
    private let digest: String
    private let tokens: PageTokens

    /// Makes the scope of a field.
    init(_ field: PlannedField, _ context: RequestContext) {
        // The length of a page may change from one to the next.
        let arguments = field.arguments.reduce(into: GraphQLObject()) { arguments, argument in
            guard argument.key != "nextToken", argument.key != "limit" else { return }
            arguments[argument.key] = argument.value
        }
        let parts: [GraphQLValue] = [
            .string("data"), .string(context.prepared.id), .string(field.parent), .string(field.name),
            .object(arguments), context.caller.identity,
        ]
        digest = Base64URL.encode(sha256(GraphQLValue.list(parts).jsonBytes()))
        tokens = context.tokens
    }

    /// The list of one parent, whose values a relation follows.
    func list(of parent: [GraphQLValue]) -> String {
        digest + String(decoding: GraphQLValue.list(parent).jsonBytes(), as: UTF8.self)
    }

    /// The token of a place; `parent` has the values that a relation follows.
    func token(_ position: PagePosition, parent: [GraphQLValue] = []) -> String {
        tokens.seal(position.text, list: list(of: parent))
    }

    /// The place in a token.
    ///
    /// - Throws: `GraphQLError` for an edited token, and for the token of another list or another caller.
    func position(_ token: String, parent: [GraphQLValue] = []) throws(GraphQLError) -> PagePosition {
        guard let text = try? tokens.open(token, list: list(of: parent)), let position = PagePosition(text) else {
            throw .invalidToken
        }
        return position
    }
}

extension PlannedField {
    /// The token of the page that the arguments ask for.
    var pageToken: String? { arguments["nextToken"]?.text }

    /// The place in the token of the arguments; `nil` without a token.
    ///
    /// - Throws: `GraphQLError` as that of the scope does.
    func pagePosition(_ context: RequestContext) throws(GraphQLError) -> PagePosition? {
        guard let pageToken else { return nil }
        return try PageScope(self, context).position(pageToken)
    }
}

extension Caller {
    /// What tells the caller apart from others between two requests, as far as the mode of the request says.
    var identity: GraphQLValue {
        let names = ["iss", "sub", "username", "cognito:username"]
        let claims = names.map { self.claims[$0] ?? .null }
        return .list([.string(mode.rawValue), .string(String(describing: role))] + claims)
    }
}
