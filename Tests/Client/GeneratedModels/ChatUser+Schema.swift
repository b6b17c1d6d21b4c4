// swiftlint:disable all
import Amplify
import Foundation

extension ChatUser {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case name
    case rooms
    case messages
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let chatUser = ChatUser.keys

    model.authRules = [
      rule(allow: .private, provider: .userPools, operations: [.read]),
      rule(allow: .owner, ownerField: "owner", identityClaim: "cognito:username", provider: .userPools, operations: [.create, .update, .delete, .read])
    ]

    model.listPluralName = "ChatUsers"
    model.syncPluralName = "ChatUsers"

    model.attributes(
      .primaryKey(fields: [chatUser.id])
    )

    model.fields(
      .field(chatUser.id, is: .required, ofType: .string),
      .field(chatUser.name, is: .required, ofType: .string),
      .hasMany(chatUser.rooms, is: .optional, ofType: ChatMembership.self, associatedWith: ChatMembership.keys.chatUser),
      .hasMany(chatUser.messages, is: .optional, ofType: ChatMessage.self, associatedWith: ChatMessage.keys.author),
      .field(chatUser.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(chatUser.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<ChatUser> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension ChatUser: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == ChatUser {
  public var id: FieldPath<String> {
    string("id")
  }
  public var name: FieldPath<String> {
    string("name")
  }
  public var rooms: ModelPath<ChatMembership> {
    ChatMembership.Path(name: "rooms", isCollection: true, parent: self)
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
