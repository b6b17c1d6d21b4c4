// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// All selection sets of a document by number, with what merging must know of their fields.
struct SelectionIndex {
    /// One element of a selection set.
    enum Item {
        case field(Int)
        case spread(String)
        case inline(Int)
    }

    /// A field that the schema has.
    struct Entry {
        var key: String
        var name: String
        var parent: String
        var isOfObject: Bool
        var type: GraphQLType
        var isLeaf: Bool
        /// The number of the field's name and arguments; fields with one number are identical.
        var signature: Int
        /// The number of the selection set.
        var children: Int?
        var location: SourceLocation
    }

    private(set) var sets: [[Item]] = []
    private(set) var entries: [Entry] = []
    /// The number of the selection set of each fragment.
    var fragments: [String: Int] = [:]
    private var signatures: [[UInt8]: Int] = [:]

    /// Adds a selection set, and returns its number.
    mutating func add(_ items: [Item]) -> Int {
        sets.append(items)
        return sets.count - 1
    }

    /// Adds a field, and returns its number.
    mutating func add(_ entry: Entry) -> Int {
        entries.append(entry)
        return entries.count - 1
    }

    /// The number of a field's name and arguments, whatever the order of these.
    mutating func signature(of field: Field) -> Int {
        var printer = Printer()
        printer.write(field.name.text)
        printer.print(NamedList(field.arguments.sorted { $0.name.text < $1.name.text }))
        // By bytes: strings in two forms of normalization are two values.
        let bytes = Array(printer.text.utf8)
        let number = signatures[bytes] ?? signatures.count
        signatures[bytes] = number
        return number
    }
}

/// Field Selection Merging (5.3.2).
///
/// The specification compares each pair of fields with one response key. This walk compares groups: fields with one key
/// are compared with the first of them, and then the selection sets of the whole group are merged and compared in the
/// same manner. It does so twice, because the response's shape must fit for all fields with one key, and names and
/// arguments only for those whose objects can be the same. Each merged group is compared once.
extension Validator {
    /// Selection sets that the walk merges next.
    private struct Group: Hashable {
        var sets: [Int]
        /// Whether shapes are compared, or else names and arguments.
        var comparesShape: Bool
    }

    mutating func checkMerging() {
        var waiting: [Group] = []
        var seen: Set<Group> = []
        var reported: Set<[Int]> = []
        func add(_ fields: [Int], comparesShape: Bool) {
            let group = Group(sets: fields.compactMap { selections.entries[$0].children }, comparesShape: comparesShape)
            if !group.sets.isEmpty, seen.insert(group).inserted { waiting.append(group) }
        }
        for (_, _, set) in operations.reversed() {
            waiting += [true, false].map { Group(sets: [set], comparesShape: $0) }
        }
        while let group = waiting.popLast() {
            guard let fields = collect(group.sets) else { return }
            for field in fields {
                if group.comparesShape {
                    compareShapes(field, &reported)
                    add(field, comparesShape: true)
                } else {
                    guard let parts = partsWithCommonObjects(field) else { return }
                    for part in parts {
                        compareSignatures(part, &reported)
                        add(part, comparesShape: false)
                    }
                }
            }
        }
    }

    /// The fields of merged selection sets, one group for each response key; `nil` when there are too many steps.
    mutating func collect(_ sets: [Int]) -> [[Int]]? {
        var groups: [[Int]] = []
        var positions: [String: Int] = [:]
        var visited: Set<String> = []
        var waiting = Array(sets.reversed())
        while let set = waiting.popLast() {
            guard spend(1 + selections.sets[set].count) else { return nil }
            var inner: [Int] = []
            for item in selections.sets[set] {
                switch item {
                case .field(let number):
                    let key = selections.entries[number].key
                    if let position = positions[key] {
                        groups[position].append(number)
                    } else {
                        positions[key] = groups.count
                        groups.append([number])
                    }
                case .spread(let name):
                    if let set = selections.fragments[name], visited.insert(name).inserted { inner.append(set) }
                case .inline(let set): inner.append(set)
                }
            }
            waiting += inner.reversed()
        }
        return groups
    }

    /// The parts of fields with one key whose objects can be the same: one part for each object type, which fields of
    /// interfaces and unions belong to as well; `nil` when there are too many steps.
    private mutating func partsWithCommonObjects(_ fields: [Int]) -> [[Int]]? {
        guard fields.count > 1 else { return [fields] }
        var parts: [String: [Int]] = [:]
        var order: [String] = []
        var others: [Int] = []
        for field in fields {
            let entry = selections.entries[field]
            if entry.isOfObject {
                if parts[entry.parent] == nil { order.append(entry.parent) }
                parts[entry.parent, default: []].append(field)
            } else {
                others.append(field)
            }
        }
        guard spend(fields.count + order.count * others.count) else { return nil }
        return order.isEmpty ? [others] : order.map { (parts[$0] ?? []) + others }
    }

    private mutating func compareSignatures(_ fields: [Int], _ reported: inout Set<[Int]>) {
        guard let first = fields.first else { return }
        let signature = selections.entries[first].signature
        for number in fields.dropFirst() where selections.entries[number].signature != signature {
            reportConflict(first, number, &reported) { one, other in
                one.name == other.name
                    ? "they have differing arguments" : "'\(one.name)' and '\(other.name)' are different fields"
            }
        }
    }

    private mutating func compareShapes(_ fields: [Int], _ reported: inout Set<[Int]>) {
        guard let first = fields.first else { return }
        let one = selections.entries[first]
        for number in fields.dropFirst() {
            let other = selections.entries[number]
            guard !Self.hasSameShape(one, one.type, other, other.type) else { continue }
            reportConflict(first, number, &reported) { one, other in
                "they return differing types '\(one.type)' and '\(other.type)'"
            }
        }
    }

    private static func hasSameShape(
        _ one: SelectionIndex.Entry, _ type: GraphQLType, _ other: SelectionIndex.Entry, _ otherType: GraphQLType
    ) -> Bool {
        switch (type, otherType) {
        case (.nonNull(let type), .nonNull(let otherType)), (.list(let type), .list(let otherType)):
            hasSameShape(one, type, other, otherType)
        case (.named(let name), .named(let otherName)):
            one.isLeaf || other.isLeaf ? name == otherName : true
        default: false
        }
    }

    /// Notes a conflict of two fields in the order of the document, once for the two.
    private mutating func reportConflict(
        _ one: Int, _ other: Int, _ reported: inout Set<[Int]>,
        _ reason: (SelectionIndex.Entry, SelectionIndex.Entry) -> String
    ) {
        let pair = [min(one, other), max(one, other)]
        guard reported.insert(pair).inserted else { return }
        let (first, second) = (selections.entries[pair[0]], selections.entries[pair[1]])
        report(
            .fieldSelectionMerging, .fieldsConflict, "'\(first.key)' : \(reason(first, second))",
            at: first.location, second.location)
    }
}
