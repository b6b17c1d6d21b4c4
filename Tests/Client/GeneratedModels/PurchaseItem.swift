// swiftlint:disable all
import Amplify
import Foundation

public struct PurchaseItem: Embeddable {
  var sku: String
  var count: Int
  var price: Money
}
