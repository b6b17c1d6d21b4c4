// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseSession
import GatehouseWire
import Synchronization

/// The sign-in that is under way or waits for an answer; a new one takes the place of the one before.
final class SignInTurns: Sendable {
    private struct State {
        /// Grows with each sign-in that begins, and with each end from outside.
        var number = 0
        var challenge = Challenge.none
        var cancel: (@Sendable () -> Void)?
    }

    private enum Challenge {
        case none
        /// The user must answer.
        case open
        /// The app's answer is on its way.
        case taken
    }

    private let state = Mutex(State())

    /// Ends the present sign-in, if there is one; its call fails with `unableToSignIn`.
    func abandon() {
        let cancel = state.withLock { state in
            defer { state = State(number: state.number + 1) }
            return state.cancel
        }
        cancel?()
    }

    /// Takes the open challenge for an answer.
    ///
    /// - Throws: `invalidState` if none is open.
    func takeChallenge() throws {
        try state.withLock { state throws(AWSMobileClientError) in
            guard state.challenge == .open else { throw .noChallenge }
            state.challenge = .taken
        }
    }

    /// The number of the present sign-in; a call keeps the number at the moment in which the app made it.
    var number: Int { state.withLock(\.number) }

    /// Runs the step of a sign-in: the first, or the one after the challenge that was taken.
    ///
    /// - Parameters:
    ///   - number: the sign-in's number.
    ///   - step: the sign-in, up to its end or to the next challenge.
    /// - Returns: the outcome of the step.
    /// - Throws: the step's error, or `unableToSignIn` if the sign-in was abandoned.
    func run(
        in number: Int,
        _ step: @escaping @Sendable () async throws -> SignInOutcome
    ) async throws -> SignInOutcome {
        let task = try state.withLock { state throws(AWSMobileClientError) in
            guard state.number == number else { throw .signInAbandoned }
            // Unstructured on purpose: another sign-in, or a sign-out, cancels it.
            let task = Task {
                try Task.checkCancellation()
                return try await step()
            }
            state.cancel = { task.cancel() }
            return task
        }
        let result = await task.result
        let isStillCurrent = state.withLock { state in
            guard state.number == number else { return false }
            state.cancel = nil
            state.challenge = result.leavesChallenge ? .open : .none
            return true
        }
        // A sign-in with a stored session is complete and cannot be abandoned.
        if isStillCurrent || (try? result.get())?.isSignedIn == true { return try result.get() }
        throw AWSMobileClientError.signInAbandoned
    }
}

extension Result where Success == SignInOutcome, Failure == any Error {
    /// Whether the user may answer a challenge, for the first time or again.
    fileprivate var leavesChallenge: Bool {
        switch self {
        case .success(let outcome): outcome.nextStep.isAnswerable
        case .failure(let error as SessionError): error.leavesChallengeOpen
        case .failure: false
        }
    }
}

extension SignInStep {
    /// Whether the older API has an answer to the step.
    var isAnswerable: Bool {
        switch self {
        case .confirmSignInWithNewPassword, .confirmSignInWithSMSMFACode, .confirmSignInWithTOTPCode,
            .confirmSignInWithOTP, .confirmSignInWithCustomChallenge:
            true
        case .confirmSignUp, .resetPassword, .confirmSignInWithPassword, .continueSignInWithMFASelection,
            .continueSignInWithFirstFactorSelection, .continueSignInWithMFASetupSelection,
            .continueSignInWithTOTPSetup, .continueSignInWithEmailMFASetup, .done:
            false
        }
    }
}

extension SessionError {
    /// Whether a refused answer may be given again: a wrong one, or one that was lost on its way.
    var leavesChallengeOpen: Bool {
        switch self {
        case .service(let fault): fault.code == .codeMismatch || fault.code == .invalidPassword
        case .network: true
        default: false
        }
    }
}

/// How often the app has signed in, signed out and released waiting calls.
///
/// A call keeps the numbers of the moment in which the app made it. If one has grown when the call needs to wait, what
/// the call would wait for has happened already.
struct CallMarks: Sendable, Equatable {
    /// The numbers of the moment in which the app made the present call.
    @TaskLocal static var ofPresentCall: CallMarks?

    var signIns = 0
    var signOuts = 0
    var releases = 0
    /// The number of the app's last sign-in, which it began or answered.
    var turn = 0
}
