// swiftlint:disable all
import Amplify
import Foundation

extension Preference {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case kind
    case since
    case value
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let preference = Preference.keys

    model.listPluralName = "Preferences"
    model.syncPluralName = "Preferences"

    model.attributes(
      .index(fields: ["kind", "since"], name: nil),
      .primaryKey(fields: [preference.kind, preference.since])
    )

    model.fields(
      .field(preference.kind, is: .required, ofType: .enum(type: PreferenceKind.self)),
      .field(preference.since, is: .required, ofType: .date),
      .field(preference.value, is: .optional, ofType: .string),
      .field(preference.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(preference.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Preference> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Preference: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Custom
  public typealias IdentifierProtocol = ModelIdentifier<Self, ModelIdentifierFormat.Custom>
}

extension Preference.IdentifierProtocol {
  public static func identifier(
    kind: PreferenceKind,
    since: Temporal.Date
  ) -> Self {
    .make(fields: [(name: "kind", value: kind.rawValue), (name: "since", value: since)])
  }
}

extension ModelPath where ModelType == Preference {
  public var since: FieldPath<Temporal.Date> {
    date("since")
  }
  public var value: FieldPath<String> {
    string("value")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
