// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The questions of `amplify add api` and `amplify update api`.
package enum APITable {
    /// All rows.
    package static let rows: [TableRow] = [
        .question(service), summary, .question(template), .question(edits), .question(setting),
        .rows("authorization modes") { circumstances in
            circumstances.answers.text("apiSetting") == "authorization" ? authorization : []
        },
        .rows("conflict detection") { circumstances in
            switch circumstances.answers.text("apiSetting") {
            case "enableConflicts", "conflictStrategy": strategies
            default: []
            }
        },
    ]

    // MARK: - A new API

    private static let service = Question(
        "apiService", "Choose the service of the API:",
        .list(
            .fixed([
                .init("GraphQL", "GraphQL"),
                .init("REST", "REST").with {
                    $0.obstacle = "Gatehouse has no REST APIs: use a server of your own with GatehouseVerifier."
                },
            ]))
    ).with {
        $0.condition = .creating
        $0.standard = .fixed(.text("GraphQL"))
    }

    /// A list that is a summary, too: a chosen row asks its questions, and the list follows again.
    private static let summary: TableRow = .rows("the settings, until Continue is chosen") { circumstances in
        guard circumstances.purpose == .create else { return [] }
        return [.question(settings), afterSettings]
    }

    private static let afterSettings: TableRow = .rows("the questions of the chosen setting") { circumstances in
        switch circumstances.answers.text("apiSettings") {
        case "name": [TableRow.question(name), .question(settings), afterSettings]
        case "authorization": authorization + [TableRow.question(settings), afterSettings]
        case "conflicts": [TableRow.question(detection)] + strategies + [TableRow.question(settings), afterSettings]
        default: []
        }
    }

    private static let settings = Question(
        "apiSettings", "These are the settings of the new GraphQL API. Choose one to change it, or continue:",
        .list(
            .from { circumstances in
                let api = APISettings(name: circumstances.projectName.lowercased()).updated(
                    by: Interview([], circumstances))
                let modes = api.modes.map(label).joined(separator: ", ")
                let conflicts = api.conflicts.map { $0.strategy.name } ?? "disabled"
                return [
                    .init("Name: \(api.name)", "name"), .init("Authorization modes: \(modes)", "authorization"),
                    .init("Conflict detection (required for DataStore): \(conflicts)", "conflicts"),
                    .init("Continue", "continue"),
                ]
            })
    ).with { $0.standard = .fixed(.text("continue")) }

    /// What the name of an API, or of a function, must be.
    static let nameRule = AnswerRule.characters(1...65, and: "_-")

    /// Whether a text can be the name of an API, or of a function.
    static func isName(_ text: String) -> Bool {
        let circumstances = Circumstances(projectName: "", frontend: .ios, id: "")
        return nameRule.isKept(by: .text(text), in: circumstances)
    }

    private static let name = Question("apiName", "Enter a name for the API:", .text).with {
        $0.rule = nameRule
        $0.standard = .from { .text($0.projectName.lowercased()) }
    }

    private static let template = Question(
        "schemaTemplate", "Choose a schema template:",
        .list(
            .from { circumstances in
                var choices: [Question.Choice] = [
                    .init("Single object with fields", "single"), .init("One-to-many relationship", "oneToMany"),
                ]
                let modes =
                    [circumstances.text("defaultAuthType") ?? ""] + (circumstances.values("additionalAuthTypes") ?? [])
                if modes.contains("AMAZON_COGNITO_USER_POOLS") {
                    choices.append(.init("Objects with fine-grained access control", "accessControl"))
                }
                return choices + [.init("Blank schema", "blank")]
            })
    ).with {
        $0.condition = .creating
        $0.standard = .fixed(.text("single"))
    }

    private static let edits = Question.confirmation(
        "editSchema", "Do you want to edit the schema now?", standard: true
    )
    .with { $0.condition = .creating }

    // MARK: - An existing API

    private static let setting = Question(
        "apiSetting", "Which setting do you want to update?",
        .list(
            .from { circumstances in
                var choices: [Question.Choice] = [.init("Authorization modes", "authorization")]
                if circumstances.facts.contains(.detectsConflicts) {
                    choices.append(.init("Conflict resolution strategy", "conflictStrategy"))
                    choices.append(.init("Disable conflict detection", "disableConflicts"))
                } else {
                    choices.append(.init("Enable conflict detection", "enableConflicts"))
                }
                return choices
            })
    ).with {
        $0.condition = .updating
        $0.standard = .fixed(.text("authorization"))
    }

    // MARK: - Authorization

    private static let modes: [Question.Choice] = [
        .init("API key", "API_KEY"), .init("Amazon Cognito User Pool", "AMAZON_COGNITO_USER_POOLS"),
        .init("IAM", "AWS_IAM"), .init("OpenID Connect", "OPENID_CONNECT"), .init("Lambda", "AWS_LAMBDA"),
    ]

    private static func label(_ authorization: APISettings.Authorization) -> String {
        let name = modes.first { $0.value == authorization.mode }?.label ?? authorization.mode
        if case .apiKey(_, let days) = authorization { return "\(name) (expires in \(days) days)" }
        return name
    }

    private static let authorization: [TableRow] = [
        .question(
            Question("defaultAuthType", "Choose the default authorization type for the API:", .list(.fixed(modes)))
                .with { $0.standard = .fixed(.text("API_KEY")) }),
        .rows("the settings of defaultAuthType") { options(of: $0.answers.text("defaultAuthType")) },
        .question(
            Question.confirmation(
                "configureAdditionalAuthTypes", "Do you want to configure additional authorization types?",
                standard: false)),
        .question(
            Question(
                "additionalAuthTypes", "Choose the additional authorization types for the API:",
                .checkboxes(
                    .from { circumstances in
                        modes.filter { $0.value != circumstances.answers.text("defaultAuthType") }
                    })
            ).with {
                $0.condition = .yes("configureAdditionalAuthTypes")
                $0.standard = .fixed(.values([]))
            }),
        .rows("the settings of each of additionalAuthTypes") { circumstances in
            guard circumstances.answers.flag("configureAdditionalAuthTypes") == true else { return [] }
            return (circumstances.answers.values("additionalAuthTypes") ?? []).flatMap { options(of: $0) }
        },
    ]

    private static func options(of mode: String?) -> [TableRow] {
        switch mode {
        case "API_KEY": keyOptions.map(TableRow.question)
        case "OPENID_CONNECT": issuerOptions.map(TableRow.question)
        case "AWS_LAMBDA": functionOptions.map(TableRow.question)
        case "AMAZON_COGNITO_USER_POOLS": [.question(addsAuth)]
        default: []
        }
    }

    /// Asked only in a project without a user pool; the command then begins `add auth`.
    private static let addsAuth = Question.confirmation(
        "addAuth", "The project has no user pool. Do you want to add auth now?", standard: true
    ).with { $0.condition = .not(.fact(.hasAuth)) }

    private static let keyOptions = [
        Question("apiKeyDescription", "Enter a description for the API key:", .text).with {
            $0.standard = .fixed(.text(""))
        },
        Question("apiKeyExpirationDays", "After how many days from now does the API key expire (1-365)?", .text).with {
            $0.rule = .number(1...365)
            $0.standard = .fixed(.text("7"))
        },
    ]

    private static let issuerOptions = [
        Question("oidcName", "Enter a name for the OpenID Connect provider:", .text).with { $0.rule = .filled },
        Question("oidcIssuer", "Enter the address of the issuer, with a trailing slash:", .text).with {
            $0.rule = .issuer
        },
        Question("oidcClientId", "Enter the client id (optional):", .text).with { $0.standard = .fixed(.text("")) },
        Question(
            "oidcIssuedTTL", "Enter the number of milliseconds a token is valid after being issued:", .text
        ).with { $0.rule = .milliseconds },
        Question(
            "oidcAuthenticationTTL", "Enter the number of milliseconds a token is valid after authentication:", .text
        ).with { $0.rule = .milliseconds },
    ]

    private static let functionOptions = [
        Question(
            "lambdaFunction", "Choose the function that authorizes requests:",
            .list(
                .from { circumstances in
                    let names = circumstances.offers["lambdaFunction"] ?? []
                    return [Question.Choice("A new function", "")] + names.map { Question.Choice($0, $0) }
                })
        ).with { $0.standard = .fixed(.text("")) },
        Question("lambdaTTL", "For how many seconds is the function's answer cached?", .text).with {
            $0.rule = .number(0...3_600)
            $0.standard = .fixed(.text("300"))
        },
    ]

    // MARK: - Conflicts

    private static let detection = Question.confirmation(
        "conflictDetection", "Do you want to enable conflict detection?", standard: true)

    private static let strategyChoices: [Question.Choice] = [
        .init("Auto Merge", "AUTOMERGE"), .init("Optimistic Concurrency", "OPTIMISTIC_CONCURRENCY"),
        .init("Custom Lambda", "LAMBDA"),
    ]

    private static let isDetecting = Condition.not(.answered("conflictDetection", [.flag(false)]))
    private static let overrides = Condition.all([isDetecting, .fact(.hasModels), .yes("overrideConflicts")])

    private static let strategies: [TableRow] = [
        .question(
            Question("conflictStrategy", "Choose the default strategy of conflicts:", .list(.fixed(strategyChoices)))
                .with {
                    $0.condition = isDetecting
                    $0.standard = .fixed(.text("AUTOMERGE"))
                }),
        .question(
            Question.confirmation(
                "overrideConflicts", "Do you want to override the default per model?", standard: false
            ).with { $0.condition = .all([isDetecting, .fact(.hasModels)]) }),
        .question(
            Question(
                "conflictModels", "Which models have a strategy of their own?",
                .checkboxes(.from { ($0.offers["conflictModels"] ?? []).map { .init($0, $0) } })
            ).with {
                $0.condition = overrides
                $0.standard = .fixed(.values([]))
            }),
        .rows("the strategy of each of conflictModels") { circumstances in
            guard overrides.isMet(in: circumstances) else { return [] }
            return (circumstances.answers.values("conflictModels") ?? []).map { model in
                TableRow.question(
                    Question(
                        "conflictStrategy.\(model)", "Choose the strategy of \(model):", .list(.fixed(strategyChoices))
                    )
                    .with { $0.standard = .fixed(.text("AUTOMERGE")) })
            }
        },
    ]
}

extension AnswerRule {
    /// A number of milliseconds.
    static let milliseconds = number(0...Int(Int32.max))
}
