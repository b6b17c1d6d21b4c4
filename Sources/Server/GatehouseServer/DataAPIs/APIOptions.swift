// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataSite
import GatehouseDataStores
import GatehouseWire

/// What `gatehouse api create` and `update` set.
package struct APIOptions: Sendable {
    /// The modes that this release has, by the names that rules have for them.
    package enum Mode: String, CaseIterable, Sendable {
        case userPools
        case apiKey
        case iam

        var mode: AuthorizationMode {
            switch self {
            case .userPools: .userPools
            case .apiKey: .apiKey
            case .iam: .iam
            }
        }
    }

    /// The default mode and the additional ones; empty to leave them as they are.
    package var modes: [Mode]
    /// The ids of user pools; empty to leave them as they are.
    package var userPools: [String]
    /// Tags to add, or to replace.
    package var tags: [String: String]
    /// Whether the API becomes the default one.
    package var isDefault: Bool

    /// Makes options.
    package init(
        modes: [Mode] = [], userPools: [String] = [], tags: [String: String] = [:], isDefault: Bool = false
    ) {
        self.modes = modes
        self.userPools = userPools
        self.tags = tags
        self.isDefault = isDefault
    }

    /// The definition of a new API.
    func definition(name: String) throws(ServiceFault) -> APIDefinition {
        let modes = modes.isEmpty ? [AuthorizationMode.userPools] : modes.map(\.mode)
        let pools = userPools.map { UserPoolSource(id: $0) }
        try Self.check(modes, pools)
        guard (1...256).contains(name.utf8.count) else {
            throw ServiceFault(.badRequest, "The name must have 1 to 256 bytes.")
        }
        return APIDefinition(
            name: name, defaultMode: modes[0], additionalModes: Array(modes.dropFirst()), userPools: pools)
    }

    /// Changes what the options name.
    func change(_ api: inout StoredAPI, name: String?) throws(ServiceFault) {
        if let name { api.name = name }
        if !modes.isEmpty {
            api.settings.defaultMode = modes[0].mode
            api.settings.additionalModes = modes.dropFirst().map(\.mode)
        }
        if !userPools.isEmpty { api.userPools = userPools.map { UserPoolSource(id: $0) } }
        if !api.settings.modes.contains(.userPools) { api.userPools = [] }
        try Self.check(api.settings.modes, api.userPools)
        if isDefault { api.isDefault = true }
        if !tags.isEmpty { try api.setTags(api.tags.merging(tags) { $1 }) }
    }

    private static func check(_ modes: [AuthorizationMode], _ pools: [UserPoolSource]) throws(ServiceFault) {
        guard Set(modes).count == modes.count else { throw ServiceFault(.badRequest, "A mode is named twice.") }
        guard modes.contains(.userPools) == !pools.isEmpty else {
            throw ServiceFault(
                .badRequest, "The mode userPools needs --user-pool with the id of a pool, and no other mode takes one.")
        }
    }
}
