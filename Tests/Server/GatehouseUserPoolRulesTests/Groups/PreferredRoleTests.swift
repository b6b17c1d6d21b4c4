// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel
import Testing

@testable import GatehouseUserPoolKernel

@Suite struct PreferredRoleTests {
    @Test(
        arguments: [
            ([("a", 2, "r2"), ("b", 0, "r0"), ("c", nil, nil)], ["b", "a", "c"], ["r0", "r2"], "r0"),
            ([("b", 1, "r"), ("a", 1, "r")], ["a", "b"], ["r"], "r"),
            ([("a", 1, "r1"), ("b", 1, "r2")], ["a", "b"], ["r1", "r2"], nil),
            ([("a", nil, "r1"), ("b", 1, nil)], ["b", "a"], ["r1"], "r1"),
            ([("a", nil, nil)], ["a"], [], nil),
            ([], [], [], nil),
        ] as [([(String, Int?, String?)], [String], [String], String?)])
    func `the best group gives the preferred role, unless its peers have others`(
        _ groups: [(String, Int?, String?)], _ names: [String], _ roles: [String], _ preferred: String?
    ) {
        let claims = GroupClaims(
            groups.map { name, precedence, role in
                GroupRecord(
                    poolID: "p", name: name, roleARN: role, precedence: precedence, createdAt: .distantPast,
                    modifiedAt: .distantPast)
            })
        #expect(claims.names == names && claims.roles == roles && claims.preferredRole == preferred)
    }
}
