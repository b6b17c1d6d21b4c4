// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The file that says which database's file and which log belong together.
///
/// Each start gives the database a new mark. A log whose database has another mark belongs to another file. A state
/// number that neither the file nor the log has reached belongs to a log that was lost.
struct DatabaseMarks {
    /// What the file contains.
    struct Content: Equatable {
        /// The marks that the database's file may have, apart from the log's changes.
        var marks: Set<Int32> = []
        /// A state number that is on disk, in the log or in the database's file.
        var state: Int32?
    }

    private static let word = "state"

    /// The path of the file.
    let path: String

    init(databasePath: String) {
        path = databasePath + "-mark"
    }

    /// The content; empty without a readable file.
    func read() -> Content {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let words = text.split(whereSeparator: \.isWhitespace)
        let marks = words.prefix { word in word != Self.word }
        let state = words.dropFirst(marks.count + 1).first
        return Content(marks: Set(marks.compactMap { Int32($0) }), state: state.flatMap { Int32($0) })
    }

    /// Replaces the file.
    func write(_ content: Content) throws(SystemCallFailure) {
        var lines = [content.marks.sorted().map(String.init).joined(separator: " ")]
        if let state = content.state { lines.append("\(Self.word) \(state)") }
        try PrivateFile.write(Data((lines.joined(separator: "\n") + "\n").utf8), to: path)
    }

    /// Records a state number that was committed, if the log has it and the database's file does not.
    ///
    /// The file is written once for each checkpoint: any state that the file lacks shows that the log was lost.
    func note(_ state: Int32?, inFile present: Int32?) throws(SystemCallFailure) {
        guard let state, let present, state > present else { return }
        var content = read()
        guard content.state.map({ $0 <= present }) ?? true else { return }
        content.state = state
        try write(content)
    }
}
