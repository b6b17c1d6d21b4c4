// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession
import Synchronization

extension MobileSession {
    /// Signs in with the app's own screens.
    ///
    /// - Returns: the state after the sign-in.
    /// - Throws: the error of the screens as it is; `userCancelledSignIn` if the user cancelled.
    func signIn(with provider: AppOwned<any DropInSignInProvider>, _ options: SignInUIOptions) async throws -> UserState
    {
        switch try await DropInAnswer.of(provider, options) {
        case .signedIn:
            guard state == .signedIn else {
                throw AWSMobileClientError.unableToSignIn(
                    message: "The screens of dropInSignInProvider ended without a sign-in.")
            }
            return .signedIn
        case .token(let name, let token):
            return try await federatedSignIn(provider: name, token: token, options: FederatedSignInOptions())
        }
    }
}

/// The answer of an app's screens.
private enum DropInAnswer: Sendable {
    /// The user signed in with the client's own calls.
    case signedIn
    /// The user signed in with a provider.
    case token(provider: String, String)

    /// Shows the screens, and waits for the first call of their completion; later calls have no effect.
    static func of(
        _ provider: AppOwned<any DropInSignInProvider>,
        _ options: SignInUIOptions
    ) async throws -> DropInAnswer {
        let (answers, answer) = AsyncThrowingStream<DropInAnswer, any Error>.makeStream(
            bufferingPolicy: .bufferingOldest(1))
        AppCallbacks.start {
            provider.value.presentSignIn(options: options) { name, token, error in
                answer.finish(with: Self.result(name, token, error))
            }
        }
        for try await answer in answers { return answer }
        throw AWSMobileClientError.signInAbandoned
    }

    private static func result(
        _ name: String?,
        _ token: String?,
        _ error: (any Error)?
    ) -> Result<DropInAnswer, any Error> {
        if let error {
            return .failure(error is CancellationError ? AWSMobileClientError(WebSignInError.cancelled) : error)
        }
        guard let name else { return .success(.signedIn) }
        guard let token, !name.isEmpty, !token.isEmpty else {
            return .failure(AWSMobileClientError.unknown(message: "The screens gave a provider without a token."))
        }
        return .success(.token(provider: name, token))
    }
}

extension AsyncThrowingStream.Continuation where Failure == any Error, Element: Sendable {
    /// Ends the stream with one element, or with an error.
    fileprivate func finish(with result: Result<Element, any Error>) {
        switch result {
        case .success(let element):
            yield(element)
            finish()
        case .failure(let error): finish(throwing: error)
        }
    }
}
