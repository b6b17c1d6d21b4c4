// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Testing

/// The modes that requests with models try, and their order.
@Suite struct AuthModeStrategyTests {
    /// A sign-in state that does not change.
    private final class SignInState: AuthModeStrategyDelegate {
        private let isSignedIn: Bool

        init(isSignedIn: Bool) {
            self.isSignedIn = isSignedIn
        }

        func isUserLoggedIn() -> Bool { isSignedIn }
    }

    private static func schema(_ rules: [AuthRule]) -> ModelSchema { ModelSchema(name: "Todo", authRules: rules) }

    private static func choices(
        _ rules: [AuthRule], _ operations: [ModelOperation] = [.read], isSignedIn: Bool? = true
    ) async -> [AmplifyAuthorizationType] {
        let strategy = AuthModeStrategyType.multiAuth.resolveStrategy()
        let state = isSignedIn.map(SignInState.init)
        strategy.authDelegate = state
        let choices = await strategy.authTypesFor(schema: schema(rules), operations: operations)
        return withExtendedLifetime(state) { Array(choices) }
    }

    /// The rules in the order of the contract, each with its mode.
    private static let priority: [(AuthRule, AWSAuthorizationType)] = [
        (AuthRule(allow: .custom, provider: .function), .function),
        (AuthRule(allow: .owner, provider: .userPools), .amazonCognitoUserPools),
        (AuthRule(allow: .owner, provider: .oidc), .openIDConnect),
        (AuthRule(allow: .groups, provider: .userPools), .amazonCognitoUserPools),
        (AuthRule(allow: .groups, provider: .oidc), .openIDConnect),
        (AuthRule(allow: .private, provider: .userPools), .amazonCognitoUserPools),
        (AuthRule(allow: .private, provider: .oidc), .openIDConnect),
        (AuthRule(allow: .private, provider: .iam), .awsIAM),
        (AuthRule(allow: .public, provider: .iam), .awsIAM),
        (AuthRule(allow: .public, provider: .apiKey), .apiKey),
    ]

    @Test func `of each two rules, the mode of the one with priority comes first, however they are written`() async {
        for (first, higher) in Self.priority.enumerated() {
            for lower in Self.priority.dropFirst(first + 1) {
                let expected = higher.1 == lower.1 ? [higher.1] : [higher.1, lower.1]
                for rules in [[higher.0, lower.0], [lower.0, higher.0]] {
                    #expect(await Self.choices(rules) == expected.map { .designated($0) })
                }
            }
        }
    }

    @Test func `each mode is tried once`() async {
        let modes = await Self.choices(Self.priority.map(\.0).reversed())
        #expect(modes.map(\.awsAuthType) == [.function, .amazonCognitoUserPools, .openIDConnect, .awsIAM, .apiKey])
    }

    @Test func `a signed-out user has the rules for all callers, and the functions after them`() async {
        let rules = Self.priority.map(\.0)
        let expected: [AmplifyAuthorizationType] = [.designated(.awsIAM), .designated(.apiKey), .designated(.function)]
        #expect(await Self.choices(rules, isSignedIn: false) == expected)
        #expect(await Self.choices(rules, isSignedIn: nil) == Self.choices(rules, isSignedIn: true))
    }

    @Test func `a strategy does not keep the source of the sign-in state alive`() async {
        let strategy = AWSMultiAuthModeStrategy()
        do {
            let state = SignInState(isSignedIn: false)
            strategy.authDelegate = state
        }
        #expect(strategy.authDelegate == nil)
        let choices = await strategy.authTypesFor(schema: Self.schema([AuthRule(allow: .owner)]), operation: .read)
        #expect(Array(choices) == [.designated(.amazonCognitoUserPools)])
    }

    @Test(arguments: [
        (AuthStrategy.custom, AWSAuthorizationType.function), (.owner, .amazonCognitoUserPools),
        (.groups, .amazonCognitoUserPools), (.private, .amazonCognitoUserPools), (.public, .apiKey),
    ])
    func `a rule without a provider has the default of its strategy`(
        strategy: AuthStrategy, mode: AWSAuthorizationType
    ) async {
        #expect(await Self.choices([AuthRule(allow: strategy)]) == [.designated(mode)])
    }

    @Test func `a rule without a provider keeps its place among rules with one`() async {
        let rules = [AuthRule(allow: .public), AuthRule(allow: .public, provider: .iam), AuthRule(allow: .owner)]
        let expected: [AWSAuthorizationType] = [.amazonCognitoUserPools, .awsIAM, .apiKey]
        for rules in [rules, rules.reversed()] {
            #expect(await Self.choices(rules).map(\.awsAuthType) == expected)
        }
    }

    @Test func `the rules of the operations count, and rules for all operations`() async {
        let rules = [
            AuthRule(allow: .owner, operations: [.create, .read]), AuthRule(allow: .public, operations: [.read]),
            AuthRule(allow: .public, provider: .iam, operations: [.delete]), AuthRule(allow: .custom),
        ]
        let cases: [([ModelOperation], [AWSAuthorizationType])] = [
            ([.create], [.function, .amazonCognitoUserPools]),
            ([.read], [.function, .amazonCognitoUserPools, .apiKey]), ([.update], [.function]),
            ([.delete], [.function, .awsIAM]),
            ([.read, .delete], [.function, .amazonCognitoUserPools, .awsIAM, .apiKey]),
        ]
        for (operations, expected) in cases {
            #expect(await Self.choices(rules, operations).map(\.awsAuthType) == expected, "\(operations)")
        }
    }

    @Test func `a model without rules has the default of the API, and one whose rules do not fit has no mode`() async {
        #expect(await Self.choices([]) == [.inferred])
        #expect(await Self.choices([], isSignedIn: false) == [.inferred])
        let owned = [AuthRule(allow: .owner, operations: [.create])]
        #expect(await Self.choices(owned, [.create], isSignedIn: false).isEmpty)
        #expect(await Self.choices(owned, [.read]).isEmpty)
    }

    @Test func `the default strategy has the default of the API, whatever the rules are`() async {
        let strategy = AuthModeStrategyType.default.resolveStrategy()
        for rules in [[], [AuthRule(allow: .owner)]] {
            var choices = await strategy.authTypesFor(schema: Self.schema(rules), operation: .create)
            #expect(choices.count == 1 && choices.hasNext)
            #expect(choices.next() == .inferred && choices.next() == nil && !choices.hasNext)
        }
        #expect(strategy is AWSDefaultAuthModeStrategy && AmplifyAuthorizationType.inferred.awsAuthType == nil)
    }

    @Test func `an iterator counts all choices, and has others if there are none`() {
        var choices = AWSAuthorizationTypeIterator(withValues: [.inferred, .designated(.apiKey)])
        #expect(choices.next() == .inferred)
        #expect(choices.count == 2 && choices.hasNext)
        #expect(choices.next() == .designated(.apiKey))
        #expect(choices.count == 2 && !choices.hasNext)
        let defaults: [AmplifyAuthorizationType] = [.designated(.awsIAM)]
        #expect(Array(AWSAuthorizationTypeIterator(withValues: [], valuesOnEmpty: defaults)) == defaults)
        #expect(Array(AWSAuthorizationTypeIterator(withValues: [.inferred], valuesOnEmpty: defaults)) == [.inferred])
        #expect(AWSAuthorizationTypeIterator(withValues: []).count == 0)
    }
}
