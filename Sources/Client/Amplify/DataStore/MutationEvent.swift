// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// A change of a record.
public struct MutationEvent: Model {
    /// An event's identifier.
    public typealias EventIdentifier = String

    /// A record's identifier.
    public typealias ModelId = String

    /// The identifier of the event.
    public let id: EventIdentifier

    /// The identifier of the record.
    public let modelId: ModelId

    /// The name of the record's model.
    public var modelName: String

    /// The record as JSON.
    public var json: String

    /// The raw value of a `MutationType`.
    public var mutationType: String

    /// The time of the change.
    public var createdAt: Temporal.DateTime

    /// The version of the record that was changed, if it is known.
    public var version: Int?

    /// Whether the change is on its way to the service.
    public var inProcess: Bool

    /// The condition of the change, as the JSON of a GraphQL filter.
    public var graphQLFilterJSON: String?

    /// Makes an event.
    public init(
        id: EventIdentifier = UUID().uuidString,
        modelId: ModelId,
        modelName: String,
        json: String,
        mutationType: MutationType,
        createdAt: Temporal.DateTime = .now(),
        version: Int? = nil,
        inProcess: Bool = false,
        graphQLFilterJSON: String? = nil
    ) {
        self.id = id
        self.modelId = modelId
        self.modelName = modelName
        self.json = json
        self.mutationType = mutationType.rawValue
        self.createdAt = createdAt
        self.version = version
        self.inProcess = inProcess
        self.graphQLFilterJSON = graphQLFilterJSON
    }

    /// Makes an event of a record.
    ///
    /// - Throws: the error of the record's encoding.
    public init(
        model: some Model,
        modelSchema: ModelSchema,
        mutationType: MutationType,
        version: Int? = nil,
        graphQLFilterJSON: String? = nil
    ) throws {
        self.init(
            modelId: model.identifier(schema: modelSchema).stringValue, modelName: modelSchema.name,
            json: try model.toJSON(), mutationType: mutationType, version: version,
            graphQLFilterJSON: graphQLFilterJSON)
    }

    /// Makes an event of a record whose type has the schema.
    ///
    /// - Throws: the error of the record's encoding.
    @available(*, deprecated, message: "Use init(model:modelSchema:mutationType:version:graphQLFilterJSON:)")
    public init(
        model: some Model,
        mutationType: MutationType,
        version: Int? = nil,
        graphQLFilterJSON: String? = nil
    ) throws {
        try self.init(
            model: model, modelSchema: model.schema, mutationType: mutationType, version: version,
            graphQLFilterJSON: graphQLFilterJSON)
    }

    /// Reads the record with the registered model of the event's name.
    ///
    /// - Throws: `DataStoreError.decodingError` if there is none, or the error of the decoding.
    public func decodeModel() throws -> any Model {
        try ModelRegistry.decode(modelName: modelName, from: json)
    }

    /// Reads the record.
    ///
    /// - Throws: the error of the decoding.
    public func decodeModel<M: Model>(as modelType: M.Type) throws -> M {
        try M.from(json: json)
    }
}

extension MutationEvent {
    /// Makes an event of a record of any type.
    ///
    /// - Throws: the error of the record's encoding.
    public init(untypedModel model: any Model, mutationType: MutationType, version: Int? = nil) throws {
        try self.init(untypedModel: model, modelName: model.modelName, mutationType: mutationType, version: version)
    }

    /// Makes an event of a record of any type, with the schema that is registered for a name.
    ///
    /// - Throws: `DataStoreError.invalidModelName` if there is none, or the error of the record's encoding.
    public init(
        untypedModel model: any Model, modelName: ModelName, mutationType: MutationType, version: Int? = nil
    ) throws {
        guard let schema = ModelRegistry.modelSchema(from: modelName) else {
            throw DataStoreError.invalidModelName(modelName)
        }
        try self.init(model: model, modelSchema: schema, mutationType: mutationType, version: version)
    }

    /// The kind of a change.
    public enum MutationType: String, Codable, Sendable {
        /// A new record.
        case create

        /// New values of a record.
        case update

        /// The removal of a record.
        case delete
    }

    /// The names of the fields.
    public enum CodingKeys: String, ModelKey {
        case id, modelId, modelName, json, mutationType, createdAt, version, inProcess, graphQLFilterJSON
    }

    /// The names of the fields, for predicates.
    public static let keys = CodingKeys.self

    /// The fields of an event.
    public static let schema = defineSchema { definition in
        definition.syncPluralName = "MutationEvents"
        definition.attributes(.isSystem, .primaryKey(fields: [CodingKeys.id]))
        definition.fields(
            .field(keys.id, is: .required, ofType: .string),
            .field(keys.modelId, is: .required, ofType: .string),
            .field(keys.modelName, is: .required, ofType: .string),
            .field(keys.json, is: .required, ofType: .string),
            .field(keys.mutationType, is: .required, ofType: .string),
            .field(keys.createdAt, is: .required, ofType: .dateTime),
            .field(keys.version, is: .optional, ofType: .int),
            .field(keys.inProcess, is: .required, ofType: .bool),
            .field(keys.graphQLFilterJSON, is: .optional, ofType: .string))
    }
}

extension MutationEvent.MutationType {
    /// The kind of the mutation that makes the change in the service.
    public var graphQLMutationType: GraphQLMutationType {
        switch self {
        case .create: .create
        case .update: .update
        case .delete: .delete
        }
    }

    /// The kind of the change that a mutation makes.
    public init(graphQLMutationType: GraphQLMutationType) {
        self =
            switch graphQLMutationType {
            case .create: .create
            case .update: .update
            case .delete: .delete
            }
    }
}
