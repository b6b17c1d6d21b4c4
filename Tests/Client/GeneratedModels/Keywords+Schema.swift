// swiftlint:disable all
import Amplify
import Foundation

extension Keywords {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case `class`
    case `default`
    case `in`
    case `init`
    case `Type`
    case `Self`
    case `Any`
    case `await`
    case `let`
    case `var`
    case `inout`
    case description
    case hashValue
    case rawValue
    case keys
    case schema
    case rootPath
    case identifier
    case string
    case int
    case date
    case time
    case datetime
    case decoder
    case values
    case container
    case encode
    case model
    case eq
    case `_`
    case _private
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let keywords = Keywords.keys

    model.listPluralName = "Keywords"
    model.syncPluralName = "Keywords"

    model.attributes(
      .primaryKey(fields: [keywords.id])
    )

    model.fields(
      .field(keywords.id, is: .required, ofType: .string),
      .field(keywords.`class`, is: .optional, ofType: .string),
      .field(keywords.`default`, is: .optional, ofType: .int),
      .field(keywords.`in`, is: .optional, ofType: .bool),
      .field(keywords.`init`, is: .optional, ofType: .string),
      .field(keywords.`Type`, is: .optional, ofType: .string),
      .field(keywords.`Self`, is: .optional, ofType: .string),
      .field(keywords.`Any`, is: .optional, ofType: .string),
      .field(keywords.`await`, is: .optional, ofType: .string),
      .field(keywords.`let`, is: .optional, ofType: .string),
      .field(keywords.`var`, is: .optional, ofType: .string),
      .field(keywords.`inout`, is: .optional, ofType: .string),
      .field(keywords.description, is: .optional, ofType: .string),
      .field(keywords.hashValue, is: .optional, ofType: .int),
      .field(keywords.rawValue, is: .optional, ofType: .string),
      .field(keywords.keys, is: .optional, ofType: .string),
      .field(keywords.schema, is: .optional, ofType: .string),
      .field(keywords.rootPath, is: .optional, ofType: .string),
      .field(keywords.identifier, is: .optional, ofType: .string),
      .field(keywords.string, is: .optional, ofType: .string),
      .field(keywords.int, is: .optional, ofType: .int),
      .field(keywords.date, is: .optional, ofType: .date),
      .field(keywords.time, is: .optional, ofType: .time),
      .field(keywords.datetime, is: .optional, ofType: .dateTime),
      .field(keywords.decoder, is: .optional, ofType: .string),
      .field(keywords.values, is: .optional, ofType: .string),
      .field(keywords.container, is: .optional, ofType: .string),
      .field(keywords.encode, is: .optional, ofType: .string),
      .field(keywords.model, is: .optional, ofType: .string),
      .field(keywords.eq, is: .optional, ofType: .string),
      .field(keywords.`_`, is: .optional, ofType: .string),
      .field(keywords._private, is: .optional, ofType: .string),
      .field(keywords.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(keywords.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Keywords> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Keywords: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Keywords {
  public var id: FieldPath<String> {
    string("id")
  }
  public var `class`: FieldPath<String> {
    string("class")
  }
  public var `default`: FieldPath<Int> {
    int("default")
  }
  public var `in`: FieldPath<Bool> {
    bool("in")
  }
  public var `init`: FieldPath<String> {
    string("init")
  }
  public var `Type`: FieldPath<String> {
    string("Type")
  }
  public var `Self`: FieldPath<String> {
    string("Self")
  }
  public var `Any`: FieldPath<String> {
    string("Any")
  }
  public var `await`: FieldPath<String> {
    string("await")
  }
  public var `let`: FieldPath<String> {
    string("let")
  }
  public var `var`: FieldPath<String> {
    string("var")
  }
  public var `inout`: FieldPath<String> {
    string("inout")
  }
  public var description: FieldPath<String> {
    string("description")
  }
  public var hashValue: FieldPath<Int> {
    int("hashValue")
  }
  public var rawValue: FieldPath<String> {
    string("rawValue")
  }
  public var keys: FieldPath<String> {
    string("keys")
  }
  public var schema: FieldPath<String> {
    string("schema")
  }
  public var rootPath: FieldPath<String> {
    string("rootPath")
  }
  public var identifier: FieldPath<String> {
    string("identifier")
  }
  public var string: FieldPath<String> {
    string("string")
  }
  public var int: FieldPath<Int> {
    int("int")
  }
  public var date: FieldPath<Temporal.Date> {
    date("date")
  }
  public var time: FieldPath<Temporal.Time> {
    time("time")
  }
  public var datetime: FieldPath<Temporal.DateTime> {
    datetime("datetime")
  }
  public var decoder: FieldPath<String> {
    string("decoder")
  }
  public var values: FieldPath<String> {
    string("values")
  }
  public var container: FieldPath<String> {
    string("container")
  }
  public var encode: FieldPath<String> {
    string("encode")
  }
  public var model: FieldPath<String> {
    string("model")
  }
  public var eq: FieldPath<String> {
    string("eq")
  }
  public var `_`: FieldPath<String> {
    string("_")
  }
  public var _private: FieldPath<String> {
    string("_private")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
