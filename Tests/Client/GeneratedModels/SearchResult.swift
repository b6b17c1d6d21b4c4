// swiftlint:disable all
import Amplify
import Foundation

public struct SearchResult: Embeddable {
  var articles: [Article]?
  var total: Int
  var next: String?
}
