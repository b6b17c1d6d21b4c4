// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The services, the resource's name, and the identity pool with its providers.
extension AuthTable {
    static let identityPool: [TableRow] =
        [
            services, resourceName, identityPoolName, guests, thirdParties, identityProviders,
            providerID("facebookAppId", "Facebook App ID", .facebook),
            providerID("googleClientId", "Google Web Client ID", .google),
            providerID("googleIos", "Google iOS Client ID", .google, .ios),
            providerID("googleAndroid", "Google Android Client ID", .google, .android),
            providerID("amazonAppId", "Amazon App ID", .amazon),
            providerID("appleAppId", "Apple bundle identifier", .apple),
            providerID("twitterConsumerKey", "Twitter consumer key", .twitter),
            providerID("twitterConsumerSecret", "Twitter consumer secret", .twitter, isHidden: true),
        ].map(TableRow.question)

    /// The keys of the providers' ids that an environment has, not the project.
    package static let identityProviderKeys = [
        "facebookAppId", "googleClientId", "googleIos", "googleAndroid", "amazonAppId", "appleAppId",
    ]

    private static let services = Question(
        "authSelections", "Which services do you want to use?",
        .list(
            .fixed([
                .init(
                    "User Sign-Up, Sign-In, connected with AWS IAM controls", "identityPoolAndUserPool",
                    note: "(a user pool, and an identity pool with credentials for other services)"),
                .init("User Sign-Up and Sign-In only", "userPoolOnly", note: "(a user pool)"),
            ]))
    ).with {
        $0.condition = isManual
        $0.standard = .fixed(.text("identityPoolAndUserPool"))
        $0.explanation = """
            A user pool keeps accounts and signs users in. An identity pool exchanges a sign-in, or no sign-in at all, \
            for credentials of a role.
            """
        $0.remark = { answer, circumstances in
            answer == .text("userPoolOnly") && circumstances.present.text("authSelections") == "identityPoolAndUserPool"
                ? "The identity pool will be deleted on the next push." : nil
        }
    }

    private static let resourceName = Question(
        "resourceName", "Enter a name for the resource in the project:", .text
    ).with {
        $0.isImmutable = true
        $0.condition = .all([isManual, .creating])
        $0.rule = .characters(1...128)
        $0.standard = .from { .text($0.projectName.lowercased() + $0.id) }
    }

    private static let identityPoolName = Question(
        "identityPoolName", "Enter the name of the identity pool:", .text
    ).with {
        $0.isImmutable = true
        $0.condition = isIdentityPool
        $0.rule = .characters(1...128, and: "_")
        $0.standard = .from { .text("\($0.authResource)_identitypool_\($0.id)") }
    }

    private static let guests = Question.yesOrNo(
        "allowUnauthenticatedIdentities", "Allow unauthenticated logins?", standard: false,
        explanation: """
            An app without a signed-in user gets credentials of a role of its own, with what that role permits.
            """
    ).with { $0.condition = isIdentityPool }

    private static let thirdParties = Question.yesOrNo(
        "thirdPartyAuth", "Do you want to enable 3rd party authentication providers in your identity pool?",
        standard: true,
        explanation: """
            An app that signs a user in at Facebook, Google, Amazon, Apple or Twitter itself exchanges the provider's \
            token for credentials, without a user pool.
            """
    ).with { $0.condition = isIdentityPool }

    private static let identityProviders = Question(
        "authProviders", "Which providers of the identity pool do you want to use?",
        .checkboxes(.fixed(IdentityProvider.allCases.map { .init($0.label, $0.rawValue) }))
    ).with {
        $0.condition = .all([isIdentityPool, .yes("thirdPartyAuth")])
        $0.standard = .fixed(.values([]))
        $0.remark = { answer, _ in
            answer.values?.isEmpty == true
                ? "No provider was chosen: the identity pool takes no sign-in of others. 'amplify update auth' adds one."
                : nil
        }
    }

    private static func providerID(
        _ key: String, _ label: String, _ provider: IdentityProvider, _ frontend: Frontend? = nil,
        isHidden: Bool = false
    ) -> Question {
        Question(key, "Enter the \(label):", isHidden ? .hidden : .text).with {
            var conditions = [isIdentityPool, .yes("thirdPartyAuth"), .contains("authProviders", provider.rawValue)]
            if let frontend { conditions.append(.frontend([frontend])) }
            $0.condition = .all(conditions)
            $0.rule = .filled
        }
    }
}
