// swiftlint:disable all
import Amplify
import Foundation

public struct size3D: Embeddable {
  var width: Int
}
