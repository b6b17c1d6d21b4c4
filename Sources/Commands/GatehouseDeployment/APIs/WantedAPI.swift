// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseProject
import GatehouseWire

extension OutputName {
    static let apiID = "GraphQLAPIIdOutput"
    static let apiEndpoint = "GraphQLAPIEndpointOutput"
    static let apiKey = "GraphQLAPIKeyOutput"
    /// The time from which the key is refused, as ISO 8601 has it; AWS's tool has no such value.
    static let apiKeyExpires = "GraphQLAPIKeyExpiresOutput"
}

/// What a project wants of its data API, with the environment applied.
struct WantedAPI: Sendable {
    /// The beginning of the names of tags that are settings of the server.
    private static let settingPrefix = "gatehouse:"
    private static let identityPoolTag = settingPrefix + "identity-pool"
    private static let conflictPrefix = settingPrefix + "conflict-"
    private static let handlerTag = settingPrefix + "conflict-handler"
    private static let functionTag = settingPrefix + "conflict-function"
    /// The key of the tag with the days for which the key was made, so that a change of the setting is seen.
    static let daysTag = "amplify:api-key-days"

    let resource: ResourceName
    let settings: APISettings
    /// The text of the schema; empty without one.
    let schema: String
    /// The name with the environment.
    let name: String
    private let state: WantedState

    /// Reads the API of a project; `nil` without one.
    init?(_ wanted: WantedState) {
        guard let api = wanted.api, let resource = wanted.apiResource else { return nil }
        self.resource = resource
        settings = api
        schema = wanted.schema ?? ""
        name = "\(api.name)-\(wanted.environment)"
        state = wanted
    }

    /// The settings of its keys; `nil` if no key authorizes requests.
    var key: (description: String, days: Int)? {
        for case .apiKey(let description, let days) in settings.modes { return (description, days) }
        return nil
    }

    // MARK: - Ids of other resources

    /// The user pool whose tokens the API accepts, if it is known: the project's own or an imported one.
    private func userPool(_ id: String?, _ ids: KnownIDs) -> String? {
        // Files of AWS's tool have the name of the resource in place of the id; ids have the region and an underscore.
        if let id, id.contains("_") { return id }
        if let imported = state.imported { return imported.userPoolID }
        return state.authResource.flatMap { ids[$0, OutputName.userPoolID] }
    }

    /// Whether the project has or will have a user pool.
    private var hasUserPool: Bool { state.imported != nil || state.auth?.hasUserPool == true }

    /// The identity pool whose roles the rules mean; a name in the place of its id before it exists.
    private func identityPool(_ ids: KnownIDs) -> String? {
        if let imported = state.imported { return imported.identityPoolID }
        guard state.auth?.hasIdentityPool == true, let resource = state.authResource else { return nil }
        return ids[resource, OutputName.identityPoolID] ?? "\(state.region):new"
    }

    // MARK: - As requests have it

    /// Name, modes and bounds.
    ///
    /// Bounds that an administrator set stay: no file of a project has them.
    ///
    /// - Parameters:
    ///   - ids: the ids that are known; a user pool that does not exist yet has a name in the place of its id.
    ///   - present: the API on the server.
    /// - Returns: the definition.
    func definition(_ ids: KnownIDs, beside present: DataAPIRecord?) -> DataAPIDefinition {
        var members = members(of: settings.authorization, ids, isDefault: true)
        members["name"] = .string(name)
        members["additionalAuthenticationProviders"] = .array(
            settings.additional.map { .object(self.members(of: $0, ids, isDefault: false)) })
        if present?.members["introspectionConfig"]?.stringValue == "DISABLED" {
            members["introspectionConfig"] = "DISABLED"
        }
        if let depth = present?.members["queryDepthLimit"]?.integerValue, depth != 0 {
            members["queryDepthLimit"] = .integer(depth)
        }
        return DataAPIDefinition(members: members)
    }

