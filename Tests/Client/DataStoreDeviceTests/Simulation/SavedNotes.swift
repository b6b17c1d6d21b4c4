// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The changes that the calls of a run have accepted, by the keys of the records.
struct SavedNotes {
    /// A record.
    struct Note {
        let owner: String
        /// The only device that changes the record; nil for one that all devices of the owner change and none removes.
        let writer: Int?
        /// The texts of all accepted changes; no two of them are equal.
        var accepted: [String]
        /// Whether its writer has removed it.
        var isRemoved = false
        /// Whether a sign-out may have removed one of the changes.
        var isUncertain = false
    }

    private(set) var notes: [String: Note] = [:]
    private var lastNumber = 0

    /// A text that no other change has.
    mutating func newText(of owner: String) -> String {
        lastNumber += 1
        return "\(owner):\(lastNumber)"
    }

    /// A key for a new record.
    mutating func newKey() -> String {
        lastNumber += 1
        return "note-\(lastNumber)"
    }

    /// Notes an accepted change.
    mutating func accept(_ text: String, of key: String, owner: String, writer: Int?) {
        notes[key, default: Note(owner: owner, writer: writer, accepted: [])].accepted.append(text)
    }

    /// Notes an accepted removal.
    mutating func acceptRemoval(of key: String) { notes[key]?.isRemoved = true }

    /// The keys of the records that a device may change.
    func keys(changedBy device: Int, of owner: String) -> Set<String> {
        Set(notes.filter { $0.value.owner == owner && $0.value.writer ?? device == device }.keys)
    }

    /// The keys of the records that a device may remove.
    func keys(removedBy device: Int, of owner: String) -> Set<String> {
        Set(notes.filter { $0.value.owner == owner && $0.value.writer == device }.keys)
    }

    /// Notes that a sign-out may have removed a change of a record.
    mutating func forgive(_ key: String) { notes[key]?.isUncertain = true }

    /// What the records of an owner in the service lack.
    ///
    /// - Parameters:
    ///   - owner: the owner.
    ///   - served: the texts of the records in the service, by their keys.
    /// - Returns: a sentence about the first record that is missing or wrong; nil without one.
    func loss(of owner: String, in served: [String: String]) -> String? {
        for (key, note) in notes where note.owner == owner && !note.isUncertain {
            let text = served[key]
            switch (note.writer, note.isRemoved) {
            case (_, true):
                if let text { return "\(key) was removed, and the service has \(text)" }
            case (nil, false):
                guard let text, note.accepted.contains(text) else {
                    return "the service has \(text ?? "nothing") for \(key), which has \(note.accepted)"
                }
            case (_, false):
                guard text == note.accepted.last else {
                    return "the service has \(text ?? "nothing") for \(key), which is \(note.accepted.last ?? "")"
                }
            }
        }
        return nil
    }
}
