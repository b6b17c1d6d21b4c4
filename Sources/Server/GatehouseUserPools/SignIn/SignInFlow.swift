// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseWire

/// The orders of play that `InitiateAuth` can start.
enum SignInFlow: String, Sendable, Codable, CaseIterable {
    case userSRP = "USER_SRP_AUTH"
    case userPassword = "USER_PASSWORD_AUTH"
    case custom = "CUSTOM_AUTH"
    case user = "USER_AUTH"
    case refresh = "REFRESH_TOKEN_AUTH"

    /// - Throws: `InvalidParameterException` for flows that need AWS credentials.
    init(_ flow: AuthFlowType) throws(ServiceFault) {
        let name = flow == .refreshToken ? "REFRESH_TOKEN_AUTH" : flow.rawValue
        guard let known = SignInFlow(rawValue: name) else {
            throw .invalidParameter("Initiate Auth method not supported.")
        }
        self = known
    }

    /// The entries of a client's `ExplicitAuthFlows` that open the flow; any one suffices.
    var enablingSettings: Set<ExplicitAuthFlowsType> {
        switch self {
        case .userSRP: [.allowUserSrpAuth]
        case .userPassword: [.allowUserPasswordAuth, .userPasswordAuth]
        case .custom: [.allowCustomAuth, .customAuthFlowOnly]
        case .user: [.allowUserAuth]
        case .refresh: [.allowRefreshTokenAuth]
        }
    }

    /// What a client is told for whom the flow is closed.
    var notEnabled: ServiceFault {
        switch self {
        case .userPassword:
            .invalidParameter("USER_PASSWORD_AUTH flow not enabled for this client")
        case .userSRP, .custom, .user, .refresh:
            .invalidParameter("\(rawValue) is not enabled for the client.")
        }
    }
}
