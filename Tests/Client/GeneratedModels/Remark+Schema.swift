// swiftlint:disable all
import Amplify
import Foundation

extension Remark {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case story
    case content
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let remark = Remark.keys

    model.listPluralName = "Remarks"
    model.syncPluralName = "Remarks"

    model.attributes(
      .primaryKey(fields: [remark.id])
    )

    model.fields(
      .field(remark.id, is: .required, ofType: .string),
      .belongsTo(remark.story, is: .required, ofType: Story.self, targetNames: ["storyRemarksId"]),
      .field(remark.content, is: .required, ofType: .string),
      .field(remark.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(remark.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Remark> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Remark: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Remark {
  public var id: FieldPath<String> {
    string("id")
  }
  public var story: ModelPath<Story> {
    Story.Path(name: "story", parent: self)
  }
  public var content: FieldPath<String> {
    string("content")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
