// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Testing

@Suite struct AmplifyErrorTests {
    private struct Cause: Error {}

    private static let kinds: [any AmplifyError.Type] = [
        AuthError.self, ConfigurationError.self, PluginError.self, HubError.self, LoggingError.self,
        CoreError.self,
    ]

    private static func taking(_ error: any Error, as kind: any AmplifyError.Type) -> any AmplifyError {
        kind.init(errorDescription: "text", recoverySuggestion: "advice", error: error)
    }

    @Test func `an error of the same type stays itself`() {
        let same = Self.taking(AuthError.signedOut("d", "s"), as: AuthError.self)
        #expect(same as? AuthError == .signedOut("", ""))
        #expect(same.errorDescription == "d" && same.recoverySuggestion == "s")
        #expect((Self.taking(PluginError.noSuchPlugin("d", "s"), as: PluginError.self)).errorDescription == "d")
    }

    @Test(arguments: kinds.indices)
    func `any other error becomes the cause of an unknown one`(index: Int) {
        let error = Self.taking(Cause(), as: Self.kinds[index])
        #expect(error.underlyingError is Cause)
        #expect(error.errorDescription == "text")
        #expect(!error.isOperationCancelledError)
        #expect("\(error)".contains("text"))
    }

    @Test(arguments: kinds.indices)
    func `a cancellation is carried as the library's own`(index: Int) {
        for cancellation in [CancellationError(), OperationCancelledError()] as [any Error] {
            let error = Self.taking(cancellation, as: Self.kinds[index])
            #expect(error.underlyingError is OperationCancelledError)
            #expect(error.isOperationCancelledError)
            #expect((error as any Error).isOperationCancelledError)
        }
    }

    @Test func `a cancellation is found behind several errors`() {
        let inner = AuthError.unknown("inner", OperationCancelledError())
        #expect(AuthError.service("outer", "", inner).isOperationCancelledError)
        #expect(!AuthError.service("outer", "").isOperationCancelledError)
        #expect(!Cause().isOperationCancelledError)
    }

    @Test func `the description has a line for each thing there is to say`() {
        #expect(AuthError.service("what", "").debugDescription == "AuthError: what")
        let full = AuthError.service("what", "do", PluginError.noSuchPlugin("why", "")).debugDescription
        #expect(full == "AuthError: what\nRecovery suggestion: do\nCaused by:\nPluginError: why")
    }

    @Test func `an unknown logging error has no recovery suggestion of its own`() {
        let error = LoggingError.unknown("what", Cause())
        #expect(error.errorDescription == "what" && error.recoverySuggestion.isEmpty && error.underlyingError is Cause)
        #expect(LoggingError.unknown("what", nil).underlyingError == nil)
    }

    @Test func `the initialisers of the enums have default texts`() {
        #expect(!AuthError(error: Cause()).errorDescription.isEmpty)
        #expect(!ConfigurationError(error: Cause()).recoverySuggestion.isEmpty)
        #expect(!PluginError(error: Cause()).errorDescription.isEmpty)
        #expect(!HubError(error: Cause()).errorDescription.isEmpty)
    }
}

@Suite struct AuthErrorEqualityTests {
    private static let errors: [AuthError] = [
        .configuration("a", "b"), .service("a", "b"), .validation("f", "a", "b"), .notAuthorized("a", "b"),
        .invalidState("a", "b"), .signedOut("a", "b"), .sessionExpired("a", "b"),
    ]
    private static let twins: [AuthError] = [
        .configuration("x", ""), .service("x", "", AuthError.unknown("cause")), .validation("g", "x", ""),
        .notAuthorized("x", ""), .invalidState("x", ""), .signedOut("x", ""), .sessionExpired("x", ""),
    ]

    @Test(arguments: errors.indices, twins.indices)
    func `only the case counts`(left: Int, right: Int) {
        #expect((Self.errors[left] == Self.twins[right]) == (left == right))
    }

    @Test func `an unknown error equals nothing, not even itself`() {
        let unknown = AuthError.unknown("a")
        let another = AuthError.unknown("a")
        #expect(unknown != another)
        for error in Self.errors {
            #expect(unknown != error && error != unknown)
        }
    }
}
