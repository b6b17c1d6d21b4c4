// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import Amplify
import Foundation
import GatehouseClient

/// Events of ten subscriptions by `AWSAPIPlugin`, beside a client that reads the same frames and looks at none.
enum ClientEvents {
    static let subscriptions = 10
    #if DEBUG
    private static let perSecond = 100
    private static let seconds = 1
    #else
    private static let perSecond = 1_000
    private static let seconds = 5
    #endif

    private struct Event: Decodable, Sendable {
        let rank: Int
        let text: String
    }

    private static var count: Int { perSecond * seconds }

    /// The processor time of each reader; the source of the events is another process.
    static func measure() async throws -> Row {
        var ratios: [(ratio: Double, client: Double, frames: Double)] = []
        for _ in 0..<DataSizes.rounds {
            let client = try await processorTime { try await readEvents($0) }
            let frames = try await processorTime { try await readFrames($0) }
            ratios.append((client / frames, client, frames))
        }
        let (ratio, client, frames) = ratios.sorted { $0.ratio < $1.ratio }[ratios.count / 2]
        let share = { (time: Double) in "\((time / Double(seconds) * 100).rounded(1)) % of a core" }
        return Row(
            name: "Client: \(perSecond.grouped) events a second to \(subscriptions) subscriptions, all in order",
            result: share(client), limit: "\(share(frames)) (reading the frames)", ratio: "\(ratio.rounded(2)) ×",
            promise: "≤ 1.5 ×", holds: ratio <= 1.5)
    }

    private static func processorTime(_ read: (_ address: String) async throws -> Void) async throws -> Double {
        let source = try SourceProcess([EventSource.command, "\(count)", "\(perSecond)"])
        defer { source.stop() }
        let process = MeasuredProcess(id: ProcessInfo.processInfo.processIdentifier)
        let before = process.processorTime
        try await read("http://127.0.0.1:\(source.port)/graphql")
        return process.processorTime - before
    }

    /// Reads the events as an app does; none may be missing, and each has its place.
    private static func readEvents(_ address: String) async throws {
        let plugin = try ClientCalls.plugin(address, key: "da2-key")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<subscriptions {
                let events = plugin.subscribe(
                    request: GraphQLRequest(
                        document: "subscription { onCreateNote { rank text } }", responseType: Event.self,
                        decodePath: "onCreateNote"))
                group.addTask {
                    var next = 0
                    for try await event in events {
                        guard case .data(let data) = event else { continue }
                        guard try data.get().rank == next else { throw IncompleteAnswer(from: "event \(next)") }
                        next += 1
                    }
                    guard next == count else { throw IncompleteAnswer(from: "event \(next), the last one") }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Reads the frames of the same events.
    private static func readFrames(_ address: String) async throws {
        guard let url = URL(string: address + "/realtime") else { throw URLError(.badURL) }
        let connection = try await NIOSocketTransport().open(SocketRequest(url: url, subprotocols: ["graphql-ws"]))
        try await connection.send(.text(#"{"type":"connection_init"}"#))
        for number in 0..<subscriptions {
            let payload = #"{"data":"{}","extensions":{"authorization":{}}}"#
            try await connection.send(.text(#"{"type":"start","id":"\#(number)","payload":\#(payload)}"#))
        }
        // The acknowledgments, the events and the ends.
        for _ in 0..<1 + subscriptions * (count + 2) {
            guard case .message = try await connection.receive() else { throw IncompleteAnswer(from: "frames") }
        }
        await connection.close()
    }
}
