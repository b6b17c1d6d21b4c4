// swiftlint:disable all
import Amplify
import Foundation

public struct Keywords: Model {
  public let id: String
  public var `class`: String?
  public var `default`: Int?
  public var `in`: Bool?
  public var `init`: String?
  public var `Type`: String?
  public var `Self`: String?
  public var `Any`: String?
  public var `await`: String?
  public var `let`: String?
  public var `var`: String?
  public var `inout`: String?
  public var description: String?
  public var hashValue: Int?
  public var rawValue: String?
  public var keys: String?
  public var schema: String?
  public var rootPath: String?
  public var identifier: String?
  public var string: String?
  public var int: Int?
  public var date: Temporal.Date?
  public var time: Temporal.Time?
  public var datetime: Temporal.DateTime?
  public var decoder: String?
  public var values: String?
  public var container: String?
  public var encode: String?
  public var model: String?
  public var eq: String?
  public var `_`: String?
  public var _private: String?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    class: String? = nil,
    default: Int? = nil,
    in: Bool? = nil,
    init: String? = nil,
    Type: String? = nil,
    Self: String? = nil,
    Any: String? = nil,
    await: String? = nil,
    `let`: String? = nil,
    `var`: String? = nil,
    `inout`: String? = nil,
    description: String? = nil,
    hashValue: Int? = nil,
    rawValue: String? = nil,
    keys: String? = nil,
    schema: String? = nil,
    rootPath: String? = nil,
    identifier: String? = nil,
    string: String? = nil,
    int: Int? = nil,
    date: Temporal.Date? = nil,
    time: Temporal.Time? = nil,
    datetime: Temporal.DateTime? = nil,
    decoder: String? = nil,
    values: String? = nil,
    container: String? = nil,
    encode: String? = nil,
    model: String? = nil,
    eq: String? = nil,
    `_`: String? = nil,
    _private: String? = nil
  ) {
    self.init(
      id: id,
      class: `class`,
      default: `default`,
      in: `in`,
      init: `init`,
      Type: `Type`,
      Self: `Self`,
      Any: `Any`,
      await: `await`,
      let: `let`,
      var: `var`,
      `inout`: `inout`,
      description: description,
      hashValue: hashValue,
      rawValue: rawValue,
      keys: keys,
      schema: schema,
      rootPath: rootPath,
      identifier: identifier,
      string: string,
      int: int,
      date: date,
      time: time,
      datetime: datetime,
      decoder: decoder,
      values: values,
      container: container,
      encode: encode,
      model: model,
      eq: eq,
      `_`: `_`,
      _private: _private,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    class: String? = nil,
    default: Int? = nil,
    in: Bool? = nil,
    init: String? = nil,
    Type: String? = nil,
    Self: String? = nil,
    Any: String? = nil,
    await: String? = nil,
    `let`: String? = nil,
    `var`: String? = nil,
    `inout`: String? = nil,
    description: String? = nil,
    hashValue: Int? = nil,
    rawValue: String? = nil,
    keys: String? = nil,
    schema: String? = nil,
    rootPath: String? = nil,
    identifier: String? = nil,
    string: String? = nil,
    int: Int? = nil,
    date: Temporal.Date? = nil,
    time: Temporal.Time? = nil,
    datetime: Temporal.DateTime? = nil,
    decoder: String? = nil,
    values: String? = nil,
    container: String? = nil,
    encode: String? = nil,
    model: String? = nil,
    eq: String? = nil,
    `_`: String? = nil,
    _private: String? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.`class` = `class`
    self.`default` = `default`
    self.`in` = `in`
    self.`init` = `init`
    self.`Type` = `Type`
    self.`Self` = `Self`
    self.`Any` = `Any`
    self.`await` = `await`
    self.`let` = `let`
    self.`var` = `var`
    self.`inout` = `inout`
    self.description = description
    self.hashValue = hashValue
    self.rawValue = rawValue
    self.keys = keys
    self.schema = schema
    self.rootPath = rootPath
    self.identifier = identifier
    self.string = string
    self.int = int
    self.date = date
    self.time = time
    self.datetime = datetime
    self.decoder = decoder
    self.values = values
    self.container = container
    self.encode = encode
    self.model = model
    self.eq = eq
    self.`_` = `_`
    self._private = _private
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
