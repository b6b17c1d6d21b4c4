// swiftlint:disable all
import Amplify
import Foundation

extension Tally {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case value
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let tally = Tally.keys

    model.listPluralName = "Tallies"
    model.syncPluralName = "Tallies"

    model.attributes(
      .primaryKey(fields: [tally.id])
    )

    model.fields(
      .field(tally.id, is: .required, ofType: .int),
      .field(tally.value, is: .required, ofType: .int),
      .field(tally.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(tally.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Tally> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Tally: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Custom
  public typealias IdentifierProtocol = ModelIdentifier<Self, ModelIdentifierFormat.Custom>
}

extension Tally.IdentifierProtocol {
  public static func identifier(
    id: Int
  ) -> Self {
    .make(fields: [(name: "id", value: id)])
  }
}

extension ModelPath where ModelType == Tally {
  public var id: FieldPath<Int> {
    int("id")
  }
  public var value: FieldPath<Int> {
    int("value")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
