// swiftlint:disable all
import Amplify
import Foundation

public struct Episode: Model {
  public let id: String
  public var channelID: String
  public var number: Int
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    channelID: String,
    number: Int
  ) {
    self.init(
      id: id,
      channelID: channelID,
      number: number,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    channelID: String,
    number: Int,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.channelID = channelID
    self.number = number
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
