// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation

/// The models of a schema as the generator writes them: all kinds of keys, fields and relations.
enum Blog {
    static let schema = """
        enum PostStatus { DRAFT PUBLISHED }
        type Place { city: String! zip: Int }
        type Post @model @auth(rules: [{ allow: public }]) {
          title: String!
          status: PostStatus
          tags: [String]
          place: Place
          places: [Place]
          comments: [Comment] @hasMany
          cover: Cover @hasOne
        }
        type Comment @model @auth(rules: [{ allow: public }]) {
          content: String!
          post: Post @belongsTo
        }
        type Cover @model @auth(rules: [{ allow: public }]) { url: AWSURL! }
        type Item @model @auth(rules: [{ allow: public }]) { code: String! @primaryKey count: Int }
        type Seat @model @auth(rules: [{ allow: public }]) {
          hall: String! @primaryKey(sortKeyFields: ["row", "at"])
          row: Int!
          at: AWSDateTime!
          guests: [Guest] @hasMany
        }
        type Guest @model @auth(rules: [{ allow: public }]) { name: String! seat: Seat @belongsTo }
        type Counter @model @auth(rules: [{ allow: public }]) { number: Int! @primaryKey kinds: [PostStatus] }
        type Everything @model @auth(rules: [{ allow: public }]) {
          text: String int: Int float: Float flag: Boolean day: AWSDate hour: AWSTime moment: AWSDateTime
          stamp: AWSTimestamp mail: AWSEmail json: AWSJSON url: AWSURL phone: AWSPhone address: AWSIPAddress
          ints: [Int!]
        }
        """

    struct Models: AmplifyModelRegistration {
        let version = "1"

        func registerModels(registry: ModelRegistry.Type) {
            let models: [any Model.Type] = [
                Post.self, Comment.self, Cover.self, Item.self, Seat.self, Guest.self, Counter.self, Everything.self,
            ]
            for model in models { registry.register(modelType: model) }
        }
    }
}

enum PostStatus: String, EnumPersistable {
    case draft = "DRAFT"
    case published = "PUBLISHED"
}

struct Place: Embeddable, Equatable {
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

struct Post: Model {
    let id: String
    var title: String
    var status: PostStatus?
    var tags: [String?]?
    var place: Place?
    var places: [Place?]?
    var comments: List<Comment>?
    // swift-format-ignore: NoLeadingUnderscores
    var _cover: LazyReference<Cover>
    var postCoverId: String?
    var createdAt: Temporal.DateTime?
    var updatedAt: Temporal.DateTime?

    var cover: Cover? {
        get async throws { try await _cover.get() }
    }

    init(
        id: String = UUID().uuidString, title: String, status: PostStatus? = nil, tags: [String?]? = nil,
        place: Place? = nil, places: [Place?]? = nil, comments: List<Comment>? = [], cover: Cover? = nil
    ) {
        self.id = id
        self.title = title
        self.status = status
        self.tags = tags
        self.place = place
        self.places = places
        self.comments = comments
        _cover = LazyReference(cover)
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        title = try values.decode(String.self, forKey: .title)
        status = try? values.decode(PostStatus?.self, forKey: .status)
        tags = try values.decodeIfPresent([String?].self, forKey: .tags)
        place = try values.decodeIfPresent(Place.self, forKey: .place)
        places = try values.decodeIfPresent([Place?].self, forKey: .places)
        comments = try values.decodeIfPresent(List<Comment>?.self, forKey: .comments) ?? .init()
        _cover =
            try values.decodeIfPresent(LazyReference<Cover>.self, forKey: .cover) ?? LazyReference(identifiers: nil)
        postCoverId = try? values.decode(String?.self, forKey: .postCoverId)
        createdAt = try? values.decode(Temporal.DateTime?.self, forKey: .createdAt)
        updatedAt = try? values.decode(Temporal.DateTime?.self, forKey: .updatedAt)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(title, forKey: .title)
        try container.encode(comments, forKey: .comments)
        try container.encode(_cover, forKey: .cover)
    }

    enum CodingKeys: String, ModelKey {
        case id, title, status, tags, place, places, comments, cover, postCoverId, createdAt, updatedAt
    }

    static let keys = CodingKeys.self

