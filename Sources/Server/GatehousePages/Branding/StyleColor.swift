// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The colours that a style of managed login changes, by their names in the style sheet.
enum StyleColor: String, CaseIterable {
    case page, card, border, heading, text, label, hint, link, divider, focus, input
    case linkHover = "link-hover"
    case inputBorder = "input-border"
    case primary
    case primaryText = "primary-text"
    case primaryHover = "primary-hover"
    case primaryActive = "primary-active"
    case secondary
    case secondaryText = "secondary-text"
    case secondaryHover = "secondary-hover"
    case error
    case errorBorder = "error-border"
    case success
    case successBorder = "success-border"

    /// The place in the settings: the members before and after the member of the colour mode.
    var place: (before: [String], after: [String]) {
        switch self {
        case .page: (["components", "pageBackground"], ["color"])
        case .card: (["components", "form"], ["backgroundColor"])
        case .border: (["components", "form"], ["borderColor"])
        case .heading: (["components", "pageText"], ["headingColor"])
        case .text: (["components", "pageText"], ["bodyColor"])
        case .label: (["componentClasses", "inputLabel"], ["textColor"])
        case .hint: (["componentClasses", "inputDescription"], ["textColor"])
        case .link: (["componentClasses", "link"], ["defaults", "textColor"])
        case .linkHover: (["componentClasses", "link"], ["hover", "textColor"])
        case .divider: (["componentClasses", "divider"], ["borderColor"])
        case .focus: (["componentClasses", "focusState"], ["borderColor"])
        case .input: (["componentClasses", "input"], ["defaults", "backgroundColor"])
        case .inputBorder: (["componentClasses", "input"], ["defaults", "borderColor"])
        case .primary: (["components", "primaryButton"], ["defaults", "backgroundColor"])
        case .primaryText: (["components", "primaryButton"], ["defaults", "textColor"])
        case .primaryHover: (["components", "primaryButton"], ["hover", "backgroundColor"])
        case .primaryActive: (["components", "primaryButton"], ["active", "backgroundColor"])
        case .secondary: (["components", "secondaryButton"], ["defaults", "backgroundColor"])
        case .secondaryText: (["components", "secondaryButton"], ["defaults", "textColor"])
        case .secondaryHover: (["components", "secondaryButton"], ["hover", "backgroundColor"])
        case .error: (["componentClasses", "statusIndicator"], ["error", "backgroundColor"])
        case .errorBorder: (["componentClasses", "statusIndicator"], ["error", "borderColor"])
        case .success: (["componentClasses", "statusIndicator"], ["success", "backgroundColor"])
        case .successBorder: (["componentClasses", "statusIndicator"], ["success", "borderColor"])
        }
    }

    /// The server's own colours.
    var provided: (light: String, dark: String) {
        switch self {
        case .page: ("f3f5f9", "0c1016")
        case .card: ("ffffff", "1b222d")
        case .border, .divider: ("d5d9e0", "3a4250")
        case .heading, .label, .secondaryText: ("1b222d", "e6e9ee")
        case .text: ("3c4656", "c5ccd8")
        case .hint: ("515b6b", "b4bcca")
        case .link, .focus, .primary: ("1d5fd0", "7aa7ff")
        case .linkHover, .primaryHover: ("164aa3", "a5c4ff")
        case .input: ("ffffff", "12171f")
        case .inputBorder: ("7b8697", "8a94a5")
        case .primaryText: ("ffffff", "0c1016")
        case .primaryActive: ("103878", "5c90f5")
        case .secondary: ("ffffff", "1b222d")
        case .secondaryHover: ("eef1f6", "2a3342")
        case .error: ("fff4f3", "3a1512")
        case .errorBorder: ("c4281c", "ff8a80")
        case .success: ("f1fbf3", "10301a")
        case .successBorder: ("1d7a34", "6ed488")
        }
    }
}
