// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux)
import CSecretService

/// The desktop's Secret Service, through libsecret, which is loaded at the first use.
///
/// A call shows no dialogue, and ends after a few seconds at the latest.
package struct SecretServiceVault: SealingKeyVault {
    /// The name of the keys in programs that show keyrings.
    private static let label = "Key of stored sessions (Gatehouse)"

    private let library: String

    /// Creates the vault; the service is not called yet.
    ///
    /// - Parameter library: the name under which the system's loader finds libsecret.
    package init(library: String = "libsecret-1.so.0") {
        self.library = library
    }

    package func key(_ id: SealingKey.ID) throws(StoreError) -> SealingKey? {
        var bytes = [UInt8](repeating: 0, count: Int(GATEHOUSE_SECRET_BYTES))
        let isThere = try call(.reading) { unsafe gatehouse_secret_find(library, id.text, &bytes, &$0) }
        return isThere ? SealingKey(id: id, bytes: bytes) : nil
    }

    package func add(_ key: SealingKey) throws(StoreError) {
        _ = try call(.writing) { unsafe gatehouse_secret_store(library, key.id.text, Self.label, key.bytes, &$0) }
    }

    package func remove(_ id: SealingKey.ID) throws(StoreError) {
        _ = try call(.removing) { unsafe gatehouse_secret_remove(library, id.text, &$0) }
    }

    /// - Returns: whether the key was there.
    private func call(
        _ activity: StoreError.Activity,
        _ body: (_ message: inout [CChar]) -> gatehouse_secret_outcome
    ) throws(StoreError) -> Bool {
        var message = [CChar](repeating: 0, count: Int(GATEHOUSE_SECRET_MESSAGE_BYTES))
        let outcome = body(&message)
        if outcome == GATEHOUSE_SECRET_DONE { return true }
        if outcome == GATEHOUSE_SECRET_ABSENT { return false }
        let text = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        throw StoreError(activity, reason: reason(outcome) + (text.isEmpty ? "" : " (\(text))"))
    }

    /// The problem, and the remedy.
    private func reason(_ outcome: gatehouse_secret_outcome) -> String {
        switch outcome {
        case GATEHOUSE_SECRET_LOCKED:
            "The keyring with the key of the stored session is locked. Unlock it in the desktop's program for passwords "
                + "and keys, and try again."
        case GATEHOUSE_SECRET_NO_KEYRING:
            "The Secret Service has no default keyring. Create one in the desktop's program for passwords and keys."
        case GATEHOUSE_SECRET_NO_LIBRARY:
            "The library \(library), which reads the key of the stored session from the Secret Service, cannot be "
                + "loaded. Install libsecret; its package in Debian is libsecret-1-0."
        case GATEHOUSE_SECRET_NO_BUS:
            "There is no D-Bus session, so the Secret Service with the key of the stored session cannot be reached. Start "
                + "the program in the desktop's session, or with DBUS_SESSION_BUS_ADDRESS."
        case GATEHOUSE_SECRET_NO_SERVICE:
            "The Secret Service with the key of the stored session does not answer. Start the desktop's keyring, such as "
                + "gnome-keyring."
        default: "The Secret Service with the key of the stored session failed. Try again."
        }
    }
}
#endif
