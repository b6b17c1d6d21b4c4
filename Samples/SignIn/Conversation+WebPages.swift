// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseDialogue

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

extension Conversation {
    /// Signs a user in on web pages, in the browser.
    ///
    /// - Parameter usesPublisher: whether a Combine publisher has the result, as in an app with Combine.
    /// - Throws: an error of the sign-in, or that the user goes back.
    func signInOnWebPages(usesPublisher: Bool) async throws {
        let providers = WebProvider.allCases.map { Choice(word: $0.rawValue, title: $0.title, value: $0) }
        let provider = try terminal.choose("Sign in with", providers).provider
        terminal.say("Continue in the browser.")
        let signIn: @Sendable () async throws -> AuthSignInResult = {
            // A program in a terminal has no window above which a system could show the pages.
            if let provider {
                return try await Amplify.Auth.signInWithWebUI(for: provider, presentationAnchor: nil)
            }
            return try await Amplify.Auth.signInWithWebUI(presentationAnchor: nil)
        }
        let result = usesPublisher ? try await Self.published(signIn) : try await signIn()
        terminal.say("Next step: \(result.nextStep.name)")
        await report { try await show() }
    }

    /// The first value of the publisher of a call.
    private static func published(
        _ call: @escaping @Sendable () async throws -> AuthSignInResult
    ) async throws -> AuthSignInResult {
        let (results, continuation) = AsyncThrowingStream<AuthSignInResult, any Error>.makeStream()
        let subscription = Amplify.Publisher.create { try await call() }.sink {
            if case .failure(let error) = $0 {
                continuation.finish(throwing: error)
            } else {
                continuation.finish()
            }
        } receiveValue: {
            continuation.yield($0)
        }
        defer { subscription.cancel() }
        for try await result in results { return result }
        throw Ending.goingBack
    }
}

/// The identity providers that the sample offers on web pages.
enum WebProvider: String, CaseIterable {
    case pages, amazon, apple, facebook, google

    /// The title that people read.
    var title: String {
        switch self {
        case .pages: "the pages of the user pool"
        case .amazon: "Login with Amazon"
        case .apple: "Sign in with Apple"
        case .facebook: "Facebook"
        case .google: "Google"
        }
    }

    /// The provider; `nil` for the pages of the user pool.
    var provider: AuthProvider? {
        switch self {
        case .pages: nil
        case .amazon: .amazon
        case .apple: .apple
        case .facebook: .facebook
        case .google: .google
        }
    }
}
