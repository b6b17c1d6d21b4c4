// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseWire

/// A data API of the program: the notes are of all callers with its key, the other records of their owners.
struct ServedAPI {
    private static let schema = """
        type Note @model @auth(rules: [{ allow: public }]) {
          text: String
          rank: Int
          parent: ID @index(name: "byParent")
          notes: [Note] @hasMany(indexName: "byParent", fields: ["id"])
        }
        type Owned @model(subscriptions: null) @auth(rules: [{ allow: owner }]) { text: String }
        """

    let server: MeasuredServer
    let running: RunningServer
    let key: String

    static func start(binary: String) async throws -> ServedAPI {
        var server = try await MeasuredServer.prepare(binary: binary)
        let file = server.folder.appending(path: "schema.graphql")
        try Data(schema.utf8).write(to: file)
        server.settings["GATEHOUSE_SCHEMA"] = file.path
        let running = try await server.start(onCore: 0)
        let outputs = try WireValue(
            json: try Data(contentsOf: server.folder.appending(path: "data/amplify_outputs.json")))
        guard let key = outputs["data"]?["api_key"]?.stringValue else {
            throw IncompleteAnswer(from: "amplify_outputs.json")
        }
        return ServedAPI(server: server, running: running, key: key)
    }

    func remove() {
        running.stop()
        server.remove()
    }

    /// The status of the answer to a body.
    func post(_ body: Data) async throws -> Int {
        let headers = [(name: "x-api-key", value: key), (name: "Content-Type", value: "application/json")]
        let request = WebRequest(
            method: .post, address: running.url + "/graphql", headers: headers, body: body)
        return try await request.send().status
    }
}

extension Peers.Ariadne {
    /// The read of one record by its owner over HTTP, here and there.
    func row(beside api: ServedAPI) async throws -> Row {
        let tokens = try await ServerLoad.onFirstPool(of: api.running).makeKnownUser("ada")
        guard let token = tokens.accessToken else { throw IncompleteAnswer(from: "a sign-in") }
        let ours = Self.reader(api.running.url + "/graphql", authorization: token)
        let theirs = Self.reader(url, authorization: user)
        let creation = #"mutation { createOwned(input: { id: "\#(record)", text: "\#(LocalAPI.text)" }) { id } }"#
        try await ours(creation)
        let read = #"{ getOwned(id: "\#(record)") { id text owner } }"#
        let count = DataSizes.calls
        let own = try await api.running.measured.rate(of: count, workers: ServerLoad.users) { _ in try await ours(read)
        }
        let peer = try await MeasuredProcess(id: processID).rate(of: count / 4, workers: ServerLoad.users) { _ in
            try await theirs(read)
        }
        return Peers.row("Get by its owner over HTTP, beside ariadne", own, peer)
    }

    /// Sends documents as a user, and expects data.
    private static func reader(
        _ address: String, authorization: String
    ) -> @Sendable (_ document: String) async throws -> Void {
        { document in
            let headers = [
                (name: "Authorization", value: authorization), (name: "Content-Type", value: "application/json"),
            ]
            let answer = try await WebRequest(
                method: .post, address: address, headers: headers,
                body: Data(WireValue.object(["query": .string(document)]).jsonBytes())
            ).send()
            let json = try WireValue(json: answer.body)
            guard answer.status == 200, json["errors"] == nil else { throw IncompleteAnswer(from: address) }
        }
    }
}
