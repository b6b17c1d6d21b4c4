// swiftlint:disable all
import Amplify
import Foundation

public struct Address: Embeddable {
  var street: String
  var city: String?
  var position: Coordinates?
}
