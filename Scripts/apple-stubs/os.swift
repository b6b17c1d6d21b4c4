// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors
//
// Names and types are those of Apple, whose documentation describes them.
// swift-format-ignore-file

public import Foundation

public final class OSLog: NSObject, @unchecked Sendable {
    public init(subsystem: String, category: String) {}
}

public struct OSLogType: Sendable {
    public static let info = OSLogType()
    public static let debug = OSLogType()
    public static let error = OSLogType()
}

public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = #dsohandle, log: OSLog, type: OSLogType = .info,
    _ args: any CVarArg...
) {}
