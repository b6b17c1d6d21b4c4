// swiftlint:disable all
import Amplify
import Foundation

extension SeveralModesRecord {
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
    let severalModesRecord = SeveralModesRecord.keys

    model.authRules = [
      rule(allow: .owner, ownerField: "owner", identityClaim: "cognito:username", provider: .userPools, operations: [.create, .update, .delete, .read]),
      rule(allow: .public, provider: .apiKey, operations: [.read])
    ]

    model.listPluralName = "SeveralModesRecords"
    model.syncPluralName = "SeveralModesRecords"

    model.attributes(
      .primaryKey(fields: [severalModesRecord.id])
    )

    model.fields(
      .field(severalModesRecord.id, is: .required, ofType: .string),
      .field(severalModesRecord.content, is: .optional, ofType: .string),
      .field(severalModesRecord.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(severalModesRecord.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<SeveralModesRecord> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension SeveralModesRecord: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == SeveralModesRecord {
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
