// swiftlint:disable all
import Amplify
import Foundation

extension Seat {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case row
    case createdAt
    case updatedAt
    case theatreSeatsCity
    case theatreSeatsName
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let seat = Seat.keys

    model.listPluralName = "Seats"
    model.syncPluralName = "Seats"

    model.attributes(
      .primaryKey(fields: [seat.id])
    )

    model.fields(
      .field(seat.id, is: .required, ofType: .string),
      .field(seat.row, is: .required, ofType: .int),
      .field(seat.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(seat.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(seat.theatreSeatsCity, is: .optional, ofType: .string),
      .field(seat.theatreSeatsName, is: .optional, ofType: .string)
    )
  }

  public class Path: ModelPath<Seat> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Seat: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Seat {
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
  public var theatreSeatsCity: FieldPath<String> {
    string("theatreSeatsCity")
  }
  public var theatreSeatsName: FieldPath<String> {
    string("theatreSeatsName")
  }
}
