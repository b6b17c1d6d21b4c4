// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// The server's own style of managed login, in the form of Cognito's branding designer.
///
/// Colours are red, green, blue and opacity in hexadecimal; lengths are in pixels.
enum ProvidedBranding {
    /// The settings of a style with the server's own values where the style has none.
    ///
    /// Members of objects are merged; all other values replace the server's values.
    static func settings(changedBy style: WireValue?) -> WireValue {
        style.map { merged(settings, changedBy: $0) } ?? settings
    }

    private static func merged(_ value: WireValue, changedBy change: WireValue) -> WireValue {
        guard let members = value.objectValue, let changes = change.objectValue else { return change }
        return .object(members.merging(changes) { merged($0, changedBy: $1) })
    }

    private static let settings: WireValue = [
        "categories": categories, "componentClasses": componentClasses, "components": components,
    ]

    private static let categories: WireValue = [
        "auth": [
            "authMethodOrder": [
                [
                    ["display": "BUTTON", "type": "FEDERATED"],
                    ["display": "INPUT", "type": "USERNAME_PASSWORD"],
                ]
            ],
            "federation": ["interfaceStyle": "BUTTON_LIST", "order": []],
        ],
        "form": [
            "displayGraphics": true, "instructions": ["enabled": false], "languageSelector": ["enabled": false],
            "location": ["horizontal": "CENTER", "vertical": "CENTER"], "sessionTimerDisplay": "NONE",
        ],
        "global": [
            "colorSchemeMode": "DYNAMIC", "pageFooter": ["enabled": false], "pageHeader": ["enabled": false],
            "spacingDensity": "REGULAR",
        ],
        "signUp": ["acceptanceElements": [["enforcement": "NONE", "textKey": "en"]]],
    ]

    private static let componentClasses: WireValue = [
        "buttons": ["borderRadius": 8],
        "divider": modes(["borderColor": "d5d9e0ff"], ["borderColor": "3a4250ff"]),
        "dropDown": dropDown,
        "focusState": modes(["borderColor": "1d5fd0ff"], ["borderColor": "7aa7ffff"]),
        "idpButtons": ["icons": ["enabled": true]],
        "input": input,
        "inputDescription": modes(["textColor": "515b6bff"], ["textColor": "b4bccaff"]),
        "inputLabel": modes(["textColor": "1b222dff"], ["textColor": "e6e9eeff"]),
        "link": modes(
            ["defaults": ["textColor": "1d5fd0ff"], "hover": ["textColor": "164aa3ff"]],
            ["defaults": ["textColor": "7aa7ffff"], "hover": ["textColor": "a5c4ffff"]]),
        "statusIndicator": statusIndicator,
    ]

    private static let dropDown: WireValue = [
        "borderRadius": 8,
        "lightMode": [
            "defaults": ["itemBackgroundColor": "ffffffff"],
            "hover": ["itemBackgroundColor": "eef1f6ff", "itemBorderColor": "7b8697ff", "itemTextColor": "1b222dff"],
        ],
        "darkMode": [
            "defaults": ["itemBackgroundColor": "1b222dff"],
            "hover": ["itemBackgroundColor": "2a3342ff", "itemBorderColor": "8a94a5ff", "itemTextColor": "e6e9eeff"],
        ],
    ]

    private static let input: WireValue = [
        "borderRadius": 8,
        "lightMode": [
            "defaults": ["backgroundColor": "ffffffff", "borderColor": "7b8697ff"],
            "placeholderColor": "606a7aff",
        ],
        "darkMode": [
            "defaults": ["backgroundColor": "12171fff", "borderColor": "8a94a5ff"],
            "placeholderColor": "98a2b3ff",
        ],
    ]

    private static let statusIndicator: WireValue = [
        "lightMode": [
            "error": ["backgroundColor": "fff4f3ff", "borderColor": "c4281cff", "indicatorColor": "c4281cff"],
            "success": ["backgroundColor": "f1fbf3ff", "borderColor": "1d7a34ff", "indicatorColor": "1d7a34ff"],
        ],
        "darkMode": [
            "error": ["backgroundColor": "3a1512ff", "borderColor": "ff8a80ff", "indicatorColor": "ff8a80ff"],
            "success": ["backgroundColor": "10301aff", "borderColor": "6ed488ff", "indicatorColor": "6ed488ff"],
        ],
    ]

    private static let components: WireValue = [
        "alert": ["borderRadius": 8],
        "favicon": ["enabledTypes": ["ICO", "SVG"]],
        "form": form,
        "pageBackground": [
            "image": ["enabled": false], "lightMode": ["color": "f3f5f9ff"], "darkMode": ["color": "0c1016ff"],
        ],
        "pageText": modes(
            ["bodyColor": "3c4656ff", "descriptionColor": "3c4656ff", "headingColor": "1b222dff"],
            ["bodyColor": "c5ccd8ff", "descriptionColor": "c5ccd8ff", "headingColor": "e6e9eeff"]),
        "primaryButton": button(
            light: ("1d5fd0ff", "164aa3ff", "103878ff", "ffffffff"),
            dark: ("7aa7ffff", "a5c4ffff", "5c90f5ff", "0c1016ff")),
        "secondaryButton": button(
            light: ("ffffffff", "eef1f6ff", "dfe4ecff", "1d5fd0ff"),
            dark: ("1b222dff", "2a3342ff", "39455aff", "7aa7ffff")),
    ]

    private static let form: WireValue = [
        "backgroundImage": ["enabled": false],
        "borderRadius": 8,
        "lightMode": ["backgroundColor": "ffffffff", "borderColor": "d5d9e0ff"],
        "darkMode": ["backgroundColor": "1b222dff", "borderColor": "3a4250ff"],
        "logo": ["enabled": false, "formInclusion": "IN", "location": "CENTER", "position": "TOP"],
    ]

    private static func modes(_ light: WireValue, _ dark: WireValue) -> WireValue {
        ["lightMode": light, "darkMode": dark]
    }

    /// The colours of a button: its background by default, under the pointer and while it is pressed, and its text.
    private typealias ButtonColors = (defaults: WireValue, hover: WireValue, active: WireValue, text: WireValue)

    private static func button(light: ButtonColors, dark: ButtonColors) -> WireValue {
        func states(_ colors: ButtonColors) -> WireValue {
            [
                "defaults": ["backgroundColor": colors.defaults, "textColor": colors.text],
                "hover": ["backgroundColor": colors.hover, "textColor": colors.text],
                "active": ["backgroundColor": colors.active, "textColor": colors.text],
            ]
        }
        return modes(states(light), states(dark))
    }
}
