// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseDataSite
import GatehouseDevelopmentPages
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// The data API of `gatehouse dev --schema`.
@Suite struct DevelopmentAPITests {
    private static let notes = """
        type Note @model @auth(rules: [{ allow: public }]) {
          id: ID!
          text: String
        }
        """

    /// The answer to a document, with the key of the API.
    private static func execute(
        _ dev: DevelopmentFolder, _ document: String, key: String? = nil
    ) async throws -> TestResponse {
        let key = try #require(key ?? dev.development.api?.key)
        let body: WireValue = ["query": .string(document)]
        return await dev.answer(
            TestRequest(
                method: "POST", path: "/graphql", headers: [("host", "localhost:9229"), ("x-api-key", key)],
                body: Data(body.jsonBytes())))
    }

    private static func texts(_ dev: DevelopmentFolder) async throws -> WireValue? {
        try await execute(dev, "query { listNotes { items { text } } }").json["data"]?["listNotes"]?["items"]
    }

    private static func makeNote(_ dev: DevelopmentFolder) async throws {
        let made = try await execute(dev, #"mutation { createNote(input: {text: "one"}) { text } }"#)
        #expect(made.json == ["data": ["createNote": ["text": "one"]]])
    }

    @Test func `a schema is served with a key, which stays the same at the next start with another schema`()
        async throws
    {
        let dev = try await DevelopmentFolder(schema: Self.notes)
        let api = try #require(dev.development.api)
        #expect(api.key.wholeMatch(of: /da2-[a-z0-9]{26}/) != nil)
        #expect(api.endpoint == "http://localhost:9229/graphql")
        try await Self.makeNote(dev)
        try await dev.restart(schema: Self.notes.replacing("Note", with: "Note ") + "\ntype Tag @model { id: ID! }")
        #expect(dev.development.api?.key == api.key)
        #expect(try await Self.texts(dev) == [["text": "one"]])
        let tags = try await Self.execute(dev, "query { listTags { items { id } } }")
        #expect(tags.json["data"]?["listTags"]?.isNull == true && tags.status == 200)
    }

    @Test func `the handler of conflicts stays at the next start`() async throws {
        let dev = try await DevelopmentFolder(schema: Self.notes)
        let id = try #require(dev.development.api?.id)
        try await dev.process.installation.dataAdministration.update(id) { api throws(ServiceFault) in
            try api.setTags(["gatehouse:conflict-handler": "AUTOMERGE"])
        }
        let versioned = #"mutation { createNote(input: {text: "one"}) { _version } }"#
        #expect(try await Self.execute(dev, versioned).json == ["data": ["createNote": ["_version": 1]]])
        try await dev.restart()
        #expect(try await Self.execute(dev, versioned).json == ["data": ["createNote": ["_version": 1]]])
    }

    @Test func `a reset deletes the records, and keeps the API and its key`() async throws {
        let dev = try await DevelopmentFolder(schema: Self.notes)
        let key = dev.development.api?.key
        try await Self.makeNote(dev)
        #expect(try await dev.development.reset())
        #expect(try await Self.texts(dev) == [])
        try await Self.makeNote(dev)
        try await dev.restart()
        #expect(dev.development.api?.key == key)
        #expect(try await Self.texts(dev) == [["text": "one"]])
    }

    @Test func `a field has what a program of the functions file returns, and an unknown function refuses the start`()
        async throws
    {
        let dev = try await DevelopmentFolder(schema: Self.notes)
        let file = dev.folder.path("functions.json")
        let program = #"cat >/dev/null; echo "$((6 * 7))""#
        let functions: WireValue = [
            "functions": [
                "arn:aws:lambda:us-east-1:123456789012:function:answer": [
                    "program": ["/bin/sh", "-c", .string(program)]
                ]
            ]
        ]
        try Data(functions.jsonBytes()).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        func schema(_ name: String) -> String {
            Self.notes + "\ntype Query { answer: Int @function(name: \"\(name)\") @aws_api_key }"
        }
        try await dev.restart([.triggers: file], schema: schema("answer"))
        #expect(try await Self.execute(dev, "{ answer }").json == ["data": ["answer": 42]])
        let refusal = await #expect(throws: StartupRefusal.self) { try await dev.restart(schema: schema("question")) }
        #expect(refusal?.details.count == 1)
        #expect(refusal?.details.first?.contains("function:question") == true)
        #expect(refusal?.details.first?.contains(#/schema\.graphql:5:26: Query\.answer calls/#) == true)
    }

    @Test func `an API of an earlier start is served as it is stored`() async throws {
        let dev = try await DevelopmentFolder(schema: Self.notes)
        let key = try #require(dev.development.api?.key)
        try await Self.makeNote(dev)
        try await dev.restart([.schema: ""])
        #expect(dev.development.api == nil)
        let answer = try await Self.execute(dev, "query { listNotes { items { text } } }", key: key)
        #expect(answer.json == ["data": ["listNotes": ["items": [["text": "one"]]]]])
    }

    @Test func `the overview has the id and the address of the API while the server has a schema`() async throws {
        let dev = try await DevelopmentFolder(schema: Self.notes)
        let api = try #require(dev.development.api)
        let shown = try #require(try await dev.development.overview().api)
        #expect(shown.id == api.id && shown.endpoint == "http://localhost:9229/graphql")
        let page = await dev.answer(
            TestRequest(path: "/", headers: [("host", "localhost:9229"), ("accept", "text/html")]))
        #expect(page.text.contains("<dt>API</dt><dd><code>\(api.id)</code>") && !page.text.contains(api.key))
        try await dev.restart([.schema: ""])
        #expect(try await dev.development.overview().api == nil)
    }

    @Test func `an index that a later start adds has the older records`() async throws {
        let dev = try await DevelopmentFolder(schema: Self.notes)
        try await Self.makeNote(dev)
        let indexed = Self.notes.replacing(
            "text: String", with: #"text: String @index(name: "byText", queryField: "notesByText")"#)
        try await dev.restart(schema: indexed)
        let answer = try await Self.execute(dev, #"query { notesByText(text: "one") { items { text } } }"#)
        #expect(answer.json == ["data": ["notesByText": ["items": [["text": "one"]]]]])
    }

    @Test func `a later start names the stored records that do not fit its schema`() async throws {
        let dev = try await DevelopmentFolder(schema: Self.notes)
        #expect(dev.development.api?.misfits == [])
        try await Self.makeNote(dev)
        try await dev.restart(schema: Self.notes.replacing("text: String", with: "rank: Int!"))
        let misfits = try #require(dev.development.api?.misfits)
        #expect(misfits.count == 1 && misfits.first?.contains("rank") == true)
        try await dev.restart(schema: Self.notes)
        #expect(dev.development.api?.misfits == [])
        #expect(try await Self.texts(dev) == [["text": "one"]])
    }

    @Test func `the files of clients have the API`() async throws {
        let dev = try await DevelopmentFolder(schema: Self.notes)
        let key = WireValue.string(try #require(dev.development.api?.key))
        let files = try await dev.development.writeFiles(in: dev.folder.url)
        func file(_ name: String) throws -> WireValue {
            let path = try #require(files.first { $0.path.hasSuffix("/\(name)") && !$0.path.contains("/pages/") }?.path)
            return try WireValue(json: Data(contentsOf: URL(fileURLWithPath: path)))
        }
        #expect(
            try file("amplify_outputs.json")["data"] == [
                "url": "http://localhost:9229/graphql", "aws_region": "us-east-1", "api_key": key,
                "default_authorization_type": "AMAZON_COGNITO_USER_POOLS",
                "authorization_types": ["API_KEY", "AWS_IAM"],
            ])
        #expect(
            try file("amplifyconfiguration.json")["api"] == [
                "plugins": [
                    "awsAPIPlugin": [
                        "gatehouse-dev": [
                            "endpointType": "GraphQL", "endpoint": "http://localhost:9229/graphql",
                            "region": "us-east-1", "authorizationType": "AMAZON_COGNITO_USER_POOLS", "apiKey": key,
                        ]
                    ]
                ]
            ])
        let section: [WireName: WireValue] = ["ApiUrl": "http://localhost:9229/graphql", "Region": "us-east-1"]
        func mode(_ name: String, _ more: [WireName: WireValue] = [:]) -> WireValue {
            let prefix = WireValue.string("gatehouse-dev_\(name)")
            let own: [WireName: WireValue] = ["AuthMode": .string(name), "ClientDatabasePrefix": prefix]
            return .object(section.merging(own) { $1 }.merging(more) { $1 })
        }
        #expect(
            try file("awsconfiguration.json")["AppSync"] == [
                "Default": mode("AMAZON_COGNITO_USER_POOLS"), "gatehouse-dev_API_KEY": mode("API_KEY", ["ApiKey": key]),
                "gatehouse-dev_AWS_IAM": mode("AWS_IAM"),
            ])
        let plain = try await DevelopmentFolder()
        let path = try #require(try await plain.development.writeFiles(in: plain.folder.url).first?.path)
        #expect(try WireValue(json: Data(contentsOf: URL(fileURLWithPath: path)))["data"] == nil)
    }

    @Test func `all errors of a schema are named with line and column, and nothing is made`() async throws {
        let folder = try await #require(throws: StartupRefusal.self) {
            _ = try await DevelopmentFolder(
                schema: """
                    type Note @model @auth(rules: [{ allow: strangers }]) {
                      id: ID!
                      other: Missing
                    }
                    """)
        }
        #expect(folder.exitCode == .configuration)
        #expect(folder.description.contains("schema.graphql has 2 errors"))
        #expect(folder.details.count == 2)
        #expect(folder.details.allSatisfy { $0.contains(#/schema\.graphql:[13]:\d+: /#) })
    }

