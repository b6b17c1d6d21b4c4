// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The sign-in pages: domain, redirects, grants and providers.
extension AuthTable {
    static let hostedPages: [TableRow] = pageParts.flatMap { $0 }

    private static let pageParts: [[TableRow]] = [
        [.question(usesPages), .question(pagesRemoval), .question(domain)],
        redirects("CallbackURLs", "sign-in"), redirects("LogoutURLs", "sign-out"),
        [.question(grants), .question(scopes), .question(socialProviders)], credentials,
        [.question(removedProviders)],
        // AWS's tool has no questions for these; Enter goes past them.
        openIDProvider(1), samlProvider(1),
    ]

    /// The values of the scopes, in the order of the list.
    package static let scopeNames = ["phone", "email", "openid", "profile", "aws.cognito.signin.user.admin"]

    private static let changesRedirects = Condition.any([
        isHosted, .all([.updating, .chose("updateFlow", "callbacks")]),
    ])
    private static let changesProviders = Condition.any([
        isHosted, .all([.updating, .chose("updateFlow", "providers")]),
    ])

    private static let usesPages = Question.yesOrNo(
        "hostedUI", "Do you want to use an OAuth flow?", standard: true,
        explanation: """
            The server shows sign-in pages at a domain of the user pool. The app opens them in a browser and gets a \
            code, which it exchanges for tokens. Social providers need these pages.
            """
    ).with { $0.condition = isManual }

    private static let pagesRemoval = Question.confirmation(
        "confirmOAuthRemoval", "The sign-in pages and their providers will be removed. Do you want to continue?",
        standard: false
    ).with {
        $0.condition = .all([
            .updating, .fact(.hasOAuth), .chose("updateFlow", "manual"), .answered("hostedUI", [.flag(false)]),
        ])
    }

    private static let domain = Question(
        "hostedUIDomainName", "Enter the prefix of the domain of the sign-in pages:", .text
    ).with {
        $0.condition = isHosted
        $0.rule = .domain
        $0.obstacle = { answer, circumstances in
            answer.text.flatMap { EnvironmentName.domainObstacle($0, in: circumstances.environment) }
        }
        $0.standard = .from { circumstances in
            let name = AnswerRule.withoutReservedWords(circumstances.projectName.lowercased())
            return .text("\(name)\(circumstances.id)-\(circumstances.id)")
        }
    }

    // MARK: - Redirects

    /// The rows for one kind of redirects: existing ones to edit, whether to add others, and new ones.
    private static func redirects(_ name: String, _ purpose: String) -> [TableRow] {
        let present = name == "CallbackURLs" ? "callbackURLs" : "logoutURLs"
        let edits = Condition.all([changesRedirects, .updating, .hasPresent(present)])
        let edited = Question(
            "edit\(name)", "Which redirect URIs of \(purpose) do you want to edit?",
            .checkboxes(.from { ($0.present.values(present) ?? []).map { .init($0, $0) } })
        ).with {
            $0.condition = edits
            $0.standard = .fixed(.values([]))
        }
        let each = TableRow.rows("a new value for each of edit\(name)") { circumstances in
            guard edits.isMet(in: circumstances) else { return [] }
            let all = circumstances.present.values(present) ?? []
            return (circumstances.answers.values("edit\(name)") ?? []).compactMap { uri in
                all.firstIndex(of: uri).map { index in
                    TableRow.question(
                        Question(
                            "edit\(name).\(index)",
                            "Enter the redirect URI of \(purpose) instead of \(uri), or '\(removed)' to remove it:",
                            .text
                        )
                        .with {
                            $0.rule = .redirectOrRemoval
                            $0.obstacle = { answer, circumstances in
                                let isOnlyOne = isLast(index, of: all.count, "edit\(name)", circumstances)
                                return answer.text == removed && isOnlyOne
                                    ? "It is the only redirect URI of \(purpose): enter another one instead." : nil
                            }
                            $0.standard = .fixed(.text(uri))
                            $0.remark = slashNote
                        })
                }
            }
        }
        let adds = Question.confirmation(
            "add\(name)", "Do you want to add redirect URIs of \(purpose)?", standard: false
        ).with {
            $0.condition = edits
            $0.opens = "new\(name)"
        }
        let new = Question("new\(name)", "Enter the redirect URI of \(purpose):", .text).with {
            $0.condition = .all([
                changesRedirects, .any([.not(.all([.updating, .hasPresent(present)])), .yes("add\(name)")]),
            ])
            $0.rule = .redirect
            $0.repeats = true
            $0.remark = slashNote
        }
        return [.question(edited), each, .question(adds), .question(new)]
    }

    /// The answer that removes a redirect URI, which is none itself.
    static let removed = "none"

    /// Whether all redirect URIs but one are removed already.
    private static func isLast(_ index: Int, of count: Int, _ key: String, _ circumstances: Circumstances) -> Bool {
        (0..<count).allSatisfy { $0 == index || circumstances.answers.text("\(key).\($0)") == removed }
    }

    /// AWS's tool demands a slash at the end of each URI; the service does not.
    private static let slashNote: @Sendable (Answer, Circumstances) -> String? = { answer, _ in
        let uris = answer.values ?? [answer.text].compactMap(\.self)
        let bare = uris.filter { $0 != removed && $0.utf8.last != UInt8(ascii: "/") }
        return switch bare.count {
        case 0: nil
        case 1: "The URI \(bare[0]) has no slash at its end; the app must use it exactly so."
        default:
            "The URIs \(bare.joined(separator: ", ")) have no slash at their ends; the app must use them exactly so."
        }
    }

    // MARK: - Grants and providers

