// swiftlint:disable all
import Amplify
import Foundation

extension CustomerVisit {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case customerId
    case day
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let customerVisit = CustomerVisit.keys

    model.listPluralName = "CustomerVisits"
    model.syncPluralName = "CustomerVisits"

    model.attributes(
      .primaryKey(fields: [customerVisit.id])
    )

    model.fields(
      .field(customerVisit.id, is: .required, ofType: .string),
      .field(customerVisit.customerId, is: .optional, ofType: .string),
      .field(customerVisit.day, is: .required, ofType: .date),
      .field(customerVisit.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(customerVisit.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<CustomerVisit> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension CustomerVisit: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == CustomerVisit {
  public var id: FieldPath<String> {
    string("id")
  }
  public var customerId: FieldPath<String> {
    string("customerId")
  }
  public var day: FieldPath<Temporal.Date> {
    date("day")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
