// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

extension GraphQLRequest {
    /// Makes a query for the record with an `id`.
    ///
    /// - Parameters:
    ///   - modelType: the model.
    ///   - id: the value of the field `id`.
    ///   - includes: the related records that the answer has as a whole.
    ///   - authMode: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is nil if there is no such record.
    public static func get<M: Model>(
        _ modelType: M.Type,
        byId id: String,
        includes: IncludedAssociations<M> = { _ in [] },
        authMode: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<M?> {
        get(M.self, key: [(ModelIdentifierFormat.Default.name, id)], M.selection(includes), nil, authMode)
    }

    /// Makes a query for the record with an `id`.
    ///
    /// - Parameters:
    ///   - modelType: the model.
    ///   - id: the value of the field `id`.
    ///   - includes: the related records that the answer has as a whole.
    ///   - authMode: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is nil if there is no such record.
    public static func get<M: Model>(
        _ modelType: M.Type,
        byIdentifier id: String,
        includes: IncludedAssociations<M> = { _ in [] },
        authMode: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<M?> where M: ModelIdentifiable, M.IdentifierFormat == ModelIdentifierFormat.Default {
        get(modelType, byId: id, includes: includes, authMode: authMode)
    }

    /// Makes a query for the record with a key.
    ///
    /// - Parameters:
    ///   - modelType: the model.
    ///   - id: the key.
    ///   - includes: the related records that the answer has as a whole.
    ///   - authMode: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is nil if there is no such record.
    public static func get<M: Model>(
        _ modelType: M.Type,
        byIdentifier id: ModelIdentifier<M, M.IdentifierFormat>,
        includes: IncludedAssociations<M> = { _ in [] },
        authMode: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<M?> where M: ModelIdentifiable {
        let key = id.fields.compactMap { field in FieldValue(field.value).map { (field.name, $0.json) } }
        return get(M.self, key: key, M.selection(includes), nil, authMode)
    }

    /// Makes a query for the record that another one refers to.
    ///
    /// - Parameters:
    ///   - modelType: the model of the record.
    ///   - identifiers: the key of the record.
    ///   - apiName: the API; nil for the only one.
    ///   - authMode: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is nil if there is no such record.
    package static func get<M: Model>(
        _ modelType: M.Type,
        by identifiers: [LazyReferenceIdentifier],
        apiName: String?,
        authMode: AWSAuthorizationType?
    ) -> GraphQLRequest<M?> {
        let key = identifiers.map { ($0.name, $0.json(in: M.schema)) }
        return get(M.self, key: key, M.selection { _ in [] }, apiName, authMode)
    }

    private static func get<M: Model>(
        _ modelType: M.Type, key: [(name: String, value: any Sendable)], _ selection: [Selection], _ apiName: String?,
        _ authMode: AWSAuthorizationType?
    ) -> GraphQLRequest<M?> {
        GraphQLRequest<M?>(.get(M.schema, key: key, selection), apiName, authMode)
    }

    /// Makes a query for the records that meet a condition, page by page.
    ///
    /// - Parameters:
    ///   - modelType: the model.
    ///   - predicate: the condition; nil for all records.
    ///   - includes: the related records that the answer has as a whole.
    ///   - limit: the number of records of a page that the service examines; nil for 1,000.
    ///   - authMode: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is the first page, which loads the next one.
    public static func list<M: Model>(
        _ modelType: M.Type,
        where predicate: (any QueryPredicate)? = nil,
        includes: IncludedAssociations<M> = { _ in [] },
        limit: Int? = nil,
        authMode: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<List<M>> {
        list(M.self, where: predicate, M.selection(includes), limit: limit, nil, authMode)
    }

    /// Makes a query for the records that meet a condition, which belong to another record.
    ///
    /// - Parameters:
    ///   - modelType: the model.
    ///   - predicate: the condition.
    ///   - apiName: the API; nil for the only one.
    ///   - authMode: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is the first page, which loads the next one.
    package static func list<M: Model>(
        _ modelType: M.Type,
        where predicate: any QueryPredicate,
        apiName: String?,
        authMode: AWSAuthorizationType?
    ) -> GraphQLRequest<List<M>> {
        list(M.self, where: predicate, M.selection { _ in [] }, limit: nil, apiName, authMode)
    }

    private static func list<M: Model>(
        _ modelType: M.Type, where predicate: (any QueryPredicate)?, _ selection: [Selection], limit: Int?,
        after nextToken: String? = nil, _ apiName: String?, _ authMode: AWSAuthorizationType?
    ) -> GraphQLRequest<List<M>> {
        let document = ModelDocument.list(
            M.schema, filter: predicate?.graphQLFilter(for: M.schema), limit: limit, nextToken: nextToken, selection)
        var request = GraphQLRequest<List<M>>(document, apiName, authMode)
        request.paging = GraphQLPaging { token in
            GraphQLRequest<List<M>>.list(
                M.self, where: predicate, selection, limit: limit, after: token, apiName, authMode)
        }
        return request
    }

    /// Makes a query for the page after another one, whose document the app has written.
    ///
    /// - Parameters:
    ///   - modelType: the model.
    ///   - nextToken: the token of the page.
    ///   - variables: the variables of the first page; `filter` and `limit` are kept.
    ///   - apiName: the API; nil for the only one.
    ///   - authMode: the authorization; nil for the API's default.
    /// - Returns: the request.
    package static func list<M: Model>(
        _ modelType: M.Type,
        after nextToken: String,
        variables: [String: Any]?,
        apiName: String?,
        authMode: AWSAuthorizationType?
    ) -> GraphQLRequest<List<M>> {
        let document = ModelDocument.list(
            M.schema, filter: variables?["filter"] as? GraphQLFilter, limit: variables?["limit"] as? Int,
            nextToken: nextToken, M.selection { _ in [] })
        return GraphQLRequest<List<M>>(document, apiName, authMode)
    }
}
