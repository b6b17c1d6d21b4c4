// swiftlint:disable all
import Amplify
import Foundation

extension SignedRecord {
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
    let signedRecord = SignedRecord.keys

    model.authRules = [
      rule(allow: .private, provider: .iam, operations: [.create, .update, .delete, .read])
    ]

    model.listPluralName = "SignedRecords"
    model.syncPluralName = "SignedRecords"

    model.attributes(
      .primaryKey(fields: [signedRecord.id])
    )

    model.fields(
      .field(signedRecord.id, is: .required, ofType: .string),
      .field(signedRecord.content, is: .optional, ofType: .string),
      .field(signedRecord.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(signedRecord.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<SignedRecord> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension SignedRecord: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == SignedRecord {
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
