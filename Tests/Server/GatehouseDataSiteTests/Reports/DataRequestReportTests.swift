// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataModel
import GatehouseGraphQL
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseData
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

    private static let errors: [(GraphQLError, DataRequestReport.Refusal)] = [
        (.unauthorized(on: ["text"]), .unauthorized), (.badRequest(""), .invalid), (.invalidToken, .invalid),
        (.failedCondition(isVersioned: true), .conflict), (.failedCondition(isVersioned: false), .conflict),
        (.conflict(.null), .conflict), (.failedResolution(""), .conflict), (.tooManyConflicts, .conflict),
        (.tooExpensive(""), .limit), (.timeout, .limit), (.internalFailure, .failure),
        (GraphQLError(TriggerFailure.functionError("")), .function), (GraphQLError(TriggerFailure.notJSON), .function),
        (GraphQLError(TriggerFailure.timedOut), .function), (.uncallable(.accessDenied), .function),
        (.uncallable(.notFound), .function), (.uncallable(.throttled), .function),
        (.uncallable(.unavailable), .function), (GraphQLError(ConditionProblem.tooMany(1)), .limit),
        (GraphQLError(ConditionProblem.missingKey(argument: "", key: "")), .invalid),
        (GraphQLError(ConditionProblem.emptyKey("")), .invalid),
    ]

    @Test(arguments: 0..<errors.count)
    func `an error of a field has the reason of its type`(index: Int) {
        let (error, reason) = Self.errors[index]
        #expect(DataAnswer.errors([error]).refusals == [reason], "\(error)")
    }

    private static let refusals: [(RequestRefusal, DataRequestReport.Refusal)] = [
        (.emptyBody, .invalid), (.unreadable, .invalid), (.noAPI, .invalid), (.noSchema, .failure),
        (.tooLarge, .limit), (.unauthorized(.noHeader), .unauthenticated),
        (.signature(ServiceFault("InvalidSignatureException", "")), .unauthenticated),
        (.signature(ServiceFault(.serviceUnavailable, "")), .failure),
        (.failure(ServiceFault(.serviceUnavailable, "")), .failure),
        (.failure(ServiceFault(.internalError, "")), .failure),
    ]

    @Test(arguments: 0..<refusals.count)
    func `a refusal of a request has one reason`(index: Int) {
        let (refusal, reason) = Self.refusals[index]
        #expect(DataRequestReport.Refusal(refusal) == reason, "\(refusal)")
    }

    @Test func `a refusal of a subscription or of an operation has one reason`() {
        #expect(DataAnswer.unsupported("").refusals == [.invalid])
        #expect(DataAnswer.refused(.notSubscription).refusals == [.invalid])
        #expect(DataAnswer.refused(.badRequest([""])).refusals == [.invalid])
        let errors = [RealtimeError.unsupported, .tooMany, .tooOften, .unreadableAuthorization]
        #expect(
            errors.map { DataRequestReport.Refusal(errorType: $0.errorType) }
                == [.invalid, .limit, .limit, .unauthenticated])
    }

    @Test(arguments: ["a new type", "", "lambda:Unhandled"])
    func `an unknown type of errors is a failure of the server, not of a function`(type: String) {
        #expect(DataRequestReport.Refusal(errorType: type) == .failure)
    }
}
