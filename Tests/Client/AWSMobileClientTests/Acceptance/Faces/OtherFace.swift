// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseTesting

/// Amplify's plugin on the store and the network of a phone, beside the app with the mobile client.
struct OtherFace {
    let plugin: AWSCognitoAuthPlugin

    /// Creates a plugin with the configuration of a world.
    init(
        _ world: MobileWorld, on phone: Phone, _ pools: MobileWorld.Pools = .userPoolOnly, isStoreShared: Bool = true,
        in browser: TestBrowser? = nil
    ) throws {
        let store = phone.store
        plugin = AWSCognitoAuthPlugin(
            transport: phone.network, clock: phone.clock.clock, events: AuthEvents { _ in },
            isStoreShared: isStoreShared, openStore: { _ in store })
        var auth: [String: JSONValue] = ["Endpoint": .string(world.gatehouse.baseURL)]
        if let browser { auth["OAuth"] = JSONValue(texts: world.oauth(in: browser)) }
        var block: [String: JSONValue] = ["Auth": ["Default": .object(auth)]]
        let content = world.configuration(pools)
        for key in ["CognitoUserPool", "CredentialsProvider"] { block[key] = content[key].map(JSONValue.init(texts:)) }
        try plugin.configure(using: JSONValue.object(block))
    }

    /// The session in its own type.
    func session(force: Bool = false) async throws -> AWSAuthCognitoSession {
        let options = force ? AuthFetchSessionRequest.Options.forceRefresh() : nil
        guard let session = try await plugin.fetchAuthSession(options: options) as? AWSAuthCognitoSession else {
            throw AuthError.unknown("The session is of another type")
        }
        return session
    }

    /// The access token of the session; nil if there is none.
    func accessToken() async throws -> String? {
        try? await session().userPoolTokensResult.get().accessToken
    }

    func signIn(_ name: String = "ada") async throws {
        _ = try await plugin.signIn(username: name, password: MobileWorld.password)
    }
}

extension JSONValue {
    /// A value of texts, arrays and dictionaries.
    fileprivate init(texts value: Any) {
        switch value {
        case let text as String: self = .string(text)
        case let list as [Any]: self = .array(list.map(JSONValue.init(texts:)))
        case let object as [String: Any]: self = .object(object.mapValues(JSONValue.init(texts:)))
        default: self = .null
        }
    }
}

extension Result {
    var value: Success? { try? get() }
}
