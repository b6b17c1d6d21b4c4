// swiftlint:disable all
import Amplify
import Foundation

extension Lists {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case optionalOfOptional
    case optionalOfRequired
    case requiredOfOptional
    case requiredOfRequired
    case days
    case moments
    case matrix
    case moods
    case places
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let lists = Lists.keys

    model.listPluralName = "Lists"
    model.syncPluralName = "Lists"

    model.attributes(
      .primaryKey(fields: [lists.id])
    )

    model.fields(
      .field(lists.id, is: .required, ofType: .string),
      .field(lists.optionalOfOptional, is: .optional, ofType: .embeddedCollection(of: String.self)),
      .field(lists.optionalOfRequired, is: .optional, ofType: .embeddedCollection(of: Int.self)),
      .field(lists.requiredOfOptional, is: .required, ofType: .embeddedCollection(of: Double.self)),
      .field(lists.requiredOfRequired, is: .required, ofType: .embeddedCollection(of: Bool.self)),
      .field(lists.days, is: .optional, ofType: .embeddedCollection(of: Temporal.Date.self)),
      .field(lists.moments, is: .optional, ofType: .embeddedCollection(of: Temporal.DateTime.self)),
      .field(lists.matrix, is: .optional, ofType: .embeddedCollection(of: [Int].self)),
      .field(lists.moods, is: .optional, ofType: .embeddedCollection(of: ListMood.self)),
      .field(lists.places, is: .optional, ofType: .embeddedCollection(of: ListPlace.self)),
      .field(lists.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(lists.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Lists> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Lists: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Lists {
  public var id: FieldPath<String> {
    string("id")
  }
  public var optionalOfOptional: FieldPath<String> {
    string("optionalOfOptional")
  }
  public var optionalOfRequired: FieldPath<Int> {
    int("optionalOfRequired")
  }
  public var requiredOfOptional: FieldPath<Double> {
    double("requiredOfOptional")
  }
  public var requiredOfRequired: FieldPath<Bool> {
    bool("requiredOfRequired")
  }
  public var days: FieldPath<Temporal.Date> {
    date("days")
  }
  public var moments: FieldPath<Temporal.DateTime> {
    datetime("moments")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
