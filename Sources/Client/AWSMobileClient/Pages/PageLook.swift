// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

#if canImport(UIKit) && !os(watchOS)
import UIKit
#endif

/// The look of the drop-in UI as pages can have it.
///
/// Not carried: the secondary colour, and whether the UI begins with, or offers, a sign-up: the user pool decides that.
struct PageLook: Sendable, Equatable {
    /// The picture above the form, in a format that browsers show.
    var logo: PagePicture?
    /// The colour behind the form, as `#rrggbb`.
    var background: String?
    /// The colour of buttons, as `#rrggbb`.
    var button: String?
    /// Whether the user can leave without signing in.
    var canCancel: Bool

    /// Reads the options; a picture in another format and a colour that is transparent are left out.
    init(_ options: SignInUIOptions) {
        logo = options.logoImage.flatMap(\.file).flatMap(PagePicture.init)
        background = options.backgroundColor?.hexadecimal
        button = options.primaryColor?.hexadecimal
        canCancel = options.canCancel
    }

    /// What Gatehouse's own pages understand in the authorization request; other services ignore it.
    ///
    /// A picture never goes into an address.
    var parameters: [String: String] {
        var parameters: [String: String] = [:]
        parameters["gatehouse_background"] = background
        if canCancel { parameters["gatehouse_cancel"] = "true" }
        return parameters
    }
}

extension SignInUIOptions.Image {
    /// The bytes of the picture's file.
    fileprivate var file: Data? {
        #if canImport(UIKit) && !os(watchOS)
        pngData()
        #else
        data
        #endif
    }
}

extension SignInUIOptions.Color {
    /// The colour as `#rrggbb`; nil for one that is not opaque, or not a colour.
    fileprivate var hexadecimal: String? {
        #if canImport(UIKit) && !os(watchOS)
        var (red, green, blue, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
        guard getRed(&red, green: &green, blue: &blue, alpha: &alpha) else { return nil }
        #endif
        guard alpha == 1 else { return nil }
        let parts = [red, green, blue]
        guard parts.allSatisfy(\.isFinite) else { return nil }
        let digits = parts.map { part in
            let byte = UInt8((min(max(part, 0), 1) * 255).rounded())
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return "#" + digits.joined()
    }
}

/// A picture in a format that browsers show.
struct PagePicture: Sendable, Equatable {
    /// Larger files are not shown, in bytes.
    static let largestFile = 1 << 20

    /// The media type, by the first bytes of the file.
    let type: String
    let bytes: [UInt8]

    /// Keeps a file; nil for one that is too large or in another format.
    ///
    /// SVG is another format: it is a document rather than a picture.
    init?(_ file: Data) {
        guard file.count <= Self.largestFile else { return nil }
        let head = Array(file.prefix(12))
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            type = "image/png"
        } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            type = "image/jpeg"
        } else if head.starts(with: Array("GIF8".utf8)) {
            type = "image/gif"
        } else if head.starts(with: Array("RIFF".utf8)), head.dropFirst(8).elementsEqual(Array("WEBP".utf8)) {
            type = "image/webp"
        } else {
            return nil
        }
        bytes = Array(file)
    }
}

/// A call's settings for its pages.
struct PageContext: Sendable {
    /// The context of the present call.
    @TaskLocal static var current = PageContext()

    /// The window above which pages appear; nil for any.
    var anchor: AppOwned<AuthUIPresentationAnchor>?
    /// The look of the drop-in UI; nil for pages without one.
    var look: PageLook?
}
