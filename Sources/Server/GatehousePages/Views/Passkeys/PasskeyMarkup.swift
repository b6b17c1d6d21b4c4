// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The parts of the pages with passkeys.
enum PasskeyMarkup {
    /// The form that starts the browser's dialog; `kind` is the value of `data-passkey`.
    ///
    /// Without the script, the button is hidden and the page says why.
    static func form(_ kind: String, _ texts: PageTexts, button: String, others: String) -> String {
        """
        <p class="errorMessage-customizable" id="failed" role="alert" hidden>\(texts.passkey.failed)</p>
        <p class="errorMessage-customizable" id="unsupported" role="alert" hidden>\(texts.passkey.unsupported)</p>
        <p class="errorMessage-customizable" id="needs-script">\(texts.passkey.needsScript)</p>
        <form method="post" action="{{action}}" data-passkey="\(kind)" data-options="{{options}}">{{#hidden}}
        <input type="hidden" name="{{name}}" value="{{value}}">{{/hidden}}
        <input type="hidden" name="\(PageField.credential)">
        <p><button class="submitButton-customizable" type="submit" data-start hidden>\(button)</button></p>
        \(others)
        </form>

        """
    }
}
