// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The address of a database: `postgresql://user:password@host:port,host/database?sslmode=verify-full&schema=name`.
///
/// The password is optional: libpq also reads it from the file of the option `passfile`, or from the one that the
/// environment variable `PGPASSFILE` names. Characters with a meaning in URLs are percent-encoded. A host other than this
/// machine needs `sslmode=verify-full`. The form is that of the PostgreSQL documentation, "Connection URIs"; `schema` is an
/// option of this program.
package struct PostgresURL: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// A server, with the text of its port; an empty port is that of libpq.
    struct Host: Sendable, Equatable {
        let name: String
        let port: String

        /// Whether the host is this machine: a folder of a socket, or a loopback address.
        var isLoopback: Bool {
            if name.hasPrefix("/") || name.hasPrefix("@") || name == "localhost" || name == "::1" { return true }
            let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
            return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
        }
    }

    /// The user; `nil` for the user of the process.
    let user: String?
    private let password: String?
    let hosts: [Host]
    let database: String
    /// The schema that has the tables of this program.
    package let schema: String
    /// The options for libpq, by their names.
    let options: [String: String]

    /// Reads the address.
    ///
    /// - Throws: ``PostgresURLFlaw``, which names the part and never contains the password.
    package init(_ text: String) throws(PostgresURLFlaw) {
        let parts = try PostgresURLParts(text)
        var options = try parts.options()
        user = try parts.user()
        password = try parts.password()
        database = try parts.database()
        schema = try Self.schema(options.removeValue(forKey: "schema"))
        hosts = try parts.hosts(option: options.removeValue(forKey: "host"), ports: options.removeValue(forKey: "port"))
        if let attributes = options["target_session_attrs"], !["read-write", "primary"].contains(attributes) {
            throw PostgresURLFlaw("target_session_attrs must be read-write or primary, because the server writes")
        }
        let mode = options["sslmode"] ?? "prefer"
        guard ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"].contains(mode) else {
            throw PostgresURLFlaw("sslmode must be verify-full, or one of libpq's other modes for this machine")
        }
        if let host = hosts.first(where: { !$0.isLoopback }), mode != "verify-full" {
            throw PostgresURLFlaw(
                "the connection to \(host.name) would not be protected: add sslmode=verify-full, and sslrootcert=FILE with "
                    + "the certificate of the authority that signed the server's")
        }
        options["sslmode"] = mode
        self.options = options
    }

    /// The address without the password and without the options of TLS.
    package var description: String { "\(withoutSchema)?schema=\(schema)" }

    /// The address without the password and without options, as other programs understand it.
    var withoutSchema: String {
        let places = hosts.map { host in
            let name = host.name.contains(":") ? "[\(host.name)]" : host.name.replacing("/", with: "%2F")
            return host.port.isEmpty ? name : "\(name):\(host.port)"
        }
        let account = user.map { "\($0)@" } ?? ""
        return "postgresql://\(account)\(places.joined(separator: ","))/\(database)"
    }

    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }

    /// The parameters of a connection for libpq, with the password.
    ///
    /// `attributes` is what the server must allow if the address does not say it: `read-write`, or `any` to find out why
    /// no server does.
    func parameters(attributes: String = "read-write") -> [(name: String, value: String)] {
        // What the address does not name could otherwise come from the environment.
        var parameters = [
            "target_session_attrs": attributes, "connect_timeout": "2", "tcp_user_timeout": "5000",
            "keepalives_idle": "5", "keepalives_interval": "2", "keepalives_count": "3",
        ].merging(options) { $1 }
        if attributes == "any" { parameters["target_session_attrs"] = attributes }
        parameters["application_name"] = "gatehouse"
        parameters["client_encoding"] = "UTF8"
        parameters["host"] = hosts.map(\.name).joined(separator: ",")
        parameters["port"] = hosts.map(\.port).joined(separator: ",")
        parameters["dbname"] = database
        parameters["user"] = user
        parameters["password"] = password
        return parameters.map { (name: $0.key, value: $0.value) }
    }

    private static func schema(_ name: String?) throws(PostgresURLFlaw) -> String {
        let name = name ?? "gatehouse"
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard isPlain, let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
            name.utf8.count <= 63, !name.hasPrefix("pg_"), name != "information_schema"
        else {
            throw PostgresURLFlaw(
                "schema must have 1 to 63 characters of a-z, 0-9 and _, begin with none of the digits, and be none of "
                    + "PostgreSQL's own")
        }
        return name
    }
}

/// The reason why an address of a database is refused, in a sentence without a full stop.
///
/// It names the part and the corrective action; it never contains the password.
package struct PostgresURLFlaw: Error, Sendable, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
