// swiftlint:disable all
import Amplify
import Foundation

extension Outline {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case title
    case parts
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let outline = Outline.keys

    model.listPluralName = "Outlines"
    model.syncPluralName = "Outlines"

    model.fields(
      .field(outline.title, is: .required, ofType: .string),
      .field(outline.parts, is: .optional, ofType: .embeddedCollection(of: Outline.self))
    )
  }
}
