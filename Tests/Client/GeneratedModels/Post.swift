// swiftlint:disable all
import Amplify
import Foundation

public struct Post: Model {
  public let id: String
  public var title: String
  internal var _blog: LazyReference<Blog>
  public var blog: Blog? {
    get async throws {
      try await _blog.get()
    }
  }
  public var comments: List<Comment>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    title: String,
    blog: Blog? = nil,
    comments: List<Comment>? = []
  ) {
    self.init(
      id: id,
      title: title,
      blog: blog,
      comments: comments,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    title: String,
    blog: Blog? = nil,
    comments: List<Comment>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.title = title
    self._blog = LazyReference(blog)
    self.comments = comments
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setBlog(_ blog: Blog? = nil) {
    self._blog = LazyReference(blog)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    title = try values.decode(String.self, forKey: .title)
    _blog = try values.decodeIfPresent(LazyReference<Blog>.self, forKey: .blog) ?? LazyReference(identifiers: nil)
    comments = try values.decodeIfPresent(List<Comment>.self, forKey: .comments) ?? .init()
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(_blog, forKey: .blog)
    try container.encode(comments, forKey: .comments)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
