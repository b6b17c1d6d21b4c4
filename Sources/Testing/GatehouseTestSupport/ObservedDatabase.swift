// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseStorage

/// A database that shows each statement to a test.
package struct ObservedDatabase: SQLDatabase {
    /// The functions that see the statements of a database.
    package struct Observer: Sendable {
        /// Sees a statement before it runs, on a connection that can query; a statement is refused with an error.
        package var before: @Sendable (SQL, any SQLReader) throws -> Void = { _, _ in }
        /// Sees a statement after it has run, with the number of rows that it returned or changed.
        ///
        /// If there is such a function, statements that a driver could send later run at once, so that it gets the number.
        package var after: (@Sendable (SQL, Int) -> Void)?

        /// Creates an observer that ignores all statements.
        package init() {}
    }

    private let base: any SQLDatabase
    private let observer: Observer

    /// Shows the statements of `base` to an observer.
    package init(_ base: some SQLDatabase, _ observer: Observer) {
        self.base = base
        self.observer = observer
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLReader) throws -> Value
    ) async throws -> Value {
        try await base.read { [observer] reader in try body(ObservedReader(base: reader, observer: observer)) }
    }

    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await base.write { [observer] connection in
            try body(ObservedConnection(base: connection, observer: observer))
        }
    }
}

private struct ObservedReader: SQLReader {
    let base: any SQLReader
    let observer: ObservedDatabase.Observer

    func query(_ sql: SQL) throws -> [SQLRow] {
        try observer.before(sql, base)
        let rows = try base.query(sql)
        observer.after?(sql, rows.count)
        return rows
    }

    func expect(_ queries: @autoclosure () -> [SQL]) {
        base.expect(queries())
    }
}

private struct ObservedConnection: SQLConnection {
    let base: any SQLConnection
    let observer: ObservedDatabase.Observer

    func query(_ sql: SQL) throws -> [SQLRow] {
        try ObservedReader(base: base, observer: observer).query(sql)
    }

    @discardableResult
    func execute(_ sql: SQL) throws -> Int {
        try observer.before(sql, base)
        let changed = try base.execute(sql)
        observer.after?(sql, changed)
        return changed
    }

    @discardableResult
    func execute(_ sql: SQL, witness: SQL) throws -> Int {
        try observer.before(sql, base)
        let changed = try base.execute(sql, witness: witness)
        observer.after?(sql, changed)
        return changed
    }

    func expect(_ queries: @autoclosure () -> [SQL]) {
        base.expect(queries())
    }

    func post(_ sql: SQL) throws {
        guard observer.after == nil else {
            try execute(sql)
            return
        }
        try observer.before(sql, base)
        try base.post(sql)
    }
}
