// swiftlint:disable all
import Amplify
import Foundation

extension Coordinates {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case latitude
    case longitude
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let coordinates = Coordinates.keys

    model.listPluralName = "Coordinates"
    model.syncPluralName = "Coordinates"

    model.fields(
      .field(coordinates.latitude, is: .required, ofType: .double),
      .field(coordinates.longitude, is: .required, ofType: .double)
    )
  }
}
