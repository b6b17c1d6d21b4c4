// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors
//
// Names and types are those of Apple, whose documentation describes them.
// swift-format-ignore-file

public import Foundation

@MainActor open class NSWindow: NSObject {}
