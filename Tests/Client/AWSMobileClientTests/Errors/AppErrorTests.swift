// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseWire
import Testing

@testable import AWSMobileClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct AppErrorTests {
    @Test(
        arguments: [
            (TransportError.Kind.unreachable, -1004), (.tls, -1200), (.connectionLost, -1005), (.timedOut, -1001),
            (.cancelled, -999), (.tooLarge, -1103), (.badRequest, -1000),
        ])
    func `a request without an answer is an error of URLs`(kind: TransportError.Kind, code: Int) {
        let error = appError(.network(ServiceFault(TransportError(kind))))
        #expect(error is URLError)
        #expect((error as NSError).domain == NSURLErrorDomain)
        #expect((error as NSError).code == code)
    }

    @Test func `URLSession's error is passed on as it is`() {
        let cause = URLError(.notConnectedToInternet)
        let error = appError(.network(ServiceFault(TransportError(.unreachable, cause: cause))))
        #expect((error as? URLError)?.code == .notConnectedToInternet)
    }

    @Test(arguments: [FaultingService.userPool, .identityPool])
    func `a lost connection reads the same whichever service was called`(service: FaultingService) {
        let error = appError(.network(ServiceFault(TransportError(.timedOut))), of: service)
        #expect((error as? URLError)?.code == .timedOut)
    }

    @Test func `a fault of the identity pool keeps its name and its message`() {
        let fault = ServiceFault("InvalidIdentityPoolConfigurationException", "The reason.")
        let error = appError(.service(fault), of: .identityPool) as NSError
        #expect(error.domain == "com.amazonaws.AWSCognitoIdentityErrorDomain")
        #expect(error.userInfo["__type"] as? String == "InvalidIdentityPoolConfigurationException")
        #expect(error.userInfo["message"] as? String == "The reason.")
    }

    @Test func `a refusal to renew tokens is the user pool's, also in a call for credentials`() {
        let error = appError(.renewal(ServiceFault("NotAuthorizedException", "No.")), of: .identityPool)
        #expect((error as NSError).code == 13)
        #expect(error is AWSMobileClientError)
    }

    @Test(
        arguments: [
            (WebSignInError.noPresenter, 37), (.cancelled, 34), (.timedOut, 37), (.notShown("Text."), 37),
            (.badAnchor, 37), (.badRedirect("Text."), 37),
            (.refused(OAuthRefusal(code: "access_denied", text: "")), 35),
            (.tokensRefused(OAuthRefusal(code: "invalid_client", text: "")), 25), (.noAccessToken, 25), (.noTokens, 40),
            (.wrongState, 38), (.wrongNonce, 38), (.unusable("Text."), 25),
            (.thrown(PresenterFailure(CancellationError())), 37),
        ])
    func `an error of the hosted pages has its case`(error: WebSignInError, number: Int) {
        let error = appError(.web(error))
        #expect(error is AWSMobileClientError)
        #expect((error as NSError).code == number)
    }

    @Test func `a refusal in the redirect is quoted`() {
        let refusal = OAuthRefusal(code: "access_denied", text: "The user refused.")
        let error = appError(.web(.refused(refusal))) as? AWSMobileClientError
        #expect(error?.message == "access_denied: The user refused.")
    }

    @Test(
        arguments: [
            (SessionError.noUserPool, 33), (.noIdentityPool, 30), (.guestsNotAllowed, 28), (.signedOut, 26),
            (.nothingFederated, 26), (.sessionExpired, 36), (.cancelled, 31), (.noDevice, 42), (.unknown("Text."), 25),
            (.configuration("Text.", cure: "Cure."), 41), (.validation(field: "f", "Text.", cure: "Cure."), 8),
            (.invalidState("Text.", cure: "Cure."), 32), (.unanswerable("Text."), 25),
            (.garbled(.garbled("Text.")), 25),
        ])
    func `another error of the engine has its case`(error: SessionError, number: Int) {
        let error = appError(error)
        #expect(error is AWSMobileClientError)
        #expect((error as NSError).code == number)
    }
}
