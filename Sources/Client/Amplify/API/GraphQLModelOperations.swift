// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A query of a model.
public enum GraphQLQueryType: String, Sendable {
    /// One record by its key.
    case get

    /// Records by a filter, page by page.
    case list

    /// The records that have changed since a time, page by page.
    case sync
}

/// A mutation of a model.
public enum GraphQLMutationType: String, Codable, Sendable {
    /// A new record.
    case create

    /// New values of a record.
    case update

    /// The removal of a record.
    case delete
}

/// A subscription of a model.
public enum GraphQLSubscriptionType: String, Sendable {
    /// New records.
    case onCreate

    /// Removed records.
    case onDelete

    /// Changed records.
    case onUpdate
}
