// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A statement of a store's language, with the values that it refers to.
public protocol DataStoreStatement {
    /// The type of the values.
    associatedtype Variables

    /// The model that the statement is about; `modelSchema` says more.
    var modelType: any Model.Type { get }

    /// The schema of the model that the statement is about.
    var modelSchema: ModelSchema { get }

    /// The text of the statement.
    var stringValue: String { get }

    /// The values that the statement refers to.
    var variables: Variables { get }
}
