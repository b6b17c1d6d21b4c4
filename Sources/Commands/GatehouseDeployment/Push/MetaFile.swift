// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseProject

extension KnownIDs {
    /// The ids in a file of the form of `amplify-meta.json`; the groups have none of their own.
    init(_ meta: BackendConfig) {
        self.init()
        for resource in meta.resources where !resource.outputs.isEmpty {
            outputs[ResourceName(category: resource.category, name: resource.name)] = resource.outputs
        }
    }

    /// The ids together with the ids of another value, which win.
    func merging(_ other: KnownIDs) -> KnownIDs {
        KnownIDs(outputs: outputs.merging(other.outputs) { $0.merging($1) { $1 } })
    }

    /// The ids of these resources alone.
    func keeping(_ resources: Set<ResourceName>) -> KnownIDs {
        KnownIDs(outputs: outputs.filter { resources.contains($0.key) })
    }
}

/// The file `amplify-meta.json`, and its counterpart in the records of the server.
///
/// The file says whose ids it has: ids of another environment, or of AWS, would lead a push to foreign pools.
enum MetaFile {
    private static let provider = JSONPointer(["providers", "awscloudformation"])

    /// Whether a file has the ids of an environment on Gatehouse.
    static func belongs(_ document: JSONDocument, to environment: String, of appID: String) -> Bool {
        document[provider.appending("GatehouseAppId")] == .string(appID)
            && document[provider.appending("GatehouseEnvironment")] == .string(environment)
    }

    /// The resources of a project with their ids.
    ///
    /// - Parameters:
    ///   - backend: `backend-config.json`; `nil` without resources.
    ///   - ids: the ids.
    ///   - present: the present file, whose providers stay; `nil` if there is none.
    ///   - environment: the name of the environment.
    ///   - place: its place.
    /// - Returns: the file.
    /// - Throws: `JSONFlaw` if a member cannot be set.
    static func document(
        backend: JSONDocument?, ids: KnownIDs, present: JSONDocument?, environment: String,
        place: TeamProviderInfo.Gatehouse
    ) throws(JSONFlaw) -> JSONDocument {
        var document = try JSONDocument(backend?.value ?? .object([]))
        let providers = present?[JSONPointer(["providers"])] ?? .object([])
        try document.set(providers, at: JSONPointer(["providers"]))
        let members: [(name: String, value: String?)] = [
            ("Region", place.region), ("AuthRoleName", place.authRoleName), ("UnauthRoleName", place.unauthRoleName),
            ("GatehouseAppId", place.appID), ("GatehouseEnvironment", environment),
        ]
        for (name, value) in members {
            if let value { try document.set(.string(value), at: provider.appending(name)) }
        }
        return try adding(ids, to: document)
    }

    /// The file with these ids, and no others.
    ///
    /// - Throws: `JSONFlaw` if the file has another shape.
    static func replacing(_ ids: KnownIDs, in document: JSONDocument) throws(JSONFlaw) -> JSONDocument {
        var changed = document
        for resource in try BackendConfig(document).resources {
            let name = ResourceName(category: resource.category, name: resource.name)
            for key in resource.outputs.keys where ids[name, key] == nil {
                try changed.remove(at: JSONPointer([resource.category, resource.name, "output", key]))
            }
        }
        return try adding(ids, to: changed)
    }

    private static func adding(_ ids: KnownIDs, to document: JSONDocument) throws(JSONFlaw) -> JSONDocument {
        var changed = document
        let resources = ids.outputs.sorted { ($0.key.category, $0.key.name) < ($1.key.category, $1.key.name) }
        for (resource, outputs) in resources {
            changed = try BackendConfig.meta(
                changing: changed, category: resource.category, name: resource.name, outputs: outputs)
        }
        return changed
    }

    /// The file as the server keeps it: without secrets of clients, in one line.
    ///
    /// - Throws: `JSONFlaw` if the file has another shape.
    static func recorded(_ document: JSONDocument) throws(JSONFlaw) -> String {
        var changed = document
        for resource in try BackendConfig(document).resources {
            for name in resource.outputs.keys where name.hasSuffix("Secret") {
                try changed.remove(at: JSONPointer([resource.category, resource.name, "output", name]))
            }
        }
        return changed.value.compactText
    }
}
