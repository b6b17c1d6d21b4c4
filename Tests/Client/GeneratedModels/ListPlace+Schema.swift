// swiftlint:disable all
import Amplify
import Foundation

extension ListPlace {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case name
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let listPlace = ListPlace.keys

    model.listPluralName = "ListPlaces"
    model.syncPluralName = "ListPlaces"

    model.fields(
      .field(listPlace.name, is: .required, ofType: .string)
    )
  }
}
