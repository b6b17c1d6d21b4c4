// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Testing

@Suite struct MisuseTests {
    @Test func `a call before configure ends the process`() async {
        await #expect(processExitsWith: .failure) {
            try Amplify.add(plugin: RecordingAuthPlugin())
            _ = await Amplify.Auth.signOut()
        }
    }

    @Test func `a call without a plugin ends the process`() async {
        await #expect(processExitsWith: .failure) {
            try Amplify.configure(AmplifyConfiguration())
            _ = await Amplify.Auth.signOut()
        }
    }

    @Test func `a call with two plugins ends the process`() async {
        await #expect(processExitsWith: .failure) {
            try Amplify.add(plugin: RecordingAuthPlugin(key: "one"))
            try Amplify.add(plugin: RecordingAuthPlugin(key: "two"))
            try Amplify.configure(AmplifyConfiguration())
            _ = await Amplify.Auth.signOut()
        }
    }

    @Test func `a call that is allowed does not end the process`() async {
        await #expect(processExitsWith: .success) {
            try Amplify.add(plugin: RecordingAuthPlugin())
            try Amplify.configure(AmplifyConfiguration())
            _ = await Amplify.Auth.signOut()
        }
    }

    @Test func `another Hub plugin makes Hub unusable until configure`() async {
        await #expect(processExitsWith: .failure) {
            try Amplify.add(plugin: AWSHubPlugin())
            Amplify.Hub.dispatch(to: .auth, payload: HubPayload(eventName: "early"))
        }
        await #expect(processExitsWith: .success) {
            try Amplify.add(plugin: AWSHubPlugin())
            try Amplify.configure(AmplifyConfiguration())
            Amplify.Hub.dispatch(to: .auth, payload: HubPayload(eventName: "late"))
        }
    }
}
