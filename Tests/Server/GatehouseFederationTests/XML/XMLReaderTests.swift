// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseFederation
import Testing

@Suite("The strict reader of XML")
struct XMLReaderTests {
    private func root(_ text: String, limits: XMLLimits = .message) throws -> XMLElement {
        try XMLReader.root(Array(text.utf8), limits: limits)
    }

    private func error(_ text: String, limits: XMLLimits = .message) -> XMLReadingError? {
        do {
            _ = try XMLReader.root(Array(text.utf8), limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test("Names have the namespaces of their prefixes, which inner elements may declare anew")
    func namespaces() throws {
        let root = try root(
            #"<a xmlns="one" xmlns:p="two"><p:b p:c="d" c="e"/><f xmlns="" xmlns:p="three"><p:g/></f><h/></a>"#)
        #expect(root.name == XMLName("one", "a"))
        #expect(
            root.elements.map(\.name) == [XMLName("two", "b"), XMLName("", "f"), XMLName("one", "h")])
        #expect(root.elements[1].elements.map(\.name) == [XMLName("three", "g")])
        #expect(root.elements[0].attributes.map(\.name) == [XMLName("two", "c"), XMLName("", "c")])
        #expect(root.elements[0][attribute: "c"] == "e")
    }

    @Test("References, ends of lines and white space in values are read as XML says")
    func texts() throws {
        let root = try root("<a b='1\r\n2\t3&#10;4'>x\r\ny\rz &lt;&amp;&#x41;&#66;&quot;&apos;&gt;</a>")
        #expect(root[attribute: "b"] == "1 2 3\n4")
        #expect(root.text == "x\ny\nz <&AB\"'>")
    }

    @Test("Comments divide no text, where they are allowed")
    func comments() throws {
        let text = "<?a b?><!-- c --><a>d<!-- e -->f<?g?></a><!---->"
        #expect(try root(text, limits: .metadata).text == "df")
        #expect(error(text) == .comment)
        #expect(error("<a><!-- b -- c --></a>", limits: .metadata) != nil)
        #expect(error("<a><!-- b", limits: .metadata) != nil)
    }

    @Test("A byte order mark and a declaration of XML 1.0 in UTF-8 are accepted, others are not")
    func declarations() throws {
        #expect(error("\u{FEFF}<?xml version='1.0' encoding='utf-8' standalone='yes'?>\n<a/>\n") == nil)
        for declaration in ["version='1.1'", "version='1.0' encoding='utf-16'", "version='1.0' encoding='utf-7'", ""] {
            #expect(error("<?xml \(declaration)?><a/>") == .badText, "\(declaration)")
        }
        #expect(throws: XMLReadingError.badText) {
            try XMLReader.root([0x3C, 0x61, 0xFF, 0x2F, 0x3E], limits: .message)
        }
    }

    @Test(
        "What is not well-formed is refused",
        arguments: [
            "", " ", "a", "<", "<a", "<a>", "</a>", "<a></b>", "<a><b></a></b>", "<a/><b/>", "<a/>b", "a<b/>", "<a b/>",
            "<a b=c/>", "<a b='c/>", "<a b='<'/>", "<a b='c'd='e'/>", "<a>]]></a>", "<a>&#0;</a>", "<a>&#xD800;</a>",
            "<a>&#+65;</a>", "<a>&#x;</a>", "<a>&#65</a>", "<a>&lt</a>", "<a>&</a>", "<:a/>", "<a:/>", "<a:b:c/>",
            "<1a/>",
            "<\u{E4}/>", "<a>\u{1}</a>", "<a>\u{FFFE}</a>", "<a/ >", "< a/>", "<a></a", "<!a/>", "<a><!b></a>",
        ])
    func malformed(_ text: String) {
        #expect(error(text) != nil)
    }

    @Test(
        "Prefixes without a namespace, and declarations that are not allowed, are refused",
        arguments: [
            "<p:a/>", "<a p:b='c'/>", "<a xmlns:p=''/>", "<a xmlns:xmlns='b'/>", "<a xmlns:xml='b'/>",
            "<a xmlns='http://www.w3.org/2000/xmlns/'/>", "<a xmlns:p='http://www.w3.org/XML/1998/namespace'/>",
            "<a xmlns='http://www.w3.org/XML/1998/namespace'/>", "<a xmlns:p='http://www.w3.org/2000/xmlns/'/>",
            "<a xmlns:xmlns='http://www.w3.org/2000/xmlns/'/>", "<a xmlns:xml='http://www.w3.org/2000/xmlns/'/>",
            "<a xmlns:xml=''/>", "<a xmlns:xml='http://www.w3.org/xml/1998/namespace'/>", "<xmlns:a/>",
            "<a xmlns:b='c'><b:d/><XML:e/></a>",
            "<a xmlns='b c'/>", "<a xmlns='b\u{E4}'/>", "<r><a xmlns:p='b'/><p:d/></r>",
        ])
    func badNamespaces(_ text: String) {
        #expect(error(text) == .badNamespace)
    }

    @Test("The prefix xml may be declared with its own namespace, which it has in any case")
    func xmlPrefix() throws {
        let xml = "http://www.w3.org/XML/1998/namespace"
        for declaration in ["", " xmlns:xml='\(xml)'", " xmlns:xml='http://www.w3.org/XML/1998/&#110;amespace'"] {
            let root = try root("<a xml:lang='en'\(declaration)><b xml:space='preserve'/><xml:c/></a>")
            #expect(root.attributes.map(\.name) == [XMLName(xml, "lang")], "\(declaration)")
            #expect(root.elements.map(\.name) == [XMLName("", "b"), XMLName(xml, "c")])
        }
        #expect(error("<a xmlns:xml='\(xml)'><b xmlns:xml='\(xml)'/></a>") == nil)
        #expect(error("<a xmlns:xml='\(xml)' xmlns:xml='\(xml)'/>") == .repeatedAttribute)
    }

    @Test("Names that only begin as the declaration of a namespace are attributes")
    func nearDeclarations() throws {
        let root = try root("<a xmlnsp='b' xmlns-p='c' xmlns.p='d' XMLNS='e' xmlns:xmlfoo='f' xmlfoo:g='h'/>")
        #expect(root.attributes.map(\.name.namespace) == ["", "", "", "", "f"])
        #expect(root.name == XMLName("", "a"))
    }

    @Test("An attribute or a declaration that occurs twice is refused, also under two prefixes")
    func repeatedAttributes() {
        #expect(error("<a b='c' b='d'/>") == .repeatedAttribute)
        #expect(error("<a xmlns:p='b' xmlns:q='b' p:c='1' q:c='2'/>") == .repeatedAttribute)
        #expect(error("<a xmlns:p='b' xmlns:p='c'/>") == .repeatedAttribute)
    }

    @Test("Combining marks that only references bring together are refused")
    func marks() {
        let marks = String(repeating: "&#x301;", count: 40)
        #expect(error("<a>b\(marks)</a>") == .badText)
        #expect(error("<a b='\(marks)'/>") == .badText)
        #expect(error("<a>b\(String(repeating: "\u{301}", count: 40))</a>") == .badText)
    }
}
