// swiftlint:disable all
import Amplify
import Foundation

extension SignedInRecord {
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
    let signedInRecord = SignedInRecord.keys

    model.authRules = [
      rule(allow: .private, provider: .userPools, operations: [.create, .update, .delete, .read])
    ]

    model.listPluralName = "SignedInRecords"
    model.syncPluralName = "SignedInRecords"

    model.attributes(
      .primaryKey(fields: [signedInRecord.id])
    )

    model.fields(
      .field(signedInRecord.id, is: .required, ofType: .string),
      .field(signedInRecord.content, is: .optional, ofType: .string),
      .field(signedInRecord.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(signedInRecord.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<SignedInRecord> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension SignedInRecord: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == SignedInRecord {
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
