// swiftlint:disable all
import Amplify
import Foundation

public struct EveryScalar: Model {
  public let id: String
  public var text: String?
  public var number: Int?
  public var fraction: Double?
  public var flag: Bool?
  public var key: String?
  public var day: Temporal.Date?
  public var clock: Temporal.Time?
  public var moment: Temporal.DateTime?
  public var seconds: Int?
  public var mail: String?
  public var document: String?
  public var link: String?
  public var phone: String?
  public var address: String?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    text: String? = nil,
    number: Int? = nil,
    fraction: Double? = nil,
    flag: Bool? = nil,
    key: String? = nil,
    day: Temporal.Date? = nil,
    clock: Temporal.Time? = nil,
    moment: Temporal.DateTime? = nil,
    seconds: Int? = nil,
    mail: String? = nil,
    document: String? = nil,
    link: String? = nil,
    phone: String? = nil,
    address: String? = nil
  ) {
    self.init(
      id: id,
      text: text,
      number: number,
      fraction: fraction,
      flag: flag,
      key: key,
      day: day,
      clock: clock,
      moment: moment,
      seconds: seconds,
      mail: mail,
      document: document,
      link: link,
      phone: phone,
      address: address,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    text: String? = nil,
    number: Int? = nil,
    fraction: Double? = nil,
    flag: Bool? = nil,
    key: String? = nil,
    day: Temporal.Date? = nil,
    clock: Temporal.Time? = nil,
    moment: Temporal.DateTime? = nil,
    seconds: Int? = nil,
    mail: String? = nil,
    document: String? = nil,
    link: String? = nil,
    phone: String? = nil,
    address: String? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.text = text
    self.number = number
    self.fraction = fraction
    self.flag = flag
    self.key = key
    self.day = day
    self.clock = clock
    self.moment = moment
    self.seconds = seconds
    self.mail = mail
    self.document = document
    self.link = link
    self.phone = phone
    self.address = address
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
