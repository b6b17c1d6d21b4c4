// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataSite
import GatehouseDataStores
import GatehouseWire

/// What `gatehouse api create` and `update` set.
package struct APIOptions: Sendable {
    /// The modes, by the names that rules have for them.
    package enum Mode: String, CaseIterable, Sendable {
        case userPools
        case apiKey
        case iam
        case oidc
        case function

        var mode: AuthorizationMode {
            switch self {
            case .userPools: .userPools
            case .apiKey: .apiKey
            case .iam: .iam
            case .oidc: .oidc
            case .function: .function
            }
        }
    }

    /// The default mode and the additional ones; empty to leave them as they are.
    package var modes: [Mode]
    /// The ids of user pools, for a pool of another server as `id=issuer`; empty to leave them as they are.
    package var userPools: [String]
    /// The addresses of issuers of OpenID Connect, or `address=clients`; empty to leave them as they are.
    package var issuers: [String]
    /// The name or the ARN of the authorizer; `nil` to leave it as it is.
    package var authorizer: String?
    /// The time in seconds for which answers of the authorizer are kept; `nil` to leave it as it is.
    package var authorizerLifetime: Int?
    /// The expression that tokens for the authorizer match; `nil` to leave it as it is.
    package var authorizerTokens: String?
    /// Tags to add, or to replace.
    package var tags: [String: String]
    /// Whether the API becomes the default one.
    package var isDefault: Bool

    /// Makes options.
    package init(
        modes: [Mode] = [], userPools: [String] = [], issuers: [String] = [], authorizer: String? = nil,
        authorizerLifetime: Int? = nil, authorizerTokens: String? = nil, tags: [String: String] = [:],
        isDefault: Bool = false
    ) {
        self.modes = modes
        self.userPools = userPools
        self.issuers = issuers
        self.authorizer = authorizer
        self.authorizerLifetime = authorizerLifetime
        self.authorizerTokens = authorizerTokens
        self.tags = tags
        self.isDefault = isDefault
    }

    /// Whether no option is given.
    var isEmpty: Bool {
        modes.isEmpty && userPools.isEmpty && issuers.isEmpty && authorizer == nil && authorizerLifetime == nil
            && authorizerTokens == nil && tags.isEmpty && !isDefault
    }

    /// The definition of a new API.
    func definition(name: String) throws(ServiceFault) -> APIDefinition {
        let modes = modes.isEmpty ? [AuthorizationMode.userPools] : modes.map(\.mode)
        let sources = try sources(completedFrom: TokenSources())
        try Self.check(modes, sources)
        try Self.check(name)
        return APIDefinition(
            name: name, defaultMode: modes[0], additionalModes: Array(modes.dropFirst()), sources: sources)
    }

    private static func check(_ name: String) throws(ServiceFault) {
        guard (1...256).contains(name.utf8.count) else {
            throw ServiceFault(.badRequest, "The name must have 1 to 256 bytes.")
        }
    }

    /// Changes what the options name.
    func change(_ api: inout StoredAPI, name: String?) throws(ServiceFault) {
        if let name {
            try Self.check(name)
            api.name = name
        }
        if !modes.isEmpty {
            api.settings.defaultMode = modes[0].mode
            api.settings.additionalModes = modes.dropFirst().map(\.mode)
        }
        let modes = api.settings.modes
        // The sources of a mode that the API no longer has go with it.
        var former = TokenSources()
        if modes.contains(.userPools) { former.userPools = api.userPools }
        if modes.contains(.oidc) { former.openIDIssuers = api.openIDIssuers }
        if modes.contains(.function) { former.authorizer = api.authorizer }
        let sources = try sources(completedFrom: former)
        try Self.check(modes, sources)
        api.userPools = sources.userPools
        api.openIDIssuers = sources.openIDIssuers
        api.authorizer = sources.authorizer
        if isDefault { api.isDefault = true }
        if !tags.isEmpty { try api.setTags(api.tags.merging(tags) { $1 }) }
    }

    /// The sources that the options name, with what they do not say from the former ones.
    private func sources(completedFrom former: TokenSources) throws(ServiceFault) -> TokenSources {
        var sources = former
        if !userPools.isEmpty { sources.userPools = userPools.map { UserPoolSource($0, former.userPools) } }
        if !issuers.isEmpty { sources.openIDIssuers = issuers.map { OpenIDSource($0, former.openIDIssuers) } }
        if let authorizer { sources.authorizer = AuthorizerSource(function: authorizer) }
        guard authorizerLifetime != nil || authorizerTokens != nil || former.authorizer != nil else { return sources }
        guard sources.authorizer != nil else {
            throw ServiceFault(.badRequest, "--authorizer-ttl and --authorizer-tokens need --authorizer.")
        }
        sources.authorizer?.resultLifetime = authorizerLifetime ?? former.authorizer?.resultLifetime ?? 0
        sources.authorizer?.tokenExpression = authorizerTokens ?? former.authorizer?.tokenExpression
        return sources
    }

    private static func check(_ modes: [AuthorizationMode], _ sources: TokenSources) throws(ServiceFault) {
        guard Set(modes).count == modes.count else { throw ServiceFault(.badRequest, "A mode is named twice.") }
        try sources.check(for: modes)
    }
}

extension UserPoolSource {
    /// Reads `id` or `id=issuer`; what is not said is as in the former source of the pool.
    fileprivate init(_ text: String, _ former: [UserPoolSource]) {
        let (id, issuer) = parts(of: text)
        let known = former.first { $0.id.utf8.elementsEqual(id.utf8) }
        self.init(id: id, clientExpression: known?.clientExpression, issuer: issuer ?? known?.issuer)
    }
}

extension OpenIDSource {
    /// Reads `address` or `address=clients`; what is not said is as in the former source of the issuer.
    fileprivate init(_ text: String, _ former: [OpenIDSource]) {
        let (issuer, clients) = parts(of: text)
        let known = former.first { $0.issuer.utf8.elementsEqual(issuer.utf8) }
        self.init(
            issuer: issuer, clientExpression: clients ?? known?.clientExpression, issueLifetime: known?.issueLifetime,
            authenticationLifetime: known?.authenticationLifetime)
    }
}

/// The parts of a text before and after its first equals sign.
private func parts(of text: String) -> (String, String?) {
    guard let equals = text.firstIndex(of: "=") else { return (text, nil) }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
}
