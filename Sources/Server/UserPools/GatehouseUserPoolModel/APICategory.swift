// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A category of operations, whose requests Cognito counts together for an account and a region.
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

    /// The limit that everybody has, in requests a second: Cognito's quotas as Service Quotas lists them.
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

    /// The limit beyond which nothing can be provisioned.
    ///
    /// Cognito asks Service Quotas, where an account can have more. There is no such service here: what is adjustable
    /// there goes up to the highest rate that this server's own settings take.
    package var highestLimit: Int {
        switch self {
        case .userAuthentication, .userCreation, .userFederation, .userRead, .userResourceRead, .userToken: 1_000_000
        default: freeLimit
        }
    }
}
