// swiftlint:disable all
import Amplify
import Foundation

public struct Outline: Embeddable {
  var title: String
  var parts: [Outline]?
}
