// swiftlint:disable all
import Amplify
import Foundation

extension Plant {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case garden
    case season
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let plant = Plant.keys

    model.listPluralName = "Plants"
    model.syncPluralName = "Plants"

    model.attributes(
      .primaryKey(fields: [plant.id])
    )

    model.fields(
      .field(plant.id, is: .required, ofType: .string),
      .belongsTo(plant.garden, is: .optional, ofType: Garden.self, targetNames: ["gardenPlantsId"]),
      .field(plant.season, is: .optional, ofType: .enum(type: Season.self)),
      .field(plant.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(plant.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Plant> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Plant: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Plant {
  public var id: FieldPath<String> {
    string("id")
  }
  public var garden: ModelPath<Garden> {
    Garden.Path(name: "garden", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
