// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto

@testable import GatehouseSession

/// The key and the files of the seeds, which Scripts/sealed-forms.py seals.
private let key: SealingKey = {
    guard let id = SealingKey.ID(0..<16) else { preconditionFailure("16 bytes make an id") }
    return SealingKey(id: id, bytes: Array(32..<64))
}()
private let otherKey = SealingKey(id: key.id, bytes: Array(64..<96))
private let file = FileName("amplify.session")
private let otherFile = FileName("amplify.suspended")

extension FuzzedParser {
    /// What a client reads from its store on Linux: the first byte selects the parser of the others.
    func feedStored(_ bytes: [UInt8]) {
        guard let kind = bytes.first else { return }
        let data = Data(bytes.dropFirst())
        switch kind {
        case UInt8(ascii: "f"): feedFile(data)
        case UInt8(ascii: "s"): feedSealed(data)
        case UInt8(ascii: "m"): feedMark(String(decoding: data, as: UTF8.self))
        case UInt8(ascii: "n"): feedName(String(decoding: data, as: UTF8.self))
        default: feedRecord(data)
        }
    }

    /// A file, which may be sealed: only its own name and key open it.
    private func feedFile(_ data: Data) {
        guard let item = try? SealedItem(data) else { return }
        precondition(SealedItem.isSealed(data), "an item without the mark of sealed ones was taken apart")
        guard let opened = item.opened(in: file, with: key) else { return }
        precondition(item.keyID == key.id, "an item was opened under another id")
        precondition(item.opened(in: otherFile, with: key) == nil, "an item took the place of another one")
        precondition(item.opened(in: file, with: otherKey) == nil, "an item was opened with another key")
        feedRecord(opened)
    }

    /// An item that is sealed, as it is and with one bit changed.
    private func feedSealed(_ data: Data) {
        var sealed = SealedItem.seal(data, in: file, with: key, .seeded(3))
        let item = try? SealedItem(sealed)
        precondition(item?.opened(in: file, with: key) == data, "an item that was sealed does not read the same")
        feedFile(sealed)
        let position = sealed.startIndex + data.count % sealed.count
        sealed[position] ^= 1 << UInt8(truncatingIfNeeded: data.count % 8)
        let changed = try? SealedItem(sealed)
        precondition(changed?.opened(in: file, with: key) == nil, "an item that was changed is opened")
    }

    /// The id of the key that seals at present.
    private func feedMark(_ text: String) {
        guard let id = SealingKey.ID(text: text) else { return }
        precondition(SealingKey.ID(text: id.text) == id, "an id that was read does not read the same")
    }

    /// The key of an item, and the name of a file that is there.
    private func feedName(_ text: String) {
        let name = FileName(text).text
        precondition(!name.contains("/") && !name.hasPrefix(".") && name.utf8.count <= 180, "a name leaves the folder")
        if let key = FileName.key(of: name) {
            precondition(key.utf8.elementsEqual(text.utf8), "a file has the name of another item")
        }
        // The longest name of a file on Linux, in bytes.
        let existing = String(decoding: Array(text.utf8).prefix(255), as: UTF8.self)
        if let key = FileName.key(of: existing) {
            precondition(FileName(key).text.utf8.elementsEqual(existing.utf8), "two names are of one item")
        }
    }

    /// A session, which is JSON.
    private func feedRecord(_ data: Data) {
        guard let record = try? SessionRecord(encoded: data) else { return }
        let again = try? SessionRecord(encoded: record.encoded())
        precondition(again == record, "a session that was read does not read the same when it is written")
    }
}
