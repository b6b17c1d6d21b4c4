// swiftlint:disable all
import Amplify
import Foundation

extension Garden {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case name
    case plants
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let garden = Garden.keys

    model.listPluralName = "Gardens"
    model.syncPluralName = "Gardens"

    model.attributes(
      .primaryKey(fields: [garden.id])
    )

    model.fields(
      .field(garden.id, is: .required, ofType: .string),
      .field(garden.name, is: .required, ofType: .string),
      .hasMany(garden.plants, is: .optional, ofType: Plant.self, associatedWith: Plant.keys.garden),
      .field(garden.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(garden.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Garden> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Garden: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Garden {
  public var id: FieldPath<String> {
    string("id")
  }
  public var name: FieldPath<String> {
    string("name")
  }
  public var plants: ModelPath<Plant> {
    Plant.Path(name: "plants", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
