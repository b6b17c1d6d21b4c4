// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// English plurals as the npm package `pluralize` makes them, which names of operations follow.
///
/// Words are names of GraphQL types and thus ASCII. The rules look at the end of a word, the latest rule first; the
/// case of what they replace decides the case of the replacement.
package enum Plural {
    /// The plural of a word.
    package static func of(_ word: String) -> String {
        let token = word.lowercased()
        if irregularPlurals.contains(token) { return token.cased(like: word) }
        if let plural = irregulars[token] { return plural.cased(like: word) }
        if token.isEmpty || uncountable.contains(token) || isUncountable(token) { return word }
        let ending = ending(of: token)
        let head = word.dropLast(ending.length)
        let replaced = String(word.suffix(ending.length))
        let model = replaced.isEmpty ? String(word.suffix(1)) : replaced
        // The part that stays has the case of the word until the whole replacement gets its case.
        let kept = String(replaced.prefix(ending.kept))
        return head + (kept + ending.text).cased(like: model)
    }

    /// What a rule replaces: a number of characters at the end, of which the first ones stay.
    private struct Ending {
        var length: Int
        var kept: Int
        var text: String

        /// The rule that leaves the word as it is.
        static let same = Ending(length: 0, kept: 0, text: "")
    }

    private static func isUncountable(_ token: String) -> Bool {
        if ["sheep", "pox", "ois", "ous", "measles", "fish", "deer", "pokemon"].contains(where: token.hasSuffix) {
            return true
        }
        return token.hasSuffix("ese") && !token.isVowel(before: 3) && token.count > 3
    }

    /// The ending by the latest rule that matches.
    private static func ending(of token: String) -> Ending {
        if token == "thou" { return Ending(length: 4, kept: 0, text: "you") }
        for rule in rules {
            if let ending = rule(token) { return ending }
        }
        return token.hasSuffix("s") ? Ending(length: 1, kept: 0, text: "s") : Ending(length: 0, kept: 0, text: "s")
    }

    private static let rules: [@Sendable (String) -> Ending?] = [
        { stem([""], [("man", 3), ("men", 3)], "men", $0) },
        { $0.hasSuffix("eaux") ? .same : nil },
        { stem(["child"], [("ren", 3), ("", 0)], "ren", $0) },
        { stem(["pe"], [("rson", 4), ("ople", 4)], "ople", $0) },
        { isMouse($0) ? stem(["titm", "m", "l"], [("ouse", 4), ("ice", 3)], "ice", $0) : nil },
        { stem(["matr", "cod", "mur", "sil", "vert", "ind", "append"], [("ix", 2), ("ex", 2)], "ices", $0) },
        { stem(["x", "ch", "ss", "sh", "zz"], [("", 0)], "es", $0) },
        { endsInEy($0) ? Ending(length: 5, kept: 3, text: "ies") : nil },
        { endsInConsonantY($0) },
        {
            stem(["kni", "wi", "li"], [("fe", 2)], "ves", $0)
                ?? stem(["ar", "l", "ea", "eo", "oa", "hoo"], [("f", 1)], "ves", $0)
        },
        { $0.hasSuffix("sis") ? Ending(length: 3, kept: 0, text: "ses") : nil },
        { stem(greek, [("a", 1), ("on", 2)], "a", $0) },
        { stem(latin, [("a", 1), ("um", 2)], "a", $0) },
        { stem(["her", "at", "gr"], [("o", 1)], "oes", $0) },
        { stem(["seraph", "cherub"], [("im", 2), ("", 0)], "im", $0) },
        { stem(["alumn", "alg", "vertebr"], [("ae", 2), ("a", 1)], "ae", $0) },
        { stem(masculine, [("us", 2), ("i", 1)], "i", $0) },
        { endsInPluralAs($0) ? .same : nil },
        { stem(["emu", "enu"], [("s", 1), ("", 0)], "s", $0) },
        { endsInSibilantS($0) },
        { stem(["ax", "test"], [("is", 2)], "es", $0) },
    ]

    /// The ending of a token that ends with one of some stems and one of some endings.
    private static func stem(
        _ stems: [String], _ endings: [(text: String, length: Int)], _ plural: String, _ token: String
    ) -> Ending? {
        for ending in endings where token.hasSuffix(ending.text) {
            let rest = token.dropLast(ending.length)
            // The leftmost match wins, which is that of the longest stem.
            let found = stems.filter { rest.hasSuffix($0) }.max { $0.count < $1.count }
            if let found { return Ending(length: found.count + ending.length, kept: found.count, text: plural) }
        }
        return nil
    }

    /// `mouse` and the like are words of their own, not the end of another word.
    private static func isMouse(_ token: String) -> Bool {
        ["titmouse", "titmice", "mouse", "mice", "louse", "lice"].contains(token)
    }

    private static func endsInEy(_ token: String) -> Bool {
        let end = Array(token.suffix(5))
        guard end.count == 5, token.hasSuffix("ey") else { return false }
        return !["c", "h"].contains(end[0]) && ["i", "e", "o"].contains(end[1]) && ["l", "n"].contains(end[2])
    }

    private static func endsInConsonantY(_ token: String) -> Ending? {
        guard token.hasSuffix("y"), token.count > 1 else { return nil }
        if token.hasSuffix("quy") { return Ending(length: 3, kept: 2, text: "ies") }
        guard !token.isVowel(before: 1), token.dropLast().last != "y" else { return nil }
        return Ending(length: 2, kept: 1, text: "ies")
    }

    private static func endsInPluralAs(_ token: String) -> Bool {
        if token.hasSuffix("iam") || token.hasSuffix("uam") { return true }
        if token.hasSuffix("ias"), token.count > 3, token.dropLast(3).last != "l" { return true }
        if token.hasSuffix("las"), token.isVowel(before: 3) { return true }
        return ["eas", "jas", "zas", "ras"].contains(where: token.hasSuffix)
    }

    private static func endsInSibilantS(_ token: String) -> Ending? {
        for end in ["alias", "tlas", "tmas", "gas", "ris"] where token.hasSuffix(end) {
            return Ending(length: end.count, kept: end.count, text: "es")
        }
        guard token.hasSuffix("us"), let before = token.dropLast(2).last, !["a", "o", "u"].contains(before) else {
            return nil
        }
        return Ending(length: 3, kept: 3, text: "es")
    }

    private static let greek = words(
        "apheli hyperbat periheli asyndet noumen phenomen criteri organ prolegomen hedr automat")
    private static let latin = words(
        "agend addend millenni dat extrem bacteri desiderat strat candelabr errat ov symposi curricul automat quor")
    private static let masculine = words(
        "alumn syllab vir radi nucle fung cact stimul termin bacill foc uter loc strat")

    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    private static let irregulars = Dictionary(pairs) { _, last in last }
    private static let irregularPlurals = Set(pairs.map(\.1))
    private static let pairs: [(String, String)] = words(
        """
        i:we me:us he:they she:they them:them myself:ourselves yourself:yourselves itself:themselves \
        herself:themselves himself:themselves themself:themselves is:are was:were has:have this:these that:those \
        echo:echoes dingo:dingoes volcano:volcanoes tornado:tornadoes torpedo:torpedoes genus:genera viscus:viscera \
        stigma:stigmata stoma:stomata dogma:dogmata lemma:lemmata schema:schemata anathema:anathemata ox:oxen \
        axe:axes die:dice yes:yeses foot:feet eave:eaves goose:geese tooth:teeth quiz:quizzes human:humans \
        proof:proofs carve:carves valve:valves looey:looies thief:thieves groove:grooves pickaxe:pickaxes \
        passerby:passersby
        """
    ).map { pair in
        let parts = pair.split(separator: ":").map(String.init)
        return (parts[0], parts[1])
    }

    private static let uncountable = Set(
        words(
            """
            adulthood advice agenda aid aircraft alcohol ammo analytics anime athletics audio bison blood bream buffalo \
            butter carp cash chassis chess clothing cod commerce cooperation corps debris diabetes digestion elk energy \
            equipment excretion expertise firmware flounder fun gallows garbage graffiti hardware headquarters health \
            herpes highjinks homework housework information jeans justice kudos labour literature machinery mackerel \
            mail media mews moose music mud manga news only personnel pike plankton pliers police pollution premises \
            rain research rice salmon scissors series sewage shambles shrimp software species staff swine tennis \
            traffic transportation trout tuna wealth welfare whiting wildebeest wildlife you
            """))
}

extension String {
    /// The text in the case of a word: as it is, small, capital, or with a capital.
    fileprivate func cased(like word: String) -> String {
        if word == self { return self }
        if word == word.lowercased() { return lowercased() }
        if word == word.uppercased() { return uppercased() }
        if let first = word.first, String(first) == first.uppercased() {
            return prefix(1).uppercased() + dropFirst().lowercased()
        }
        return lowercased()
    }

    /// Whether the character before an end of some length is a vowel.
    fileprivate func isVowel(before length: Int) -> Bool {
        guard let character = dropLast(length).last else { return false }
        return "aeiou".contains(character)
    }
}
