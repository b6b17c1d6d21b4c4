// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseWire
import Testing

@testable import AWSCognitoAuthPlugin

@Suite struct SessionErrorTests {
    @Test(arguments: [
        (SessionError.configuration("t", cure: "c"), "configuration"), (.invalidState("t", cure: "c"), "invalidState"),
        (.signedOut, "signedOut"), (.sessionExpired, "sessionExpired"), (.unknown("t"), "unknown"),
        (.unanswerable("t"), "service"),
        (.passkey(.noAuthenticator), "service"), (.passkey(.cancelled), "service"),
        (.passkey(.noCredential), "service"), (.passkey(.alreadyRegistered), "service"),
        (.passkey(.notSupported("t")), "service"), (.passkey(.failed("t")), "service"),
        (.passkey(.timedOut), "service"),
        (.web(.noPresenter), "service"), (.web(.cancelled), "service"), (.web(.timedOut), "service"),
        (.web(.notShown("t")), "service"), (.web(.badAnchor), "invalidState"),
        (.web(.badRedirect("t")), "configuration"),
        (.web(.refused(OAuthRefusal(code: "c", text: "t"))), "service"), (.web(.wrongState), "service"),
        (.web(.wrongNonce), "service"), (.web(.unusable("t")), "service"),
        (.validation(field: "f", "t", cure: "c"), "validation"),
    ])
    func `each error of the engine has its case`(error: SessionError, errorCase: String) {
        for call in FaultReading.allCases {
            #expect(AuthError(error, from: call).name == errorCase)
        }
    }

    @Test(arguments: [
        (FaultReading.userPool, "unknown"), (.accountSecret, "configuration"), (.signIn, "unknown"),
        (.session, "unknown"), (.leaving, "unknown"),
    ])
    func `an error without an answer of the service keeps itself as cause`(call: FaultReading, errorCase: String) {
        let error = AuthError(.garbled(.garbled("t")), from: call)
        #expect(error.name == errorCase)
        #expect(error.underlyingError is ServiceFault)
    }

    @Test(arguments: [
        TransportError.Kind.unreachable, .tls, .connectionLost, .timedOut, .tooLarge, .badRequest,
    ])
    func `no answer is a service error caused by the network`(kind: TransportError.Kind) {
        let error = AuthError(SessionError(ServiceFault(TransportError(kind))), from: .session)
        #expect(error == .anyService)
        #expect(error.cause == .network)
    }

    @Test func `a cancelled page and one that cannot be shown have their causes`() {
        #expect(AuthError(.web(.cancelled), from: .signIn).cause == .userCancelled)
        #expect(AuthError(.web(.noPresenter), from: .signIn).cause == .errorLoadingUI)
        #expect(AuthError(.web(.notShown("t")), from: .signIn).cause == .errorLoadingUI)
        #expect(AuthError(.web(.timedOut), from: .signIn).cause == nil)
    }

    @Test func `a cancelled call has its own error`() {
        let error = AuthError(.cancelled, from: .userPool)
        #expect(error.isOperationCancelledError)
    }

    @Test func `an error for missing credentials has the cause invalidAccountTypeException`() {
        let error = AuthError(.invalidAccountType("t", cure: "c"), from: .session)
        #expect(error == .anyService)
        #expect(error.cause == .invalidAccountTypeException)
    }

    @Test(arguments: [
        SessionError.storeUnreadable(StoreError(.reading, reason: "r")),
        .storeFailed(StoreError(.writing, reason: "r")),
    ])
    func `trouble with the store is unknown, with a store error as cause`(error: SessionError) {
        let error = AuthError(error, from: .userPool)
        #expect(error.name == "unknown")
        #expect(error.underlyingError is KeychainStoreError)
    }

    private struct Broken: Error, Equatable {}

    private struct BrokenAuthenticator: WebAuthnAuthenticator {
        func makeCredential(creationOptions: Data) async throws -> Data { throw Broken() }
        func assertCredential(requestOptions: Data) async throws -> Data { throw CancellationError() }
    }

    @Test func `an error of the app's authenticator is the cause, unless the user cancelled`() async {
        let authenticator = AppAuthenticator(authenticator: BrokenAuthenticator())
        do throws(PasskeyError) {
            _ = try await authenticator.register(Data(), names: [])
            Issue.record("There is a passkey.")
        } catch {
            let error = AuthError(.passkey(error), from: .userPool)
            #expect(error.name == "service" && error.underlyingError is Broken)
        }
        await #expect(throws: PasskeyError.cancelled) { try await authenticator.assert(Data()) }
    }

    @Test func `a refused argument is named`() {
        #expect(AuthError(.validation(field: "code", "t", cure: "c"), from: .userPool).field == "code")
    }

    @Test func `a renewal's fault reads as the session's, not as its call's`() {
        let limit = ServiceFault("LimitExceededException", "t")
        for call in FaultReading.allCases {
            #expect(AuthError(.renewal(.garbled("t")), from: call).name == "unknown")
            #expect(AuthError(.renewal(limit), from: call).cause == .limitExceededException)
        }
    }
}
