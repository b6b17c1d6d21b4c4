// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Groups, admin queries, functions of triggers, and sign-in without a password.
extension AuthTable {
    private static let changesGroups = Condition.any([
        .all([isManual, .yes("userPoolGroups")]), .all([.updating, .chose("updateFlow", "updateUserPoolGroups")]),
    ])
    private static let hasGroups = Condition.all([.updating, .hasPresent("userPoolGroupList")])

    static let groups: [TableRow] = [
        .question(
            Question.yesOrNo(
                "userPoolGroups", "Do you want to add groups to the user pool?", standard: true,
                explanation: "The members of a group get the credentials of the group's role."
            ).with { $0.condition = isManual }),
        .question(
            Question(
                "deleteUserPoolGroups", "Which groups do you want to delete?",
                .checkboxes(.from { ($0.present.values("userPoolGroupList") ?? []).map { .init($0, $0) } })
            ).with {
                $0.condition = .all([changesGroups, hasGroups])
                $0.standard = .fixed(.values([]))
            }),
        .question(
            Question.confirmation("addUserPoolGroups", "Do you want to add another group?", standard: false)
                .with {
                    $0.condition = .all([changesGroups, hasGroups])
                    $0.opens = "newUserPoolGroups"
                }),
        .question(
            Question("newUserPoolGroups", "Enter the name of a group:", .text).with {
                $0.condition = .all([changesGroups, .any([.not(hasGroups), .yes("addUserPoolGroups")])])
                $0.repeats = true
                $0.rule = .groupName
            }),
        .question(
            Question(
                "userPoolGroupOrder", "In which order do the groups take precedence?",
                .order(.from { $0.groupNames.map { .init($0, $0) } })
            ).with {
                $0.condition = changesGroups
                $0.standard = .from { .values($0.groupNames) }
            }),
    ]

    private static let changesAdminQueries = Condition.any([
        isManual, .all([.updating, .chose("updateFlow", "updateAdminQueries")]),
    ])

    static let adminQueries: [TableRow] = [
        .question(
            Question.yesOrNo(
                "adminQueries", "Do you want to add admin queries?", standard: true,
                explanation: "Members of a group manage the users of the pool from an app."
            ).with {
                $0.condition = changesAdminQueries
                $0.remark = { answer, _ in
                    answer == .flag(true)
                        ? """
                        Gatehouse makes no API for admin queries. Give a group a role that may call the administration \
                        operations, and call them from the app with the credentials of the identity pool.
                        """ : nil
                }
            })
    ]

    // MARK: - Triggers

    static let triggers: [TableRow] = [
        .question(
            Question.confirmation(
                "configureTriggers", "Do you want to configure functions for triggers?", standard: true
            ).with {
                // A person who keeps the sign-in pages after all has ended the command.
                $0.condition = .all([isManual, .not(.answered("confirmOAuthRemoval", [.flag(false)]))])
            }),
        .question(
            Question(
                "triggerFunctions", "Which triggers do you want to enable?",
                .checkboxes(.fixed(Trigger.allCases.map { .init($0.label, $0.rawValue) }))
            ).with {
                $0.condition = .all([isManual, .yes("configureTriggers")])
                $0.standard = .from { .values($0.capabilityTemplates.keys.sorted()) }
            }),
        .rows("the templates of each of triggerFunctions") { circumstances in
            guard isManual.isMet(in: circumstances) else { return [] }
            let chosen = circumstances.answers.values("triggerFunctions") ?? []
            return Trigger.allCases.filter { chosen.contains($0.rawValue) }.map { TableRow.question(templates(of: $0)) }
        },
    ]

    private static func templates(of trigger: Trigger) -> Question {
        Question(
            "triggers.\(trigger.rawValue)", "Which templates do you want for \(trigger.label)?",
            .checkboxes(
                .fixed(
                    trigger.templates.map { Question.Choice($0.label, $0.name) }
                        + [Question.Choice("A module of my own", Trigger.ownModule)]))
        ).with {
            $0.rule = .oneAtLeast
            $0.standard = .from { .values($0.capabilityTemplates[trigger.rawValue] ?? [Trigger.ownModule]) }
        }
    }

    // MARK: - Sign-in without a password

    static let passwordless: [TableRow] = [
        .question(
            Question(
                "passwordlessFactors", "With what may users sign in besides a password?",
                .checkboxes(
                    .fixed([
                        .init("Passkeys", "WEB_AUTHN"), .init("Codes by e-mail", "EMAIL_OTP"),
                        .init("Codes by SMS", "SMS_OTP"),
                    ]))
            ).with {
                $0.condition = isPasswordless
                $0.standard = .fixed(.values([]))
            }),
        .question(
            Question("relyingPartyId", "Enter the domain of passkeys:", .text).with {
                $0.condition = .all([isPasswordless, .contains("passwordlessFactors", "WEB_AUTHN")])
                $0.rule = .relyingParty
                $0.standard = .fixed(.text("localhost"))
                $0.notes = ["Warning: passkeys of users are bound to the domain and are lost when it changes."]
            }),
        .question(
            Question(
                "userVerification", "Must a passkey verify the user, as by a PIN or a fingerprint?",
                .list(.fixed([.init("If it can", "preferred"), .init("Always", "required")]))
            ).with {
                $0.condition = .all([isPasswordless, .contains("passwordlessFactors", "WEB_AUTHN")])
                $0.standard = .fixed(.text("preferred"))
            }),
    ]

    private static let isPasswordless = Condition.all([.updating, .chose("updateFlow", "passwordless")])
}

extension Circumstances {
    /// The groups after the answers so far, in the order of their making.
    var groupNames: [String] {
        let deleted = answers.values("deleteUserPoolGroups") ?? []
        let kept = (present.values("userPoolGroupList") ?? []).filter { !deleted.contains($0) }
        return (answers.values("newUserPoolGroups") ?? []).reduce(into: kept) { names, name in
            if !names.contains(name) { names.append(name) }
        }
    }

    /// The templates that the chosen capabilities bring for each trigger, after the present ones.
    var capabilityTemplates: [String: [String]] {
        var templates: [String: [String]] = [:]
        for trigger in Trigger.allCases {
            if let values = present.values("triggers.\(trigger.rawValue)") { templates[trigger.rawValue] = values }
        }
        let chosen = answers.values("triggers") ?? []
        for capability in TriggerCapability.all where chosen.contains(capability.name) {
            for (trigger, template) in capability.templates
            where templates[trigger.rawValue]?.contains(template) != true {
                templates[trigger.rawValue, default: []].append(template)
            }
        }
        return templates
    }
}

extension AnswerRule {
    /// The name of a group, as the service has it.
    static let groupName = text("Use 1 to 128 characters without blanks.") { bytes in
        (1...128).contains(bytes.count) && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }

    /// A domain of passkeys.
    static let relyingParty = text("Enter a domain, for example example.com, or localhost.") { bytes in
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return bytes.count <= 253 && labels.allSatisfy { isLabel($0) }
    }
}
