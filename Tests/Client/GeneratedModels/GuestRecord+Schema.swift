// swiftlint:disable all
import Amplify
import Foundation

extension GuestRecord {
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
    let guestRecord = GuestRecord.keys

    model.authRules = [
      rule(allow: .public, provider: .iam, operations: [.create, .update, .delete, .read])
    ]

    model.listPluralName = "GuestRecords"
    model.syncPluralName = "GuestRecords"

    model.attributes(
      .primaryKey(fields: [guestRecord.id])
    )

    model.fields(
      .field(guestRecord.id, is: .required, ofType: .string),
      .field(guestRecord.content, is: .optional, ofType: .string),
      .field(guestRecord.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(guestRecord.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<GuestRecord> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension GuestRecord: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == GuestRecord {
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
