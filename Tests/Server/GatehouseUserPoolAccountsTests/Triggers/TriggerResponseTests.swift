// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// The result of an operation whose trigger fails or returns malformed output.
@Suite(.hangLimit) struct TriggerResponseTests {
    private static func unrecognizable() -> ServiceFault {
        ServiceFault(.invalidLambdaResponse, "Unrecognizable lambda output")
    }

    @Test(
        arguments: [
            .null, "true", 1, [], [:], ["response": nil], ["response": "x"], ["response": ["autoConfirmUser": "true"]],
            ["response": ["autoConfirmUser": 1]], ["response": ["autoVerifyEmail": [:]]],
            ["response": ["autoVerifyPhone": [true]]],
        ] as [WireValue])
    func `malformed output of the pre-sign-up trigger creates no user`(_ output: WireValue) async throws {
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
        (.notStreamSafe, ServiceFault(.invalidLambdaResponse, "Invalid lambda function output : Invalid JSON")),
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
        (.refused(.programs), Overload.programs.fault),
    ])
    func `a trigger's failure has the service's error text, and no user is created`(
        _ failure: TriggerFailure, _ expected: ServiceFault
    ) async throws {
        let triggers = ScriptedTriggers([.preSignUp: { _ in .failure(failure) }])
        let fixture = try await PoolFixture.make(triggers)
        #expect(try await fault { try await fixture.signUp() } == expected)
        #expect(try await fault { _ = try await fixture.user() }?.code == .userNotFound)
    }

    @Test func `a call that the server refuses after a commit is no overload, since its client must not repeat it`()
        async throws
    {
        let triggers = ScriptedTriggers([.postConfirmation: { _ in .failure(.refused(.programs)) }])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.signUp()
        let refusal = try await fault { try await fixture.confirm() }
        #expect(refusal?.code == .unexpectedLambda)
        #expect(refusal?.overload == nil)
    }

    @Test func `a trigger without a configured function fails as not found`() async throws {
        let triggers = ScriptedTriggers([.preSignUp: { _ in .response([:]) }])
        let pool = PoolFixture.request { $0.lambdaConfig = triggers.settings }
        let fixture = try await PoolFixture.make(pool: pool)
        #expect(
            try await fault { try await fixture.signUp() }
                == ServiceFault(
                    .unexpectedLambda, "PreSignUp invocation failed due to error ResourceNotFoundException."))
    }

    @Test(arguments: [[:], ["response": nil], ["response": [:]]] as [WireValue])
    func `a trigger without a response format may return any object`(_ output: WireValue) async throws {
        let triggers = ScriptedTriggers([.postConfirmation: { _ in .output(output) }])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.signUp()
        try await fixture.confirm()
        #expect(triggers.sources == ["PostConfirmation_ConfirmSignUp"])
    }
}
