// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import Foundation
import GatehouseClient
import GatehouseWire
import Synchronization

/// The answers of a service with versions: it has records that are made of numbers, and accepts each change.
///
/// An answer takes next to no time beside the work of the client.
struct NoteService: Sendable {
    /// The records that a sync of all reads; later syncs have none.
    var records = 0

    /// The answer to the body of a request.
    func answer(to body: [UInt8]) -> [UInt8] {
        guard let request = try? WireValue(json: body), let document = request["query"]?.stringValue else {
            return Array(#"{"errors":[{"message":"The request is not one of the benchmark."}]}"#.utf8)
        }
        // The name after the first brace.
        let field = document.drop { $0 != "{" }.drop { !$0.isLetter }.prefix { $0.isLetter || $0.isNumber }
        let variables = request["variables"] ?? .null
        let value =
            if let input = variables["input"]?.objectValue { Self.changed(input) } else { page(variables) }
        return Array("{\"data\":{\"\(field)\":\(value)}}".utf8)
    }

    /// The record of a change, with the version after the one of the input.
    private static func changed(_ input: [WireName: WireValue]) -> String {
        var record = input
        let version = input["_version"]?.integerValue ?? 0
        record[WireName("_version")] = .integer(version + 1)
        record[WireName("_lastChangedAt")] = .integer(now)
        record[WireName("_deleted")] = .null
        record[WireName("__typename")] = .string("Note")
        return String(decoding: WireValue.object(record).jsonBytes(), as: UTF8.self)
    }

    /// A page of a sync.
    private func page(_ variables: WireValue) -> String {
        let isDelta = variables["lastSync"]?.integerValue != nil
        let start = variables["nextToken"]?.stringValue.flatMap { Int($0) } ?? 0
        let end = isDelta ? 0 : min(records, start + Int(variables["limit"]?.integerValue ?? 100))
        let items = (start..<max(start, end)).map(Self.record).joined(separator: ",")
        let token = end < records && !isDelta ? "\"\(end)\"" : "null"
        return "{\"items\":[\(items)],\"nextToken\":\(token),\"startedAt\":\(Self.now)}"
    }

    /// The key of a record; neighbours lie apart, as random ids do.
    static func key(_ number: Int) -> String {
        let digits = String(UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15, radix: 16)
        return "note-" + String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func record(_ number: Int) -> String {
        """
        {"__typename":"Note","id":"\(key(number))","text":"\(LocalAPI.text)","category":"category-\(number / 100)",\
        "rank":\(number),"createdAt":"2027-01-15T08:00:00.000Z","updatedAt":"2027-01-15T08:00:00.000Z",\
        "_version":1,"_lastChangedAt":1800000000000,"_deleted":null}
        """
    }

    private static var now: Int64 { Int64(Date.now.timeIntervalSince1970 * 1e3) }
}

/// The service in this process, which counts its requests and looks at the memory of the process.
final class LocalNoteService: Transport {
    private let service: NoteService
    private let count = Atomic(0)
    private let peak = Mutex(0.0)

    init(records: Int = 0) { service = NoteService(records: records) }

    /// The number of requests.
    var requests: Int { count.load(ordering: .relaxed) }

    /// The most anonymous memory of the process at a request, in MiB.
    var peakMemory: Double { peak.withLock { $0 } }

    /// The API plugin of an app with this service.
    func plugin() throws -> AWSAPIPlugin {
        try ClientCalls.plugin("http://127.0.0.1:9229/graphql", key: "da2-key", transport: self)
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        count.add(1, ordering: .relaxed)
        let memory = MeasuredProcess(id: ProcessInfo.processInfo.processIdentifier).residentMemory
        peak.withLock { $0 = max($0, memory) }
        return TransportResponse(status: 200, body: Data(service.answer(to: Array(request.body))))
    }
}
