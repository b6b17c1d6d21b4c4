// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Factors, messages, passwords and attributes of the user pool, and what its clients may do.
extension AuthTable {
    static let userPool: [TableRow] = [
        mfa, mfaTypes, smsAuthenticationMessage, verification, emailSubject, emailMessage, smsMessage, changesPasswords,
        passwordLength, passwordCharacters, requiredAttributes,
    ].map(TableRow.question)

    static let client: [TableRow] = [
        refreshTokens, choosesAttributes, readAttributes, writeAttributes,
    ].map(TableRow.question)

    /// The kinds of characters that a password can need; labels and values are the same.
    package static let passwordKinds = [
        "Requires Lowercase", "Requires Uppercase", "Requires Numbers", "Requires Symbols",
    ]
    /// The value of the row for codes by SMS.
    package static let smsFactor = "SMS Text Message"
    /// The value of the row for apps that make codes.
    package static let totpFactor = "TOTP"

    // MARK: - Factors

    private static let mfa = Question(
        "mfaConfiguration", "Do you want multi-factor authentication (MFA)?",
        .list(
            .fixed([
                .init("OFF", "OFF"), .init("ON", "ON", note: "(for all users)"),
                .init("OPTIONAL", "OPTIONAL", note: "(each user decides)"),
            ]))
    ).with {
        $0.condition = isManual
        $0.standard = .fixed(.text("OFF"))
        $0.explanation = "A second factor follows the password: a code by SMS, or from an app."
    }

    private static let hasMFA = Condition.all([
        isManual, .answered("mfaConfiguration", [.text("ON"), .text("OPTIONAL")]),
    ])

    private static let mfaTypes = Question(
        "mfaTypes", "Which MFA types do you want to enable?",
        .checkboxes(
            .fixed([
                .init(smsFactor, smsFactor),
                .init("Time-Based One-Time Password (TOTP)", totpFactor, aliases: ["TOTP"]),
            ]))
    ).with {
        $0.condition = hasMFA
        $0.rule = .oneAtLeast
        $0.standard = .fixed(.values([smsFactor]))
    }

    private static let smsAuthenticationMessage = message(
        "smsAuthenticationMessage", "Enter the SMS authentication message:",
        "Your authentication code is {####}"
    ).with { $0.condition = hasMFA }

    // MARK: - Verification

    private static let verification = Question(
        "autoVerifiedAttributes", "Do you want registration and forgotten passwords to work by e-mail?",
        .list(
            .fixed([
                .init("Enabled", .values(["email"]), note: "(codes are sent by e-mail)"),
                .init("Disabled", .values(["phone_number"]), note: "(codes are sent by SMS)"),
            ]))
    ).with {
        $0.condition = isManual
        $0.standard = .fixed(.values(["email"]))
    }

    private static let usesEmail = Condition.all([isManual, .contains("autoVerifiedAttributes", "email")])

    private static let emailSubject = Question(
        "emailVerificationSubject", "Enter the e-mail subject for verification:", .text
    ).with {
        $0.condition = usesEmail
        $0.rule = .subject
        $0.standard = .fixed(.text("Your verification code"))
    }

    private static let emailMessage = message(
        "emailVerificationMessage", "Enter the e-mail message for verification:",
        "Your verification code is {####}", rule: .mail
    ).with { $0.condition = usesEmail }

    private static let smsMessage = message(
        "smsVerificationMessage", "Enter the SMS verification message:",
        "Your verification code is {####}"
    ).with { $0.condition = .all([isManual, .not(.contains("autoVerifiedAttributes", "email"))]) }

    private static func message(
        _ key: String, _ text: String, _ standard: String, rule: AnswerRule = .shortMessage
    ) -> Question {
        Question(key, text, .text).with {
            $0.rule = rule
            $0.standard = .fixed(.text(standard))
        }
    }

    // MARK: - Passwords

    private static let changesPasswords = Question.confirmation(
        "defaultPasswordPolicy", "Do you want to change the default password policy?", standard: false
    ).with { $0.condition = isManual }

    private static let changesPolicy = Condition.all([isManual, .yes("defaultPasswordPolicy")])

    private static let passwordLength = Question(
        "passwordPolicyMinLength", "Enter the minimum password length:", .text
    ).with {
        $0.condition = changesPolicy
        $0.rule = .number(6...98)
        $0.standard = .fixed(.text("8"))
    }

    private static let passwordCharacters = Question(
        "passwordPolicyCharacters", "Which characters does a password need?",
        .checkboxes(.fixed(passwordKinds.map { .init($0, $0) }))
    ).with {
        $0.condition = changesPolicy
        $0.standard = .fixed(.values([]))
    }

    // MARK: - Attributes

    private static let requiredAttributes = Question(
        "requiredAttributes", "Which attributes are required for signing up?",
        .checkboxes(.fixed(UserAttribute.choices(UserAttribute.standard, namesProviders: true)))
    ).with {
        $0.isImmutable = true
        $0.condition = .any([isManual, .contains("additionalQuestions", "requiredAttributes")])
        $0.standard = .fixed(.values(["email"]))
        $0.notes = ["Warning: this cannot be changed later."]
    }

    private static let refreshTokens = Question(
        "userpoolClientRefreshTokenValidity", "Enter the life of the app's refresh tokens in days:", .text
    ).with {
        $0.condition = isManual
        $0.rule = .number(1...3_650)
        $0.standard = .fixed(.text("30"))
    }

    private static let choosesAttributes = Question.confirmation(
        "userpoolClientSetAttributes", "Do you want to choose the attributes that the app may read and write?",
        standard: false
    ).with { $0.condition = isManual }

    private static let setsAttributes = Condition.all([isManual, .yes("userpoolClientSetAttributes")])

    private static let readAttributes = Question(
        "userpoolClientReadAttributes", "Choose the read attributes:",
        .checkboxes(.fixed(UserAttribute.choices(UserAttribute.standard + UserAttribute.verifications)))
    ).with {
        $0.condition = setsAttributes
        $0.standard = .fixed(.values(["email"]))
    }

    private static let writeAttributes = Question(
        "userpoolClientWriteAttributes", "Choose the write attributes:",
        .checkboxes(
            .from { circumstances in
                let required = circumstances.values("requiredAttributes") ?? []
                return UserAttribute.choices(UserAttribute.standard).map { choice in
                    choice.with { if required.contains($0.value) { $0.necessity = "Users must have it." } }
                }
            })
    ).with {
        $0.condition = setsAttributes
        $0.standard = .fixed(.values(["email"]))
        $0.notes = ["Required attributes are always among them."]
    }
}
