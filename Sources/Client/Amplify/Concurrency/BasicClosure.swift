// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A closure without arguments and result.
public typealias BasicClosure = () -> Void

/// A closure without arguments and result, which may throw.
public typealias BasicThrowableClosure = () throws -> Void