    private func members(
        of authorization: APISettings.Authorization, _ ids: KnownIDs, isDefault: Bool
    ) -> [WireName: WireValue] {
        var members: [WireName: WireValue] = ["authenticationType": .string(authorization.mode)]
        switch authorization {
        case .apiKey, .iam: break
        case .userPool(let id):
            let pool = userPool(id, ids) ?? "\(state.region)_new"
            var config: [WireName: WireValue] = [
                "userPoolId": .string(pool), "awsRegion": .string(String(pool.prefix { $0 != "_" })),
            ]
            if isDefault { config["defaultAction"] = "ALLOW" }
            members["userPoolConfig"] = .object(config)
        case .openIDConnect(_, let issuer, let client, let issued, let authentication):
            var config: [WireName: WireValue] = ["issuer": .string(issuer)]
            config["clientId"] = client.map { .string($0) }
            config["iatTTL"] = issued.map { .integer(Int64($0)) }
            config["authTTL"] = authentication.map { .integer(Int64($0)) }
            members["openIDConnectConfig"] = .object(config)
        case .function(let function, let seconds):
            members["lambdaAuthorizerConfig"] = [
                "authorizerUri": .string(function), "authorizerResultTtlInSeconds": .integer(Int64(seconds)),
            ]
        }
        return members
    }

    /// All tags: the tags of the environment, the settings that are tags, and what others attached.
    ///
    /// - Parameters:
    ///   - ids: the ids that are known.
    ///   - present: the tags on the server.
    /// - Returns: the tags.
    func tags(_ ids: KnownIDs, beside present: [String: String]) -> [String: String] {
        var tags = present.filter { $0.key != Self.identityPoolTag && !$0.key.hasPrefix(Self.conflictPrefix) }
        tags.merge(state.resourceTags) { $1 }
        tags[Self.identityPoolTag] = identityPool(ids)
        guard let conflicts = settings.conflicts else { return tags }
        func set(_ strategy: APISettings.Strategy, _ suffix: String) {
            tags[Self.handlerTag + suffix] = strategy.name
            if case .function(let function) = strategy { tags[Self.functionTag + suffix] = function }
        }
        set(conflicts.strategy, "")
        for (model, strategy) in conflicts.models { set(strategy, ":" + model) }
        return tags
    }

    /// All that a deployment sets.
    func deployment(_ ids: KnownIDs, beside present: DataAPIRecord?, allowsLoss: Bool = false) -> DataAPIDeployment {
        DataAPIDeployment(
            definition: definition(ids, beside: present), tags: tags(ids, beside: present?.tags ?? [:]),
            schema: schema, allowsLoss: allowsLoss)
    }

    // MARK: - Before anything is sent

    /// What the server would refuse, whatever the schema says.
    var obstacles: [Obstacle] {
        var obstacles: [Obstacle] = []
        for case .userPool(let id) in settings.modes where id?.contains("_") != true && !hasUserPool {
            obstacles.append(
                Obstacle(
                    text:
                        "The API \(settings.name) accepts tokens of the project's user pool, and the project has none.",
                    cure: "Run amplify add auth, or choose another authorization with amplify update api."))
        }
        let strategies = [settings.conflicts?.strategy].compactMap(\.self) + (settings.conflicts?.models ?? [:]).values
        if strategies.contains(.function(nil)) {
            obstacles.append(
                Obstacle(
                    text:
                        "The API \(settings.name) resolves conflicts with a function that has no name: Gatehouse makes "
                        + "none.",
                    cure: "Add a function of your own to the functions file of the server, and name it with amplify "
                        + "update api, or choose another strategy."))
        }
        return obstacles
    }
}

extension APISettings {
    /// The settings that the schema is compiled with.
    var compilerSettings: DataSettings {
        let modes = self.modes.compactMap { AuthorizationMode(rawValue: $0.mode) }
        var compiled = DataSettings(
            defaultMode: modes.first ?? .apiKey, additionalModes: modes.dropFirst().filter { $0 != modes.first })
        guard let conflicts else { return compiled }
        compiled.conflicts = conflicts.strategy.compiled.strategy
        compiled.conflictFunction = conflicts.strategy.compiled.function
        compiled.modelConflicts = conflicts.models.mapValues(\.compiled)
        return compiled
    }
}

extension APISettings.Strategy {
    /// The strategy as the compiler of schemas knows it.
    fileprivate var compiled: ConflictHandler {
        switch self {
        case .autoMerge: ConflictHandler(.automerge)
        case .optimisticConcurrency: ConflictHandler(.optimisticConcurrency)
        case .function(let name): ConflictHandler(.function, function: name)
        }
    }
}
