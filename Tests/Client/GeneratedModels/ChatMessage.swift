// swiftlint:disable all
import Amplify
import Foundation

public struct ChatMessage: Model {
  public let id: String
  internal var _room: LazyReference<ChatRoom>
  public var room: ChatRoom? {
    get async throws {
      try await _room.get()
    }
  }
  internal var _author: LazyReference<ChatUser>
  public var author: ChatUser? {
    get async throws {
      try await _author.get()
    }
  }
  public var content: String
  public var attachments: [ChatAttachment]?
  public var createdAt: Temporal.DateTime
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    room: ChatRoom? = nil,
    author: ChatUser? = nil,
    content: String,
    attachments: [ChatAttachment]? = [],
    createdAt: Temporal.DateTime
  ) {
    self.init(
      id: id,
      room: room,
      author: author,
      content: content,
      attachments: attachments,
      createdAt: createdAt,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    room: ChatRoom? = nil,
    author: ChatUser? = nil,
    content: String,
    attachments: [ChatAttachment]? = [],
    createdAt: Temporal.DateTime,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self._room = LazyReference(room)
    self._author = LazyReference(author)
    self.content = content
    self.attachments = attachments
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setRoom(_ room: ChatRoom? = nil) {
    self._room = LazyReference(room)
  }

  public mutating func setAuthor(_ author: ChatUser? = nil) {
    self._author = LazyReference(author)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    _room = try values.decodeIfPresent(LazyReference<ChatRoom>.self, forKey: .room) ?? LazyReference(identifiers: nil)
    _author = try values.decodeIfPresent(LazyReference<ChatUser>.self, forKey: .author) ?? LazyReference(identifiers: nil)
    content = try values.decode(String.self, forKey: .content)
    attachments = try values.decodeIfPresent([ChatAttachment].self, forKey: .attachments)
    createdAt = try values.decode(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(_room, forKey: .room)
    try container.encode(_author, forKey: .author)
    try container.encode(content, forKey: .content)
    try container.encode(attachments, forKey: .attachments)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
