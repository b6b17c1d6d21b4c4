// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

#if canImport(UIKit) && !os(watchOS)
import UIKit
#endif

/// The device that the app runs on.
@MainActor
public struct DeviceInfo {
    /// This device.
    public static var current = DeviceInfo()

    /// The device's name.
    public var name: String {
        #if canImport(UIKit) && !os(watchOS)
        UIDevice.current.name
        #else
        hostName
        #endif
    }

    /// The device's name in the network.
    public var hostName: String { ProcessInfo.processInfo.hostName }

    /// The processor's architecture, such as `arm64`.
    public var architecture: String {
        #if arch(x86_64)
        "x86_64"
        #elseif arch(arm64)
        "arm64"
        #elseif arch(arm)
        "arm"
        #elseif arch(i386)
        "i386"
        #else
        "unknown"
        #endif
    }

    /// The kind of device.
    public var model: String {
        #if canImport(UIKit) && !os(watchOS)
        UIDevice.current.model
        #elseif os(watchOS)
        "Apple Watch"
        #elseif os(macOS)
        "Mac"
        #else
        "PC"
        #endif
    }

    /// The operating system's name and version.
    public var operatingSystem: (name: String, version: String) {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return (Self.system, "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)")
    }

    /// The id of the device for all apps of one vendor; absent where the system has none.
    public var identifierForVendor: UUID? {
        #if canImport(UIKit) && !os(watchOS)
        UIDevice.current.identifierForVendor
        #else
        nil
        #endif
    }

    /// The bounds of the screen in points; empty where the system has none.
    public var screenBounds: CGRect {
        #if canImport(UIKit) && !os(watchOS) && !os(visionOS)
        UIScreen.main.bounds
        #else
        .zero
        #endif
    }

    private static var system: String {
        #if os(iOS)
        "iOS"
        #elseif os(macOS)
        "macOS"
        #elseif os(tvOS)
        "tvOS"
        #elseif os(watchOS)
        "watchOS"
        #elseif os(visionOS)
        "visionOS"
        #elseif os(Linux)
        "Linux"
        #else
        "unknown"
        #endif
    }
}
