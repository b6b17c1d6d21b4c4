# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Resources that create, read, update and delete themselves with the calls of Terraform's provider, in its order.

As `terraform plan` does, a plan compares the state that is read with the configured one, member by member: a difference
without a change would be a plan that never ends.
"""
import copy
import json

from botocore.exceptions import ClientError

from access import ADMINISTRATOR, client
from model_answers import flaws_of, record_answers


class Stack:
    """Resources in the order of their dependencies, and the clients of their services."""

    def __init__(self, server):
        self.users, self.identities, self.iam = (
            client(server, name, *ADMINISTRATOR.values()) for name in ("cognito-idp", "cognito-identity", "iam"))
        self.answers = [record_answers(each) for each in (self.users, self.identities)]
        self.resources = []

    def apply(self, resource):
        """Creates a resource, whose state then is what is configured."""
        resource.create()
        self.resources.append(resource)
        assert resource.plan() == {}, type(resource).__name__
        return resource

    def changes(self):
        """The plan of each resource that has one."""
        return {type(each).__name__: plan for each in self.resources if (plan := each.plan())}

    def destroy(self):
        for resource in reversed(self.resources):
            resource.delete()
            assert resource.read() is None, type(resource).__name__

    def flaws(self):
        return [flaw for answers in self.answers for answer in answers for flaw in flaws_of(*answer)]


class Resource:
    """What is configured, and the calls of a resource's life."""

    def __init__(self, stack, **configured):
        self.users, self.identities, self.iam = stack.users, stack.identities, stack.iam
        self.configured = configured

    def plan(self):
        """The members that differ: what is there, and what is configured."""
        found = self.read()
        assert found is not None, f"{type(self).__name__} is not there"
        return {name: (found.get(name), value) for name, value in self.configured.items() if found.get(name) != value}

    def change(self, **members):
        self.configured = {**copy.deepcopy(self.configured), **members}
        assert set(self.plan()) == set(members)
        self.update(set(members))
        assert self.plan() == {}


def found_or_none(call, code, **arguments):
    """The answer of a call; `None` for a thing that is not there, as the provider takes it out of its state."""
    try:
        return call(**arguments)
    except ClientError as error:
        assert error.response["Error"]["Code"] == code
        return None


def tags(listed):
    return {tag["Key"]: tag["Value"] for tag in listed}


# Resources of IAM


class OpenIDConnectProvider(Resource):
    def create(self):
        self.arn = self.iam.create_open_id_connect_provider(**self.configured)["OpenIDConnectProviderArn"]

    def read(self):
        found = found_or_none(
            self.iam.get_open_id_connect_provider, "NoSuchEntity", OpenIDConnectProviderArn=self.arn)
        return found and {**found, "Url": f"https://{found['Url']}"}

    def update(self, members):
        if "ThumbprintList" in members:
            self.iam.update_open_id_connect_provider_thumbprint(
                OpenIDConnectProviderArn=self.arn, ThumbprintList=self.configured["ThumbprintList"])
        if "ClientIDList" in members:
            present = self.read()["ClientIDList"]
            for id in present:
                if id not in self.configured["ClientIDList"]:
                    self.iam.remove_client_id_from_open_id_connect_provider(
                        OpenIDConnectProviderArn=self.arn, ClientID=id)
            for id in self.configured["ClientIDList"]:
                if id not in present:
                    self.iam.add_client_id_to_open_id_connect_provider(OpenIDConnectProviderArn=self.arn, ClientID=id)

    def delete(self):
        self.iam.delete_open_id_connect_provider(OpenIDConnectProviderArn=self.arn)


class Role(Resource):
    @property
    def named(self):
        return {"RoleName": self.configured["RoleName"]}

    @property
    def trust(self):
        return json.dumps(self.configured["AssumeRolePolicyDocument"])

    def create(self):
        listed = [{"Key": name, "Value": value} for name, value in self.configured["Tags"].items()]
        made = self.iam.create_role(**{**self.configured, "AssumeRolePolicyDocument": self.trust, "Tags": listed})
        self.arn = made["Role"]["Arn"]

    def read(self):
        found = found_or_none(self.iam.get_role, "NoSuchEntity", **self.named)
        if found is None:
            return None
        # The provider asks for the policies inside the role, and for those attached to it, with each refresh.
        for name in self.iam.list_role_policies(**self.named)["PolicyNames"]:
            self.iam.get_role_policy(**self.named, PolicyName=name)
        self.iam.list_attached_role_policies(**self.named)
        return {**found["Role"], "Tags": tags(found["Role"].get("Tags", []))}

    def update(self, members):
        if "AssumeRolePolicyDocument" in members:
            self.iam.update_assume_role_policy(**self.named, PolicyDocument=self.trust)
        if "Description" in members:
            self.iam.update_role_description(**self.named, Description=self.configured["Description"])
        if "MaxSessionDuration" in members:
            self.iam.update_role(**self.named, MaxSessionDuration=self.configured["MaxSessionDuration"])
        if "Tags" in members:
            present = self.read()["Tags"]
            if gone := [name for name in present if name not in self.configured["Tags"]]:
                self.iam.untag_role(**self.named, TagKeys=gone)
            changed = {name: value for name, value in self.configured["Tags"].items() if present.get(name) != value}
            self.iam.tag_role(**self.named, Tags=[{"Key": name, "Value": value} for name, value in changed.items()])

    def delete(self):
        assert self.iam.list_instance_profiles_for_role(**self.named)["InstanceProfiles"] == []
        self.iam.delete_role(**self.named)


