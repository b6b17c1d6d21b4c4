// swiftlint:disable all
import Amplify
import Foundation

extension PurchaseItem {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case sku
    case count
    case price
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let purchaseItem = PurchaseItem.keys

    model.listPluralName = "PurchaseItems"
    model.syncPluralName = "PurchaseItems"

    model.fields(
      .field(purchaseItem.sku, is: .required, ofType: .string),
      .field(purchaseItem.count, is: .required, ofType: .int),
      .field(purchaseItem.price, is: .required, ofType: .embedded(type: Money.self))
    )
  }
}
