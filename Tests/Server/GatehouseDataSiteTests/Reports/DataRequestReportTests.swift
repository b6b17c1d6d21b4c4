// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseData
import GatehouseDataModel
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// What metrics learn about requests.
@Suite(.hangLimit) struct DataRequestReportTests {
    @Test func `a request is reported with its operation and the number of records that were read`() async throws {
        let bench = try await DataBench()
        let alice = try await bench.user("alice")
        for content in ["a", "b"] { try await bench.create(content, as: alice) }
        _ = bench.reports.take()
        _ = try await bench.execute(DataBench.list, as: alice)
        _ = try await bench.execute(DataBench.create, ["content": "c"], as: alice)
        let reports = bench.reports.take()
        #expect(reports.map(\.api) == [bench.id, bench.id] && reports.map(\.operation) == [.query, .mutation])
        #expect(reports.allSatisfy { $0.refusals.isEmpty && $0.duration > .zero })
        #expect(reports.first?.recordsRead == 2)
    }

    @Test func `a refusal is reported with its reason from a closed list`() async throws {
        let bench = try await DataBench()
        let alice = try await bench.user("alice")
        _ = await bench.post(DataBench.body(DataBench.list), [])
        _ = await bench.post("no JSON", bench.withKey)
        _ = try await bench.execute(DataBench.list, as: bench.withKey)
        _ = try await bench.execute("{ secretText }", as: alice)
        _ = try await bench.execute(
            "mutation { updateTodo(input: {id: \"1\"}) { id } }", as: alice)
        let reports = bench.reports.take()
        #expect(
            reports.map(\.refusals) == [[.unauthenticated], [.invalid], [.unauthorized], [.invalid], [.unauthorized]])
        #expect(reports.map(\.operation) == [.none, .none, .query, .none, .mutation])
    }

    @Test func `a request to an API that does not exist is not reported, because its id is text of the caller`()
        async throws
    {
        let bench = try await DataBench()
        let answer = await bench.post(DataBench.body(DataBench.list), bench.withKey, path: "/apis/other/graphql")
        #expect(answer.status == 404 && bench.reports.take().isEmpty)
    }

    @Test func `a subscription is reported at its start`() async throws {
        let bench = try await DataBench()
        let alice = try await bench.user("alice")
        let connection = try await bench.connect(alice)
        _ = bench.reports.take()
        try await connection.subscribe("1", alice)
        connection.start("2", "subscription { onCreateTodo { content } }", bench.withKey)
        #expect(try await connection.socket.hear()["type"] == "error")
        let reports = bench.reports.take()
        #expect(reports.map(\.operation) == [.subscription, .subscription])
        #expect(reports.map(\.refusals) == [[], [.unauthorized]])
        await connection.hangUp()
    }

    @Test(
        arguments: [
            ("Unauthorized", .unauthorized), ("ConflictUnhandled", .conflict), ("QueryLimitExceeded", .limit),
            ("ExecutionTimeout", .limit), ("InternalFailure", .failure), ("BadRequest", .invalid),
            ("any text of a function", .function), ("", .function),
        ] as [(String, DataRequestReport.Refusal)])
    func `a type of errors has one reason`(type: String, reason: DataRequestReport.Refusal) {
        #expect(DataRequestReport.Refusal(errorType: type) == reason)
    }
}
