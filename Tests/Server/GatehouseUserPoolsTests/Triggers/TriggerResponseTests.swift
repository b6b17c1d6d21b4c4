// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseUserPools

/// What becomes of an operation whose function fails or returns nonsense.
@Suite(.timeLimit(.minutes(15))) struct TriggerResponseTests {
    private static func unrecognizable() -> ServiceFault {
        ServiceFault(.invalidLambdaResponse, "Unrecognizable lambda output")
    }

    @Test(
        arguments: [
            .null, "true", 1, [], [:], ["response": nil], ["response": "x"], ["response": ["autoConfirmUser": "true"]],
            ["response": ["autoConfirmUser": 1]], ["response": ["autoVerifyEmail": [:]]],
            ["response": ["autoVerifyPhone": [true]]],
        ] as [WireValue])
    func `output of the wrong shape makes nobody`(_ output: WireValue) async throws {
        let triggers = ScriptedTriggers([.preSignUp: { _ in .output(output) }])
        let fixture = try await PoolFixture.make(triggers)
        #expect(try await fault { try await fixture.signUp() } == Self.unrecognizable())
        #expect(try await fault { _ = try await fixture.user() }?.code == .userNotFound)
        #expect(fixture.gatehouse.messages().isEmpty)
    }

    @Test(arguments: [
        (
            TriggerFailure.functionError("Not on the list"),
            ServiceFault(.userLambdaValidation, "PreSignUp failed with error Not on the list.")
        ),
        (.notJSON, ServiceFault(.invalidLambdaResponse, "Invalid lambda function output : Invalid JSON")),
        (
            .timedOut,
            ServiceFault(
                .unexpectedLambda, "PreSignUp invocation failed due to error SocketTimeoutException.")
        ),
        (
            .notCallable(.accessDenied, "detail"),
            ServiceFault(.unexpectedLambda, "PreSignUp invocation failed due to error AccessDeniedException.")
        ),
        (
            .notCallable(.notFound, "detail"),
            ServiceFault(.unexpectedLambda, "PreSignUp invocation failed due to error ResourceNotFoundException.")
        ),
    ])
    func `a failure is told in the service's words, and nobody is made`(
        _ failure: TriggerFailure, _ expected: ServiceFault
    ) async throws {
        let triggers = ScriptedTriggers([.preSignUp: { _ in .failure(failure) }])
        let fixture = try await PoolFixture.make(triggers)
        #expect(try await fault { try await fixture.signUp() } == expected)
        #expect(try await fault { _ = try await fixture.user() }?.code == .userNotFound)
    }

    @Test func `a function that nobody set up is one that is not there`() async throws {
        let triggers = ScriptedTriggers([.preSignUp: { _ in .response([:]) }])
        let pool = PoolFixture.request { $0.lambdaConfig = triggers.settings }
        let fixture = try await PoolFixture.make(pool: pool)
        #expect(
            try await fault { try await fixture.signUp() }
                == ServiceFault(
                    .unexpectedLambda, "PreSignUp invocation failed due to error ResourceNotFoundException."))
    }

    @Test(arguments: [[:], ["response": nil], ["response": [:]]] as [WireValue])
    func `a function that is only told may return any object`(_ output: WireValue) async throws {
        let triggers = ScriptedTriggers([.postConfirmation: { _ in .output(output) }])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.signUp()
        try await fixture.confirm()
        #expect(triggers.sources == ["PostConfirmation_ConfirmSignUp"])
    }
}
