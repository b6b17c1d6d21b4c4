// swiftlint:disable all
import Amplify
import Foundation

extension Renamed {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case name
    case bornOn
    case changedOn
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let renamed = Renamed.keys

    model.listPluralName = "Renameds"
    model.syncPluralName = "Renameds"

    model.attributes(
      .primaryKey(fields: [renamed.id])
    )

    model.fields(
      .field(renamed.id, is: .required, ofType: .string),
      .field(renamed.name, is: .optional, ofType: .string),
      .field(renamed.bornOn, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(renamed.changedOn, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Renamed> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Renamed: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Renamed {
  public var id: FieldPath<String> {
    string("id")
  }
  public var name: FieldPath<String> {
    string("name")
  }
  public var bornOn: FieldPath<Temporal.DateTime> {
    datetime("bornOn")
  }
  public var changedOn: FieldPath<Temporal.DateTime> {
    datetime("changedOn")
  }
}
