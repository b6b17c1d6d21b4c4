// swiftlint:disable all
import Amplify
import Foundation

extension Counter {
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
    let counter = Counter.keys

    model.listPluralName = "Counters"
    model.syncPluralName = "Counters"

    model.attributes(
      .primaryKey(fields: [counter.id])
    )

    model.fields(
      .field(counter.id, is: .required, ofType: .int),
      .field(counter.value, is: .required, ofType: .int),
      .field(counter.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(counter.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Counter> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Counter: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Custom
  public typealias IdentifierProtocol = ModelIdentifier<Self, ModelIdentifierFormat.Custom>
}

extension Counter.IdentifierProtocol {
  public static func identifier(
    id: Int
  ) -> Self {
    .make(fields: [(name: "id", value: id)])
  }
}

extension ModelPath where ModelType == Counter {
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
