# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The story of a user with an app: what they do, and what was acknowledged to them."""
import dataclasses
import itertools

from pycognito.aws_srp import AWSSRP

from ledger import Count
from service import PATIENCE, Undecided, twice

# The library makes a client of its own unless it has one, and does not use it for computations.
UNUSED = object()
PASSWORDS = (f"Correct-Horse-{number}!" for number in itertools.count(1))
NAMES = (f"person{number}" for number in itertools.count(1))
DOMAIN = "failover"
# No request reaches the app.
CALLBACK = "https://app.example/callback"


@dataclasses.dataclass
class Pool:
    """A user pool and its app client, which rotates refresh tokens without a grace period."""

    id: str
    client_id: str


def make_pool(service):
    """Makes a pool with pages and an optional second factor."""

    def made(operation, **arguments):
        answer, _ = service.settle(operation, **arguments)
        if not answer.is_done:
            raise RuntimeError(f"{operation}: {answer.text}")
        return answer.value

    pool = made("create_user_pool", PoolName=DOMAIN, AutoVerifiedAttributes=["email"])["UserPool"]["Id"]
    made("create_user_pool_domain", Domain=DOMAIN, UserPoolId=pool)
    client = made(
        "create_user_pool_client", UserPoolId=pool, ClientName=DOMAIN,
        ExplicitAuthFlows=["ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH"],
        RefreshTokenRotation={"Feature": "ENABLED", "RetryGracePeriodSeconds": 0}, CallbackURLs=[CALLBACK],
        AllowedOAuthFlows=["code"], AllowedOAuthScopes=["openid"], AllowedOAuthFlowsUserPoolClient=True,
        SupportedIdentityProviders=["COGNITO"])["UserPoolClient"]["ClientId"]
    made(
        "set_user_pool_mfa_config", UserPoolId=pool, MfaConfiguration="OPTIONAL",
        SoftwareTokenMfaConfiguration={"Enabled": True})
    return Pool(pool, client)


class Lost(Exception):
    """An answer was lost in a way that ends the story of a user, as it would end an app's session."""


