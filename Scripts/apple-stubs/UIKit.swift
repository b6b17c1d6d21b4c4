// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors
//
// The names and types are Apple's. Apple's documentation describes them.
// swift-format-ignore-file

public import Foundation

@MainActor open class UIDevice: NSObject {
    public class var current: UIDevice { UIDevice() }
    public var name: String { "" }
    public var model: String { "" }
    public var identifierForVendor: UUID? { nil }
}

#if !SYSTEM_visionOS
@MainActor open class UIScreen: NSObject {
    public class var main: UIScreen { UIScreen() }
    public var bounds: CGRect { .zero }
}
#endif

@MainActor open class UIWindow: NSObject {}

#if !SYSTEM_watchOS
@MainActor open class UIApplication: NSObject {}

@MainActor open class UIView: NSObject {
    public var window: UIWindow? { nil }
}

@MainActor open class UIViewController: NSObject {
    public var viewIfLoaded: UIView? { nil }
}

@MainActor open class UINavigationController: UIViewController {}
#endif

open class UIImage: NSObject, @unchecked Sendable {
    public func pngData() -> Data? { nil }
}

open class UIColor: NSObject, @unchecked Sendable {
    #if !SYSTEM_watchOS
    public class var systemBlue: UIColor { UIColor() }
    #endif

    public func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool { false }
}
