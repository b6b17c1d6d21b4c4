// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The object of `amplify add auth --headless` and `amplify update auth --headless`, as AWS publishes its schema.
///
/// It becomes answers to the questions of `AuthTable`, so that its rules are theirs.
package struct HeadlessAuth: Sendable {
    /// The answers.
    package let answers: Answers
    /// Whether sign-in pages are removed: the object of an update has an empty `oAuth`.
    package let removesPages: Bool
    /// Aliases, for which there is no question.
    package let aliasAttributes: [String]?

    /// Reads the object.
    ///
    /// - Parameters:
    ///   - bytes: the object.
    ///   - purpose: which of the two commands has it.
    /// - Throws: `HeadlessFlaws` with all that is wrong.
    package init(_ bytes: [UInt8], _ purpose: Circumstances.Purpose) throws(HeadlessFlaws) {
        let document: JSONDocument
        do throws(JSONFlaw) {
            document = try JSONDocument(bytes)
        } catch {
            throw HeadlessFlaws(flaws: [error])
        }
        var builder = HeadlessAuthBuilder()
        builder.read(document.cursor, purpose)
        guard builder.reader.flaws.isEmpty else { throw HeadlessFlaws(flaws: builder.reader.flaws) }
        answers = builder.answers
        removesPages = builder.removesPages
        aliasAttributes = builder.aliasAttributes
    }

    /// The settings of a new resource.
    ///
    /// - Parameter circumstances: the circumstances of a creation.
    /// - Returns: the settings, and what the object has of ids and secrets.
    /// - Throws: `AnswerRefusal` if an answer breaks the rule of its question.
    package func settings(_ circumstances: Circumstances) throws(AnswerRefusal) -> (AuthSettings, ProviderCredentials) {
        let interview = try HeadlessAuth.run(answers, circumstances)
        var settings = AuthSettings(interview)
        if let aliasAttributes { settings.aliasAttributes = aliasAttributes }
        return (settings, ProviderCredentials(interview.answers))
    }

    /// The settings after an update: members that the object does not have stay as they are.
    ///
    /// - Parameters:
    ///   - present: the settings before.
    ///   - circumstances: the circumstances of the update.
    /// - Returns: the settings, and what the object has of ids and secrets.
    /// - Throws: `AnswerRefusal` if an answer breaks the rule of its question.
    package func settings(
        updating present: AuthSettings, _ circumstances: Circumstances
    ) throws(AnswerRefusal) -> (AuthSettings, ProviderCredentials) {
        var answers = answers
        answers["updateFlow"] = .text("manual")
        if removesPages {
            answers["hostedUI"] = .flag(false)
            answers["confirmOAuthRemoval"] = .flag(true)
        }
        // A member that is given replaces the former one whole.
        var base = present
        var circumstances = circumstances
        if answers["newUserPoolGroups"] != nil || answers["userPoolGroups"] != nil {
            base.groups = []
            circumstances.present["userPoolGroupList"] = nil
        }
        if answers["newCallbackURLs"] != nil {
            base.hostedPages?.callbackURLs = []
            circumstances.present["callbackURLs"] = nil
        }
        if answers["newLogoutURLs"] != nil {
            base.hostedPages?.logoutURLs = []
            circumstances.present["logoutURLs"] = nil
        }
        let interview = try HeadlessAuth.run(answers, circumstances)
        return (base.updated(by: interview), ProviderCredentials(interview.answers))
    }

    /// Answers that AWS's schema demands although the dialogue does not ask for them with each type of app.
    private static let passed: Set<String> = [
        "AllowedOAuthFlows", "confirmOAuthRemoval", "googleIos", "googleAndroid",
    ]

    /// Answers the questions: given answers, else defaults; questions that have neither are passed by their conditions.
    private static func run(_ answers: Answers, _ circumstances: Circumstances) throws(AnswerRefusal) -> Interview {
        var interview = Interview(AuthTable.rows, circumstances)
        var given: Set<String> = []
        while let prompt = interview.prompt {
            if let answer = answers[prompt.key] {
                given.insert(prompt.key)
                try interview.answer(answer)
            } else if let standard = prompt.standard {
                try interview.answer(standard)
            } else {
                throw AnswerRefusal(prompt.key, "The object has no value for it.")
            }
        }
        if let key = answers.keys.first(where: { !given.contains($0) && !passed.contains($0) }) {
            throw AnswerRefusal(key, "The value does not go with the others, or cannot be changed.")
        }
        return interview
    }
}

