# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parent.parent))

from app import create_app  # noqa: E402


@pytest.fixture
def http(gatehouse_environment, user_pool):
    """A client of the web service."""
    return create_app(user_pool.client_id, user_pool.issuer).test_client()
