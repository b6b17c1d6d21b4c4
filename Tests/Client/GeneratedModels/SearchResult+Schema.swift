// swiftlint:disable all
import Amplify
import Foundation

extension SearchResult {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case articles
    case total
    case next
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let searchResult = SearchResult.keys

    model.listPluralName = "SearchResults"
    model.syncPluralName = "SearchResults"

    model.fields(
      .field(searchResult.articles, is: .optional, ofType: .embeddedCollection(of: Article.self)),
      .field(searchResult.total, is: .required, ofType: .int),
      .field(searchResult.next, is: .optional, ofType: .string)
    )
  }
}
