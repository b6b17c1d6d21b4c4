// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes

/// How a pool treats the devices of its users.
extension UserPoolRecord {
    /// Whether sign-ins get a device key.
    package var tracksDevices: Bool { description.deviceConfiguration != nil }

    /// Whether a confirmed device is remembered only once the user has said so.
    package var remembersDevicesOnPrompt: Bool {
        description.deviceConfiguration?.deviceOnlyRememberedOnUserPrompt ?? false
    }

    /// Whether a remembered device proves itself instead of the second factor; otherwise it does so behind it.
    package var acceptsDevicesAsFactor: Bool {
        description.deviceConfiguration?.challengeRequiredOnNewDevice ?? false
    }
}
