// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The recipient, the audience and the request that a response must name.
package struct SAMLExpectation: Sendable, Equatable {
    /// Which request a response must answer.
    package enum Request: Sendable, Equatable {
        /// The caller made no request: apps get responses in their own ways.
        case any
        /// The response begins the sign-in at the provider.
        case none
        /// The request with this identifier, which the same browser made.
        case identified(String)
    }

    /// The addresses of this server to which responses are sent.
    package let recipients: Set<String>
    /// The names of this server at providers.
    package let audiences: Set<String>
    package let request: Request

    /// Creates an expectation; recipients and audiences are compared as they are written.
    package init(recipients: Set<String>, audiences: Set<String>, request: Request = .any) {
        self.recipients = recipients
        self.audiences = audiences
        self.request = request
    }
}