    static let schema = defineSchema { model in
        model.authRules = [rule(allow: .public, provider: .apiKey, operations: [.create, .update, .delete, .read])]
        model.listPluralName = "Posts"
        model.syncPluralName = "Posts"
        model.attributes(.primaryKey(fields: [keys.id]))
        model.fields(
            .field(keys.id, is: .required, ofType: .string),
            .field(keys.title, is: .required, ofType: .string),
            .field(keys.status, is: .optional, ofType: .enum(type: PostStatus.self)),
            .field(keys.tags, is: .optional, ofType: .embeddedCollection(of: String.self)),
            .field(keys.place, is: .optional, ofType: .embedded(type: Place.self)),
            .field(keys.places, is: .optional, ofType: .embeddedCollection(of: Place.self)),
            .hasMany(keys.comments, is: .optional, ofType: Comment.self, associatedWith: Comment.keys.post),
            .hasOne(
                keys.cover, is: .optional, ofType: Cover.self, associatedWith: Cover.keys.id,
                targetNames: ["postCoverId"]),
            .field(keys.postCoverId, is: .optional, ofType: .string),
            .field(keys.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
            .field(keys.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime))
    }

    final class Path: ModelPath<Post> {}
    static var rootPath: (any PropertyContainerPath)? { Path() }
}

extension Post: ModelIdentifiable {
    typealias IdentifierFormat = ModelIdentifierFormat.Default
    typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Post {
    var title: FieldPath<String> { string("title") }
    var comments: ModelPath<Comment> { Comment.Path(name: "comments", isCollection: true, parent: self) }
    var cover: ModelPath<Cover> { Cover.Path(name: "cover", parent: self) }
}

struct Comment: Model {
    let id: String
    var content: String
    // swift-format-ignore: NoLeadingUnderscores
    var _post: LazyReference<Post>

    var post: Post? {
        get async throws { try await _post.get() }
    }

    init(id: String = UUID().uuidString, content: String, post: Post? = nil) {
        self.id = id
        self.content = content
        _post = LazyReference(post)
    }

    mutating func setPost(_ post: Post? = nil) { _post = LazyReference(post) }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        content = try values.decode(String.self, forKey: .content)
        _post = try values.decodeIfPresent(LazyReference<Post>.self, forKey: .post) ?? LazyReference(identifiers: nil)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(content, forKey: .content)
        try container.encode(_post, forKey: .post)
    }

    enum CodingKeys: String, ModelKey {
        case id, content, post
    }

    static let keys = CodingKeys.self

    static let schema = defineSchema { model in
        model.listPluralName = "Comments"
        model.attributes(.primaryKey(fields: [keys.id]))
        model.fields(
            .field(keys.id, is: .required, ofType: .string),
            .field(keys.content, is: .required, ofType: .string),
            .belongsTo(keys.post, is: .optional, ofType: Post.self, targetNames: ["postCommentsId"]))
    }

    final class Path: ModelPath<Comment> {}
    static var rootPath: (any PropertyContainerPath)? { Path() }
}

extension ModelPath where ModelType == Comment {
    var content: FieldPath<String> { string("content") }
    var post: ModelPath<Post> { Post.Path(name: "post", parent: self) }
}

struct Cover: Model, Equatable {
    let id: String
    var url: String

    enum CodingKeys: String, ModelKey {
        case id, url
    }

    static let keys = CodingKeys.self

    static let schema = defineSchema { model in
        model.listPluralName = "Covers"
        model.attributes(.primaryKey(fields: [keys.id]))
        model.fields(
            .field(keys.id, is: .required, ofType: .string), .field(keys.url, is: .required, ofType: .string))
    }

    final class Path: ModelPath<Cover> {}
    static var rootPath: (any PropertyContainerPath)? { Path() }
}

struct Item: Model, Equatable {
    let code: String
    var count: Int?

    enum CodingKeys: String, ModelKey {
        case code, count
    }

    static let keys = CodingKeys.self

    static let schema = defineSchema { model in
        model.listPluralName = "Items"
        model.attributes(.primaryKey(fields: [keys.code]))
        model.fields(
            .field(keys.code, is: .required, ofType: .string), .field(keys.count, is: .optional, ofType: .int))
    }

    final class Path: ModelPath<Item> {}
    static var rootPath: (any PropertyContainerPath)? { Path() }
}

extension Item: ModelIdentifiable {
    typealias IdentifierFormat = ModelIdentifierFormat.Custom
    typealias IdentifierProtocol = ModelIdentifier<Self, IdentifierFormat>
}

extension Item.IdentifierProtocol {
    static func identifier(code: String) -> Self { .make(fields: [("code", code)]) }
}

struct Seat: Model {
    let hall: String
    let row: Int
    let at: Temporal.DateTime
    var guests: List<Guest>?

    init(hall: String, row: Int, at: Temporal.DateTime, guests: List<Guest>? = []) {
        self.hall = hall
        self.row = row
        self.at = at
        self.guests = guests
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        hall = try values.decode(String.self, forKey: .hall)
        row = try values.decode(Int.self, forKey: .row)
        at = try values.decode(Temporal.DateTime.self, forKey: .at)
        guests = try values.decodeIfPresent(List<Guest>?.self, forKey: .guests) ?? .init()
    }

