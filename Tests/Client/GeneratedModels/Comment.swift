// swiftlint:disable all
import Amplify
import Foundation

public struct Comment: Model {
  public let id: String
  internal var _post: LazyReference<Post>
  public var post: Post {
    get async throws {
      try await _post.require()
    }
  }
  public var content: String
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    post: Post,
    content: String
  ) {
    self.init(
      id: id,
      post: post,
      content: content,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    post: Post,
    content: String,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self._post = LazyReference(post)
    self.content = content
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setPost(_ post: Post) {
    self._post = LazyReference(post)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    _post = try values.decodeIfPresent(LazyReference<Post>.self, forKey: .post) ?? LazyReference(identifiers: nil)
    content = try values.decode(String.self, forKey: .content)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(_post, forKey: .post)
    try container.encode(content, forKey: .content)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
