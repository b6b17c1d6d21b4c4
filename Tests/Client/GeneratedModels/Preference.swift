// swiftlint:disable all
import Amplify
import Foundation

public struct Preference: Model {
  public let kind: PreferenceKind
  public let since: Temporal.Date
  public var value: String?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    kind: PreferenceKind,
    since: Temporal.Date,
    value: String? = nil
  ) {
    self.init(
      kind: kind,
      since: since,
      value: value,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    kind: PreferenceKind,
    since: Temporal.Date,
    value: String? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.kind = kind
    self.since = since
    self.value = value
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
