// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// A record of any model.
public struct AnyModel: Model {
    /// The text of the record's key.
    public let id: String

    /// The record.
    public let instance: any Model

    /// The name of the record's model, by which it is read again.
    public let modelName: String

    /// Makes the record of one of a model.
    public init(_ instance: any Model) {
        id = instance.identifier
        self.instance = instance
        modelName = instance.modelName
    }

    /// The values of the key of the record.
    public func identifier(schema: ModelSchema) -> any ModelIdentifierProtocol {
        instance.identifier(schema: schema)
    }

    /// The text of the record's key.
    public var identifier: String { id }
}

extension AnyModel {
    /// The names of the members in JSON.
    public enum CodingKeys: String, ModelKey {
        case id, instance, modelName
    }

    /// The names of the members in JSON.
    public static let keys = CodingKeys.self

    /// The fields of the record with the name of its model.
    public static let schema = defineSchema { definition in
        definition.attributes(.isSystem, .primaryKey(fields: [keys.id]))
        definition.fields(
            .field(keys.id, is: .required, ofType: .string),
            .field(keys.instance, is: .required, ofType: .string),
            .field(keys.modelName, is: .required, ofType: .string))
    }

    /// The schema of the record's model.
    public var schema: ModelSchema { instance.schema }

    /// The value of a property of the record; nil without one.
    public subscript(_ key: String) -> Any? { instance[key] ?? nil }

    /// The value of a property of the record; nil without one.
    public subscript(_ key: any CodingKey) -> Any? { self[key.stringValue] }

    /// Reads the record with the registered model of its name.
    ///
    /// - Throws: `DataStoreError.decodingError` if there is none, or the error of the decoding.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        modelName = try container.decode(String.self, forKey: .modelName)
        let json = try container.decode(String.self, forKey: .instance)
        instance = try ModelRegistry.decode(modelName: modelName, from: json)
    }

    /// Writes the record as the text of its JSON, with the name of its model.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(modelName, forKey: .modelName)
        try container.encode(instance.toJSON(), forKey: .instance)
    }
}

extension Model {
    /// The record without the name of its type.
    ///
    /// - Throws: nothing; the original's declaration is kept.
    public func eraseToAnyModel() throws -> AnyModel { AnyModel(self) }
}
