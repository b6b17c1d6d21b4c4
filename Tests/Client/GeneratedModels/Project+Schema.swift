// swiftlint:disable all
import Amplify
import Foundation

extension Project {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case name
    case team
    case substitutes
    case createdAt
    case updatedAt
    case projectTeamId
    case projectSubstitutesId
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let project = Project.keys

    model.listPluralName = "Projects"
    model.syncPluralName = "Projects"

    model.attributes(
      .primaryKey(fields: [project.id])
    )

    model.fields(
      .field(project.id, is: .required, ofType: .string),
      .field(project.name, is: .optional, ofType: .string),
      .hasOne(project.team, is: .optional, ofType: Team.self, associatedWith: Team.keys.id, targetNames: ["projectTeamId"]),
      .hasOne(project.substitutes, is: .optional, ofType: Team.self, associatedWith: Team.keys.id, targetNames: ["projectSubstitutesId"]),
      .field(project.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(project.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(project.projectTeamId, is: .optional, ofType: .string),
      .field(project.projectSubstitutesId, is: .optional, ofType: .string)
    )
  }

  public class Path: ModelPath<Project> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Project: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Project {
  public var id: FieldPath<String> {
    string("id")
  }
  public var name: FieldPath<String> {
    string("name")
  }
  public var team: ModelPath<Team> {
    Team.Path(name: "team", parent: self)
  }
  public var substitutes: ModelPath<Team> {
    Team.Path(name: "substitutes", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
  public var projectTeamId: FieldPath<String> {
    string("projectTeamId")
  }
  public var projectSubstitutesId: FieldPath<String> {
    string("projectSubstitutesId")
  }
}
