"""An OpenID client by Authlib. Reads its settings as JSON from the standard input and prints what happened as JSON."""

import json
import os
import re
import sys
from urllib.parse import parse_qs, urljoin, urlparse

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

import requests
from authlib.common.errors import AuthlibBaseError
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt
from authlib.oidc.core import CodeIDToken

settings = json.load(sys.stdin)
issuer, client_id, redirect = settings["issuer"], settings["clientId"], settings["redirect"]
provider = requests.get(issuer + "/.well-known/openid-configuration").json()
keys = JsonWebKey.import_key_set(requests.get(provider["jwks_uri"]).json())
client = OAuth2Session(
    client_id,
    settings["clientSecret"],
    scope="openid profile access",
    redirect_uri=redirect,
    code_challenge_method="S256",
)


def sign_in(address):
    """Follows redirects to the callback, through the portal's login."""
    browser = requests.Session()
    form = None
    while not address.startswith(redirect):
        headers = {"origin": issuer[: -len("/oidc")]}
        response = browser.request("POST" if form else "GET", address, data=form, headers=headers, allow_redirects=False)
        form = None
        refresh = re.search(r'http-equiv="refresh" content="0; url=([^"]+)"', response.text)
        if "location" in response.headers:
            address = urljoin(address, response.headers["location"])
        elif refresh:
            address = urljoin(address, refresh.group(1))
        else:
            target = parse_qs(urlparse(address).query)["TARGET"][0]
            address, form = settings["signOn"], {**settings["form"], "TARGET": target}
    return address


def read_id_token(id_token, iss=issuer, aud=client_id, nonce=""):
    options = {"iss": {"essential": True, "value": iss}, "aud": {"essential": True, "value": aud}}
    params = {"nonce": nonce, "client_id": aud}
    claims = jwt.decode(id_token, keys, claims_cls=CodeIDToken, claims_options=options, claims_params=params)
    claims.validate()
    return claims


def refused(act, **wrong):
    try:
        act(**wrong)
        return None
    except AuthlibBaseError as error:
        return error.error


verifier, nonce = generate_token(48), generate_token(20)
address, state = client.create_authorization_url(provider["authorization_endpoint"], code_verifier=verifier, nonce=nonce)
first = client.fetch_token(
    provider["token_endpoint"], authorization_response=sign_in(address), state=state, code_verifier=verifier
)
id_token = first["id_token"]
first = dict(first)
second = dict(client.refresh_token(provider["token_endpoint"], refresh_token=first["refresh_token"]))


def introspect(token):
    return client.introspect_token(provider["introspection_endpoint"], token=token).json()["active"]


found = {
    "name": read_id_token(id_token, nonce=nonce)["name"],
    "wrongIssuer": refused(read_id_token, id_token=id_token, iss=issuer + "x", nonce=nonce),
    "wrongAudience": refused(read_id_token, id_token=id_token, aud="other", nonce=nonce),
    "wrongNonce": refused(read_id_token, id_token=id_token, nonce="other"),
    "renewed": second["access_token"] != first["access_token"],
    "may": client.get(issuer + "/may", params=settings["may"]).json(),
    "activeBefore": introspect(second["access_token"]),
}
client.revoke_token(provider["revocation_endpoint"], token=second["refresh_token"])
found["activeAfter"] = introspect(second["refresh_token"])
found["refreshAfter"] = refused(
    client.refresh_token, url=provider["token_endpoint"], refresh_token=second["refresh_token"]
)
print(json.dumps(found))
