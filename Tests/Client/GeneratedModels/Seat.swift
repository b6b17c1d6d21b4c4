// swiftlint:disable all
import Amplify
import Foundation

public struct Seat: Model {
  public let id: String
  public var row: Int
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?
  public var theatreSeatsCity: String?
  public var theatreSeatsName: String?

  public init(
    id: String = UUID().uuidString,
    row: Int,
    theatreSeatsCity: String? = nil,
    theatreSeatsName: String? = nil
  ) {
    self.init(
      id: id,
      row: row,
      createdAt: nil,
      updatedAt: nil,
      theatreSeatsCity: theatreSeatsCity,
      theatreSeatsName: theatreSeatsName
    )
  }

  internal init(
    id: String = UUID().uuidString,
    row: Int,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil,
    theatreSeatsCity: String? = nil,
    theatreSeatsName: String? = nil
  ) {
    self.id = id
    self.row = row
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.theatreSeatsCity = theatreSeatsCity
    self.theatreSeatsName = theatreSeatsName
  }
}
