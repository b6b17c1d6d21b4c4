// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseWire

/// The kinds of work of an operation's requests, by which they are admitted.
enum OperationWork: Sendable {
    /// All requests of the operation are alike.
    case alike(WorkKind)
    /// The flow in the body decides: tokens for a session that exists, a password in the request, or a flow with a
    /// challenge.
    case byFlow(renewal: WorkKind, password: WorkKind, challenge: WorkKind)

    /// The kind of a request whose body has not been read; one that the body decides counts as the kind that is refused
    /// last.
    var kindOfHead: WorkKind {
        switch self {
        case .alike(let kind): kind
        case .byFlow(let renewal, _, _): renewal
        }
    }

    /// The kind of a request.
    func kind(ofBody body: Data) -> WorkKind {
        switch self {
        case .alike(let kind): kind
        case .byFlow(let renewal, let password, let challenge):
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
