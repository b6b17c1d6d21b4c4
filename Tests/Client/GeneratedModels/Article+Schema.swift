// swiftlint:disable all
import Amplify
import Foundation

extension Article {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case title
    case summary
    case readers
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let article = Article.keys

    model.listPluralName = "Articles"
    model.syncPluralName = "Articles"

    model.attributes(
      .primaryKey(fields: [article.id])
    )

    model.fields(
      .field(article.id, is: .required, ofType: .string),
      .field(article.title, is: .required, ofType: .string),
      .field(article.summary, is: .optional, isReadOnly: true, ofType: .string),
      .field(article.readers, is: .optional, isReadOnly: true, ofType: .embeddedCollection(of: Int.self)),
      .field(article.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(article.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Article> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Article: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Article {
  public var id: FieldPath<String> {
    string("id")
  }
  public var title: FieldPath<String> {
    string("title")
  }
  public var summary: FieldPath<String> {
    string("summary")
  }
  public var readers: FieldPath<Int> {
    int("readers")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
