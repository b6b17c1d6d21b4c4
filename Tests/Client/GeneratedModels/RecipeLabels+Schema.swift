// swiftlint:disable all
import Amplify
import Foundation

extension RecipeLabels {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case recipe
    case label
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let recipeLabels = RecipeLabels.keys

    model.listPluralName = "RecipeLabels"
    model.syncPluralName = "RecipeLabels"

    model.attributes(
      .index(fields: ["recipeSlug", "recipeVersion"], name: "byRecipe"),
      .index(fields: ["labelName", "labelLanguage"], name: "byLabel"),
      .primaryKey(fields: [recipeLabels.id])
    )

    model.fields(
      .field(recipeLabels.id, is: .required, ofType: .string),
      .belongsTo(recipeLabels.recipe, is: .required, ofType: Recipe.self, targetNames: ["recipeSlug", "recipeVersion"]),
      .belongsTo(recipeLabels.label, is: .required, ofType: Label.self, targetNames: ["labelName", "labelLanguage"]),
      .field(recipeLabels.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(recipeLabels.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<RecipeLabels> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension RecipeLabels: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == RecipeLabels {
  public var id: FieldPath<String> {
    string("id")
  }
  public var recipe: ModelPath<Recipe> {
    Recipe.Path(name: "recipe", parent: self)
  }
  public var label: ModelPath<Label> {
    Label.Path(name: "label", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
