// swiftlint:disable all
import Amplify
import Foundation

extension memo {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case text
    case tags
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let memoKeys = memo.keys

    model.listPluralName = "Memos"
    model.syncPluralName = "Memos"

    model.attributes(
      .primaryKey(fields: [memoKeys.id])
    )

    model.fields(
      .field(memoKeys.id, is: .required, ofType: .string),
      .field(memoKeys.text, is: .optional, ofType: .string),
      .hasMany(memoKeys.tags, is: .optional, ofType: memoTag.self, associatedWith: memoTag.keys.owner),
      .field(memoKeys.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(memoKeys.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<memo> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension memo: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == memo {
  public var id: FieldPath<String> {
    string("id")
  }
  public var text: FieldPath<String> {
    string("text")
  }
  public var tags: ModelPath<memoTag> {
    memoTag.Path(name: "tags", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
