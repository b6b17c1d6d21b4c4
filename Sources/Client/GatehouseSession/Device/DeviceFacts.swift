// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseWire

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

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

/// The name of this machine.
package enum HostName {
    private static let longest = 256

    /// The name as the kernel has it; Foundation's would ask the network on some systems, and wait for it.
    package static var current: String {
        // The last byte stays zero, whatever the system does with a name that is too long.
        var buffer = [CChar](repeating: 0, count: longest + 1)
        let status = unsafe gethostname(&buffer, longest)
        let name = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return status == 0 && !name.isEmpty ? name : "unknown"
    }
}

/// The content of `UserContextData.EncodedData`: the user and the device, signed with the client id.
struct ContextData: Sendable {
    private static let version = "IOS20171114"

    let facts: DeviceFacts
    let deviceID: String
    let username: String
    let poolID: String
    let date: Date

    /// Base64 of payload, signature and version.
    ///
    /// The signature is Base64 of HMAC-SHA256 over version and payload. Its key is the client id, which is public, so the
    /// signature detects damage but not forgery.
    func encoded(clientID: String) -> String {
        let payload = payload
        let signature = hmacSHA256(key: Array(clientID.utf8), Array((Self.version + payload).utf8))
        let envelope: WireValue = [
            "payload": .string(payload), "signature": .string(Base64.encode(signature)),
            "version": .string(Self.version),
        ]
        return Base64.encode(Array(envelope.json()))
    }

    private var payload: String {
        var context = facts.values
        context["DeviceId"] = deviceID
        let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
        let payload: WireValue = [
            "contextData": .object(ofTexts: context), "timestamp": .string("\(milliseconds)"),
            "username": .string(username),
            "userPoolId": .string(poolID),
        ]
        return String(decoding: payload.json(), as: UTF8.self)
    }
}
