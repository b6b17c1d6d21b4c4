// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes

/// The settings of a pool for devices.
extension UserPoolRecord {
    /// Whether the server issues a device key at each sign-in with a new device.
    package var tracksDevices: Bool { description.deviceConfiguration != nil }

    /// Whether a confirmed device is remembered only after the user has agreed.
    package var remembersDevicesOnPrompt: Bool {
        description.deviceConfiguration?.deviceOnlyRememberedOnUserPrompt ?? false
    }

    /// Whether a remembered device replaces the second factor; otherwise it proves itself after the second factor.
    package var acceptsDevicesAsFactor: Bool {
        description.deviceConfiguration?.challengeRequiredOnNewDevice ?? false
    }
}