/// Collects answers from a headless object.
private struct HeadlessAuthBuilder {
    var reader = HeadlessReader()
    var answers = Answers()
    var removesPages = false
    var aliasAttributes: [String]?

    private static let attributes = Dictionary(
        uniqueKeysWithValues: (UserAttribute.standard + UserAttribute.verifications).map {
            ($0.name.uppercased(), $0.name)
        })

    mutating func read(_ root: JSONCursor, _ purpose: Circumstances.Purpose) {
        let isNew = purpose == .create
        let member = isNew ? "serviceConfiguration" : "serviceModification"
        reader.check(root, has: ["version", member] + (isNew ? ["resourceName"] : []), needs: ["version", member])
        if let version = reader.number(root, "version"), !(1...2).contains(version),
            let cursor = reader.member(root, "version")
        {
            reader.report(cursor.flaw("The version is \(version); 1 and 2 are known."))
        }
        if isNew {
            answers["useDefault"] = .text("manual")
            if let name = reader.text(root, "resourceName") { answers["resourceName"] = .text(name) }
        }
        guard let service = reader.member(root, member) else { return }
        let suffix = isNew ? "Configuration" : "Modification"
        reader.check(
            service, has: ["serviceName", "includeIdentityPool", "identityPool\(suffix)", "userPool\(suffix)"],
            needs: ["serviceName", "includeIdentityPool", "userPool\(suffix)"])
        _ = reader.word(service, "serviceName", ["Cognito": "Cognito"])
        let hasPool = reader.flag(service, "includeIdentityPool") ?? false
        answers["authSelections"] = .text(hasPool ? "identityPoolAndUserPool" : "userPoolOnly")
        if let pool = reader.member(service, "identityPool\(suffix)") { readIdentityPool(pool, isNew) }
        if isNew, hasPool, answers["thirdPartyAuth"] == nil { answers["thirdPartyAuth"] = .flag(false) }
        if let pool = reader.member(service, "userPool\(suffix)") { readUserPool(pool, isNew) }
    }

    private mutating func readIdentityPool(_ pool: JSONCursor, _ isNew: Bool) {
        reader.check(
            pool, has: ["unauthenticatedLogin", "identitySocialFederation"] + (isNew ? ["identityPoolName"] : []))
        if let name = reader.text(pool, "identityPoolName") { answers["identityPoolName"] = .text(name) }
        if let guests = reader.flag(pool, "unauthenticatedLogin") {
            answers["allowUnauthenticatedIdentities"] = .flag(guests)
        }
        guard let rows = reader.elements(pool, "identitySocialFederation") else { return }
        answers["thirdPartyAuth"] = .flag(!rows.isEmpty)
        let keys: [String: (String, IdentityProvider)] = [
            "FACEBOOK": ("facebookAppId", .facebook), "GOOGLE": ("googleClientId", .google),
            "AMAZON": ("amazonAppId", .amazon), "APPLE": ("appleAppId", .apple),
        ]
        var providers: [String] = []
        for row in rows {
            reader.check(row, has: ["provider", "clientId"], needs: ["provider", "clientId"])
            let names = keys.mapValues { $0.1.rawValue }
            guard let name = reader.text(row, "provider"), let provider = reader.word(row, "provider", names),
                let id = reader.text(row, "clientId"), let key = keys[name]?.0
            else { continue }
            providers.append(provider)
            answers[key] = .text(id)
            // One id is given for all kinds of apps.
            if name == "GOOGLE" {
                answers["googleIos"] = .text(id)
                answers["googleAndroid"] = .text(id)
            }
        }
        if !providers.isEmpty { answers["authProviders"] = .values(providers) }
    }

