// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCrypto

/// A store of files, each sealed with a key from a vault, or not sealed any more or not yet.
///
/// Each file says whether it is sealed, so items of both forms are read, whatever the choice. The folder has a mark, the id
/// of the key that seals at present. A sealed item is written only while the mark names its key, and a key is removed
/// only after its mark: so no item is ever sealed with a key that is gone.
package struct SealedCredentialStore: CredentialStore {
    /// The mark.
    private static let mark = FileName(existing: ".sealing-key")

    /// Whether items are written sealed.
    package enum Sealing: Sendable {
        /// Every item is sealed.
        case always
        /// No item is sealed.
        case never
        /// Items are sealed if the folder has a mark, and `settle` changes nothing: another part of the program chooses.
        case asFound
    }

    private let files: FileCredentialStore
    private let keys: SealingKeys
    private let sealing: Sealing
    private let entropy: Entropy

    /// Creates a store; the directory is made at the first write.
    ///
    /// - Parameters:
    ///   - directory: the folder of the files; it should have no other files.
    ///   - keys: the sealing keys, which are read only when an item needs them.
    ///   - seals: whether items are written sealed.
    ///   - entropy: the source of keys and nonces.
    package init(directory: URL, keys: SealingKeys, seals: Bool, entropy: Entropy = .system) {
        self.init(directory: directory, keys: keys, sealing: seals ? .always : .never, entropy: entropy)
    }

    /// Creates a store; the directory is made at the first write.
    ///
    /// - Parameters:
    ///   - directory: the folder of the files; it should have no other files.
    ///   - keys: the sealing keys, which are read only when an item needs them.
    ///   - sealing: whether items are written sealed.
    ///   - entropy: the source of keys and nonces.
    package init(directory: URL, keys: SealingKeys, sealing: Sealing, entropy: Entropy = .system) {
        files = FileCredentialStore(directory: directory)
        self.keys = keys
        self.sealing = sealing
        self.entropy = entropy
    }

    package var name: String { files.name }

    package func read(_ key: String) -> StoreAnswer {
        let file = FileName(key)
        var stored = files.read(file: file)
        for _ in 1...100 {
            let answer = opened(stored, file)
            guard case .unreadable = answer else { return answer }
            // Another process may have opened the item in the meantime, and removed its key.
            let present = files.read(file: file)
            if present == stored { return answer }
            stored = present
        }
        return opened(stored, file)
    }

    package func write(_ data: Data, for key: String) throws(StoreError) {
        try change(FileName(key)) { _ in .write(data) }
    }

    package func remove(_ key: String) throws(StoreError) { try files.remove(key) }

    package func update(
        _ key: String,
        _ change: (StoreAnswer) throws(StoreError) -> StoreChange
    ) throws(StoreError) {
        let file = FileName(key)
        try self.change(file) { stored throws(StoreError) in try change(opened(stored, file)) }
    }

    package func alone(_ body: () throws(StoreError) -> Void) throws(StoreError) { try files.alone(body) }

    package func tryLock(_ key: String) -> StoreLock.Attempt { files.tryLock(key) }

    package func keys(startingWith prefix: String) throws(StoreError) -> [String] {
        try files.keys(startingWith: prefix)
    }

    /// Seals all items, or opens all of them.
    package func settle() throws(StoreError) {
        switch sealing {
        case .always: try sealAll()
        case .never: try openAll()
        case .asFound: break
        }
    }

    /// Whether the next item is written sealed.
    private func seals() throws(StoreError) -> Bool {
        switch sealing {
        case .always: true
        case .never: false
        case .asFound: try markedID() != nil
        }
    }

    /// Changes a file, and seals the new content if this store seals.
    private func change(
        _ file: FileName,
        _ change: (_ stored: StoreAnswer) throws(StoreError) -> StoreChange
    ) throws(StoreError) {
        guard try seals() else { return try files.update(file: file, change) }
        for _ in 1...100 {
            // Read before the file is locked; a removal needs no key.
            let key = Result { () throws(StoreError) in try presentKey() }
            var isOutdated = false
            try files.update(file: file) { stored throws(StoreError) in
                if case .success(let key) = key, try markedID() != key.id {
                    isOutdated = true
                    return .keep
                }
                switch try change(stored) {
                case .keep: return .keep
                case .remove: return .remove
                case .write(let data): return .write(SealedItem.seal(data, in: file, with: try key.get(), entropy))
                }
            }
            if !isOutdated { return }
        }
        throw StoreError(.writing, reason: "The key of the items changes again and again.")
    }

    private func opened(_ stored: StoreAnswer, _ file: FileName) -> StoreAnswer {
        guard case .found(let data) = stored, SealedItem.isSealed(data) else { return stored }
        do throws(StoreError) {
            let item = try SealedItem(data)
            guard let key = try keys.key(item.keyID) else { throw keyLost }
            guard let data = item.opened(in: file, with: key) else { throw .damaged }
            return .found(data)
        } catch {
            return .unreadable(error)
        }
    }

    private var keyLost: StoreError {
        StoreError(
            .understanding,
            reason: """
                The key of a sealed item in \(name) is not in the keyring any more. Restore the keyring, or sign in again.
                """
        )
    }
}

