// swiftlint:disable all
import Amplify
import Foundation

public struct ChatUser: Model {
  public let id: String
  public var name: String
  public var rooms: List<ChatMembership>?
  public var messages: List<ChatMessage>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    name: String,
    rooms: List<ChatMembership>? = [],
    messages: List<ChatMessage>? = []
  ) {
    self.init(
      id: id,
      name: name,
      rooms: rooms,
      messages: messages,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    name: String,
    rooms: List<ChatMembership>? = [],
    messages: List<ChatMessage>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.name = name
    self.rooms = rooms
    self.messages = messages
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
