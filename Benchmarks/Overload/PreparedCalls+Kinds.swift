// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import NIOCore

extension LoadedCall where Self == PreparedCalls {
    /// Sign-ins with USER_PASSWORD_AUTH, of the users in turn.
    static func passwords(_ clientID: String, port: Int) -> PreparedCalls {
        PreparedCalls(
            requests: (0..<ServerLoad.users).map { user in
                let parameters = ["USERNAME": "bench-\(user)", "PASSWORD": ServerLoad.password]
                return PostRequest.bytes(
                    InitiateAuthOperation.self,
                    InitiateAuthRequest(
                        authFlow: .userPasswordAuth, authParameters: parameters, clientId: clientID),
                    port: port)
            })
    }

    /// Renewals with `GetTokensFromRefreshToken`, of the users in turn.
    static func refreshes(_ load: ServerLoad) async throws -> PreparedCalls {
        var requests: [ByteBuffer] = []
        for user in 0..<ServerLoad.users {
            guard let token = try await load.signInWithPassword(as: "bench-\(user)").refreshToken else {
                throw IncompleteAnswer(from: "a sign-in")
            }
            let request = GetTokensFromRefreshTokenRequest(refreshToken: token, clientId: load.clientID)
            requests.append(PostRequest.bytes(GetTokensFromRefreshTokenOperation.self, request, port: load.server.port))
        }
        return PreparedCalls(requests: requests)
    }

    /// The same form again and again.
    static func form(_ form: String, to url: URL, port: Int) -> PreparedCalls {
        let headers = ["Content-Type: application/x-www-form-urlencoded"]
        return PreparedCalls(requests: [
            PostRequest.bytes(path: url.path, port: port, body: Data(form.utf8), headers: headers)
        ])
    }
}
