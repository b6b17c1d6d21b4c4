// swiftlint:disable all
import Amplify
import Foundation

extension Draft {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case title
    case stars
    case state
    case `open`
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let draft = Draft.keys

    model.listPluralName = "Drafts"
    model.syncPluralName = "Drafts"

    model.attributes(
      .primaryKey(fields: [draft.id])
    )

    model.fields(
      .field(draft.id, is: .required, ofType: .string),
      .field(draft.title, is: .required, ofType: .string),
      .field(draft.stars, is: .optional, ofType: .int),
      .field(draft.state, is: .optional, ofType: .enum(type: DraftState.self)),
      .field(draft.`open`, is: .required, ofType: .bool),
      .field(draft.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(draft.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Draft> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Draft: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Draft {
  public var id: FieldPath<String> {
    string("id")
  }
  public var title: FieldPath<String> {
    string("title")
  }
  public var stars: FieldPath<Int> {
    int("stars")
  }
  public var `open`: FieldPath<Bool> {
    bool("open")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
