// swiftlint:disable all
import Amplify
import Foundation

public struct Remark: Model {
  public let id: String
  internal var _story: LazyReference<Story>
  public var story: Story {
    get async throws {
      try await _story.require()
    }
  }
  public var content: String
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    story: Story,
    content: String
  ) {
    self.init(
      id: id,
      story: story,
      content: content,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    story: Story,
    content: String,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self._story = LazyReference(story)
    self.content = content
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setStory(_ story: Story) {
    self._story = LazyReference(story)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    _story = try values.decodeIfPresent(LazyReference<Story>.self, forKey: .story) ?? LazyReference(identifiers: nil)
    content = try values.decode(String.self, forKey: .content)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(_story, forKey: .story)
    try container.encode(content, forKey: .content)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
