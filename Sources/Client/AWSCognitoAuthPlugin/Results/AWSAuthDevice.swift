// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
public import Foundation

/// A user's device that is registered in the user pool.
public struct AWSAuthDevice: AuthDevice {
    /// The device's key.
    public let id: String

    /// The device's name.
    public let name: String

    /// The device's attributes.
    public let attributes: [String: String]?

    /// When it was first seen.
    public let createdDate: Date?

    /// When the user last signed in from it.
    public let lastAuthenticatedDate: Date?

    /// When its data last changed.
    public let lastModifiedDate: Date?

    /// Makes a device.
    public init(
        id: String,
        name: String,
        attributes: [String: String]?,
        createdDate: Date?,
        lastAuthenticatedDate: Date?,
        lastModifiedDate: Date?
    ) {
        self.id = id
        self.name = name
        self.attributes = attributes
        self.createdDate = createdDate
        self.lastAuthenticatedDate = lastAuthenticatedDate
        self.lastModifiedDate = lastModifiedDate
    }
}
