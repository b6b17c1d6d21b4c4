// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseProject
import GatehouseWire

/// An identity provider that a project wants in its user pool.
struct WantedProvider: Sendable {
    /// The name on the server.
    let name: String
    /// The type.
    let type: IdentityProviderTypeType
    /// The details that the project states, with secrets that are known on this machine.
    var details: [String: String] = [:]
    /// The provider's claim for each attribute of a user.
    var mapping: [String: String] = [:]
    /// Whether the project states the mapping; else it is the one of a new provider.
    var statesMapping = false
    /// The ids and secrets that are not known, in words.
    var missing: [String] = []
    /// Why the provider cannot be used; `nil` if it can.
    var flaw: String?

    /// The details that are never shown.
    static let secretDetails: Set<String> = ["client_secret", "private_key"]
    /// The details that the server takes from the provider itself.
    private static let discovered = ["authorize_url", "token_url", "attributes_url", "jwks_uri"]

    /// The names of the providers of sign-in pages.
    static func names(of pages: AuthSettings.HostedPages) -> [String] {
        pages.providers.filter { SocialProvider(rawValue: $0) != nil } + pages.openIDProviders.map(\.name)
            + pages.samlProviders.map(\.name)
    }

    /// The providers that a project wants.
    static func all(of pool: WantedUserPool) -> [WantedProvider] {
        guard let pages = pool.auth.hostedPages else { return [] }
        let social = pages.providers.compactMap(SocialProvider.init).map { WantedProvider($0, pages, pool) }
        return social + pages.openIDProviders.map { WantedProvider($0, pool) }
            + pages.samlProviders.map { WantedProvider($0, pool) }
    }

    // MARK: - From settings

    private init(_ provider: SocialProvider, _ pages: AuthSettings.HostedPages, _ pool: WantedUserPool) {
        name = provider.rawValue
        type = IdentityProviderTypeType(rawValue: provider.rawValue)
        // The order of the questions' keys is the order of these details.
        let names =
            provider == .signInWithApple
            ? ["client_id", "team_id", "key_id", "private_key"] : ["client_id", "client_secret"]
        let credentials = pool.state.credentials
        for (key, detail) in zip(provider.credentialKeys, names) {
            let value =
                key.isHidden
                ? credentials.secrets[key.key] : credentials.furtherIDs[key.key] ?? credentials.ids[key.key]
            if let value { details[detail] = value } else { missing.append(key.label) }
        }
        let metadata =
            pages.metadata.first { $0.providerName == provider.rawValue }
            ?? provider.metadata(requiredAttributes: pool.auth.requiredAttributes)
        // The service refuses a provider without scopes, as one of Apple is that fills no required attribute.
        details["authorize_scopes"] = metadata.authorizeScopes.isEmpty ? "email" : metadata.authorizeScopes
        for member in metadata.attributeMapping {
            if case .string(let claim) = member.value { mapping[member.name] = claim }
        }
        statesMapping = true
    }

    private init(_ provider: AuthSettings.OpenIDProvider, _ pool: WantedUserPool) {
        name = provider.name
        type = .oidc
        details = [
            "client_id": provider.clientID, "oidc_issuer": provider.issuer, "authorize_scopes": provider.scopes,
            "attributes_request_method": provider.attributesRequestMethod,
        ]
        if let secret = pool.state.credentials.secrets["openIDProvider/\(provider.name)"] {
            details["client_secret"] = secret
        } else {
            missing.append("the client secret of \(provider.name)")
        }
        // The standard claims of OpenID Connect have the names of the attributes.
        for attribute in pool.auth.requiredAttributes { mapping[attribute] = attribute }
        if provider.scopes.split(separator: " ").contains("email") { mapping["email"] = "email" }
    }

    private init(_ provider: AuthSettings.SAMLProvider, _ pool: WantedUserPool) {
        name = provider.name
        type = .saml
        if provider.metadata.hasPrefix("https://") || provider.metadata.hasPrefix("http://") {
            details["MetadataURL"] = provider.metadata
        } else if let document = pool.state.samlMetadata[provider.name] {
            details["MetadataFile"] = document
        } else {
            flaw = "The metadata of the SAML provider \(provider.name), \(provider.metadata), cannot be read."
        }
        let claims = [
            "email": "emailaddress", "given_name": "givenname", "family_name": "surname", "name": "name",
        ]
        for attribute in pool.auth.requiredAttributes {
            guard let claim = claims[attribute] else { continue }
            mapping[attribute] = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/\(claim)"
        }
    }

    // MARK: - Comparison

