// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseTestSupport
import Testing

@testable import AWSDataStorePlugin

/// Records of the service with a value that the app's enumeration lacks.
@Suite(.hangLimit) struct UnknownValueTests {
    private let store: LocalStore
    private let folder: TemporaryFolder

    init() throws {
        ModelRegistry.register(modelType: StoreSample.self)
        folder = try TemporaryFolder()
        store = try LocalStore.open(
            StorePlace(folder: folder.path("store"), name: "test"), models: [StoreSample.schema], version: "1",
            clock: ManualClock().clock
        ).store
    }

    /// Applies a record of the service, whose mood is a text of JSON.
    private func receive(_ mood: String, version: Int) async throws {
        let json = """
            {"__typename":"StoreSample","id":"1","text":"a","mood":\(mood),
            "_version":\(version),"_deleted":null,"_lastChangedAt":1}
            """
        let record = try JSONDecoder().decode(MutationSync<AnyModel>.self, from: Data(json.utf8))
        try await store.write { writer in _ = try writer.apply([record], of: StoreSample.schema) }
    }

    private func unknown() async throws -> [String: String] {
        try await store.read { try $0.unknownNames(of: StoreSample.schema, key: "1") }
    }

    private func mood() async throws -> StoreMood? {
        try await store.read { try $0.records(of: StoreSample.self).first?.mood }
    }

    @Test func `the service decides about an unknown value of its record`() async throws {
        try await receive(#""FURIOUS""#, version: 1)
        #expect(try await unknown() == ["mood": "FURIOUS"])
        #expect(try await mood() == nil)
        try await receive("null", version: 2)
        #expect(try await unknown().isEmpty)
        try await receive(#""FURIOUS""#, version: 3)
        try await receive(#""CALM""#, version: 4)
        #expect(try await unknown().isEmpty)
        #expect(try await mood() == .calm)
        try store.close()
    }
}
