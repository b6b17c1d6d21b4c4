// swiftlint:disable all
import Amplify
import Foundation

extension Review {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case stars
    case text
    case product
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let review = Review.keys

    model.authRules = [
      rule(allow: .owner, ownerField: "owner", identityClaim: "cognito:username", provider: .userPools, operations: [.create, .update, .delete, .read]),
      rule(allow: .public, provider: .apiKey, operations: [.read])
    ]

    model.listPluralName = "Reviews"
    model.syncPluralName = "Reviews"

    model.attributes(
      .primaryKey(fields: [review.id])
    )

    model.fields(
      .field(review.id, is: .required, ofType: .string),
      .field(review.stars, is: .required, ofType: .int),
      .field(review.text, is: .optional, ofType: .string),
      .belongsTo(review.product, is: .optional, ofType: Product.self, targetNames: ["productReviewsSku"]),
      .field(review.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(review.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Review> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Review: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Review {
  public var id: FieldPath<String> {
    string("id")
  }
  public var stars: FieldPath<Int> {
    int("stars")
  }
  public var text: FieldPath<String> {
    string("text")
  }
  public var product: ModelPath<Product> {
    Product.Path(name: "product", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
