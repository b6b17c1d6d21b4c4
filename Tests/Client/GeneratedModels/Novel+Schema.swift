// swiftlint:disable all
import Amplify
import Foundation

extension Novel {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let novel = Novel.keys

    model.listPluralName = "Novels"
    model.syncPluralName = "Novels"

    model.attributes(
      .primaryKey(fields: [novel.id])
    )

    model.fields(
      .field(novel.id, is: .required, ofType: .string),
      .field(novel.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(novel.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Novel> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Novel: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Novel {
  public var id: FieldPath<String> {
    string("id")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
