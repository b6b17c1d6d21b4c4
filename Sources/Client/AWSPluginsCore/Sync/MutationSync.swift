// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// A record with the service's version of it.
public struct MutationSync<ModelType: Model>: Decodable, Sendable {
    /// The record.
    public let model: ModelType

    /// The version.
    public let syncMetadata: MutationSyncMetadata

    /// The names of enumeration values that the app's model does not have, by field.
    ///
    /// The record has nil there.
    package let unknownNames: [ModelFieldName: String]

    /// Makes a value.
    public init(model: ModelType, syncMetadata: MutationSyncMetadata) {
        self.model = model
        self.syncMetadata = syncMetadata
        unknownNames = [:]
    }

    /// Makes a record with names of enumerations' values that the app's model does not know, by field.
    package init(model: ModelType, syncMetadata: MutationSyncMetadata, unknownNames: [ModelFieldName: String]) {
        self.model = model
        self.syncMetadata = syncMetadata
        self.unknownNames = unknownNames
    }

    private enum Member: String, CodingKey {
        case deleted = "_deleted"
        case lastChangedAt = "_lastChangedAt"
        case version = "_version"
        case typeName = "__typename"
    }

    /// Reads the fields of the record and of its version from one object.
    ///
    /// An object for a record of any model has the name of its type.
    ///
    /// - Throws: `DecodingError` if the object lacks `_version`, `_lastChangedAt` or `_deleted`, which may be null, and for
    ///   a key with a null character, at which SQLite ends a text: two records would be one on a device.
    ///   `DataStoreError.decodingError` if no model of the name is registered.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        // A member that is missing was not selected, and says nothing about the record.
        let isDeleted = try members.decode(Bool?.self, forKey: .deleted) ?? false
        let record: ModelType
        var name = ModelType.modelName
        if ModelType.self == AnyModel.self {
            name = try members.decode(String.self, forKey: .typeName)
            let model = try ModelRegistry.decode(modelName: name, from: decoder)
            guard let erased = try model.eraseToAnyModel() as? ModelType else {
                throw DataStoreError.decodingError("The record is not an AnyModel", "Use the type AnyModel")
            }
            record = erased
        } else {
            record = try ModelType(from: decoder)
        }
        let key = record.identifier
        guard !key.utf8.contains(0) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "The key has a null character."))
        }
        model = record
        syncMetadata = MutationSyncMetadata(
            modelId: key, modelName: name, deleted: isDeleted,
            lastChangedAt: try members.decode(Int64.self, forKey: .lastChangedAt),
            version: try members.decode(Int.self, forKey: .version))
        unknownNames = Self.unknownNames(of: name, in: decoder)
    }

    private struct FieldKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }

    private static func unknownNames(of model: ModelName, in decoder: any Decoder) -> [ModelFieldName: String] {
        var names: [ModelFieldName: String] = [:]
        guard let fields = ModelRegistry.modelSchema(from: model)?.fields else { return names }
        for field in fields.values {
            guard case .enum(let type) = field.type, let members = try? decoder.container(keyedBy: FieldKey.self),
                let name = try? members.decodeIfPresent(String.self, forKey: FieldKey(stringValue: field.name)),
                type.init(rawValue: name) == nil
            else { continue }
            names[field.name] = name
        }
        return names
    }
}

/// A page of records with the service's versions of them.
public struct PaginatedList<ModelType: Model>: Decodable, Sendable {
    /// The records.
    public let items: [MutationSync<ModelType>]

    /// The token of the next page; nil for the last one.
    public let nextToken: String?

    /// The time at which the service started to read, in milliseconds since 1970.
    public let startedAt: Int64?

    /// The number of records that are left out because the model cannot hold them.
    ///
    /// A sync without them has not read all records that the user may read.
    package let unreadable: Int

    /// Makes a page.
    public init(items: [MutationSync<ModelType>], nextToken: String?, startedAt: Int64?) {
        self.items = items
        self.nextToken = nextToken
        self.startedAt = startedAt
        unreadable = 0
    }

    private enum Member: String, CodingKey {
        case items, nextToken, startedAt
    }

    /// A record, if the model can hold it.
    private struct Readable: Decodable {
        let value: MutationSync<ModelType>?
        let isUnreadable: Bool

        init(from decoder: any Decoder) throws {
            do {
                value = try MutationSync<ModelType>?(from: decoder)
                isUnreadable = false
            } catch {
                // The error itself may have values of the record.
                Amplify.log.error("A record of a page is not a valid \(ModelType.modelName), and is left out.")
                value = nil
                isUnreadable = true
            }
        }
    }

    /// Reads a page.
    ///
    /// A record that the caller may not read is null, and is left out. So is one that the app's model cannot hold, with a
    /// message in the log: the other records of the page are of use without it.
    ///
    /// - Throws: the error of the page's decoding.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        let records = try members.decode([Readable].self, forKey: .items)
        items = records.compactMap(\.value)
        unreadable = records.count { $0.isUnreadable }
        nextToken = try members.decodeIfPresent(String.self, forKey: .nextToken)
        startedAt = try members.decodeIfPresent(Int64.self, forKey: .startedAt)
    }
}

/// A page of records of any model.
public typealias SyncQueryResult = PaginatedList<AnyModel>

/// A record of any model.
public typealias MutationSyncResult = MutationSync<AnyModel>
