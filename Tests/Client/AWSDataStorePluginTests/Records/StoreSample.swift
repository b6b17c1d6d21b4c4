// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation

/// A record with a field of each kind.
struct StoreSample: Model {
    let id: String
    var text: String?
    var whole: Int?
    var part: Double?
    var flag: Bool?
    var day: Temporal.Date?
    var hour: Temporal.Time?
    var moment: Temporal.DateTime?
    var mood: StoreMood?
    var tags: [String?]?
    var numbers: [Int]?
    var place: StorePlaceOfSample?

    init(id: String = UUID().uuidString) {
        self.id = id
    }

    enum CodingKeys: String, ModelKey {
        case id, text, whole, part, flag, day, hour, moment, mood, tags, numbers, place
    }

    static let keys = CodingKeys.self

    static let schema = defineSchema { model in
        model.attributes(
            .index(fields: ["whole", "moment"], name: "byWhole"), .primaryKey(fields: [keys.id]))
        model.fields(
            .field(keys.id, is: .required, ofType: .string),
            .field(keys.text, is: .optional, ofType: .string),
            .field(keys.whole, is: .optional, ofType: .int),
            .field(keys.part, is: .optional, ofType: .double),
            .field(keys.flag, is: .optional, ofType: .bool),
            .field(keys.day, is: .optional, ofType: .date),
            .field(keys.hour, is: .optional, ofType: .time),
            .field(keys.moment, is: .optional, ofType: .dateTime),
            .field(keys.mood, is: .optional, ofType: .enum(type: StoreMood.self)),
            .field(keys.tags, is: .optional, ofType: .embeddedCollection(of: String.self)),
            .field(keys.numbers, is: .optional, ofType: .embeddedCollection(of: Int.self)),
            .field(keys.place, is: .optional, ofType: .embedded(type: StorePlaceOfSample.self)))
    }

    final class Path: ModelPath<StoreSample> {}
    static var rootPath: (any PropertyContainerPath)? { Path() }
}

enum StoreMood: String, EnumPersistable, CaseIterable {
    case calm = "CALM"
    case loud = "LOUD"
}

struct StorePlaceOfSample: Embeddable, Equatable {
    var city: String
    var zip: Int?

    enum CodingKeys: String, ModelKey {
        case city, zip
    }

    static let keys = CodingKeys.self

    static let schema = defineSchema { model in
        model.fields(
            .field(keys.city, is: .required, ofType: .string), .field(keys.zip, is: .optional, ofType: .int))
    }
}

// MARK: - Models of earlier generators, which have related records in properties

struct EagerOwner: Model {
    let id: String
    var name: String
    var pets: List<EagerPet>?

    enum CodingKeys: String, ModelKey {
        case id, name, pets
    }

    static let keys = CodingKeys.self

    static let schema = defineSchema { model in
        model.attributes(.primaryKey(fields: [keys.id]))
        model.fields(
            .field(keys.id, is: .required, ofType: .string),
            .field(keys.name, is: .required, ofType: .string),
            .hasMany(keys.pets, is: .optional, ofType: EagerPet.self, associatedWith: EagerPet.keys.owner))
    }
}

struct EagerPet: Model {
    let id: String
    var name: String
    var owner: EagerOwner?

    enum CodingKeys: String, ModelKey {
        case id, name, owner
    }

    static let keys = CodingKeys.self

    static let schema = defineSchema { model in
        model.attributes(.primaryKey(fields: [keys.id]))
        model.fields(
            .field(keys.id, is: .required, ofType: .string),
            .field(keys.name, is: .required, ofType: .string),
            .belongsTo(keys.owner, is: .optional, ofType: EagerOwner.self, targetName: "petOwnerId"))
    }
}

struct EagerToy: Model {
    let id: String
    var pet: EagerPet

    enum CodingKeys: String, ModelKey {
        case id, pet
    }

    static let keys = CodingKeys.self

    static let schema = defineSchema { model in
        model.attributes(.primaryKey(fields: [keys.id]))
        model.fields(
            .field(keys.id, is: .required, ofType: .string),
            .belongsTo(keys.pet, is: .required, ofType: EagerPet.self, targetName: "toyPetId"))
    }
}

// MARK: - Records that are related to records of the same model

struct StoreFolder: Model {
    let id: String
    // swift-format-ignore: NoLeadingUnderscores
    var _parent: LazyReference<StoreFolder>
    var folders: List<StoreFolder>?

    init(id: String, parent: StoreFolder? = nil) {
        self.init(id: id, parentID: parent?.id)
    }

    init(id: String, parentID: String?) {
        self.id = id
        let key = parentID.map { [LazyReferenceIdentifier(name: "id", value: $0)] }
        _parent = LazyReference(identifiers: key)
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        _parent =
            try values.decodeIfPresent(LazyReference<StoreFolder>.self, forKey: .parent)
            ?? LazyReference(identifiers: nil)
        folders = try values.decodeIfPresent(List<StoreFolder>.self, forKey: .folders) ?? []
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(_parent, forKey: .parent)
        try container.encode(folders, forKey: .folders)
    }

    enum CodingKeys: String, ModelKey {
        case id, parent, folders
    }

    static let keys = CodingKeys.self

    static let schema = defineSchema { model in
        model.attributes(.primaryKey(fields: [keys.id]))
        model.fields(
            .field(keys.id, is: .required, ofType: .string),
            .belongsTo(keys.parent, is: .optional, ofType: StoreFolder.self, targetNames: ["parentID"]),
            .hasMany(keys.folders, is: .optional, ofType: StoreFolder.self, associatedWith: keys.parent))
    }

    final class Path: ModelPath<StoreFolder> {}
    static var rootPath: (any PropertyContainerPath)? { Path() }
}
