// swiftlint:disable all
import Amplify
import Foundation

extension Engine {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case serial
    case power
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let engine = Engine.keys

    model.listPluralName = "Engines"
    model.syncPluralName = "Engines"

    model.attributes(
      .index(fields: ["serial"], name: nil),
      .primaryKey(fields: [engine.serial])
    )

    model.fields(
      .field(engine.serial, is: .required, ofType: .string),
      .field(engine.power, is: .optional, ofType: .int),
      .field(engine.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(engine.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Engine> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Engine: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Custom
  public typealias IdentifierProtocol = ModelIdentifier<Self, ModelIdentifierFormat.Custom>
}

extension Engine.IdentifierProtocol {
  public static func identifier(
    serial: String
  ) -> Self {
    .make(fields: [(name: "serial", value: serial)])
  }
}

extension ModelPath where ModelType == Engine {
  public var serial: FieldPath<String> {
    string("serial")
  }
  public var power: FieldPath<Int> {
    int("power")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
