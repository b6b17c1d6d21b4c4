// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The rules for new passwords of a pool.
package struct PasswordRules: Sendable, Equatable {
    /// The minimum number of characters.
    package var minimumLength: Int
    /// Whether a password needs an uppercase letter.
    package var needsUppercase: Bool
    /// Whether a password needs a lowercase letter.
    package var needsLowercase: Bool
    /// Whether a password needs a number.
    package var needsNumber: Bool
    /// Whether a password needs a special character.
    package var needsSymbol: Bool

    /// Creates rules; the defaults are the rules of a new pool.
    package init(
        minimumLength: Int = 8, needsUppercase: Bool = true, needsLowercase: Bool = true, needsNumber: Bool = true,
        needsSymbol: Bool = true
    ) {
        self.minimumLength = minimumLength
        self.needsUppercase = needsUppercase
        self.needsLowercase = needsLowercase
        self.needsNumber = needsNumber
        self.needsSymbol = needsSymbol
    }

    /// The two fields for a new password.
    static let fields = [FormField(PageField.password), FormField(PageField.passwordAgain)]

    /// The values of ``source(_:label:)``.
    var values: PageValues {
        [
            "minimumLength": .text(String(minimumLength)), "uppercase": .flag(needsUppercase),
            "lowercase": .flag(needsLowercase), "number": .flag(needsNumber), "symbol": .flag(needsSymbol),
        ]
    }

    /// The source of the two fields for a new password, with the rules.
    static func source(_ texts: PageTexts, label: String) -> String {
        let input =
            #"type="password" autocomplete="new-password" minlength="{{minimumLength}}" maxlength="256" required"#
        let rules = texts.password
        return """
            <div class="field"><label class="label-customizable" for="password">\(label)</label>
            <input class="inputField-customizable" id="password" name="\(PageField.password)" \(input)\
            \(FieldMarkup.attributes(of: PageField.password, hint: "rules"))>\(FieldMarkup.text(of: PageField.password))
            <div class="hint" id="rules"><p class="rules-heading">\(rules.rules)</p><ul class="rules">
            <li>\(rules.length)</li>{{#uppercase}}<li>\(rules.uppercase)</li>{{/uppercase}}\
            {{#lowercase}}<li>\(rules.lowercase)</li>{{/lowercase}}{{#number}}<li>\(rules.number)</li>{{/number}}\
            {{#symbol}}<li>\(rules.symbol)</li>{{/symbol}}</ul></div></div>
            \(Markup.field(rules.again, PageField.passwordAgain, input))
            """
    }
}
