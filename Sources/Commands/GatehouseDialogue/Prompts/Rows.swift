// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A row of a list.
package struct Row<Value: Sendable>: Sendable {
    /// What choosing the row does.
    enum Content: Sendable {
        case value(Value)
        /// It prints this text, and the question is put again.
        case explanation(String)
    }

    /// Whether the person can change the row, and why not.
    enum Bond: Equatable, Sendable {
        case free
        /// It cannot be chosen, for this reason.
        case barred(String)
        /// It is always selected, for this reason.
        case forced(String)
    }

    let title: String
    let content: Content
    let aliases: [String]
    let bond: Bond

    private init(title: String, content: Content, aliases: [String] = [], bond: Bond = .free) {
        self.title = title
        self.content = content
        self.aliases = aliases
        self.bond = bond
    }

    /// Makes a row that chooses a value.
    ///
    /// - Parameters:
    ///   - title: the text that people read.
    ///   - value: the value that the row chooses.
    ///   - aliases: other texts whose first letters find the row.
    package init(_ title: String, _ value: Value, aliases: [String] = []) {
        self.init(title: title, content: .value(value), aliases: aliases)
    }

    /// Makes a row that prints a text, after which the question is put again.
    package static func explaining(_ title: String, _ text: String) -> Row {
        Row(title: title, content: .explanation(text))
    }

    /// Makes a row that cannot be chosen.
    package static func barred(_ title: String, _ value: Value, because reason: String) -> Row {
        Row(title: title, content: .value(value), bond: .barred(reason))
    }

    /// Makes a row of a checkbox list that is always selected.
    package static func forced(_ title: String, _ value: Value, because reason: String) -> Row {
        Row(title: title, content: .value(value), bond: .forced(reason))
    }

    var isFree: Bool { bond == .free }

    var isForced: Bool {
        if case .forced = bond { true } else { false }
    }

    var value: Value? {
        if case .value(let value) = content { value } else { nil }
    }

    /// The title with the reason why the row cannot change.
    var label: String {
        switch bond {
        case .free: title
        case .barred(let reason), .forced(let reason): "\(title) (\(reason))"
        }
    }

    /// How well a typed text fits; 0 for not at all.
    func fit(_ typed: String) -> Int {
        let (title, typed) = (title.lowercased(), typed.lowercased())
        if title == typed { return 3 }
        if title.hasPrefix(typed) || aliases.contains(where: { $0.lowercased().hasPrefix(typed) }) { return 2 }
        return title.contains(typed) ? 1 : 0
    }
}

/// The rows of a list and the one that the cursor is at.
struct Rows<Value: Sendable>: Sendable {
    let all: [Row<Value>]
    /// The typed text; only rows that fit it are shown.
    private(set) var filter = ""
    /// The index of the current row; `nil` if none can be chosen.
    private(set) var current: Int?
    /// The index of the row that is current at first.
    private let first: Int?
    /// Whether rows that are barred or forced are passed over.
    private let passesBound: Bool

    init(_ all: [Row<Value>], current: Int, passesBound: Bool) {
        self.all = all
        self.passesBound = passesBound
        let reachable = Self.reachable(all, all.indices.map(\.self), passesBound)
        first = reachable.contains(current) ? current : reachable.first
        self.current = first
    }

    /// Shows all rows again, with the cursor at the row of the beginning.
    mutating func begin() {
        filter = ""
        current = first
    }

    /// The indices of the rows that are shown.
    var shown: [Int] { filter.isEmpty ? Array(all.indices) : all.indices.filter { all[$0].fit(filter) > 0 } }

    private var reachable: [Int] { Self.reachable(all, shown, passesBound) }

    private static func reachable(_ all: [Row<Value>], _ shown: [Int], _ passesBound: Bool) -> [Int] {
        passesBound ? shown.filter { all[$0].isFree } : shown
    }

    /// Moves the cursor; after the last row follows the first.
    mutating func move(by steps: Int) {
        let reachable = reachable
        guard let current, let place = reachable.firstIndex(of: current) else { return }
        let count = reachable.count
        self.current = reachable[((place + steps) % count + count) % count]
    }

    /// Moves the cursor by several rows, at most to the end.
    mutating func leap(by steps: Int) {
        let reachable = reachable
        guard let current, let place = reachable.firstIndex(of: current) else { return }
        self.current = reachable[min(max(place + steps, 0), reachable.count - 1)]
    }

    /// Takes an arrow or another key that moves the cursor; returns whether the key is one.
    mutating func follow(_ key: KeyPress) -> Bool {
        switch key {
        case .up: move(by: -1)
        case .down, .tab: move(by: 1)
        case .home: current = reachable.first ?? current
        case .end: current = reachable.last ?? current
        case .pageUp: leap(by: -5)
        case .pageDown: leap(by: 5)
        case .character("k") where filter.isEmpty: move(by: -1)
        case .character("j") where filter.isEmpty: move(by: 1)
        case .character, .pasted, .enter, .left, .right, .shiftUp, .shiftDown, .backspace, .delete, .eraseLine,
            .eraseRest, .eraseWord, .endOfInput:
            return false
        }
        return true
    }

    /// Changes the filter; the cursor moves to the first row that fits best.
    mutating func search(_ text: String) {
        filter = String(text.drop { $0 == " " })
        guard !filter.isEmpty else {
            current = current ?? reachable.first
            return
        }
        let reachable = reachable
        let best = reachable.map { all[$0].fit(filter) }.max()
        current = reachable.first { all[$0].fit(filter) == best }
    }

    /// The row for a whole line: its number, counted from 1, its title, or the only title that begins with it.
    func index(for line: String) -> Int? {
        if let number = Int(line) { return all.indices.contains(number - 1) ? number - 1 : nil }
        let fits = all.map { $0.fit(line) }
        if let exact = fits.firstIndex(of: 3) { return exact }
        return fits.filter { $0 == 2 }.count == 1 ? fits.firstIndex(of: 2) : nil
    }

    /// The rows with their numbers, for terminals without a cursor; `mark` is the text before a title.
    func listing(width: Int, style: Style, mark: (Int) -> String = { _ in "" }) -> [Line] {
        all.indices.flatMap { index in
            var paragraph = Paragraph(style)
            let number = "\(index + 1)"
            paragraph.add("  \(number)" + String(repeating: " ", count: max(1, 4 - number.count)))
            paragraph.add(mark(index) + all[index].label)
            return paragraph.lines(width: width, indent: 6)
        }
    }
}
