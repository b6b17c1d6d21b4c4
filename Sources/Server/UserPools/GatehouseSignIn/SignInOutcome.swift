// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolKernel

/// What a sign-in ends in; everything before its last step is the same.
enum SignInOutcome: Sendable, Equatable {
    /// Tokens, through the API.
    case tokens
    /// The user's authentication, on the hosted pages: tokens come later, from a grant.
    case authentication

    /// Creates the outcome of the sign-ins that a caller makes.
    init(_ data: ContextData) {
        switch data {
        case .app, .backEnd: self = .tokens
        case .pages: self = .authentication
        }
    }

    /// The context of sealed session strings.
    ///
    /// The context of the pages is no client id, because the first releases used client ids as contexts.
    var sealContext: [UInt8] {
        switch self {
        case .tokens: []
        case .authentication: Array("|pages|".utf8)
        }
    }
}
