// swiftlint:disable all
import Amplify
import Foundation

public enum Season: String, EnumPersistable {
  case spring = "SPRING"
  case autumn = "AUTUMN"
}
