// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// The API of a project, as the server has it.
struct FoundAPI: Sendable {
    /// The API; `nil` if there is none.
    private(set) var record: DataAPIRecord?
    /// The id that is known, of an API that is gone.
    private(set) var lostID: String?
    /// What a person should know about the search.
    private(set) var notes: [String] = []

    /// Looks for an API by its id, or by its name and tags: its id is unknown if the answer to its creation was lost.
    ///
    /// - Throws: the service's fault.
    init(of api: WantedAPI, _ wanted: WantedState, _ ids: KnownIDs, on backend: Backend) async throws(ServiceFault) {
        if let id = ids[api.resource, OutputName.apiID] {
            record = try await backend.apis.api(id)
            if record != nil { return }
            lostID = id
        }
        let own = try await backend.apis.apis().filter { $0.name == api.name && $0.isOf(wanted) }
        record = own.min { $0.id < $1.id }
        if let record, own.count > 1 {
            notes.append(
                "The server has \(own.count) APIs \(api.name) of this environment; \(record.id) is used.")
        }
    }
}

extension DataAPIRecord {
    /// Whether the API has the tags of an environment.
    func isOf(_ wanted: WantedState) -> Bool { wanted.ownTags.allSatisfy { tags[$0.key] == $0.value } }
}

/// Creates an API without a schema.
struct APICreationStep: DeploymentStep {
    let api: WantedAPI
    let wanted: WantedState

    var resource: ResourceName { api.resource }
    var title: String { "Create the API \(api.name)" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        let found = try await FoundAPI(of: api, wanted, ids, on: backend)
        if let lost = found.lostID, found.record == nil, !wanted.makesNewPools {
            throw ServiceFault(.notFoundAtControl, "The API \(lost) was deleted on the server.")
        }
        if let record = found.record {
            ids.note(record, of: resource)
            return
        }
        let record = try await backend.apis.create(
            api.definition(ids, beside: nil), tags: api.tags(ids, beside: [:]))
        ids.note(record, of: resource)
    }
}

/// Sets name, modes, tags and schema of an API, if they differ.
struct APIDeploymentStep: DeploymentStep {
    let api: WantedAPI
    /// Whether the plan named losses, which were accepted.
    let allowsLoss: Bool

    var resource: ResourceName { api.resource }
    var title: String { "Deploy the API \(api.name)" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        guard let id = ids[resource, OutputName.apiID], let record = try await backend.apis.api(id) else {
            throw ServiceFault(.notFoundAtControl, "The API \(api.name) does not exist.")
        }
        let deployment = api.deployment(ids, beside: record, allowsLoss: allowsLoss)
        guard try await backend.apis.plan(deployment, of: id).changesAnything else { return }
        try await backend.apis.deploy(deployment, to: id)
    }
}

/// Deletes an API with its keys and records.
struct APIRemovalStep: DeploymentStep {
    let resource: ResourceName
    let id: String
    let name: String

    var title: String { "Delete the API \(name)" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        try await backend.apis.delete(id)
        ids.forgetAPI(of: resource)
    }
}

extension KnownIDs {
    /// Writes down an API.
    mutating func note(_ record: DataAPIRecord, of resource: ResourceName) {
        self[resource, OutputName.apiID] = record.id
        self[resource, OutputName.apiEndpoint] = record.endpoint
    }

    /// Removes the values of an API.
    mutating func forgetAPI(of resource: ResourceName) {
        for name in [OutputName.apiID, OutputName.apiEndpoint, OutputName.apiKey, OutputName.apiKeyExpires] {
            self[resource, name] = nil
        }
    }
}
