// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseDataModel
import GatehouseGraphQL
import GatehouseSchemaCompiler
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import Synchronization
import Testing

@testable import GatehouseData

/// An API in force, whose records are in a database of its own.
struct LiveAPI: Sendable {
    let service: DataService
    let store: SQLRecordStore
    let events: DataEvents
    let clock: ManualClock
    let statements: StatementCount
    let functions: DataFunctions
    /// The failures of the store.
    let failures = Failures()

    /// Makes an API of a schema; `limits` changes the usual bounds, and a `revision` is not in force.
    ///
    /// `other` is an API in the same database, and `hub` is that of another process.
    init(
        _ schema: String, _ settings: DataSettings = Fixture.settings, id: String = "one",
        limits: DataLimits = DataLimits(), functions: any TriggerCaller = NoTriggers(),
        hidesForeignRecords: Bool = false, revision: Int? = nil,
        beside other: LiveAPI? = nil, events hub: DataEvents? = nil
    ) async throws {
        let statements = other?.statements ?? StatementCount()
        clock = other?.clock ?? ManualClock()
        events = hub ?? other?.events ?? DataEvents()
        if let other {
            store = other.store
        } else {
            let database = try await EmptyDatabase.make()
            store = SQLRecordStore(ObservedDatabase(database, statements.observer))
        }
        self.statements = statements
        let sealer = Sealer(ring: try KeyRing.generate(id: "test", entropy: .seeded(1)), entropy: .seeded(2))
        let failures = failures
        let wall = WallClock { [clock] in clock.now }
        self.functions = DataFunctions(functions, region: "us-east-1", account: "123456789012")
        service = DataService(
            id: id, revision: revision, api: try DataAPI(compiling: schema, settings: settings), store: store,
            events: events, sealer: sealer, clock: wall, forwardClock: ForwardClock(wall),
            // Two processes draw different ids.
            entropy: .seeded(other == nil ? 3 : 4),
            limits: limits, functions: self.functions, hidesForeignRecords: hidesForeignRecords,
            report: { failures.add($0) })
    }

    /// The answer to a document as JSON.
    func answer(_ query: String, _ variables: GraphQLObject = [:], by caller: Caller) async -> String {
        switch await execute(DataRequest(query: query, variables: variables), by: caller) {
        case .response(let response): return Self.text(.object(response))
        case .refused(let refusal): return "refused: " + refusal.errors.map { Self.text(.object($0)) }.joined()
        }
    }

    /// The data of an answer without errors.
    func data(_ query: String, _ variables: GraphQLObject = [:], by caller: Caller) async throws -> GraphQLValue {
        let response = try await response(query, variables, by: caller)
        #expect(response["errors"] == nil, "\(Self.text(.object(response))) \(failures.all)")
        return try #require(response["data"])
    }

    /// The types of an answer's errors.
    func errors(_ query: String, _ variables: GraphQLObject = [:], by caller: Caller) async throws -> [String] {
        let response = try await response(query, variables, by: caller)
        return (response["errors"]?.elements ?? []).map { $0["errorType"]?.text ?? "" }
    }

    /// The messages of an answer's errors.
    func messages(_ query: String, _ variables: GraphQLObject = [:], by caller: Caller) async throws -> [String] {
        let response = try await response(query, variables, by: caller)
        return (response["errors"]?.elements ?? []).map { $0["message"]?.text ?? "" }
    }

    /// The answer to a document.
    func response(_ query: String, _ variables: GraphQLObject = [:], by caller: Caller) async throws -> GraphQLObject {
        let answer = await execute(DataRequest(query: query, variables: variables), by: caller)
        guard case .response(let response) = answer else {
            throw Refused(answer: answer)
        }
        return response
    }

    /// The answer to a request; a failure of the store is noted.
    private func execute(_ request: DataRequest, by caller: Caller) async -> DataAnswer {
        let execution = await service.execute(request, by: caller)
        if let failure = execution.failure { failures.add(failure) }
        return execution.answer
    }

    /// A subscription to a document.
    func subscribe(
        _ query: String, _ variables: GraphQLObject = [:], by caller: Caller
    ) async throws -> DataSubscription {
        try await service.subscribe(DataRequest(query: query, variables: variables), by: caller)
    }

    /// An answer with what it cost.
    func work(_ query: String, _ variables: GraphQLObject = [:], by caller: Caller) async -> AnswerWork {
        _ = statements.takeWork()
        let execution = await service.execute(DataRequest(query: query, variables: variables), by: caller)
        let (statements, rows) = statements.takeWork()
        guard case .response(let response) = execution.answer else {
            return AnswerWork(answer: "", statements: statements, rows: rows, recordsRead: execution.recordsRead)
        }
        return AnswerWork(
            answer: Self.text(.object(response)), statements: statements, rows: rows,
            recordsRead: execution.recordsRead)
    }

    static func text(_ value: GraphQLValue) -> String { String(decoding: value.jsonBytes(), as: UTF8.self) }
}

/// An answer as JSON with what it cost; it is empty for a request that no operation answers.
struct AnswerWork: Hashable, Sendable {
    var answer: String
    /// The statements that ran.
    var statements: Int
    /// The rows that the statements found.
    var rows: Int
    /// The records that count for the request.
    var recordsRead: Int
}

/// The error of a request that no operation answers.
struct Refused: Error {
    let answer: DataAnswer
}

/// The error of a database that a test breaks.
struct Outage: Error {}

/// The failures of a store.
final class Failures: Sendable {
    private let errors = Mutex<[String]>([])

    var all: [String] { errors.withLock { $0 } }

    func add(_ error: any Error) { errors.withLock { $0.append("\(error)") } }
}

/// Counts the statements of a database, which may fail, and the rows that they find.
final class StatementCount: Sendable {
    private let count = Mutex((statements: 0, rows: 0))
    private let fails = Atomic(false)

    /// Lets each statement fail from now on.
    func fail() { fails.store(true, ordering: .relaxed) }

    /// The number of statements since the last call.
    func take() -> Int { takeWork().statements }

    /// The numbers of statements and of rows since the last call.
    func takeWork() -> (statements: Int, rows: Int) {
        count.withLock { count in
            defer { count = (0, 0) }
            return count
        }
    }

    var observer: ObservedDatabase.Observer {
        var observer = ObservedDatabase.Observer()
        observer.before = { _, _ in if self.fails.load(ordering: .relaxed) { throw Outage() } }
        observer.after = { _, rows in
            self.count.withLock { count in
                count.statements += 1
                count.rows += rows
            }
        }
        return observer
    }
}

extension DataSubscription {
    /// The next payloads as JSON.
    func next(_ count: Int) async throws(SubscriptionEnd) -> [String] {
        var payloads: [String] = []
        var iterator = makeAsyncIterator()
        while payloads.count < count, let payload = try await iterator.next() {
            payloads.append(LiveAPI.text(.object(payload)))
        }
        return payloads
    }
}

extension Caller {
    static let alice = user("a1", "alice")
    static let bob = user("b1", "bob")
    static let admin = user("c1", "carol", groups: ["Admin"])

    /// A signed-in user.
    static func user(_ sub: String, _ name: String, groups: [String] = []) -> Caller {
        .userPools([
            "iss": .string("pool"), "sub": .string(sub), "username": .string(name),
            "cognito:groups": .list(groups.map { .string($0) }),
        ])
    }
}
