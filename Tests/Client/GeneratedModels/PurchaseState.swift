// swiftlint:disable all
import Amplify
import Foundation

public enum PurchaseState: String, EnumPersistable {
  case ordered = "ORDERED"
  case shipped = "SHIPPED"
  case delivered = "DELIVERED"
  case returned = "RETURNED"
}
