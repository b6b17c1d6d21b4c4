// swiftlint:disable all
import Amplify
import Foundation

public struct Author: Model {
  public let id: String
  public var name: String
  public var books: List<Book>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    name: String,
    books: List<Book>? = []
  ) {
    self.init(
      id: id,
      name: name,
      books: books,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    name: String,
    books: List<Book>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.name = name
    self.books = books
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
