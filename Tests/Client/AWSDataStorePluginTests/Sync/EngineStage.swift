// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GeneratedModels

@testable import AWSDataStorePlugin

/// A running exchange of a real store with a service that follows a script.
struct EngineStage {
    let stage: SyncStage
    let engine: SyncEngine
    /// Lets the device's network come and go.
    let network: AsyncStream<Bool>.Continuation
    private let reports: AsyncStream<String>

    init(
        _ api: ScriptedAPI, _ schemas: [ModelSchema] = [PublicRecord.schema], _ settings: SyncSettings = SyncSettings()
    ) throws {
        let stage = try SyncStage(api, schemas)
        self.stage = stage
        let (reports, report) = AsyncStream.makeStream(of: String.self)
        self.reports = reports
        let (states, network) = AsyncStream.makeStream(of: Bool.self)
        self.network = network
        let handlers = DataStoreHandlers(
            .custom(errorHandler: { error in
                if case .api? = error as? DataStoreError { report.yield("error api") } else { report.yield("error") }
            }))
        engine = SyncEngine(
            store: stage.store, remote: stage.remote,
            outbox: OutboxControl(
                run: {
                    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
                    for await _ in end {}
                    continuation.finish()
                    report.yield("outbox ends")
                },
                wake: { report.yield("outbox wakes") }),
            handlers: handlers, reports: HubReports(send: { report.yield(Self.words($0)) }), settings: settings,
            network: { states })
    }

    /// The reports up to one of them, that one included.
    @discardableResult
    func reports(until last: String) async -> [String] {
        var seen: [String] = []
        for await report in reports {
            seen.append(report)
            if report == last { break }
        }
        return seen
    }

    private static func words(_ payload: HubPayload) -> String {
        let name = payload.eventName.replacing("DataStore.", with: "")
        switch payload.data {
        case let event as ModelSyncedEvent: return "\(name) \(event.modelName) \(event.isFullSync ? "all" : "changes")"
        case let event as NetworkStatusEvent: return "\(name) \(event.active)"
        case let event as MutationEvent: return "\(name) \(event.mutationType) \(event.modelId)"
        default: return name
        }
    }
}
