// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors
//
// The names and types are Apple's. Apple's documentation describes them.
// swift-format-ignore-file

// The C library of Linux has the other functions of Darwin's that the client calls.
@_exported public import Glibc

public typealias errno_t = Int32
public typealias rsize_t = Int

public func memset_s(_ s: UnsafeMutableRawPointer!, _ smax: rsize_t, _ c: Int32, _ n: rsize_t) -> errno_t { 0 }
