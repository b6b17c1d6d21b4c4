// swiftlint:disable all
import Amplify
import Foundation

public enum TicketStatus: String, EnumPersistable {
  case `open` = "OPEN"
  case inProgress = "IN_PROGRESS"
  case done = "DONE"
}
