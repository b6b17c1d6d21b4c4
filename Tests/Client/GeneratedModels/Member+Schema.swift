// swiftlint:disable all
import Amplify
import Foundation

extension Member {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case sent
    case received
    case drafts
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let member = Member.keys

    model.listPluralName = "Members"
    model.syncPluralName = "Members"

    model.attributes(
      .primaryKey(fields: [member.id])
    )

    model.fields(
      .field(member.id, is: .required, ofType: .string),
      .hasMany(member.sent, is: .optional, ofType: Letter.self, associatedWith: Letter.keys.sender),
      .hasMany(member.received, is: .optional, ofType: Letter.self, associatedWith: Letter.keys.recipient),
      .hasMany(member.drafts, is: .optional, ofType: Letter.self, associatedWith: Letter.keys.memberDraftsId),
      .field(member.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(member.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Member> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Member: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Member {
  public var id: FieldPath<String> {
    string("id")
  }
  public var sent: ModelPath<Letter> {
    Letter.Path(name: "sent", isCollection: true, parent: self)
  }
  public var received: ModelPath<Letter> {
    Letter.Path(name: "received", isCollection: true, parent: self)
  }
  public var drafts: ModelPath<Letter> {
    Letter.Path(name: "drafts", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
