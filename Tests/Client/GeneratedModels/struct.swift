// swiftlint:disable all
import Amplify
import Foundation

public struct `struct`: Embeddable {
  var `protocol`: String?
  var `case`: Int
}
