// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseSession

extension PoolConfiguration {
    /// Reads generation 1 values: the plugin's block of `amplifyconfiguration.json`.
    ///
    /// A pool that lacks a required key counts as absent.
    ///
    /// - Throws: `AuthError.configuration` when neither pool is there or a key of an endpoint is misspelt; it names
    ///   what is missing or misspelt.
    init(_ block: JSONValue) throws(AuthError) {
        let pool = Section(block, path: ["CognitoUserPool", "Default"])
        let identity = Section(block, path: ["CredentialsProvider", "CognitoIdentity", "Default"])
        let auth = Section(block, path: ["Auth", "Default"])
        try auth.checkSpelling(of: ["Endpoint", "allowsInsecureEndpoint"])
        for section in [pool, identity] { try section.checkSpelling(of: ["Endpoint"]) }
        self.init(
            userPool: UserPool(pool, flow: Self.flow(pool, auth)),
            identityPool: IdentityPool(identity),
            pages: Pages(Section(block, path: ["Auth", "Default", "OAuth"])),
            endpoint: auth.setting("Endpoint"),
            allowsInsecureEndpoint: auth.flag("allowsInsecureEndpoint"),
            permission: "Auth.Default.allowsInsecureEndpoint"
        )
        guard userPool != nil || identityPool != nil else {
            let missing = pool.missing(of: UserPool.required) + identity.missing(of: IdentityPool.required)
            throw .configuration(
                "Neither a user pool nor an identity pool is configured; missing: \(missing.joined(separator: ", "))",
                "Complete the keys of one of them in the block of awsCognitoAuthPlugin"
            )
        }
    }

    /// Migration of users needs the password itself, so it has priority over the chosen flow.
    private static func flow(_ pool: Section, _ auth: Section) -> SignInFlow {
        if pool.flag("MigrationEnabled") { return .userPassword }
        switch auth.text("authenticationFlowType") {
        case "CUSTOM_AUTH", "CUSTOM_AUTH_WITH_SRP": return .customWithSRP
        case "CUSTOM_AUTH_WITHOUT_SRP": return .customWithoutSRP
        case "USER_PASSWORD_AUTH": return .userPassword
        case "USER_AUTH": return .userAuth(preferred: nil)
        default: return .userSRP
        }
    }
}

extension PoolConfiguration.UserPool {
    fileprivate static let required = ["PoolId", "AppClientId", "Region"]

    fileprivate init?(_ section: Section, flow: SignInFlow) {
        guard let id = section.setting("PoolId"), let clientID = section.setting("AppClientId"),
            let region = section.setting("Region")
        else { return nil }
        self.init(
            id: id,
            clientID: clientID,
            clientSecret: section.text("AppClientSecret"),
            region: region,
            endpoint: section.setting("Endpoint"),
            flow: flow,
            pinpointAppID: section.text("PinpointAppId")
        )
    }
}

extension PoolConfiguration.IdentityPool {
    fileprivate static let required = ["PoolId", "Region"]

    fileprivate init?(_ section: Section) {
        guard let id = section.setting("PoolId"), let region = section.setting("Region") else { return nil }
        self.init(id: id, region: region, endpoint: section.setting("Endpoint"))
    }
}

extension PoolConfiguration.Pages {
    /// Nil if a required key is absent or of the wrong type.
    fileprivate init?(_ section: Section) {
        guard let domain = section.setting("WebDomain"), let clientID = section.setting("AppClientId"),
            let signIn = section.setting("SignInRedirectURI"), let signOut = section.setting("SignOutRedirectURI"),
            let scopes = section.texts("Scopes")
        else { return nil }
        self.init(
            domain: domain,
            clientID: clientID,
            clientSecret: section.text("AppClientSecret"),
            signInRedirect: signIn,
            signOutRedirect: signOut,
            scopes: scopes
        )
    }
}

/// One object of the block, with its place in it.
private struct Section {
    private let name: String
    private let values: [String: JSONValue]

    init(_ block: JSONValue, path: [String]) {
        name = path.joined(separator: ".")
        values = path.reduce(Optional(block)) { $0?[$1] }?.asObject ?? [:]
    }

    func text(_ key: String) -> String? { values[key]?.stringValue }

    /// The texts of an array; nil if it is none, or has something else in it.
    func texts(_ key: String) -> [String]? {
        guard let values = values[key]?.asArray else { return nil }
        let texts = values.compactMap(\.stringValue)
        return texts.count == values.count ? texts : nil
    }

    func flag(_ key: String) -> Bool { values[key]?.booleanValue ?? false }

    func setting(_ key: String) -> PoolConfiguration.Setting? {
        text(key).map { PoolConfiguration.Setting(key: "\(name).\(key)", value: $0) }
    }

    /// - Throws: `AuthError.configuration` when a key is nearly one of those that lead to a server.
    func checkSpelling(of keys: [String]) throws(AuthError) {
        guard let misspelt = MisspeltKey(among: values.keys, meaning: keys) else { return }
        throw .configuration(
            "\(name).\(misspelt.key) is not a key, the nearest one is \(misspelt.meant)",
            "Rename it to \(misspelt.meant), or remove it"
        )
    }

    func missing(of keys: [String]) -> [String] {
        keys.filter { text($0) == nil }.map { "\(name).\($0)" }
    }
}
