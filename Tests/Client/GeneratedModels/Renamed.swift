// swiftlint:disable all
import Amplify
import Foundation

public struct Renamed: Model {
  public let id: String
  public var name: String?
  public var bornOn: Temporal.DateTime?
  public var changedOn: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    name: String? = nil
  ) {
    self.init(
      id: id,
      name: name,
      bornOn: nil,
      changedOn: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    name: String? = nil,
    bornOn: Temporal.DateTime? = nil,
    changedOn: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.name = name
    self.bornOn = bornOn
    self.changedOn = changedOn
  }
}
