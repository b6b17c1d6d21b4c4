// swiftlint:disable all
import Amplify
import Foundation

extension Chair {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case row
    case createdAt
    case updatedAt
    case theatreChairsCity
    case theatreChairsName
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let chair = Chair.keys

    model.listPluralName = "Chairs"
    model.syncPluralName = "Chairs"

    model.attributes(
      .primaryKey(fields: [chair.id])
    )

    model.fields(
      .field(chair.id, is: .required, ofType: .string),
      .field(chair.row, is: .required, ofType: .int),
      .field(chair.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(chair.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(chair.theatreChairsCity, is: .optional, ofType: .string),
      .field(chair.theatreChairsName, is: .optional, ofType: .string)
    )
  }

  public class Path: ModelPath<Chair> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Chair: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Chair {
  public var id: FieldPath<String> {
    string("id")
  }
  public var row: FieldPath<Int> {
    int("row")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
  public var theatreChairsCity: FieldPath<String> {
    string("theatreChairsCity")
  }
  public var theatreChairsName: FieldPath<String> {
    string("theatreChairsName")
  }
}
