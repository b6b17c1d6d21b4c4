// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Testing

@testable import AWSDataStorePlugin

struct NeededPluginsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let providers: [AuthRuleProvider?]
        let strategy: AuthModeStrategyType
        let apiDefault: AWSAuthorizationType?
        let isNeeded: Bool

        init(
            _ providers: [AuthRuleProvider?], _ strategy: AuthModeStrategyType, _ apiDefault: AWSAuthorizationType?,
            _ isNeeded: Bool
        ) {
            self.providers = providers
            self.strategy = strategy
            self.apiDefault = apiDefault
            self.isNeeded = isNeeded
        }

        var testDescription: String {
            let names = providers.map { $0.map { "\($0)" } ?? "any" }.joined(separator: ", ")
            return "[\(names)] \(strategy), default \(apiDefault?.rawValue ?? "unknown")"
        }

        var schema: ModelSchema {
            ModelSchema(name: "Note", authRules: providers.map { AuthRule(allow: .owner, provider: $0) })
        }
    }

    @Test(arguments: [
        // One rule with a provider decides.
        Case([.userPools], .default, .apiKey, true),
        Case([.iam], .default, .apiKey, true),
        Case([.oidc], .default, .amazonCognitoUserPools, false),
        Case([.function], .default, .amazonCognitoUserPools, false),
        Case([.apiKey], .default, .amazonCognitoUserPools, false),
        // Otherwise, the API decides.
        Case([nil], .default, .amazonCognitoUserPools, true),
        Case([nil], .default, .apiKey, false),
        Case([], .default, .awsIAM, true),
        Case([], .default, .apiKey, false),
        Case([], .default, nil, false),
        Case([.userPools, .apiKey], .default, .apiKey, false),
        Case([.apiKey, .apiKey], .default, .amazonCognitoUserPools, true),
        // With several modes, any rule decides if all name their providers.
        Case([.userPools, .apiKey], .multiAuth, .apiKey, true),
        Case([.oidc, .iam], .multiAuth, .apiKey, true),
        Case([.oidc, .apiKey, .function], .multiAuth, .amazonCognitoUserPools, false),
        Case([.userPools, nil], .multiAuth, .apiKey, false),
        Case([.apiKey, nil], .multiAuth, .amazonCognitoUserPools, true),
        Case([], .multiAuth, .amazonCognitoUserPools, true),
    ])
    func `the Auth plugin is needed where the rules or the API say so`(_ sample: Case) {
        #expect(
            NeededPlugins.needsAuth([sample.schema], strategy: sample.strategy, apiDefault: sample.apiDefault)
                == sample.isNeeded)
    }

    @Test func `models of the library do not need a plugin`() {
        #expect(
            !NeededPlugins.needsAuth(
                [MutationEvent.schema], strategy: .default, apiDefault: .amazonCognitoUserPools))
    }

    @Test func `the error names the missing plugin`() {
        #expect(NeededPlugins.missingAuth.caseName == "configuration")
        #expect(NeededPlugins.missingAuth.errorDescription.contains("awsCognitoAuthPlugin"))
    }
}
