// swiftlint:disable all
import Amplify
import Foundation

extension AdminRecord {
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
    let adminRecord = AdminRecord.keys

    model.authRules = [
      rule(allow: .groups, groupClaim: "cognito:groups", groups: ["Admin"], provider: .userPools, operations: [.create, .update, .delete, .read])
    ]

    model.listPluralName = "AdminRecords"
    model.syncPluralName = "AdminRecords"

    model.attributes(
      .primaryKey(fields: [adminRecord.id])
    )

    model.fields(
      .field(adminRecord.id, is: .required, ofType: .string),
      .field(adminRecord.content, is: .optional, ofType: .string),
      .field(adminRecord.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(adminRecord.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<AdminRecord> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension AdminRecord: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == AdminRecord {
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
