// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseDialogue

extension Conversation {
    /// Lets this device stand in for a second factor.
    func rememberDevice() async throws {
        try await Amplify.Auth.rememberDevice()
        terminal.say("This device is remembered.")
    }

    /// Lists the devices, and forgets one at the user's request.
    func listDevices() async throws {
        let devices = try await Amplify.Auth.fetchDevices()
        guard !devices.isEmpty else { return terminal.say("There are no devices.") }
        let choices = devices.map { Choice(word: $0.id, title: $0.name, value: $0) }
        let device = try chooseFurther("Forget which (empty for none)", choices)
        try await Amplify.Auth.forgetDevice(device)
        terminal.say("The device is forgotten.")
    }
}
