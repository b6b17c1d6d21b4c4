// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// The service's version of a record.
public struct MutationSyncMetadata: Model {
    /// The identifier of the metadata: the name of the model and the key of the record.
    public typealias MutationSyncIdentifier = String

    /// The text of a record's key.
    public typealias ModelId = String

    /// The name of the model and the key of the record, with `|` between them.
    public let id: MutationSyncIdentifier

    /// Whether the record is removed.
    public var deleted: Bool

    /// The time of the last change, in milliseconds since 1970.
    public var lastChangedAt: Int64

    /// The number of the version.
    public var version: Int

    /// The text of the record's key.
    public var modelId: String {
        bar.map { String(id[id.utf8.index(after: $0)...]) } ?? id
    }

    /// The name of the record's model; empty for metadata of earlier versions.
    public var modelName: String { bar.map { String(id[..<$0]) } ?? "" }

    /// The end of the model's name.
    ///
    /// A byte, because a key may begin with a character that combines with the bar.
    private var bar: String.Index? { id.utf8.firstIndex(of: UInt8(ascii: "|")) }

    /// Makes metadata with the key of the record alone.
    @available(*, deprecated, message: "Use init(modelId:modelName:deleted:lastChangedAt:version:)")
    public init(id: MutationSyncIdentifier, deleted: Bool, lastChangedAt: Int64, version: Int) {
        self.init(identifier: id, deleted: deleted, lastChangedAt: lastChangedAt, version: version)
    }

    /// Makes metadata with the identifier that a store has.
    package init(identifier: MutationSyncIdentifier, deleted: Bool, lastChangedAt: Int64, version: Int) {
        id = identifier
        self.deleted = deleted
        self.lastChangedAt = lastChangedAt
        self.version = version
    }

    /// Makes metadata.
    public init(modelId: ModelId, modelName: String, deleted: Bool, lastChangedAt: Int64, version: Int) {
        id = Self.identifier(modelName: modelName, modelId: modelId)
        self.deleted = deleted
        self.lastChangedAt = lastChangedAt
        self.version = version
    }

    /// The identifier of the metadata of a record.
    public static func identifier(modelName: String, modelId: String) -> MutationSyncIdentifier {
        "\(modelName)|\(modelId)"
    }
}

extension MutationSyncMetadata: ModelIdentifiable {
    /// A single field `id`.
    public typealias IdentifierFormat = ModelIdentifierFormat.Default

    /// The key of metadata.
    public typealias IdentifierProtocol = ModelIdentifier<Self, ModelIdentifierFormat.Default>

    /// The names of the fields.
    public enum CodingKeys: String, ModelKey {
        case id, deleted, lastChangedAt, version
    }

    /// The names of the fields, for predicates.
    public static let keys = CodingKeys.self

    /// The fields.
    public static let schema = defineSchema { definition in
        definition.attributes(.isSystem, .primaryKey(fields: [keys.id]))
        definition.fields(
            .field(keys.id, is: .required, ofType: .string),
            .field(keys.deleted, is: .required, ofType: .bool),
            .field(keys.lastChangedAt, is: .required, ofType: .int),
            .field(keys.version, is: .required, ofType: .int))
    }
}

/// The last exchange of a model's records with the service.
public struct ModelSyncMetadata: Model {
    /// The name of the model.
    public let id: String

    /// The time at which the last exchange started, in milliseconds since 1970; nil before the first one.
    public var lastSync: Int64?

    /// The condition on the records that were exchanged, as JSON.
    public var syncPredicate: String?

    /// Makes metadata.
    public init(id: String, lastSync: Int64? = nil, syncPredicate: String? = nil) {
        self.id = id
        self.lastSync = lastSync
        self.syncPredicate = syncPredicate
    }
}

extension ModelSyncMetadata {
    /// The names of the fields.
    public enum CodingKeys: String, ModelKey {
        case id, lastSync, syncPredicate
    }

    /// The names of the fields, for predicates.
    public static let keys = CodingKeys.self

    /// The fields.
    public static let schema = defineSchema { definition in
        definition.attributes(.isSystem, .primaryKey(fields: [keys.id]))
        definition.fields(
            .field(keys.id, is: .required, ofType: .string),
            .field(keys.lastSync, is: .optional, ofType: .int),
            .field(keys.syncPredicate, is: .optional, ofType: .string))
    }
}
