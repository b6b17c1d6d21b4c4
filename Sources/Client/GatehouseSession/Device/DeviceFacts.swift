// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// Facts about the device and the app for the user pool's risk engine; none needs the user's permission.
struct DeviceFacts: Sendable {
    /// The facts by the names that the service has for them.
    let values: [String: String]

    /// This process on this machine.
    static var current: DeviceFacts {
        DeviceFacts(values: [
            "ApplicationName": ProcessInfo.processInfo.processName,
            "ClientTimezone": timeZone(.current),
            "DeviceLanguage": Locale.current.identifier,
            "DeviceOsReleaseVersion": ProcessInfo.processInfo.operatingSystemVersionString,
            "Platform": platform,
        ])
    }

    /// The offset from Greenwich as `+hh:mm`.
    static func timeZone(_ zone: TimeZone) -> String {
        let minutes = zone.secondsFromGMT() / 60
        let digits = [abs(minutes) / 60, abs(minutes) % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return (minutes < 0 ? "-" : "+") + digits.joined(separator: ":")
    }

    private static var platform: String {
        #if os(Linux)
        "Linux"
        #elseif os(macOS)
        "macOS"
        #else
        "iOS"
        #endif
    }
}
