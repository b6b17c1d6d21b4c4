// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

/// An object of a response while its fields are resolved.
indirect enum DataObject: Sendable {
    /// A record, with the related records that the request selects.
    case record(LoadedRecord)
    /// A page of records.
    case connection(LoadedConnection)
    /// A value of a plain type.
    case plain(GraphQLObject)
}

/// A record whose relations are loaded.
struct LoadedRecord: Sendable {
    /// The record and what the caller may read of it.
    let admitted: AdmittedRecord
    /// The values of the selected relations by response key.
    var related: [String: Resolved<DataObject>] = [:]
}

/// A page of records whose relations are loaded.
struct LoadedConnection: Sendable {
    /// The elements by the response key of the field `items`: each of them selects something of its own.
    var items: [String: [Resolved<DataObject>]] = [:]
    /// Where the next page begins.
    var nextToken: String?
    /// When the first page of a sync began, in milliseconds since 1970.
    var startedAt: Int?
}
