// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
package import GatehouseProject
import GatehouseSchemaCompiler
package import GatehouseWire

/// Compares the data API of a project with that of the server.
package enum APIPlanner {
    /// The most errors of a schema that are named.
    private static let mostErrors = 100

    /// Reads the API, and plans what is to change.
    ///
    /// - Parameters:
    ///   - wanted: what the project wants.
    ///   - ids: the ids that are known.
    ///   - backend: the server.
    /// - Returns: the differences, the steps, and what would be lost.
    /// - Throws: `ServiceFault` of a call that failed.
    package static func parts(
        _ wanted: WantedState, _ ids: KnownIDs, on backend: Backend
    ) async throws(ServiceFault) -> PlanParts {
        var parts = PlanParts(ids: ids)
        if let api = WantedAPI(wanted) { try await add(api, wanted, to: &parts, on: backend) }
        for resource in wanted.removed where resource.category == "api" {
            try await addRemoval(of: resource, wanted, to: &parts, on: backend)
        }
        return parts
    }

    private static func add(
        _ api: WantedAPI, _ wanted: WantedState, to parts: inout PlanParts, on backend: Backend
    ) async throws(ServiceFault) {
        let errors = schemaErrors(api, &parts)
        parts.obstacles += api.obstacles + errors
        let found = try await FoundAPI(of: api, wanted, parts.ids, on: backend)
        parts.notes += found.notes
        if let record = found.record {
            parts.exists = true
            parts.ids.note(record, of: api.resource)
            guard parts.obstacles.isEmpty else { return }
            try await addChanges(of: record, to: api, to: &parts, on: backend)
            return
        }
        if let lost = found.lostID {
            guard wanted.makesNewPools else {
                let gone = Obstacle(
                    text: "The API \(lost) was deleted on the server.",
                    cure: "Run amplify push --force to make a new one, without the records of the former.")
                parts.obstacles.append(found.isForeign ? wanted.foreignObstacle("API", lost) : gone)
                return
            }
            parts.ids.forgetAPI(of: api.resource)
        }
        parts.differences.append(Difference(member: "API.name", old: nil, new: api.name))
        parts.steps.append((.api, APICreationStep(api: api, wanted: wanted)))
        parts.steps.append((.api, APIDeploymentStep(api: api, allowsLoss: false)))
        if api.key != nil {
            parts.steps.append((.api, APIKeyStep(api: api, title: "Create a key of the API \(api.name)")))
        }
    }

    /// The errors of the schema with their lines, before anything is sent; warnings become notes.
    private static func schemaErrors(_ api: WantedAPI, _ parts: inout PlanParts) -> [Obstacle] {
        let cure = "Correct the schema in amplify/backend/api/\(api.settings.name)."
        do throws(SchemaErrors) {
            let compiled = try DataAPI(compiling: api.schema, settings: api.settings.compilerSettings)
            parts.notes += compiled.warnings.prefix(mostErrors).map { place($0) }
            return []
        } catch {
            return error.errors.prefix(mostErrors).map { Obstacle(text: place($0), cure: cure) }
        }
    }

    /// The errors for which a push refuses the schema of an API in a folder, one sentence each.
    package static func schemaErrors(of api: Project.API) -> [String] {
        do throws(SchemaErrors) {
            _ = try DataAPI(compiling: api.schema, settings: api.settings.compilerSettings)
            return []
        } catch {
            return error.errors.prefix(mostErrors).map { place($0) }
        }
    }

    /// A notice about the schema, with its line.
    private static func place(_ notice: SchemaNotice) -> String {
        let subject = notice.type.map { "\($0): " } ?? ""
        guard notice.line > 0 else { return "The schema: \(subject)\(notice.message)" }
        return "The schema, line \(notice.line), column \(notice.column): \(subject)\(notice.message)"
    }

    // MARK: - An API that exists

    private static func addChanges(
        of record: DataAPIRecord, to api: WantedAPI, to parts: inout PlanParts, on backend: Backend
    ) async throws(ServiceFault) {
        let deployment = api.deployment(parts.ids, beside: record)
        let plan: DataAPIPlan
        do throws(ServiceFault) {
            plan = try await backend.apis.plan(deployment, of: record.id)
        } catch {
            guard error.code == .badRequestAtControl else { throw error }
            parts.obstacles.append(
                Obstacle(
                    text: "The server refuses the API \(api.name): \(DeploymentFault.sentence(error.message))",
                    cure:
                        "Correct the schema in amplify/backend/api/\(api.settings.name), or the settings with amplify "
                        + "update api."))
            return
        }
        if plan.changesAnything {
            let settings = settingDifferences(deployment, record)
            parts.differences += settings
            if plan.changesSettings, settings.isEmpty {
                parts.differences.append(Difference(member: "API.settings", old: nil, new: "changed"))
            }
            parts.differences += schemaDifferences(plan)
            parts.losses += plan.losses.map { step in
                Loss(resource: api.name, text: step.text + ".", count: step.records)
            }
            parts.steps.append((.api, APIDeploymentStep(api: api, allowsLoss: !plan.losses.isEmpty)))
        }
        try await addKey(of: record, to: api, to: &parts, on: backend)
    }

    private static func settingDifferences(
        _ deployment: DataAPIDeployment, _ record: DataAPIRecord
    ) -> [Difference] {
        var differences = StatedSettings(members: deployment.definition.members)
            .differences(from: record.members, of: "API")
        for key in Set(record.tags.keys).union(deployment.tags.keys).sorted() {
            let (old, new) = (record.tags[key], deployment.tags[key])
            if old != new { differences.append(Difference(member: "API.tags.\(key)", old: old, new: new)) }
        }
        return differences
    }

    private static func schemaDifferences(_ plan: DataAPIPlan) -> [Difference] {
        guard plan.steps.isEmpty else {
            return plan.steps.map { Difference(member: "API.schema", old: nil, new: $0.text) }
        }
        return plan.changesSchema ? [Difference(member: "API.schema", old: nil, new: "changed")] : []
    }

    private static func addKey(
        of record: DataAPIRecord, to api: WantedAPI, to parts: inout PlanParts, on backend: Backend
    ) async throws(ServiceFault) {
        let known = parts.ids[api.resource, OutputName.apiKey]
        guard let wanted = api.key else {
            guard known != nil else { return }
            parts.differences.append(Difference(member: "API.Key", old: "a key", new: nil))
            parts.steps.append((.removal, APIKeyRemovalStep(resource: api.resource, name: api.name)))
            return
        }
        let keys = try await backend.apis.keys(of: record.id)
        let change = APIKeyChange(
            to: wanted, known: known, keys: keys, tags: record.tags, at: backend.apis.now)
        if case .unchanged(let key, let expires) = change {
            parts.ids.note(key: key, expires: expires, of: api.resource)
        } else if let difference = change.difference(to: wanted) {
            parts.differences.append(difference)
            let verb = change == .creation ? "Create a" : "Change the"
            parts.steps.append((.api, APIKeyStep(api: api, title: "\(verb) key of the API \(api.name)")))
        }
    }

    // MARK: - An API that is not wanted

    private static func addRemoval(
        of resource: ResourceName, _ wanted: WantedState, to parts: inout PlanParts, on backend: Backend
    ) async throws(ServiceFault) {
        guard let id = parts.ids[resource, OutputName.apiID] else { return }
        // An API of another environment is never deleted.
        guard let record = try await backend.apis.api(id), record.isOf(wanted) else {
            parts.ids.forgetAPI(of: resource)
            return
        }
        // The server does not say how many records an API has.
        parts.losses.append(
            Loss(
                resource: record.name,
                text: "The API \(record.name) will be deleted with its keys and all its records.",
                count: 1))
        parts.differences.append(Difference(member: "API.name", old: record.name, new: nil))
        parts.steps.append((.removal, APIRemovalStep(resource: resource, id: id, name: record.name)))
    }
}
