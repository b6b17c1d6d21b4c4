// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage
import GatehouseUserPoolModel
import Testing

extension StoreContract {
    /// Limits of categories of operations.
    package static let limits: [StoreContractRule] = [
        StoreContractRule("a limit comes back as written, of each category and region apart") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for category in APICategory.allCases {
                    #expect(try store.provisionedLimit(of: category, inRegion: "r") == nil)
                }
                for limit in [121, 1_000_000, 120] {
                    try store.putProvisionedLimit(limit, of: .userRead, inRegion: "r")
                    #expect(try store.provisionedLimit(of: .userRead, inRegion: "r") == limit)
                }
                try store.putProvisionedLimit(51, of: .userCreation, inRegion: "r")
                #expect(try store.provisionedLimit(of: .userCreation, inRegion: "r") == 51)
                #expect(try store.provisionedLimit(of: .userRead, inRegion: "r") == 120)
                #expect(try store.provisionedLimit(of: .userRead, inRegion: "s") == nil)
            }
        }
    ]
}
