// swiftlint:disable all
import Amplify
import Foundation

extension `struct` {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case `protocol`
    case `case`
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let structKeys = `struct`.keys

    model.listPluralName = "Structs"
    model.syncPluralName = "Structs"

    model.fields(
      .field(structKeys.`protocol`, is: .optional, ofType: .string),
      .field(structKeys.`case`, is: .required, ofType: .int)
    )
  }
}
