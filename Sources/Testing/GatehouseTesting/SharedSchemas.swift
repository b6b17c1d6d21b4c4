// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataSite
import GatehouseDataStores
import GatehouseSchemaCompiler
import Synchronization

/// The compiled schemas of the servers of a test's process.
///
/// The result of a schema with its settings never changes, and a simulation makes hundreds of servers with one schema.
enum SharedSchemas {
    private struct Source: Hashable {
        let schema: String
        let settings: DataSettings
    }

    /// The most schemas that are kept.
    private static let limit = 32
    private static let compiled = Mutex<[Source: DataAPI]>([:])

    /// The schemas of a server.
    static let all = StoredSchemas { api in
        do throws(SchemaErrors) {
            return .success(try compile(api.schema, api.settings))
        } catch {
            return .failure(error)
        }
    }

    /// Compiles a schema, unless this process has done so.
    /// - Throws: the errors of the schema.
    static func compile(_ schema: String, _ settings: DataSettings) throws(SchemaErrors) -> DataAPI {
        let source = Source(schema: schema, settings: settings)
        if let known = compiled.withLock({ $0[source] }) { return known }
        let new = try DataAPI(compiling: schema, settings: settings)
        compiled.withLock { compiled in
            if compiled.count >= limit { compiled = [:] }
            compiled[source] = new
        }
        return new
    }
}
