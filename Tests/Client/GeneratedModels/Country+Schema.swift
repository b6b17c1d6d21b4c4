// swiftlint:disable all
import Amplify
import Foundation

extension Country {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case code
    case name
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let country = Country.keys

    model.listPluralName = "Countries"
    model.syncPluralName = "Countries"

    model.attributes(
      .index(fields: ["code"], name: nil),
      .primaryKey(fields: [country.code])
    )

    model.fields(
      .field(country.code, is: .required, ofType: .string),
      .field(country.name, is: .required, ofType: .string),
      .field(country.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(country.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Country> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Country: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Custom
  public typealias IdentifierProtocol = ModelIdentifier<Self, ModelIdentifierFormat.Custom>
}

extension Country.IdentifierProtocol {
  public static func identifier(
    code: String
  ) -> Self {
    .make(fields: [(name: "code", value: code)])
  }
}

extension ModelPath where ModelType == Country {
  public var code: FieldPath<String> {
    string("code")
  }
  public var name: FieldPath<String> {
    string("name")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
