// swiftlint:disable all
import Amplify
import Foundation

extension OwnedAndReadRecord {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case content
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let ownedAndReadRecord = OwnedAndReadRecord.keys

    model.authRules = [
      rule(allow: .owner, ownerField: "owner", identityClaim: "cognito:username", provider: .userPools, operations: [.create, .delete]),
      rule(allow: .private, provider: .userPools, operations: [.update, .read])
    ]

    model.listPluralName = "OwnedAndReadRecords"
    model.syncPluralName = "OwnedAndReadRecords"

    model.attributes(
      .primaryKey(fields: [ownedAndReadRecord.id])
    )

    model.fields(
      .field(ownedAndReadRecord.id, is: .required, ofType: .string),
      .field(ownedAndReadRecord.content, is: .optional, ofType: .string),
      .field(ownedAndReadRecord.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(ownedAndReadRecord.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<OwnedAndReadRecord> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension OwnedAndReadRecord: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == OwnedAndReadRecord {
  public var id: FieldPath<String> {
    string("id")
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
