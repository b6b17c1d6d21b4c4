// swiftlint:disable all
import Amplify
import Foundation

extension Sheep {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let sheep = Sheep.keys

    model.listPluralName = "Sheep"
    model.syncPluralName = "Sheep"

    model.attributes(
      .primaryKey(fields: [sheep.id])
    )

    model.fields(
      .field(sheep.id, is: .required, ofType: .string),
      .field(sheep.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(sheep.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Sheep> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Sheep: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Sheep {
  public var id: FieldPath<String> {
    string("id")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
