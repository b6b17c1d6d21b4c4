// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject
import Testing

@testable import AmplifyCommand

/// `amplify add auth`, `amplify update auth` and `amplify remove auth` in a folder, without a server.
@Suite struct AuthCommandTests {
    @Test func `the default configuration needs three answers, and the last lines name the resource and the next step`()
        async throws
    {
        let machine = try Machine.withProject()
        let person = Script(["", "2", ""])
        try await machine.command([], person).addAuth()
        let auth = try #require(try machine.project().auth)
        #expect(auth.settings.usernameAttributes == ["email"] && auth.settings.services == .identityPoolAndUserPool)
        #expect(person.asked.count == 3 && person.text.contains("Cognito"))
        #expect(person.written.contains("\(auth.name) was added to the local project"))
        #expect(person.written.contains("local CLI metadata is configured") && person.written.contains("amplify push"))
    }

    @Test func `the list of the first question is that of the documents`() async throws {
        let machine = try Machine.withProject()
        let person = Script(["", "", ""])
        try await machine.command([], person).addAuth()
        let rows = [
            "Do you want to use the default authentication and security configuration?", "Default configuration",
            "Default configuration with Social Provider (Federation)", "Manual configuration", "I want to learn more.",
        ]
        var rest = person.text[...]
        for row in rows {
            let found = try #require(rest.range(of: row), "\(row) is missing")
            rest = rest[found.upperBound...]
        }
    }

    @Test func `to learn more prints an explanation, and the question comes again`() async throws {
        let machine = try Machine.withProject()
        let person = Script(["4", "1", "", ""])
        try await machine.command([], person).addAuth()
        #expect(person.written.contains("The default configuration has a user pool and an identity pool"))
        #expect(try machine.project().auth != nil)
    }

    @Test func `the end of the input at any question leaves every byte of the folder`() async throws {
        let all = ["manual", "", "", "", "yes", "yes", "Facebook", "1234", "", "email"]
        for count in 0..<all.count {
            let machine = try Machine.withProject()
            let before = try machine.files()
            let person = Script(all.prefix(count).map { text in Script.Answer { text } })
            await #expect(throws: Ending.inputEnded) { try await machine.command([], person).addAuth() }
            #expect(try machine.files() == before)
        }
    }

    @Test func `a second auth resource is refused with the command that changes the first`() async throws {
        let machine = try Machine.withProject()
        try await machine.command(["--yes"]).addAuth()
        let before = try machine.files()
        let refusal = await #expect(throws: Refusal.self) { try await machine.command(["--yes"]).addAuth() }
        #expect(refusal?.cure.contains("amplify update auth") == true)
        #expect(refusal.map { CommandFailure($0).status } == 1)
        #expect(try machine.files() == before)
    }

    @Test func `recorded answers give the same files as a dialogue`() async throws {
        let typed = ["useDefault": "default", "usernameAttributes": "email"]
        let (left, right) = (try Machine.withProject(), try Machine.withProject())
        try await left.command([], Script(["1", "2", ""])).addAuth()
        try right.write(String(decoding: try JSONEncoder().encode(typed), as: UTF8.self), to: "../answers.json")
        try await right.command(["--answers", "../answers.json"]).addAuth()
        try right.write("1\nEmail\n\n", to: "../answers.txt")
        let third = try Machine.withProject()
        try third.write("1\nEmail\n\n", to: "../answers.txt")
        try await third.command(["--answers", "../answers.txt"]).addAuth()
        let path = "amplify/backend/backend-config.json"
        #expect(left.text(path) == right.text(path) && left.text(path) == third.text(path))
        #expect(left.text(path)?.contains("EMAIL") == true)
    }

    @Test(arguments: [
        (#"{"usernameAttributes": "shoe size"}"#, "usernameAttributes"),
        (#"{"hostedUIDomainName": "x"}"#, "hostedUIDomainName"),
        ("1\nEmail\n\nfour\n", "four"),
    ])
    func `an answer of a file that does not fit is a wrong command line, which names it`(
        content: String, name: String
    ) async throws {
        let machine = try Machine.withProject()
        try machine.write(content, to: "answers")
        let error = await #expect(throws: AnswerRefusal.self) {
            try await machine.command(["--answers", "answers"]).addAuth()
        }
        let failure = try #require(error.map { CommandFailure($0) })
        #expect(failure.status == 64 && failure.lines.joined().contains(name))
        #expect(try machine.project().auth == nil)
    }

    @Test func `a question without an answer and a default names its key`() async throws {
        let machine = try Machine.withProject()
        let answers = #"{"useDefault": "defaultSocial"}"#
        try machine.write(answers, to: "answers.json")
        let error = await #expect(throws: AnswerRefusal.self) {
            try await machine.command(["--answers", "answers.json"]).addAuth()
        }
        #expect(error?.key == "newCallbackURLs" && error.map { CommandFailure($0).status } == 64)
    }

