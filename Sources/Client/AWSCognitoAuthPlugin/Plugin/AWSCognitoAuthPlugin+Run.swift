// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Runs a call: the engine does it, its errors are put into the words of this API, and Hub hears how it ended.
    ///
    /// - Parameters:
    ///   - event: the name of the call's event.
    ///   - reading: how faults read in this call.
    ///   - body: what the engine does.
    ///   - answer: the engine's value in the words of this API.
    /// - Returns: the answer.
    /// - Throws: the engine's error in the words of this API.
    func run<Outcome, Answer: Sendable>(
        _ event: HubPayloadEventName,
        _ reading: FaultReading,
        _ body: (SessionEngine) async throws(SessionError) -> Outcome,
        answer: (Outcome) throws(AuthError) -> Answer
    ) async throws(AuthError) -> Answer {
        let result = await result(reading, body, answer)
        events.send(event, result)
        return try result.get()
    }

    private func result<Outcome, Answer>(
        _ reading: FaultReading,
        _ body: (SessionEngine) async throws(SessionError) -> Outcome,
        _ answer: (Outcome) throws(AuthError) -> Answer
    ) async -> Result<Answer, AuthError> {
        do throws(AuthError) {
            return .success(try answer(await value(reading, body)))
        } catch {
            return .failure(error)
        }
    }

    /// What the engine gives, with its errors in the words of this API.
    func value<Outcome>(
        _ reading: FaultReading,
        _ body: (SessionEngine) async throws(SessionError) -> Outcome
    ) async throws(AuthError) -> Outcome {
        let engine = try engine
        do throws(SessionError) {
            return try await body(engine)
        } catch {
            throw AuthError(error, from: reading)
        }
    }
}
