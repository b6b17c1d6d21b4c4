// swiftlint:disable all
import Amplify
import Foundation

extension PublicRecord {
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
    let publicRecord = PublicRecord.keys

    model.authRules = [
      rule(allow: .public, provider: .apiKey, operations: [.create, .update, .delete, .read])
    ]

    model.listPluralName = "PublicRecords"
    model.syncPluralName = "PublicRecords"

    model.attributes(
      .primaryKey(fields: [publicRecord.id])
    )

    model.fields(
      .field(publicRecord.id, is: .required, ofType: .string),
      .field(publicRecord.content, is: .optional, ofType: .string),
      .field(publicRecord.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(publicRecord.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<PublicRecord> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension PublicRecord: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == PublicRecord {
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
