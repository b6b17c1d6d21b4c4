// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// A model with a field of each type.
struct Sample: Model, Equatable {
    enum Kind: String, EnumPersistable {
        case inUse = "IN_USE"
        case old = "OLD"
    }

    let id: String
    var text: String?
    var whole: Int?
    var part: Double?
    var flag: Bool?
    var day: Temporal.Date?
    var hour: Temporal.Time?
    var moment: Temporal.DateTime?
    var kind: Kind?

    enum CodingKeys: String, ModelKey {
        case id, text, whole, part, flag, day, hour, moment, kind
    }

    static let keys = CodingKeys.self

    static let schema = defineSchema { model in
        model.attributes(.primaryKey(fields: [keys.id]), .index(fields: ["kind", "day"], name: "byKind"))
        model.fields(
            .field(keys.id, is: .required, ofType: .string),
            .field(keys.text, is: .optional, ofType: .string),
            .field(keys.whole, is: .optional, ofType: .int),
            .field(keys.part, is: .optional, ofType: .double),
            .field(keys.flag, is: .optional, ofType: .bool),
            .field(keys.day, is: .optional, ofType: .date),
            .field(keys.hour, is: .optional, ofType: .time),
            .field(keys.moment, is: .optional, ofType: .dateTime),
            .field(keys.kind, is: .optional, ofType: .enum(type: Kind.self)))
    }

    init(id: String = "1") {
        self.id = id
    }
}

/// A model with a key of two fields, which has leaves.
struct Branch: Model {
    let tree: String
    let number: Int
    var leaves: List<Leaf>?

    init(tree: String, number: Int, leaves: List<Leaf>? = []) {
        self.tree = tree
        self.number = number
        self.leaves = leaves
    }

    enum CodingKeys: String, ModelKey {
        case tree, number, leaves
    }

    static let keys = CodingKeys.self

    static let schema = defineSchema { model in
        model.attributes(.primaryKey(fields: [keys.tree, keys.number]))
        model.fields(
            .field(keys.number, is: .required, ofType: .int),
            .field(keys.tree, is: .required, ofType: .string),
            .hasMany(keys.leaves, is: .optional, ofType: Leaf.self, associatedWith: Leaf.keys.branch))
    }

    final class Path: ModelPath<Branch> {}
    static var rootPath: (any PropertyContainerPath)? { Path() }
}

extension Branch: ModelIdentifiable {
    typealias IdentifierFormat = ModelIdentifierFormat.Custom
    typealias IdentifierProtocol = ModelIdentifier<Self, IdentifierFormat>
}

extension Branch.IdentifierProtocol {
    static func identifier(tree: String, number: Int) -> Self {
        .make(fields: [("tree", tree), ("number", number)])
    }
}

extension ModelPath where ModelType == Branch {
    var tree: FieldPath<String> { string("tree") }
    var leaves: ModelPath<Leaf> { Leaf.Path(name: "leaves", isCollection: true, parent: self) }
}

/// A model that belongs to a branch.
struct Leaf: Model {
    let id: String
    // swift-format-ignore: NoLeadingUnderscores
    var _branch: LazyReference<Branch>

    init(id: String, branch: Branch?) {
        self.id = id
        _branch = LazyReference(branch)
    }

    enum CodingKeys: String, ModelKey {
        case id, branch
    }

    static let keys = CodingKeys.self

    static let schema = defineSchema { model in
        model.attributes(.primaryKey(fields: [keys.id]))
        model.fields(
            .field(keys.id, is: .required, ofType: .string),
            .belongsTo(keys.branch, is: .optional, ofType: Branch.self, targetNames: ["branchTree", "branchNumber"]))
    }

    final class Path: ModelPath<Leaf> {}
    static var rootPath: (any PropertyContainerPath)? { Path() }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        _branch =
            try values.decodeIfPresent(LazyReference<Branch>.self, forKey: .branch)
            ?? LazyReference(identifiers: nil)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(_branch, forKey: .branch)
    }
}

extension Leaf: ModelIdentifiable {
    typealias IdentifierFormat = ModelIdentifierFormat.Default
    typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Leaf {
    var id: FieldPath<String> { string("id") }
    var branch: ModelPath<Branch> { Branch.Path(name: "branch", parent: self) }
}
