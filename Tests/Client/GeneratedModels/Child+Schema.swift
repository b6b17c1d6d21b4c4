// swiftlint:disable all
import Amplify
import Foundation

extension Child {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case toys
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let child = Child.keys

    model.listPluralName = "Children"
    model.syncPluralName = "Children"

    model.attributes(
      .primaryKey(fields: [child.id])
    )

    model.fields(
      .field(child.id, is: .required, ofType: .string),
      .hasMany(child.toys, is: .optional, ofType: Toy.self, associatedWith: Toy.keys.child),
      .field(child.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(child.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Child> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Child: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Child {
  public var id: FieldPath<String> {
    string("id")
  }
  public var toys: ModelPath<Toy> {
    Toy.Path(name: "toys", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
