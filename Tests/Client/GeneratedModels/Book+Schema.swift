// swiftlint:disable all
import Amplify
import Foundation

extension Book {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case title
    case author
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let book = Book.keys

    model.listPluralName = "Books"
    model.syncPluralName = "Books"

    model.attributes(
      .index(fields: ["authorID", "title"], name: "byAuthor"),
      .primaryKey(fields: [book.id])
    )

    model.fields(
      .field(book.id, is: .required, ofType: .string),
      .field(book.title, is: .required, ofType: .string),
      .belongsTo(book.author, is: .optional, ofType: Author.self, targetNames: ["authorID"]),
      .field(book.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(book.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Book> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Book: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Book {
  public var id: FieldPath<String> {
    string("id")
  }
  public var title: FieldPath<String> {
    string("title")
  }
  public var author: ModelPath<Author> {
    Author.Path(name: "author", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
