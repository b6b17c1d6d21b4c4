// swiftlint:disable all
import Amplify
import Foundation

extension Essay {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case title
    case body
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let essay = Essay.keys

    model.listPluralName = "Essays"
    model.syncPluralName = "Essays"

    model.attributes(
      .primaryKey(fields: [essay.id])
    )

    model.fields(
      .field(essay.id, is: .required, ofType: .string),
      .field(essay.title, is: .required, ofType: .string),
      .field(essay.body, is: .optional, ofType: .string),
      .field(essay.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(essay.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Essay> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Essay: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Essay {
  public var id: FieldPath<String> {
    string("id")
  }
  public var title: FieldPath<String> {
    string("title")
  }
  public var body: FieldPath<String> {
    string("body")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
