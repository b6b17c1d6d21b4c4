// swiftlint:disable all
import Amplify
import Foundation

public struct Recipe: Model {
  public let slug: String
  public let version: Int
  public var labels: List<RecipeLabels>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    slug: String,
    version: Int,
    labels: List<RecipeLabels>? = []
  ) {
    self.init(
      slug: slug,
      version: version,
      labels: labels,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    slug: String,
    version: Int,
    labels: List<RecipeLabels>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.slug = slug
    self.version = version
    self.labels = labels
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
