// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A part of a sequence of records.
public struct QueryPaginationInput: Sendable {
    /// 100 records.
    public static let defaultLimit: UInt = 100

    /// The number of the page, from 0.
    public let page: UInt

    /// The number of records of a page.
    public let limit: UInt
}

extension QueryPaginationInput {
    /// A page by its number, from 0.
    public static func page(_ page: UInt, limit: UInt = QueryPaginationInput.defaultLimit) -> QueryPaginationInput {
        QueryPaginationInput(page: page, limit: limit)
    }

    /// The first record.
    public static var firstResult: QueryPaginationInput { .page(0, limit: 1) }

    /// The first page.
    public static var firstPage: QueryPaginationInput { .page(0) }
}

/// A field that records are sorted by.
public enum QuerySortBy: Sendable {
    /// The smallest value first.
    case ascending(any CodingKey)

    /// The largest value first.
    case descending(any CodingKey)
}

/// The fields that records are sorted by, the most important one first.
public struct QuerySortInput: Sendable {
    /// The fields.
    public let inputs: [QuerySortBy]

    /// Makes an order.
    public init(_ inputs: [QuerySortBy]) {
        self.inputs = inputs
    }

    /// An order by several fields.
    public static func by(_ inputs: QuerySortBy...) -> QuerySortInput {
        QuerySortInput(inputs)
    }

    /// An order by a field, the smallest value first.
    public static func ascending(_ field: any CodingKey) -> QuerySortInput {
        QuerySortInput([.ascending(field)])
    }

    /// An order by a field, the largest value first.
    public static func descending(_ field: any CodingKey) -> QuerySortInput {
        QuerySortInput([.descending(field)])
    }
}
