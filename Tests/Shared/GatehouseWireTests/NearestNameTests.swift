// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire
import Testing

@Suite struct NearestNameTests {
    private static let known = [
        "HOST", "PORT", "METRICS", "LOG_LEVEL", "TLS_KEY_FILE", "TLS_CERTIFICATE_FILE", "MAIL_HOST", "MAIL_PORT",
        "MASTER_KEY", "MASTER_KEY_FILE",
    ]

    @Test(arguments: [
        ("PROT", "PORT"), ("PRT", "PORT"), ("PORTS", "PORT"), ("HSOT", "HOST"),
        ("TLS_CERT_FILE", "TLS_CERTIFICATE_FILE"), ("TLS_CERT", "TLS_CERTIFICATE_FILE"), ("tls_key", "TLS_KEY_FILE"),
        ("LOGLEVEL", "LOG_LEVEL"),
        ("MASTERKEY", "MASTER_KEY"), ("mail.hots", "MAIL_HOST"), ("METRIC", "METRICS"),
    ])
    func `a misspelt name finds the one that was meant`(name: String, meant: String) {
        #expect(NearestName.of(name, among: Self.known) == meant)
    }

    @Test func `a name is the nearest to itself, and an overlong name has none`() {
        for name in Self.known { #expect(NearestName.of(name, among: Self.known) == name) }
        #expect(NearestName.of(String(repeating: "A", count: 101), among: Self.known) == nil)
        #expect(NearestName.of("PORT", among: []) == nil)
    }

    @Test(arguments: [
        ("modle", "model"), ("Model", "model"), ("belongTo", "belongsTo"), ("belongs_to", "belongsTo"),
        ("autor", "author"),
        ("owners", "owner"), ("Sting", "String"), ("id", "ID"), ("Strang", "String"), ("pirmaryKey", "primaryKey"),
    ])
    func `a name resembles the one that was meant`(name: String, meant: String) {
        let known = ["model", "belongsTo", "author", "owner", "String", "ID", "primaryKey", "ownerList"]
        #expect(NearestName.similar(to: name, among: known) == meant)
    }

    @Test(arguments: [
        "everyone", "x", "_", "", "title", "own", "ids", "auth", "hasOne", String(repeating: "model", count: 30),
    ])
    func `a name resembles no other one by chance`(name: String) {
        let known = ["model", "belongsTo", "author", "owner", "String", "ID", "primaryKey", "hasOne"]
        #expect(NearestName.similar(to: name, among: known) == nil)
    }

    @Test func `of equally near names the first is meant, and only the first 500 are compared`() {
        #expect(NearestName.similar(to: "tag", among: ["tags", "tagA"]) == "tags")
        let many = (0..<500).map { "other\($0)" }
        #expect(NearestName.similar(to: "modle", among: ["model"] + many) == "model")
        #expect(NearestName.similar(to: "modle", among: many + ["model"]) == nil)
    }
}
