// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The parts of the address of a database, as they are written.
///
/// No flaw repeats a part that could be a piece of a password whose characters are not percent-encoded.
struct PostgresURLParts {
    /// The most bytes of an address.
    private static let longest = 8_192

    /// The options of libpq that an address may have, and `schema`.
    ///
    /// Names of hosts, users and databases have places of their own; the program sets what it depends on.
    private static let known: Set<String> = [
        "channel_binding", "connect_timeout", "gssencmode", "host", "keepalives", "keepalives_count", "keepalives_idle",
        "keepalives_interval", "krbsrvname", "passfile", "port", "requirepeer", "schema", "ssl_min_protocol_version",
        "sslcert", "sslcrl", "sslkey", "sslmode", "sslrootcert", "target_session_attrs", "tcp_user_timeout",
    ]

    /// The options whose values are whole numbers.
    private static let numbers: Set<String> = [
        "connect_timeout", "keepalives", "keepalives_count", "keepalives_idle", "keepalives_interval",
        "tcp_user_timeout",
    ]

    private let account: Substring?
    private let places: Substring
    private let path: Substring
    private let query: Substring

    init(_ text: String) throws(PostgresURLFlaw) {
        guard text.utf8.count <= Self.longest else { throw PostgresURLFlaw("the address is too long") }
        guard let scheme = ["postgresql://", "postgres://"].first(where: { text.hasPrefix($0) }) else {
            throw PostgresURLFlaw("the address must begin with postgresql://")
        }
        guard text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7f }) else {
            throw PostgresURLFlaw("the address contains a space or a control character: percent-encode it")
        }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let after = rest.dropFirst(authority.count)
        // A password with such a character would end before its end.
        guard !after.contains("#"), !after.contains("@"), authority.count(where: { $0 == "@" }) < 2 else {
            throw PostgresURLFlaw(
                "a character of the user's name or password, or of an option, must be percent-encoded: / is %2F, ? is %3F, "
                    + "# is %23, @ is %40")
        }
        if let end = authority.firstIndex(of: "@") {
            account = authority[..<end]
            places = authority[authority.index(after: end)...]
        } else {
            account = nil
            places = authority
        }
        let path = after.prefix { $0 != "?" }
        self.path = path.dropFirst()
        query = after.dropFirst(path.count).dropFirst()
    }

    func user() throws(PostgresURLFlaw) -> String? {
        guard let account else { return nil }
        let name = try Self.decoded(account.prefix { $0 != ":" }, of: "the user's name")
        return name.isEmpty ? nil : name
    }

    func password() throws(PostgresURLFlaw) -> String? {
        guard let account, let colon = account.firstIndex(of: ":") else { return nil }
        return try Self.decoded(account[account.index(after: colon)...], of: "the password")
    }

    func database() throws(PostgresURLFlaw) -> String {
        let name = try Self.decoded(path, of: "the database's name")
        guard !name.isEmpty, !name.contains("/") else {
            throw PostgresURLFlaw("the name of the database is missing: postgresql://user@host/NAME")
        }
        return name
    }

    /// The servers; `option` and `ports` are the options that can name them instead, as for a socket.
    func hosts(option: String?, ports: String?) throws(PostgresURLFlaw) -> [PostgresURL.Host] {
        if let option {
            guard places.isEmpty else {
                throw PostgresURLFlaw("the host is named twice: before the database and by the option host")
            }
            let names = option.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            var numbers = (ports ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            if numbers.count == 1 { numbers = names.map { _ in numbers[0] } }
            guard numbers.count == names.count else {
                throw PostgresURLFlaw("the option port must have one number, or one for each host")
            }
            var hosts: [PostgresURL.Host] = []
            for (name, port) in zip(names, numbers) { hosts.append(try Self.host(name, port: port)) }
            return hosts
        }
        guard ports == nil else { throw PostgresURLFlaw("the port belongs after the host: host:5432") }
        var hosts: [PostgresURL.Host] = []
        for place in places.split(separator: ",", omittingEmptySubsequences: false) {
            hosts.append(try Self.host(at: place))
        }
        return hosts
    }

    private static func host(at place: Substring) throws(PostgresURLFlaw) -> PostgresURL.Host {
        let name: Substring
        let rest: Substring
        if place.hasPrefix("[") {
            guard let end = place.firstIndex(of: "]") else { throw PostgresURLFlaw("an IPv6 address has no ]") }
            name = place[place.index(after: place.startIndex)..<end]
            rest = place[place.index(after: end)...]
        } else {
            name = place.prefix { $0 != ":" }
            rest = place.dropFirst(name.count)
        }
        guard rest.isEmpty || rest.hasPrefix(":") else {
            throw PostgresURLFlaw("something follows the ] of an IPv6 address")
        }
        return try host(decoded(name, of: "the host"), port: String(rest.dropFirst()))
    }

    private static func host(_ name: String, port: String) throws(PostgresURLFlaw) -> PostgresURL.Host {
        guard !name.isEmpty else {
            throw PostgresURLFlaw(
                "the host is missing: write localhost, or host=FOLDER among the options for the folder of a socket")
        }
        guard !name.contains(",") else { throw PostgresURLFlaw("the name of a host contains a comma") }
        guard port.isEmpty || (UInt16(port) ?? 0) > 0 else {
            throw PostgresURLFlaw("the port is not a number from 1 to 65535")
        }
        return PostgresURL.Host(name: name, port: port)
    }

    func options() throws(PostgresURLFlaw) -> [String: String] {
        var options: [String: String] = [:]
        for pair in query.split(separator: "&") {
            guard let equals = pair.firstIndex(of: "=") else { throw PostgresURLFlaw("an option has no value") }
            let name = try Self.decoded(pair[..<equals], of: "an option's name")
            if name == "password" {
                throw PostgresURLFlaw("the password belongs before the host, or into the file of the option passfile")
            }
            guard Self.known.contains(name) else {
                throw PostgresURLFlaw(
                    "the option \(Self.shown(name)) is unknown, or this program sets it: see docs/several-nodes.md")
            }
            let value = try Self.decoded(pair[pair.index(after: equals)...], of: "the option \(name)")
            guard options.updateValue(value, forKey: name) == nil else {
                throw PostgresURLFlaw("the option \(name) occurs twice")
            }
            guard !Self.numbers.contains(name) || UInt32(value) != nil else {
                throw PostgresURLFlaw("the option \(name) is not a whole number")
            }
        }
        return options
    }

    /// The name of an unknown option, if it can be one.
    private static func shown(_ name: String) -> String {
        let isName = name.utf8.count <= 40 && name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || 97...122 ~= $0 }
        return isName ? name : "whose name has other characters than a-z and _"
    }

    /// Decodes the percent-encoding of a part.
    private static func decoded(_ part: Substring, of name: String) throws(PostgresURLFlaw) -> String {
        var bytes: [UInt8] = []
        var rest = part.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            let isHexadecimal = digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
            guard digits.count == 2, isHexadecimal,
                let number = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), number > 0
            else {
                throw PostgresURLFlaw("\(name) contains %00, or a % without two hexadecimal digits: write % as %25")
            }
            bytes.append(number)
            rest = rest.dropFirst(2)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw PostgresURLFlaw("\(name) is not in UTF-8")
        }
        return text
    }
}
