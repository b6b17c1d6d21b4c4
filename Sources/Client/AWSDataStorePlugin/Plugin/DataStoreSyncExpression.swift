// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// Returns the condition on the records of a model; called when an exchange of the model starts.
public typealias QueryPredicateResolver = @Sendable () -> any QueryPredicate

/// The condition on the records of a model that are exchanged with the service.
///
/// If the condition differs from the one of the last exchange, the next exchange reads all records that meet it.
public struct DataStoreSyncExpression: Sendable {
    let modelSchema: ModelSchema
    let modelPredicate: QueryPredicateResolver

    /// Makes the condition for a model.
    ///
    /// - Parameters:
    ///   - modelSchema: the model's schema.
    ///   - predicate: returns the condition; called when an exchange of the model starts.
    /// - Returns: the condition for the configuration.
    @preconcurrency
    public static func syncExpression(
        _ modelSchema: ModelSchema, where predicate: @escaping QueryPredicateResolver
    ) -> DataStoreSyncExpression {
        DataStoreSyncExpression(modelSchema: modelSchema, modelPredicate: predicate)
    }
}
