// swiftlint:disable all
import Amplify
import Foundation

public struct Magazine: Model {
  public let id: String
  public var name: String
  public var stories: List<Story>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    name: String,
    stories: List<Story>? = []
  ) {
    self.init(
      id: id,
      name: name,
      stories: stories,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    name: String,
    stories: List<Story>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.name = name
    self.stories = stories
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
