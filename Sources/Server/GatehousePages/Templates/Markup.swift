// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Parts of templates that several pages have.
enum Markup {
    /// A form with the hidden fields of the context; its address is the value `action`.
    static func form(_ body: String) -> String {
        """
        <form method="post" action="{{action}}">{{#hidden}}
        <input type="hidden" name="{{name}}" value="{{value}}">{{/hidden}}
        \(body)
        </form>

        """
    }

    /// A field with its label; the input has `attributes` besides its name, and `hint` is the text below it.
    static func field(_ label: String, _ name: String, _ attributes: String, hint: String? = nil) -> String {
        let hintText = hint.map { #"<span class="hint" id="\#(name)-hint">\#($0)</span>"# } ?? ""
        let errorAndHint = FieldMarkup.text(of: name) + hintText
        return """
            <p class="field"><label class="label-customizable" for="\(name)">\(label)</label>
            <input class="inputField-customizable" id="\(name)" name="\(name)" \(attributes)\
            \(FieldMarkup.attributes(of: name, hint: hint.map { _ in "\(name)-hint" }))>\(errorAndHint)</p>

            """
    }

    /// The button that sends a form.
    static func submit(_ text: String) -> String {
        #"<p><button class="submitButton-customizable" type="submit">\#(text)</button></p>"#
    }

    /// A second button of a form, which works without the entries.
    static func action(_ text: String, _ action: PageAction) -> String {
        """
        <p class="redirect-customizable"><button class="link" type="submit" name="\(PageField.action)" \
        value="\(action.rawValue)" formnovalidate>\(text)</button></p>
        """
    }

    /// A paragraph below the heading.
    static func text(_ text: String) -> String {
        #"<p class="textDescription-customizable">\#(text)</p>"#
    }

    /// A link to the page whose address is the value `name`, with the look of the button that continues.
    static func next(_ text: String, to name: String) -> String {
        #"<p><a class="submitButton-customizable" href="{{\#(name)}}">\#(text)</a></p>"#
    }

    /// A line with a link to the page whose address is the value `name`.
    static func link(_ text: String, to name: String, after before: String = "") -> String {
        let before = before.isEmpty ? "" : "\(before) "
        return #"<p class="redirect-customizable">\#(before)<a href="{{\#(name)}}">\#(text)</a></p>"#
    }

    /// The field for a current password.
    static func password(_ texts: PageTexts) -> String {
        field(
            texts.signIn.password, PageField.password,
            #"type="password" autocomplete="current-password" maxlength="256" required"#)
    }

    /// The field for a code of digits.
    static func code(_ texts: PageTexts) -> String {
        field(
            texts.codes.label, PageField.code,
            #"type="text" inputmode="numeric" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" "#
                + #"maxlength="32" required"#)
    }
}
