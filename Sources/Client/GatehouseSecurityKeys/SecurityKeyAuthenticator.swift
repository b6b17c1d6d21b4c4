// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import AWSCognitoAuthPlugin
public import Foundation
import GatehouseCrypto
import GatehouseSession
import GatehouseWire

/// A security key on USB, as the authenticator of an app on Linux.
///
/// The passkey stays in the key, which the user touches to make it and to sign with it, after its PIN if it has one:
///
/// ```swift
/// let key = SecurityKeyAuthenticator { request in
///     await ask("The PIN of your security key (\(request.attemptsLeft) attempts left)")
/// }
/// try Amplify.add(plugin: AWSCognitoAuthPlugin(passkeys: .authenticator(key)))
/// ```
///
/// Both calls throw ``SecurityKeyError``, and `CancellationError` when the task is cancelled or the user cancels;
/// then the key stops blinking.
public struct SecurityKeyAuthenticator: WebAuthnAuthenticator {
    private let connect: @Sendable (_ limit: Duration) throws(FIDOFault) -> SecurityKey
    private let askForTouch: @Sendable () async -> Void
    private let askForPIN: @Sendable (SecurityKeyPINRequest) async -> String?

    /// Makes an authenticator of the one security key that is plugged in when a passkey is needed.
    ///
    /// - Parameters:
    ///   - askForTouch: called when the key is about to blink and wait for a touch.
    ///   - askForPIN: asks the user for the key's PIN; returns nil if the user cancels.
    public init(
        askForTouch: @escaping @Sendable () async -> Void = {},
        askForPIN: @escaping @Sendable (SecurityKeyPINRequest) async -> String?
    ) {
        self.init(connect: SecurityKey.connected, askForTouch: askForTouch, askForPIN: askForPIN)
    }

    /// Makes an authenticator of the key that `connect` opens; its calls wait no longer than the limit.
    init(
        connect: @escaping @Sendable (_ limit: Duration) throws(FIDOFault) -> SecurityKey,
        askForTouch: @escaping @Sendable () async -> Void = {},
        askForPIN: @escaping @Sendable (SecurityKeyPINRequest) async -> String?
    ) {
        self.connect = connect
        self.askForTouch = askForTouch
        self.askForPIN = askForPIN
    }

    /// Makes a passkey.
    ///
    /// - Parameter creationOptions: `PublicKeyCredentialCreationOptionsJSON`.
    /// - Returns: `RegistrationResponseJSON`.
    /// - Throws: why there is no passkey.
    public func makeCredential(creationOptions: Data) async throws -> Data {
        guard let options = try? PasskeyCreationOptions(creationOptions) else {
            throw SecurityKeyError.malformedOptions
        }
        guard options.takesES256 else { throw SecurityKeyError.notSupported }
        let clientData = ClientData(.create, challenge: options.challenge, relyingPartyID: options.relyingPartyID)
        let hash = sha256(clientData.bytes)
        let made = try await use(options.userVerification, options.timeLimit) { key, pin throws(FIDOFault) in
            try key.makePasskey(options, clientDataHash: hash, pin: pin)
        }
        return PasskeyCredential(id: made.id, attachment: .crossPlatform)
            .registration(made.authenticatorData, clientDataJSON: clientData.bytes, transports: ["usb"]).json()
    }

    /// Signs with a passkey.
    ///
    /// - Parameter requestOptions: `PublicKeyCredentialRequestOptionsJSON`.
    /// - Returns: `AuthenticationResponseJSON`.
    /// - Throws: why there is no signature.
    public func assertCredential(requestOptions: Data) async throws -> Data {
        guard let options = try? PasskeyRequestOptions(requestOptions) else {
            throw SecurityKeyError.malformedOptions
        }
        let clientData = ClientData(.get, challenge: options.challenge, relyingPartyID: options.relyingPartyID)
        let hash = sha256(clientData.bytes)
        let proof = try await use(options.userVerification, options.timeLimit) { key, pin throws(FIDOFault) in
            try key.prove(options, clientDataHash: hash, pin: pin)
        }
        return PasskeyCredential(id: proof.id, attachment: .crossPlatform)
            .assertion(
                proof.authenticatorData, clientDataJSON: clientData.bytes, signature: proof.signature,
                userHandle: proof.userHandle
            ).json()
    }

    /// Has the key do something, and asks for its PIN as often as it takes.
    private func use<Value: Sendable>(
        _ verification: UserVerification,
        _ limit: Duration,
        _ work: @escaping @Sendable (SecurityKey, _ pin: String?) throws(FIDOFault) -> Value
    ) async throws -> Value {
        let key = try await KeyThread.run(nil) { [connect] () throws(FIDOFault) in try connect(limit) }.value()
        var pin: String?
        if verification != .discouraged, !key.verifiesByItself {
            if key.hasPIN {
                pin = try await ask(about: key, isRetry: false)
            } else if verification == .required {
                throw SecurityKeyError.noPIN
            }
        }
        while true {
            await askForTouch()
            let given = pin
            let result = try await KeyThread.run(key) { () throws(FIDOFault) in try work(key, given) }
            guard case .failure(let fault) = result, fault.wantsPIN, key.hasPIN else { return try result.value() }
            pin = try await ask(about: key, isRetry: given != nil)
        }
    }

    private func ask(about key: SecurityKey, isRetry: Bool) async throws -> String {
        let attempts = try await KeyThread.run(key) { () throws(FIDOFault) in try key.pinAttempts() }.value()
        let pin = await askForPIN(SecurityKeyPINRequest(attemptsLeft: attempts, isRetry: isRetry))
        try Task.checkCancellation()
        guard let pin else { throw CancellationError() }
        return pin
    }
}

extension Result where Failure == FIDOFault {
    /// The value.
    ///
    /// - Throws: `SecurityKeyError`, or `CancellationError` after a cancellation, whatever the key answers to it.
    fileprivate func value() throws -> Success {
        switch self {
        case .success(let value): return value
        case .failure(let fault):
            try Task.checkCancellation()
            if fault.isCancellation { throw CancellationError() }
            throw SecurityKeyError(fault)
        }
    }
}

/// The information that an app shows when the user must enter the PIN of a security key.
public struct SecurityKeyPINRequest: Sendable, Equatable {
    /// The number of wrong PINs that the key still accepts before it locks itself permanently.
    public let attemptsLeft: Int
    /// Whether the last PIN was wrong.
    public let isRetry: Bool
}
