// swiftlint:disable all
import Amplify
import Foundation

extension IssuerGroupRecord {
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
    let issuerGroupRecord = IssuerGroupRecord.keys

    model.authRules = [
      rule(allow: .groups, groupClaim: "https://myapp.com/claims/groups", groups: ["Admin"], provider: .oidc, operations: [.create, .update, .delete, .read])
    ]

    model.listPluralName = "IssuerGroupRecords"
    model.syncPluralName = "IssuerGroupRecords"

    model.attributes(
      .primaryKey(fields: [issuerGroupRecord.id])
    )

    model.fields(
      .field(issuerGroupRecord.id, is: .required, ofType: .string),
      .field(issuerGroupRecord.content, is: .optional, ofType: .string),
      .field(issuerGroupRecord.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(issuerGroupRecord.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<IssuerGroupRecord> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension IssuerGroupRecord: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == IssuerGroupRecord {
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
