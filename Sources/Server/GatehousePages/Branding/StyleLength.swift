// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The lengths that a style of managed login changes, by their names in the style sheet.
enum StyleLength: String, CaseIterable {
    case cardRadius = "card-radius"
    case buttonRadius = "button-radius"
    case inputRadius = "input-radius"
    case alertRadius = "alert-radius"

    /// The place in the settings.
    var place: [String] {
        switch self {
        case .cardRadius: ["components", "form", "borderRadius"]
        case .buttonRadius: ["componentClasses", "buttons", "borderRadius"]
        case .inputRadius: ["componentClasses", "input", "borderRadius"]
        case .alertRadius: ["components", "alert", "borderRadius"]
        }
    }

    /// The server's own length in pixels.
    static let provided = 8
}
