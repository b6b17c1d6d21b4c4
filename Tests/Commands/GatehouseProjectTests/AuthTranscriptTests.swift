// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseProject
import Testing

/// The dialogues that AWS's documents show, question by question.
@Suite struct AuthTranscriptTests {
    private static let afterProviders = [
        "userPoolName", "usernameAttributes", "userPoolGroups", "adminQueries", "mfaConfiguration",
        "autoVerifiedAttributes", "emailVerificationSubject", "emailVerificationMessage", "defaultPasswordPolicy",
        "requiredAttributes", "userpoolClientRefreshTokenValidity", "userpoolClientSetAttributes", "triggers",
        "hostedUI", "configureTriggers", "triggerFunctions",
    ]

    @Test func `the default configuration needs three times Enter`() throws {
        let transcript = try Transcript(AuthTable.rows, .shop())
        #expect(transcript.keys == ["useDefault", "usernameAttributes", "additionalQuestions"])
    }

    @Test func `the first list of adding auth has the words of the document`() throws {
        let transcript = try Transcript(AuthTable.rows, .shop())
        #expect(
            transcript.text("useDefault")
                == "Do you want to use the default authentication and security configuration?")
        #expect(
            transcript.labels("useDefault") == [
                "Default configuration", "Default configuration with Social Provider (Federation)",
                "Manual configuration", "I want to learn more.",
            ])
    }

    @Test(arguments: [
        "Manual Configuration", "Manual Configuration.", "manual configuration", "3", "manual", "I will setup my own",
    ])
    func `the manual configuration is found by the names of several documents`(line: String) throws {
        let prompt = try #require(Interview(AuthTable.rows, .shop()).prompt)
        #expect(prompt.answer(line: line) == .text("manual"))
    }

    @Test(arguments: [
        ("Default configuration with Social Provider (Federation)", "defaultSocial"),
        ("Manual Configuration.", "manual"),
    ])
    func `an update finds the rows by the names that the document has for adding`(line: String, value: String) throws {
        let settings = try AuthSettings.created()
        let prompt = try #require(Interview(AuthTable.rows, .shop(.update, present: settings.answers)).prompt)
        #expect(prompt.answer(line: line) == .text(value))
    }

    @Test func `the document's dialogue for Facebook has its questions in order`() throws {
        let transcript = try Transcript(
            AuthTable.rows, .shop(),
            [
                "useDefault": "Manual Configuration",
                "authSelections": "User Sign-Up, Sign-In, connected with AWS IAM controls",
                "allowUnauthenticatedIdentities": "YES", "thirdPartyAuth": "YES", "authProviders": "Facebook",
                "facebookAppId": "1234567890", "userPoolGroups": "No", "adminQueries": "No", "hostedUI": "No",
            ])
        #expect(
            transcript.keys == [
                "useDefault", "authSelections", "resourceName", "identityPoolName", "allowUnauthenticatedIdentities",
                "thirdPartyAuth", "authProviders", "facebookAppId",
            ] + Self.afterProviders)
        #expect(transcript.text("allowUnauthenticatedIdentities") == "Allow unauthenticated logins?")
        #expect(
            transcript.text("thirdPartyAuth")
                == "Do you want to enable 3rd party authentication providers in your identity pool?")
        #expect(transcript.labels("authSelections").first == "User Sign-Up, Sign-In, connected with AWS IAM controls")
        #expect(transcript.labels("authProviders") == ["Facebook", "Google", "Amazon", "Apple", "Twitter"])
        let settings = AuthSettings(transcript.interview)
        #expect(settings.allowsGuests)
        #expect(settings.identityProviders == ["graph.facebook.com"])
        #expect(ProviderCredentials(transcript.interview.answers).ids == ["facebookAppId": "1234567890"])
    }

    @Test func `the document's dialogue for Google asks for the web client and then for the client of the app`() throws
    {
        for (frontend, key) in [(Frontend.ios, "googleIos"), (.android, "googleAndroid")] {
            let transcript = try Transcript(
                AuthTable.rows, .shop(frontend: frontend),
                [
                    "useDefault": "manual", "authProviders": "Google", "googleClientId": "web", key: "app",
                    "userPoolGroups": "No", "adminQueries": "No", "hostedUI": "No",
                ])
            let start = try #require(transcript.keys.firstIndex(of: "authProviders"))
            #expect(transcript.keys[start + 1] == "googleClientId")
            #expect(transcript.keys[start + 2] == key)
            #expect(transcript.keys[start + 3] == "userPoolName")
            #expect(ProviderCredentials(transcript.interview.answers).ids == ["googleClientId": "web", key: "app"])
        }
    }

    @Test func `Twitter's secret is hidden and in no file of the project`() throws {
        let transcript = try Transcript(
            AuthTable.rows, .shop(),
            [
                "useDefault": "manual", "authProviders": "Twitter", "twitterConsumerKey": "key",
                "twitterConsumerSecret": "kept secret", "userPoolGroups": "No", "adminQueries": "No", "hostedUI": "No",
            ])
        #expect(transcript.prompts.first { $0.key == "twitterConsumerSecret" }?.kind == .hidden)
        let settings = AuthSettings(transcript.interview)
        let credentials = ProviderCredentials(transcript.interview.answers)
        #expect(credentials.secrets == ["twitterConsumerSecret": "kept secret"])
        #expect(credentials.furtherIDs == ["twitterConsumerKey": "key"])
        // AWS's tool refuses a provider that it does not know.
        #expect(try settings.newInputs()["/cognitoConfig/authProviders"] == .array([]))
        let own = try #require(try settings.own(changing: nil))
        #expect(own["/authProviders"] == .strings(["api.twitter.com"]))
        #expect(!own.text.contains("kept secret"))
    }

    @Test func `the default configuration with social providers asks for domain, redirects and providers`() throws {
        let transcript = try Transcript(
            AuthTable.rows, .shop(),
            [
                "useDefault": "Default configuration with Social Provider (Federation)",
                "newCallbackURLs": "myapp://", "newLogoutURLs": "myapp://", "authProvidersUserPool": "Google",
                "googleAppIdUserPool": "id", "googleAppSecretUserPool": "secret",
            ])
        #expect(
            transcript.keys == [
                "useDefault", "usernameAttributes", "additionalQuestions", "hostedUIDomainName", "newCallbackURLs",
                "newCallbackURLs.another", "newLogoutURLs", "newLogoutURLs.another", "authProvidersUserPool",
                "googleAppIdUserPool", "googleAppSecretUserPool",
            ])
        let pages = try #require(AuthSettings(transcript.interview).hostedPages)
        #expect(pages.domain == "shop1a2b3c4d-1a2b3c4d")
        #expect(pages.callbackURLs == ["myapp://"])
        #expect(pages.providers == ["Google"])
        #expect(pages.metadata == [SocialProvider.google.metadata(requiredAttributes: ["email"])])
        let credentials = ProviderCredentials(transcript.interview.answers)
        #expect(credentials.secrets == ["googleAppSecretUserPool": "secret"])
    }

    @Test func `updating auth with the manual configuration allows guests`() throws {
        let settings = try AuthSettings.created()
        let transcript = try Transcript(
            AuthTable.rows, .shop(.update, facts: [.hasAuth], present: settings.answers),
            [
                "updateFlow": "Manual configuration", "allowUnauthenticatedIdentities": "Yes", "thirdPartyAuth": "No",
            ])
        #expect(
            transcript.keys == [
                "updateFlow", "authSelections", "allowUnauthenticatedIdentities", "thirdPartyAuth", "userPoolGroups",
                "adminQueries", "mfaConfiguration", "autoVerifiedAttributes", "emailVerificationSubject",
                "emailVerificationMessage", "defaultPasswordPolicy", "userpoolClientRefreshTokenValidity",
                "userpoolClientSetAttributes", "triggers", "hostedUI", "configureTriggers", "triggerFunctions",
            ])
        #expect(transcript.labels("updateFlow").contains { $0.hasPrefix("Manual configuration") })
        let updated = settings.updated(by: transcript.interview)
        #expect(updated.allowsGuests)
        var expected = settings
        expected.allowsGuests = true
        expected.useDefault = "manual"
        #expect(updated == expected)
    }

    @Test func `the ways of an update depend on the present settings`() throws {
        let plain = try Transcript(
            AuthTable.rows, .shop(.update, present: try AuthSettings.created().answers),
            ["updateFlow": "Passwordless sign-in"])
        #expect(plain.labels("updateFlow").count == 5)
        let social = try AuthSettings.created([
            "useDefault": "defaultSocial", "newCallbackURLs": "myapp://", "newLogoutURLs": "myapp://",
        ])
        let hosted = try Transcript(
            AuthTable.rows, .shop(.update, facts: [.hasOAuth], present: social.answers),
            ["updateFlow": "updateUserPoolGroups", "newUserPoolGroups": "admins"])
        #expect(hosted.labels("updateFlow").count == 7)
        #expect(!hosted.labels("updateFlow").contains { $0.contains("with social providers") })
        #expect(hosted.keys == ["updateFlow", "newUserPoolGroups", "newUserPoolGroups.another", "userPoolGroupOrder"])
    }

    @Test func `each question has the words that tutorials use`() throws {
        let words = [
            "authSelections": ["services"], "resourceName": ["name", "resource"],
            "identityPoolName": ["name", "identity pool"], "authProviders": ["providers", "identity pool"],
            "facebookAppId": ["Facebook App ID"], "googleClientId": ["Google", "Web Client ID"],
            "googleIos": ["Google", "iOS Client ID"], "googleAndroid": ["Google", "Android Client ID"],
            "amazonAppId": ["Amazon App ID"], "appleAppId": ["bundle identifier"],
            "twitterConsumerKey": ["Twitter consumer key"], "userPoolName": ["name", "user pool"],
            "usernameAttributes": ["users sign in"], "userPoolGroups": ["groups"], "adminQueries": ["admin queries"],
            "additionalQuestions": ["advanced settings"], "mfaConfiguration": ["MFA"], "mfaTypes": ["MFA types"],
            "smsAuthenticationMessage": ["SMS authentication message"],
            "autoVerifiedAttributes": ["registration", "e-mail"], "emailVerificationSubject": ["e-mail", "subject"],
            "emailVerificationMessage": ["e-mail", "message"], "smsVerificationMessage": ["SMS verification message"],
            "defaultPasswordPolicy": ["password policy"], "passwordPolicyMinLength": ["minimum", "password length"],
            "passwordPolicyCharacters": ["characters", "password"], "requiredAttributes": ["attributes", "required"],
            "userpoolClientRefreshTokenValidity": ["refresh tokens", "days"],
            "userpoolClientSetAttributes": ["read and write"], "userpoolClientReadAttributes": ["read"],
            "userpoolClientWriteAttributes": ["write"], "triggers": ["capabilities"], "hostedUI": ["OAuth"],
            "hostedUIDomainName": ["prefix", "domain"], "newCallbackURLs": ["redirect", "sign-in"],
            "newLogoutURLs": ["redirect", "sign-out"], "AllowedOAuthFlows": ["OAuth flow"],
            "AllowedOAuthScopes": ["OAuth scopes"], "authProvidersUserPool": ["social providers"],
        ]
        var texts: [String: String] = [:]
        for case .question(let question) in AuthTable.rows {
            texts[question.key] = question.text
        }
        for (key, parts) in words {
            let text = try #require(texts[key], "\(key)")
            for part in parts { #expect(text.contains(part), "\(key): \(text)") }
        }
    }
}
