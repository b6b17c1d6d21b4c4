// swiftlint:disable all
import Amplify
import Foundation

extension `guard` {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case `func`
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let guardKeys = `guard`.keys

    model.listPluralName = "Guards"
    model.syncPluralName = "Guards"

    model.attributes(
      .primaryKey(fields: [guardKeys.id])
    )

    model.fields(
      .field(guardKeys.id, is: .required, ofType: .string),
      .hasMany(guardKeys.`func`, is: .optional, ofType: `repeat`.self, associatedWith: `repeat`.keys.`where`),
      .field(guardKeys.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(guardKeys.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<`guard`> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension `guard`: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == `guard` {
  public var id: FieldPath<String> {
    string("id")
  }
  public var `func`: ModelPath<`repeat`> {
    `repeat`.Path(name: "func", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
