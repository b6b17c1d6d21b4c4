// swiftlint:disable all
import Amplify
import Foundation

extension Forecast {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case weather
    case tomorrow
    case later
    case maybe
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let forecast = Forecast.keys

    model.listPluralName = "Forecasts"
    model.syncPluralName = "Forecasts"

    model.attributes(
      .primaryKey(fields: [forecast.id])
    )

    model.fields(
      .field(forecast.id, is: .required, ofType: .string),
      .field(forecast.weather, is: .required, ofType: .enum(type: Weather.self)),
      .field(forecast.tomorrow, is: .optional, ofType: .enum(type: Weather.self)),
      .field(forecast.later, is: .required, ofType: .embeddedCollection(of: Weather.self)),
      .field(forecast.maybe, is: .optional, ofType: .embeddedCollection(of: Weather.self)),
      .field(forecast.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(forecast.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Forecast> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Forecast: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Forecast {
  public var id: FieldPath<String> {
    string("id")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
