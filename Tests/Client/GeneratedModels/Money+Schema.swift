// swiftlint:disable all
import Amplify
import Foundation

extension Money {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case cents
    case currency
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let money = Money.keys

    model.listPluralName = "Monies"
    model.syncPluralName = "Monies"

    model.fields(
      .field(money.cents, is: .required, ofType: .int),
      .field(money.currency, is: .required, ofType: .string)
    )
  }
}
