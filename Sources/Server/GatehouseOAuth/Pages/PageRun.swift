// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCrypto
import GatehouseServerCrypto

/// A user's way through the pages between two forms, which a hidden field of the form carries in sealed form.
///
/// It is bound to the browser, the pool, the client and the authorization request for which it began. So a step of
/// another browser or another request cannot be continued, and no field shows or changes the session string.
struct PageRun: Sendable, Equatable, Codable {
    /// The name of the form field.
    static let field = "run"
    /// The time for a sign-in from its first page to its last one, in seconds.
    private static let signInLifetime = 300.0
    /// The time for the reset of a password, in seconds.
    private static let resetLifetime = 480.0
    /// The time for the code of a new account, in seconds; later the page asks for the user name again.
    private static let confirmationLifetime = 3_600.0

    /// The time by the forward clock at which the run began.
    let startedAt: Date
    /// The step that the form continues.
    var step: PageStep
}

/// A step of a run: what the form that follows continues.
enum PageStep: Sendable, Equatable, Codable {
    /// The first form of a sign-in.
    case signIn
    /// A challenge of the sign-in.
    case challenge(OpenChallenge)
    /// The set-up of an authenticator app for the challenge `MFA_SETUP`; `secret` is the app's key.
    case tokenSetUp(OpenChallenge, secret: String)
    /// The code of a new account; `session` is the session string of the sign-up, which then signs the user in.
    case confirmation(SentCode, session: String?)
    /// The code with which a password is reset.
    case reset(SentCode)
}

/// A challenge to which a form answers.
struct OpenChallenge: Sendable, Equatable, Codable {
    /// The name of the challenge.
    let name: String
    /// The session string.
    var session: String
    /// The user name as it was typed.
    let userName: String
    /// The parameters of the challenge that its page shows.
    let parameters: [String: String]
    /// The names of the first factors that the user can choose instead.
    let available: [String]

    /// The name of the challenge in the service's terms.
    var type: ChallengeNameType { ChallengeNameType(rawValue: name) }
}

/// A code that was sent, or that the user may have.
struct SentCode: Sendable, Equatable, Codable {
    /// The user name as it was typed.
    let userName: String
    /// The masked address or number; `nil` if it is not known.
    var destination: String?
    /// Whether the code was sent by SMS.
    var isMessage = false
}

extension PageRun {
    /// The values to which a run is bound.
    struct Binding: Sendable {
        let poolID: String
        let clientID: String
        /// The id of the browser.
        let browser: String
        /// The query of the authorization request.
        let query: String

        fileprivate var context: [UInt8] {
            // No value but the last one contains a line feed.
            Array("\(poolID)\n\(clientID)\n\(browser)\n".utf8) + sha256(Array(query.utf8))
        }
    }

    /// The value of the form field.
    func sealed(by sealer: Sealer, for binding: Binding) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let json = try? encoder.encode(self) else {
            preconditionFailure("texts, numbers and dates have a form in JSON")
        }
        return Base64URL.encode(sealer.seal(Array(json), purpose: .pageRun, context: binding.context))
    }

    /// Opens the value of a form field; `now` is the time of the forward clock.
    ///
    /// `nil` for another text, for a run of another browser or request, and for one that took too long.
    init?(unsealing text: String?, for binding: Binding, by sealer: Sealer, at now: Date) {
        guard let sealed = text.flatMap({ Base64URL.decode($0) }),
            let json = try? sealer.open(sealed, purpose: .pageRun, context: binding.context),
            let run = try? JSONDecoder().decode(Self.self, from: Data(json)),
            run.startedAt.addingTimeInterval(run.lifetime) > now
        else { return nil }
        self = run
    }

    /// The time for the whole run, in seconds.
    private var lifetime: Double {
        switch step {
        case .signIn, .challenge, .tokenSetUp: Self.signInLifetime
        case .reset: Self.resetLifetime
        case .confirmation: Self.confirmationLifetime
        }
    }
}
