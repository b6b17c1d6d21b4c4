// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseAccounts
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire

/// The public calls about a user name, with a guess where they take one.
enum OpenCall: String, CaseIterable {
    case srp = "`USER_SRP_AUTH`, wrong password"
    case password = "`USER_PASSWORD_AUTH`, wrong password"
    case choice = "`USER_AUTH`"
    case emailCode = "`USER_AUTH` by e-mail, wrong code"
    case custom = "`CUSTOM_AUTH`, wrong answer"
    case confirmPasswordUnasked = "`ConfirmForgotPassword`, no code asked for"
    case forgotPassword = "`ForgotPassword`"
    case confirmPassword = "`ConfirmForgotPassword`, wrong code"
    case confirmSignUp = "`ConfirmSignUp`, wrong code"
    case resend = "`ResendConfirmationCode`"
    case signUp = "`SignUp`"

    /// Makes the call, and the second one where the first one is answered with a challenge.
    func answer(about username: String, of fixture: PoolFixture) async throws -> OpenAnswer {
        var seen = OpenAnswer()
        do {
            switch self {
            case .srp:
                let conversation = SRPConversation(fixture: fixture, username: username)
                let challenge = try await conversation.begin()
                seen.note(challenge)
                let responses = try conversation.responses(to: challenge, password: "Wrong-Horse-7!")
                _ = try await conversation.answer(responses, session: challenge.session)
            case .password: _ = try await fixture.signInWithPassword(username, "Wrong-Horse-7!")
            case .choice: seen.note(try await fixture.beginUserAuth(username))
            case .emailCode:
                let challenge = try await fixture.beginUserAuth(username, preferring: "EMAIL_OTP")
                seen.note(challenge)
                guard challenge.challengeName == .emailOtp else { break }
                _ = try await fixture.answer(
                    .emailOtp, challenge.session, ["EMAIL_OTP_CODE": "00000000"], as: username)
            case .custom:
                let challenge = try await fixture.anyone.initiateAuth(
                    InitiateAuthRequest(
                        authFlow: .customAuth, authParameters: ["USERNAME": username], clientId: fixture.client.id))
                seen.note(challenge)
                _ = try await fixture.answer(.customChallenge, challenge.session, ["ANSWER": "wrong"], as: username)
            case .forgotPassword: seen.note(try await fixture.forgotPassword(username))
            case .confirmPasswordUnasked, .confirmPassword:
                try await fixture.confirmForgotPassword(username, code: "wrong1")
            case .confirmSignUp: try await fixture.confirm(username, code: "wrong1")
            case .resend:
                seen.note(
                    try await fixture.anyone.resendConfirmationCode(
                        ResendConfirmationCodeRequest(clientId: fixture.client.id, username: username)
                    ).codeDeliveryDetails)
            case .signUp:
                seen.note(try await fixture.signUp(username, email: "other@example.com").codeDeliveryDetails)
            }
        } catch let fault as ServiceFault {
            seen.fault = fault
        }
        return seen
    }
}

/// The parts of an answer by which two names can be compared, without its random values.
struct OpenAnswer: Equatable {
    private(set) var challenge: ChallengeNameType?
    /// The names of the challenge's parameters.
    private var parameters: Set<String> = []
    private var offered: [ChallengeNameType]?
    private(set) var medium: String?
    private var attribute: String?
    /// The lengths of the session string and the secret block, in characters.
    private(set) var lengths: [Int?] = []
    var fault: ServiceFault?

    mutating func note(_ answer: InitiateAuthResponse) {
        challenge = answer.challengeName
        parameters = Set((answer.challengeParameters ?? [:]).keys)
        offered = answer.availableChallenges
        medium = answer.challengeParameters?["CODE_DELIVERY_DELIVERY_MEDIUM"]
        lengths = [answer.session?.utf8.count, answer.challengeParameters?["SECRET_BLOCK"]?.utf8.count]
    }

    mutating func note(_ details: CodeDeliveryDetailsType?) {
        (medium, attribute) = (details?.deliveryMedium?.rawValue, details?.attributeName)
    }

    /// The answer in a cell of the table.
    var cell: String {
        let names = challenge == .selectChallenge ? offered ?? [] : [challenge].compactMap(\.self)
        let challenges = names.map { "`\($0.rawValue)`" }.joined(separator: " ")
        let first = challenges.isEmpty ? medium.map { "sent by \($0)" } : challenges
        return [first, fault.map(Self.name)].compactMap(\.self).joined(separator: ", ")
    }

    /// The faults that the table names, with its terms for them.
    static let names: [(name: String, fault: ServiceFault)] = [
        ("wrong credentials", ServiceFault(.notAuthorized, "Incorrect username or password.")),
        ("wrong sign-in code", ServiceFault(.codeMismatch, "Invalid code or auth state for the user.")),
        ("wrong code", ServiceFault(.codeMismatch, "Invalid verification code provided, please try again.")),
        ("expired code", ServiceFault(.expiredCode, "Invalid code provided, please request a code again.")),
        ("not confirmed", ServiceFault(.userNotConfirmed, "User is not confirmed.")),
        ("reset required", ServiceFault(.passwordResetRequired, "Password reset required for the user")),
        ("disabled", ServiceFault(.notAuthorized, "User is disabled.")),
        (
            "not in this state",
            ServiceFault(.notAuthorized, "User password cannot be reset in the current state.")
        ),
        ("already confirmed", ServiceFault(.invalidParameter, "User is already confirmed.")),
        ("name taken", ServiceFault(.usernameExists, "User already exists")),
    ]

    /// The term of the table for a fault.
    static func name(of fault: ServiceFault) -> String {
        let status = "User cannot be confirmed. Current status is "
        if fault.code == .notAuthorized, fault.message.hasPrefix(status) {
            return "status " + fault.message.dropFirst(status.count)
        }
        return names.first { $0.fault == fault }?.name ?? "\(fault.code.rawValue) \(fault.message)"
    }
}
