// swiftlint:disable all
import Amplify
import Foundation

extension AdminAndReadRecord {
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
    let adminAndReadRecord = AdminAndReadRecord.keys

    model.authRules = [
      rule(allow: .groups, groupClaim: "cognito:groups", groups: ["Admin"], provider: .userPools, operations: [.create, .delete]),
      rule(allow: .private, provider: .userPools, operations: [.update, .read])
    ]

    model.listPluralName = "AdminAndReadRecords"
    model.syncPluralName = "AdminAndReadRecords"

    model.attributes(
      .primaryKey(fields: [adminAndReadRecord.id])
    )

    model.fields(
      .field(adminAndReadRecord.id, is: .required, ofType: .string),
      .field(adminAndReadRecord.content, is: .optional, ofType: .string),
      .field(adminAndReadRecord.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(adminAndReadRecord.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<AdminAndReadRecord> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension AdminAndReadRecord: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == AdminAndReadRecord {
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
