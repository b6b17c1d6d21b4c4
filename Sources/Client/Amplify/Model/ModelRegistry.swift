// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation
import Synchronization

/// The generated list of an app's models.
public protocol AmplifyModelRegistration {
    /// Registers each model.
    func registerModels(registry: ModelRegistry.Type)

    /// A text that changes when the models change.
    var version: String { get }
}

/// The app's models by name; relations refer to a model by its name.
public enum ModelRegistry {
    private struct Entry: Sendable {
        let type: any Model.Type
        let schema: ModelSchema
        /// Nil for a model that reads its records itself.
        let decode: Decode?
    }

    /// The app's way to read a model.
    ///
    /// Unchecked because the original's type of the closure is not sendable: it is only called, from any thread, which is
    /// its purpose.
    private struct Decode: @unchecked Sendable {
        let call: (String, JSONDecoder?) throws -> any Model
    }

    private static let entries = Mutex<[ModelName: Entry]>([:])

    /// The registered models, by name.
    public static var models: [any Model.Type] { sorted.map(\.type) }

    /// The schemas of the registered models, by name.
    public static var modelSchemas: [ModelSchema] { sorted.map(\.schema) }

    private static var sorted: [Entry] {
        entries.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
    }

    /// Registers a model, in place of any other of the same name.
    public static func register(modelType: any Model.Type) {
        register(Entry(type: modelType, schema: modelType.schema, decode: nil))
    }

    /// Registers a model with another schema and another way to read records.
    public static func register(
        modelType: any Model.Type,
        modelSchema: ModelSchema,
        jsonDecoder: @escaping (String, JSONDecoder?) throws -> any Model
    ) {
        register(Entry(type: modelType, schema: modelSchema, decode: Decode(call: jsonDecoder)))
    }

    private static func register(_ entry: Entry) {
        entries.withLock { $0[entry.schema.name] = entry }
    }

    /// The model of a name.
    public static func modelType(from name: ModelName) -> (any Model.Type)? {
        entries.withLock { $0[name] }?.type
    }

    /// The schema of a model.
    @available(*, deprecated, message: "Use modelSchema(from:) with the name of the model.")
    public static func modelSchema(from modelType: any Model.Type) -> ModelSchema? {
        modelSchema(from: modelType.modelName)
    }

    /// The schema of a model's name.
    public static func modelSchema(from name: ModelName) -> ModelSchema? {
        entries.withLock { $0[name] }?.schema
    }

    /// Reads a record of a model.
    ///
    /// - Throws: `DataStoreError.decodingError` if no model of the name is registered, or the error of the decoding.
    public static func decode(
        modelName: ModelName, from jsonString: String, jsonDecoder: JSONDecoder? = nil
    ) throws -> any Model {
        let entry = try entry(of: modelName)
        guard let decode = entry.decode else { return try entry.type.from(json: jsonString, decoder: jsonDecoder) }
        return try decode.call(jsonString, jsonDecoder)
    }

    /// Reads a record of a model from the value of a decoder.
    ///
    /// A record of an answer keeps its origin, from which its relations are loaded.
    ///
    /// - Throws: `DataStoreError.decodingError` if no model of the name is registered, or the error of the decoding.
    package static func decode(modelName: ModelName, from decoder: any Decoder) throws -> any Model {
        let entry = try entry(of: modelName)
        // The app's way to read takes a text. A text also gives dates the forms of models, which of all decoders only
        // the one of answers knows.
        guard entry.decode == nil, decoder.recordOrigin != nil else {
            let json = try JSONEncoder().encode(JSONValue(from: decoder))
            return try decode(modelName: modelName, from: String(decoding: json, as: UTF8.self))
        }
        return try entry.type.init(from: decoder)
    }

    private static func entry(of modelName: ModelName) throws -> Entry {
        guard let entry = entries.withLock({ $0[modelName] }) else {
            throw DataStoreError.decodingError(
                "No model with the name \(modelName) is registered",
                "Pass AmplifyModels() to the plugin, or call ModelRegistry.register(modelType:)")
        }
        return entry
    }

    /// Whether there is a model of the app, which the service has as well.
    public static var hasSyncableModels: Bool { modelSchemas.contains(where: \.isSyncable) }
}
