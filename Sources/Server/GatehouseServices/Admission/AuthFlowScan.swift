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
    private static let quote = UInt8(ascii: "\"")
    private static let name = Array("\"AuthFlow\"".utf8)
    private static let longest = 32

    /// The value of the first member `AuthFlow`; `nil` if there is none.
    static func flow(in body: Data) -> AuthFlowType? {
        // A search in Data takes several times as long as the copy and the search in it.
        let bytes = [UInt8](body)
        guard let end = endOfName(in: bytes) else { return nil }
        let rest = bytes[end...].drop { $0 != quote }.dropFirst().prefix(longest)
        guard let last = rest.firstIndex(of: quote) else { return nil }
        return AuthFlowType(rawValue: String(decoding: rest[..<last], as: UTF8.self))
    }

    /// The position after the first name `AuthFlow`.
    private static func endOfName(in bytes: [UInt8]) -> Int? {
        for start in bytes.indices where bytes[start] == quote {
            let end = start + name.count
            guard end <= bytes.count else { return nil }
            if bytes[start..<end].elementsEqual(name) { return end }
        }
        return nil
    }
}