    private mutating func readUserPool(_ pool: JSONCursor, _ isNew: Bool) {
        let onlyNew = ["signinMethod", "requiredSignupAttributes", "aliasAttributes", "userPoolName"]
        reader.check(
            pool,
            has: (isNew ? onlyNew : []) + [
                "userPoolGroups", "adminQueries", "mfa", "passwordPolicy", "refreshTokenPeriod", "readAttributes",
                "writeAttributes", "oAuth", "autoVerifiedAttributes",
            ], needs: isNew ? ["signinMethod", "requiredSignupAttributes"] : [])
        let ways = [
            "USERNAME": "username", "EMAIL": "email", "PHONE_NUMBER": "phone_number",
            "EMAIL_AND_PHONE_NUMBER": "email, phone_number",
        ]
        if let way = reader.word(pool, "signinMethod", ways) { answers["usernameAttributes"] = .text(way) }
        if let required = reader.words(pool, "requiredSignupAttributes", Self.attributes) {
            answers["requiredAttributes"] = .values(required)
        }
        aliasAttributes = reader.words(
            pool, "aliasAttributes",
            ["PREFERRED_USERNAME": "preferred_username", "EMAIL": "email", "PHONE_NUMBER": "phone_number"])
        if let name = reader.text(pool, "userPoolName") { answers["userPoolName"] = .text(name) }
        readGroups(pool, isNew)
        readMFA(pool)
        readPasswords(pool)
        readVerification(pool)
        if let days = reader.number(pool, "refreshTokenPeriod") {
            answers["userpoolClientRefreshTokenValidity"] = .text(String(days))
        }
        for (name, key) in [
            ("readAttributes", "userpoolClientReadAttributes"), ("writeAttributes", "userpoolClientWriteAttributes"),
        ] {
            guard let attributes = reader.words(pool, name, Self.attributes) else { continue }
            answers["userpoolClientSetAttributes"] = .flag(true)
            answers[key] = .values(attributes)
        }
        answers["configureTriggers"] = .flag(false)
        readPages(pool, isNew)
    }

    private mutating func readGroups(_ pool: JSONCursor, _ isNew: Bool) {
        if let rows = reader.elements(pool, "userPoolGroups") {
            var names: [String] = []
            for row in rows {
                reader.check(row, has: ["groupName", "customPolicy", "precedence"], needs: ["groupName"])
                if let name = reader.text(row, "groupName") { names.append(name) }
            }
            answers["userPoolGroups"] = .flag(!names.isEmpty)
            if !names.isEmpty { answers["newUserPoolGroups"] = .values(names) }
        } else if isNew {
            answers["userPoolGroups"] = .flag(false)
        }
        if let queries = reader.member(pool, "adminQueries") {
            reader.check(queries, has: ["permissions"], needs: ["permissions"])
            answers["adminQueries"] = .flag(true)
        } else if isNew {
            answers["adminQueries"] = .flag(false)
        }
    }

    private mutating func readMFA(_ pool: JSONCursor) {
        guard let mfa = reader.member(pool, "mfa") else { return }
        reader.check(mfa, has: ["mode", "mfaTypes", "smsMessage"], needs: ["mode"])
        guard let mode = reader.word(mfa, "mode", ["OFF": "OFF", "ON": "ON", "OPTIONAL": "OPTIONAL"]) else { return }
        answers["mfaConfiguration"] = .text(mode)
        guard mode != "OFF" else { return }
        let types = ["SMS": AuthTable.smsFactor, "TOTP": AuthTable.totpFactor]
        if let types = reader.words(mfa, "mfaTypes", types) { answers["mfaTypes"] = .values(types) }
        if let message = reader.text(mfa, "smsMessage") { answers["smsAuthenticationMessage"] = .text(message) }
    }

    private mutating func readPasswords(_ pool: JSONCursor) {
        guard let policy = reader.member(pool, "passwordPolicy") else { return }
        reader.check(policy, has: ["minimumLength", "additionalConstraints"])
        answers["defaultPasswordPolicy"] = .flag(true)
        // On an update, too, what the policy does not have is as in a new one.
        let length = reader.number(policy, "minimumLength") ?? 8
        answers["passwordPolicyMinLength"] = .text(String(length))
        let kinds = [
            "REQUIRE_LOWERCASE": "Requires Lowercase", "REQUIRE_UPPERCASE": "Requires Uppercase",
            "REQUIRE_DIGIT": "Requires Numbers", "REQUIRE_SYMBOL": "Requires Symbols",
        ]
        answers["passwordPolicyCharacters"] = .values(reader.words(policy, "additionalConstraints", kinds) ?? [])
    }

