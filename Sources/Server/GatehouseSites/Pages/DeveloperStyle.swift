// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The look of the developer's pages: the colours and the forms of the hosted pages.
enum DeveloperStyle {
    /// The style sheet of all developer's pages.
    static let text = variables + rules

    private static let colors: [(name: String, light: String, dark: String)] = [
        ("page", "f3f5f9", "0c1016"), ("card", "ffffff", "1b222d"), ("border", "d5d9e0", "3a4250"),
        ("heading", "1b222d", "e6e9ee"), ("text", "3c4656", "c5ccd8"), ("hint", "515b6b", "b4bcca"),
        ("link", "1d5fd0", "7aa7ff"), ("link-hover", "164aa3", "a5c4ff"), ("divider", "d5d9e0", "3a4250"),
        ("focus", "1d5fd0", "7aa7ff"), ("input", "ffffff", "12171f"), ("input-border", "7b8697", "8a94a5"),
        ("primary", "1d5fd0", "7aa7ff"), ("primary-text", "ffffff", "0c1016"),
        ("primary-hover", "164aa3", "a5c4ff"), ("secondary", "ffffff", "1b222d"),
        ("secondary-text", "1b222d", "e6e9ee"), ("secondary-hover", "eef1f6", "2a3342"),
        ("error", "fff4f3", "3a1512"), ("error-border", "c4281c", "ff8a80"),
    ]

    private static let variables: String = {
        let light = colors.map { "--\($0.name):#\($0.light)" }.joined(separator: ";")
        let dark = colors.map { "--\($0.name):#\($0.dark)" }.joined(separator: ";")
        return """
            :root{color-scheme:light dark;\(light)}
            @media (prefers-color-scheme:dark){:root{\(dark)}}

            """
    }()

    private static let rules = """
        *{box-sizing:border-box}
        html{font:100%/1.5 system-ui,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif;\
        -webkit-text-size-adjust:100%;text-size-adjust:100%}
        body{margin:0;min-height:100vh;background:var(--page);color:var(--text)}
        .bar{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1.25rem;max-width:60rem;margin:0 auto;\
        padding:1rem}
        .brand{font-size:1.125rem;font-weight:600;color:var(--heading);text-decoration:none}
        nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
        main{max-width:60rem;margin:0 auto;padding:0 1rem 3rem;overflow-wrap:anywhere}
        section,article,.card{margin:0 0 1rem;padding:1.25rem 1.5rem;background:var(--card);\
        border:1px solid var(--border);border-radius:8px;box-shadow:0 1px 2px rgb(16 24 40/.05)}
        h1{margin:.5rem 0 1rem;font-size:1.5rem;line-height:1.25;letter-spacing:-.01em;color:var(--heading)}
        h2{margin:0 0 .75rem;font-size:1.125rem;line-height:1.3;color:var(--heading)}
        h3{margin:1.25rem 0 .375rem;font-size:1rem;color:var(--heading)}
        small{font-weight:400;font-size:.8125em;color:var(--hint)}
        p,ul,form,dl{margin:0 0 1rem}
        section>:last-child,article>:last-child,.card>:last-child{margin-bottom:0}
        a{color:var(--link);text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:.2em}
        a:hover{color:var(--link-hover);text-decoration-thickness:2px}
        dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.375rem 1.25rem}
        dt{font-weight:600;color:var(--heading)}
        dd{margin:0}
        .table{overflow-x:auto}
        table{width:100%;border-collapse:collapse;margin:0 0 1rem}
        th,td{text-align:start;padding:.375rem 1rem .375rem 0;vertical-align:top;overflow-wrap:normal}
        td code{overflow-wrap:anywhere}
        th{font-size:.875rem;font-weight:600;color:var(--hint)}
        tbody tr{border-top:1px solid var(--divider)}
        code,pre{font-family:ui-monospace,monospace;font-size:.875rem}
        pre{margin:0 0 1rem;padding:.75rem;overflow-x:auto;background:var(--page);border:1px solid var(--divider);\
        border-radius:8px}
        label{font-size:.9375rem;font-weight:600;color:var(--heading)}
        input{width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;color:var(--heading);\
        background:var(--input);border:1px solid var(--input-border);border-radius:8px}
        button{min-height:2.75rem;padding:.6rem 1rem;font:inherit;font-weight:600;line-height:1.4;cursor:pointer;\
        color:var(--secondary-text);background:var(--secondary);border:1px solid var(--input-border);border-radius:8px}
        button:hover{background:var(--secondary-hover)}
        button.primary{color:var(--primary-text);background:var(--primary);border-color:var(--primary)}
        button.primary:hover{background:var(--primary-hover)}
        button[data-copy]{min-height:1.5rem;padding:0 .5rem;font-size:.75rem}
        [role=alert]{padding:.75rem 1rem;color:var(--heading);background:var(--error);\
        border:1px solid var(--error-border);border-inline-start-width:.375rem;border-radius:8px}
        :focus-visible{outline:3px solid var(--focus);outline-offset:2px}
        @media (max-width:30rem){main{padding:0 0 2rem}h1{padding:0 1rem}\
        section,article,.card{border-width:1px 0;border-radius:0;padding:1rem}\
        dl{grid-template-columns:minmax(0,1fr);gap:0}dd{margin-bottom:.5rem}}

        """
}
