// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors
//
// Names and types are those of Apple, whose documentation describes them.
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
