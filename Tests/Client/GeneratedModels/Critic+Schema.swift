// swiftlint:disable all
import Amplify
import Foundation

extension Critic {
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
    let critic = Critic.keys

    model.listPluralName = "Critics"
    model.syncPluralName = "Critics"

    model.attributes(
      .primaryKey(fields: [critic.id])
    )

    model.fields(
      .field(critic.id, is: .required, ofType: .string),
      .field(critic.name, is: .optional, ofType: .string),
      .field(critic.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(critic.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Critic> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Critic: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Critic {
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
