// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Testing

/// What a user, or another person in the user's name, may hold; the raw values are the columns of the table in
/// SECURITY.md.
enum Grant: String, CaseIterable, CustomTestStringConvertible {
    case code
    case accessToken = "access token"
    case refreshToken = "refresh token"
    case session
    case derivedToken = "derived token"
    case browser = "browser session"
    case providerBrowser = "browser session of a provider"
    case device = "remembered device"
    case passkeyCall = "passkey ceremony, API"
    case passkeyPage = "passkey ceremony, pages"
    case stepUpCall = "step-up, API"
    case stepUpPage = "step-up, pages"
    case waiting = "waiting sign-in"
    case atProvider = "waiting at a provider"

    var testDescription: String { rawValue }

    /// Whether the grant comes from a browser on the pages.
    private var isOfBrowser: Bool {
        [.code, .browser, .providerBrowser, .passkeyPage, .stepUpPage].contains(self)
    }

    /// Whether a measure can be taken against the grant, other than against the user.
    func admits(_ measure: CounterMeasure) -> Bool {
        switch measure {
        case .deviceForgotten: !isOfBrowser && self != .waiting && self != .atProvider
        case .tokenRevoked, .sessionRevoked: self != .waiting && self != .atProvider
        case .browserSignOut: isOfBrowser
        // A passkey reaches the highest level alone or with the password, so its browser is never asked for one factor.
        case .passkeyRemoved: self != .stepUpPage
        default: true
        }
    }
}

/// What becomes of a grant; the raw values are the words in the cells of the table.
enum GrantOutcome: String {
    /// The grant works, and the measure is not about it.
    case stays
    /// The grant works as in Cognito, although the measure is about it.
    case kept = "stays (Cognito)"
    /// The grant does not work while the measure lasts, and works once the measure is undone.
    case pauses
    /// The browser must prove what is missing; the session stays.
    case asks
    /// The grant is worth nothing, also after the measure is undone.
    case ends
    /// The measure cannot be taken against such a grant.
    case absent = "–"
}

/// A grant, with what it came from.
struct HeldGrant {
    /// The answer to a use of the grant.
    enum Use { case works, asks, refused }

    /// The refresh token, the session and the device of the sign-in, and the browser's cookie.
    var refreshToken: String?
    var sessionID: String?
    var deviceKey: String?
    var cookie: String?
    /// The client of the grant, if it has one of its own.
    var clientID: String?
    var clientSecret: String?
    /// Uses the grant.
    var use: () async throws -> Use = { .refused }

    /// A value that a measure needs.
    func required(_ value: String?) throws -> String {
        guard let value else { throw GrantError.missing }
        return value
    }
}

/// The error of a stage that cannot make or end a grant.
enum GrantError: Error {
    case missing
    case refused(String)
}
