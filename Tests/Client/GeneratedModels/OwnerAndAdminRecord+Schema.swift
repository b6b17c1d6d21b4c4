// swiftlint:disable all
import Amplify
import Foundation

extension OwnerAndAdminRecord {
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
    let ownerAndAdminRecord = OwnerAndAdminRecord.keys

    model.authRules = [
      rule(allow: .owner, ownerField: "owner", identityClaim: "cognito:username", provider: .userPools, operations: [.create, .update, .delete, .read]),
      rule(allow: .groups, groupClaim: "cognito:groups", groups: ["Admin"], provider: .userPools, operations: [.create, .update, .delete, .read])
    ]

    model.listPluralName = "OwnerAndAdminRecords"
    model.syncPluralName = "OwnerAndAdminRecords"

    model.attributes(
      .primaryKey(fields: [ownerAndAdminRecord.id])
    )

    model.fields(
      .field(ownerAndAdminRecord.id, is: .required, ofType: .string),
      .field(ownerAndAdminRecord.content, is: .optional, ofType: .string),
      .field(ownerAndAdminRecord.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(ownerAndAdminRecord.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<OwnerAndAdminRecord> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension OwnerAndAdminRecord: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == OwnerAndAdminRecord {
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