    @Test func `a schema in TypeScript is refused with its form in GraphQL`() async throws {
        let refusal = try await #require(throws: StartupRefusal.self) {
            _ = try await DevelopmentFolder(schema: "import { a } from '@aws-amplify/backend'\n")
        }
        #expect(refusal.description.contains("is TypeScript, as Amplify Gen 2 has it."))
        #expect(refusal.details.contains { $0.contains("type Todo @model @auth(rules: [{ allow: owner }])") })
        #expect(refusal.exitCode == .configuration)
    }

    @Test func `the rules of a file are shown without an API, for the modes that are named`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("schema.graphql")
        let text = "type Note @model @auth(rules: [{ allow: owner, ownerField: \"autor\" }]) { author: String }"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let lines = try SchemaFile(path, modes: []).rules
        #expect(lines.contains { $0.contains("userPools:owner:autor:sub::username  CRUD") })
        #expect(lines.last?.hasPrefix("warning: \(path):1:32: Note: The rule adds the field 'autor'") == true)
        let refusal = #expect(throws: StartupRefusal.self) { try SchemaFile(path, modes: [.apiKey, .iam]) }
        #expect(refusal?.details.first?.contains("no Cognito User Pools authentication provider configured") == true)
        #expect(refusal?.exitCode == .usage)
        let missing = #expect(throws: StartupRefusal.self) { try SchemaFile(folder.path("missing"), modes: []) }
        #expect(missing?.exitCode == .usage)
    }

    @Test func `a schema can come from a pipe`() throws {
        let pipe = Pipe()
        let text = "type Note @model @auth(rules: [{ allow: owner }]) { id: ID! }"
        try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try pipe.fileHandleForWriting.close()
        let file = try SchemaFile("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)", modes: [])
        #expect(file.rules.contains { $0.contains("Note") })
    }

    @Test func `a schema that cannot be read is named`() async throws {
        let refusal = try await #require(throws: StartupRefusal.self) {
            _ = try await DevelopmentFolder([.schema: "/nowhere/schema.graphql"])
        }
        #expect(refusal.description.contains("/nowhere/schema.graphql") && refusal.exitCode == .configuration)
        let folder = try await #require(throws: StartupRefusal.self) {
            _ = try await DevelopmentFolder([.schema: "/"])
        }
        #expect(folder.description.contains("/ is a folder") && folder.exitCode == .configuration)
    }
}
