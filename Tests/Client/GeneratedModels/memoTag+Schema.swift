// swiftlint:disable all
import Amplify
import Foundation

extension memoTag {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case owner
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let memoTagKeys = memoTag.keys

    model.listPluralName = "MemoTags"
    model.syncPluralName = "MemoTags"

    model.attributes(
      .primaryKey(fields: [memoTagKeys.id])
    )

    model.fields(
      .field(memoTagKeys.id, is: .required, ofType: .string),
      .belongsTo(memoTagKeys.owner, is: .optional, ofType: memo.self, targetNames: ["memoTagsId"]),
      .field(memoTagKeys.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(memoTagKeys.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<memoTag> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension memoTag: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == memoTag {
  public var id: FieldPath<String> {
    string("id")
  }
  public var owner: ModelPath<memo> {
    memo.Path(name: "owner", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
