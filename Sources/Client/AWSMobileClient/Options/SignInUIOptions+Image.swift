// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(UIKit) && !os(watchOS)
public import UIKit

extension SignInUIOptions {
    /// A picture.
    public typealias Image = UIImage
    /// A colour.
    public typealias Color = UIColor
}
#else
public import Foundation

extension SignInUIOptions {
    /// A picture, as the bytes of its file.
    public struct Image: Equatable, Sendable {
        /// The bytes of the picture's file.
        public let data: Data

        /// Reads a picture of the app; nil if there is none of this name.
        ///
        /// - Parameter name: the name of a file, or a name that `.png` or `.jpg` is added to.
        public init?(named name: String) {
            let files = [name, "\(name).png", "\(name).jpg"].lazy
                .compactMap { Bundle.main.url(forResource: $0, withExtension: nil) }
            guard let data = files.compactMap({ try? Data(contentsOf: $0) }).first else { return nil }
            self.init(data: data)
        }

        /// Reads a picture; nil if the file cannot be read.
        public init?(contentsOfFile path: String) {
            guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
            self.init(data: data)
        }

        /// Creates a picture from the bytes of its file.
        public init(data: Data) {
            self.data = data
        }
    }

    /// A colour, by its parts in sRGB from 0 to 1.
    public struct Color: Equatable, Sendable {
        /// The part of red.
        public let red: Double
        /// The part of green.
        public let green: Double
        /// The part of blue.
        public let blue: Double
        /// The opacity.
        public let alpha: Double

        /// Creates a colour.
        public init(red: Double, green: Double, blue: Double, alpha: Double) {
            self.red = red
            self.green = green
            self.blue = blue
            self.alpha = alpha
        }

        /// The darkest colour, opaque.
        public static let black = Color(red: 0, green: 0, blue: 0, alpha: 1)
        /// The lightest colour, opaque.
        public static let white = Color(red: 1, green: 1, blue: 1, alpha: 1)
        /// Transparent.
        public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
        /// The blue of buttons on Apple's systems.
        public static let systemBlue = Color(red: 0, green: 122.0 / 255, blue: 1, alpha: 1)
    }
}
#endif
