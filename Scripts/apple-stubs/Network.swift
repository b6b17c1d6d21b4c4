// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors
//
// Names and types are those of Apple, whose documentation describes them.
// swift-format-ignore-file

public import Dispatch

public final class NWPathMonitor: @unchecked Sendable {
    public init() {}
    public var pathUpdateHandler: (@Sendable (NWPath) -> Void)?
    public func start(queue: DispatchQueue) {}
    public func cancel() {}
}

public struct NWPath: Sendable {
    public enum Status: Sendable {
        case satisfied
        case unsatisfied
        case requiresConnection
    }

    public let status: Status
}