    private mutating func readVerification(_ pool: JSONCursor) {
        guard let rows = reader.elements(pool, "autoVerifiedAttributes") else { return }
        var attribute: String?
        for row in rows {
            reader.check(row, has: ["type", "verificationMessage", "verificationSubject"], needs: ["type"])
            guard let type = reader.word(row, "type", ["EMAIL": "email", "PHONE_NUMBER": "phone_number"]) else {
                continue
            }
            // The question has one of both; the mail decides, as in the dialogue.
            if attribute == "email" { continue }
            attribute = type
            answers["autoVerifiedAttributes"] = .values([type])
            let isMail = type == "email"
            answers["emailVerificationMessage"] = nil
            answers["smsVerificationMessage"] = nil
            if let message = reader.text(row, "verificationMessage") {
                answers[isMail ? "emailVerificationMessage" : "smsVerificationMessage"] = .text(message)
            }
            if isMail, let subject = reader.text(row, "verificationSubject") {
                answers["emailVerificationSubject"] = .text(subject)
            }
        }
    }

    private mutating func readPages(_ pool: JSONCursor, _ isNew: Bool) {
        guard let pages = reader.member(pool, "oAuth") else {
            if isNew { answers["hostedUI"] = .flag(false) }
            return
        }
        if case .object(let members) = pages.value, members.isEmpty {
            if isNew { answers["hostedUI"] = .flag(false) } else { removesPages = true }
            return
        }
        reader.check(
            pages,
            has: [
                "domainPrefix", "redirectSigninURIs", "redirectSignoutURIs", "oAuthGrantType", "oAuthScopes",
                "socialProviderConfigurations",
            ])
        answers["hostedUI"] = .flag(true)
        if let domain = reader.text(pages, "domainPrefix") { answers["hostedUIDomainName"] = .text(domain) }
        for (name, key) in [("redirectSigninURIs", "CallbackURLs"), ("redirectSignoutURIs", "LogoutURLs")] {
            guard let uris = reader.texts(pages, name), !uris.isEmpty else { continue }
            answers["new\(key)"] = .values(uris)
        }
        if let grant = reader.word(pages, "oAuthGrantType", ["CODE": "code", "IMPLICIT": "implicit"]) {
            answers["AllowedOAuthFlows"] = .values([grant])
        }
        let scopes = Dictionary(uniqueKeysWithValues: AuthTable.scopeNames.map { ($0.uppercased(), $0) })
        if let scopes = reader.words(pages, "oAuthScopes", scopes) { answers["AllowedOAuthScopes"] = .values(scopes) }
        if let rows = reader.elements(pages, "socialProviderConfigurations") { readProviders(rows) }
    }

    private mutating func readProviders(_ rows: [JSONCursor]) {
        let names: [String: SocialProvider] = [
            "FACEBOOK": .facebook, "GOOGLE": .google, "LOGIN_WITH_AMAZON": .loginWithAmazon,
            "SIGN_IN_WITH_APPLE": .signInWithApple,
        ]
        var chosen: [String] = []
        for row in rows {
            guard let name = reader.word(row, "provider", names.mapValues(\.rawValue)),
                let provider = SocialProvider(rawValue: name)
            else { continue }
            chosen.append(name)
            let members =
                provider == .signInWithApple
                ? ["clientId", "teamId", "keyId", "privateKey"] : ["clientId", "clientSecret"]
            reader.check(row, has: ["provider"] + members, needs: Array(members.prefix(3)))
            for (key, member) in zip(provider.credentialKeys, members) {
                if let text = reader.text(row, member) { answers[key.key] = .text(text) }
            }
        }
        answers["authProvidersUserPool"] = .values(chosen)
    }
}
