// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseWire

/// Queries by `AWSAPIPlugin`: beside the same bytes over plain HTTP, and the decoding of a long list.
enum ClientCalls {
    /// A model of the kind that an app has.
    private struct Note: Model {
        let id: String
        let text: String?
        let rank: Int?

        enum CodingKeys: String, ModelKey {
            case id, text, rank
        }

        static let keys = CodingKeys.self

        static let schema = defineSchema { model in
            model.listPluralName = "Notes"
            model.attributes(.primaryKey(fields: [keys.id]))
            model.fields(
                .field(keys.id, is: .required, ofType: .string), .field(keys.text, is: .optional, ofType: .string),
                .field(keys.rank, is: .optional, ofType: .int))
        }
    }

    private static let records = 100
    private static let get = "query GetNote($id: ID!) { getNote(id: $id) { id text rank } }"

    /// A plugin for an API with a key.
    static func plugin(
        _ address: String, key: String, transport: some Transport = AsyncHTTPClientTransport()
    ) throws -> AWSAPIPlugin {
        let plugin = AWSAPIPlugin(session: AWSAuthService(), transport: transport, sockets: .platform)
        let api: JSONValue = [
            "endpointType": "GraphQL", "endpoint": .string(address), "authorizationType": "API_KEY",
            "apiKey": .string(key),
        ]
        try plugin.configure(using: ["notes": api] as JSONValue)
        return plugin
    }

    // MARK: - One record

    /// The query of a record, beside a request with the same bytes.
    ///
    /// The server is another process, so that the processor time is that of the client alone.
    static func query(_ api: ServedAPI) async throws -> Row {
        let plugin = try plugin(api.running.url + "/graphql", key: api.key)
        let creation = "mutation M($text: String) { createNote(input: { text: $text, rank: 1 }) { id text rank } }"
        let note = try await plugin.mutate(
            request: GraphQLRequest(
                document: creation, variables: ["text": LocalAPI.text], responseType: Note.self,
                decodePath: "createNote")
        ).get()
        let body = WireValue.object(["query": .string(get), "variables": ["id": .string(note.id)]]).jsonBytes()
        let rates = try await LocalRates.measure(DataSizes.calls) {
            let request = GraphQLRequest(
                document: get, variables: ["id": note.id], responseType: Note.self, decodePath: "getNote")
            let read = try await plugin.query(request: request).get()
            guard read.text == LocalAPI.text else { throw IncompleteAnswer(from: get) }
        } beside: {
            guard try await api.post(Data(body)) == 200 else { throw IncompleteAnswer(from: get) }
        }
        let cost = rates.limit / rates.rate
        return Row(
            name: "Client: `query` of one record", result: "\((1e6 / rates.rate).rounded(0)) µs of its core",
            limit: "\((1e6 / rates.limit).rounded(0)) µs (plain HTTP with the same bytes)",
            ratio: "\(cost.rounded(2)) ×", promise: "≤ 1.5 ×", holds: cost <= 1.5)
    }

    // MARK: - A list

    /// Answers each request with the same bytes.
    private struct SameAnswer: Transport {
        let body: Data

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            TransportResponse(status: 200, headers: [], body: body)
        }
    }

    #if DEBUG
    private static let longestDecoding = 100.0
    #else
    private static let longestDecoding = 5.0
    #endif

    /// The time from the bytes of a page to its records.
    static func list() async throws -> Row {
        let items = (0..<records).map { number -> WireValue in
            [
                "id": .string("note-\(number)"), "text": .string(LocalAPI.text), "rank": .integer(Int64(number)),
                "__typename": "Note",
            ]
        }
        let answer: WireValue = ["data": ["listNotes": ["items": .array(items), "nextToken": nil]]]
        let plugin = try plugin(
            "http://localhost:9229/graphql", key: "da2-key", transport: SameAnswer(body: answer.json()))
        var times: [Double] = []
        for _ in 0..<DataSizes.rounds * 20 + 1 {
            times.append(
                try await Stopwatch.seconds {
                    let page = try await plugin.query(request: .list(Note.self, limit: records)).get()
                    guard page.count == records else { throw IncompleteAnswer(from: "listNotes") }
                })
        }
        let milliseconds = times.sorted()[times.count / 2] * 1e3
        return Row(
            name: "Client: a list of \(records) records, decoded", result: "\(milliseconds.rounded(2)) ms",
            limit: "\(longestDecoding.rounded(0)) ms", ratio: "\((milliseconds / longestDecoding).rounded(2)) ×",
            promise: "< \(longestDecoding.rounded(0)) ms", holds: milliseconds < longestDecoding)
    }
}
