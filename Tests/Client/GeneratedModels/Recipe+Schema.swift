// swiftlint:disable all
import Amplify
import Foundation

extension Recipe {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case slug
    case version
    case labels
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let recipe = Recipe.keys

    model.listPluralName = "Recipes"
    model.syncPluralName = "Recipes"

    model.attributes(
      .index(fields: ["slug", "version"], name: nil),
      .primaryKey(fields: [recipe.slug, recipe.version])
    )

    model.fields(
      .field(recipe.slug, is: .required, ofType: .string),
      .field(recipe.version, is: .required, ofType: .int),
      .hasMany(recipe.labels, is: .optional, ofType: RecipeLabels.self, associatedWith: RecipeLabels.keys.recipe),
      .field(recipe.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(recipe.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Recipe> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Recipe: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Custom
  public typealias IdentifierProtocol = ModelIdentifier<Self, ModelIdentifierFormat.Custom>
}

extension Recipe.IdentifierProtocol {
  public static func identifier(
    slug: String,
    version: Int
  ) -> Self {
    .make(fields: [(name: "slug", value: slug), (name: "version", value: version)])
  }
}

extension ModelPath where ModelType == Recipe {
  public var slug: FieldPath<String> {
    string("slug")
  }
  public var version: FieldPath<Int> {
    int("version")
  }
  public var labels: ModelPath<RecipeLabels> {
    RecipeLabels.Path(name: "labels", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
