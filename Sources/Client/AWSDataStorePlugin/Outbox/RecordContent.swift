// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation

/// The values of records: comparisons of a record of the device with the service's.
enum RecordContent {
    /// Whether the service's record has the values of a record that was sent.
    ///
    /// Fields that only the service sets do not count. The same holds for an owner and for times that the sent record does
    /// not have, and for a protected value or a relation that the answer does not have: the service hides them.
    static func isSame(sent: any Model, remote: any Model, _ schema: ModelSchema) -> Bool {
        guard let sentInput = input(sent, schema), let remoteInput = input(remote, schema) else { return false }
        let owners = schema.authRules.filter { $0.allow == .owner }.map { $0.ownerField ?? "owner" }
        let given = Set(owners + ["createdAt", "updatedAt"])
        let hidden = hiddenAttributes(schema)
        return Set(sentInput.keys).union(remoteInput.keys).allSatisfy { name in
            switch (sentInput[name], remoteInput[name]) {
            case (let sent?, let remote?): sent == remote
            case (nil, _?): given.contains(name)
            case (_?, nil): hidden.contains(name)
            case (nil, nil): true
            }
        }
    }

    /// The values of a record by the names of the service's attributes, as texts of JSON; without fields that have none.
    private static func input(_ record: any Model, _ schema: ModelSchema) -> [String: String]? {
        let request = GraphQLRequest<MutationSyncResult>.createMutation(of: record, modelSchema: schema)
        guard let input = request.variables?["input"] as? [String: Any] else { return nil }
        var texts: [String: String] = [:]
        for (name, value) in input {
            guard JSONSerialization.isValidJSONObject([value]), let text = try? json([value]) else { return nil }
            texts[name] = text
        }
        return texts
    }

    /// The attributes that the service may leave out of an answer.
    private static func hiddenAttributes(_ schema: ModelSchema) -> Set<String> {
        let fields = schema.fields.values
        let related = fields.filter(\.hasAssociation).flatMap { $0.targetNames(in: schema.name) }
        return Set(related + fields.filter { !$0.authRules.isEmpty }.map(\.name))
    }

    /// The service's answer to a mutation, with the relations and the protected values that were sent and that the answer
    /// leaves out.
    ///
    /// The caller makes sure that the answer's version is the one of the mutation. A sync decides later.
    ///
    /// - Throws: the error of a record's encoding or decoding.
    static func completed(_ answer: any Model, withSent json: String, _ schema: ModelSchema) throws -> any Model {
        let hidden = schema.sortedFields.filter { $0._isBelongsToOrHasOne || !$0.authRules.isEmpty }
        guard !hidden.isEmpty else { return answer }
        let sent = try members(json)
        var received = try members(try answer.toJSON())
        var isChanged = false
        for field in hidden where present(received[field.name]) == nil {
            guard let value = present(sent[field.name]) else { continue }
            received[field.name] = value
            isChanged = true
        }
        guard isChanged else { return answer }
        return try record(schema, received)
    }

    /// A later record of the device, on the record that the service has made of an earlier one.
    ///
    /// A field that the later record has as it was sent takes the service's value. A field that the app has changed since
    /// keeps the app's value.
    ///
    /// - Parameters:
    ///   - later: the JSON of the later record.
    ///   - sent: the JSON of the record that was sent.
    ///   - answer: the JSON of the service's record.
    /// - Returns: the JSON of the record with the changes of both.
    /// - Throws: an error if a text is not a JSON object.
    static func rebased(_ later: String, from sent: String, onto answer: String) throws -> String {
        let before = try members(sent)
        var result = try members(later)
        for (name, value) in try members(answer) where comparable(result[name]) == comparable(before[name]) {
            result[name] = value
        }
        return try json(result)
    }

    /// The texts and numbers in the JSON of a record: its own values, and the keys of the records to which it refers.
    static func texts(of json: String) -> Set<String> {
        var texts: Set<String> = []
        var open: [Any] = (try? members(json)).map { [$0] } ?? []
        while let value = open.popLast() {
            switch value {
            case let object as [String: Any]: open += object.values
            case let list as [Any]: open += list
            default: texts.insert("\(value)")
            }
        }
        return texts
    }

    /// The texts and numbers of some fields in the JSON of a record.
    static func texts(of json: String, in fields: [String]) -> Set<String> {
        guard let members = try? members(json) else { return [] }
        let values = fields.compactMap { present(members[$0]) }
        return Set(values.filter { !($0 is [String: Any]) && !($0 is [Any]) }.map { "\($0)" })
    }

    private static func present(_ member: Any?) -> Any? { member is NSNull ? nil : member }

    /// The text of a member; the same for a member that is null and for one that is not there.
    private static func comparable(_ member: Any?) -> String? {
        guard let member = present(member) else { return nil }
        return try? json([member])
    }

    private static func members(_ json: String) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        guard let members = object as? [String: Any] else {
            throw DataStoreError.decodingError("The record is not a JSON object", "Report this as a bug")
        }
        return members
    }

    private static func json(_ object: Any) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys), as: UTF8.self)
    }

    private static func record(_ schema: ModelSchema, _ members: [String: Any]) throws -> any Model {
        try ModelRegistry.decode(modelName: schema.name, from: try json(members))
    }
}
