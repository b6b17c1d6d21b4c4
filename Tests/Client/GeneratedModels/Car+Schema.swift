// swiftlint:disable all
import Amplify
import Foundation

extension Car {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case engineSerial
    case engine
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let car = Car.keys

    model.listPluralName = "Cars"
    model.syncPluralName = "Cars"

    model.attributes(
      .primaryKey(fields: [car.id])
    )

    model.fields(
      .field(car.id, is: .required, ofType: .string),
      .field(car.engineSerial, is: .required, ofType: .string),
      .hasOne(car.engine, is: .optional, ofType: Engine.self, associatedWith: Engine.keys.serial, targetNames: ["engineSerial"]),
      .field(car.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(car.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Car> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Car: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Car {
  public var id: FieldPath<String> {
    string("id")
  }
  public var engineSerial: FieldPath<String> {
    string("engineSerial")
  }
  public var engine: ModelPath<Engine> {
    Engine.Path(name: "engine", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