class RolePolicy(Resource):
    @property
    def named(self):
        return {name: self.configured[name] for name in ("RoleName", "PolicyName")}

    def create(self):
        self.iam.put_role_policy(**self.named, PolicyDocument=json.dumps(self.configured["PolicyDocument"]))

    def read(self):
        return found_or_none(self.iam.get_role_policy, "NoSuchEntity", **self.named)

    def update(self, members):
        self.create()

    def delete(self):
        self.iam.delete_role_policy(**self.named)


class Policy(Resource):
    @property
    def document(self):
        return json.dumps(self.configured["PolicyDocument"])

    def create(self):
        made = self.iam.create_policy(**{**self.configured, "PolicyDocument": self.document})
        self.arn = made["Policy"]["Arn"]

    def read(self):
        found = found_or_none(self.iam.get_policy, "NoSuchEntity", PolicyArn=self.arn)
        if found is None:
            return None
        version = self.iam.get_policy_version(PolicyArn=self.arn, VersionId=found["Policy"]["DefaultVersionId"])
        return {**found["Policy"], "PolicyDocument": version["PolicyVersion"]["Document"]}

    def versions(self):
        return self.iam.list_policy_versions(PolicyArn=self.arn)["Versions"]

    def update(self, members):
        # The provider deletes the oldest of five versions, since there cannot be a sixth.
        others = [each for each in self.versions() if not each["IsDefaultVersion"]]
        if len(others) >= 4:
            oldest = min(others, key=lambda each: each["CreateDate"])
            self.iam.delete_policy_version(PolicyArn=self.arn, VersionId=oldest["VersionId"])
        self.iam.create_policy_version(PolicyArn=self.arn, PolicyDocument=self.document, SetAsDefault=True)

    def delete(self):
        for each in self.versions():
            if not each["IsDefaultVersion"]:
                self.iam.delete_policy_version(PolicyArn=self.arn, VersionId=each["VersionId"])
        self.iam.delete_policy(PolicyArn=self.arn)


class RolePolicyAttachment(Resource):
    def create(self):
        self.iam.attach_role_policy(**self.configured)

    def read(self):
        listed = self.iam.list_attached_role_policies(RoleName=self.configured["RoleName"])["AttachedPolicies"]
        arns = [each["PolicyArn"] for each in listed]
        return self.configured if self.configured["PolicyArn"] in arns else None

    def delete(self):
        self.iam.detach_role_policy(**self.configured)


# Resources of user pools

MFA = ("MfaConfiguration", "SoftwareTokenMfaConfiguration")
# What a pool has from its beginning; a change would be a new pool.
FIXED = ("PoolName", "UsernameAttributes", "UsernameConfiguration", "Schema")


class UserPool(Resource):
    @property
    def named(self):
        return {"UserPoolId": self.id}

    @property
    def mfa(self):
        return {name: self.configured[name] for name in MFA if self.configured[name] is not None}

    def create(self):
        settings = {name: value for name, value in self.configured.items() if name not in MFA and value != []}
        made = self.users.create_user_pool(**settings)["UserPool"]
        self.id, self.arn = made["Id"], made["Arn"]
        if self.configured["MfaConfiguration"] != "OFF":
            self.users.set_user_pool_mfa_config(**self.named, **self.mfa)

    def read(self):
        found = found_or_none(self.users.describe_user_pool, "ResourceNotFoundException", **self.named)
        if found is None:
            return None
        found, names = found["UserPool"], {each["Name"] for each in self.configured["Schema"]}
        # The provider leaves out the attributes that each pool has, unless they are configured.
        schema = [each for each in found["SchemaAttributes"] if each["Name"].removeprefix("custom:") in names]
        for each in schema:
            each["Name"] = each["Name"].removeprefix("custom:")
        # For the provider an empty list of attributes is the same as no settings.
        if not found.get("UserAttributeUpdateSettings", {}).get("AttributesRequireVerificationBeforeUpdate"):
            found.pop("UserAttributeUpdateSettings", None)
        mfa = self.users.get_user_pool_mfa_config(**self.named)
        return {**found, **mfa, "PoolName": found["Name"], "Schema": schema}

    def update(self, members):
        if members & set(MFA):
            self.users.set_user_pool_mfa_config(**self.named, **self.mfa)
        if members - {*MFA, *FIXED, "UserPoolTags"}:
            left_out = {*FIXED, "SoftwareTokenMfaConfiguration", "UserPoolTags"}
            self.users.update_user_pool(
                **self.named, **{name: value for name, value in self.configured.items() if name not in left_out})
        if "Schema" in members:
            present = [each["Name"] for each in self.users.describe_user_pool(**self.named)[
                "UserPool"]["SchemaAttributes"]]
            self.users.add_custom_attributes(**self.named, CustomAttributes=[
                each for each in self.configured["Schema"]
                if each["Name"] not in present and f"custom:{each['Name']}" not in present])
        if "UserPoolTags" in members:
            present = self.read().get("UserPoolTags", {})
            if gone := [name for name in present if name not in self.configured["UserPoolTags"]]:
                self.users.untag_resource(ResourceArn=self.arn, TagKeys=gone)
            self.users.tag_resource(ResourceArn=self.arn, Tags=self.configured["UserPoolTags"])

    def delete(self):
        self.users.delete_user_pool(**self.named)


