// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseTestSupport
import Synchronization

@testable import AWSDataStorePlugin
@testable import GeneratedModels

/// A device without an API, whose app registers models at any time.
struct LateModels {
    let plugin: AWSDataStorePlugin
    let clock = ManualClock()
    private let folder: TemporaryFolder
    private let schemas: Schemas

    private final class Schemas: Sendable {
        private let state: Mutex<[ModelSchema]>

        init(_ schemas: [ModelSchema]) {
            state = Mutex(schemas)
        }

        var all: [ModelSchema] { state.withLock { $0 } }

        func add(_ schema: ModelSchema) { state.withLock { $0.append(schema) } }
    }

    /// Makes an app with models, or another app on the same store.
    init(_ models: [ModelSchema], beside other: LateModels? = nil, isConfigured: Bool = true) throws {
        folder = try other?.folder ?? TemporaryFolder()
        let schemas = Schemas(models)
        self.schemas = schemas
        var parts = DataStoreParts()
        parts.place = StorePlace(folder: folder.path("store"), name: "test")
        parts.clock = clock.clock
        parts.models = { schemas.all }
        parts.api = { nil }
        parts.session = { _ in DataStoreSession(user: { nil }).state }
        parts.isSignedOut = { true }
        parts.reports = HubReports { _ in }
        plugin = AWSDataStorePlugin(.default, registering: AmplifyModels(), parts)
        if isConfigured { try plugin.configure(using: nil) }
    }

    /// Registers a model.
    func register(_ schema: ModelSchema) { schemas.add(schema) }
}

extension DataStoreError {
    /// The case with the description and the suggestion, for expectations about a part of the text.
    var words: String { "\(caseName): \(errorDescription) \(recoverySuggestion)" }
}

/// The words of a call's error; "none" if the call throws no `DataStoreError`.
func errorWords(_ call: () async throws -> Void) async -> String {
    do {
        try await call()
        return "none"
    } catch {
        return (error as? DataStoreError)?.words ?? "another error: \(error)"
    }
}
