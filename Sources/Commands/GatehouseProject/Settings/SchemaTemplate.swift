// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The schemas with which an API can begin: the rows of the question `schemaTemplate`.
package enum SchemaTemplate: String, Sendable, CaseIterable {
    case single, oneToMany, accessControl, blank

    /// The text of the schema.
    ///
    /// - Parameter mode: the default authorization type, which decides the rule of models.
    /// - Returns: the text.
    package func text(mode: String) -> String {
        let rule = Self.rule(mode)
        return switch self {
        case .blank: ""
        case .single:
            """
            type Todo @model @auth(rules: [\(rule)]) {
              id: ID!
              name: String!
              description: String
            }

            """
        case .oneToMany:
            """
            type Blog @model @auth(rules: [\(rule)]) {
              id: ID!
              name: String!
              posts: [Post] @hasMany
            }

            type Post @model @auth(rules: [\(rule)]) {
              id: ID!
              title: String!
              blog: Blog @belongsTo
              comments: [Comment] @hasMany
            }

            type Comment @model @auth(rules: [\(rule)]) {
              id: ID!
              post: Post @belongsTo
              content: String!
            }

            """
        case .accessControl:
            """
            type PrivateNote @model @auth(rules: [{ allow: owner }]) {
              id: ID!
              content: String!
            }

            type Announcement @model
              @auth(rules: [{ allow: groups, groups: ["admins"] }, { allow: private, operations: [read] }]) {
              id: ID!
              content: String!
            }

            """
        }
    }

    private static func rule(_ mode: String) -> String {
        switch mode {
        case "AMAZON_COGNITO_USER_POOLS": "{ allow: private }"
        case "AWS_IAM": "{ allow: private, provider: iam }"
        case "OPENID_CONNECT": "{ allow: private, provider: oidc }"
        case "AWS_LAMBDA": "{ allow: custom }"
        default: "{ allow: public }"
        }
    }
}