    /// What differs in a provider; a secret is only said to have changed.
    func differences(_ found: IdentityProviderType?) -> [Difference] {
        let thing = "IdentityProvider.\(name)"
        guard let found else { return [Difference(member: thing, old: nil, new: type.rawValue)] }
        var differences: [Difference] = []
        let present = found.providerDetails ?? [:]
        for (detail, value) in details.sorted(by: { $0.key < $1.key }) where present[detail] != value {
            // The server does not tell private keys; another key has another id.
            if detail == "private_key" { continue }
            let isSecret = Self.secretDetails.contains(detail)
            differences.append(
                Difference(
                    member: "\(thing).\(detail)", old: isSecret ? nil : present[detail].map(Self.shortened),
                    new: isSecret ? "changed" : Self.shortened(value)))
        }
        guard statesMapping else { return differences }
        let former = found.attributeMapping ?? [:]
        for attribute in Set(former.keys).union(mapping.keys).sorted() where former[attribute] != mapping[attribute] {
            // The server adds the claim of the user name.
            if attribute == "username", mapping[attribute] == nil { continue }
            differences.append(
                Difference(
                    member: "\(thing).AttributeMapping.\(attribute)", old: former[attribute], new: mapping[attribute]))
        }
        return differences
    }

    /// Whether a detail of a provider changes; the server does not tell private keys, and another key has another id.
    private func hasOtherDetails(than found: IdentityProviderType) -> Bool {
        let present = found.providerDetails ?? [:]
        return details.contains { $0.key != "private_key" && present[$0.key] != $0.value }
    }

    /// The first line of a long value, such as a document.
    private static func shortened(_ value: String) -> String {
        value.utf8.count <= 200 ? value : String(value.prefix(80)) + "…"
    }

    /// Why the provider cannot be made or changed to what the project wants; `nil` if it can.
    func obstacle(_ found: IdentityProviderType?) -> Obstacle? {
        if let flaw { return Obstacle(text: flaw, cure: "Put the file there, or choose another: amplify update auth.") }
        if let present = found?.providerType, present != type {
            return Obstacle(
                text: "The identity provider \(name) on the server is of the type \(present.rawValue), not "
                    + "\(type.rawValue), which cannot be changed.",
                cure: "Give the provider another name: amplify update auth.")
        }
        // The server does not tell the key of a provider of Apple, and takes no other details without it.
        let lacksKey = type == .signInWithApple && details["private_key"] == nil
        let needsKey = lacksKey && found.map(hasOtherDetails(than:)) == true
        guard found == nil || needsKey, !missing.isEmpty else { return nil }
        return Obstacle(
            text: "This machine does not know what the identity provider \(name) needs: "
                + missing.joined(separator: ", ") + ".",
            cure: "Type it in: amplify update auth.")
    }

    // MARK: - Requests

    /// The request that makes the provider.
    func creation(inPool poolID: String) -> CreateIdentityProviderRequest {
        CreateIdentityProviderRequest(
            userPoolId: poolID, providerName: name, providerType: type, providerDetails: details,
            attributeMapping: mapping)
    }

    /// The request that changes the provider; secrets that are not known here stay.
    func change(of found: IdentityProviderType, inPool poolID: String) -> UpdateIdentityProviderRequest {
        var all = found.providerDetails ?? [:]
        if let issuer = details["oidc_issuer"], issuer != all["oidc_issuer"] {
            // They are the former issuer's addresses.
            for detail in Self.discovered { all[detail] = nil }
        }
        if type == .saml {
            all["MetadataURL"] = nil
            all["MetadataFile"] = nil
        }
        return UpdateIdentityProviderRequest(
            userPoolId: poolID, providerName: name,
            providerDetails: hasOtherDetails(than: found) ? all.merging(details) { $1 } : nil,
            attributeMapping: statesMapping ? mapping : found.attributeMapping, acrMapping: found.acrMapping)
    }
}

/// Makes an identity provider, or gives it its settings.
struct ProviderStep: DeploymentStep {
    let pool: WantedUserPool
    let wanted: WantedProvider
    /// Whether the provider is made; only the title depends on it.
    let isNew: Bool

    var resource: ResourceName { pool.resource }
    var title: String { "\(isNew ? "Create" : "Update") the identity provider \(wanted.name)" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        let poolID = try pool.poolID(in: ids)
        if let found = try await backend.identityProvider(wanted.name, inPool: poolID) {
            if !wanted.differences(found).isEmpty {
                _ = try await backend.userPools.updateIdentityProvider(wanted.change(of: found, inPool: poolID))
            }
        } else {
            _ = try await backend.userPools.createIdentityProvider(wanted.creation(inPool: poolID))
        }
        ids.note(wanted.name, OutputName.identityProviders, of: resource, exists: true)
    }
}

/// Removes an identity provider that a push made and the project no longer has.
struct ProviderRemovalStep: DeploymentStep {
    let pool: WantedUserPool
    let name: String

    var resource: ResourceName { pool.resource }
    var title: String { "Delete the identity provider \(name)" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        let poolID = try pool.poolID(in: ids)
        if try await backend.identityProvider(name, inPool: poolID) != nil {
            try await backend.userPools.deleteIdentityProvider(
                DeleteIdentityProviderRequest(userPoolId: poolID, providerName: name))
        }
        ids.note(name, OutputName.identityProviders, of: resource, exists: false)
    }
}
