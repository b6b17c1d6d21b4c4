// swiftlint:disable all
import Amplify
import Foundation

public struct ChatMembership: Model {
  public let id: String
  internal var _chatUser: LazyReference<ChatUser>
  public var chatUser: ChatUser {
    get async throws {
      try await _chatUser.require()
    }
  }
  internal var _chatRoom: LazyReference<ChatRoom>
  public var chatRoom: ChatRoom {
    get async throws {
      try await _chatRoom.require()
    }
  }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    chatUser: ChatUser,
    chatRoom: ChatRoom
  ) {
    self.init(
      id: id,
      chatUser: chatUser,
      chatRoom: chatRoom,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    chatUser: ChatUser,
    chatRoom: ChatRoom,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self._chatUser = LazyReference(chatUser)
    self._chatRoom = LazyReference(chatRoom)
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setChatUser(_ chatUser: ChatUser) {
    self._chatUser = LazyReference(chatUser)
  }

  public mutating func setChatRoom(_ chatRoom: ChatRoom) {
    self._chatRoom = LazyReference(chatRoom)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    _chatUser = try values.decodeIfPresent(LazyReference<ChatUser>.self, forKey: .chatUser) ?? LazyReference(identifiers: nil)
    _chatRoom = try values.decodeIfPresent(LazyReference<ChatRoom>.self, forKey: .chatRoom) ?? LazyReference(identifiers: nil)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(_chatUser, forKey: .chatUser)
    try container.encode(_chatRoom, forKey: .chatRoom)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
