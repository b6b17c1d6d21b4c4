// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseDataModel
package import GatehouseDataStores
package import GatehouseWire

/// What CreateGraphqlApi and UpdateGraphqlApi set: the name, the modes and the bounds of an API.
package struct APIDefinition: Sendable {
    private let name: String
    private let defaultMode: AuthorizationMode
    private let additionalModes: [AuthorizationMode]
    private let sources: TokenSources
    private let userPoolsAction: UserPoolsAction
    private let bounds: RequestBounds

    /// Makes a definition with the usual bounds.
    package init(
        name: String, defaultMode: AuthorizationMode, additionalModes: [AuthorizationMode], sources: TokenSources
    ) {
        self.name = name
        self.defaultMode = defaultMode
        self.additionalModes = additionalModes
        self.sources = sources
        userPoolsAction = .allow
        bounds = RequestBounds()
    }

    /// Reads the members of a request.
    ///
    /// A member that is missing has AppSync's default, in an update, too.
    /// - Throws: `BadRequestException`, which names the member.
    package init(_ input: WireValue) throws(ServiceFault) {
        guard let name = input["name"]?.stringValue, (1...256).contains(name.utf8.count) else {
            throw .badRequest("The member name must have 1 to 256 bytes.")
        }
        self.name = name
        defaultMode = try Self.mode(input)
        var sources = TokenSources()
        try sources.add(defaultMode, of: input)
        var modes: [AuthorizationMode] = []
        for provider in input["additionalAuthenticationProviders"]?.arrayValue ?? [] {
            let mode = try Self.mode(provider)
            guard Self.repeatable.contains(mode) || (mode != defaultMode && !modes.contains(mode)) else {
                throw .badRequest("The authentication type \(mode.rawValue) is configured twice.")
            }
            guard (provider["userPoolConfig"]?["defaultAction"] ?? .null).isNull else {
                throw .badRequest("The member defaultAction is for the default user pool only.")
            }
            try sources.add(mode, of: provider)
            if mode != defaultMode, !modes.contains(mode) { modes.append(mode) }
        }
        additionalModes = modes
        try sources.check(for: [defaultMode] + modes)
        self.sources = sources
        userPoolsAction = defaultMode == .userPools ? try Self.action(input["userPoolConfig"]) : .allow
        bounds = try Self.bounds(input)
        try Self.refuseForeign(input)
    }

    /// Sets the members of an API.
    package func apply(to api: inout StoredAPI) {
        api.name = name
        api.settings.defaultMode = defaultMode
        api.settings.additionalModes = additionalModes
        api.settings.userPoolsAction = userPoolsAction
        // AppSync's members do not have the issuer of a pool of another server, which must not get lost.
        api.userPools = sources.userPools.map { source in
            var source = source
            source.issuer = source.issuer ?? api.userPools.first { $0.id.utf8.elementsEqual(source.id.utf8) }?.issuer
            return source
        }
        api.openIDIssuers = sources.openIDIssuers
        api.authorizer = sources.authorizer
        api.bounds = bounds
    }

    /// The modes of which several sources can be configured.
    private static let repeatable: Set<AuthorizationMode> = [.userPools, .oidc]

    private static func mode(_ input: WireValue) throws(ServiceFault) -> AuthorizationMode {
        guard let text = input["authenticationType"]?.stringValue, let mode = AuthorizationMode(rawValue: text) else {
            let modes = AuthorizationMode.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badRequest("The member authenticationType must be one of \(modes).")
        }
        return mode
    }

    private static func action(_ config: WireValue?) throws(ServiceFault) -> UserPoolsAction {
        guard let action = config?["defaultAction"]?.stringValue.flatMap(UserPoolsAction.init) else {
            throw .badRequest("The member userPoolConfig needs the defaultAction ALLOW or DENY.")
        }
        return action
    }

    private static func bounds(_ input: WireValue) throws(ServiceFault) -> RequestBounds {
        var bounds = RequestBounds()
        if let depth = input["queryDepthLimit"], !depth.isNull {
            guard let number = depth.integerValue, (0...75).contains(number) else {
                throw .badRequest("The member queryDepthLimit must be a number from 0 to 75.")
            }
            bounds.depth = Int(number)
        }
        if let count = input["resolverCountLimit"]?.integerValue, count != 0 {
            throw .badRequest("Gatehouse has no resolverCountLimit but its own: leave the member out.")
        }
        switch input["introspectionConfig"]?.stringValue {
        case nil, "ENABLED": break
        case "DISABLED": bounds.allowsIntrospection = false
        default: throw .badRequest("The member introspectionConfig must be ENABLED or DISABLED.")
        }
        return bounds
    }

    /// Refuses what would not have the effect that its sender expects.
    private static func refuseForeign(_ input: WireValue) throws(ServiceFault) {
        if let type = input["apiType"]?.stringValue, type != "GRAPHQL" {
            throw .badRequest("Gatehouse has no merged APIs.")
        }
        if let visibility = input["visibility"]?.stringValue, visibility != "GLOBAL" {
            throw .badRequest("Gatehouse has no APIs of the visibility \(visibility.prefix(32)).")
        }
        for member in ["logConfig", "enhancedMetricsConfig", "mergedApiExecutionRoleArn"] {
            if let value = input[member], !value.isNull {
                throw .badRequest("Gatehouse does not have the member \(member): the server has logs and metrics.")
            }
        }
    }
}
