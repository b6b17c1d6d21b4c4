// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// An API of the program whose records have versions, for all callers with its key.
struct VersionedAPI {
    private static let schema = """
        type Note @model @auth(rules: [{ allow: public }]) {
          text: String!
          category: String! @index(name: "byCategory")
          rank: Int!
        }
        """

    private let server: MeasuredServer
    private let running: RunningServer
    private let id: String
    let key: String

    /// The address of the API.
    var address: String { "\(running.url)/apis/\(id)/graphql" }

    static func start(binary: String) async throws -> VersionedAPI {
        let server = try await MeasuredServer.prepare(binary: binary)
        let file = server.folder.appending(path: "schema.graphql")
        try Data(schema.utf8).write(to: file)
        let tag = "gatehouse:conflict-handler=OPTIMISTIC_CONCURRENCY"
        let created = try command(["create", "notes", "--mode", "apiKey", "--tag", tag], on: server)
        guard let id = created.firstMatch(of: /apiId: (\S+)/)?.1 else { throw IncompleteAnswer(from: "api create") }
        _ = try command(["push", String(id), file.path], on: server)
        let keys = try command(["keys", "create", String(id)], on: server)
        guard let key = keys.split(whereSeparator: \.isWhitespace).first else {
            throw IncompleteAnswer(from: "api keys create")
        }
        return VersionedAPI(
            server: server, running: try await server.start(onCore: 0), id: String(id), key: String(key))
    }

    func remove() {
        running.stop()
        server.remove()
    }

    /// What a command about APIs prints.
    private static func command(_ arguments: [String], on server: MeasuredServer) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: server.binary)
        process.arguments = ["api"] + arguments + ["--data-dir", server.folder.appending(path: "data").path]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw IncompleteAnswer(from: "api \(arguments[0])") }
        return text
    }
}
