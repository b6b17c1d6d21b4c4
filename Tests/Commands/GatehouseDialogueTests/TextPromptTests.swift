// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseDialogue

/// Texts that the person types.
@Suite struct TextPromptTests {
    @Test func `a text shows its default, what is typed, and then the answer`() {
        #expect(Asked.name.picture() == "? Name of the project: (shop)")
        #expect(Asked.name.typing("store").picture() == "? Name of the project: (shop) store")
        #expect(Asked.name.typing("store\r").picture() == "? Name of the project: store")
        #expect(Asked.name.typing("\r").answer == "shop")
    }

    @Test(arguments: [
        ("bc\u{1B}[D\u{1B}[Da\r", "abc"), ("abx\u{7F}c\r", "abc"), ("xabc\u{1B}[H\u{1B}[3~\r", "abc"),
        ("one two\u{17}abc\r", "one abc"), ("xyz\u{15}abc\r", "abc"), ("abcd\u{1B}[D\u{0B}\r", "abc"),
        ("  abc  \r", "abc"), ("\u{1B}[200~a\nbc\r\n\u{1B}[201~\r", "a bc"), ("añ\u{7F}bc\n", "abc"),
        ("\u{1B}[200~ab\u{7}c\u{1B}[201~\r", "abc"),
    ])
    func `keys edit the text`(_ typed: String, _ answer: String) {
        #expect(TextPrompt("Name:").typing(typed).answer == answer)
    }

    @Test func `a text that its rule refuses stays to be corrected`() {
        let refused = Asked.name.typing("ab\r")
        #expect(refused.answer == nil)
        #expect(refused.picture() == "? Name of the project: (shop) ab\n>> The name must have 3 to 20 letters.")
        #expect(refused.typing("c").picture() == "? Name of the project: (shop) abc")
        #expect(refused.typing("c\r").answer == "abc")
    }

    @Test func `an empty answer needs an empty default`() {
        #expect(TextPrompt("Name:").typing("\r").refusal == "An answer is needed.")
        #expect(TextPrompt("Name:", default: "").typing("\r").answer == "")
        #expect(TextPrompt("Name:", default: "").picture() == "? Name:")
    }

    @Test func `a long text is broken, and the cursor stays on the screen`() {
        let prompt = TextPrompt("Name:").typing(String(repeating: "a", count: 200))
        let lines = prompt.screen(width: 20, height: 4, style: Style())
        #expect(lines.count == 4 && lines.allSatisfy { $0.columns <= 20 })
        #expect(lines.last?.cursor != nil)
    }

    @Test(arguments: ["QXZQXZ", "QXZ\u{7F}\u{7F}", "Q\r", Sent.pasted("QXZ\nQXZ")])
    func `a hidden text is never on the screen`(typed: String) {
        var prompt = Asked.secret
        var decoder = KeyDecoder()
        for byte in (typed + "\u{15}QXZQXZ\r").utf8 {
            guard let key = decoder.press(byte) else { continue }
            prompt.press(key)
            let lines = prompt.screen(width: 40, height: 10, style: Style())
            #expect(lines.allSatisfy { !$0.text.contains { "QXZ".contains($0) } })
        }
        #expect(prompt.answer == "QXZQXZ")
        #expect(prompt.picture() == "? Client secret: [hidden]")
    }

    @Test func `the length of a hidden text is not on the screen`() {
        #expect(Asked.secret.typing("QX").picture() == Asked.secret.picture())
        #expect(Asked.secret.picture() == "? Client secret: (hidden)")
    }

    @Test func `a hidden text that is refused must be typed again`() {
        let refused = Asked.secret.typing("Q\r")
        #expect(refused.refusal == "The secret is too short." && !refused.hasTypedText)
        #expect(refused.typing("xyz\r").answer == "xyz")
    }

    @Test func `without a cursor the question is in the cue`() {
        #expect(Asked.name.cue(style: .dumb) == "? Name of the project: (shop) ")
        #expect(Asked.name.listing(width: 79, style: .dumb).isEmpty)
        #expect(Asked.name.taking("").answer == "shop" && Asked.name.taking("ab").refusal != nil)
        #expect(Asked.secret.cue(style: .dumb) == "? Client secret: (hidden) ")
    }
}

@Suite struct ConfirmPromptTests {
    @Test func `the default has the capital letter`() {
        #expect(Asked.logins.picture() == "? Allow unauthenticated logins? (y/N)")
        #expect(ConfirmPrompt("Go on?", default: true).picture() == "? Go on? (Y/n)")
    }

    @Test(arguments: [
        ("\r", false), ("y\r", true), ("Y\r", true), ("yes\r", true), ("n\r", false), ("No\r", false),
        ("x\ry\r", true), ("yes\u{17}\r", false),
    ])
    func `a word or a letter answers`(_ typed: String, _ answer: Bool) {
        #expect(Asked.logins.typing(typed).answer == answer)
    }

    @Test func `the answer is repeated as a word`() {
        #expect(Asked.logins.typing("y\r").picture() == "? Allow unauthenticated logins? Yes")
        #expect(Asked.logins.typing("x\r").refusal == "The answer must be y or n.")
    }
}
