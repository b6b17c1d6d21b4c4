// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

/// What a function decided about a conflict.
struct ConflictResolution: Sendable {
    /// What becomes of the record.
    enum Action: Sendable {
        /// These fields replace the fields of the record.
        case write(GraphQLObject)
        /// The record becomes a tombstone.
        case remove
    }

    /// The version of the stored record that the function has seen.
    let version: Int
    let action: Action
}

extension DataResolver {
    /// What the function of a model decides about a conflict; `nil` if it rejects the mutation, or if there is none.
    ///
    /// - Throws: `GraphQLError` if the function cannot be called, or if its result is not of the contract.
    func resolution(
        of conflict: VersionConflict, _ field: PlannedField, _ prepared: PreparedModel
    ) async throws(GraphQLError) -> ConflictResolution? {
        guard let function = context.prepared.api.settings.conflicts(of: prepared.name)?.function else { return nil }
        let event: GraphQLObject = [
            "newItem": .object(conflict.proposed.versioned), "existingItem": .object(conflict.stored.versioned),
            "arguments": .object(field.arguments.stored),
            "identity": context.caller.identity(
                from: context.origin?.address, context.prepared.api.settings.userPoolsAction),
            "resolver": .object([
                "tableName": .string(prepared.name), "awsRegion": .string(context.functions.region),
                "parentType": .string(field.parent), "field": .string(field.name),
                "outputType": .string(prepared.name),
            ]),
        ]
        let result: GraphQLValue
        do {
            result = try await context.functions.result(of: FunctionCall(function), event, context)
        } catch {
            throw .failedResolution(error.message)
        }
        let action: ConflictResolution.Action
        switch result["action"]?.text {
        case "REJECT": return nil
        case "REMOVE": action = .remove
        case "RESOLVE": action = .write(try fields(of: result["item"], conflict.stored, prepared.model))
        default: throw .failedResolution("The action must be RESOLVE, REJECT or REMOVE.")
        }
        return ConflictResolution(version: conflict.stored.version, action: action)
    }

    /// The fields of the record that a function returned, which must be one of the model with the key of the stored
    /// one.
    private func fields(
        of item: GraphQLValue?, _ stored: Record, _ model: Model
    ) throws(GraphQLError) -> GraphQLObject {
        guard var fields = item?.members?.withoutNulls else {
            throw .failedResolution("RESOLVE needs the member item with the record.")
        }
        for name in Record.versionFields + ["__typename"] { fields[name] = nil }
        if let problem = context.prepared.api.problem(of: fields, in: model) {
            throw .failedResolution("The item is not a record: \(problem).")
        }
        guard let key = RecordID(fields, model.key),
            zip(key.values, stored.key.values).allSatisfy({ $0.isSame(as: $1) })
        else { throw .failedResolution("The item has another key than the record.") }
        return fields
    }
}
