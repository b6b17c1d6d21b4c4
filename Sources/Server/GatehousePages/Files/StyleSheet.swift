// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The style sheet of all pages: colours and lengths as variables, which the style of a pool changes, and the rules.
///
/// The rules have one class each, so that the classes of a pool's own style sheet, which follows, have precedence.
enum StyleSheet {
    static let text = variables + rules

    private static let variables: String = {
        let lengths = StyleLength.allCases.map { "--\($0.rawValue):\(StyleLength.provided)px" }
        let light = StyleColor.allCases.map { "--\($0.rawValue):#\($0.provided.light)" }
        let dark = StyleColor.allCases.map { "--\($0.rawValue):#\($0.provided.dark)" }
        return """
            :root{color-scheme:light dark;\((lengths + light).joined(separator: ";"))}
            @media (prefers-color-scheme:dark){:root{\(dark.joined(separator: ";"))}}

            """
    }()

    private static let rules = """
        *{box-sizing:border-box}
        [hidden]{display:none!important}
        html{font:100%/1.5 system-ui,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif;\
        -webkit-text-size-adjust:100%;text-size-adjust:100%}
        body{margin:0;min-height:100vh;display:grid;place-items:center;padding:2rem 1rem;background:var(--page);\
        color:var(--text)}
        .card{width:100%;max-width:28rem;padding:2.5rem 2rem 2rem;border:1px solid var(--border);\
        border-radius:var(--card-radius);box-shadow:0 1px 2px rgb(16 24 40/.05),0 12px 32px rgb(16 24 40/.08);\
        overflow-wrap:anywhere}
        .background-customizable{background-color:var(--card)}
        .banner-customizable{margin:0 0 1.5rem;text-align:center}
        .logo-customizable{max-width:60%;max-height:5rem}
        .name{margin:0;font-size:1.125rem;font-weight:600;color:var(--heading)}
        h1{margin:0 0 1.25rem;font-size:1.5rem;line-height:1.25;letter-spacing:-.01em;\
        color:var(--heading)}
        h1:has(+.textDescription-customizable){margin-bottom:.5rem}
        .textDescription-customizable{margin:0 0 1.5rem}
        .idpDescription-customizable{margin:1.5rem 0 .75rem;font-size:1rem;color:var(--heading)}
        p,ul,form{margin:0 0 1rem}
        a,.link{color:var(--link);text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:.2em}
        a:hover,.link:hover{color:var(--link-hover);text-decoration-thickness:2px}
        .label-customizable{display:block;margin:0 0 .375rem;font-size:.9375rem;font-weight:600;color:var(--label)}
        .inputField-customizable{display:block;width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;\
        color:var(--heading);background-color:var(--input);border:1px solid var(--input-border);\
        border-radius:var(--input-radius)}
        [autocomplete=one-time-code]{font-size:1.125rem;letter-spacing:.2em;font-variant-numeric:tabular-nums}
        [aria-invalid]{border-color:var(--error-border);box-shadow:inset 0 0 0 1px var(--error-border)}
        .field{margin:0 0 1.25rem}
        .field-error,.hint{display:block;margin-top:.375rem;font-size:.875rem;line-height:1.4}
        .field-error{position:relative;padding-inline-start:1.5rem;font-weight:500;color:var(--error-border)}
        .field-error::before{content:"!";content:"!"/"";position:absolute;inset-inline-start:0;top:.1em;width:1.125rem;\
        height:1.125rem;font-size:.75rem;font-weight:700;line-height:1.125rem;text-align:center;color:var(--card);\
        background:var(--error-border);border-radius:50%}
        .hint{color:var(--hint)}
        .rules-heading{margin:0}
        .rules{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,10.5rem),1fr));column-gap:.5rem;\
        margin:.25rem 0 0}
        .rules,.inline{font-size:.875rem;color:var(--hint)}
        .rules,ul.inline{padding-inline-start:1.125rem}
        p.inline{margin-bottom:.25rem}
        .submitButton-customizable,.socialButton-customizable,.idpButton-customizable,.choice{display:block;width:100%;\
        min-height:2.75rem;padding:.6rem 1rem;font:inherit;font-weight:600;line-height:1.4;text-align:center;\
        text-decoration:none;cursor:pointer;border:1px solid var(--primary);border-radius:var(--button-radius)}
        .submitButton-customizable{color:var(--primary-text);background-color:var(--primary)}
        .submitButton-customizable:hover{color:var(--primary-text);background-color:var(--primary-hover)}
        .submitButton-customizable:active{background-color:var(--primary-active)}
        .submitButton-customizable:disabled{opacity:.6;cursor:default}
        .socialButton-customizable,.idpButton-customizable,.choice{margin:0 0 .75rem;color:var(--secondary-text);\
        background-color:var(--secondary);border-color:var(--input-border)}
        .socialButton-customizable:hover,.idpButton-customizable:hover,.choice:hover{color:var(--secondary-text);\
        background-color:var(--secondary-hover)}
        .choice{display:flex;align-items:center;justify-content:space-between;gap:1rem;min-height:3.25rem;\
        text-align:start}
        .choice::after{content:"";flex:none;width:.5rem;height:.5rem;margin-inline-end:.25rem;border:solid var(--hint);\
        border-width:2px 2px 0 0;transform:rotate(45deg)}
        .link{padding:0;font:inherit;background:none;border:0;cursor:pointer}
        .redirect-customizable{margin-bottom:.75rem;text-align:center}
        .redirect-customizable a{display:inline-block}
        p:not(.redirect-customizable)+.redirect-customizable{margin-top:1.25rem}
        form:not(:has(.redirect-customizable))+.redirect-customizable{margin-top:1.25rem}
        form:has(.redirect-customizable){margin-bottom:.75rem}
        .or{display:flex;align-items:center;gap:1rem;margin:1.5rem 0;color:var(--hint)}
        .or::before,.or::after{content:"";flex:1;border-top:1px solid var(--divider)}
        .errorMessage-customizable,.notice{margin-bottom:1.25rem;padding:.75rem 1rem;color:var(--heading);\
        border:1px solid;border-inline-start-width:.375rem;border-radius:var(--alert-radius)}
        .errorMessage-customizable{background-color:var(--error);border-color:var(--error-border)}
        .notice{background-color:var(--success);border-color:var(--success-border)}
        .qr{display:block;width:100%;max-width:13rem;margin:0 auto 1.5rem;border:1px solid var(--divider);\
        border-radius:var(--alert-radius)}
        .key{display:block;margin-top:.375rem;padding:.5rem .75rem;font-family:ui-monospace,monospace;\
        overflow-wrap:normal;color:var(--heading);background:var(--page);border:1px solid var(--divider);\
        border-radius:var(--alert-radius);user-select:all}
        .legalText-customizable{padding-top:1.25rem;font-size:.875rem;text-align:center;\
        border-top:1px solid var(--divider)}
        .legalText-customizable ul{display:flex;flex-wrap:wrap;justify-content:center;gap:0 1rem;margin:0;padding:0;\
        list-style:none}
        .legalText-customizable li a{display:inline-block;padding:.25rem 0;color:var(--hint);text-decoration:none}
        .legalText-customizable li a:hover{color:var(--link-hover);text-decoration:underline}
        .legalText-customizable p{margin:0 0 .5rem}
        :focus-visible{outline:3px solid var(--focus);outline-offset:2px}
        main>:last-child,form>:last-child{margin-bottom:0}
        main+footer{margin-top:2rem}
        @media (max-width:30rem){body{display:block;padding:0;background:var(--card)}\
        .card{max-width:none;padding:2rem 1.25rem;border:0;box-shadow:none}}
        @media (prefers-reduced-motion:no-preference){.submitButton-customizable,.socialButton-customizable,\
        .idpButton-customizable,.choice{transition:background-color .15s}}

        """
}
