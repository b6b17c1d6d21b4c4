// swiftlint:disable all
import Amplify
import Foundation

extension OpeningHours {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case day
    case from
    case to
    case notes
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let openingHours = OpeningHours.keys

    model.listPluralName = "OpeningHours"
    model.syncPluralName = "OpeningHours"

    model.fields(
      .field(openingHours.day, is: .required, ofType: .enum(type: Weekday.self)),
      .field(openingHours.from, is: .required, ofType: .time),
      .field(openingHours.to, is: .required, ofType: .time),
      .field(openingHours.notes, is: .optional, ofType: .embeddedCollection(of: String.self))
    )
  }
}
