// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPools {
    /// The roles of a pool's groups, each once; none for an unknown pool.
    /// - Throws: the fault of a failing store.
    package func groupRoles(ofPool id: String) async throws(ServiceFault) -> [String] {
        let groups = try await records.read {
            try $0.groups(inPool: id, after: nil, limit: GroupRecord.maximumPerPool)
        }
        return Set(groups.compactMap(\.roleARN)).sorted()
    }
}
