// swiftlint:disable all
import Amplify
import Foundation

public struct Book: Model {
  public let id: String
  public var title: String
  internal var _author: LazyReference<Author>
  public var author: Author? {
    get async throws {
      try await _author.get()
    }
  }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    title: String,
    author: Author? = nil
  ) {
    self.init(
      id: id,
      title: title,
      author: author,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    title: String,
    author: Author? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.title = title
    self._author = LazyReference(author)
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setAuthor(_ author: Author? = nil) {
    self._author = LazyReference(author)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    title = try values.decode(String.self, forKey: .title)
    _author = try values.decodeIfPresent(LazyReference<Author>.self, forKey: .author) ?? LazyReference(identifiers: nil)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(_author, forKey: .author)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
