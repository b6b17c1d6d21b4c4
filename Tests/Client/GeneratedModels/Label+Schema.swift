// swiftlint:disable all
import Amplify
import Foundation

extension Label {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case name
    case language
    case recipes
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let label = Label.keys

    model.listPluralName = "Labels"
    model.syncPluralName = "Labels"

    model.attributes(
      .index(fields: ["name", "language"], name: nil),
      .primaryKey(fields: [label.name, label.language])
    )

    model.fields(
      .field(label.name, is: .required, ofType: .string),
      .field(label.language, is: .required, ofType: .string),
      .hasMany(label.recipes, is: .optional, ofType: RecipeLabels.self, associatedWith: RecipeLabels.keys.label),
      .field(label.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(label.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Label> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Label: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Custom
  public typealias IdentifierProtocol = ModelIdentifier<Self, ModelIdentifierFormat.Custom>
}

extension Label.IdentifierProtocol {
  public static func identifier(
    name: String,
    language: String
  ) -> Self {
    .make(fields: [(name: "name", value: name), (name: "language", value: language)])
  }
}

extension ModelPath where ModelType == Label {
  public var name: FieldPath<String> {
    string("name")
  }
  public var language: FieldPath<String> {
    string("language")
  }
  public var recipes: ModelPath<RecipeLabels> {
    RecipeLabels.Path(name: "recipes", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
