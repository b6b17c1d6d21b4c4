// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

/// The default action of an API for tokens of user pools.
@Suite(.hangLimit)
struct UserPoolsActionTests {
    private static let schema = """
        type Query {
          open: String
          named: String @aws_cognito_user_pools
          admins: String @aws_cognito_user_pools(cognito_groups: ["Admin"])
          old: String @aws_auth(cognito_groups: ["Admin"])
          both: String @aws_api_key @aws_cognito_user_pools
        }
        type Todo @model @auth(rules: [{ allow: owner }]) { title: String }
        """

    @Test(
        arguments: [
            (.allow, .alice, ["open", "named", "both"]), (.allow, .admin, ["open", "named", "admins", "old", "both"]),
            (.deny, .alice, []), (.deny, .admin, ["admins", "old"]), (.deny, .apiKey, ["both"]),
            (.allow, .apiKey, ["both"]),
        ] as [(UserPoolsAction, Caller, [String])])
    func `a token is admitted by the action, and where a directive names one of its groups`(
        action: UserPoolsAction, caller: Caller, admitted: [String]
    ) async throws {
        let api = try await LiveAPI(Self.schema, DataSettings(additionalModes: [.apiKey], userPoolsAction: action))
        for field in ["open", "named", "admins", "old", "both"] {
            let errors = try await api.errors("{ \(field) }", by: caller)
            #expect(errors == (admitted.contains(field) ? [] : ["Unauthorized"]), "\(field)")
        }
        let list = try await api.errors("{ listTodos { nextToken } }", by: caller)
        #expect(list.isEmpty == (action == .allow && caller.mode == .userPools))
    }
}
