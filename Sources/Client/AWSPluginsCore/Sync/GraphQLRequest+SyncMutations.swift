// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// Mutations of records with the service's versions of them, of APIs with conflict detection.
extension GraphQLRequest {
    /// Makes a mutation that creates a record.
    ///
    /// - Parameters:
    ///   - model: the record.
    ///   - version: the version that the service has of it; nil for none.
    ///   - authType: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is the record with its version.
    public static func createMutation(
        of model: any Model,
        version: Int? = nil,
        authType: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<MutationSyncResult> {
        createMutation(of: model, modelSchema: model.schema, version: version, authType: authType)
    }

    /// Makes a mutation that changes a record.
    ///
    /// - Parameters:
    ///   - model: the record with its new values.
    ///   - filter: the condition on the record's present values; nil for none.
    ///   - version: the version that was changed; nil if it is not known.
    ///   - authType: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is the record with its version.
    public static func updateMutation(
        of model: any Model,
        where filter: GraphQLFilter? = nil,
        version: Int? = nil,
        authType: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<MutationSyncResult> {
        updateMutation(of: model, modelSchema: model.schema, where: filter, version: version, authType: authType)
    }

    /// Makes a mutation that creates a record with another schema than its type has.
    ///
    /// - Parameters:
    ///   - model: the record.
    ///   - modelSchema: the schema.
    ///   - version: the version that the service has of it; nil for none.
    ///   - authType: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is the record with its version.
    public static func createMutation(
        of model: any Model,
        modelSchema: ModelSchema,
        version: Int? = nil,
        authType: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<MutationSyncResult> {
        versioned(.create, model, modelSchema, nil, version, authType)
    }

    /// Makes a mutation that changes a record with another schema than its type has.
    ///
    /// - Parameters:
    ///   - model: the record with its new values.
    ///   - modelSchema: the schema.
    ///   - filter: the condition on the record's present values; nil for none.
    ///   - version: the version that was changed; nil if it is not known.
    ///   - authType: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is the record with its version.
    public static func updateMutation(
        of model: any Model,
        modelSchema: ModelSchema,
        where filter: GraphQLFilter? = nil,
        version: Int? = nil,
        authType: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<MutationSyncResult> {
        versioned(.update, model, modelSchema, filter, version, authType)
    }

    /// Makes a mutation that removes a record.
    ///
    /// - Parameters:
    ///   - model: the record; only its key counts.
    ///   - modelSchema: the schema.
    ///   - filter: the condition on the record's present values; nil for none.
    ///   - version: the version that was removed; nil if it is not known.
    ///   - authType: the authorization; nil for the API's default.
    /// - Returns: the request; its answer is the removed record with its version.
    public static func deleteMutation(
        of model: any Model,
        modelSchema: ModelSchema,
        where filter: GraphQLFilter? = nil,
        version: Int? = nil,
        authType: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<MutationSyncResult> {
        versioned(.delete, model, modelSchema, filter, version, authType)
    }

    private static func versioned(
        _ type: GraphQLMutationType, _ model: any Model, _ schema: ModelSchema, _ filter: GraphQLFilter?,
        _ version: Int?, _ mode: AWSAuthorizationType?
    ) -> GraphQLRequest<MutationSyncResult> {
        let document = ModelDocument.versionedMutation(
            type, model, schema, condition: filter, version: version, mode)
        return GraphQLRequest<MutationSyncResult>(document, of: schema.name, mode)
    }
}
