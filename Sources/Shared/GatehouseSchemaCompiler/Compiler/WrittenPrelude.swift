// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL

/// The definitions that a written schema may use without defining them.
enum WrittenPrelude {
    /// Scalars, directives and their arguments.
    static let document = parse(scalars + "\n" + modes + "\n" + directives)

    /// A query type for schemas that have none before their operations are generated.
    static let emptyQuery = parse("type Query { _: Boolean }")

    /// The scalar types of AppSync.
    static let scalarNames = [
        "AWSDate", "AWSTime", "AWSDateTime", "AWSTimestamp", "AWSEmail", "AWSJSON", "AWSURL", "AWSPhone",
        "AWSIPAddress",
    ]

    /// The types, directives and strategies of rules that authors mean by names which other languages, databases and Amplify Gen 2
    /// have, by these names in small letters.
    static let synonyms = [
        "bool": "Boolean", "integer": "Int", "int32": "Int", "long": "Int", "number": "Float", "double": "Float",
        "decimal": "Float", "text": "String", "uuid": "ID", "date": "AWSDate", "time": "AWSTime",
        "datetime": "AWSDateTime", "timestamp": "AWSTimestamp", "email": "AWSEmail", "json": "AWSJSON",
        "object": "AWSJSON", "any": "AWSJSON", "map": "AWSJSON", "url": "AWSURL", "uri": "AWSURL", "phone": "AWSPhone",
        "ipaddress": "AWSIPAddress", "authenticated": "private", "publicapikey": "public", "guest": "public",
        "everyone": "public", "everybody": "public", "ownerdefinedin": "owner", "groupsdefinedin": "groups",
        "id": "primaryKey", "authorization": "auth", "entity": "model", "table": "model",
    ]

    /// The definitions of the scalar types of AppSync.
    static let scalars = scalarNames.map { "scalar \($0)" }.joined(separator: "\n")

    /// The directives that the generated schema keeps.
    static let modes = """
        directive @aws_api_key on OBJECT | FIELD_DEFINITION
        directive @aws_iam on OBJECT | FIELD_DEFINITION
        directive @aws_oidc on OBJECT | FIELD_DEFINITION
        directive @aws_lambda on OBJECT | FIELD_DEFINITION
        directive @aws_cognito_user_pools(cognito_groups: [String!]) on OBJECT | FIELD_DEFINITION
        directive @aws_auth(cognito_groups: [String!]) on FIELD_DEFINITION
        directive @aws_subscribe(mutations: [String!]!) on FIELD_DEFINITION
        """

    private static let directives = """
        directive @model(
          queries: ModelQueryMap, mutations: ModelMutationMap, subscriptions: ModelSubscriptionMap,
          timestamps: TimestampConfiguration
        ) on OBJECT
        input ModelQueryMap { get: String list: String sync: String }
        input ModelMutationMap { create: String update: String delete: String }
        input ModelSubscriptionMap {
          onCreate: [String] onUpdate: [String] onDelete: [String] level: ModelSubscriptionLevel
        }
        enum ModelSubscriptionLevel { on off public }
        input TimestampConfiguration { createdAt: String updatedAt: String }
        directive @auth(rules: [AuthRule!]!) on OBJECT | FIELD_DEFINITION
        input AuthRule {
          allow: AuthStrategy! provider: AuthProvider identityClaim: String groupClaim: String ownerField: String
          groupsField: String groups: [String] operations: [ModelOperation]
        }
        enum AuthStrategy { owner groups private custom public }
        enum AuthProvider { apiKey iam identityPool oidc userPools function }
        enum ModelOperation { create update delete read get list sync listen search }
        directive @primaryKey(sortKeyFields: [String]) on FIELD_DEFINITION
        directive @index(
          name: String, sortKeyFields: [String], queryField: String, projection: ProjectionInput
        ) repeatable on FIELD_DEFINITION
        input ProjectionInput { type: ProjectionType nonKeyAttributes: [String] }
        enum ProjectionType { ALL KEYS_ONLY INCLUDE }
        directive @hasOne(fields: [String!], references: [String!]) on FIELD_DEFINITION
        directive @hasMany(
          indexName: String, fields: [String!], references: [String!], limit: Int = 100
        ) on FIELD_DEFINITION
        directive @belongsTo(fields: [String!], references: [String!], overrideIndexName: String) on FIELD_DEFINITION
        directive @manyToMany(relationName: String!, limit: Int = 100) on FIELD_DEFINITION
        directive @default(value: String) on FIELD_DEFINITION
        directive @function(
          name: String!, region: String, accountId: String, invocationType: InvocationType = RequestResponse
        ) repeatable on FIELD_DEFINITION
        enum InvocationType { RequestResponse Event }
        """

    /// The directives that only the compiler reads; the generated schema does not have them.
    static let compileTime: Set<String> = [
        "model", "auth", "primaryKey", "index", "hasOne", "hasMany", "belongsTo", "manyToMany", "default", "function",
    ]

    /// Reads built-in definitions.
    static func parse(_ text: String) -> Document {
        do {
            return try Document(parsing: text, limits: .typeSystem, keepsLocations: false)
        } catch {
            preconditionFailure("The built-in definitions do not parse: \(error)")
        }
    }
}
