// swiftlint:disable all
import Amplify
import Foundation

public enum mood: String, EnumPersistable {
  case happy
  case sad
}
