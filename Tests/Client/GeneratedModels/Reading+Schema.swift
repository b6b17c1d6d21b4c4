// swiftlint:disable all
import Amplify
import Foundation

extension Reading {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case sensor
    case takenAt
    case channel
    case value
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let reading = Reading.keys

    model.listPluralName = "Readings"
    model.syncPluralName = "Readings"

    model.attributes(
      .index(fields: ["sensor", "takenAt", "channel"], name: nil),
      .primaryKey(fields: [reading.sensor, reading.takenAt, reading.channel])
    )

    model.fields(
      .field(reading.sensor, is: .required, ofType: .string),
      .field(reading.takenAt, is: .required, ofType: .dateTime),
      .field(reading.channel, is: .required, ofType: .int),
      .field(reading.value, is: .required, ofType: .double),
      .field(reading.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(reading.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Reading> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Reading: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Custom
  public typealias IdentifierProtocol = ModelIdentifier<Self, ModelIdentifierFormat.Custom>
}

extension Reading.IdentifierProtocol {
  public static func identifier(
    sensor: String,
    takenAt: Temporal.DateTime,
    channel: Int
  ) -> Self {
    .make(fields: [(name: "sensor", value: sensor), (name: "takenAt", value: takenAt), (name: "channel", value: channel)])
  }
}

extension ModelPath where ModelType == Reading {
  public var sensor: FieldPath<String> {
    string("sensor")
  }
  public var takenAt: FieldPath<Temporal.DateTime> {
    datetime("takenAt")
  }
  public var channel: FieldPath<Int> {
    int("channel")
  }
  public var value: FieldPath<Double> {
    double("value")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
