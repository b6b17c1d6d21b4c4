// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseGateway
import GatehouseTestSupport
import GatehouseTesting
import Logging
import Testing

@testable import GatehouseServer

/// `gatehouse api` on a data folder.
@Suite(.hangLimit)
struct APICommandTests {
    private static let function = "arn:aws:lambda:us-east-1:123456789012:function:hello"
    private static let schema = """
        type Todo @model @auth(rules: [{ allow: public }]) { id: ID! }
        type Query { hello: String @function(name: "hello") @auth(rules: [{ allow: public }]) }
        """

    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        try await process(.dev).close()
    }

    private func process(_ mode: RunMode, _ environment: [String: String] = [:]) async throws -> ServerProcess {
        try await ServerProcess(
            try ServerConfiguration.read(
                mode: mode, commandLine: [.dataDirectory: folder.path("data")], environment: environment),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, metrics: PrometheusMetrics())
    }

    /// The output and the warnings of a command.
    private func run(
        _ command: APICommand, _ environment: [String: String] = [:]
    ) async throws -> (output: [String], warnings: [String]) {
        var output: [String] = []
        var warnings: [String] = []
        try await command.run(on: try await process(.maintenance, environment)) {
            output.append($0)
        } warn: {
            warnings.append($0)
        }
        return (output, warnings)
    }

    private func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: folder.url.appendingPathComponent(name))
        return folder.path(name)
    }

    /// The id of a new API.
    private func create() async throws -> String {
        let output = try await run(.create(name: "one", APIOptions(modes: [.apiKey]))).output
        return String(try #require(output.first).dropFirst("apiId: ".count))
    }

    @Test
    func `a push warns about functions that the file does not have, and about a file that a server refuses`()
        async throws
    {
        let id = try await create()
        let schema = try write(Self.schema, to: "schema.graphql")
        let push = APICommand.push(id, file: schema, allowsLoss: false, isPlanOnly: true)
        func warnings(_ file: String?) async throws -> [String] {
            try await run(push, file.map { ["GATEHOUSE_TRIGGERS": $0] } ?? [:]).warnings
        }
        let unknown = try await warnings(nil)
        #expect(unknown.count == 1 && unknown[0].contains("hello, which the server does not have"))
        let file = try write(#"{"functions": {"\#(Self.function)": {"program": "/bin/cat"}}}"#, to: "functions.json")
        #expect(try await warnings(file) == [])
        let other = try write(#"{"functions": {}}"#, to: "other.json")
        #expect(try await warnings(other) == unknown)
        let missing = try await warnings(folder.path("none.json"))
        #expect(missing.count == 1 && missing[0].hasPrefix("It is not known which functions the server has."))
        #expect(missing[0].contains("There is no file"))
        let broken = try write(#"{"functions": {"\#(Self.function)": {"program": "/none"}}}"#, to: "broken.json")
        let refused = try await warnings(broken)
        #expect(refused.count == 1 && refused[0].contains("/none of \(Self.function) does not exist"))
        #expect(try await run(.describe(id), ["GATEHOUSE_TRIGGERS": broken]).warnings == [])
    }
}
