// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify

/// The plugins that the exchange of models needs.
enum NeededPlugins {
    /// The key of the API plugin.
    static let api = "awsAPIPlugin"

    /// The key of the Auth plugin.
    static let auth = "awsCognitoAuthPlugin"

    /// Whether requests with any of the models need the Auth plugin.
    ///
    /// - Parameters:
    ///   - schemas: the models.
    ///   - strategy: the choice of the authorization of requests.
    ///   - apiDefault: the default authorization of the API; nil if the API plugin does not have it.
    /// - Returns: whether it is needed.
    static func needsAuth(
        _ schemas: [ModelSchema], strategy: AuthModeStrategyType, apiDefault: AWSAuthorizationType?
    ) -> Bool {
        schemas.filter(\.isSyncable).contains { schema in
            rulesNeedAuth(schema.authRules, strategy: strategy) ?? apiDefault?.requiresAuthPlugin ?? false
        }
    }

    /// Whether the rules of a model need the Auth plugin; nil if the rules leave that to the API.
    private static func rulesNeedAuth(_ rules: [AuthRule], strategy: AuthModeStrategyType) -> Bool? {
        let providers = rules.map(\.provider)
        switch strategy {
        case .default:
            guard providers.count == 1, let provider = providers[0] else { return nil }
            return provider.needsAuth
        case .multiAuth:
            let named = providers.compactMap(\.self)
            guard !rules.isEmpty, named.count == rules.count else { return nil }
            return named.contains(where: \.needsAuth)
        }
    }

    /// The error of the first call if the Auth plugin is missing.
    static var missingAuth: DataStoreError {
        .configuration(
            "The rules of the models need the plugin \(auth), which was not added",
            "Call Amplify.add(plugin: AWSCognitoAuthPlugin()) before Amplify.configure")
    }
}

extension AuthRuleProvider {
    /// Whether the Auth category has the values for requests with the provider.
    fileprivate var needsAuth: Bool { toAWSAuthorizationType().requiresAuthPlugin }
}
