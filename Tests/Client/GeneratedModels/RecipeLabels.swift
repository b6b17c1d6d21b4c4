// swiftlint:disable all
import Amplify
import Foundation

public struct RecipeLabels: Model {
  public let id: String
  internal var _recipe: LazyReference<Recipe>
  public var recipe: Recipe {
    get async throws {
      try await _recipe.require()
    }
  }
  internal var _label: LazyReference<Label>
  public var label: Label {
    get async throws {
      try await _label.require()
    }
  }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    recipe: Recipe,
    label: Label
  ) {
    self.init(
      id: id,
      recipe: recipe,
      label: label,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    recipe: Recipe,
    label: Label,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self._recipe = LazyReference(recipe)
    self._label = LazyReference(label)
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setRecipe(_ recipe: Recipe) {
    self._recipe = LazyReference(recipe)
  }

  public mutating func setLabel(_ label: Label) {
    self._label = LazyReference(label)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    _recipe = try values.decodeIfPresent(LazyReference<Recipe>.self, forKey: .recipe) ?? LazyReference(identifiers: nil)
    _label = try values.decodeIfPresent(LazyReference<Label>.self, forKey: .label) ?? LazyReference(identifiers: nil)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(_recipe, forKey: .recipe)
    try container.encode(_label, forKey: .label)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
