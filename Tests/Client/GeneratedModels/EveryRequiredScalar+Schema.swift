// swiftlint:disable all
import Amplify
import Foundation

extension EveryRequiredScalar {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case text
    case number
    case fraction
    case flag
    case day
    case clock
    case moment
    case seconds
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let everyRequiredScalar = EveryRequiredScalar.keys

    model.listPluralName = "EveryRequiredScalars"
    model.syncPluralName = "EveryRequiredScalars"

    model.attributes(
      .primaryKey(fields: [everyRequiredScalar.id])
    )

    model.fields(
      .field(everyRequiredScalar.id, is: .required, ofType: .string),
      .field(everyRequiredScalar.text, is: .required, ofType: .string),
      .field(everyRequiredScalar.number, is: .required, ofType: .int),
      .field(everyRequiredScalar.fraction, is: .required, ofType: .double),
      .field(everyRequiredScalar.flag, is: .required, ofType: .bool),
      .field(everyRequiredScalar.day, is: .required, ofType: .date),
      .field(everyRequiredScalar.clock, is: .required, ofType: .time),
      .field(everyRequiredScalar.moment, is: .required, ofType: .dateTime),
      .field(everyRequiredScalar.seconds, is: .required, ofType: .int),
      .field(everyRequiredScalar.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(everyRequiredScalar.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<EveryRequiredScalar> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension EveryRequiredScalar: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == EveryRequiredScalar {
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
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
