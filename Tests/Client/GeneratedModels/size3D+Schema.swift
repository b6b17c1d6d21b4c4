// swiftlint:disable all
import Amplify
import Foundation

extension size3D {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case width
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let size3DKeys = size3D.keys

    model.listPluralName = "Size3DS"
    model.syncPluralName = "Size3DS"

    model.fields(
      .field(size3DKeys.width, is: .required, ofType: .int)
    )
  }
}
