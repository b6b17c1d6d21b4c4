// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDialogue
import GatehouseProject
import Testing

@testable import AmplifyCommand

/// `amplify add api` and `amplify update api` in a folder, without a server.
@Suite struct APICommandTests {
    @Test func `the defaults make an API with a key, and a schema with one model`() async throws {
        let machine = try Machine.withProject()
        let person = Script()
        try await machine.command(["--yes"], person).addAPI()
        let api = try #require(try machine.project().api)
        #expect(api.name == "shop" && api.settings.modes.map(\.mode) == ["API_KEY"])
        #expect(api.schema.contains("type Todo @model"))
        #expect(person.written.contains("The GraphQL API shop was added to the local project"))
        #expect(person.written.contains("amplify/backend/api/shop/schema.graphql"))
    }

    @Test func `a second API is refused with the command that changes the first`() async throws {
        let machine = try Machine.withProject()
        try await machine.command(["--yes"]).addAPI()
        let refusal = await #expect(throws: Refusal.self) { try await machine.command(["--yes"]).addAPI() }
        #expect(refusal?.cure.contains("amplify update api") == true)
    }

    @Test func `an update chooses the default type anew, and keeps what it does not ask for`() async throws {
        let machine = try Machine.withProject()
        try await machine.command(["--yes"]).addAuth()
        try await machine.command(["--yes"]).addAPI()
        let answers = """
            {"apiSetting": "authorization", "defaultAuthType": "AMAZON_COGNITO_USER_POOLS",
             "configureAdditionalAuthTypes": true, "additionalAuthTypes": ["API_KEY"]}
            """
        try machine.write(answers, to: "answers.json")
        let person = Script()
        try await machine.command(["--answers", "answers.json"], person).updateAPI()
        let api = try #require(try machine.project().api)
        #expect(api.settings.modes.map(\.mode) == ["AMAZON_COGNITO_USER_POOLS", "API_KEY"])
        #expect(person.written.contains("Authorization modes: - Default: API key, which expires 7 days"))
        #expect(person.written.contains("Conflict detection: disabled"))
    }

    @Test func `an update to an authorization that the schema does not permit warns at once`() async throws {
        let machine = try Machine.withProject()
        try await machine.command(["--yes"]).addAuth()
        try await machine.command(["--yes"]).addAPI()
        let answers = #"{"apiSetting": "authorization", "defaultAuthType": "AMAZON_COGNITO_USER_POOLS"}"#
        try machine.write(answers, to: "answers.json")
        let person = Script()
        try await machine.command(["--answers", "answers.json"], person).updateAPI()
        #expect(person.written.contains("Warning: 'amplify push' will refuse the schema"))
        #expect(person.written.contains("'apiKey'") && person.written.contains("amplify update api"))
    }

    @Test func `an API with a user pool asks for auth first, and writes neither if that has no answers`() async throws {
        let machine = try Machine.withProject()
        let before = try machine.files()
        let answers =
            #"{"apiSettings": "authorization", "defaultAuthType": "AMAZON_COGNITO_USER_POOLS", "addAuth": true}"#
        try machine.write(answers, to: "../answers.json")
        let refusal = await #expect(throws: Refusal.self) {
            try await machine.command(["--answers", "../answers.json"]).addAPI()
        }
        #expect(refusal?.cure.contains("amplify add auth") == true)
        #expect(try machine.files() == before)
    }

    @Test func `a headless API with a user pool that the project does not have is refused`() async throws {
        let machine = try Machine.withProject()
        let before = try machine.files()
        let input = """
            {"version": 1, "serviceConfiguration": {"serviceName": "AppSync", "apiName": "shop",
             "transformSchema": "", "defaultAuthType": {"mode": "AMAZON_COGNITO_USER_POOLS"}}}
            """
        let refusal = await #expect(throws: Refusal.self) {
            try await machine.command(["--headless"], input: input).addAPI()
        }
        #expect(refusal?.cure.contains("amplify add auth") == true)
        #expect(try machine.files() == before)
    }

    @Test(arguments: ResourceCategory.allCases)
    func `the questions are printed with their keys, and no answer is needed`(_ category: ResourceCategory) throws {
        let (person, results) = (Script(), Script())
        try Machine().command([], person, results: results).show(category.questions, .create)
        let keys = category == .auth ? ["useDefault:", "hostedUIDomainName:"] : ["apiService:", "schemaTemplate:"]
        for key in keys { #expect(results.text.contains(key)) }
        #expect(person.text.isEmpty)
    }

    @Test func `an update without an API names the command that adds it`() async throws {
        let machine = try Machine.withProject()
        let refusal = await #expect(throws: Refusal.self) { try await machine.command().updateAPI() }
        #expect(refusal?.cure.contains("amplify add api") == true)
    }
}
