// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseClient
import GatehouseCrypto
import GatehouseWire

// The requests of a sign-in.
extension SignInConversation {
    /// `InitiateAuth`.
    mutating func open(_ opening: SignInOpening) async throws(SessionError) -> SignInReply {
        var parameters = ["USERNAME": opening.username]
        var session: String?
        switch opening.evidence {
        case .none: break
        case .publicKey: parameters["SRP_A"] = beginHandshake()
        case .password: parameters["PASSWORD"] = password
        case .signUp(let text): session = text
        }
        if opening.flow == .customAuth, opening.evidence == .publicKey { parameters["CHALLENGE_NAME"] = "SRP_A" }
        parameters["PREFERRED_CHALLENGE"] = opening.preferred?.rawValue
        parameters["SECRET_HASH"] = tools.pool.secretHash(for: opening.username)
        let (tools, metadata, username) = (tools, machine.metadata, opening.username)
        return try await namingDevice { deviceKey throws(SessionError) in
            var parameters = parameters
            parameters["DEVICE_KEY"] = deviceKey
            let request = InitiateAuthRequest(
                authFlow: opening.flow,
                authParameters: parameters,
                clientMetadata: metadata,
                clientId: tools.pool.clientID,
                analyticsMetadata: tools.marks.analytics,
                userContextData: tools.marks.userContext(of: username, deviceKey: deviceKey),
                session: session
            )
            return try await asking { () throws(ServiceFault) in
                SignInReply(try await tools.client.initiateAuth(request))
            }
        }
    }

    /// `RespondToAuthChallenge` with the proof of the password.
    mutating func prove(
        _ challenge: PasswordVerifierChallenge,
        _ metadata: [String: String]
    ) async throws(SessionError) -> SignInReply {
        guard let handshake else { throw .unknown("The service asked for the proof of a password that was not begun.") }
        return try await respond(
            challenge.answer(
                password: password,
                client: handshake,
                poolID: tools.pool.poolID,
                date: tools.clock.now(),
                metadata: metadata
            )
        )
    }

    /// `RespondToAuthChallenge`.
    mutating func respond(_ answer: ChallengeAnswer) async throws(SessionError) -> SignInReply {
        var responses = answer.responses
        if let password = answer.passwordToProve {
            self.password = password
            responses["SRP_A"] = beginHandshake()
        }
        responses["USERNAME"] = answer.username
        responses["SECRET_HASH"] = tools.pool.secretHash(for: answer.username)
        let (tools, answered) = (tools, responses)
        let send = { (deviceKey: String?) async throws(SessionError) -> SignInReply in
            var responses = answered
            responses["DEVICE_KEY"] = deviceKey
            let request = RespondToAuthChallengeRequest(
                clientId: tools.pool.clientID,
                challengeName: answer.challenge,
                session: answer.session,
                challengeResponses: responses,
                analyticsMetadata: tools.marks.analytics,
                userContextData: tools.marks.userContext(of: answer.username, deviceKey: deviceKey),
                clientMetadata: answer.clientMetadata
            )
            return try await asking { () throws(ServiceFault) in
                SignInReply(try await tools.client.respondToAuthChallenge(request))
            }
        }
        return answer.isOfDevice ? try await send(device?.deviceKey) : try await namingDevice(send)
    }

    /// `AssociateSoftwareToken`.
    func associate(_ association: TOTPAssociation) async throws(SessionError) -> SignInMachine.Event {
        let request = AssociateSoftwareTokenRequest(session: association.session)
        let answer = try await asking { [tools] () throws(ServiceFault) in
            try await tools.client.associateSoftwareToken(request)
        }
        guard let secret = answer.secretCode else { throw .garbled(.garbled("The answer holds no secret.")) }
        return .associated(secret: secret, session: answer.session ?? association.session)
    }

    /// `VerifySoftwareToken`.
    func verify(_ verification: TOTPVerification) async throws(SessionError) -> SignInMachine.Event {
        let request = VerifySoftwareTokenRequest(
            session: verification.session,
            userCode: verification.code,
            friendlyDeviceName: verification.friendlyDeviceName
        )
        let answer = try await asking { [tools] () throws(ServiceFault) in
            try await tools.client.verifySoftwareToken(request)
        }
        try answer.requireSuccess()
        return .verified(session: answer.session)
    }
}
