// swiftlint:disable all
import Amplify
import Foundation

extension ChatRoom {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case topic
    case members
    case messages
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let chatRoom = ChatRoom.keys

    model.authRules = [
      rule(allow: .private, provider: .userPools, operations: [.create, .update, .delete, .read])
    ]

    model.listPluralName = "ChatRooms"
    model.syncPluralName = "ChatRooms"

    model.attributes(
      .primaryKey(fields: [chatRoom.id])
    )

    model.fields(
      .field(chatRoom.id, is: .required, ofType: .string),
      .field(chatRoom.topic, is: .optional, ofType: .string),
      .hasMany(chatRoom.members, is: .optional, ofType: ChatMembership.self, associatedWith: ChatMembership.keys.chatRoom),
      .hasMany(chatRoom.messages, is: .optional, ofType: ChatMessage.self, associatedWith: ChatMessage.keys.room),
      .field(chatRoom.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(chatRoom.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<ChatRoom> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension ChatRoom: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == ChatRoom {
  public var id: FieldPath<String> {
    string("id")
  }
  public var topic: FieldPath<String> {
    string("topic")
  }
  public var members: ModelPath<ChatMembership> {
    ChatMembership.Path(name: "members", isCollection: true, parent: self)
  }
  public var messages: ModelPath<ChatMessage> {
    ChatMessage.Path(name: "messages", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
