// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A category of API operations; their requests count together for one account and region, as in Cognito's quotas.
package enum APICategory: String, Sendable, CaseIterable {
    case clientAuthentication = "ClientAuthentication"
    case userAccountRecovery = "UserAccountRecovery"
    case userAuthentication = "UserAuthentication"
    case userCreation = "UserCreation"
    case userFederation = "UserFederation"
    case userList = "UserList"
    case userPoolClientRead = "UserPoolClientRead"
    case userPoolClientUpdate = "UserPoolClientUpdate"
    case userPoolRead = "UserPoolRead"
    case userPoolResourceRead = "UserPoolResourceRead"
    case userPoolResourceUpdate = "UserPoolResourceUpdate"
    case userPoolUpdate = "UserPoolUpdate"
    case userRead = "UserRead"
    case userResourceRead = "UserResourceRead"
    case userResourceUpdate = "UserResourceUpdate"
    case userToken = "UserToken"
    case userUpdate = "UserUpdate"

    /// The default limit in requests per second, as Service Quotas lists it for Cognito.
    package var freeLimit: Int {
        switch self {
        case .clientAuthentication: 150
        case .userAuthentication, .userRead, .userToken: 120
        case .userCreation, .userResourceRead: 50
        case .userAccountRecovery, .userList: 30
        case .userFederation, .userResourceUpdate, .userUpdate: 25
        case .userPoolResourceRead: 20
        case .userPoolClientRead, .userPoolClientUpdate, .userPoolRead, .userPoolResourceUpdate, .userPoolUpdate: 15
        }
    }

    /// The highest limit that `UpdateProvisionedLimit` accepts, in requests per second.
    ///
    /// Cognito asks Service Quotas for the account's maximum. Gatehouse has no such service: an adjustable category
    /// goes up to the highest rate that the server's own settings accept, every other category has ``freeLimit`` only.
    package var highestLimit: Int {
        switch self {
        case .userAuthentication, .userCreation, .userFederation, .userRead, .userResourceRead, .userToken: 1_000_000
        default: freeLimit
        }
    }
}
