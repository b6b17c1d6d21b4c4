// swiftlint:disable all
import Amplify
import Foundation

public enum ListMood: String, EnumPersistable {
  case calm = "CALM"
  case loud = "LOUD"
}