// MARK: - The key

extension SealedCredentialStore {
    /// The key that the mark names; if it names none, a new one.
    private func presentKey() throws(StoreError) -> SealingKey {
        if let key = try markedKey() { return key }
        var made: SealingKey?
        try files.aloneWithKey { () throws(StoreError) in
            // Another process may have made one in the meantime.
            if let key = try markedKey() {
                made = key
                return
            }
            guard let key = SealingKey(drawnFrom: entropy) else { return }
            // First the mark: a key that no folder names would stay in the keyring for ever.
            try files.update(file: Self.mark) { _ in .write(Data(key.id.text.utf8)) }
            try keys.add(key)
            made = key
        }
        guard let made else { throw StoreError(.writing, reason: "No key could be drawn.") }
        return made
    }

    private func markedKey() throws(StoreError) -> SealingKey? {
        guard let id = try markedID() else { return nil }
        return try keys.key(id)
    }

    private func markedID() throws(StoreError) -> SealingKey.ID? {
        switch files.read(file: Self.mark) {
        case .absent: nil
        case .found(let data): SealingKey.ID(text: String(decoding: data, as: UTF8.self))
        case .unreadable(let error): throw error
        }
    }
}

// MARK: - The change of form

extension SealedCredentialStore {
    private func sealAll() throws(StoreError) {
        for file in try files.files() where isPlain(files.read(file: file)) {
            try change(file) { stored in
                if case .found(let data) = stored, isPlain(stored) { .write(data) } else { .keep }
            }
        }
        try files.removeRemains()
    }

    private func openAll() throws(StoreError) {
        guard try markedID() != nil else { return }
        try files.aloneWithKey { () throws(StoreError) in
            if let id = try markedID() { try openAll(under: id) }
        }
    }

    /// Opens all items, and removes the key once it seals nothing.
    ///
    /// Items that no key opens stay as they are.
    private func openAll(under id: SealingKey.ID) throws(StoreError) {
        // A keyring that is locked or away is not asked for each item, and nothing has changed then.
        _ = try keys.key(id)
        for file in try files.files() {
            try files.update(file: file) { stored throws(StoreError) in
                if stored == .absent || isPlain(stored) { return .keep }
                switch opened(stored, file) {
                case .found(let data): return .write(data)
                case .unreadable(let error) where error.activity != .understanding: throw error
                case .absent, .unreadable: return .keep
                }
            }
        }
        var isUnused = false
        try files.update(file: Self.mark) { _ throws(StoreError) in
            let isInUse = try files.files().contains { !isSurelyWithout(id, files.read(file: $0)) }
            isUnused = try markedID() == id && !isInUse
            return isUnused ? .remove : .keep
        }
        if isUnused { try keys.remove(id) }
    }

    private func isPlain(_ stored: StoreAnswer) -> Bool {
        if case .found(let data) = stored { !SealedItem.isSealed(data) } else { false }
    }

    /// Whether a file needs no key of that id.
    private func isSurelyWithout(_ id: SealingKey.ID, _ stored: StoreAnswer) -> Bool {
        switch stored {
        case .absent: true
        case .unreadable: false
        case .found(let data):
            switch Result(catching: { () throws(StoreError) in try SealedItem(data) }) {
            case .success(let item): item.keyID != id
            case .failure(let error): isPlain(stored) || error.activity == .understanding
            }
        }
    }
}
