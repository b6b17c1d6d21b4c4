// swiftlint:disable all
import Amplify
import Foundation

public struct Lists: Model {
  public let id: String
  public var optionalOfOptional: [String?]?
  public var optionalOfRequired: [Int]?
  public var requiredOfOptional: [Double?]
  public var requiredOfRequired: [Bool]
  public var days: [Temporal.Date?]?
  public var moments: [Temporal.DateTime]?
  public var matrix: [[Int]]?
  public var moods: [ListMood?]?
  public var places: [ListPlace]?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    optionalOfOptional: [String?]? = [],
    optionalOfRequired: [Int]? = [],
    requiredOfOptional: [Double?] = [],
    requiredOfRequired: [Bool] = [],
    days: [Temporal.Date?]? = [],
    moments: [Temporal.DateTime]? = [],
    matrix: [[Int]]? = [],
    moods: [ListMood?]? = [],
    places: [ListPlace]? = []
  ) {
    self.init(
      id: id,
      optionalOfOptional: optionalOfOptional,
      optionalOfRequired: optionalOfRequired,
      requiredOfOptional: requiredOfOptional,
      requiredOfRequired: requiredOfRequired,
      days: days,
      moments: moments,
      matrix: matrix,
      moods: moods,
      places: places,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    optionalOfOptional: [String?]? = [],
    optionalOfRequired: [Int]? = [],
    requiredOfOptional: [Double?] = [],
    requiredOfRequired: [Bool] = [],
    days: [Temporal.Date?]? = [],
    moments: [Temporal.DateTime]? = [],
    matrix: [[Int]]? = [],
    moods: [ListMood?]? = [],
    places: [ListPlace]? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.optionalOfOptional = optionalOfOptional
    self.optionalOfRequired = optionalOfRequired
    self.requiredOfOptional = requiredOfOptional
    self.requiredOfRequired = requiredOfRequired
    self.days = days
    self.moments = moments
    self.matrix = matrix
    self.moods = moods
    self.places = places
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
