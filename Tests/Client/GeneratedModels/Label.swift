// swiftlint:disable all
import Amplify
import Foundation

public struct Label: Model {
  public let name: String
  public let language: String
  public var recipes: List<RecipeLabels>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    name: String,
    language: String,
    recipes: List<RecipeLabels>? = []
  ) {
    self.init(
      name: name,
      language: language,
      recipes: recipes,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    name: String,
    language: String,
    recipes: List<RecipeLabels>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.name = name
    self.language = language
    self.recipes = recipes
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
