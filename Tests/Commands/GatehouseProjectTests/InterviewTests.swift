// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseProject

/// The engine of dialogues, and the rules of answers.
@Suite struct InterviewTests {
    private func reach(_ lines: [String: String], until key: String) throws -> Interview {
        var interview = Interview(AuthTable.rows, .shop())
        while let prompt = interview.prompt, prompt.key != key {
            try interview.answer(try #require(prompt.answer(line: lines[prompt.key] ?? "")))
        }
        return interview
    }

    @Test func `the row for learning more explains and keeps the question`() throws {
        var interview = Interview(AuthTable.rows, .shop())
        let prompt = interview.prompt
        let answer = try #require(prompt?.answer(line: "I want to learn more."))
        guard case .explained(let text) = try interview.answer(answer) else {
            Issue.record("The row explained nothing.")
            return
        }
        #expect(!text.isEmpty)
        #expect(interview.prompt == prompt)
        #expect(interview.asked.isEmpty)
    }

    @Test(arguments: [
        ("resourceName", "with blanks"), ("resourceName", "ö"), ("identityPoolName", "a-b"), ("userPoolName", ""),
        ("emailVerificationMessage", "no place for a code"), ("userpoolClientRefreshTokenValidity", "0"),
        ("emailVerificationSubject", String(repeating: "a", count: 141)),
        ("userpoolClientRefreshTokenValidity", "3651"), ("userpoolClientRefreshTokenValidity", "99999999999999999999"),
        ("hostedUIDomainName", "-shop"), ("hostedUIDomainName", "my-aws-shop"), ("hostedUIDomainName", "Shop"),
        ("newCallbackURLs", "http://shop.example/"), ("newCallbackURLs", "https://a.example/#part"),
        ("newCallbackURLs", "no scheme"), ("newCallbackURLs", "javascript:alert(1)"),
        ("newCallbackURLs", "http://localhost.example/"),
    ])
    func `an answer that breaks its rule keeps the question and names the rule`(key: String, line: String) throws {
        var interview = try reach(
            ["useDefault": "manual", "userPoolGroups": "No", "thirdPartyAuth": "No"], until: key)
        let prompt = interview.prompt
        #expect(prompt?.key == key)
        do throws(AnswerRefusal) {
            try interview.answer(.text(line))
            Issue.record("The answer was taken.")
        } catch {
            #expect(error.key == key)
            #expect(error.reason == interview.rule)
        }
        #expect(interview.prompt == prompt)
    }

    @Test func `a message by SMS has 140 characters at most, as the service has it`() throws {
        var interview = try reach(
            [
                "useDefault": "manual", "userPoolGroups": "No", "thirdPartyAuth": "No",
                "autoVerifiedAttributes": "Disabled",
            ], until: "smsVerificationMessage")
        let message = String(repeating: "ä", count: 134) + "{####}"
        #expect(interview.refusal(of: .text(message + "!"))?.contains("140") == true)
        try interview.answer(.text(message))
    }

    @Test(arguments: [("MyAwsShop", "myshop"), ("AmazonAWS", ""), ("aamazonws", "")])
    func `the default prefix of the domain keeps its rule in a project of any name`(name: String, start: String) throws
    {
        let circumstances = Circumstances(projectName: name, frontend: .ios, id: "1a2b3c4d")
        var interview = Interview(AuthTable.rows, circumstances)
        while let prompt = interview.prompt, prompt.key != "hostedUIDomainName" {
            let line = prompt.key == "useDefault" ? "defaultSocial" : ""
            try interview.answer(try #require(prompt.answer(line: line)))
        }
        let standard = try #require(interview.prompt?.standard)
        #expect(standard == .text("\(start)1a2b3c4d-1a2b3c4d"))
        try interview.answer(standard)
    }

    @Test func `an update with Enter keeps a provider that cannot supply a required attribute`() throws {
        var settings = try AuthSettings.created([
            "useDefault": "defaultSocial", "newCallbackURLs": "myapp://", "newLogoutURLs": "myapp://",
            "authProvidersUserPool": "Google", "googleAppIdUserPool": "id", "googleAppSecretUserPool": "secret",
        ])
        settings.requiredAttributes = ["zoneinfo"]
        let circumstances = Circumstances.shop(.update, facts: [.hasAuth, .hasOAuth], present: settings.answers)
        let transcript = try Transcript(AuthTable.rows, circumstances, ["updateFlow": "providers"])
        guard case .checkboxes(let rows)? = transcript.prompts.first(where: { $0.key == "authProvidersUserPool" })?.kind
        else {
            Issue.record("The providers have no rows.")
            return
        }
        // A row with an obstacle would lose its mark in the terminal.
        #expect(rows.filter { $0.obstacle == nil }.map(\.value) == ["Google"])
        #expect(settings.updated(by: transcript.interview) == settings)
    }

    @Test func `a person who keeps the sign-in pages after all has no further question`() throws {
        let settings = try AuthSettings.created([
            "useDefault": "defaultSocial", "newCallbackURLs": "myapp://", "newLogoutURLs": "myapp://",
        ])
        let transcript = try Transcript(
            AuthTable.rows, .shop(.update, facts: [.hasAuth, .hasOAuth], present: settings.answers),
            ["updateFlow": "manual", "hostedUI": "No"])
        #expect(transcript.keys.last == "confirmOAuthRemoval")
        #expect(AuthSettings.isDeclined(transcript.interview.answers))
    }

    @Test(arguments: Frontend.allCases)
    func `a push of a new API asks about code, and nothing that the generator would not use`(
        frontend: Frontend
    ) throws {
        let transcript = try Transcript(
            CommandTables.push(losses: [], asksForCode: .generate), .shop(frontend: frontend))
        #expect(transcript.keys == ["continue", "generateCode"])
    }

    @Test func `a push over changes of others continues only after a yes`() throws {
        func answer(_ overwrites: Bool) throws -> Bool? {
            let table = CommandTables.push(losses: [], overwritesOthers: overwrites, asksForCode: .none)
            return try Interview(table, .shop(.update)).takingDefaults().answers.flag("continue")
        }
        #expect(try answer(false) == true)
        #expect(try answer(true) == false)
    }

    @Test func `a provider that is added again replaces the former one of its name`() throws {
        let lines = [
            "newCallbackURLs": "myapp://", "newLogoutURLs": "myapp://", "userPoolGroups": "No",
            "addOpenIDProvider.1": "y", "openIDProvider.1.name": "staff", "openIDProvider.1.clientId": "id",
            "openIDProvider.1.issuer": "https://old.example", "openIDProvider.1.clientSecret": "secret",
        ]
        let settings = try AuthSettings.created(
            lines.merging(["useDefault": "manual", "thirdPartyAuth": "No"]) { $1 })
        let updated = try settings.updated(
            lines.merging(["updateFlow": "manual", "openIDProvider.1.issuer": "https://new.example"]) { $1 })
        #expect(updated.hostedPages?.openIDProviders.map(\.issuer) == ["https://new.example"])
    }

    @Test(arguments: ["myapp://", "https://a.example/", "https://a.example", "http://localhost:3000/", "com.a.b:/cb"])
    func `redirects that the service takes are accepted`(uri: String) throws {
        var interview = try reach(
            ["useDefault": "manual", "userPoolGroups": "No", "thirdPartyAuth": "No"], until: "newCallbackURLs")
        let outcome = try interview.answer(.text(uri))
        let hasNote = !uri.hasSuffix("/")
        #expect((outcome == .taken(remark: nil)) == !hasNote)
    }

    @Test func `a list takes its rows alone`() throws {
        var interview = Interview(AuthTable.rows, .shop())
        #expect(throws: AnswerRefusal.self) { try interview.answer(.text("other")) }
        #expect(throws: AnswerRefusal.self) { try interview.answer(.flag(true)) }
        #expect(interview.prompt?.answer(line: "other") == nil)
    }

    @Test func `one MFA type at least is chosen`() throws {
        var interview = try reach(
            ["useDefault": "manual", "userPoolGroups": "No", "thirdPartyAuth": "No", "mfaConfiguration": "ON"],
            until: "mfaTypes")
        #expect(throws: AnswerRefusal.self) { try interview.answer(.values([])) }
        try interview.answer(.values(["TOTP"]))
        #expect(interview.prompt?.key == "smsAuthenticationMessage")
    }

    @Test func `a provider that cannot supply a required attribute is refused with the reason`() throws {
        var interview = try reach(
            [
                "useDefault": "manual", "userPoolGroups": "No", "thirdPartyAuth": "No",
                "requiredAttributes": "Email, Zone Info", "newCallbackURLs": "myapp://", "newLogoutURLs": "myapp://",
            ], until: "authProvidersUserPool")
        do throws(AnswerRefusal) {
            try interview.answer(.values(["Google"]))
            Issue.record("The answer was taken.")
        } catch {
            #expect(error.reason == "Google cannot supply zoneinfo.")
        }
    }

    @Test func `a repeated question asks for another value until there is none, or takes all at once`() throws {
        let start = try reach(["useDefault": "defaultSocial"], until: "newCallbackURLs")
        var typed = start
        try typed.answer(.text("a://"))
        #expect(typed.prompt?.key == "newCallbackURLs.another")
        #expect(typed.prompt?.standard == .flag(false))
        try typed.answer(.flag(true))
        #expect(typed.prompt?.key == "newCallbackURLs")
        try typed.answer(.text("b://"))
        try typed.answer(.flag(false))
        var given = start
        try given.answer(.values(["a://", "b://"]))
        #expect(typed.answers == given.answers)
        #expect(typed.prompt == given.prompt)
        #expect(typed.prompt?.key == "newLogoutURLs")
    }

    @Test func `a required attribute cannot be taken from what the app writes`() throws {
        let settings = try AuthSettings.created([
            "useDefault": "manual", "userPoolGroups": "No", "hostedUI": "No", "requiredAttributes": "Email, Name",
            "userpoolClientSetAttributes": "y", "userpoolClientWriteAttributes": "Email",
        ])
        #expect(settings.writeAttributes == ["email", "name"])
    }

    @Test func `the warning about the identity pool follows the answer that removes it`() throws {
        let settings = try AuthSettings.created()
        let transcript = try Transcript(
            AuthTable.rows, .shop(.update, present: settings.answers),
            ["updateFlow": "manual", "authSelections": "userPoolOnly"])
        #expect(transcript.remarks.contains { $0.contains("identity pool will be deleted") })
        #expect(settings.updated(by: transcript.interview).services == .userPoolOnly)
    }

    @Test func `defaults end at the first question that has none`() {
        let interview = Interview(InitTable.environmentRows, .shop())
        #expect {
            _ = try interview.takingDefaults()
        } throws: {
            ($0 as? AnswerRefusal)?.key == "envName"
        }
    }

    @Test func `a new environment is on the server of the current one by default`() throws {
        var circumstances = Circumstances.shop()
        circumstances.offers = [
            "baseURL": ["https://auth.example.com"], "region": ["eu-west-1"], "auth": ["none"], "profileName": [],
        ]
        var interview = Interview(InitTable.environmentRows, circumstances)
        try interview.answer(.text("test"))
        let settings = InitSettings(try interview.takingDefaults())
        #expect(settings.baseURL == "https://auth.example.com" && settings.region == "eu-west-1")
        #expect(settings.profile == nil)
    }

    @Test func `only a profile with an access key is taken, and without one none is the default`() throws {
        var circumstances = Circumstances.shop()
        circumstances.offers = ["profileName": ["work", "home"]]
        var interview = Interview(InitTable.environmentRows, circumstances)
        for answer in ["test", "gatehouse", "https://auth.example.com", "us-east-1"] {
            try interview.answer(.text(answer))
        }
        #expect(interview.prompt?.standard == .text("profile"))
        try interview.answer(.text("profile"))
        #expect(interview.prompt?.standard == .text("work"))
        #expect(throws: AnswerRefusal.self) { try interview.answer(.text("default")) }
        circumstances.offers = ["profileName": []]
        var other = Interview(InitTable.environmentRows, circumstances)
        for answer in ["test", "gatehouse", "https://auth.example.com", "us-east-1"] { try other.answer(.text(answer)) }
        #expect(other.prompt?.standard == .text("none"))
    }

    @Test func `a loss is accepted by its typed name alone`() throws {
        let rows = CommandTables.push(
            losses: [("shop", ["3 users of shop will be deleted."])], asksForCode: .none)
        var interview = Interview(rows, .shop(.update))
        #expect(interview.prompt?.notes == ["3 users of shop will be deleted."])
        #expect(throws: AnswerRefusal.self) { try interview.takingDefaults() }
        #expect(throws: AnswerRefusal.self) { try interview.answer(.text("yes")) }
        try interview.answer(.text("shop"))
        #expect(interview.prompt == nil)
    }

    @Test func `the list of an API's settings comes back until it is continued`() throws {
        var interview = Interview(APITable.rows, .shop())
        try interview.answer(.text("GraphQL"))
        try interview.answer(.text("name"))
        try interview.answer(.text("notes"))
        #expect(interview.prompt?.key == "apiSettings")
        try interview.answer(.text("conflicts"))
        try interview.answer(.flag(true))
        try interview.answer(.text("AUTOMERGE"))
        #expect(interview.prompt?.key == "apiSettings")
        guard case .list(let rows)? = interview.prompt?.kind else { return }
        #expect(rows.first?.label == "Name: notes")
        #expect(rows.contains { $0.label.hasSuffix("AUTOMERGE") })
        try interview.answer(.text("continue"))
        #expect(interview.prompt?.key == "schemaTemplate")
    }

    @Test func `the default types of an API are those of the document`() throws {
        var interview = Interview(APITable.rows, .shop(.update, present: APISettings(name: "shop").answers))
        try interview.answer(.text("authorization"))
        guard case .list(let rows)? = interview.prompt?.kind else { return }
        #expect(rows.map(\.label) == ["API key", "Amazon Cognito User Pool", "IAM", "OpenID Connect", "Lambda"])
        #expect(interview.prompt?.standard == .text("API_KEY"))
    }

    @Test func `additional types that are not configured anew stay, but for the new default`() throws {
        var settings = APISettings(name: "shop")
        settings.additional = [.iam, .userPool(id: nil)]
        let transcript = try Transcript(
            APITable.rows, .shop(.update, facts: [.hasAuth], present: settings.answers), ["defaultAuthType": "IAM"])
        let updated = settings.updated(by: transcript.interview)
        #expect(updated.authorization == .iam)
        #expect(updated.additional == [.userPool(id: nil)])
    }

    @Test func `an update that is answered with Enter keeps the strategies of conflicts and their functions`() throws {
        var settings = APISettings(name: "shop")
        settings.conflicts = .init(
            strategy: .function("resolver"), models: ["A": .optimisticConcurrency, "B": .function("other")])
        for facts: Set<Circumstances.Fact> in [[.detectsConflicts, .hasModels], [.detectsConflicts]] {
            let circumstances = Circumstances.shop(
                .update, facts: facts, present: settings.answers, offers: ["conflictModels": ["A", "B", "C"]])
            let transcript = try Transcript(APITable.rows, circumstances, ["apiSetting": "conflictStrategy"])
            #expect(settings.updated(by: transcript.interview) == settings)
        }
        let without = try Transcript(
            APITable.rows, .shop(.update, facts: [.detectsConflicts, .hasModels], present: settings.answers),
            ["apiSetting": "conflictStrategy", "overrideConflicts": "n"])
        #expect(settings.updated(by: without.interview).conflicts == .init(strategy: .function("resolver")))
    }

    @Test func `the help text names each question of the table with key, default and condition`() {
        let help = QuestionHelp.text(AuthTable.rows, in: .shop())
        let onUpdate = QuestionHelp.text(AuthTable.rows, in: .shop(.update))
        for case .question(let question) in AuthTable.rows {
            let words = "\(question.key): \(question.text)"
            #expect(help.contains(words) || onUpdate.contains(words))
        }
        #expect(help.contains("default: OFF"))
        #expect(help.contains("when useDefault is manual"))
        #expect(help.contains("Enter a whole number from 1 to 3650."))
        // A command names only what it can ask.
        #expect(help.contains("useDefault: ") && !onUpdate.contains("useDefault: "))
        #expect(onUpdate.contains("updateFlow: ") && !help.contains("updateFlow: "))
        #expect(!(help + onUpdate).contains("on creation") && !(help + onUpdate).contains("on an update"))
    }

    @Test func `a condition without its purpose is met where the whole one is`() {
        let conditions: [Condition] = [
            .creating, .updating, .not(.creating), .all([.creating, .yes("a")]), .any([.updating, .yes("a")]),
            .not(.all([.updating, .yes("a")])),
            .any([.all([.creating, .yes("a")]), .all([.updating, .chose("b", "c")])]),
            .all([]), .any([]), .not(.any([.creating, .updating])),
        ]
        let answered: [Answers] = [[:], ["a": .flag(true)], ["b": .text("c")]]
        for condition in conditions {
            for purpose in [Circumstances.Purpose.create, .update] {
                for answers in answered {
                    var circumstances = Circumstances.shop(purpose)
                    circumstances.answers = answers
                    let reduced = condition.reduced(to: purpose)?.isMet(in: circumstances) ?? false
                    #expect(reduced == condition.isMet(in: circumstances), "\(condition) \(purpose)")
                }
            }
        }
    }

    @Test func `a prefix and a pool name that are too long with the environment are refused with both names`() throws {
        var circumstances = Circumstances.shop()
        circumstances.environment = "production"
        var interview = Interview(AuthTable.rows, circumstances)
        let lines = ["useDefault": "manual", "userPoolGroups": "No", "thirdPartyAuth": "No"]
        let longest = ["userPoolName": 117, "hostedUIDomainName": 52]
        var met = 0
        while let prompt = interview.prompt, prompt.key != "newCallbackURLs" {
            if let longest = longest[prompt.key] {
                let name = String(repeating: "a", count: longest)
                let reason = try #require(interview.refusal(of: .text(name + "a")))
                #expect(reason.contains("\(name)a is \(name)a-production"))
                #expect(interview.refusal(of: .text(name)) == nil)
                met += 1
            }
            try interview.answer(try #require(prompt.answer(line: lines[prompt.key] ?? "")))
        }
        #expect(met == 2)
    }

    @Test func `one redirect URI is removed by an edit, and not the last one`() throws {
        let settings = try AuthSettings.created([
            "useDefault": "defaultSocial", "newCallbackURLs": "myapp://", "newLogoutURLs": "myapp://",
        ])
        var present = settings
        present.hostedPages?.callbackURLs = ["myapp://", "https://a.example/"]
        let circumstances = Circumstances.shop(.update, facts: [.hasAuth, .hasOAuth], present: present.answers)
        let transcript = try Transcript(
            AuthTable.rows, circumstances,
            ["updateFlow": "callbacks", "editCallbackURLs": "myapp://", "editCallbackURLs.0": "none"])
        let updated = present.updated(by: transcript.interview)
        #expect(updated.hostedPages?.callbackURLs == ["https://a.example/"])
        #expect(updated.hostedPages?.logoutURLs == ["myapp://"])
        var interview = Interview(AuthTable.rows, circumstances)
        let lines = [
            "updateFlow": "callbacks", "editCallbackURLs": "myapp://,https://a.example/", "editCallbackURLs.0": "none",
        ]
        while let prompt = interview.prompt, prompt.key != "editCallbackURLs.1" {
            try interview.answer(try #require(prompt.answer(line: lines[prompt.key] ?? "")))
        }
        #expect(interview.refusal(of: .text("none"))?.contains("only redirect URI of sign-in") == true)
        #expect(interview.refusal(of: .text("https://b.example/")) == nil)
    }

    @Test func `one OpenID Connect or SAML provider is removed by an update`() throws {
        var settings = try AuthSettings.created([
            "useDefault": "defaultSocial", "newCallbackURLs": "myapp://", "newLogoutURLs": "myapp://",
        ])
        let plain = Circumstances.shop(.update, facts: [.hasAuth, .hasOAuth], present: settings.answers)
        #expect(
            try !Transcript(AuthTable.rows, plain, ["updateFlow": "providers"]).keys.contains("removeProviders"))
        settings.hostedPages?.openIDProviders = [
            AuthSettings.OpenIDProvider(
                name: "staff", issuer: "https://staff.example", clientID: "id", scopes: "openid",
                attributesRequestMethod: "GET")
        ]
        settings.hostedPages?.samlProviders = [
            AuthSettings.SAMLProvider(name: "campus", metadata: "https://campus.example"),
            AuthSettings.SAMLProvider(name: "guests", metadata: "https://guests.example"),
        ]
        let circumstances = Circumstances.shop(.update, facts: [.hasAuth, .hasOAuth], present: settings.answers)
        let kept = try Transcript(AuthTable.rows, circumstances, ["updateFlow": "providers"])
        #expect(settings.updated(by: kept.interview) == settings)
        let transcript = try Transcript(
            AuthTable.rows, circumstances, ["updateFlow": "providers", "removeProviders": "staff, guests"])
        let pages = settings.updated(by: transcript.interview).hostedPages
        #expect(pages?.openIDProviders.isEmpty == true && pages?.samlProviders.map(\.name) == ["campus"])
    }

    @Test func `third party providers without a provider are a remark`() throws {
        let lines = ["useDefault": "manual", "newCallbackURLs": "myapp://", "newLogoutURLs": "myapp://"]
        let none = try Transcript(
            AuthTable.rows, .shop(), lines.merging(["userPoolGroups": "No", "thirdPartyAuth": "Yes"]) { $1 })
        #expect(none.remarks.contains { $0.contains("No provider was chosen") })
        let one = try Transcript(
            AuthTable.rows, .shop(),
            lines.merging([
                "userPoolGroups": "No", "thirdPartyAuth": "Yes", "authProviders": "Facebook", "facebookAppId": "1",
            ]) { $1 })
        #expect(!one.remarks.contains { $0.contains("No provider was chosen") })
    }
}
