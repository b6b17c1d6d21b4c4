// swiftlint:disable all
import Amplify
import Foundation

public struct Money: Embeddable {
  var cents: Int
  var currency: String
}
