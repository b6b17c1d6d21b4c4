// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// The related records that an answer has as a whole, as paths from the model.
///
/// ```swift
/// let request = GraphQLRequest<Post>.get(Post.self, byId: id, includes: { post in [post.author, post.comments] })
/// ```
public typealias IncludedAssociations<M: Model> = (ModelPath<M>) -> [any PropertyContainerPath]

// MARK: - Queries

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

// MARK: - Mutations

extension GraphQLRequest {
    /// Makes a mutation that creates a record.
    ///
    /// - Parameters:
    ///   - model: the record.
    ///   - includes: the related records that the answer has as a whole.
    ///   - authMode: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is the record.
    public static func create<M: Model>(
        _ model: M,
        includes: IncludedAssociations<M> = { _ in [] },
        authMode: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<M> {
        mutation(of: model, includes: includes, type: .create, authMode: authMode)
    }

    /// Makes a mutation that changes a record.
    ///
    /// - Parameters:
    ///   - model: the record with its new values.
    ///   - predicate: the condition on the record's present values; nil for none.
    ///   - includes: the related records that the answer has as a whole.
    ///   - authMode: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is the record.
    public static func update<M: Model>(
        _ model: M,
        where predicate: (any QueryPredicate)? = nil,
        includes: IncludedAssociations<M> = { _ in [] },
        authMode: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<M> {
        mutation(of: model, where: predicate, includes: includes, type: .update, authMode: authMode)
    }

    /// Makes a mutation that removes a record.
    ///
    /// - Parameters:
    ///   - model: the record; only its key counts.
    ///   - predicate: the condition on the record's present values; nil for none.
    ///   - includes: the related records that the answer has as a whole.
    ///   - authMode: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is the removed record.
    public static func delete<M: Model>(
        _ model: M,
        where predicate: (any QueryPredicate)? = nil,
        includes: IncludedAssociations<M> = { _ in [] },
        authMode: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<M> {
        mutation(of: model, where: predicate, includes: includes, type: .delete, authMode: authMode)
    }

    /// Makes a mutation of a record.
    ///
    /// - Parameters:
    ///   - model: the record.
    ///   - predicate: the condition on the record's present values; nil for none. A new record has none.
    ///   - includes: the related records that the answer has as a whole.
    ///   - type: the kind of the mutation.
    ///   - authMode: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is the record.
    public static func mutation<M: Model>(
        of model: M,
        where predicate: (any QueryPredicate)? = nil,
        includes: IncludedAssociations<M> = { _ in [] },
        type: GraphQLMutationType,
        authMode: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<M> {
        mutation(
            of: model, modelSchema: model.schema, where: predicate, includes: includes, type: type, authMode: authMode)
    }

    /// Makes a mutation of a record with another schema than its type has.
    ///
    /// - Parameters:
    ///   - model: the record.
    ///   - modelSchema: the schema.
    ///   - predicate: the condition on the record's present values; nil for none. A new record has none.
    ///   - includes: the related records that the answer has as a whole.
    ///   - type: the kind of the mutation.
    ///   - authMode: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is the record.
    public static func mutation<M: Model>(
        of model: M,
        modelSchema: ModelSchema,
        where predicate: (any QueryPredicate)? = nil,
        includes: IncludedAssociations<M> = { _ in [] },
        type: GraphQLMutationType,
        authMode: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<M> {
        let condition = type == .create ? nil : predicate?.graphQLFilter(for: modelSchema)
        let document = ModelDocument.mutation(
            type, model, modelSchema, condition: condition, M.selection(includes, of: modelSchema))
        return GraphQLRequest<M>(document, nil, authMode)
    }

    /// Makes a mutation that creates a record with another schema than its type has.
    ///
    /// - Parameters:
    ///   - model: the record.
    ///   - modelSchema: the schema.
    ///   - includes: the related records that the answer has as a whole.
    ///   - authMode: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is the record.
    public static func create<M: Model>(
        _ model: M,
        modelSchema: ModelSchema,
        includes: IncludedAssociations<M> = { _ in [] },
        authMode: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<M> {
        mutation(of: model, modelSchema: modelSchema, includes: includes, type: .create, authMode: authMode)
    }

    /// Makes a mutation that changes a record with another schema than its type has.
    ///
    /// - Parameters:
    ///   - model: the record with its new values.
    ///   - modelSchema: the schema.
    ///   - predicate: the condition on the record's present values; nil for none.
    ///   - includes: the related records that the answer has as a whole.
    ///   - authMode: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is the record.
    public static func update<M: Model>(
        _ model: M,
        modelSchema: ModelSchema,
        where predicate: (any QueryPredicate)? = nil,
        includes: IncludedAssociations<M> = { _ in [] },
        authMode: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<M> {
        mutation(
            of: model, modelSchema: modelSchema, where: predicate, includes: includes, type: .update,
            authMode: authMode)
    }

    /// Makes a mutation that removes a record with another schema than its type has.
    ///
    /// - Parameters:
    ///   - model: the record; only its key counts.
    ///   - modelSchema: the schema.
    ///   - predicate: the condition on the record's present values; nil for none.
    ///   - includes: the related records that the answer has as a whole.
    ///   - authMode: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is the removed record.
    public static func delete<M: Model>(
        _ model: M,
        modelSchema: ModelSchema,
        where predicate: (any QueryPredicate)? = nil,
        includes: IncludedAssociations<M> = { _ in [] },
        authMode: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<M> {
        mutation(
            of: model, modelSchema: modelSchema, where: predicate, includes: includes, type: .delete,
            authMode: authMode)
    }
}

// MARK: - Subscriptions

extension GraphQLRequest {
    /// Makes a subscription to changes of a model's records.
    ///
    /// - Parameters:
    ///   - modelType: the model.
    ///   - type: the kind of the changes.
    ///   - includes: the related records that an event has as a whole.
    ///   - authMode: the authorization; nil for the API's default.
    /// - Returns: the request; an event has the record.
    public static func subscription<M: Model>(
        of modelType: M.Type,
        type: GraphQLSubscriptionType,
        includes: IncludedAssociations<M> = { _ in [] },
        authMode: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<M> {
        GraphQLRequest<M>(.subscription(type, M.schema, M.selection(includes)), nil, authMode)
    }

    fileprivate init(_ document: ModelDocument, _ apiName: String?, _ authMode: AWSAuthorizationType?) {
        self.init(
            apiName: apiName, document: document.text, variables: document.variables, responseType: R.self,
            decodePath: document.field, authMode: authMode)
    }
}

extension Model {
    /// The fields of the model in a document; models without paths have nothing to include.
    fileprivate static func selection(
        _ includes: IncludedAssociations<Self>, of schema: ModelSchema? = nil
    ) -> [Selection] {
        let fields = Selection.fields(of: schema ?? Self.schema, isLazy: rootPath != nil)
        guard let path = rootPath as? ModelPath<Self> else { return fields }
        return includes(path).reduce(fields) { Selection.including($1, in: $0) }
    }
}
