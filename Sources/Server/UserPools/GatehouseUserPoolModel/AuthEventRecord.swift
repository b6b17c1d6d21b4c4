// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes

/// An authentication event of a user, such as a sign-in or an attempt under the user's name.
package struct AuthEventRecord: Sendable, Equatable {
    /// The id of the user's pool.
    package let poolID: String
    /// The id of the user in the pool.
    package let sub: String
    /// The event's number among the user's events.
    ///
    /// The newest event has the highest number; 0 before the store has assigned one.
    package let position: Int
    /// The event as `AdminListUserAuthEvents` returns it; id and date are always set.
    package var description: AuthEventType

    /// Creates the record of an event.
    package init(poolID: String, sub: String, position: Int = 0, description: AuthEventType) {
        self.poolID = poolID
        self.sub = sub
        self.position = position
        self.description = description
    }
}

/// The origin of a request, as events and sessions record it.
package struct CallOrigin: Sendable, Equatable {
    /// The IP address of the user's device.
    package let address: String
    /// The `User-Agent` header.
    package let userAgent: String

    /// Creates an origin.
    package init(address: String, userAgent: String) {
        self.address = address
        self.userAgent = userAgent
    }

    /// A short readable description of the device, such as `Firefox 128, Linux`.
    ///
    /// It is computed on each access, because most pools record neither events nor sessions.
    package var device: String { DeviceName.described(by: userAgent) }
}

/// Describes the device behind a `User-Agent` header in a few readable words.
package enum DeviceName {
    private static let maximumLength = 128

    /// Products by their token in the header.
    ///
    /// A browser also names the products that it is compatible with, so the first match counts.
    private static let products: [(token: String, name: String)] = [
        ("Edg/", "Edge"), ("OPR/", "Opera"), ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"), ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"), ("Version/", "Safari"),
    ]
    private static let systems: [(token: String, name: String)] = [
        ("Windows", "Windows"), ("Android", "Android"), ("iPhone", "iOS"), ("iPad", "iPadOS"), ("CrOS", "ChromeOS"),
        ("Mac OS X", "macOS"), ("macOS", "macOS"), ("Linux", "Linux"),
    ]

    /// Returns a description such as `Firefox 128, Linux`; `Unknown` for a header without any product.
    package static func described(by userAgent: String) -> String {
        let parts = [product(in: userAgent), systems.first { userAgent.contains($0.token) }?.name]
        let name = parts.compactMap(\.self).joined(separator: ", ")
        return name.isEmpty ? "Unknown" : name
    }

    private static func product(in userAgent: String) -> String? {
        for (token, name) in products {
            guard let range = userAgent.firstRange(of: token) else { continue }
            return "\(name) \(userAgent[range.upperBound...].prefix { $0.isASCII && $0.isNumber })".trimmed
        }
        // Other programs begin with their own name: `aws-sdk-swift/1.0 …`.
        let first = userAgent.prefix { !$0.isWhitespace }.unicodeScalars.filter { (33...126).contains($0.value) }
        let name = String(String.UnicodeScalarView(first)).replacing("/", with: " ")
        return name.isEmpty ? nil : String(name.prefix(maximumLength))
    }
}

extension String {
    fileprivate var trimmed: String { hasSuffix(" ") ? String(dropLast()) : self }
}
