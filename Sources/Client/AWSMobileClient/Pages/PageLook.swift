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
