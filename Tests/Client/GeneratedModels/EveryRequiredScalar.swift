// swiftlint:disable all
import Amplify
import Foundation

public struct EveryRequiredScalar: Model {
  public let id: String
  public var text: String
  public var number: Int
  public var fraction: Double
  public var flag: Bool
  public var day: Temporal.Date
  public var clock: Temporal.Time
  public var moment: Temporal.DateTime
  public var seconds: Int
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    text: String,
    number: Int,
    fraction: Double,
    flag: Bool,
    day: Temporal.Date,
    clock: Temporal.Time,
    moment: Temporal.DateTime,
    seconds: Int
  ) {
    self.init(
      id: id,
      text: text,
      number: number,
      fraction: fraction,
      flag: flag,
      day: day,
      clock: clock,
      moment: moment,
      seconds: seconds,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    text: String,
    number: Int,
    fraction: Double,
    flag: Bool,
    day: Temporal.Date,
    clock: Temporal.Time,
    moment: Temporal.DateTime,
    seconds: Int,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.text = text
    self.number = number
    self.fraction = fraction
    self.flag = flag
    self.day = day
    self.clock = clock
    self.moment = moment
    self.seconds = seconds
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
