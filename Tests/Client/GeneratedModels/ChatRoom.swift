// swiftlint:disable all
import Amplify
import Foundation

public struct ChatRoom: Model {
  public let id: String
  public var topic: String?
  public var members: List<ChatMembership>?
  public var messages: List<ChatMessage>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    topic: String? = nil,
    members: List<ChatMembership>? = [],
    messages: List<ChatMessage>? = []
  ) {
    self.init(
      id: id,
      topic: topic,
      members: members,
      messages: messages,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    topic: String? = nil,
    members: List<ChatMembership>? = [],
    messages: List<ChatMessage>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.topic = topic
    self.members = members
    self.messages = messages
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
