// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Result where Success == Void {
    /// A success without a value.
    public static var successfulVoid: Result<Void, Failure> { .success(()) }
}
