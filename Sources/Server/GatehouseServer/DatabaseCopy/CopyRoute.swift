// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// From where to where `gatehouse copy` copies a database: one end is a data folder, the other a PostgreSQL server.
package struct CopyRoute: Sendable, Equatable {
    /// A direction.
    enum Direction: Sendable, Equatable {
        case toServer
        case toFolder
    }

    /// An end of the route, as the command line names it.
    private enum End: Equatable {
        /// `sqlite:FOLDER`.
        case folder(String)
        /// `postgresql`, whose address is a setting, or an address without a password.
        case server(address: String?)

        private static let file = "sqlite:"

        init(_ text: String, option: String) throws(StartupRefusal) {
            if text.hasPrefix(Self.file), text != Self.file {
                self = .folder(String(text.dropFirst(Self.file.count)))
            } else if text == "postgresql" {
                self = .server(address: nil)
            } else if ["postgresql://", "postgres://"].contains(where: { text.hasPrefix($0) }) {
                guard !Self.hasPassword(text) else {
                    throw StartupRefusal(
                        .usage,
                        "The address after \(option) has a password, which other users of this machine can see in the list "
                            + "of processes: put the address into GATEHOUSE_DATABASE_URL and write \(option) postgresql, or "
                            + "leave the password out and name its file in PGPASSFILE.")
                }
                self = .server(address: text)
            } else {
                throw StartupRefusal(
                    .usage,
                    "\(option) must be sqlite:FOLDER for the database of a data folder, or postgresql for the one that "
                        + "GATEHOUSE_DATABASE_URL names.")
            }
        }

        /// Whether the account before the host has a password.
        private static func hasPassword(_ address: String) -> Bool {
            // A password may have characters that end the account if they are not percent-encoded.
            guard let start = address.firstRange(of: "://")?.upperBound, let end = address.lastIndex(of: "@"),
                start <= end
            else { return false }
            return address[start..<end].contains(":")
        }
    }

    let direction: Direction
    /// The settings that the ends are: the data folder, and the address if the command line has it.
    package let settings: [Setting: String]

    /// Reads the values of the options `--from` and `--to`.
    ///
    /// - Throws: `StartupRefusal` with the forms of the options; it never contains a password.
    package init(from: String, to: String) throws(StartupRefusal) {
        let (source, target) = (try End(from, option: "--from"), try End(to, option: "--to"))
        let folder: String
        let address: String?
        switch (source, target) {
        case (.folder(let path), .server(let text)):
            direction = .toServer
            folder = path
            address = text
        case (.server(let text), .folder(let path)):
            direction = .toFolder
            folder = path
            address = text
        case (.folder, .folder):
            throw StartupRefusal(
                .usage,
                "Both ends are SQLite databases: copy one with gatehouse backup, and put the copy into another folder "
                    + "with gatehouse restore.")
        case (.server, .server):
            throw StartupRefusal(
                .usage, "Both ends are PostgreSQL databases: copy one with pg_dump, as docs/several-nodes.md describes."
            )
        }
        var settings: [Setting: String] = [.dataDirectory: folder]
        settings[.databaseURL] = address
        self.settings = settings
    }
}
