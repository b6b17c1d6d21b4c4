// swiftlint:disable all
import Amplify
import Foundation

extension OwnerRecord {
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
    let ownerRecord = OwnerRecord.keys

    model.authRules = [
      rule(allow: .owner, ownerField: "owner", identityClaim: "cognito:username", provider: .userPools, operations: [.create, .update, .delete, .read])
    ]

    model.listPluralName = "OwnerRecords"
    model.syncPluralName = "OwnerRecords"

    model.attributes(
      .primaryKey(fields: [ownerRecord.id])
    )

    model.fields(
      .field(ownerRecord.id, is: .required, ofType: .string),
      .field(ownerRecord.content, is: .optional, ofType: .string),
      .field(ownerRecord.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(ownerRecord.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<OwnerRecord> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension OwnerRecord: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == OwnerRecord {
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
