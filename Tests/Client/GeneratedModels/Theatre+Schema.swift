// swiftlint:disable all
import Amplify
import Foundation

extension Theatre {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case city
    case name
    case chairs
    case director
    case createdAt
    case updatedAt
    case theatreDirectorNation
    case theatreDirectorName
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let theatre = Theatre.keys

    model.listPluralName = "Theatres"
    model.syncPluralName = "Theatres"

    model.attributes(
      .index(fields: ["city", "name"], name: nil),
      .primaryKey(fields: [theatre.city, theatre.name])
    )

    model.fields(
      .field(theatre.city, is: .required, ofType: .string),
      .field(theatre.name, is: .required, ofType: .string),
      .hasMany(theatre.chairs, is: .optional, ofType: Chair.self, associatedFields: [Chair.keys.theatreChairsCity, Chair.keys.theatreChairsName]),
      .hasOne(theatre.director, is: .optional, ofType: Director.self, associatedWith: Director.keys.nation, targetNames: ["theatreDirectorNation", "theatreDirectorName"]),
      .field(theatre.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(theatre.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(theatre.theatreDirectorNation, is: .optional, ofType: .string),
      .field(theatre.theatreDirectorName, is: .optional, ofType: .string)
    )
  }

  public class Path: ModelPath<Theatre> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Theatre: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Custom
  public typealias IdentifierProtocol = ModelIdentifier<Self, ModelIdentifierFormat.Custom>
}

extension Theatre.IdentifierProtocol {
  public static func identifier(
    city: String,
    name: String
  ) -> Self {
    .make(fields: [(name: "city", value: city), (name: "name", value: name)])
  }
}

extension ModelPath where ModelType == Theatre {
  public var city: FieldPath<String> {
    string("city")
  }
  public var name: FieldPath<String> {
    string("name")
  }
  public var chairs: ModelPath<Chair> {
    Chair.Path(name: "chairs", isCollection: true, parent: self)
  }
  public var director: ModelPath<Director> {
    Director.Path(name: "director", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
  public var theatreDirectorNation: FieldPath<String> {
    string("theatreDirectorNation")
  }
  public var theatreDirectorName: FieldPath<String> {
    string("theatreDirectorName")
  }
}
