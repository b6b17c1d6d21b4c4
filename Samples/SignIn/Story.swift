// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import Foundation

/// The story: one new user, met by an app that uses Amplify.
struct Story {
    let outputs: Data
    let auth: AmplifyOutputsData.Auth
    let outbox: Outbox
    let username: String
    let password: String
    var address: String { "\(username)@example.com" }

    init(_ arguments: Arguments) throws {
        outputs = arguments.outputs
        outbox = Outbox(url: arguments.outbox)
        guard let auth = try AmplifyOutputs.data(outputs).resolveConfiguration().auth else {
            throw Unexpected("amplify_outputs.json has no auth object")
        }
        self.auth = auth
        username = "sample-\(UUID().uuidString.prefix(8).lowercased())"
        password = "Aa1-\(UUID().uuidString)"
    }

    func tell() async throws {
        try configure()
        let watch = HubWatch()
        try await signUp()
        try await signIn()
        try await session()
        try await signOut()
        try await events(watch)
    }

    private func configure() throws {
        Report.chapter("Configure")
        try Amplify.add(plugin: AWSCognitoAuthPlugin())
        try Amplify.configure(with: .data(outputs))
        Report.step("user pool", auth.userPoolId)
        Report.step("identity pool", auth.identityPoolId ?? "none")
        Report.step("endpoint", auth.endpoint ?? "Amazon's in \(auth.awsRegion)")
    }

    private func events(_ watch: HubWatch) async throws {
        Report.chapter("Hub events")
        let names = try await watch.names(upTo: HubPayload.EventName.Auth.signedOut)
        for name in names { print("  \(name)") }
        let expected = [
            HubPayload.EventName.Auth.signUpAPI, HubPayload.EventName.Auth.confirmSignUpAPI,
            HubPayload.EventName.Auth.signInAPI, HubPayload.EventName.Auth.signedIn,
            HubPayload.EventName.Auth.fetchSessionAPI, HubPayload.EventName.Auth.signOutAPI,
        ]
        for name in expected {
            try expect(names.contains(name), "the event \(name) did not come")
        }
    }
}
