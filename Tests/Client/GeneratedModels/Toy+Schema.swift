// swiftlint:disable all
import Amplify
import Foundation

extension Toy {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case child
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let toy = Toy.keys

    model.listPluralName = "Toys"
    model.syncPluralName = "Toys"

    model.attributes(
      .primaryKey(fields: [toy.id])
    )

    model.fields(
      .field(toy.id, is: .required, ofType: .string),
      .belongsTo(toy.child, is: .optional, ofType: Child.self, targetNames: ["childToysId"]),
      .field(toy.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(toy.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Toy> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Toy: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Toy {
  public var id: FieldPath<String> {
    string("id")
  }
  public var child: ModelPath<Child> {
    Child.Path(name: "child", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
