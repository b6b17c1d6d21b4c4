// swiftlint:disable all
import Amplify
import Foundation

public enum Weather: String, EnumPersistable {
  case sunny = "SUNNY"
  case partlyCloudy
  case rain = "Rain"
  case http2Outage = "HTTP2Outage"
  case size_10 = "SIZE_10"
  case size_1_0 = "SIZE_1_0"
  case `default`
  case `none`
  case `nil`
  case leading = "_leading"
  case `self`
  case `init`
  case type = "Type"
  case rawValue
  case allCases
}
