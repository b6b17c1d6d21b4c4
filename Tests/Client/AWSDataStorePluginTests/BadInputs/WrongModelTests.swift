// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseTestSupport
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

/// Calls with models, records and keys that do not fit.
@Suite(.hangLimit) struct WrongModelTests {
    private static let cure = "ModelRegistry.register(modelType:) before the first call"

    @Test func `a model that is not registered is named with the cure`() async throws {
        let app = try LateModels([EveryScalar.schema])
        let words = [
            await errorWords { try await app.plugin.save(PublicRecord(id: "1")) },
            await errorWords { try await app.plugin.delete(PublicRecord(id: "1")) },
            await errorWords { _ = try await app.plugin.query(PublicRecord.self) },
            await errorWords { try await app.plugin.delete(PublicRecord.self, where: QueryPredicateConstant.all) },
            await errorWords { for try await _ in app.plugin.observeQuery(for: PublicRecord.self) {} },
        ]
        for word in words {
            #expect(word.hasPrefix("invalidModelName: No model with the name PublicRecord is registered"))
            #expect(word.contains(Self.cure))
        }
        #expect(try await app.plugin.query(EveryScalar.self).isEmpty)
    }

    @Test func `a model that is registered after the first call is known after a reset`() async throws {
        let app = try LateModels([EveryScalar.schema])
        try await app.plugin.save(EveryScalar(id: "kept"))
        app.register(PublicRecord.schema)
        #expect(await errorWords { try await app.plugin.save(PublicRecord(id: "1")) }.contains(Self.cure))
        await app.plugin.reset()
        try app.plugin.configure(using: nil)
        try await app.plugin.save(PublicRecord(id: "1"))
        #expect(try await app.plugin.query(PublicRecord.self).map(\.id) == ["1"])
        #expect(try await app.plugin.query(EveryScalar.self).map(\.id) == ["kept"])
    }

    @Test func `a save before the configuration says so, and the next one after it is stored`() async throws {
        let app = try LateModels([EveryScalar.schema], isConfigured: false)
        let words = await errorWords { try await app.plugin.save(EveryScalar(id: "1")) }
        #expect(words.hasPrefix("configuration: ") && words.contains("Call Amplify.configure"))
        try app.plugin.configure(using: nil)
        try await app.plugin.save(EveryScalar(id: "1"))
        #expect(try await app.plugin.query(EveryScalar.self).count == 1)
    }

    @Test func `a key with the fields of another model is refused, and the right fields are named`() async throws {
        let app = try LateModels([Reading.schema])
        let fields: [(name: String, value: any Persistable)] = [(name: "id", value: "1")]
        let key = ModelIdentifier<Reading, ModelIdentifierFormat.Custom>.make(fields: fields)
        for words in [
            await errorWords { _ = try await app.plugin.query(Reading.self, byIdentifier: key) },
            await errorWords { try await app.plugin.delete(Reading.self, withIdentifier: key) },
        ] {
            #expect(words.hasPrefix("invalidOperation: The identifier has other fields than the key of Reading"))
            #expect(words.contains("sensor, takenAt, channel") && words.contains("Pass an identifier of the model."))
        }
    }

    @Test func `the identifier of a record of another model finds and removes nothing`() async throws {
        let app = try LateModels([EveryScalar.schema, PublicRecord.schema])
        try await app.plugin.save(EveryScalar(id: "1"))
        #expect(try await app.plugin.query(PublicRecord.self, byIdentifier: "1") == nil)
        try await app.plugin.delete(PublicRecord.self, withIdentifier: "1")
        #expect(try await app.plugin.query(EveryScalar.self).count == 1)
    }

    @Test func `a record of another model than the call's is refused`() async throws {
        let app = try LateModels([EveryScalar.schema, PublicRecord.schema])
        let words = await errorWords {
            try await app.plugin.save(EveryScalar(id: "1"), modelSchema: PublicRecord.schema)
        }
        #expect(words.hasPrefix("invalidOperation: ") && words.contains("Pass a record of the model."))
        #expect(try await app.plugin.query(PublicRecord.self).isEmpty)
    }

    @Test func `a value that the store cannot keep is named with its field`() async throws {
        let app = try LateModels([EveryScalar.schema])
        let words = await errorWords { try await app.plugin.save(EveryScalar(id: "1", fraction: .nan)) }
        #expect(words.hasPrefix("invalidOperation: ") && words.contains("EveryScalar.fraction"))
        #expect(words.contains("a finite number"))
        #expect(try await app.plugin.query(EveryScalar.self).isEmpty)
    }
}