    private static let grants = Question(
        "AllowedOAuthFlows", "Which OAuth flow do you want to use?",
        .list(
            .fixed([
                .init("Authorization code grant", .values(["code"])), .init("Implicit grant", .values(["implicit"])),
            ]))
    ).with {
        $0.condition = .all([isHosted, isManual, .frontend([.javascript])])
        $0.standard = .fixed(.values(["code"]))
    }

    private static let scopes = Question(
        "AllowedOAuthScopes", "Which OAuth scopes do you want to allow?",
        .checkboxes(
            .fixed(
                zip(["Phone", "Email", "OpenID", "Profile", "aws.cognito.signin.user.admin"], scopeNames)
                    .map { Question.Choice($0.0, $0.1) }))
    ).with {
        $0.condition = .all([isHosted, isManual])
        $0.rule = .oneAtLeast
        $0.standard = .fixed(.values(scopeNames))
    }

    private static let socialProviders = Question(
        "authProvidersUserPool", "Which social providers do you want for your user pool?",
        .checkboxes(
            .from { circumstances in
                let required = circumstances.values("requiredAttributes") ?? ["email"]
                let present = circumstances.present.values("authProvidersUserPool") ?? []
                return SocialProvider.allCases.map { provider in
                    var choice = Question.Choice(provider.label, provider.rawValue)
                    let missing = required.filter { !provider.supplies($0) }
                    // Enter must not lose a provider that is there.
                    if !missing.isEmpty, !present.contains(provider.rawValue) {
                        choice.obstacle = "\(provider.label) cannot supply \(missing.joined(separator: ", "))."
                    }
                    return choice
                }
            })
    ).with {
        $0.condition = changesProviders
        $0.standard = .fixed(.values([]))
    }

    private static let credentials: [TableRow] = SocialProvider.allCases.flatMap { provider in
        provider.credentialKeys.map { key, label, isHidden in
            TableRow.question(
                Question(key, "Enter the \(label) for your OAuth flow:", isHidden ? .hidden : .text).with {
                    $0.condition = .all([changesProviders, .contains("authProvidersUserPool", provider.rawValue)])
                    $0.rule = .filled
                    if provider == .signInWithApple, isHidden {
                        $0.notes = ["The key is one line, with its BEGIN and its END."]
                    }
                })
        }
    }

    /// The key of the present OpenID Connect and SAML providers, by their names.
    static let namedProviders = "namedProviders"

    private static let removedProviders = Question(
        "removeProviders", "Which OpenID Connect and SAML providers do you want to remove?",
        .checkboxes(.from { ($0.present.values(namedProviders) ?? []).map { .init($0, $0) } })
    ).with {
        $0.condition = .all([changesProviders, .updating, .hasPresent(namedProviders)])
        $0.standard = .fixed(.values([]))
    }

    /// The rows for OpenID Connect provider `number`, and for further ones.
    private static func openIDProvider(_ number: Int) -> [TableRow] {
        let adds = "addOpenIDProvider.\(number)"
        let condition = Condition.all([isHosted, isManual, .yes(adds)])
        func field(_ name: String, _ text: String, _ kind: Question.Kind = .text) -> Question {
            Question("openIDProvider.\(number).\(name)", text, kind).with {
                $0.condition = condition
                $0.rule = .filled
            }
        }
        let fields: [Question] = [
            Question.confirmation(adds, "Do you want to add an OpenID Connect provider?", standard: false)
                .with { $0.condition = .all([isHosted, isManual]) },
            field("name", "Enter the name of the provider:").with { $0.rule = .characters(1...32, and: "_-") },
            field("issuer", "Enter the address of the issuer:").with { $0.rule = .issuer },
            field("clientId", "Enter the client ID:"),
            field("clientSecret", "Enter the client secret:", .hidden),
            field("scopes", "Enter the scopes, separated by blanks:").with {
                $0.standard = .fixed(.text("openid email profile"))
            },
            field(
                "attributesRequestMethod", "Which method gets the attributes?",
                .list(.fixed([.init("GET", "GET"), .init("POST", "POST")]))
            ).with { $0.standard = .fixed(.text("GET")) },
        ]
        let further = TableRow.rows("further OpenID Connect providers") {
            condition.isMet(in: $0) && number < 20 ? openIDProvider(number + 1) : []
        }
        return fields.map(TableRow.question) + [further]
    }

    /// The rows for SAML provider `number`, and for further ones.
    private static func samlProvider(_ number: Int) -> [TableRow] {
        let adds = "addSAMLProvider.\(number)"
        let condition = Condition.all([isHosted, isManual, .yes(adds)])
        let fields: [Question] = [
            Question.confirmation(adds, "Do you want to add a SAML provider?", standard: false)
                .with { $0.condition = .all([isHosted, isManual]) },
            Question("samlProvider.\(number).name", "Enter the name of the provider:", .text).with {
                $0.condition = condition
                $0.rule = .characters(1...32, and: "_-")
            },
            Question(
                "samlProvider.\(number).metadata", "Enter the address or the file of the provider's metadata:", .text
            ).with {
                $0.condition = condition
                $0.rule = .filled
            },
        ]
        let further = TableRow.rows("further SAML providers") {
            condition.isMet(in: $0) && number < 20 ? samlProvider(number + 1) : []
        }
        return fields.map(TableRow.question) + [further]
    }
}

extension AnswerRule {
    /// The address of an issuer of tokens.
    static let issuer = text("Enter an address that begins with https://, without a query and a fragment.") { bytes in
        guard bytes.starts(with: "https://".utf8), (9...2_048).contains(bytes.count) else { return false }
        return bytes.allSatisfy { $0.isVisible && !"?#".utf8.contains($0) }
    }
}
