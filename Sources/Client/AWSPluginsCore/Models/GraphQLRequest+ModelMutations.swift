// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

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
