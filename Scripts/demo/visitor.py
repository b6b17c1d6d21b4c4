# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A user of the sample program; knows its menus."""
import re

from person import Person

PASSWORD = "Correct-Horse-7!"
SIGN_UP_CODE = 'Code of the sign-up ("again" to have another one sent)'
APP_CODE = "Code of the authenticator app"


class Visitor(Person):
    def __init__(self, program, configuration, home, server, environment):
        super().__init__([program, str(configuration)], {"XDG_DATA_HOME": str(home), **environment})
        self.server = server

    def picks(self, word):
        """Chooses from the main menu."""
        self.types("What now", word)

    def begins(self, username, way, password=None):
        """Begins a sign-in."""
        self.picks("signIn")
        self.types("User name", username)
        self.types("Sign in with", way)
        if password:
            self.hides("Password", password)

    def signs_up(self, username, password, email, required=(), **others):
        """Signs up, with an e-mail address and no phone number; the configuration names the required attributes."""
        self.picks("signUp")
        self.types("User name", username)
        self.hides("Password (empty for none, where the pool allows it)", password)
        for name, value in {"email": email, "phone_number": "", **others}.items():
            self.types(f"Attribute {name}" + ("" if name in required else " (may be empty)"), value)

    def corrects(self, wrong, right, question="Code"):
        """Gives a wrong answer, reads the error, and gives the right answer."""
        self.types(question, wrong)
        self.reads("Error: ")
        self.types(question, right)

    def types_code(self, recipient, question="Code"):
        """Types the code that was sent to the recipient."""
        self.types(question, self.server.code_for(recipient))

    def is_signed_in(self, username):
        """Reads that the sign-in is complete, and whose it is."""
        self.is_at("done")
        self.reads(f"Signed in as {username}")

    def signs_out(self):
        self.picks("signOut")
        self.reads("Signed out.")

    def shown_secret(self):
        """The secret for an authenticator app, which the address that is drawn for cameras has too."""
        secret = self.wait_for(r"\nSecret: (\w+)").group(1)
        self.wait_for(rf"\nAddress: otpauth://totp/\S+secret={re.escape(secret)}")
        self.wait_for("▀")
        return secret
