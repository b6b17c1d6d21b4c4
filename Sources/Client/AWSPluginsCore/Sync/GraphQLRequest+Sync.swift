// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// Requests for records with the service's versions of them, of APIs with conflict detection.
extension GraphQLRequest {
    /// Makes a query for the record with an `id`, and its version.
    ///
    /// - Parameters:
    ///   - modelName: the name of a registered model. The answer to a request for another one cannot be decoded.
    ///   - id: the value of the field `id`.
    ///   - authType: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is nil if there is no such record.
    public static func query(
        modelName: String,
        byId id: String,
        authType: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<MutationSyncResult?> {
        let schema = ModelRegistry.modelSchema(from: modelName) ?? ModelSchema(name: modelName)
        let key = [(name: ModelIdentifierFormat.Default.name, value: id as any Sendable)]
        return GraphQLRequest<MutationSyncResult?>(.versionedGet(schema, key: key, authType), of: modelName, authType)
    }

    /// Makes a query for the service's record with the key of a record, and its version.
    ///
    /// - Parameters:
    ///   - record: the record with the key.
    ///   - modelSchema: the model.
    ///   - authType: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is nil if there is no such record.
    package static func query(
        like record: any Model,
        modelSchema: ModelSchema,
        authType: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<MutationSyncResult?> {
        let key = record.identifier(schema: modelSchema).fields.compactMap { field in
            FieldValue(field.value).map { (name: field.name, value: $0.json) }
        }
        return GraphQLRequest<MutationSyncResult?>(
            .versionedGet(modelSchema, key: key, authType), of: modelSchema.name, authType)
    }

    /// Makes a query for the records that have changed since a time, page by page.
    ///
    /// - Parameters:
    ///   - modelType: the model.
    ///   - predicate: the condition; nil for all records.
    ///   - limit: the number of records of a page that the service examines; nil for 1,000.
    ///   - nextToken: the token of the page; nil for the first one.
    ///   - lastSync: the time, in milliseconds since 1970; nil for all records.
    ///   - authType: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is a page.
    public static func syncQuery(
        modelType: any Model.Type,
        where predicate: (any QueryPredicate)? = nil,
        limit: Int? = nil,
        nextToken: String? = nil,
        lastSync: Int64? = nil,
        authType: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<SyncQueryResult> {
        syncQuery(
            modelSchema: modelType.schema, where: predicate, limit: limit, nextToken: nextToken, lastSync: lastSync,
            authType: authType)
    }

    /// Makes a query for the records that have changed since a time, page by page.
    ///
    /// - Parameters:
    ///   - modelSchema: the model.
    ///   - predicate: the condition; nil for all records.
    ///   - limit: the number of records of a page that the service examines; nil for 1,000.
    ///   - nextToken: the token of the page; nil for the first one.
    ///   - lastSync: the time, in milliseconds since 1970; nil for all records.
    ///   - authType: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is a page.
    public static func syncQuery(
        modelSchema: ModelSchema,
        where predicate: (any QueryPredicate)? = nil,
        limit: Int? = nil,
        nextToken: String? = nil,
        lastSync: Int64? = nil,
        authType: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<SyncQueryResult> {
        let document = ModelDocument.sync(
            modelSchema, where: predicate, limit: limit, nextToken: nextToken, lastSync: lastSync, authType)
        return GraphQLRequest<SyncQueryResult>(document, of: modelSchema.name, authType)
    }

    /// Makes a subscription to changes of a model's records, without the token of a user.
    ///
    /// - Parameters:
    ///   - modelType: the model. The service refuses the subscription if only owners read its records.
    ///   - subscriptionType: the kind of the changes.
    ///   - authType: the authorization; nil for the API's default.
    /// - Returns: the request; an event has the record.
    public static func subscription(
        to modelType: any Model.Type,
        subscriptionType: GraphQLSubscriptionType,
        authType: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<MutationSyncResult> {
        subscription(to: modelType.schema, subscriptionType: subscriptionType, authType: authType)
    }

    /// Makes a subscription to changes of a model's records that the user may read.
    ///
    /// - Parameters:
    ///   - modelType: the model.
    ///   - subscriptionType: the kind of the changes.
    ///   - claims: the claims of the user's access token, with the names of the owner and the groups.
    ///   - authType: the authorization; nil for the API's default.
    /// - Returns: the request; an event has the record.
    public static func subscription(
        to modelType: any Model.Type,
        subscriptionType: GraphQLSubscriptionType,
        claims: IdentityClaimsDictionary,
        authType: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<MutationSyncResult> {
        subscription(to: modelType.schema, subscriptionType: subscriptionType, claims: claims, authType: authType)
    }

    /// Makes a subscription to changes of a model's records, without the token of a user.
    ///
    /// - Parameters:
    ///   - modelSchema: the model. The service refuses the subscription if only owners read its records.
    ///   - subscriptionType: the kind of the changes.
    ///   - authType: the authorization; nil for the API's default.
    /// - Returns: the request; an event has the record.
    public static func subscription(
        to modelSchema: ModelSchema,
        subscriptionType: GraphQLSubscriptionType,
        authType: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<MutationSyncResult> {
        GraphQLRequest<MutationSyncResult>(
            .versionedSubscription(subscriptionType, modelSchema, claims: nil, authType), of: modelSchema.name,
            authType)
    }

    /// Makes a subscription to changes of a model's records that the user may read.
    ///
    /// - Parameters:
    ///   - modelSchema: the model.
    ///   - subscriptionType: the kind of the changes.
    ///   - claims: the claims of the user's access token, with the names of the owner and the groups.
    ///   - authType: the authorization; nil for the API's default.
    /// - Returns: the request; an event has the record.
    public static func subscription(
        to modelSchema: ModelSchema,
        subscriptionType: GraphQLSubscriptionType,
        claims: IdentityClaimsDictionary,
        authType: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<MutationSyncResult> {
        GraphQLRequest<MutationSyncResult>(
            .versionedSubscription(subscriptionType, modelSchema, claims: claims, authType), of: modelSchema.name,
            authType)
    }

    /// Makes the request of a document with versions.
    init(_ document: ModelDocument, of modelName: String, _ authType: AWSAuthorizationType?) {
        self.init(document, nil, authType)
        options = Options(pluginOptions: AWSAPIPluginDataStoreOptions(authType: authType, modelName: modelName))
    }
}
