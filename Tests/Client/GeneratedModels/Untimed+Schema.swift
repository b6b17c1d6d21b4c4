// swiftlint:disable all
import Amplify
import Foundation

extension Untimed {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case name
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let untimed = Untimed.keys

    model.listPluralName = "Untimeds"
    model.syncPluralName = "Untimeds"

    model.attributes(
      .primaryKey(fields: [untimed.id])
    )

    model.fields(
      .field(untimed.id, is: .required, ofType: .string),
      .field(untimed.name, is: .optional, ofType: .string)
    )
  }

  public class Path: ModelPath<Untimed> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Untimed: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Untimed {
  public var id: FieldPath<String> {
    string("id")
  }
  public var name: FieldPath<String> {
    string("name")
  }
}
