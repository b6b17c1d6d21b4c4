// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

@Suite struct ModelTests {
    @Test func `a property is found by its name`() {
        var sample = Sample(id: "s")
        sample.text = "t"
        sample.kind = .old
        #expect(sample["id"] as? String == "s" && sample["text"] as? String == "t")
        #expect(sample["kind"] as? Sample.Kind == .old)
        #expect(sample["missing"] == nil)
        // Spelled out, because a comparison with nil does not tell the two kinds of nil apart.
        guard case .some(.none) = sample["whole"] else {
            Issue.record("The property without a value is not found.")
            return
        }
    }

    @Test func `the key of a model with a single id is its id`() {
        let sample = Sample(id: "s")
        #expect(sample.identifier == "s")
        let identifier = sample.identifier(schema: Sample.schema)
        #expect(identifier is DefaultModelIdentifier<Sample>)
        #expect(identifier.keys == ["id"] && identifier.values as? [String] == ["s"])
        #expect(identifier.predicate as? QueryPredicateOperation == (field("id") == "s"))
        #expect(DefaultModelIdentifier<Sample>.makeDefault(fromModel: sample).stringValue == "s")
    }

    @Test func `the key of several fields has their order`() {
        let identifier = Branch(tree: "oak", number: 3).identifier(schema: Branch.schema)
        #expect(identifier.stringValue == ##""oak"#"3""## && identifier.keys == ["tree", "number"])
        let predicate = field("number") == 3 && field("tree") == "oak"
        #expect(identifier.predicate as? QueryPredicateGroup == predicate)
        #expect(Branch.IdentifierProtocol.identifier(tree: "oak", number: 3).stringValue == identifier.stringValue)
        #expect(Branch.schema.primaryKey.isCompositeKey && !Sample.schema.primaryKey.isCompositeKey)
    }

    @Test func `a date in a key is the text with milliseconds`() throws {
        let day = try Temporal.DateTime(iso8601String: "2026-01-02T03:04:05Z")
        let key = ModelIdentifier<Sample, ModelIdentifierFormat.Custom>.make(fields: ("at", day), ("n", 1.5))
        #expect(key.stringValue == ##""2026-01-02T03:04:05.000Z"#"1.5""##)
    }

    @Test func `a record is written as JSON and read again`() throws {
        var sample = Sample(id: "s")
        sample.moment = try Temporal.DateTime(iso8601String: "2026-01-02T03:04:05.678+02:00")
        sample.kind = .inUse
        sample.part = 0.1
        #expect(try Sample.from(json: sample.toJSON()) == sample)
        #expect(try Sample.from(dictionary: ["id": "s", "whole": 3, "kind": "OLD"]).kind == .old)
        #expect(throws: DataStoreError.self) { try Sample.from(dictionary: ["id": Date.now]) }
        #expect(throws: DecodingError.self) { try Sample.from(json: "{}") }
    }

    @Test func `dates of Foundation have the form of ISO 8601`() throws {
        let encoder = JSONEncoder(dateEncodingStrategy: ModelDateFormatting.encodingStrategy)
        let decoder = JSONDecoder(dateDecodingStrategy: ModelDateFormatting.decodingStrategy)
        let date = Date(timeIntervalSince1970: 1_700_000_000.25)
        let json = try encoder.encode([date])
        #expect(String(decoding: json, as: UTF8.self) == #"["2023-11-14T22:13:20.250Z"]"#)
        #expect(try decoder.decode([Date].self, from: json) == [date])
        #expect(try decoder.decode([Date].self, from: Data(#"["2023-11-14T22:13:20Z"]"#.utf8)).count == 1)
    }

    @Test func `a list of at most one record has a unique one`() throws {
        #expect(try [Sample]().unique() == nil)
        #expect(try [Sample(id: "a")].unique()?.id == "a")
        #expect(try [any Model]().unique() == nil)
        let error = #expect(throws: DataStoreError.self) { try [Sample(), Sample()].unique() }
        guard case .nonUniqueResult("Sample", 2) = error else {
            Issue.record("The error is \(String(describing: error)).")
            return
        }
    }

    @Test func `a registered model is found and read by its name`() throws {
        ModelRegistry.register(modelType: Sample.self)
        ModelRegistry.register(modelType: Sample.self)
        #expect(ModelRegistry.modelType(from: "Sample") == Sample.self)
        #expect(ModelRegistry.modelSchema(from: "Sample")?.fields.count == 9)
        #expect(ModelRegistry.models.filter { $0 == Sample.self }.count == 1)
        #expect(ModelRegistry.modelSchemas.contains { $0.name == "Sample" } && ModelRegistry.hasSyncableModels)
        #expect(try ModelRegistry.decode(modelName: "Sample", from: #"{"id":"x"}"#) as? Sample == Sample(id: "x"))
        #expect(ModelRegistry.modelType(from: "Unknown") == nil && ModelRegistry.modelSchema(from: "Unknown") == nil)
        let error = #expect(throws: DataStoreError.self) {
            try ModelRegistry.decode(modelName: "Unknown", from: "{}")
        }
        #expect(error?.recoverySuggestion.contains("AmplifyModels()") == true)
    }

    @Test func `a path has the names of its fields`() throws {
        let root = try #require(Branch.rootPath as? ModelPath<Branch>)
        let path = root.leaves.branch.leaves
        #expect(root.isRoot() && !path.isRoot() && root.getKeyPath() == "")
        #expect(path.getKeyPath() == "leaves.branch.leaves" && path.getModelType() == Leaf.self)
        #expect(path.getMetadata().isCollection && !root.leaves.branch.getMetadata().isCollection)
        let tree: FieldPath<String> = root.leaves.branch.tree
        #expect(tree.getMetadata().name == "tree")
    }

    @Test func `an event has the record as JSON`() throws {
        ModelRegistry.register(modelType: Sample.self)
        let event = try MutationEvent(
            model: Sample(id: "s"), modelSchema: Sample.schema, mutationType: .update, version: 3)
        #expect(event.modelId == "s" && event.modelName == "Sample" && event.mutationType == "update")
        #expect(try event.decodeModel(as: Sample.self) == Sample(id: "s"))
        #expect(try event.decodeModel() as? Sample == Sample(id: "s"))
        #expect(try MutationEvent(untypedModel: Sample(id: "t"), mutationType: .create).modelId == "t")
        #expect(try MutationEvent.from(json: event.toJSON()).version == 3)
        #expect(MutationEvent.schema.isSystem && !MutationEvent.schema.isSyncable)
        let branch = Branch(tree: "oak", number: 1)
        #expect(throws: DataStoreError.self) {
            try MutationEvent(untypedModel: branch, modelName: "Unknown", mutationType: .create)
        }
    }
}
