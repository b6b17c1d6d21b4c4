// swiftlint:disable all
import Amplify
import Foundation

extension ExplicitKey {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case name
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let explicitKey = ExplicitKey.keys

    model.listPluralName = "ExplicitKeys"
    model.syncPluralName = "ExplicitKeys"

    model.attributes(
      .index(fields: ["id"], name: nil),
      .primaryKey(fields: [explicitKey.id])
    )

    model.fields(
      .field(explicitKey.id, is: .required, ofType: .string),
      .field(explicitKey.name, is: .optional, ofType: .string),
      .field(explicitKey.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(explicitKey.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<ExplicitKey> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension ExplicitKey: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == ExplicitKey {
  public var id: FieldPath<String> {
    string("id")
  }
  public var name: FieldPath<String> {
    string("name")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
