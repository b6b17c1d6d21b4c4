// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseWire

/// The service's reply in a sign-in: a challenge, or the tokens.
struct SignInReply: Sendable, Equatable {
    var challenge: ChallengeNameType?
    var session: String?
    var parameters: [String: String]
    var availableChallenges: [String]
    var result: AuthenticationResultType?

    init(
        challenge: ChallengeNameType? = nil,
        session: String? = nil,
        parameters: [String: String] = [:],
        availableChallenges: [String] = [],
        result: AuthenticationResultType? = nil
    ) {
        self.challenge = challenge
        self.session = session
        self.parameters = parameters
        self.availableChallenges = availableChallenges
        self.result = result
    }

    init(_ answer: some SignInAnswer) {
        self.init(
            challenge: answer.challengeName,
            session: answer.session,
            parameters: answer.challengeParameters ?? [:],
            availableChallenges: answer.availableChallenges?.map(\.rawValue) ?? [],
            result: answer.authenticationResult
        )
    }
}

/// The common members of the responses of a sign-in's two operations.
protocol SignInAnswer {
    var challengeName: ChallengeNameType? { get }
    var session: String? { get }
    var challengeParameters: [String: String]? { get }
    var availableChallenges: [ChallengeNameType]? { get }
    var authenticationResult: AuthenticationResultType? { get }
}

extension InitiateAuthResponse: SignInAnswer {}

extension RespondToAuthChallengeResponse: SignInAnswer {}

extension SignInReply {
    /// A parameter that the challenge cannot do without.
    ///
    /// - Throws: `.unanswerable` naming it.
    func required(_ name: String) throws(SessionError) -> String {
        guard let value = parameters[name], !value.isEmpty else {
            throw .unanswerable("The challenge lacks \(name).")
        }
        return value
    }

    /// The factors in a parameter that is a JSON array inside a string; unknown names are dropped.
    func secondFactors(in name: String) -> Set<SecondFactor> {
        let names = parameters[name].flatMap { try? WireValue(json: Data($0.utf8)) }?.arrayValue ?? []
        return Set(names.compactMap { $0.stringValue.flatMap(SecondFactor.init(rawValue:)) })
    }
}

/// A request of a reply.
enum SignInRequest: Sendable, Equatable {
    case person(OpenChallenge)
    case passwordProof(PasswordVerifierChallenge)
    case deviceProofOpening(DeviceSRPAuthChallenge)
    case deviceProof(DevicePasswordVerifierChallenge)
    case totpSecret(TOTPAssociation)
    case passkey(WebAuthnChallenge)
}

extension SignInReply {
    /// Reads the request of the reply.
    ///
    /// - Parameters:
    ///   - username: the name for the answer.
    ///   - typedUsername: the name that was typed.
    ///   - passkeys: whether a passkey may be chosen.
    /// - Returns: what must be done for an answer.
    /// - Throws: `.unknown` for a name that does not occur here, `.unanswerable` for a challenge that lacks something,
    ///   `.passkey` where only a passkey would do and none can be shown, `.garbled` for a reply without challenge.
    func request(
        username: String,
        typedUsername: String,
        passkeys: PasskeyOffer = .offered
    ) throws(SessionError) -> SignInRequest {
        guard let challenge else { throw .garbled(.garbled("The answer holds neither a challenge nor tokens.")) }
        switch challenge {
        case .newPasswordRequired: return .person(.newPasswordRequired(NewPasswordRequiredChallenge(self)))
        case .smsMfa: return .person(.smsMFA(SMSMFAChallenge(self)))
        case .softwareTokenMfa: return .person(.softwareTokenMFA(SoftwareTokenMFAChallenge(self)))
        case .emailOtp: return .person(.emailOTP(EmailOTPChallenge(self)))
        case .smsOtp: return .person(.smsOTP(SMSOTPChallenge(self)))
        case .customChallenge: return .person(.customChallenge(CustomChallenge(self)))
        case .selectMfaType: return .person(.selectMFAType(SelectMFATypeChallenge(self)))
        case .selectChallenge:
            return .person(.selectChallenge(try SelectChallenge(self, passkeys: passkeys)))
        case .mfaSetup: return try setup()
        case .passwordVerifier:
            return .passwordProof(
                try PasswordVerifierChallenge(self, username: username, typedUsername: typedUsername))
        case .deviceSrpAuth: return .deviceProofOpening(DeviceSRPAuthChallenge(self))
        case .devicePasswordVerifier:
            return .deviceProof(try DevicePasswordVerifierChallenge(self, typedUsername: typedUsername))
        case .webAuthn: return .passkey(try WebAuthnChallenge(self))
        default: throw unexpected
        }
    }

    /// The error of a challenge that does not occur at this point.
    var unexpected: SessionError {
        .unknown("The service asked for \(challenge?.rawValue ?? "nothing"), which this client does not expect.")
    }

    private func setup() throws(SessionError) -> SignInRequest {
        switch try MFASetup(self) {
        case .choice(let choice): .person(.mfaSetupChoice(choice))
        case .totp(let association): .totpSecret(association)
        case .email(let challenge): .person(.emailSetup(challenge))
        }
    }
}
