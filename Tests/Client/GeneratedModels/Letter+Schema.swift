// swiftlint:disable all
import Amplify
import Foundation

extension Letter {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case sentAt
    case sender
    case recipient
    case createdAt
    case updatedAt
    case memberDraftsId
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let letter = Letter.keys

    model.listPluralName = "Letters"
    model.syncPluralName = "Letters"

    model.attributes(
      .index(fields: ["senderID", "sentAt"], name: "bySender"),
      .index(fields: ["recipientID", "sentAt"], name: "byRecipient"),
      .primaryKey(fields: [letter.id])
    )

    model.fields(
      .field(letter.id, is: .required, ofType: .string),
      .field(letter.sentAt, is: .required, ofType: .dateTime),
      .belongsTo(letter.sender, is: .required, ofType: Member.self, targetNames: ["senderID"]),
      .belongsTo(letter.recipient, is: .optional, ofType: Member.self, targetNames: ["recipientID"]),
      .field(letter.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(letter.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(letter.memberDraftsId, is: .optional, ofType: .string)
    )
  }

  public class Path: ModelPath<Letter> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Letter: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Letter {
  public var id: FieldPath<String> {
    string("id")
  }
  public var sentAt: FieldPath<Temporal.DateTime> {
    datetime("sentAt")
  }
  public var sender: ModelPath<Member> {
    Member.Path(name: "sender", parent: self)
  }
  public var recipient: ModelPath<Member> {
    Member.Path(name: "recipient", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
  public var memberDraftsId: FieldPath<String> {
    string("memberDraftsId")
  }
}
