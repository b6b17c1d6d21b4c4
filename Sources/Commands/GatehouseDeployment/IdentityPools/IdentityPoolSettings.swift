// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseProject

/// What a project wants of its identity pool, with the environment applied.
struct IdentityPoolSettings: Sendable {
    /// The name, with the environment.
    let name: String
    /// Whether guests get credentials.
    let allowsGuests: Bool
    /// Whether users of the user pool get credentials.
    let hasUserPool: Bool
    /// Whether groups have roles.
    let hasGroups: Bool
    /// The providers by their login keys.
    let logins: [String: Login]
    /// The clients of Google whose tokens an OpenID Connect provider of IAM accepts; empty without such a provider.
    let googleClients: [String]
    /// The login keys of providers whose ids are not known in this environment.
    let unknownProviders: [IdentityProvider]
    /// The tags of the pool.
    let tags: [String: String]

    /// The value of a login provider.
    enum Login: Sendable, Equatable {
        /// The id of the app at the provider.
        case appID(String)
        /// The consumer key of Twitter, and its secret; `nil` on a machine that does not have it.
        case twitter(key: String, secret: String?)
    }

    /// Reads the settings; `nil` for a resource without an identity pool.
    init?(_ wanted: WantedState, _ auth: AuthSettings) {
        guard auth.hasIdentityPool, !auth.isImported else { return nil }
        let base = auth.identityPoolName ?? "\(auth.resourceName)_identitypool_\(auth.sharedID)"
        name = "\(base)__\(wanted.environment)"
        allowsGuests = auth.allowsGuests
        hasUserPool = auth.hasUserPool
        hasGroups = auth.hasUserPool && !auth.groups.isEmpty
        tags = wanted.resourceTags
        let credentials = wanted.credentials
        func id(_ key: String) -> String? {
            (credentials.ids[key] ?? credentials.furtherIDs[key]).flatMap { $0.isEmpty ? nil : $0 }
        }
        var logins: [String: Login] = [:]
        var clients: [String] = []
        var unknown: [IdentityProvider] = []
        let providers = auth.usesIdentityProviders ? auth.identityProviders.compactMap(IdentityProvider.init) : []
        for provider in providers {
            let login: Login?
            switch provider {
            case .google:
                // Apps on phones sign in with a client of their own, whose tokens have it as audience.
                if let mobile = Self.mobileClient(of: wanted.frontend) {
                    clients = ["googleClientId", mobile].compactMap(id)
                    if clients.isEmpty { unknown.append(provider) }
                    continue
                }
                login = id("googleClientId").map { .appID($0) }
            case .facebook: login = id("facebookAppId").map { .appID($0) }
            case .amazon: login = id("amazonAppId").map { .appID($0) }
            case .apple: login = id("appleAppId").map { .appID($0) }
            case .twitter:
                login = id("twitterConsumerKey").map {
                    .twitter(key: $0, secret: credentials.secrets["twitterConsumerSecret"])
                }
            }
            if let login { logins[provider.rawValue] = login } else { unknown.append(provider) }
        }
        self.logins = logins
        googleClients = clients
        unknownProviders = unknown
    }

    private static func mobileClient(of frontend: Frontend) -> String? {
        switch frontend {
        case .ios: "googleIos"
        case .android: "googleAndroid"
        case .flutter, .javascript: nil
        }
    }

    /// The values of the login providers.
    ///
    /// A secret is not on each machine, so one that the server has for the same key stays.
    ///
    /// - Parameter present: the values that the server has.
    /// - Returns: the values, and the providers whose secret is nowhere.
    func loginValues(beside present: [String: String]) -> (values: [String: String], missing: [String]) {
        var values: [String: String] = [:]
        var missing: [String] = []
        for (key, login) in logins {
            switch login {
            case .appID(let id): values[key] = id
            case .twitter(let consumer, let secret):
                if let secret {
                    values[key] = "\(consumer);\(secret)"
                } else if let stored = present[key], stored.hasPrefix("\(consumer);") {
                    values[key] = stored
                } else {
                    missing.append(key)
                }
            }
        }
        return (values, missing)
    }

    /// The clients of the user pool, as identity pools name them; `nil` while an id is not known.
    ///
    /// - Parameters:
    ///   - resource: the auth resource.
    ///   - ids: the ids that are known.
    /// - Returns: the two clients, none for a pool of guests.
    func providers(_ resource: ResourceName, _ ids: KnownIDs) -> [CognitoIdentityProvider]? {
        guard hasUserPool else { return [] }
        guard let pool = ids[resource, OutputName.userPoolID], let native = ids[resource, OutputName.nativeClientID],
            let web = ids[resource, OutputName.webClientID]
        else { return nil }
        return [native, web].map {
            CognitoIdentityProvider(
                providerName: Self.loginKey(ofUserPool: pool), clientId: $0, serverSideTokenCheck: false)
        }
    }

    /// The key under which ID tokens of a user pool are logins; its region is that of the pool.
    private static func loginKey(ofUserPool id: String) -> String {
        "cognito-idp.\(id.prefix { $0 != "_" }).amazonaws.com/\(id)"
    }

    /// The mappings that give members of groups the role of their group; `nil` while an id is not known.
    ///
    /// Mappings of other providers stay, since no file of a project says what they are.
    func mappings(
        _ resource: ResourceName, _ ids: KnownIDs, beside present: [String: RoleMapping]
    ) -> [String: RoleMapping]? {
        guard let providers = providers(resource, ids) else { return nil }
        var mappings = present.filter { !$0.key.hasPrefix("cognito-idp.") }
        guard hasGroups else { return mappings }
        for provider in providers {
            guard let name = provider.providerName, let client = provider.clientId else { continue }
            mappings["\(name):\(client)"] = RoleMapping(type: .token, ambiguousRoleResolution: .authenticatedRole)
        }
        return mappings
    }

    /// Sets these settings.
    ///
    /// SAML and other OpenID Connect providers, and developer identities stay: no file of a project says what they are.
    ///
    /// - Parameters:
    ///   - pool: the present pool.
    ///   - resource: the auth resource.
    ///   - ids: the ids that are known.
    ///   - google: the ARN of Google's provider; `nil` if there is none.
    /// - Returns: the pool with the settings; `nil` while an id is not known.
    func applied(to pool: IdentityPool, _ resource: ResourceName, _ ids: KnownIDs, google: String?) -> IdentityPool? {
        guard let providers = providers(resource, ids) else { return nil }
        var changed = pool
        changed.identityPoolName = name
        changed.allowUnauthenticatedIdentities = allowsGuests
        changed.supportedLoginProviders = loginValues(beside: pool.supportedLoginProviders ?? [:]).values
        changed.cognitoIdentityProviders = providers
        var arns = (pool.openIdConnectProviderARNs ?? []).filter { !GoogleProvider.isGoogle($0) }
        if !googleClients.isEmpty, let google { arns.append(google) }
        changed.openIdConnectProviderARNs = arns
        changed.identityPoolTags = (pool.identityPoolTags ?? [:]).merging(tags) { $1 }
        changed.identityPoolTags?[WantedState.detachedTag] = nil
        return changed
    }
}
