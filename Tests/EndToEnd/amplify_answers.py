# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""All questions of `amplify add auth` for an app for iOS, with keys that answer them, and the same answers as lines."""
from seat import ENTER, SHIFT_DOWN

ERASE = b"\x15"


def typed(question, answer):
    return question, (answer.encode(), ENTER), answer


def default(question, line=""):
    return question, (ENTER,), line


# Each row: a part of the question, the keys, and the line of a file of answers.
EVERYTHING = [
    typed("default authentication and security", "Manual configuration"),
    default("Which services"),
    typed("name for the resource", "shopauth"),
    typed("name of the identity pool", "shop_identities"),
    typed("Allow unauthenticated logins", "Yes"),
    default("3rd party authentication"),
    ("providers of the identity pool", (b"a", ENTER), "Facebook,Google,Amazon,Apple,Twitter"),
    typed("Facebook App ID", "12345"),
    typed("Google Web Client ID", "web.example"),
    typed("Google iOS Client ID", "ios.example"),
    typed("Amazon App ID", "amzn1.application.1"),
    typed("Apple bundle identifier", "com.example.shop"),
    typed("Twitter consumer key", "consumer"),
    typed("Twitter consumer secret", "twitter-hush"),
    typed("name of the user pool", "Shop users"),
    typed("How do your users sign in", "Username"),
    typed("add groups to the user pool", "Yes"),
    typed("name of a group", "Admins"),
    typed("add another one", "y"),
    typed("name of a group", "Editors"),
    default("add another one"),
    ("In which order do the groups", (SHIFT_DOWN, ENTER), "Editors,Admins"),
    typed("add admin queries", "No"),
    typed("multi-factor authentication", "OPTIONAL"),
    default("Which MFA types"),
    default("SMS authentication message"),
    default("registration and forgotten passwords"),
    default("e-mail subject"),
    default("e-mail message"),
    typed("default password policy", "y"),
    typed("minimum password length", "12"),
    ("Which characters does a password need", (b"a", ENTER),
     "Requires Lowercase,Requires Uppercase,Requires Numbers,Requires Symbols"),
    default("attributes are required"),
    typed("refresh tokens in days", "7"),
    typed("attributes that the app may read and write", "y"),
    default("read attributes"),
    default("write attributes"),
    default("Which capabilities"),
    default("use an OAuth flow"),
    typed("prefix of the domain", "shop-pages"),
    typed("redirect URI of sign-in", "myapp://"),
    default("add another one"),
    typed("redirect URI of sign-out", "myapp://out"),
    default("add another one"),
    default("OAuth scopes"),
    ("social providers", (b" ", ENTER), "Facebook"),
    typed("Facebook App ID for your OAuth flow", "67890"),
    typed("Facebook App Secret for your OAuth flow", "facebook-hush"),
    default("add an OpenID Connect provider"),
    default("add a SAML provider"),
    default("configure functions for triggers"),
    ("Which triggers", (b" ", ENTER), "Create Auth Challenge"),
    default("Which templates do you want for Create Auth Challenge"),
]

# Answers that their questions refuse, with words of the reason.
REFUSED = {
    "name for the resource": [("shop-auth", "Use 1 to 128 letters and digits")],
    "name of the identity pool": [("shop-pool", "Use 1 to 128")],
    "Facebook App ID": [("", "An answer is needed")],
    "name of the user pool": [("shop/users", "Use 1 to 128")],
    "name of a group": [("two words", "without blanks")],
    "SMS authentication message": [("Your code", "{####}")],
    "e-mail message": [("Your code", "{####}")],
    "minimum password length": [("5", "from 6 to 98"), ("99", "from 6 to 98"), ("many", "from 6 to 98")],
    "refresh tokens in days": [("0", "from 1 to 3650"), ("3651", "from 1 to 3650")],
    "prefix of the domain": [
        ("-shop", "lowercase letters"), ("Shop", "lowercase letters"), ("my-aws-shop", "without the words aws"),
        ("s" * 64, "1 to 63")],
    "redirect URI of sign-in": [
        ("http://example.com/", "http for localhost"), ("https://example.com/#part", "without a fragment"),
        ("javascript:alert(1)", "Enter a URI")],
}
# Keys that leave a list without a selected row, which its question refuses.
EMPTIED = {"Which MFA types": b" ", "OAuth scopes": b"a"}


def answers(at, rows):
    """Answers questions one after the other."""
    for question, keys, _ in rows:
        at.answers(question, *keys)


def lines(rows):
    """The answers as a file for `--answers`."""
    return "".join(f"{line}\n" for _, _, line in rows)
