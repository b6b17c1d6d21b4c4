// swiftlint:disable all
import Amplify
import Foundation

public struct OpeningHours: Embeddable {
  var day: Weekday
  var from: Temporal.Time
  var to: Temporal.Time
  var notes: [String?]?
}
