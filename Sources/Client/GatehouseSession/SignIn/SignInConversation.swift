// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseClient
import GatehouseCrypto
import GatehouseWire

/// Drives one sign-in: performs the actions of its machine, until it needs the user or the engine.
struct SignInConversation: Sendable {
    enum Pause {
        case ask(SignInStep)
        case complete(AuthenticationResultType)
        /// Show a passkey.
        case show(WebAuthnChallenge)
    }

    private(set) var machine: SignInMachine
    let tools: SignInTools
    /// The device that requests name, until the service does not know it.
    var device: RememberedDevice?
    /// The handshake whose public value was sent last.
    var handshake: SRPClient?
    /// Whether a later process may answer a challenge that waits for the user.
    let resumesAfterRestart: Bool
    /// The moment of the call that drives the sign-in; a later sign-out overtakes it.
    var start: CallMoment
    /// Kept until the service has accepted or refused it.
    var password: String

    init(
        _ machine: SignInMachine,
        password: String = "",
        resumesAfterRestart: Bool = false,
        since start: CallMoment,
        _ tools: SignInTools
    ) {
        self.machine = machine
        self.tools = tools
        self.resumesAfterRestart = resumesAfterRestart
        self.password = password
        self.start = start
        device = tools.devices.device(of: machine.typedUsername)
    }

    /// Whether the user may still answer.
    var isOpen: Bool {
        if case .asking = machine.state { true } else { false }
    }

    /// Feeds an event to the machine and performs its actions up to the next pause.
    ///
    /// - Throws: the machine's error; the challenge may still be open.
    mutating func advance(_ event: SignInMachine.Event) async throws(SessionError) -> Pause {
        var event = event
        while true {
            if case .replied(let reply) = event { machine.passkeys = offer(after: reply) }
            let action = machine.handle(event)
            if let pause = try pause(at: action) { return pause }
            do throws(SessionError) {
                event = try await perform(action)
            } catch {
                event = .refused(error)
            }
        }
    }

    /// Whether the user may choose a passkey; the authenticator is queried only if the service accepts passkeys.
    private func offer(after reply: SignInReply) -> PasskeyOffer {
        guard let authenticator = tools.authenticator else { return .noAuthenticator }
        guard reply.availableChallenges.contains(FirstFactor.webAuthn.rawValue) else { return .offered }
        let names = [machine.typedUsername, machine.username, reply.parameters["USERNAME"]].compactMap(\.self)
        return authenticator.offersPasskey(to: names) ? .offered : .noCredential
    }

    private mutating func pause(at action: SignInMachine.Action) throws(SessionError) -> Pause? {
        switch action {
        case .ask(let step):
            password = ""
            return .ask(step)
        case .complete(let result):
            password = ""
            return .complete(result)
        case .fail(let error):
            if !isOpen { password = "" }
            throw error
        case .assert(let challenge): return .show(challenge)
        case .open, .prove, .openDevice, .proveDevice, .respond, .associate, .verify: return nil
        }
    }

    /// Performs the actions of the machine.
    ///
    /// - Throws: how it was refused.
    private mutating func perform(_ action: SignInMachine.Action) async throws(SessionError) -> SignInMachine.Event {
        switch action {
        case .open(let opening): return .replied(try await open(opening))
        case .prove(let challenge, let metadata): return .replied(try await prove(challenge, metadata))
        case .openDevice(let challenge): return .replied(try await openDevice(challenge))
        case .proveDevice(let challenge): return .replied(try await prove(challenge))
        case .respond(let answer): return .replied(try await respond(answer))
        case .associate(let association): return try await associate(association)
        case .verify(let verification): return try await verify(verification)
        case .assert, .ask, .complete: throw .unknown("The sign-in continued beyond its end.")
        case .fail(let error): throw error
        }
    }

    /// Begins a handshake.
    ///
    /// - Returns: the public value that opens it.
    mutating func beginHandshake() -> String {
        let client = SRPClient(privateKey: tools.entropy.bytes(32))
        handshake = client
        return client.publicKeyHex
    }
}

/// The dependencies of a sign-in.
struct SignInTools: Sendable {
    let pool: UserPoolConfiguration
    let client: ServiceClient
    let marks: RequestMarks
    let devices: RememberedDevices
    /// Shows passkeys, if the app has something that does.
    let authenticator: (any PasskeyAuthenticator)?
    let clock: ClientClock
    let entropy: Entropy
}

/// The sign-in that this process is in the middle of.
enum OngoingSignIn: Sendable {
    case none
    /// A request is under way, or the session is being stored.
    case underWay
    /// The user must answer.
    case open(SignInConversation)
    /// The user is at an authenticator or in a browser.
    case showing(any OpenDialog)

    /// The conversation that waits for an answer.
    var conversation: SignInConversation? {
        if case .open(let conversation) = self { conversation } else { nil }
    }

    /// Whether it waits for that dialog.
    func isShowing(_ dialog: some OpenDialog) -> Bool {
        if case .showing(let shown) = self { shown === dialog } else { false }
    }
}
