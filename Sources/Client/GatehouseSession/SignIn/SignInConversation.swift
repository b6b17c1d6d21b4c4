// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseClient
import GatehouseCrypto
import GatehouseWire

/// Drives one sign-in: performs what its machine decides, until a person or the engine is needed.
struct SignInConversation: Sendable {
    enum Pause {
        case ask(SignInStep)
        case complete(AuthenticationResultType)
    }

    private(set) var machine: SignInMachine
    private let pool: UserPoolConfiguration
    private let client: ServiceClient
    private let marks: RequestMarks
    private let clock: ClientClock
    private let handshake: SRPClient
    private let metadata: [String: String]
    /// Kept until the service has accepted or refused it.
    private var password: String

    init(
        username: String,
        password: String,
        flow: SignInFlow,
        metadata: [String: String],
        pool: UserPoolConfiguration,
        client: ServiceClient,
        marks: RequestMarks,
        clock: ClientClock,
        entropy: Entropy
    ) {
        machine = SignInMachine(flow: flow, username: username)
        self.pool = pool
        self.client = client
        self.marks = marks
        self.clock = clock
        self.metadata = metadata
        self.password = password
        handshake = SRPClient(privateKey: entropy.bytes(32))
    }

    /// The sign-in that follows a sign-up without a further proof.
    init(
        continuing signUp: OpenSignUp,
        pool: UserPoolConfiguration,
        client: ServiceClient,
        marks: RequestMarks,
        clock: ClientClock,
        entropy: Entropy
    ) {
        self.init(
            username: signUp.username,
            password: "",
            flow: .userAuth(preferred: nil),
            metadata: [:],
            pool: pool,
            client: client,
            marks: marks,
            clock: clock,
            entropy: entropy
        )
        machine = SignInMachine(continuing: signUp)
    }

    /// Whether a person may still answer.
    var isOpen: Bool {
        if case .asking = machine.state { true } else { false }
    }

    /// Feeds an event to the machine and performs its actions up to the next pause.
    ///
    /// - Throws: what the machine fails with; the challenge may be open all the same.
    mutating func advance(_ event: SignInMachine.Event) async throws(SessionError) -> Pause {
        var event = event
        while true {
            switch machine.handle(event) {
            case .open(let opening): event = await open(opening)
            case .prove(let challenge): event = await prove(challenge)
            case .respond(let answer): event = await send(answer)
            case .ask(let step):
                password = ""
                return .ask(step)
            case .complete(let result):
                password = ""
                return .complete(result)
            case .fail(let error): throw error
            }
        }
    }

    private func open(_ opening: SignInOpening) async -> SignInMachine.Event {
        var parameters = ["USERNAME": opening.username]
        var session: String?
        switch opening.evidence {
        case .publicKey: parameters["SRP_A"] = handshake.publicKeyHex
        case .password: parameters["PASSWORD"] = password
        case .signUp(let text): session = text
        }
        parameters["SECRET_HASH"] = pool.secretHash(for: opening.username)
        do throws(ServiceFault) {
            let response = try await client.initiateAuth(
                InitiateAuthRequest(
                    authFlow: opening.flow,
                    authParameters: parameters,
                    clientMetadata: metadata,
                    clientId: pool.clientID,
                    analyticsMetadata: marks.analytics,
                    userContextData: marks.userContext(of: opening.username),
                    session: session
                )
            )
            return .replied(SignInReply(response))
        } catch {
            return .refused(SessionError(error))
        }
    }

    private func prove(_ challenge: PasswordVerifierChallenge) async -> SignInMachine.Event {
        do throws(SessionError) {
            let answer = try challenge.answer(
                password: password,
                client: handshake,
                poolID: pool.poolID,
                date: clock.now(),
                metadata: metadata
            )
            return await send(answer)
        } catch {
            return .refused(error)
        }
    }

    private func send(_ answer: ChallengeAnswer) async -> SignInMachine.Event {
        var responses = answer.responses
        responses["USERNAME"] = answer.username
        responses["SECRET_HASH"] = pool.secretHash(for: answer.username)
        do throws(ServiceFault) {
            let response = try await client.respondToAuthChallenge(
                RespondToAuthChallengeRequest(
                    clientId: pool.clientID,
                    challengeName: answer.challenge,
                    session: answer.session,
                    challengeResponses: responses,
                    analyticsMetadata: marks.analytics,
                    userContextData: marks.userContext(of: answer.username),
                    clientMetadata: answer.clientMetadata
                )
            )
            return .replied(SignInReply(response))
        } catch {
            return .refused(SessionError(error))
        }
    }
}