    @Test func `flaws of a headless object have a line each, and nothing is written`() async throws {
        let machine = try Machine.withProject()
        let before = try machine.files()
        let input = #"{"version": 2, "resourceName": 7, "serviceConfiguration": {"serviceName": "SNS"}}"#
        let flaws = await #expect(throws: HeadlessFlaws.self) {
            try await machine.command(["--headless"], input: input).addAuth()
        }
        let failure = try #require(flaws.map { CommandFailure($0) })
        #expect(failure.status == 64 && failure.lines.count == flaws?.flaws.count && failure.lines.count > 1)
        #expect(try machine.files() == before)
    }

    @Test func `an update without auth names the command that adds it`() async throws {
        let machine = try Machine.withProject()
        let refusal = await #expect(throws: Refusal.self) { try await machine.command().updateAuth() }
        #expect(refusal?.cure.contains("amplify add auth") == true)
    }

    @Test func `an update lets guests in, with the present values as defaults of the other questions`() async throws {
        let machine = try Machine.withProject()
        try await machine.command(["--yes"]).addAuth()
        let before = try #require(try machine.project().auth).settings
        let typed =
            #"{"updateFlow": "manual", "allowUnauthenticatedIdentities": true, "thirdPartyAuth": false, "hostedUI": false}"#
        try machine.write(typed, to: "answers.json")
        try await machine.command(["--answers", "answers.json"]).updateAuth()
        let after = try #require(try machine.project().auth).settings
        #expect(after.allowsGuests && !before.allowsGuests)
        #expect(after.userPoolName == before.userPoolName && after.requiredAttributes == before.requiredAttributes)
    }

    @Test func `an update without a difference says so`() async throws {
        let machine = try Machine.withProject()
        try await machine.command(["--yes"]).addAuth()
        let typed = #"{"updateFlow": "updateUserPoolGroups", "newUserPoolGroups": ["Admins"]}"#
        try machine.write(typed, to: "../answers.json")
        try await machine.command(["--answers", "../answers.json"]).updateAuth()
        let before = try machine.files()
        let person = Script()
        try machine.write(#"{"updateFlow": "updateUserPoolGroups"}"#, to: "../same.json")
        try await machine.command(["--answers", "../same.json"], person).updateAuth()
        #expect(person.written.contains("Nothing was changed") && !person.written.contains("was updated"))
        #expect(try machine.files() == before)
    }

    @Test func `secrets are in a file of the home folder, and in no file of the project`() async throws {
        let machine = try Machine.withProject()
        let typed = """
            {"useDefault": "defaultSocial", "newCallbackURLs": ["myapp://"], "newLogoutURLs": ["myapp://"],
             "authProvidersUserPool": ["Facebook"], "facebookAppIdUserPool": "1234",
             "facebookAppSecretUserPool": "the-secret-of-facebook"}
            """
        try machine.write(typed, to: "../answers.json")
        let person = Script()
        try await machine.command(["--answers", "../answers.json"], person).addAuth()
        for (path, data) in try machine.files() {
            #expect(!String(decoding: data, as: UTF8.self).contains("the-secret-of-facebook"), "\(path)")
        }
        #expect(!person.text.contains("the-secret-of-facebook"))
        let kept = machine.homeText(".config/amplify/secrets/dabcdefghijklm/dev.json")
        #expect(kept?.contains("the-secret-of-facebook") == true)
    }

    @Test func `a removal asks, and leaves the folder unless it is confirmed`() async throws {
        let machine = try Machine.withProject()
        try await machine.command(["--yes"]).addAuth()
        let before = try machine.files()
        await #expect(throws: Refusal.self) {
            try await machine.command([], Script([""])).remove(.auth, named: nil, deletingUsers: false)
        }
        #expect(try machine.files() == before)
        try await machine.command([], Script(["y"])).remove(.auth, named: nil, deletingUsers: false)
        #expect(try machine.project().auth == nil)
        await #expect(throws: Refusal.self) {
            try await machine.command(["--yes"]).remove(.auth, named: nil, deletingUsers: false)
        }
    }

    @Test func `a removal that an API stands against names it before any question`() async throws {
        let machine = try Machine.withProject()
        try await machine.command(["--yes"]).addAuth()
        let answers = #"{"apiSettings": "authorization", "defaultAuthType": "AMAZON_COGNITO_USER_POOLS"}"#
        try machine.write(answers, to: "../answers.json")
        try await machine.command(["--answers", "../answers.json"]).addAPI()
        let before = try machine.files()
        let person = Script(["y"])
        let refusal = await #expect(throws: Refusal.self) {
            try await machine.command([], person).remove(.auth, named: nil, deletingUsers: false)
        }
        #expect(refusal?.text.contains("api/shop needs auth/shop") == true && person.asked.isEmpty)
        #expect(refusal.map { CommandFailure($0).status } == 1)
        #expect(try machine.files() == before)
    }

    @Test func `ids of providers are not written for an environment in which the folder does not work`() async throws {
        let machine = try Machine.withProject()
        let before = try machine.files()
        let fault = await #expect(throws: DeploymentFault.self) {
            try await machine.command(["--env", "test", "--yes"]).addAuth()
        }
        #expect(fault?.cure?.contains("amplify env checkout test") == true)
        #expect(try machine.files() == before)
    }

    @Test func `without a project, commands name the command that makes one`() async throws {
        let machine = try Machine()
        let error = await #expect(throws: NoProject.self) { try await machine.command().addAuth() }
        let failure = try #require(error.map { CommandFailure($0) })
        #expect(failure.status == 66 && failure.cure.contains("amplify init"))
    }
}
