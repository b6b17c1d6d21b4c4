// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Testing

@Suite struct VersionTests {
    @Test func `the plugin says which version it is`() {
        let plugin: any AmplifyVersionable = AWSCognitoAuthPlugin()
        #expect(!plugin.version.isEmpty)
    }
}
