// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation
import GatehouseSession
import GatehouseTesting
import Testing

/// Sign-ins at the real endpoints of a server in this process.
@Suite(.hangLimit) struct PagesOnServerTests {
    @Test func `a sign-in that the pages refuse without asking is an error of the service`() async throws {
        let world = try await World()
        try await world.makePages()
        let app = try world.app(in: ServerBrowser(world.gatehouse.transport, entering: [:]))
        let options = AWSAuthWebUISignInOptions(prompt: [AWSAuthWebUISignInOptions.Prompt.none])
        let error = await failure { _ = try await app.signInWithWebUI(options: .init(pluginOptions: options)) }
        #expect(error == .anyService)
        #expect(error?.errorDescription.contains("login_required") == true)
    }
}
