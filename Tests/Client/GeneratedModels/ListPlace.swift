// swiftlint:disable all
import Amplify
import Foundation

public struct ListPlace: Embeddable {
  var name: String
}
