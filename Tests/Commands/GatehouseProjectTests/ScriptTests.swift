// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseProject
import Testing

/// Answers of files, and the objects of headless commands.
@Suite struct ScriptTests {
    private static let social = """
        {"useDefault": "defaultSocial", "usernameAttributes": "email", "newCallbackURLs": ["myapp://"],
         "newLogoutURLs": ["myapp://", "other://"], "authProvidersUserPool": ["Google"],
         "googleAppIdUserPool": "id", "googleAppSecretUserPool": "secret"}
        """

    @Test func `answers by keys and answers by lines give the same settings`() throws {
        let start = Interview(AuthTable.rows, .shop())
        let byKeys = try Script(utf8(Self.social)).answer(start)
        let lines = """
            Default configuration with Social Provider (Federation)
            Email


            myapp://
            n
            myapp://
            y
            other://

            Google
            id
            secret

            """
        let byLines = try Script(utf8(lines)).answer(start)
        #expect(byKeys.answers == byLines.answers)
        #expect(AuthSettings(byKeys) == AuthSettings(byLines))
    }

    @Test(arguments: [
        (["https://a.example/"], ""), (["https://a.example/cb", "myapp://"], "The URI https://a.example/cb has"),
        (["https://a.example/cb", "myapp://out"], "The URIs https://a.example/cb, myapp://out have"),
    ])
    func `redirect URIs without a slash at their ends have a remark, also all at once`(
        uris: [String], beginning: String
    ) throws {
        var reading = Script.Reading(try Script(utf8(#"{"useDefault": "defaultSocial"}"#)))
        var interview = Interview(AuthTable.rows, .shop())
        while let prompt = interview.prompt, prompt.key != "newCallbackURLs" {
            try interview.answer(try reading.answer(to: prompt))
        }
        let outcome = try interview.answer(.values(uris))
        guard case .taken(let remark) = outcome else {
            Issue.record("The answer was not taken.")
            return
        }
        #expect((remark == nil) == beginning.isEmpty)
        #expect((remark ?? "").hasPrefix(beginning))
    }

    @Test func `a recorded dialogue gives the same files`() throws {
        let transcript = try Transcript(AuthTable.rows, .shop(), ["usernameAttributes": "Email"])
        let lines = transcript.prompts.map { $0.key == "usernameAttributes" ? "Email" : "" }
        let replayed = try Script(utf8(lines.joined(separator: "\r\n") + "\r\n"))
            .answer(Interview(AuthTable.rows, .shop()))
        #expect(
            try AuthSettings(replayed).newInputs().bytes == AuthSettings(transcript.interview).newInputs().bytes)
    }

    @Test(arguments: [
        (#"{"useDefault": "default", "facebookAppId": "1"}"#, "facebookAppId"),
        (#"{"useDefault": "other"}"#, "useDefault"),
        (#"{"useDefault": ["default"]}"#, "useDefault"), (#"{"useDefault": "defaultSocial"}"#, "newCallbackURLs"),
        (#"{"useDefault": "I want to learn more."}"#, "useDefault"), ("manual\nother\n", "authSelections"),
        ("default\n", "usernameAttributes"), ("default\n\n\nmore\n", ""),
    ])
    func `an answer without its question, and a question without its answer, are named`(
        text: String, key: String
    ) throws {
        let script = try Script(utf8(text))
        #expect {
            _ = try script.answer(Interview(AuthTable.rows, .shop()))
        } throws: {
            ($0 as? AnswerRefusal)?.key == key
        }
    }

    @Test func `the names of new groups say that groups are added`() throws {
        var settings = try AuthSettings.created()
        settings.groups = ["Admins", "Editors"]
        let script = try Script(utf8(#"{"updateFlow": "updateUserPoolGroups", "newUserPoolGroups": ["Third"]}"#))
        let start = Interview(AuthTable.rows, .shop(.update, facts: [.hasAuth], present: settings.answers))
        let interview = try script.answer(start)
        #expect(settings.updated(by: interview).groups == ["Admins", "Editors", "Third"])
    }

    @Test func `the line none clears a list whose default has rows`() throws {
        var settings = try AuthSettings.created()
        settings.identityProviders = ["graph.facebook.com"]
        settings.usesIdentityProviders = true
        let updated = try settings.updated(["updateFlow": "manual", "authProviders": "none"])
        #expect(updated.identityProviders.isEmpty)
    }

    @Test func `an answer that cannot be changed later is refused on an update`() throws {
        let settings = try AuthSettings.created()
        let script = try Script(utf8(#"{"updateFlow": "manual", "usernameAttributes": "email"}"#))
        #expect {
            _ = try script.answer(Interview(AuthTable.rows, .shop(.update, present: settings.answers)))
        } throws: {
            ($0 as? AnswerRefusal)?.key == "usernameAttributes"
        }
    }

    @Test func `restoring and pulling ask about local changes in their own words`() {
        let circumstances = Circumstances.shop(.update, facts: [.hasProject])
        let restore = Interview(CommandTables.restore, circumstances).prompt
        #expect(restore?.key == "overwrite" && restore?.text.hasPrefix("Restoring overwrites") == true)
        #expect(Interview(CommandTables.pull, circumstances).prompt?.text.hasPrefix("Pulling overwrites") == true)
    }

    // MARK: - Headless

    private static let headless = """
        {"version": 2, "resourceName": "users", "serviceConfiguration": {
          "serviceName": "Cognito", "includeIdentityPool": true,
          "identityPoolConfiguration": {"unauthenticatedLogin": true, "identitySocialFederation": [
            {"provider": "FACEBOOK", "clientId": "fb"}]},
          "userPoolConfiguration": {
            "signinMethod": "EMAIL_AND_PHONE_NUMBER", "requiredSignupAttributes": ["EMAIL", "NAME"],
            "userPoolGroups": [{"groupName": "admins"}], "mfa": {"mode": "OPTIONAL", "mfaTypes": ["SMS", "TOTP"],
            "smsMessage": "Code {####}"}, "passwordPolicy": {"minimumLength": 12, "additionalConstraints": ["REQUIRE_DIGIT"]},
            "refreshTokenPeriod": 10, "autoVerifiedAttributes": [{"type": "EMAIL", "verificationSubject": "Hello"}],
            "oAuth": {"domainPrefix": "shop-pages", "redirectSigninURIs": ["https://a.example/"],
              "redirectSignoutURIs": ["https://a.example/"], "oAuthGrantType": "CODE", "oAuthScopes": ["EMAIL", "OPENID"],
              "socialProviderConfigurations": [{"provider": "GOOGLE", "clientId": "g", "clientSecret": "s"}]}}}}
        """

    @Test func `a headless object has the settings of the dialogue`() throws {
        let (settings, credentials) = try HeadlessAuth(utf8(Self.headless), .create).settings(.shop())
        #expect(settings.resourceName == "users")
        #expect(settings.allowsGuests)
        #expect(settings.identityProviders == ["graph.facebook.com"])
        #expect(settings.usernameAttributes == ["email", "phone_number"])
        #expect(settings.requiredAttributes == ["email", "name"])
        #expect(settings.groups == ["admins"])
        #expect(settings.mfaTypes == ["SMS Text Message", "TOTP"])
        #expect(settings.passwordLength == 12)
        #expect(settings.passwordCharacters == ["Requires Numbers"])
        #expect(settings.refreshTokenDays == 10)
        #expect(settings.emailVerificationSubject == "Hello")
        #expect(settings.hostedPages?.domain == "shop-pages")
        #expect(settings.hostedPages?.scopes == ["email", "openid"])
        #expect(settings.hostedPages?.providers == ["Google"])
        #expect(credentials.ids == ["facebookAppId": "fb"])
        #expect(credentials.secrets == ["googleAppSecretUserPool": "s"])
        let text = try settings.newInputs().text
        #expect(text.contains("users_userpool_1a2b3c4d"))
    }

    @Test func `a headless update replaces what it has, and leaves the rest`() throws {
        let created = try HeadlessAuth(utf8(Self.headless), .create).settings(.shop()).0
        let update = """
            {"version": 2, "serviceModification": {"serviceName": "Cognito", "includeIdentityPool": true,
              "userPoolModification": {"refreshTokenPeriod": 5, "userPoolGroups": [{"groupName": "editors"}],
              "oAuth": {"redirectSigninURIs": ["myapp://"], "redirectSignoutURIs": ["myapp://"]}}}}
            """
        let circumstances = Circumstances.shop(.update, facts: [.hasAuth, .hasOAuth], present: created.answers)
        let updated = try HeadlessAuth(utf8(update), .update).settings(updating: created, circumstances).0
        var expected = created
        expected.refreshTokenDays = 5
        expected.groups = ["editors"]
        expected.hostedPages?.callbackURLs = ["myapp://"]
        expected.hostedPages?.logoutURLs = ["myapp://"]
        #expect(updated == expected)
        let removal = """
            {"version": 2, "serviceModification": {"serviceName": "Cognito", "includeIdentityPool": true,
              "userPoolModification": {"oAuth": {}}}}
            """
        let without = try HeadlessAuth(utf8(removal), .update).settings(updating: created, circumstances).0
        #expect(without.hostedPages == nil)
        #expect(without.groups == ["admins"])
        let policy = """
            {"version": 2, "serviceModification": {"serviceName": "Cognito", "includeIdentityPool": true,
              "userPoolModification": {"passwordPolicy": {"additionalConstraints": ["REQUIRE_SYMBOL"]}}}}
            """
        let changed = try HeadlessAuth(utf8(policy), .update).settings(updating: created, circumstances).0
        #expect(changed.passwordLength == 8 && changed.passwordCharacters == ["Requires Symbols"])
    }

    @Test func `each flaw of a headless object has a line with its pointer`() throws {
        let flawed = """
            {"version": 3, "serviceConfiguration": {"serviceName": "Other", "includeIdentityPool": "x",
              "userPoolConfiguration": {"signinMethod": 1, "requiredSignupAttributes": ["EMAIL", "SIZE"], "more": 1}}}
            """
        do throws(HeadlessFlaws) {
            _ = try HeadlessAuth(utf8(flawed), .create)
            Issue.record("The object was taken.")
        } catch {
            let pointers = Set(error.flaws.map(\.pointer.description))
            let prefix = "/serviceConfiguration"
            let expected: Set<String> = [
                "/version", "\(prefix)/serviceName", "\(prefix)/includeIdentityPool",
                "\(prefix)/userPoolConfiguration/signinMethod",
                "\(prefix)/userPoolConfiguration/requiredSignupAttributes/1", "\(prefix)/userPoolConfiguration/more",
            ]
            #expect(pointers == expected)
            #expect(error.description.split(separator: "\n").count == expected.count)
        }
    }

    @Test func `a headless API has the settings of the dialogue`() throws {
        let object = """
            {"version": 1, "serviceConfiguration": {"serviceName": "AppSync", "apiName": "shop",
              "transformSchema": "type A @model { id: ID! }", "defaultAuthType": {"mode": "API_KEY", "expirationTime": 30},
              "additionalAuthTypes": [{"mode": "AWS_IAM"}],
              "conflictResolution": {"defaultResolutionStrategy": {"type": "AUTOMERGE"}, "perModelResolutionStrategy": [
                {"entityName": "A", "resolutionStrategy": {"type": "OPTIMISTIC_CONCURRENCY"}}]}}}
            """
        let headless = try HeadlessAPI(utf8(object), .create)
        let settings = headless.settings(updating: nil)
        #expect(headless.schema == "type A @model { id: ID! }")
        #expect(settings.modes == [.apiKey(description: "", days: 30), .iam])
        #expect(settings.conflicts?.models == ["A": .optimisticConcurrency])
        #expect(try APISettings(inputs: settings.inputs(changing: nil)) == settings)
        let none = """
            {"version": 1, "serviceModification": {"serviceName": "AppSync",
              "conflictResolution": {"defaultResolutionStrategy": {"type": "NONE"}}}}
            """
        var expected = settings
        expected.conflicts = nil
        #expect(try HeadlessAPI(utf8(none), .update).settings(updating: settings) == expected)
    }

    @Test(arguments: [
        (#""apiName": "../other", "defaultAuthType": {"mode": "AWS_IAM"}"#, "/apiName"),
        (#""apiName": "", "defaultAuthType": {"mode": "AWS_IAM"}"#, "/apiName"),
        (#""apiName": "a", "defaultAuthType": {"mode": "API_KEY", "expirationTime": 366}"#, "/defaultAuthType"),
        (#""apiName": "a", "defaultAuthType": {"mode": "OPENID_CONNECT"}"#, "/defaultAuthType"),
        (#""apiName": "a", "defaultAuthType": {"mode": "AWS_LAMBDA", "lambdaFunction": "a/b"}"#, "/defaultAuthType"),
    ])
    func `a headless API keeps the rules of the dialogue`(members: String, pointer: String) {
        let object = """
            {"version": 1, "serviceConfiguration": {"serviceName": "AppSync", "transformSchema": "", \(members)}}
            """
        let flaws = #expect(throws: HeadlessFlaws.self) { try HeadlessAPI(utf8(object), .create) }
        #expect(flaws?.flaws.map(\.pointer.description) == ["/serviceConfiguration\(pointer)"])
    }

    @Test func `a headless update that makes an additional type the default has it once`() throws {
        var settings = APISettings(name: "shop")
        settings.additional = [.iam, .userPool(id: nil)]
        let object = """
            {"version": 1, "serviceModification": {"serviceName": "AppSync", "defaultAuthType": {"mode": "AWS_IAM"}}}
            """
        let updated = try HeadlessAPI(utf8(object), .update).settings(updating: settings)
        #expect(updated.modes == [.iam, .userPool(id: nil)])
    }

    @Test func `the objects of init decide without a question`() throws {
        let answers = try HeadlessInit.answers(
            amplify: utf8(#"{"projectName": "notes", "envName": "prod", "defaultEditor": "code"}"#),
            frontend: utf8(#"{"frontend": "android"}"#),
            providers: utf8(#"{"gatehouse": {"baseURL": "https://auth.example", "region": "eu-west-1"}}"#))
        let settings = InitSettings(try Interview(InitTable.rows, .shop()).taking(answers))
        #expect(settings.projectName == "notes")
        #expect(settings.environment == "prod")
        #expect(settings.frontend == .android)
        #expect(settings.baseURL == "https://auth.example")
        #expect(settings.region == "eu-west-1")
        #expect(settings.profile == nil)
        let flaws = #expect(throws: HeadlessFlaws.self) {
            try HeadlessInit.answers(
                amplify: utf8(#"{"name": "notes"}"#), frontend: utf8("{"), providers: utf8(#"{"gatehouse": {}}"#))
        }
        for option in ["/name: --amplify:", "--frontend:", "/gatehouse: --providers:"] {
            #expect(flaws?.description.contains(option) == true)
        }
    }

    @Test(arguments: ["auth", "authenticationMethod"])
    func `the key of the authentication method is auth, and its former key is read, too`(key: String) throws {
        let script = try Script(
            utf8(#"{"server": "gatehouse", "baseURL": "https://auth.example", "\#(key)": "none", "envName": "prod"}"#))
        let interview = try script.answer(Interview(InitTable.environmentRows, .shop()))
        #expect(interview.answers["auth"] == .text("none") && interview.answers["authenticationMethod"] == nil)
        #expect(InitSettings(interview).profile == nil)
    }

    @Test func `the region and the profile of the object of AWS count without an object of Gatehouse`() throws {
        let answers = try HeadlessInit.answers(
            amplify: nil, frontend: nil,
            providers: utf8(
                #"{"awscloudformation": {"useProfile": true, "profileName": "work", "region": "eu-west-1"}}"#))
        let settings = InitSettings(try Interview(InitTable.rows, .shop()).taking(answers))
        #expect(settings.region == "eu-west-1" && settings.profile == "work")
        #expect(settings.baseURL == InitTable.developmentAddress)
        let plain = try HeadlessInit.answers(
            amplify: nil, frontend: nil, providers: utf8(#"{"awscloudformation": {"region": "eu-west-1"}}"#))
        let other = InitSettings(try Interview(InitTable.rows, .shop()).taking(plain))
        #expect(other.region == "eu-west-1" && other.profile == nil)
    }
}
