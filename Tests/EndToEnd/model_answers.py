# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Checks the raw answers of the server against the models of botocore."""
import json

KINDS = {
    "string": str, "boolean": bool, "integer": int, "long": int, "float": (int, float), "double": (int, float),
    "timestamp": (int, float), "list": list, "map": dict, "structure": dict,
    "blob": str,
}


def record_answers(client):
    """Records the operation, the status, the headers and the raw body of each answer of a JSON service."""
    answers = []

    def record(response_dict, operation_model, **_):
        answers.append((operation_model, response_dict))

    client.meta.events.register("before-parse", record)
    return answers


def flaws(value, shape, path):
    """What a JSON value has that its shape does not allow: other types, unknown members, nulls."""
    if getattr(shape, "is_document_type", False):
        return []
    if value is None:
        return [f"{path} is null"]
    if not isinstance(value, KINDS[shape.type_name]) or isinstance(value, bool) != (shape.type_name == "boolean"):
        return [f"{path} is no {shape.type_name}"]
    if shape.type_name == "list":
        return [flaw for item in value for flaw in flaws(item, shape.member, f"{path}[]")]
    if shape.type_name == "map":
        return [flaw for key, item in value.items() for flaw in flaws(item, shape.value, f"{path}.{key}")]
    if shape.type_name != "structure":
        return []
    unknown = [f"{path}.{name} is not in the model" for name in value if name not in shape.members]
    missing = [f"{path}.{name} is missing" for name in shape.required_members if name not in value]
    known = [flaw for name in value if name in shape.members
             for flaw in flaws(value[name], shape.members[name], f"{path}.{name}")]
    return unknown + missing + known


def flaws_of(operation, response):
    """The flaws of one recorded answer."""
    body = json.loads(response["body"] or b"{}")
    headers = {name.lower(): value for name, value in response["headers"].items()}
    if response["status_code"] != 200:
        codes = {shape.name for shape in operation.error_shapes}
        common = {"ValidationException", "AccessDeniedException", "MissingAuthenticationTokenException"}
        code = body.get("__type")
        known = code in codes | common and headers.get("x-amzn-errortype", "").split(":")[0] == code
        return [] if known and isinstance(body.get("message"), str) else [f"{operation.name} answers {body}"]
    if operation.output_shape is None:
        return [] if body == {} else [f"{operation.name} has no output, and answers {body}"]
    return flaws(body, operation.output_shape, operation.name)
