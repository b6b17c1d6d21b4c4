// swiftlint:disable all
import Amplify
import Foundation

extension Director {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case nation
    case name
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let director = Director.keys

    model.listPluralName = "Directors"
    model.syncPluralName = "Directors"

    model.attributes(
      .index(fields: ["nation", "name"], name: nil),
      .primaryKey(fields: [director.nation, director.name])
    )

    model.fields(
      .field(director.nation, is: .required, ofType: .string),
      .field(director.name, is: .required, ofType: .string),
      .field(director.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(director.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Director> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Director: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Custom
  public typealias IdentifierProtocol = ModelIdentifier<Self, ModelIdentifierFormat.Custom>
}

extension Director.IdentifierProtocol {
  public static func identifier(
    nation: String,
    name: String
  ) -> Self {
    .make(fields: [(name: "nation", value: nation), (name: "name", value: name)])
  }
}

extension ModelPath where ModelType == Director {
  public var nation: FieldPath<String> {
    string("nation")
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
