// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

// watchOS and tvOS do not report the kind of authenticator that made a passkey.
#if canImport(AuthenticationServices) && !os(watchOS) && !os(tvOS)
public import AuthenticationServices
public import Foundation
import GatehouseSession
import GatehouseWire

/// The passkeys of Apple's systems: those in the keychain, in another manager that the user has chosen, and in a phone
/// nearby.
///
/// The app needs the associated domain `webcredentials:` of the user pool's relying party. A plugin that is made
/// without passkeys of the app's choice has this authenticator, and calls name the window
/// (`presentationAnchorForWebAuthn`); an app with a single window can name it once:
///
/// ```swift
/// let passkeys = PlatformAuthenticator { window }
/// try Amplify.add(plugin: AWSCognitoAuthPlugin(passkeys: .authenticator(passkeys)))
/// ```
public struct PlatformAuthenticator: WebAuthnAuthenticator {
    /// The reason why the platform was not called or its answer cannot be used; the platform's errors are
    /// `ASAuthorizationError`.
    public enum Failure: Error, Sendable, Equatable {
        /// The service's options are incomplete.
        case malformedOptions
        /// The platform's answer is not a passkey.
        case noPasskey
    }

    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor

    /// Makes an authenticator with dialogues above the call's window, else above its own.
    public init() {
        self.init { PresentationAnchor.current ?? ASPresentationAnchor() }
    }

    /// Makes an authenticator.
    ///
    /// - Parameter anchor: the window above which the platform asks the user.
    public init(anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor) {
        self.anchor = anchor
    }

    /// Makes a passkey.
    ///
    /// - Parameter creationOptions: `PublicKeyCredentialCreationOptionsJSON`.
    /// - Returns: `RegistrationResponseJSON`.
    /// - Throws: why there is no passkey.
    public func makeCredential(creationOptions: Data) async throws -> Data {
        guard let options = try? PasskeyCreationOptions(creationOptions) else { throw Failure.malformedOptions }
        return try await PlatformCeremony.perform(above: anchor) {
            let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(
                relyingPartyIdentifier: options.relyingPartyID)
            let request = provider.createCredentialRegistrationRequest(
                challenge: Data(options.challenge), name: options.userName, userID: Data(options.userHandle))
            request.userVerificationPreference = options.userVerification.preference
            request.excludedCredentials = options.excludedIDs.map {
                ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: Data($0))
            }
            return request
        }
    }

    /// Signs with a passkey.
    ///
    /// - Parameter requestOptions: `PublicKeyCredentialRequestOptionsJSON`.
    /// - Returns: `AuthenticationResponseJSON`.
    /// - Throws: why there is no signature.
    public func assertCredential(requestOptions: Data) async throws -> Data {
        guard let options = try? PasskeyRequestOptions(requestOptions) else { throw Failure.malformedOptions }
        return try await PlatformCeremony.perform(above: anchor) {
            let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(
                relyingPartyIdentifier: options.relyingPartyID)
            let request = provider.createCredentialAssertionRequest(challenge: Data(options.challenge))
            request.userVerificationPreference = options.userVerification.preference
            request.allowedCredentials = options.allowedIDs.map {
                ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: Data($0))
            }
            return request
        }
    }
}

/// One request to the platform, from its sheet to the answer in JSON.
@MainActor
private final class PlatformCeremony: NSObject {
    private let anchor: ASPresentationAnchor
    private var controller: ASAuthorizationController?
    private var continuation: CheckedContinuation<Data, any Error>?

    private init(anchor: ASPresentationAnchor) {
        self.anchor = anchor
    }

    /// Asks the user.
    ///
    /// - Returns: the credential in the JSON form of WebAuthn Level 3, section 5.1.
    /// - Throws: `CancellationError`, `ASAuthorizationError` or `PlatformAuthenticator.Failure`.
    static func perform(
        above anchor: @MainActor @Sendable () -> ASPresentationAnchor,
        _ request: @MainActor @Sendable () -> ASAuthorizationRequest
    ) async throws -> Data {
        let ceremony = PlatformCeremony(anchor: anchor())
        let request = request()
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await withCheckedThrowingContinuation { ceremony.start(request, $0) }
        } onCancel: {
            Task { @MainActor in ceremony.controller?.cancel() }
        }
    }

    private func start(_ request: ASAuthorizationRequest, _ continuation: CheckedContinuation<Data, any Error>) {
        self.continuation = continuation
        let controller = ASAuthorizationController(authorizationRequests: [request])
        controller.delegate = self
        controller.presentationContextProvider = self
        self.controller = controller
        controller.performRequests()
    }

    private func finish(_ result: Result<Data, any Error>) {
        continuation?.resume(with: result)
        (continuation, controller) = (nil, nil)
    }
}

extension PlatformCeremony: ASAuthorizationControllerDelegate {
    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        switch authorization.credential {
        case let made as ASAuthorizationPlatformPublicKeyCredentialRegistration:
            guard let attestation = made.rawAttestationObject else {
                finish(.failure(PlatformAuthenticator.Failure.noPasskey))
                return
            }
            let credential = PasskeyCredential(id: Array(made.credentialID), attachment: .init(made.attachment))
                .registration(
                    attestationObject: Array(attestation), clientDataJSON: Array(made.rawClientDataJSON),
                    transports: made.attachment == .platform ? ["hybrid", "internal"] : ["hybrid"])
            finish(.success(credential.json()))
        case let proof as ASAuthorizationPlatformPublicKeyCredentialAssertion:
            let credential = PasskeyCredential(id: Array(proof.credentialID), attachment: .init(proof.attachment))
                .assertion(
                    Array(proof.rawAuthenticatorData), clientDataJSON: Array(proof.rawClientDataJSON),
                    signature: Array(proof.signature), userHandle: Array(proof.userID))
            finish(.success(credential.json()))
        default: finish(.failure(PlatformAuthenticator.Failure.noPasskey))
        }
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        let isCancelled = (error as? ASAuthorizationError)?.code == .canceled
        finish(.failure(isCancelled ? CancellationError() : error))
    }
}

extension PlatformCeremony: ASAuthorizationControllerPresentationContextProviding {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { anchor }
}

extension UserVerification {
    fileprivate var preference: ASAuthorizationPublicKeyCredentialUserVerificationPreference {
        switch self {
        case .required: .required
        case .preferred: .preferred
        case .discouraged: .discouraged
        }
    }
}

extension PasskeyCredential.Attachment {
    fileprivate init(_ attachment: ASAuthorizationPublicKeyCredentialAttachment) {
        self = attachment == .platform ? .platform : .crossPlatform
    }
}
#endif
