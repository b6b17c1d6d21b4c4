// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation
import Synchronization
import Testing

/// An app with its client, and the notifications of its listener.
///
/// Unchecked: the client is not declared for several threads, but is made for them.
final class MobileApp: @unchecked Sendable {
    let client: AWSMobileClient
    let phone: Phone
    let log = StateLog()

    init(_ client: AWSMobileClient, on phone: Phone) {
        self.client = client
        self.phone = phone
        let log = log
        client.addUserStateListener(log) { log.append($0, $1) }
    }

    var network: MobileNetwork { phone.network }

    var state: UserState { client.currentUserState }

    /// Forgets the requests and notifications so far.
    func forget() {
        network.forget()
        log.forget()
    }

    /// Makes a call that answers with a value or an error.
    func call<Value: Sendable>(
        _ body: (AWSMobileClient, @escaping (Value?, (any Error)?) -> Void) -> Void
    ) -> Answer<Value> {
        let answer = Answer<Value>()
        body(client, answer.give)
        return answer
    }

    /// Makes a call that answers with nil or an error.
    func end(_ body: (AWSMobileClient, @escaping ((any Error)?) -> Void) -> Void) -> Answer<Void> {
        let answer = Answer<Void>()
        body(client, answer.end)
        return answer
    }
}

extension MobileApp {
    func initialize() -> Answer<UserState> { call { $0.initialize($1) } }

    func signIn(_ name: String = "ada", _ password: String = MobileWorld.password) -> Answer<SignInResult> {
        call { $0.signIn(username: name, password: password, completionHandler: $1) }
    }

    func confirmSignIn(_ response: String, attributes: [String: String] = [:]) -> Answer<SignInResult> {
        call { $0.confirmSignIn(challengeResponse: response, userAttributes: attributes, completionHandler: $1) }
    }

    func federatedSignIn(
        _ provider: String, _ token: String, _ options: FederatedSignInOptions = FederatedSignInOptions()
    ) -> Answer<UserState> {
        call {
            $0.federatedSignIn(
                providerName: provider, token: token, federatedSignInOptions: options, completionHandler: $1)
        }
    }

    func showSignIn(_ options: HostedUIOptions? = HostedUIOptions()) -> Answer<UserState> {
        call { $0.showSignIn(hostedUIOptions: options, $1) }
    }

    func tokens() -> Answer<Tokens> { call { $0.getTokens($1) } }

    func credentials() -> Answer<AWSCredentials> { call { $0.getAWSCredentials($1) } }

    func attributes() -> Answer<[String: String]> { call { $0.getUserAttributes(completionHandler: $1) } }

    func update(_ attributes: [String: String]) -> Answer<[UserCodeDeliveryDetails]> {
        call { $0.updateUserAttributes(attributeMap: attributes, completionHandler: $1) }
    }

    func signOut(_ options: SignOutOptions) -> Answer<Void> {
        end { $0.signOut(options: options, completionHandler: $1) }
    }

    func deleteUser() -> Answer<Void> { end { $0.deleteUser(completionHandler: $1) } }

    func devices() -> Answer<ListDevicesResult> {
        call { $0.deviceOperations.list(limit: 60, completionHandler: $1) }
    }

    func remember(_ remembered: Bool) -> Answer<UpdateDeviceStatusResult> {
        call { $0.deviceOperations.updateStatus(remembered: remembered, completionHandler: $1) }
    }

    /// The identity id, by the task that the client returns.
    func identityID() -> Answer<String> {
        let answer = Answer<String>()
        client.getIdentityId().continueWith { task in
            answer.give(task.result.map { "\($0)" }, task.error)
            return nil
        }
        return answer
    }

    /// The logins, by the task that the client returns.
    func logins() -> Answer<[String: String]> {
        let answer = Answer<[String: String]>()
        client.logins().continueWith { task in
            answer.give(task.result.flatMap { $0 as? [String: String] }, task.error)
            return nil
        }
        return answer
    }
}

// MARK: - Checks

extension MobileApp {
    /// Waits for the answers of calls that all fail with this error.
    func expect<Value>(_ answers: [Answer<Value>], fail error: ExpectedError) async {
        for answer in answers { #expect(await answer.error() == error) }
    }
}

/// A case of `AWSMobileClientError`, whatever its message.
enum ExpectedError: Int {
    case codeMismatch = 2
    case invalidParameter = 8
    case invalidPassword = 9
    case notAuthorized = 13
    case resourceNotFound = 15
    case userNotFound = 23
    case unknown = 25
    case notSignedIn = 26
    case guestAccessNotAllowed = 28
    case federationProviderExists = 29
    case cognitoIdentityPoolNotConfigured = 30
    case unableToSignIn = 31
    case invalidState = 32
    case userPoolNotConfigured = 33
    case userCancelledSignIn = 34
    case badRequest = 35
    case errorLoadingPage = 37
    case securityFailed = 38
    case idTokenNotIssued = 39
    case invalidConfiguration = 41
    case deviceNotRemembered = 42
}

func == (error: (any Error)?, expected: ExpectedError) -> Bool {
    guard let error = error as? AWSMobileClientError else { return false }
    return (error as NSError).code == expected.rawValue
}

extension Optional where Wrapped == any Error {
    /// Whether it is the error of a request that got no answer.
    var isOfNetwork: Bool { map { ($0 as NSError).domain } == NSURLErrorDomain }
}
