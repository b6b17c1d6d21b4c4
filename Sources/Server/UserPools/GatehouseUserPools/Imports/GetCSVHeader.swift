// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns the columns of a pool's import file: the standard attributes and the pool's custom ones.
    package func getCSVHeader(_ request: GetCSVHeaderRequest) async throws(ServiceFault) -> GetCSVHeaderResponse {
        let pool = try await records.read { try $0.existingPool(request.userPoolId) }
        return GetCSVHeaderResponse(userPoolId: pool.id, csvHeader: ImportColumns.all(of: pool))
    }
}
