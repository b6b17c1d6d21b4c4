// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseSites

extension WorkKinds {
    /// The kinds of sign-ins, between which the flow in the body decides: tokens for a session that exists, a password in
    /// the request, or a flow with a challenge.
    static func byFlow(renewal: WorkKind, password: WorkKind, challenge: WorkKind) -> WorkKinds {
        .byBody(head: renewal) { body in
            switch AuthFlowScan.flow(in: body) {
            case .refreshToken, .refreshTokenAuth: renewal
            case .userPasswordAuth, .adminUserPasswordAuth, .adminNoSrpAuth: password
            default: challenge
            }
        }
    }
}

/// Finds the authentication flow in a body that is not parsed yet.
///
/// The result decides only about the order of waiting requests.
enum AuthFlowScan {
    private static let name = Array("\"AuthFlow\"".utf8)
    private static let longest = 32

    /// The value of the first member `AuthFlow`; `nil` if there is none.
    static func flow(in body: Data) -> AuthFlowType? {
        guard let found = body.firstRange(of: name) else { return nil }
        let rest = body[found.upperBound...].drop { $0 != UInt8(ascii: "\"") }.dropFirst().prefix(longest)
        guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        return AuthFlowType(rawValue: String(decoding: rest[..<end], as: UTF8.self))
    }
}
