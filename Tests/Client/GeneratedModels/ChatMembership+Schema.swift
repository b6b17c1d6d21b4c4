// swiftlint:disable all
import Amplify
import Foundation

extension ChatMembership {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case chatUser
    case chatRoom
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let chatMembership = ChatMembership.keys

    model.authRules = [
      rule(allow: .private, provider: .userPools, operations: [.read]),
      rule(allow: .owner, ownerField: "owner", identityClaim: "cognito:username", provider: .userPools, operations: [.create, .update, .delete, .read]),
      rule(allow: .private, provider: .userPools, operations: [.create, .update, .delete, .read])
    ]

    model.listPluralName = "ChatMemberships"
    model.syncPluralName = "ChatMemberships"

    model.attributes(
      .index(fields: ["chatUserId"], name: "byChatUser"),
      .index(fields: ["chatRoomId"], name: "byChatRoom"),
      .primaryKey(fields: [chatMembership.id])
    )

    model.fields(
      .field(chatMembership.id, is: .required, ofType: .string),
      .belongsTo(chatMembership.chatUser, is: .required, ofType: ChatUser.self, targetNames: ["chatUserId"]),
      .belongsTo(chatMembership.chatRoom, is: .required, ofType: ChatRoom.self, targetNames: ["chatRoomId"]),
      .field(chatMembership.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(chatMembership.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<ChatMembership> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension ChatMembership: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == ChatMembership {
  public var id: FieldPath<String> {
    string("id")
  }
  public var chatUser: ModelPath<ChatUser> {
    ChatUser.Path(name: "chatUser", parent: self)
  }
  public var chatRoom: ModelPath<ChatRoom> {
    ChatRoom.Path(name: "chatRoom", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
