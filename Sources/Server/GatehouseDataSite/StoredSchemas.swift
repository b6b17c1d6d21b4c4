// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseDataModel
package import GatehouseDataStores
import GatehouseSchemaCompiler

/// Compiles the schemas of stored APIs.
package struct StoredSchemas: Sendable {
    /// Compiles the schema of an API with its settings.
    let compile: @Sendable (StoredAPI) -> Result<DataAPI, SchemaErrors>

    /// Compiles by a closure, such as one that several servers of a test share.
    package init(compile: @escaping @Sendable (StoredAPI) -> Result<DataAPI, SchemaErrors>) {
        self.compile = compile
    }

    /// Compiles each schema when it is read.
    package static let compiler = StoredSchemas { api in
        do throws(SchemaErrors) {
            return .success(try DataAPI(compiling: api.schema, settings: api.settings))
        } catch {
            return .failure(error)
        }
    }
}
