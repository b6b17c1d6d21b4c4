// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization
import Testing

@testable import Amplify

extension GlobalAmplify {
    /// The errors that an app gets where the original ends the process.
    @Suite struct MisuseTests {
        private func expectRefusal(_ word: String, sourceLocation: SourceLocation = #_sourceLocation) async {
            let error = await #expect(throws: AuthError.configuration("", ""), sourceLocation: sourceLocation) {
                try await Amplify.Auth.fetchAuthSession()
            }
            #expect(error?.errorDescription.contains(word) == true, sourceLocation: sourceLocation)
            let signOut = await Amplify.Auth.signOut()
            #expect("\(signOut)".contains(word), sourceLocation: sourceLocation)
        }

        @Test func `a call before configure is refused`() async throws {
            try await fresh {
                try Amplify.add(plugin: RecordingAuthPlugin())
                await expectRefusal("Amplify.configure")
            }
        }

        @Test func `a call after a configure that failed is refused`() async throws {
            try await fresh {
                try Amplify.add(plugin: RecordingAuthPlugin(failing: .configuration("no pool", "add one")))
                #expect(throws: AuthError.self) { try Amplify.configure(AmplifyConfiguration()) }
                await expectRefusal("Amplify.configure")
            }
        }

        @Test func `a call without a plugin is refused`() async throws {
            try await fresh {
                try Amplify.configure(AmplifyConfiguration())
                await expectRefusal("no plugin")
            }
        }

        @Test func `a call with two plugins is refused by their names, and each can be called`() async throws {
            try await fresh {
                let (one, two) = (RecordingAuthPlugin(key: "one"), RecordingAuthPlugin(key: "two"))
                try Amplify.add(plugin: one)
                try Amplify.add(plugin: two)
                try Amplify.configure(AmplifyConfiguration())
                #expect(one.configurations.count == 1 && two.configurations.count == 1)
                await expectRefusal("one, two")
                _ = await (try Amplify.Auth.getPlugin(for: "two")).signOut(options: nil)
                #expect(two.calls == ["signOut(options:)"] && one.calls.isEmpty)
            }
        }
    }
}
