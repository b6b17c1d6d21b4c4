// swiftlint:disable all
import Amplify
import Foundation

extension Author {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case name
    case books
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let author = Author.keys

    model.listPluralName = "Authors"
    model.syncPluralName = "Authors"

    model.attributes(
      .primaryKey(fields: [author.id])
    )

    model.fields(
      .field(author.id, is: .required, ofType: .string),
      .field(author.name, is: .required, ofType: .string),
      .hasMany(author.books, is: .optional, ofType: Book.self, associatedWith: Book.keys.author),
      .field(author.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(author.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Author> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Author: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Author {
  public var id: FieldPath<String> {
    string("id")
  }
  public var name: FieldPath<String> {
    string("name")
  }
  public var books: ModelPath<Book> {
    Book.Path(name: "books", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
