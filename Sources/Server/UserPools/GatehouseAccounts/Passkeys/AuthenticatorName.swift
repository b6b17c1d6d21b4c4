// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWebAuthn

/// The display name of the authenticator that stores a passkey.
enum AuthenticatorName {
    /// The name of the product if the AAGUID is known, and otherwise the kind of authenticator.
    static func of(_ passkey: PasskeyRecord) -> String {
        if let name = makers[Hex.encode(passkey.aaguid)] { return name }
        let isInside = passkey.attachment.map { $0 == .platform } ?? (passkey.transports == ["internal"])
        return isInside ? "Platform passkey" : "Roaming passkey"
    }

    /// Common authenticators, by their AAGUIDs.
    private static let makers = [
        "fbfc3007154e4ecc8c0b6e020557d7bd": "Apple Passwords",
        "dd4ec289e01d41c9bb8970fa845d4bf2": "iCloud Keychain (managed)",
        "adce000235bcc60a648b0b25f1f05503": "Chrome on Mac",
        "771b48fdd3d44f749232fc157ab0507a": "Edge on Mac",
        "ea9b8d664d011d213ce4b6b48cb575d4": "Google Password Manager",
        "08987058cadc4b81b6e130de50dcbe96": "Windows Hello",
        "9ddd1817af5a4672a2b93e3dd95000a9": "Windows Hello",
        "6028b017b1d44c02b4b3afcdafc96bb2": "Windows Hello",
        "53414d53554e47000000000000000000": "Samsung Pass",
        "bada5566a7aa401fbd9645619a55120d": "1Password",
        "d548826e79b4db40a3d811116f7e8349": "Bitwarden",
        "531126d6e717415c93203d9aa6981239": "Dashlane",
        "fdb141b25d84443e8a354698c205a502": "KeePassXC",
        "50726f746f6e5061737350726f746f6e": "Proton Pass",
    ]
}