class Person:
    """One user. `service` may be replaced by one of another address."""

    def __init__(self, service, pool, mailbox):
        self.service, self.pool, self.mailbox, self.ledger = service, pool, mailbox, service.ledger
        self.name = next(NAMES)
        self.address = f"{self.name}@example.org"
        self.password, self.former = next(PASSWORDS), []
        # Seconds to wait for a code; and the semaphore of those who act, which others may use in that time.
        self.patience, self.turns = PATIENCE, None
        # The new passwords of requests whose answers were lost: a node that sleeps may yet perform one.
        self.possible = []
        # What was acknowledged, for `audit`.
        self.exists, self.is_disabled, self.changed = False, False, False
        # The newest tokens of a session that is to live, and the tokens that were revoked.
        self.session, self.revoked = None, []

    @property
    def named(self):
        return {"UserPoolId": self.pool.id, "Username": self.name}

    def expect(self, answer, what):
        """The value of a request that is correct."""
        if self.ledger.check(Count.REFUSALS, answer.is_done, f"{what} of {self.name}: {answer.text}"):
            return answer.value
        raise Lost(what)

    # MARK: The account

    def sign_up(self):
        before = self.mailbox.number(self.address)
        answer, lost = self.service.settle(
            "sign_up", ClientId=self.pool.client_id, Username=self.name, Password=self.password,
            UserAttributes=[{"Name": "email", "Value": self.address}])
        # The second try finds the user of the first.
        if not (lost and answer.refusal == "UsernameExistsException"):
            self.expect(answer, "SignUp")
        self.exists = True
        self.confirm(self.code(before, "SignUp"))

    def code(self, before, what):
        """The code that comes by mail."""
        if self.turns:
            self.turns.release()
        code = self.mailbox.code(self.address, before, self.patience)
        if self.turns:
            self.turns.acquire()
        if self.ledger.check(Count.MESSAGES, code is not None, f"the code of {what} of {self.name}"):
            return code
        raise Lost(what)

    def confirm(self, code):
        answer, lost = self.service.settle(
            "confirm_sign_up", ClientId=self.pool.client_id, Username=self.name, ConfirmationCode=code)
        if lost and answer.refusal in ("NotAuthorizedException", "ExpiredCodeException", "CodeMismatchException"):
            status = self.expect(self.service.settle("admin_get_user", **self.named)[0], "AdminGetUser")["UserStatus"]
            self.ledger.check(Count.REFUSALS, status == "CONFIRMED", f"{self.name} is {status} after its code was used")
        else:
            self.expect(answer, "ConfirmSignUp")

    def create(self):
        """Makes the user as an administrator."""
        answer, lost = self.service.settle("admin_create_user", **self.named, MessageAction="SUPPRESS", UserAttributes=[
            {"Name": "email", "Value": self.address}, {"Name": "email_verified", "Value": "true"}])
        if not (lost and answer.refusal == "UsernameExistsException"):
            self.expect(answer, "AdminCreateUser")
        self.exists = True
        self.expect(
            self.service.settle("admin_set_user_password", **self.named, Password=self.password, Permanent=True)[0],
            "AdminSetUserPassword")
        return self

    # MARK: Sessions

    def password_request(self, password):
        return {
            "ClientId": self.pool.client_id, "AuthFlow": "USER_PASSWORD_AUTH",
            "AuthParameters": {"USERNAME": self.name, "PASSWORD": password}}

    def sign_in(self):
        """The tokens of a new sign-in with the password."""
        return self.expect(self.sign_in_with(self.password), "InitiateAuth")["AuthenticationResult"]

    def sign_in_with(self, password):
        """The answer to a sign-in with a password."""
        return self.service.settle("initiate_auth", **self.password_request(password))[0]

    def proof(self):
        """The answer to a password challenge, which can be used once."""
        srp = AWSSRP(
            self.name, self.password, pool_id=self.pool.id, client_id=self.pool.client_id, client=UNUSED)
        parameters = srp.get_auth_params()
        answer, _ = self.service.settle(
            "initiate_auth", ClientId=self.pool.client_id, AuthFlow="USER_SRP_AUTH", AuthParameters=parameters)
        challenge = self.expect(answer, "InitiateAuth with SRP")
        return {
            "ClientId": self.pool.client_id, "ChallengeName": "PASSWORD_VERIFIER", "Session": challenge["Session"],
            "ChallengeResponses": srp.process_challenge(challenge["ChallengeParameters"], parameters)}

    def use_proof_twice(self, between=None):
        """Signs in with one proof in two requests; returns the tokens."""
        answer = self.proof()
        return self.once(
            Count.PROOFS, [lambda: self.service.call("respond_to_auth_challenge", **answer)] * 2, between,
        )["AuthenticationResult"]

    def use_refresh_token_twice(self, between=None):
        """Refreshes in two requests with one token of a session, which ends by that."""
        request = {"ClientId": self.pool.client_id, "RefreshToken": self.sign_in()["RefreshToken"]}
        self.once(
            Count.REFRESHES, [lambda: self.service.call("get_tokens_from_refresh_token", **request)] * 2, between)

    def use_code_twice(self, between=None):
        """Recovers the account in two requests with one code and two new passwords."""
        before = self.mailbox.number(self.address)
        self.expect(
            self.service.settle("forgot_password", ClientId=self.pool.client_id, Username=self.name)[0],
            "ForgotPassword")
        request = {
            "ClientId": self.pool.client_id, "Username": self.name,
            "ConfirmationCode": self.code(before, "ForgotPassword")}
        passwords = [next(PASSWORDS), next(PASSWORDS)]
        requests = [
            lambda password=password: self.service.call("confirm_forgot_password", **request, Password=password)
            for password in passwords]
        self.once(Count.CODES, requests, between, passwords)

    def once(self, count, requests, between, passwords=None):
        """Sends two requests of which one succeeds; returns its value. If its answer was lost, the story ends."""
        answers = twice(*requests, between)
        done = [answer for answer in answers if answer.is_done]
        self.ledger.check(count, len(done) < 2, f"{self.name}: both requests were answered with success")
        if passwords and done:
            self.change_to(passwords[answers.index(done[0])])
        if done:
            return done[0].value
        if any(answer.is_unknown for answer in answers):
            self.possible += passwords or []
            raise Lost(count.value)
        texts = " and ".join(answer.text for answer in answers)
        self.ledger.check(Count.REFUSALS, False, f"{self.name}, one request twice: {texts}")
        raise Lost(count.value)

    def refresh(self):
        """Replaces the tokens of the session."""
        answer = self.service.call(
            "get_tokens_from_refresh_token", ClientId=self.pool.client_id, RefreshToken=self.session["RefreshToken"])
        if answer.is_unknown:
            # Without a grace period, a second try would end the session.
            self.session = None
            raise Lost("the answer to a refresh")
        self.ledger.check(Count.TOKENS, answer.is_done, f"a session of {self.name}: {answer.text}")
        self.session = answer.value and answer.value["AuthenticationResult"]
        if not answer.is_done:
            raise Lost("a session")

    # MARK: Passwords and revocations

    def change_to(self, password):
        """Notes an acknowledged password."""
        self.former.append(self.password)
        self.password, self.changed = password, True

    def change_password(self, access_token):
        new = next(PASSWORDS)
        answer = self.service.call(
            "change_password", AccessToken=access_token, PreviousPassword=self.password, ProposedPassword=new)
        if answer.is_unknown:
            self.possible.append(new)
            raise Lost("the answer to a change of the password")
        self.expect(answer, "ChangePassword")
        self.change_to(new)

    def revoke(self, tokens, how="revoke_token", between=None):
        """Ends a session, and tries to use it."""
        arguments = {
            "revoke_token": {"Token": tokens["RefreshToken"], "ClientId": self.pool.client_id},
            "global_sign_out": {"AccessToken": tokens["AccessToken"]},
            "admin_user_global_sign_out": self.named,
        }[how]
        answer, lost = self.service.settle(how, **arguments)
        # The second try of a sign-out has a token that the first has revoked.
        if not (lost and how == "global_sign_out" and answer.refusal == "NotAuthorizedException"):
            self.expect(answer, how)
        if between:
            between()
        self.revoked.append(tokens)
        self.try_revoked(Count.REVOKED, tokens)

    def disable(self):
        self.expect(self.service.settle("admin_disable_user", **self.named)[0], "AdminDisableUser")
        self.is_disabled, self.session = True, None
        answer = self.sign_in_with(self.password)
        self.ledger.check(Count.REVOKED, not answer.is_done, f"{self.name} is disabled and signed in")

    def try_revoked(self, count, tokens):
        """Tries to use the tokens of a session that has ended."""
        for operation, arguments in [
            ("get_user", {"AccessToken": tokens["AccessToken"]}),
            ("get_tokens_from_refresh_token", {
                "ClientId": self.pool.client_id, "RefreshToken": tokens["RefreshToken"]}),
        ]:
            answer, _ = self.service.settle(operation, **arguments)
            self.ledger.check(count, not answer.is_done, f"{operation} with a revoked token of {self.name}")

    # MARK: The whole story

    def live(self, number):
        """Does everything once; stories differ by their number. Returns whether it came to its end."""
        try:
            if number % 4:
                self.sign_up()
            else:
                self.create()
            tokens = self.use_proof_twice()
            self.change_password(tokens["AccessToken"])
            self.revoke(tokens, ("revoke_token", "global_sign_out", "admin_user_global_sign_out")[number % 3])
            self.use_code_twice()
            self.use_refresh_token_twice()
            self.session = self.sign_in()
            for _ in range(2):
                self.refresh()
            if number % 5 == 4:
                self.disable()
            return True
        except Lost:
            return False
        except Undecided as error:
            self.ledger.check(Count.REFUSALS, False, f"{self.name}: {error}")
            return False

    def audit(self):
        """Compares what was acknowledged with what is there."""
        if not self.exists:
            return
        answer, _ = self.service.settle("admin_get_user", **self.named)
        if not self.ledger.check(Count.USERS, answer.is_done, f"{self.name}: {answer.text}"):
            return
        for tokens in self.revoked:
            self.try_revoked(Count.REVOCATIONS, tokens)
        if self.is_disabled:
            answer = self.sign_in_with(self.password)
            self.ledger.check(Count.REVOCATIONS, not answer.is_done, f"{self.name} is not disabled any more")
            return
        if self.changed:
            answers = [self.sign_in_with(password) for password in [self.password, *self.possible]]
            self.ledger.check(
                Count.PASSWORDS, any(answer.is_done for answer in answers), f"{self.name}: {answers[0].text}")
            if not self.possible:
                former = self.sign_in_with(self.former[-1])
                self.ledger.check(Count.PASSWORDS, not former.is_done, f"{self.name} has its former password")
        if self.session:
            try:
                self.refresh()
            except Lost:
                return
