// swiftlint:disable all
import Amplify
import Foundation

public enum `enum`: String, EnumPersistable {
  case `switch`
  case `while`
}
