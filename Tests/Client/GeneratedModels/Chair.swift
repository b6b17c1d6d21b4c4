// swiftlint:disable all
import Amplify
import Foundation

public struct Chair: Model {
  public let id: String
  public var row: Int
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?
  public var theatreChairsCity: String?
  public var theatreChairsName: String?

  public init(
    id: String = UUID().uuidString,
    row: Int,
    theatreChairsCity: String? = nil,
    theatreChairsName: String? = nil
  ) {
    self.init(
      id: id,
      row: row,
      createdAt: nil,
      updatedAt: nil,
      theatreChairsCity: theatreChairsCity,
      theatreChairsName: theatreChairsName
    )
  }

  internal init(
    id: String = UUID().uuidString,
    row: Int,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil,
    theatreChairsCity: String? = nil,
    theatreChairsName: String? = nil
  ) {
    self.id = id
    self.row = row
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.theatreChairsCity = theatreChairsCity
    self.theatreChairsName = theatreChairsName
  }
}
