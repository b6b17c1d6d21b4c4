// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseTestSupport
import GeneratedModels
import Synchronization
import Testing

@testable import AWSDataStorePlugin

/// The exchange of all models: its reports in order, its restarts, and the events of subscriptions.
///
/// The script gives failures in a given order. Tests with two devices exchange records with the real server.
@Suite struct SyncEngineTests {
    private static func record(_ id: String, _ version: Int = 1, _ content: String = "") -> MutationSync<AnyModel> {
        .remote(PublicRecord(id: id, content: content), version)
    }

    /// Sends an event while the service answers a query.
    private final class EarlyEvent: Sendable {
        private let api = Mutex<ScriptedAPI?>(nil)

        func set(_ api: ScriptedAPI) { self.api.withLock { $0 = api } }

        func send(_ record: MutationSync<AnyModel>) {
            let lines = api.withLock { $0 }?.lines(of: "PublicRecord")
            lines?.first?.send(record)
        }
    }

    @Test func `a start reports its steps in order`() async throws {
        let app = try EngineStage(ScriptedPages([Self.record("a")]).api)
        await app.engine.start()
        #expect(
            await app.reports(until: "ready") == [
                "subscriptionEstablished", "syncQueriesStarted", "syncReceived create a", "networkStatus true",
                "modelSynced PublicRecord all", "syncQueriesReady", "syncStarted", "ready",
            ])
        guard case .synced(_, isComplete: true) = await app.engine.state(of: "PublicRecord") else {
            Issue.record("The model is not synced.")
            return
        }
        await app.engine.stop()
        #expect(await app.reports(until: "outbox ends") == ["outbox ends"])
        #expect(await app.engine.phase == .terminate)
    }

    @Test func `events reach the store in their order, and older versions do not`() async throws {
        let app = try EngineStage(ScriptedPages([Self.record("a", 2, "synced")]).api)
        await app.engine.start()
        await app.reports(until: "ready")
        let lines = app.stage.api.lines(of: "PublicRecord")
        #expect(Set(lines.map(\.request.name)).count == 3)
        let line = try #require(lines.first)
        for (version, content) in [(1, "older"), (3, "newer")] { line.send(Self.record("a", version, content)) }
        line.send(Self.record("b"))
        #expect(
            await app.reports(until: "syncReceived create b") == ["syncReceived update a", "syncReceived create b"])
        #expect(try await app.stage.contents() == ["a": "newer", "b": ""])
        await app.engine.stop()
    }

    @Test func `an event that arrives during the sync is applied after it`() async throws {
        let early = EarlyEvent()
        let api = ScriptedAPI { _ in
            early.send(Self.record("a", 2, "event"))
            return .value(SyncQueryResult.page([Self.record("a", 1, "synced")]))
        }
        early.set(api)
        let app = try EngineStage(api)
        await app.engine.start()
        let reports = await app.reports(until: "syncReceived update a")
        let steps = ["syncReceived create a", "syncQueriesReady", "syncReceived update a"]
        #expect(reports.filter(steps.contains) == steps)
        #expect(try await app.stage.contents() == ["a": "event"])
        await app.engine.stop()
    }

    @Test func `a model that the user may not read does not hold up the others`() async throws {
        let schemas = [PublicRecord.schema, SeveralModesRecord.schema]
        let refusal = APIError.operationError("Subscription item event failed with error: Unauthorized", "", nil)
        let api = ScriptedAPI(
            opening: { $0.model == "PublicRecord" ? .refuse(refusal) : .accept },
            answer: { request in
                if request.model == "PublicRecord" { return .errors([.ofType("Unauthorized")]) }
                return .value(SyncQueryResult.page([]))
            })
        let app = try EngineStage(api, schemas)
        await app.engine.start()
        let reports = await app.reports(until: "ready")
        #expect(reports.contains("modelSynced SeveralModesRecord all"))
        // The app's handler runs beside the exchange.
        if !reports.contains("error api") { await app.reports(until: "error api") }
        guard case .unauthorized = await app.engine.state(of: "PublicRecord") else {
            Issue.record("The model is not refused.")
            return
        }
        await app.engine.stop()
    }

    @Test func `a service that does not answer starts the exchange again, and the next sync continues`() async throws {
        let pages = ScriptedPages([Self.record("a")])
        pages.fail(page: 0, .failure(.networkError("", nil, URLError(.notConnectedToInternet))))
        let app = try EngineStage(pages.api)
        await app.engine.start()
        let reports = await app.reports(until: "ready")
        #expect(reports.filter { $0 == "syncQueriesStarted" }.count == 2)
        let steps = ["networkStatus false", "networkStatus true", "modelSynced PublicRecord all", "ready"]
        #expect(reports.filter(steps.contains) == steps)
        #expect(app.stage.clock.pauses.count == 1)
        await app.engine.stop()
    }

    @Test func `an interruption of a subscription syncs the model again`() async throws {
        let pages = ScriptedPages([Self.record("a")])
        let app = try EngineStage(pages.api)
        await app.engine.start()
        await app.reports(until: "ready")
        pages.set([Self.record("b")])
        let line = try #require(app.stage.api.lines(of: "PublicRecord").first)
        line.notify(.connecting)
        line.notify(.connected)
        #expect(
            await app.reports(until: "modelSynced PublicRecord changes")
                == ["syncReceived create b", "modelSynced PublicRecord changes"])
        await app.engine.stop()
    }

    @Test func `the end of a subscription starts the exchange again`() async throws {
        let pages = ScriptedPages([Self.record("a")])
        let app = try EngineStage(pages.api)
        await app.engine.start()
        await app.reports(until: "ready")
        let line = try #require(app.stage.api.lines(of: "PublicRecord").first)
        line.end(nil)
        let reports = await app.reports(until: "ready")
        #expect(reports.contains("outbox ends") && reports.contains("modelSynced PublicRecord changes"))
        await app.engine.stop()
    }

    @Test func `another user decides everything again`() async throws {
        let schema = SeveralModesRecord.schema
        let api = ScriptedAPI { _ in .value(SyncQueryResult.page([])) }
        let app = try EngineStage(api, [schema])
        await app.engine.start()
        await app.reports(until: "ready")
        #expect(Set(api.modes) == ["AMAZON_COGNITO_USER_POOLS"])
        api.forgetRequests()
        app.stage.user.signIn(nil)
        await app.reports(until: "ready")
        #expect(Set(api.modes) == ["API_KEY"])
        api.forgetRequests()
        app.stage.user.signIn("grace")
        await app.reports(until: "ready")
        #expect(Set(api.modes) == ["AMAZON_COGNITO_USER_POOLS"])
        await app.engine.stop()
    }

    @Test func `an event of a user who has signed out does not reach the store`() async throws {
        let app = try EngineStage(ScriptedPages([]).api)
        await app.engine.start()
        await app.reports(until: "ready")
        let line = try #require(app.stage.api.lines(of: "PublicRecord").first)
        app.stage.user.signIn("grace")
        line.send(Self.record("a"))
        await app.reports(until: "ready")
        #expect(try await app.stage.contents().isEmpty)
        await app.engine.stop()
    }

    @Test func `events that the sync expression does not fit stay out, unless the store has the record`() async throws {
        let pages = ScriptedPages([Self.record("a", 1, "mine")])
        var settings = SyncSettings()
        settings.expression = { _ in field("content").eq("mine") }
        let app = try EngineStage(pages.api, [PublicRecord.schema], settings)
        await app.engine.start()
        await app.reports(until: "ready")
        let line = try #require(app.stage.api.lines(of: "PublicRecord").first)
        line.send(Self.record("b", 1, "other"))
        line.send(Self.record("a", 2, "other"))
        line.send(Self.record("c", 1, "mine"))
        await app.reports(until: "syncReceived create c")
        #expect(try await app.stage.contents() == ["a": "other", "c": "mine"])
        await app.engine.stop()
    }

    @Test func `a sync decides about an event that lacks a value of the store`() async throws {
        let pages = ScriptedPages([Self.record("a", 1, "protected")])
        let app = try EngineStage(pages.api)
        await app.engine.start()
        await app.reports(until: "ready")
        let line = try #require(app.stage.api.lines(of: "PublicRecord").first)
        pages.set([Self.record("a", 2, "protected, too")])
        line.send(.remote(PublicRecord(id: "a"), 2))
        #expect(
            await app.reports(until: "modelSynced PublicRecord changes")
                == ["syncReceived update a", "modelSynced PublicRecord changes"])
        #expect(try await app.stage.contents() == ["a": "protected, too"])
        await app.engine.stop()
    }

    @Test func `without subscriptions the models are synced, and nothing is subscribed`() async throws {
        var settings = SyncSettings()
        settings.disablesSubscriptions = { true }
        let app = try EngineStage(ScriptedPages([Self.record("a")]).api, [PublicRecord.schema], settings)
        await app.engine.start()
        await app.reports(until: "ready")
        #expect(app.stage.api.requests.map(\.name) == ["SyncPublicRecords"])
        await app.engine.stop()
    }

    @Test func `the network's return is reported and wakes the outbox`() async throws {
        let app = try EngineStage(ScriptedPages([]).api)
        await app.engine.start()
        await app.reports(until: "ready")
        app.network.yield(false)
        app.network.yield(true)
        #expect(
            await app.reports(until: "outbox wakes") == ["networkStatus false", "networkStatus true", "outbox wakes"])
        await app.engine.stop()
    }

    @Test func `more records than the greatest number are reported`() async throws {
        var settings = SyncSettings()
        settings.maximumRecords = 1
        let pages = ScriptedPages([Self.record("a")], [Self.record("b")])
        let app = try EngineStage(pages.api, [PublicRecord.schema], settings)
        await app.engine.start()
        await app.reports(until: "error")
        guard case .synced(_, isComplete: false) = await app.engine.state(of: "PublicRecord") else {
            Issue.record("The sync is complete.")
            return
        }
        await app.engine.stop()
    }
}
