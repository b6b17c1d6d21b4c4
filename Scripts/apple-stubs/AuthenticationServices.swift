// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors
//
// Names and types are those of Apple, whose documentation describes them.
// swift-format-ignore-file

public import Foundation

// The framework's header for its buttons imports the system's framework for windows.
#if SYSTEM_macOS
@_exported public import AppKit

public typealias ASPresentationAnchor = NSWindow
#elseif !SYSTEM_watchOS
@_exported public import UIKit

public typealias ASPresentationAnchor = UIWindow
#endif

public protocol ASAuthorizationCredential: NSObjectProtocol {}

open class ASAuthorization: NSObject {
    public var credential: any ASAuthorizationCredential { preconditionFailure() }
}

open class ASAuthorizationRequest: NSObject {}

public struct ASAuthorizationError: Error {
    public enum Code: Int, Sendable {
        case unknown = 1000
        case canceled = 1001
    }

    public var code: Code { .unknown }
}

#if !SYSTEM_watchOS && !SYSTEM_tvOS
@MainActor open class ASAuthorizationController: NSObject {
    public init(authorizationRequests: [ASAuthorizationRequest]) {}

    public weak var delegate: (any ASAuthorizationControllerDelegate)?
    public weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)?

    public func performRequests() {}
    public func cancel() {}
}

@MainActor public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

@MainActor public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}

open class ASAuthorizationPlatformPublicKeyCredentialProvider: NSObject {
    public init(relyingPartyIdentifier: String) {}

    public func createCredentialRegistrationRequest(
        challenge: Data, name: String, userID: Data
    ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest { .init() }

    public func createCredentialAssertionRequest(
        challenge: Data
    ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest { .init() }
}

open class ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest {
    public var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
    public var excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]?
}

open class ASAuthorizationPlatformPublicKeyCredentialAssertionRequest: ASAuthorizationRequest {
    public var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
    public var allowedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor] = []
}

open class ASAuthorizationPlatformPublicKeyCredentialDescriptor: NSObject {
    public init(credentialID: Data) {}
}

public struct ASAuthorizationPublicKeyCredentialUserVerificationPreference: RawRepresentable, Hashable, Sendable {
    public static let preferred = Self(rawValue: "preferred")
    public static let required = Self(rawValue: "required")
    public static let discouraged = Self(rawValue: "discouraged")

    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

public enum ASAuthorizationPublicKeyCredentialAttachment: Int, Sendable {
    case platform
    case crossPlatform
}

open class ASAuthorizationPlatformPublicKeyCredentialRegistration: NSObject, ASAuthorizationCredential {
    public var attachment: ASAuthorizationPublicKeyCredentialAttachment { .platform }
    public var credentialID: Data { Data() }
    public var rawAttestationObject: Data? { nil }
    public var rawClientDataJSON: Data { Data() }
}

open class ASAuthorizationPlatformPublicKeyCredentialAssertion: NSObject, ASAuthorizationCredential {
    public var attachment: ASAuthorizationPublicKeyCredentialAttachment { .platform }
    public var credentialID: Data { Data() }
    public var rawAuthenticatorData: Data! { nil }
    public var rawClientDataJSON: Data { Data() }
    public var signature: Data! { nil }
    public var userID: Data! { nil }
}
#endif

public struct ASWebAuthenticationSessionError: Error {
    public enum Code: Int, Sendable {
        case canceledLogin = 1
        case presentationContextNotProvided = 2
        case presentationContextInvalid = 3
    }

    public var code: Code { .canceledLogin }
}

#if SYSTEM_iOS || SYSTEM_macOS || SYSTEM_visionOS
@MainActor open class ASWebAuthenticationSession: NSObject {
    public struct Callback: Sendable {
        public static func customScheme(_ customScheme: String) -> Callback { Callback() }
        public static func https(host: String, path: String) -> Callback { Callback() }
    }

    public typealias CompletionHandler = (URL?, (any Error)?) -> Void

    public init(url: URL, callback: Callback, completionHandler: @escaping CompletionHandler) {}

    public weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
    public var prefersEphemeralWebBrowserSession = false

    public func start() -> Bool { true }
    public func cancel() {}
}

@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}
#endif
