// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Runs a call: the engine does it, its errors are put into the words of this API, and its end is sent to the Hub.
    ///
    /// - Parameters:
    ///   - event: the name of the call's event.
    ///   - reading: how faults read in this call.
    ///   - isCancellable: whether a cancelled task ends the call; other calls continue.
    ///   - anchor: the window above which the system asks for a passkey.
    ///   - body: the engine's work.
    ///   - answer: converts the engine's value to this API's type.
    /// - Returns: the answer.
    /// - Throws: the engine's error, converted to this API's error.
    func run<Outcome: Sendable, Answer: Sendable>(
        _ event: HubPayloadEventName,
        _ reading: FaultReading,
        isCancellable: Bool = false,
        above anchor: AuthUIPresentationAnchor? = nil,
        _ body: @escaping @Sendable (SessionEngine) async throws(SessionError) -> Outcome,
        answer: (Outcome) throws(AuthError) -> Answer
    ) async throws(AuthError) -> Answer {
        let result = await PresentationAnchor.$current.withValue(anchor) { () async -> Result<Answer, AuthError> in
            await self.result(reading, isCancellable, body, answer)
        }
        events.send(event, result)
        return try result.get()
    }

    private func result<Outcome: Sendable, Answer>(
        _ reading: FaultReading,
        _ isCancellable: Bool,
        _ body: @escaping @Sendable (SessionEngine) async throws(SessionError) -> Outcome,
        _ answer: (Outcome) throws(AuthError) -> Answer
    ) async -> Result<Answer, AuthError> {
        do throws(AuthError) {
            return .success(try answer(await value(reading, isCancellable, body)))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the engine's result; its errors become this API's errors.
    private func value<Outcome: Sendable>(
        _ reading: FaultReading,
        _ isCancellable: Bool,
        _ body: @escaping @Sendable (SessionEngine) async throws(SessionError) -> Outcome
    ) async throws(AuthError) -> Outcome {
        let engine = try engine
        let work = { @Sendable () async -> Result<Outcome, SessionError> in
            do throws(SessionError) {
                return .success(try await body(engine))
            } catch {
                return .failure(error)
            }
        }
        let result = isCancellable ? await work() : await uninterrupted(work)
        return try result.mapError { AuthError($0, from: reading) }.get()
    }

    /// Runs work to its end even if the calling task is cancelled.
    ///
    /// Apps rely on it: a sign-out that was begun by a screen goes through though the screen has closed. The work keeps
    /// a deadline of its own, so that it ends.
    func uninterrupted<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
        // Unstructured on purpose: a child would be cancelled with its parent.
        await Task { await work() }.value
    }
}

/// The window that the present call names, for an authenticator or a browser of the system that is shown above it.
enum PresentationAnchor {
    /// `presentationAnchorForWebAuthn` or `presentationAnchorForWebUI` of the call's options, or the anchor that the call was
    /// given; nil without one.
    @TaskLocal static var current: AuthUIPresentationAnchor?
}
