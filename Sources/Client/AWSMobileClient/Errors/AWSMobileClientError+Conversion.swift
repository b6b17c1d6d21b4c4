// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseWire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension AWSMobileClientError {
    /// The error of an operation of the user pool.
    init(_ fault: ServiceFault) {
        guard let meaning = Self.meanings[fault.code] else {
            self = .unknown(message: "\(fault.code.rawValue): \(fault.message)")
            return
        }
        self = meaning(fault.message.isEmpty ? "The service gave no reason (\(fault.code.rawValue))." : fault.message)
    }

    private static let meanings: [ServiceFault.Code: @Sendable (String) -> AWSMobileClientError] = [
        .aliasExists: { .aliasExists(message: $0) },
        .codeDeliveryFailure: { .codeDeliveryFailure(message: $0) },
        .codeMismatch: { .codeMismatch(message: $0) },
        .expiredCode: { .expiredCode(message: $0) },
        .groupExists: { .groupExists(message: $0) },
        .internalError: { .internalError(message: $0) },
        .invalidLambdaResponse: { .invalidLambdaResponse(message: $0) },
        .invalidOAuthFlow: { .invalidOAuthFlow(message: $0) },
        .invalidParameter: { .invalidParameter(message: $0) },
        .invalidPassword: { .invalidPassword(message: $0) },
        .invalidUserPoolConfiguration: { .invalidUserPoolConfiguration(message: $0) },
        .limitExceeded: { .limitExceeded(message: $0) },
        .mfaMethodNotFound: { .mfaMethodNotFound(message: $0) },
        .notAuthorized: { .notAuthorized(message: $0) },
        .passwordResetRequired: { .passwordResetRequired(message: $0) },
        .resourceNotFound: { .resourceNotFound(message: $0) },
        .scopeDoesNotExist: { .scopeDoesNotExist(message: $0) },
        .softwareTokenMFANotFound: { .softwareTokenMFANotFound(message: $0) },
        .tooManyFailedAttempts: { .tooManyFailedAttempts(message: $0) },
        .tooManyRequests: { .tooManyRequests(message: $0) },
        .unexpectedLambda: { .unexpectedLambda(message: $0) },
        .userLambdaValidation: { .userLambdaValidation(message: $0) },
        .userNotConfirmed: { .userNotConfirmed(message: $0) },
        .userNotFound: { .userNotFound(message: $0) },
        .usernameExists: { .usernameExists(message: $0) },
    ]
}

extension URLError {
    /// The error of a request that got no answer.
    init(_ fault: ServiceFault) {
        self =
            (fault.cause as? TransportError)?.urlError
            ?? URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: fault.message])
    }
}

extension AWSMobileClientError {
    /// The error of the engine, as far as it is one of this API; `appError` has the others.
    init(_ error: SessionError) {
        switch error {
        case .service(let fault), .renewal(let fault): self.init(fault)
        case .network(let fault), .garbled(let fault): self = .unknown(message: fault.message)
        case .unanswerable(let text), .unknown(let text): self = .unknown(message: text)
        case .noUserPool: self = .userPoolNotConfigured(message: "No user pool is configured.")
        case .noIdentityPool: self = .cognitoIdentityPoolNotConfigured(message: "No identity pool is configured.")
        case .guestsNotAllowed: self = .guestAccessNotAllowed(message: "The identity pool admits no guests.")
        case .configuration(let text, let cure): self = .invalidConfiguration(message: "\(text) \(cure)")
        case .validation(let field, let text, let cure):
            self = .invalidParameter(message: "\(field): \(text) \(cure)")
        case .invalidState(let text, let cure): self = .invalidState(message: "\(text) \(cure)")
        case .passkey(let error): self = .unknown(message: "\(error)")
        case .web(let error): self.init(error)
        case .nothingFederated, .signedOut: self = .notSignedIn(message: "No user is signed in.")
        case .sessionExpired: self = .expiredRefreshToken(message: "The session has expired or was revoked.")
        case .invalidAccountType(let text, let cure): self = .invalidState(message: "\(text) \(cure)")
        case .noDevice: self = .deviceNotRemembered(message: "This device is not remembered.")
        case .storeUnreadable(let trouble), .storeFailed(let trouble):
            self = .internalError(message: trouble.description)
        case .cancelled: self = .unableToSignIn(message: "The session ended during the call.")
        }
    }
}

extension SessionError {
    /// Lets a `switch` name one of the engine's constants.
    fileprivate static func ~= (pattern: SessionError, value: SessionError) -> Bool { pattern == value }
}

extension AWSMobileClientError {
    /// The error of a sign-in or a sign-out on hosted pages.
    init(_ error: WebSignInError) {
        switch error {
        case .noPresenter: self = .errorLoadingPage(message: "There is nothing that shows web pages.")
        case .cancelled: self = .userCancelledSignIn(message: "The user left the page.")
        case .timedOut: self = .errorLoadingPage(message: "The browser did not return in time.")
        case .notShown(let text), .badRedirect(let text): self = .errorLoadingPage(message: text)
        case .badAnchor:
            self = .errorLoadingPage(message: "The window, above which the page should be shown, cannot be used.")
        case .refused(let refusal): self = .badRequest(message: refusal.both)
        case .tokensRefused(let refusal): self = .unknown(message: refusal.both)
        case .noAccessToken: self = .unknown(message: "The token endpoint issued no access token.")
        case .noTokens:
            self = .idTokenAndAcceessTokenNotIssued(
                message: "The token endpoint issued neither an ID token nor an access token.")
        case .wrongState:
            self = .securityFailed(message: "The browser came back with the answer to another request.")
        case .wrongNonce: self = .securityFailed(message: "The ID token answers another request.")
        case .unusable(let text): self = .unknown(message: text)
        case .thrown(let failure): self = .errorLoadingPage(message: "\(failure)")
        }
    }
}

extension OAuthRefusal {
    /// The error's code, with its description if there is one.
    fileprivate var both: String { text.isEmpty ? code : "\(code): \(text)" }
}

extension AWSMobileClientError {
    /// The reason, for developers.
    public var message: String {
        switch self {
        case .aliasExists(let message), .codeDeliveryFailure(let message), .codeMismatch(let message),
            .expiredCode(let message), .groupExists(let message), .internalError(let message),
            .invalidLambdaResponse(let message), .invalidOAuthFlow(let message), .invalidParameter(let message),
            .invalidPassword(let message), .invalidUserPoolConfiguration(let message), .limitExceeded(let message),
            .mfaMethodNotFound(let message), .notAuthorized(let message), .passwordResetRequired(let message),
            .resourceNotFound(let message), .scopeDoesNotExist(let message), .softwareTokenMFANotFound(let message),
            .tooManyFailedAttempts(let message), .tooManyRequests(let message), .unexpectedLambda(let message),
            .userLambdaValidation(let message), .userNotConfirmed(let message), .userNotFound(let message),
            .usernameExists(let message), .unknown(let message), .notSignedIn(let message),
            .identityIdUnavailable(let message), .guestAccessNotAllowed(let message),
            .federationProviderExists(let message), .cognitoIdentityPoolNotConfigured(let message),
            .unableToSignIn(let message), .invalidState(let message), .userPoolNotConfigured(let message),
            .userCancelledSignIn(let message), .badRequest(let message), .expiredRefreshToken(let message),
            .errorLoadingPage(let message), .securityFailed(let message), .idTokenNotIssued(let message),
            .idTokenAndAcceessTokenNotIssued(let message), .invalidConfiguration(let message),
            .deviceNotRemembered(let message):
            message
        }
    }
}
