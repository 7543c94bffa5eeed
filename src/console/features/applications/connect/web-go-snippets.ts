import type { SnippetValues } from './connect-snippets.ts';

export interface WebSnippetValues extends SnippetValues {
  port: string;
  /** Of the redirect URI. */
  path: string;
  /** Separated by spaces. */
  scopes: string;
}

/** The person, from userinfo. It takes no access token for an API: then the ID token names them. */
const fromUserinfo = `		var person *oidc.UserInfo
		if err == nil {
			person, err = provider.UserInfo(r.Context(), oauth2.StaticTokenSource(token))
		}`;
const fromIdToken = `		var person *oidc.IDToken // token.AccessToken is for your API
		if err == nil {
			idToken, _ := token.Extra("id_token").(string)
			person, err = provider.Verifier(&oidc.Config{ClientID: config.ClientID}).Verify(r.Context(), idToken)
		}`;

const scopesInGo = (scopes: string): string => {
  const others = scopes.split(' ').slice(1);
  return ['oidc.ScopeOpenID', ...others.map((scope) => JSON.stringify(scope))].join(', ');
};

/** The snippet of `web-snippets.ts` in Go. */
export function goWebSnippet(values: WebSnippetValues): string {
  const { served } = values;
  return program(values, {
    resource: served ? `, oauth2.SetAuthURLParam("resource", "${served.indicator}")` : '',
    person: served ? fromIdToken : fromUserinfo,
    answer: served ? '"sub": person.Subject' : '"sub": person.Subject, "email": person.Email',
    scopes: scopesInGo(values.scopes),
  });
}

interface Parts {
  resource: string;
  person: string;
  answer: string;
  scopes: string;
}

const program = (
  { issuer, clientId, redirectUri, port, path }: WebSnippetValues,
  { resource, person, answer, scopes }: Parts,
): string => `// app.go, with github.com/coreos/go-oidc/v3 and golang.org/x/oauth2: go run app.go
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

func main() {
	provider, err := oidc.NewProvider(context.Background(), "${issuer}")
	if err != nil {
		log.Fatal(err)
	}
	config := oauth2.Config{
		ClientID:     "${clientId}",
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  "${redirectUri}",
		Scopes:       []string{${scopes}},
	}
	http.HandleFunc("/sign-in", func(w http.ResponseWriter, r *http.Request) {
		state, verifier := oauth2.GenerateVerifier(), oauth2.GenerateVerifier()
		for name, value := range map[string]string{"state": state, "verifier": verifier} {
			http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
		}
		http.Redirect(w, r, config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier)${resource}), http.StatusFound)
	})
	http.HandleFunc("${path}", func(w http.ResponseWriter, r *http.Request) {
		state, err := r.Cookie("state")
		verifier, missing := r.Cookie("verifier")
		if err != nil || missing != nil || state.Value != r.FormValue("state") {
			http.Error(w, "this browser has not started to sign in", http.StatusBadRequest)
			return
		}
		token, err := config.Exchange(r.Context(), r.FormValue("code"), oauth2.VerifierOption(verifier.Value)${resource})
${person}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		json.NewEncoder(w).Encode(map[string]string{${answer}})
	})
	log.Fatal(http.ListenAndServe(":${port}", nil))
}`;
