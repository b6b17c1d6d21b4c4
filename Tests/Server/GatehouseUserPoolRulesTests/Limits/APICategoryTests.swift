// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseUserPools

@Suite struct APICategoryTests {
    /// Cognito's quotas, as Service Quotas lists them, and whether an account can have more.
    private static let quotas: [(name: String, limit: Int, isAdjustable: Bool)] = [
        ("ClientAuthentication", 150, false), ("UserAccountRecovery", 30, false), ("UserAuthentication", 120, true),
        ("UserCreation", 50, true), ("UserFederation", 25, true), ("UserList", 30, false),
        ("UserPoolClientRead", 15, false), ("UserPoolClientUpdate", 15, false), ("UserPoolRead", 15, false),
        ("UserPoolResourceRead", 20, false), ("UserPoolResourceUpdate", 15, false), ("UserPoolUpdate", 15, false),
        ("UserRead", 120, true), ("UserResourceRead", 50, true), ("UserResourceUpdate", 25, false),
        ("UserToken", 120, true), ("UserUpdate", 25, false),
    ]

    @Test func `the categories and their free limits are Cognito's`() throws {
        #expect(APICategory.allCases.map(\.rawValue) == Self.quotas.map(\.name))
        for (name, limit, isAdjustable) in Self.quotas {
            let category = try #require(APICategory(rawValue: name))
            #expect(category.freeLimit == limit, "\(name)")
            #expect(category.highestLimit == (isAdjustable ? 1_000_000 : limit), "\(name)")
        }
    }

    @Test(
        arguments: [
            ([:], .invalidParameter("Missing required parameter Category")),
            (["category": "UserRead"], .invalidParameter("Missing required parameter Category")),
            (
                ["Category": "UserRead", "Pool": "p"],
                .invalidParameter("The limits of API_CATEGORY have no attribute but Category.")
            ),
            (["Category": "userRead"], ServiceFault(.resourceNotFound, "API category userRead does not exist.")),
        ] as [([String: String], ServiceFault)])
    func `a limit definition without an existing category, or with other attributes, is refused`(
        _ attributes: [String: String], _ refusal: ServiceFault
    ) {
        #expect(throws: refusal) {
            try APICategory(LimitDefinitionType(limitClass: .apiCategory, attributes: attributes))
        }
    }
}
