// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The programs that `add auth` writes for triggers: Python, which reads an event and prints it with its response.
package enum TriggerProgram {
    /// The name of the program that a server runs.
    package static let main = "trigger.py"

    /// The files of a function in its folder `src`: the program, and a module for each template.
    ///
    /// A name that a project's file has, and that is not one of a template, could be code: it has no module.
    package static func files(_ templates: [String]) -> [(name: String, text: String)] {
        let names = templates.filter { bodies[$0] != nil || $0 == Trigger.ownModule }
        return [(main, program(names))] + names.map { ("\($0).py", header($0) + (bodies[$0] ?? own)) }
    }

    /// Whether a text is the program of a function as it was made, for any templates.
    static func isMade(_ text: String) -> Bool {
        func lines(_ text: String) -> [Substring] {
            text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix(modules) }
        }
        return lines(text) == lines(program([]))
    }

    /// The beginning of the line that names the modules.
    private static let modules = "MODULES = ["

    private static func program(_ templates: [String]) -> String {
        """
        #!/usr/bin/env python3
        # The server writes an event to the standard input and reads it back, with its response, from the standard output.
        # Any program can take this one's place: make it executable and give it this name. For Swift, let it run the
        # built product; for Node.js, `exec node handler.js`.
        \(imports(["json", "pathlib", "runpy", "sys"]))

        \(modules)\(templates.map { "\"\($0).py\"" }.joined(separator: ", "))]

        event = json.load(sys.stdin)
        for name in MODULES:
            module = runpy.run_path(str(pathlib.Path(__file__).with_name(name)))
            event = module["handle"](event)
        json.dump(event, sys.stdout)

        """
    }

    private static func imports(_ modules: [String]) -> String {
        modules.map { "import \($0)" }.joined(separator: "\n")
    }

    private static func header(_ template: String) -> String {
        "# \(template): changes the event's response. An exception refuses what the user wants to do.\n"
    }

    private static let own = """

        def handle(event):
            return event

        """

    private static let bodies: [String: String] = [
        "captcha-define-challenge": """

        def handle(event):
            session = event["request"]["session"]
            response = event["response"]
            solved = any(s["challengeName"] == "CUSTOM_CHALLENGE" and s["challengeResult"] for s in session)
            response["issueTokens"] = solved
            response["failAuthentication"] = not solved and len(session) >= 3
            if not solved and not response["failAuthentication"]:
                response["challengeName"] = "CUSTOM_CHALLENGE"
            return event

        """,
        "captcha-create-challenge": """

        def handle(event):
            event["response"]["publicChallengeParameters"] = {"captchaUrl": "url/123.jpg"}
            event["response"]["privateChallengeParameters"] = {"answer": "5"}
            event["response"]["challengeMetadata"] = "CAPTCHA_CHALLENGE"
            return event

        """,
        "captcha-verify": """
        \(imports(["json", "os", "urllib.parse", "urllib.request"]))


        # The secret is that of the site at Google's reCAPTCHA.
        def handle(event):
            form = {"secret": os.environ["RECAPTCHASECRET"], "response": event["request"]["challengeAnswer"]}
            data = urllib.parse.urlencode(form).encode()
            with urllib.request.urlopen("https://www.google.com/recaptcha/api/siteverify", data, timeout=4) as answer:
                event["response"]["answerCorrect"] = json.load(answer).get("success") is True
            return event

        """,
        "verification-link": """
        \(imports(["os", "urllib.parse"]))


        def handle(event):
            if event["triggerSource"] == "CustomMessage_SignUp":
                query = urllib.parse.urlencode({"user_name": event["userName"], "confirmation_code": ""})
                link = os.environ["REDIRECTURL"] + "?" + query + event["request"]["codeParameter"]
                event["response"]["emailSubject"] = "Your verification link"
                event["response"]["emailMessage"] = f'<a href="{link}">Verify the address</a>'
            return event

        """,
        "add-to-group": """
        \(imports(["os", "subprocess"]))


        # Needs the AWS command line interface, with credentials that may add users to groups.
        def handle(event):
            subprocess.run(
                ["aws", "cognito-idp", "admin-add-user-to-group", "--user-pool-id", event["userPoolId"],
                 "--username", event["userName"], "--group-name", os.environ["GROUP"]],
                check=True, stdout=subprocess.DEVNULL)
            return event

        """,
        "email-filter-denylist": """
        \(imports(["os"]))


        def handle(event):
            denied = [domain.strip() for domain in os.environ["DOMAINDENYLIST"].split(",")]
            if event["request"]["userAttributes"]["email"].rsplit("@", 1)[-1].lower() in denied:
                raise SystemExit("Invalid e-mail domain")
            return event

        """,
        "email-filter-allowlist": """
        \(imports(["os"]))


        def handle(event):
            allowed = [domain.strip() for domain in os.environ["DOMAINALLOWLIST"].split(",")]
            if event["request"]["userAttributes"]["email"].rsplit("@", 1)[-1].lower() not in allowed:
                raise SystemExit("Invalid e-mail domain")
            return event

        """,
        "boilerplate-define-challenge": """

        def handle(event):
            session = event["request"]["session"]
            response = event["response"]
            response["issueTokens"] = bool(session) and session[-1]["challengeResult"]
            response["failAuthentication"] = len(session) >= 3 and not response["issueTokens"]
            if not response["issueTokens"] and not response["failAuthentication"]:
                response["challengeName"] = "CUSTOM_CHALLENGE"
            return event

        """,
        "boilerplate-create-challenge": """
        \(imports(["secrets"]))


        # Send the answer to the user here, for example by mail.
        def handle(event):
            event["response"]["publicChallengeParameters"] = {"question": "What is the code?"}
            event["response"]["privateChallengeParameters"] = {"answer": f"{secrets.randbelow(1000000):06}"}
            return event

        """,
        "boilerplate-verify": """
        \(imports(["hmac"]))


        def handle(event):
            expected = event["request"]["privateChallengeParameters"]["answer"]
            answer = event["request"]["challengeAnswer"]
            event["response"]["answerCorrect"] = hmac.compare_digest(expected.encode(), answer.encode())
            return event

        """,
        "alter-claims": """

        def handle(event):
            event["response"]["claimsOverrideDetails"] = {"claimsToAddOrOverride": {}, "claimsToSuppress": []}
            return event

        """,
    ]
}
