// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import GatehouseCore
package import GatehouseWire

/// The authentication flows of `InitiateAuth` and `AdminInitiateAuth`.
package enum SignInFlow: String, Sendable, Codable, CaseIterable {
    case userSRP = "USER_SRP_AUTH"
    case userPassword = "USER_PASSWORD_AUTH"
    case adminPassword = "ADMIN_USER_PASSWORD_AUTH"
    case custom = "CUSTOM_AUTH"
    case user = "USER_AUTH"
    case refresh = "REFRESH_TOKEN_AUTH"

    private static let unsupported = ServiceFault.invalidParameter("Initiate Auth method not supported.")

    /// Creates the flow that `InitiateAuth` names.
    ///
    /// - Throws: `InvalidParameterException` for an unknown flow, and for the password flow of `AdminInitiateAuth`.
    package init(forApps flow: AuthFlowType) throws(ServiceFault) {
        try self.init(flow)
        guard self != .adminPassword else { throw Self.unsupported }
    }

    /// Creates the flow that `AdminInitiateAuth` names.
    ///
    /// - Throws: `InvalidParameterException` for an unknown flow, and for the password flow of `InitiateAuth`.
    package init(forAdministrators flow: AuthFlowType) throws(ServiceFault) {
        try self.init(flow)
        guard self != .userPassword else { throw Self.unsupported }
    }

    /// Creates the flow with a name; two flows have a second, older name.
    private init(_ flow: AuthFlowType) throws(ServiceFault) {
        switch flow {
        case .refreshToken:
            self = .refresh
        case .adminNoSrpAuth:
            self = .adminPassword
        default:
            guard let known = SignInFlow(rawValue: flow.rawValue) else { throw Self.unsupported }
            self = known
        }
    }

    /// The required member of `AuthParameters`.
    package var requiredParameter: String {
        switch self {
        case .userSRP: "SRP_A"
        case .userPassword, .adminPassword: "PASSWORD"
        case .custom, .user: "USERNAME"
        case .refresh: "REFRESH_TOKEN"
        }
    }

    /// The values of `ExplicitAuthFlows` that enable the flow; one of them suffices.
    var enablingSettings: [ExplicitAuthFlowsType] {
        switch self {
        case .userSRP: [.allowUserSrpAuth]
        case .userPassword: [.allowUserPasswordAuth, .userPasswordAuth]
        case .adminPassword: [.allowAdminUserPasswordAuth, .adminNoSrpAuth]
        case .custom: [.allowCustomAuth, .customAuthFlowOnly]
        case .user: [.allowUserAuth]
        case .refresh: [.allowRefreshTokenAuth]
        }
    }

    /// The fault for a client that has not enabled the flow.
    package var notEnabled: ServiceFault {
        switch self {
        case .userPassword:
            .invalidParameter("USER_PASSWORD_AUTH flow not enabled for this client")
        case .userSRP, .adminPassword, .custom, .user, .refresh:
            .invalidParameter("\(rawValue) is not enabled for the client.")
        }
    }
}
