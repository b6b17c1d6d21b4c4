// swiftlint:disable all
import Amplify
import Foundation

public enum DraftState: String, EnumPersistable {
  case new = "NEW"
  case sent = "SENT"
}
