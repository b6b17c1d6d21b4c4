// swiftlint:disable all
import Amplify
import Foundation

extension ChatMessage {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case room
    case author
    case content
    case attachments
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let chatMessage = ChatMessage.keys

    model.authRules = [
      rule(allow: .owner, ownerField: "owner", identityClaim: "cognito:username", provider: .userPools, operations: [.create, .delete]),
      rule(allow: .private, provider: .userPools, operations: [.read])
    ]

    model.listPluralName = "ChatMessages"
    model.syncPluralName = "ChatMessages"

    model.attributes(
      .index(fields: ["roomID", "createdAt"], name: "byRoom"),
      .index(fields: ["authorID"], name: "byAuthor"),
      .primaryKey(fields: [chatMessage.id])
    )

    model.fields(
      .field(chatMessage.id, is: .required, ofType: .string),
      .belongsTo(chatMessage.room, is: .optional, ofType: ChatRoom.self, targetNames: ["roomID"]),
      .belongsTo(chatMessage.author, is: .optional, ofType: ChatUser.self, targetNames: ["authorID"]),
      .field(chatMessage.content, is: .required, ofType: .string),
      .field(chatMessage.attachments, is: .optional, ofType: .embeddedCollection(of: ChatAttachment.self)),
      .field(chatMessage.createdAt, is: .required, ofType: .dateTime),
      .field(chatMessage.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<ChatMessage> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension ChatMessage: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == ChatMessage {
  public var id: FieldPath<String> {
    string("id")
  }
  public var room: ModelPath<ChatRoom> {
    ChatRoom.Path(name: "room", parent: self)
  }
  public var author: ModelPath<ChatUser> {
    ChatUser.Path(name: "author", parent: self)
  }
  public var content: FieldPath<String> {
    string("content")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
