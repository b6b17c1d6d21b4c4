// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto
package import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseSchemaCompiler
import GatehouseText
package import GatehouseWire

/// All that a tool wants of an API: what UpdateGraphqlApi sets, the tags, and the schema.
///
/// AppSync has an operation for each. One change for all has no state in between, in which a schema would have to suit
/// settings that were made for another one.
package struct APIDeployment: Sendable {
    private let definition: APIDefinition
    /// All tags of the API; others are removed.
    private let tags: [String: String]
    /// The text of the schema.
    private let schema: String
    /// Whether stored values may be lost.
    package let allowsLoss: Bool

    /// Reads the members of a request: `graphqlApi` as UpdateGraphqlApi has it, `tags`, `definition` as
    /// StartSchemaCreation has it, and `allowDestroy`.
    /// - Throws: `BadRequestException`, which names the member.
    package init(_ input: WireValue) throws(ServiceFault) {
        guard let api = input["graphqlApi"], api.objectValue != nil else {
            throw .badRequest("The member graphqlApi must have the members of UpdateGraphqlApi.")
        }
        definition = try APIDefinition(api)
        tags = try APITags.read(input["tags"])
        schema = try Self.schema(input)
        allowsLoss = try Self.allowsLoss(input)
    }

    /// Reads the member `definition` of a request.
    /// - Throws: `BadRequestException`.
    static func schema(_ input: WireValue) throws(ServiceFault) -> String {
        guard let text = input["definition"]?.stringValue, let bytes = Base64.decode(text),
            let schema = String(validating: bytes, as: UTF8.self), !schema.isEmpty, StreamSafeText.contains(schema)
        else { throw .badRequest("The member definition must be a schema, text in UTF-8 in Base64.") }
        return schema
    }

    private static func allowsLoss(_ input: WireValue) throws(ServiceFault) -> Bool {
        guard let value = input["allowDestroy"], !value.isNull else { return false }
        guard let isAllowed = value.boolValue else {
            throw .badRequest("The member allowDestroy must be true or false.")
        }
        return isAllowed
    }

    /// Sets all of it.
    /// - Throws: `BadRequestException` for a tag that is not allowed.
    func apply(to api: inout StoredAPI) throws(ServiceFault) {
        definition.apply(to: &api)
        try APITags.set(tags, of: &api)
        api.schema = schema
    }
}

/// What a deployment would change.
package struct PlannedDeployment: Sendable {
    /// Whether the name, the modes, the bounds or the tags change.
    package let changesSettings: Bool
    /// Whether the text of the schema changes.
    package let changesSchema: Bool
    /// What changes for models, with the records that it touches.
    package let plan: SchemaPlan
    /// What the author of the schema should know.
    package let warnings: [String]

    /// The answer to a client.
    var description: WireValue {
        let steps = plan.steps.map { step -> WireValue in
            [
                "text": .string(step.description), "model": .string(step.model),
                "records": .integer(Int64(step.records)), "losesValues": .bool(step.isDestructive),
            ]
        }
        return [
            "changesSettings": .bool(changesSettings), "changesSchema": .bool(changesSchema), "steps": .array(steps),
            "warnings": .array(warnings.map { .string($0) }),
        ]
    }
}

extension DataAPIAdministration {
    /// What a deployment would change; nothing is changed.
    /// - Throws: `BadRequestException` with all errors of the schema or of the tags, `NotFoundException`, or the fault of a
    ///   failing store.
    package func plan(_ deployment: APIDeployment, for id: String) async throws(ServiceFault) -> PlannedDeployment {
        let former = try await api(id)
        var api = former.stored
        try deployment.apply(to: &api)
        let compiled = try await admit(api)
        let plan = try await ServiceFault.translating {
            try await SchemaPush(
                of: id, from: former.service?.api, atRevision: former.stored.revision, to: compiled.api, in: records
            ).plan
        }
        let isOtherSchema = !api.schema.utf8.elementsEqual(former.stored.schema.utf8)
        api.schema = former.stored.schema
        return PlannedDeployment(
            changesSettings: api != former.stored, changesSchema: isOtherSchema, plan: plan,
            warnings: compiled.api.warnings.map(\.description))
    }

    /// Takes a deployment that a client sent into use.
    /// - Throws: as push(_:to:allowingLoss:pause:), with `BadRequestException` for a tag and for a missing function, too.
    func take(_ deployment: APIDeployment, replacing former: ServedAPI) async throws(ServiceFault) -> PushedSchema {
        var api = former.stored
        try deployment.apply(to: &api)
        _ = try await admit(api)
        return try await take(api, replacing: former, allowingLoss: deployment.allowsLoss)
    }

    /// Compiles the schema of an API that a client sent, whose domain must be free, and whose functions the server must
    /// have.
    private func admit(_ api: StoredAPI) async throws(ServiceFault) -> CompiledSchema {
        try await requireFreeDomain(of: api)
        let compiled = try Self.compiled(api.schema, api.settings)
        let missing = functions.missing(in: compiled)
        guard missing.isEmpty else { throw .badRequest(missing.map(\.description).joined(separator: "\n")) }
        return compiled
    }
}
