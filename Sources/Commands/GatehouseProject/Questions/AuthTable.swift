// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The questions of `amplify add auth` and `amplify update auth`, in their order.
///
/// Both commands read the same rows: each row has the condition under which it comes up. The words that AWS's documentation shows
/// are quoted as they are.
package enum AuthTable {
    /// All rows.
    package static let rows: [TableRow] = parts.flatMap { $0 }

    private static let parts: [[TableRow]] = [
        [.question(flow), .question(updateFlow), .question(removal)], identityPool,
        [.question(userPoolName), .question(usernameAttributes)], groups, adminQueries,
        [.question(additionalQuestions)], userPool, client, [.question(capabilities)], hostedPages, triggers,
        passwordless,
    ]

    // MARK: - Conditions

    /// The dialogue has a question for each setting.
    static let isManual = Condition.any([
        .all([.creating, .chose("useDefault", "manual")]), .all([.updating, .chose("updateFlow", "manual")]),
    ])
    /// Sign-in pages with social providers, and defaults else.
    static let isSocial = Condition.any([
        .all([.creating, .chose("useDefault", "defaultSocial")]),
        .all([.updating, .chose("updateFlow", "defaultSocial")]),
    ])
    /// The sign-in pages are configured.
    static let isHosted = Condition.any([isSocial, .all([isManual, .yes("hostedUI")])])
    /// The manual questions about an identity pool.
    static let isIdentityPool = Condition.all([isManual, .not(.chose("authSelections", "userPoolOnly"))])

    // MARK: - The first question

    /// Other names of the manual configuration, as documents have them.
    private static let manualNames = ["Manual Configuration.", "I will setup my own configuration"]

    static let flow = Question(
        "useDefault", "Do you want to use the default authentication and security configuration?",
        .list(
            .fixed([
                .init("Default configuration", "default"),
                .init("Default configuration with Social Provider (Federation)", "defaultSocial"),
                .init(
                    "Manual configuration", "manual",
                    aliases: manualNames),
            ]))
    ).with {
        $0.condition = .creating
        $0.standard = .fixed(.text("default"))
        $0.explanation = """
            The default configuration has a user pool and an identity pool: users sign up and sign in, and get \
            credentials of a role. With social providers, users also sign in at Facebook, Google, Amazon or Apple on \
            the server's pages. The manual configuration asks for every setting.
            """
    }

    static let updateFlow = Question(
        "updateFlow", "What do you want to do?",
        .list(
            .from { circumstances in
                let present = circumstances.present.text("useDefault")
                var choices: [Question.Choice] = []
                if present != "default" {
                    choices.append(.init("Default configuration without social providers", "default"))
                }
                if present != "defaultSocial" {
                    choices.append(
                        .init(
                            "Default configuration with social providers (federation)", "defaultSocial",
                            aliases: ["Default configuration with Social Provider (Federation)"]))
                }
                choices.append(
                    .init(
                        "Manual configuration of all settings", "manual",
                        aliases: manualNames))
                if circumstances.facts.contains(.hasOAuth) {
                    choices.append(.init("Redirect URIs of sign-in and sign-out", "callbacks"))
                    choices.append(.init("Social providers of the user pool", "providers"))
                }
                choices.append(.init("Groups of the user pool", "updateUserPoolGroups"))
                choices.append(.init("Admin queries", "updateAdminQueries"))
                choices.append(.init("Passwordless sign-in", "passwordless"))
                return choices
            })
    ).with {
        $0.condition = .updating
        $0.standard = .from { $0.present.text("useDefault") == "default" ? .text("defaultSocial") : .text("default") }
        $0.notes = [
            "Names, the way users sign in, and required attributes cannot be changed after a user pool was made."
        ]
        $0.note = { circumstances in
            circumstances.facts.contains(.hasDependents) ? "Other resources depend on auth, and may be affected." : nil
        }
    }

    static let removal = Question.confirmation(
        "confirmOAuthRemoval", "The sign-in pages and their providers will be removed. Do you want to continue?",
        standard: false
    ).with {
        $0.condition = .all([.updating, .fact(.hasOAuth), .chose("updateFlow", "default")])
    }

    // MARK: - How users sign in

    static let usernameAttributes = Question(
        "usernameAttributes", "How do your users sign in?",
        .list(
            .fixed([
                .init("Username", "username"), .init("Email", "email"), .init("Phone Number", "phone_number"),
                .init("Email or Phone Number", "email, phone_number"),
            ]))
    ).with {
        $0.isImmutable = true
        $0.standard = .fixed(.text("username"))
        $0.notes = ["Warning: this cannot be changed later."]
        $0.explanation = """
            With a user name, a person chooses a name and can have an e-mail address besides. With an e-mail address or \
            a phone number, that is the name, and it must be unique.
            """
    }

    static let additionalQuestions = Question(
        "additionalQuestions", "Do you want to make advanced settings?",
        .list(
            .fixed([
                .init("No, I am done.", .values([])),
                .init("Yes, I want to make some additional changes.", .values(["requiredAttributes", "triggers"])),
            ]))
    ).with {
        $0.condition = .all([.creating, .not(isManual)])
        $0.standard = .fixed(.values([]))
    }

    static let userPoolName = Question(
        "userPoolName", "Enter the name of the user pool:", .text
    ).with {
        $0.isImmutable = true
        $0.condition = isManual
        $0.rule = .poolName
        $0.obstacle = { answer, circumstances in
            answer.text.flatMap { EnvironmentName.poolObstacle($0, in: circumstances.environment) }
        }
        $0.standard = .from { .text("\($0.authResource)_userpool_\($0.id)") }
    }

    static let capabilities = Question(
        "triggers", "Which capabilities do you want to enable?",
        .checkboxes(.fixed(TriggerCapability.all.map { .init($0.label, $0.name) }))
    ).with {
        $0.condition = .any([isManual, .contains("additionalQuestions", "triggers")])
        $0.standard = .fixed(.values([]))
    }
}

extension Circumstances {
    /// The name of the auth resource: answered, present, or the default.
    var authResource: String { text("resourceName") ?? projectName.lowercased() + id }
}
