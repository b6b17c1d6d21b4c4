// swiftlint:disable all
import Amplify
import Foundation

public enum PreferenceKind: String, EnumPersistable {
  case theme = "THEME"
  case fontSize = "FONT_SIZE"
}
