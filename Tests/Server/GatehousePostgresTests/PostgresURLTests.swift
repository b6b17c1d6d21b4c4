// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehousePostgres
import Testing

@Suite struct PostgresURLTests {
    /// An address, and what is printed of it.
    @Test(arguments: [
        ("postgresql://localhost/gatehouse", "postgresql://localhost/gatehouse?schema=gatehouse"),
        ("postgres://kim:s3cret@127.0.0.1:5433/a", "postgresql://kim@127.0.0.1:5433/a?schema=gatehouse"),
        ("postgresql://kim:s3c%40ret%2F@[::1]:5/a?schema=b_1", "postgresql://kim@[::1]:5/a?schema=b_1"),
        ("postgresql://kim:s3:cret@localhost/a", "postgresql://kim@localhost/a?schema=gatehouse"),
        ("postgresql://kim@/a?host=/run/postgresql", "postgresql://kim@%2Frun%2Fpostgresql/a?schema=gatehouse"),
        ("postgresql://kim@%2Frun%2Fpostgresql/a", "postgresql://kim@%2Frun%2Fpostgresql/a?schema=gatehouse"),
        (
            "postgresql://kim:s3cret@db1.example,db2.example:6000/a?sslmode=verify-full&sslrootcert=/etc/ca.pem",
            "postgresql://kim@db1.example,db2.example:6000/a?schema=gatehouse"
        ),
    ])
    func `an address is read, and printed without its password`(_ text: String, _ printed: String) throws {
        let url = try PostgresURL(text)
        #expect(url.description == printed)
        #expect(!String(reflecting: url).contains("s3c"))
        var dumped = ""
        dump(url, to: &dumped)
        #expect(!dumped.contains("s3c"))
    }

    /// An address that is refused, and a word of the reason.
    @Test(arguments: [
        ("", "postgresql://"), ("mysql://s3cret@localhost/a", "postgresql://"),
        ("postgresql://localhost", "NAME"), ("postgresql://localhost/", "NAME"),
        ("postgresql:///a", "host"), ("postgresql://kim:s3cret@/a", "host"),
        ("postgresql://kim:s3cret@localhost:s3cret/a", "port"), ("postgresql://localhost:0/a", "port"),
        ("postgresql://localhost:70000/a", "port"), ("postgresql://kim:s3cret/a", "port"),
        ("postgresql://kim:s3/cret@localhost/a", "%2F"), ("postgresql://kim:s3?cret@localhost/a", "%3F"),
        ("postgresql://kim:s3#cret@localhost/a", "%23"), ("postgresql://kim:s3@cret@localhost/a", "%40"),
        ("postgresql://kim:s3%cret@localhost/a", "%25"), ("postgresql://kim:s3%00cret@localhost/a", "%25"),
        ("postgresql://kim:s3%FFcret@localhost/a", "UTF-8"), ("postgresql://kim:s3 cret@localhost/a", "space"),
        ("postgresql://[::1/a", "]"), ("postgresql://[::1]x/a", "]"),
        ("postgresql://localhost/a?sslmode", "value"), ("postgresql://localhost/a?options=-c", "options"),
        ("postgresql://localhost/a?hostaddr=10.0.0.1", "hostaddr"), ("postgresql://localhost/a?service=b", "service"),
        ("postgresql://localhost/a?application_name=b", "application_name"),
        ("postgresql://localhost/a?s3cret=1", "unknown"), ("postgresql://localhost/a?password=s3cret", "passfile"),
        ("postgresql://localhost/a?schema=b&schema=c", "twice"), ("postgresql://localhost/a?host=/run", "twice"),
        ("postgresql://localhost/a?port=1", "host:5432"), ("postgresql:///a?host=/x,/y&port=1,2,3", "port"),
        ("postgresql://localhost/a?connect_timeout=soon", "connect_timeout"),
        ("postgresql://localhost/a?schema=", "schema"), ("postgresql://localhost/a?schema=Upper", "schema"),
        ("postgresql://localhost/a?schema=pg_catalog", "schema"), ("postgresql://localhost/a?schema=1a", "schema"),
        ("postgresql://localhost/a?schema=a%22%3B", "schema"),
        ("postgresql://localhost/a?sslmode=always", "sslmode"),
        ("postgresql://localhost/a?target_session_attrs=standby", "target_session_attrs"),
        ("postgresql://db.example/a", "verify-full"), ("postgresql://10.0.0.1/a?sslmode=require", "verify-full"),
        ("postgresql://localhost,db.example/a?sslmode=prefer", "verify-full"),
        ("postgresql:///a?host=db.example", "verify-full"), ("postgresql://127.0.0.1.example/a", "verify-full"),
        ("postgresql://1270.0.0.1/a", "verify-full"),
    ])
    func `an address is refused with the part and without the password`(_ text: String, _ word: String) {
        let flaw = #expect(throws: PostgresURLFlaw.self) { try PostgresURL(text) }
        let reason = flaw.map { "\($0)" } ?? ""
        #expect(reason.contains(word))
        #expect(!reason.contains("s3"))
        #expect(!reason.contains("cret"))
    }

    @Test func `an address without an end is refused`() {
        #expect(throws: PostgresURLFlaw.self) {
            try PostgresURL("postgresql://localhost/" + String(repeating: "a", count: 10_000))
        }
    }
}
