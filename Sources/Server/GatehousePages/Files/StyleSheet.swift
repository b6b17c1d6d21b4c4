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
        html{font:100%/1.5 system-ui,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif}
        body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem 1rem;background:var(--page);\
        color:var(--text)}
        .card{width:100%;max-width:26rem;padding:2rem;border:1px solid var(--border);border-radius:var(--card-radius);\
        overflow-wrap:anywhere}
        .background-customizable{background-color:var(--card)}
        .banner-customizable{margin:0 0 1.5rem;text-align:center}
        .logo-customizable{max-width:60%;max-height:5rem}
        .name{margin:0;font-weight:600;color:var(--heading)}
        h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.25;color:var(--heading)}
        .idpDescription-customizable{margin:1.25rem 0 .5rem;font-size:1rem;color:var(--heading)}
        p,ul,form{margin:0 0 1rem}
        a,.link{color:var(--link);text-decoration:underline;text-underline-offset:.15em}
        a:hover,.link:hover{color:var(--link-hover)}
        .label-customizable{display:block;margin:0 0 .25rem;font-weight:500;color:var(--label)}
        .inputField-customizable{display:block;width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;\
        color:var(--heading);background-color:var(--input);border:1px solid var(--input-border);\
        border-radius:var(--input-radius)}
        .field{margin:0 0 1rem}
        .rules-heading{margin:0}
        .hint{display:block;margin-top:.25rem;font-size:.875rem;color:var(--hint)}
        .submitButton-customizable,.socialButton-customizable,.idpButton-customizable,.choice{display:block;width:100%;\
        min-height:2.75rem;padding:.6rem 1rem;font:inherit;font-weight:600;line-height:1.3;text-align:center;\
        text-decoration:none;cursor:pointer;border:1px solid var(--primary);border-radius:var(--button-radius)}
        .submitButton-customizable{color:var(--primary-text);background-color:var(--primary)}
        .submitButton-customizable:hover{color:var(--primary-text);background-color:var(--primary-hover)}
        .submitButton-customizable:active{background-color:var(--primary-active)}
        .submitButton-customizable:disabled{opacity:.6;cursor:default}
        .socialButton-customizable,.idpButton-customizable,.choice{margin:0 0 .75rem;color:var(--secondary-text);\
        background-color:var(--secondary);border-color:var(--input-border)}
        .socialButton-customizable:hover,.idpButton-customizable:hover,.choice:hover{color:var(--secondary-text);\
        background-color:var(--secondary-hover)}
        .link{padding:0;font:inherit;background:none;border:0;cursor:pointer}
        .redirect-customizable{text-align:center}
        .or{display:flex;align-items:center;gap:1rem;color:var(--hint)}
        .or::before,.or::after{content:"";flex:1;border-top:1px solid var(--divider)}
        .errorMessage-customizable,.notice{padding:.75rem 1rem;color:var(--heading);border:1px solid;\
        border-inline-start-width:.375rem;border-radius:var(--alert-radius)}
        .errorMessage-customizable{background-color:var(--error);border-color:var(--error-border)}
        .notice{background-color:var(--success);border-color:var(--success-border)}
        .rules,.inline{font-size:.875rem;color:var(--hint)}
        .rules,ul.inline{padding-inline-start:1.25rem}
        .qr{display:block;width:100%;max-width:15rem;margin:0 auto 1rem;border-radius:4px}
        .key{font-family:ui-monospace,monospace;user-select:all}
        .legalText-customizable{padding-top:1rem;font-size:.875rem;text-align:center;\
        border-top:1px solid var(--divider)}
        .legalText-customizable ul{display:flex;flex-wrap:wrap;justify-content:center;gap:.25rem 1rem;margin:.5rem 0;\
        padding:0;list-style:none}
        .legalText-customizable p{margin:.5rem 0}
        :focus-visible{outline:3px solid var(--focus);outline-offset:2px}
        main>:last-child,form>:last-child{margin-bottom:0}
        main+footer{margin-top:1.5rem}
        @media (max-width:30rem){body{display:block;padding:0;background:var(--card)}\
        .card{max-width:none;padding:1.5rem 1rem;border:0}}
        @media (prefers-reduced-motion:no-preference){.submitButton-customizable,.socialButton-customizable,\
        .idpButton-customizable,.choice{transition:background-color .15s}}

        """
}