    enum CodingKeys: String, ModelKey {
        case hall, row, at, guests
    }

    static let keys = CodingKeys.self

    static let schema = defineSchema { model in
        model.listPluralName = "Seats"
        model.attributes(.primaryKey(fields: [keys.hall, keys.row, keys.at]))
        model.fields(
            .field(keys.hall, is: .required, ofType: .string),
            .field(keys.row, is: .required, ofType: .int),
            .field(keys.at, is: .required, ofType: .dateTime),
            .hasMany(keys.guests, is: .optional, ofType: Guest.self, associatedWith: Guest.keys.seat))
    }

    final class Path: ModelPath<Seat> {}
    static var rootPath: (any PropertyContainerPath)? { Path() }
}

extension Seat: ModelIdentifiable {
    typealias IdentifierFormat = ModelIdentifierFormat.Custom
    typealias IdentifierProtocol = ModelIdentifier<Self, IdentifierFormat>
}

extension Seat.IdentifierProtocol {
    static func identifier(hall: String, row: Int, at: Temporal.DateTime) -> Self {
        .make(fields: [("hall", hall), ("row", row), ("at", at)])
    }
}

/// A model of an earlier generator: its relation is a property, and it has no paths.
struct Guest: Model {
    let id: String
    var name: String
    var seat: Seat?

    enum CodingKeys: String, ModelKey {
        case id, name, seat
    }

    static let keys = CodingKeys.self

    static let schema = defineSchema { model in
        model.listPluralName = "Guests"
        model.attributes(.primaryKey(fields: [keys.id]))
        model.fields(
            .field(keys.id, is: .required, ofType: .string),
            .field(keys.name, is: .required, ofType: .string),
            .belongsTo(
                keys.seat, is: .optional, ofType: Seat.self,
                targetNames: ["seatGuestsHall", "seatGuestsRow", "seatGuestsAt"]))
    }
}

struct Counter: Model, Equatable {
    let number: Int
    var kinds: [PostStatus?]?

    enum CodingKeys: String, ModelKey {
        case number, kinds
    }

    static let keys = CodingKeys.self

    static let schema = defineSchema { model in
        model.listPluralName = "Counters"
        model.attributes(.primaryKey(fields: [keys.number]))
        model.fields(
            .field(keys.number, is: .required, ofType: .int),
            .field(keys.kinds, is: .optional, ofType: .embeddedCollection(of: PostStatus.self)))
    }

    final class Path: ModelPath<Counter> {}
    static var rootPath: (any PropertyContainerPath)? { Path() }
}

extension Counter: ModelIdentifiable {
    typealias IdentifierFormat = ModelIdentifierFormat.Custom
    typealias IdentifierProtocol = ModelIdentifier<Self, IdentifierFormat>
}

extension Counter.IdentifierProtocol {
    static func identifier(number: Int) -> Self { .make(fields: [("number", number)]) }
}

struct Everything: Model, Equatable {
    var id = UUID().uuidString
    var text: String?
    var int: Int?
    var float: Double?
    var flag: Bool?
    var day: Temporal.Date?
    var hour: Temporal.Time?
    var moment: Temporal.DateTime?
    var stamp: Int?
    var mail: String?
    var json: String?
    var url: String?
    var phone: String?
    var address: String?
    var ints: [Int]?

    enum CodingKeys: String, ModelKey {
        case id, text, int, float, flag, day, hour, moment, stamp, mail, json, url, phone, address, ints
    }

    static let keys = CodingKeys.self

    static let schema = defineSchema { model in
        model.listPluralName = "Everythings"
        model.attributes(.primaryKey(fields: [keys.id]))
        model.fields(
            .field(keys.id, is: .required, ofType: .string),
            .field(keys.text, is: .optional, ofType: .string),
            .field(keys.int, is: .optional, ofType: .int),
            .field(keys.float, is: .optional, ofType: .double),
            .field(keys.flag, is: .optional, ofType: .bool),
            .field(keys.day, is: .optional, ofType: .date),
            .field(keys.hour, is: .optional, ofType: .time),
            .field(keys.moment, is: .optional, ofType: .dateTime),
            .field(keys.stamp, is: .optional, ofType: .int),
            .field(keys.mail, is: .optional, ofType: .string),
            .field(keys.json, is: .optional, ofType: .string),
            .field(keys.url, is: .optional, ofType: .string),
            .field(keys.phone, is: .optional, ofType: .string),
            .field(keys.address, is: .optional, ofType: .string),
            .field(keys.ints, is: .optional, ofType: .embeddedCollection(of: Int.self)))
    }

    final class Path: ModelPath<Everything> {}
    static var rootPath: (any PropertyContainerPath)? { Path() }
}
