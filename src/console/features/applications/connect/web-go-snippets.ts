import type { SnippetValues } from './connect-snippets.ts';

export interface WebSnippetValues extends SnippetValues {
  port: string;
  /** Of the redirect URI. */
  path: string;
}

/** The snippet of `web-snippets.ts` in Go. */
export const goWebSnippet = ({
  issuer,
  clientId,
  redirectUri,
  port,
  path,
}: WebSnippetValues): string => `// app.go, with github.com/coreos/go-oidc/v3 and golang.org/x/oauth2: go run app.go
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
		Scopes:       []string{oidc.ScopeOpenID, "profile", "email"},
	}
	http.HandleFunc("/sign-in", func(w http.ResponseWriter, r *http.Request) {
		state, verifier := oauth2.GenerateVerifier(), oauth2.GenerateVerifier()
		for name, value := range map[string]string{"state": state, "verifier": verifier} {
			http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
		}
		http.Redirect(w, r, config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier)), http.StatusFound)
	})
	http.HandleFunc("${path}", func(w http.ResponseWriter, r *http.Request) {
		state, err := r.Cookie("state")
		verifier, missing := r.Cookie("verifier")
		if err != nil || missing != nil || state.Value != r.FormValue("state") {
			http.Error(w, "this browser has not started to sign in", http.StatusBadRequest)
			return
		}
		token, err := config.Exchange(r.Context(), r.FormValue("code"), oauth2.VerifierOption(verifier.Value))
		var person *oidc.UserInfo
		if err == nil {
			person, err = provider.UserInfo(r.Context(), oauth2.StaticTokenSource(token))
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		json.NewEncoder(w).Encode(map[string]string{"sub": person.Subject, "email": person.Email})
	})
	log.Fatal(http.ListenAndServe(":${port}", nil))
}`;
