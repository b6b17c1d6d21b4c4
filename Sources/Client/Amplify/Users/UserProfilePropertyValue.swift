// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A value that a user profile can hold: text, a number or a truth value.
public protocol UserProfilePropertyValue {}

extension String: UserProfilePropertyValue {}
extension Int: UserProfilePropertyValue {}
extension Double: UserProfilePropertyValue {}
extension Bool: UserProfilePropertyValue {}
