// swiftlint:disable all
import Amplify
import Foundation

extension EveryScalar {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case text
    case number
    case fraction
    case flag
    case key
    case day
    case clock
    case moment
    case seconds
    case mail
    case document
    case link
    case phone
    case address
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let everyScalar = EveryScalar.keys

    model.listPluralName = "EveryScalars"
    model.syncPluralName = "EveryScalars"

    model.attributes(
      .primaryKey(fields: [everyScalar.id])
    )

    model.fields(
      .field(everyScalar.id, is: .required, ofType: .string),
      .field(everyScalar.text, is: .optional, ofType: .string),
      .field(everyScalar.number, is: .optional, ofType: .int),
      .field(everyScalar.fraction, is: .optional, ofType: .double),
      .field(everyScalar.flag, is: .optional, ofType: .bool),
      .field(everyScalar.key, is: .optional, ofType: .string),
      .field(everyScalar.day, is: .optional, ofType: .date),
      .field(everyScalar.clock, is: .optional, ofType: .time),
      .field(everyScalar.moment, is: .optional, ofType: .dateTime),
      .field(everyScalar.seconds, is: .optional, ofType: .int),
      .field(everyScalar.mail, is: .optional, ofType: .string),
      .field(everyScalar.document, is: .optional, ofType: .string),
      .field(everyScalar.link, is: .optional, ofType: .string),
      .field(everyScalar.phone, is: .optional, ofType: .string),
      .field(everyScalar.address, is: .optional, ofType: .string),
      .field(everyScalar.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(everyScalar.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<EveryScalar> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension EveryScalar: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == EveryScalar {
  public var id: FieldPath<String> {
    string("id")
  }
  public var text: FieldPath<String> {
    string("text")
  }
  public var number: FieldPath<Int> {
    int("number")
  }
  public var fraction: FieldPath<Double> {
    double("fraction")
  }
  public var flag: FieldPath<Bool> {
    bool("flag")
  }
  public var key: FieldPath<String> {
    string("key")
  }
  public var day: FieldPath<Temporal.Date> {
    date("day")
  }
  public var clock: FieldPath<Temporal.Time> {
    time("clock")
  }
  public var moment: FieldPath<Temporal.DateTime> {
    datetime("moment")
  }
  public var seconds: FieldPath<Int> {
    int("seconds")
  }
  public var mail: FieldPath<String> {
    string("mail")
  }
  public var document: FieldPath<String> {
    string("document")
  }
  public var link: FieldPath<String> {
    string("link")
  }
  public var phone: FieldPath<String> {
    string("phone")
  }
  public var address: FieldPath<String> {
    string("address")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
