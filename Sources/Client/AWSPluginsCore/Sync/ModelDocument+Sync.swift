// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The documents of a synchronization, which have the versions of records.
extension ModelDocument {
    /// A query for a record and its version.
    static func versionedGet(
        _ schema: ModelSchema, key: [(name: String, value: any Sendable)], _ mode: AWSAuthorizationType?
    ) -> ModelDocument {
        get(schema, key: key, Selection.versionedFields(of: schema, related: .whole, mode: mode))
    }

    /// A query for a page of the records that have changed since a time.
    static func sync(
        _ schema: ModelSchema, where predicate: (any QueryPredicate)?, limit: Int?, nextToken: String?,
        lastSync: Int64?, _ mode: AWSAuthorizationType?
    ) -> ModelDocument {
        let plural = schema.syncPluralName ?? schema.name.pluralize()
        let fields = Selection.versionedFields(of: schema, related: .byKey, mode: mode)
        var document = ModelDocument.page(
            .sync, of: schema, plural: plural, filter: filter(predicate, schema), limit: limit, nextToken: nextToken,
            fields, [Selection(name: "startedAt")])
        if let lastSync { document.arguments["lastSync"] = .variable(type: "AWSTimestamp", value: lastSync) }
        return document
    }

    /// The condition as a group, the form in which Amplify's clients send it.
    private static func filter(_ predicate: (any QueryPredicate)?, _ schema: ModelSchema) -> GraphQLFilter? {
        switch predicate {
        case nil, is QueryPredicateConstant: nil
        case let group as QueryPredicateGroup: group.graphQLFilter(for: schema)
        case let predicate?:
            QueryPredicateGroup(type: .and, predicates: [predicate]).graphQLFilter(for: schema)
        }
    }

    /// A mutation of a record of which the service has a version.
    static func versionedMutation(
        _ type: GraphQLMutationType, _ model: any Model, _ schema: ModelSchema, condition: GraphQLFilter?,
        version: Int?, _ mode: AWSAuthorizationType?
    ) -> ModelDocument {
        var document = mutation(
            type, model, schema, condition: condition,
            Selection.versionedFields(of: schema, related: .wholeWithVersions, mode: mode))
        if let version, case .variable(let type, var input as [String: Any]) = document.arguments["input"] {
            input["_version"] = version
            document.arguments["input"] = .variable(type: type, value: input)
        }
        return document
    }

    /// A subscription to the changes of records and their versions.
    static func versionedSubscription(
        _ type: GraphQLSubscriptionType, _ schema: ModelSchema, claims: IdentityClaimsDictionary?,
        _ mode: AWSAuthorizationType?
    ) -> ModelDocument {
        var document = subscription(
            type, schema, Selection.versionedFields(of: schema, related: .byKey, mode: mode))
        for (field, owner) in schema.subscribedOwners(in: mode, claims: claims) {
            document.arguments[field] = .variable(type: "String!", value: owner)
        }
        return document
    }
}