class UserPoolDomain(Resource):
    def create(self):
        self.users.create_user_pool_domain(**self.configured)
        # The provider waits for this word.
        assert self.read()["Status"] == "ACTIVE"

    def read(self):
        found = self.users.describe_user_pool_domain(Domain=self.configured["Domain"])["DomainDescription"]
        return found or None

    def delete(self):
        self.users.delete_user_pool_domain(**self.configured)


class PartOfUserPool(Resource):
    """A thing of a user pool whose update has all members, those that do not change too."""

    verb, member, keys = None, None, ()

    def call(self, verb, **arguments):
        return getattr(self.users, f"{verb}_{self.verb}")(**arguments)

    @property
    def named(self):
        return {name: self.configured[name] for name in ("UserPoolId", *self.keys)}

    def create(self):
        self.call("create", **self.configured)

    def read(self):
        found = found_or_none(
            lambda **named: self.call(self.reading, **named), "ResourceNotFoundException", **self.named)
        return found and found[self.member]

    def update(self, members):
        self.call("update", **{**self.configured, **self.named})

    def delete(self):
        self.call("delete", **self.named)


class IdentityProvider(PartOfUserPool):
    verb, member, keys, reading = "identity_provider", "IdentityProvider", ("ProviderName",), "describe"

    def update(self, members):
        self.call("update", **{name: value for name, value in self.configured.items() if name != "ProviderType"})

    def read(self):
        found = super().read()
        if found:
            # What the server adds to the details is no difference: the provider has the same exception.
            details = self.configured["ProviderDetails"]
            found["ProviderDetails"] = {
                name: value for name, value in found["ProviderDetails"].items() if name in details}
        return found


class ResourceServer(PartOfUserPool):
    verb, member, keys, reading = "resource_server", "ResourceServer", ("Identifier",), "describe"


class UserGroup(PartOfUserPool):
    verb, member, keys, reading = "group", "Group", ("GroupName",), "get"


class UserPoolClient(PartOfUserPool):
    verb, member, reading = "user_pool_client", "UserPoolClient", "describe"

    @property
    def named(self):
        return {"UserPoolId": self.configured["UserPoolId"], "ClientId": self.id}

    def create(self):
        self.id = self.call("create", **self.configured)["UserPoolClient"]["ClientId"]


# Resources of identity pools


class IdentityPool(Resource):
    @property
    def named(self):
        return {"IdentityPoolId": self.id}

    def create(self):
        self.id = self.identities.create_identity_pool(**self.configured)["IdentityPoolId"]

    def read(self):
        return found_or_none(self.identities.describe_identity_pool, "ResourceNotFoundException", **self.named)

    def update(self, members):
        self.identities.update_identity_pool(**self.named, **self.configured)

    def delete(self):
        self.identities.delete_identity_pool(**self.named)


class RolesAttachment(Resource):
    @property
    def named(self):
        return {"IdentityPoolId": self.configured["IdentityPoolId"]}

    def create(self):
        self.identities.set_identity_pool_roles(**self.configured)

    def read(self):
        found = self.identities.get_identity_pool_roles(**self.named)
        return found if found.get("Roles") or found.get("RoleMappings") else None

    def update(self, members):
        self.create()

    def delete(self):
        self.identities.set_identity_pool_roles(**self.named, Roles={}, RoleMappings={})


class PrincipalTags(Resource):
    @property
    def named(self):
        return {name: self.configured[name] for name in ("IdentityPoolId", "IdentityProviderName")}

    def create(self):
        self.identities.set_principal_tag_attribute_map(**self.configured)

    def read(self):
        found = self.identities.get_principal_tag_attribute_map(**self.named)
        return found if found.get("PrincipalTags") or found.get("UseDefaults") else None

    def update(self, members):
        self.create()

    def delete(self):
        self.identities.set_principal_tag_attribute_map(**self.named, UseDefaults=False, PrincipalTags={})
