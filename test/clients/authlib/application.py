"""A web application with Authlib and its defaults: /login sends a person to the issuer, /callback answers with what came of it."""

import os

import requests
from authlib.integrations.flask_client import OAuth
from authlib.oidc.discovery import OpenIDProviderMetadata, get_well_known_url
from flask import Flask, jsonify

well_known = get_well_known_url(os.environ["ISSUER"], external=True)
OpenIDProviderMetadata(requests.get(well_known, timeout=10).json()).validate()

application = Flask(__name__)
application.secret_key = os.urandom(32)
issuer = OAuth(application).register(
    "issuer",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    server_metadata_url=well_known,
    client_kwargs={"scope": "openid email"},
)


@application.get("/login")
def login():
    return issuer.authorize_redirect(os.environ["HOME_URL"] + "/callback")


@application.get("/callback")
def callback():
    # Verifies the ID token, its nonce included.
    token = issuer.authorize_access_token()
    person = issuer.userinfo(token=token)
    return jsonify(subject=token["userinfo"]["sub"], audience=token["userinfo"]["aud"], email=person["email"])


application.run(host="127.0.0.1", port=int(os.environ["PORT"]))
