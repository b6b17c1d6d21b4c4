// swiftlint:disable all
import Amplify
import Foundation

extension IssuerOwnerRecord {
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
    let issuerOwnerRecord = IssuerOwnerRecord.keys

    model.authRules = [
      rule(allow: .owner, ownerField: "owner", identityClaim: "sub", provider: .oidc, operations: [.create, .update, .delete, .read])
    ]

    model.listPluralName = "IssuerOwnerRecords"
    model.syncPluralName = "IssuerOwnerRecords"

    model.attributes(
      .primaryKey(fields: [issuerOwnerRecord.id])
    )

    model.fields(
      .field(issuerOwnerRecord.id, is: .required, ofType: .string),
      .field(issuerOwnerRecord.content, is: .optional, ofType: .string),
      .field(issuerOwnerRecord.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(issuerOwnerRecord.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<IssuerOwnerRecord> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension IssuerOwnerRecord: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == IssuerOwnerRecord {
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
