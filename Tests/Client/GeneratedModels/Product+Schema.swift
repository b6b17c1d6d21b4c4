// swiftlint:disable all
import Amplify
import Foundation

extension Product {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case sku
    case name
    case price
    case reviews
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let product = Product.keys

    model.authRules = [
      rule(allow: .public, provider: .apiKey, operations: [.read]),
      rule(allow: .groups, groupClaim: "cognito:groups", groups: ["Staff"], provider: .userPools, operations: [.create, .update, .delete, .read])
    ]

    model.listPluralName = "Products"
    model.syncPluralName = "Products"

    model.attributes(
      .index(fields: ["sku"], name: nil),
      .primaryKey(fields: [product.sku])
    )

    model.fields(
      .field(product.sku, is: .required, ofType: .string),
      .field(product.name, is: .required, ofType: .string),
      .field(product.price, is: .required, ofType: .embedded(type: Money.self)),
      .hasMany(product.reviews, is: .optional, ofType: Review.self, associatedWith: Review.keys.product),
      .field(product.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(product.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Product> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Product: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Custom
  public typealias IdentifierProtocol = ModelIdentifier<Self, ModelIdentifierFormat.Custom>
}

extension Product.IdentifierProtocol {
  public static func identifier(
    sku: String
  ) -> Self {
    .make(fields: [(name: "sku", value: sku)])
  }
}

extension ModelPath where ModelType == Product {
  public var sku: FieldPath<String> {
    string("sku")
  }
  public var name: FieldPath<String> {
    string("name")
  }
  public var reviews: ModelPath<Review> {
    Review.Path(name: "reviews", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
