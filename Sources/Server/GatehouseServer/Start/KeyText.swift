// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseStorage

/// The text of a key ring as an operator wrote it, and what is wrong with it.
struct KeyText {
    /// The lines `id:base64`; a single key without an id has the id `main`.
    let lines: String
    /// The number of the line of a single key without an id, from 1.
    private let lineWithoutID: Int?
    private let name: String
    /// The path of the file with the text; `nil` for a variable.
    private let file: String?

    /// Creates the value; `name` is the name of the file or of the variable.
    init(_ text: String, name: String, file: String?) {
        let written = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        let keys = written.indices.filter { index in !written[index].hasPrefix("#") && !Self.isBlank(written[index]) }
        var lines = written
        if keys.count == 1, let only = keys.first, !lines[only].contains(":") {
            lines[only] = "main:" + lines[only].trimmingCharacters(in: .whitespaces)
            lineWithoutID = only + 1
        } else {
            lineWithoutID = nil
        }
        self.lines = lines.joined(separator: "\n")
        self.name = name
        self.file = file
    }

    /// The flaw of a single key without an id, if it sealed a database under another id than `main`.
    func explanationOfMissingID(for database: KeyedDatabase?) -> String? {
        guard let lineWithoutID, let database, database.keyID != "main",
            database.isSealed(under: key(inLine: lineWithoutID))
        else { return nil }
        return explanation(ofLineWithoutID: lineWithoutID, for: database)
    }

    /// The flaw in one line, with the corrective action.
    func explanation(of error: SealingError, for database: KeyedDatabase?) -> String {
        switch error {
        case .malformedKeyLine(let number, .withoutID): explanation(ofLineWithoutID: number, for: database)
        case .malformedKeyLine(let number, .id):
            "Line \(number) of \(name) has an id that is not 1 to 32 letters, digits, - and _: correct the id, and leave "
                + "the key as it is."
        case .duplicateKey:
            "Two lines of \(name) have the same id: if they are equal, remove one of them; else give the newer key "
                + "another id."
        case .malformedKeyLine(let number, .key): explanation("line \(number) is not 32 bytes in Base64", for: database)
        default: explanation("it has no key", for: database)
        }
    }

    private func explanation(_ flaw: String, for database: KeyedDatabase?) -> String {
        guard let database else {
            return
                "\(name) does not contain 32 bytes in Base64 (\(flaw)): a key is the output of openssl rand -base64 32."
        }
        return "The master key in \(name) is damaged: \(flaw). \(database.sealed), and no other key opens it: put the "
            + "copy of this key back."
    }

    private func explanation(ofLineWithoutID number: Int, for database: KeyedDatabase?) -> String {
        let start = "Line \(number) of \(name) has no id"
        if let database, let id = database.keyID, database.isSealed(under: key(inLine: number)) {
            return "\(start). It is the key that sealed \(database.path): \(cure(number, id))"
        }
        return
            "\(start). If the key was used before, write its id and a colon before it\(Self.note(on: database)). If the "
            + "key is new, \(cure(number, "key\(number)"))"
    }

    private static func note(on database: KeyedDatabase?) -> String {
        guard let database, let id = database.keyID else { return "" }
        return " (it is not the key \(id) that sealed \(database.path))"
    }

    private func cure(_ number: Int, _ id: String) -> String {
        "write \(id): before it"
            + (file.map { ", with: sed -i '\(number)s/^ */\(id):/' \(FolderCommand.word($0))" } ?? ".")
    }

    private func key(inLine number: Int) -> [UInt8] {
        let line = lines.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropFirst(number - 1)
            .first
        let key = (line ?? "").split(separator: ":").last.map(String.init) ?? ""
        return Base64.decode(key.trimmingCharacters(in: .whitespaces)) ?? []
    }

    private static func isBlank(_ line: String) -> Bool { line.allSatisfy { $0 == " " || $0 == "\t" } }

    /// The flaw of a key that serve does not use, because it can be guessed.
    func explanationOfGuessableKey(for database: KeyedDatabase?) -> String {
        guard let database else {
            return "\(name) contains a key that is not random: create one with: openssl rand -base64 32"
        }
        return
            "\(name) contains a key that is not random, and \(database.path) may be sealed under it: keep the line, and "
            + "seal the database under another one, as docs/master-keys.md describes (A key that can be guessed)."
    }
}
