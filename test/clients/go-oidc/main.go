// A web application with go-oidc and its defaults: /login sends a person to the issuer, /callback answers with what came of it. At the end it
// verifies the access token as the API resource would, by the same library.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"

	"github.com/coreos/go-oidc"
	"golang.org/x/oauth2"
)

const state = "one person at a time"

func main() {
	ctx := context.Background()
	provider, err := oidc.NewProvider(ctx, os.Getenv("ISSUER"))
	if err != nil {
		log.Fatal(err)
	}
	resource := oauth2.SetAuthURLParam("resource", os.Getenv("RESOURCE"))
	config := oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  os.Getenv("HOME_URL") + "/callback",
		Scopes:       []string{oidc.ScopeOpenID, "email", os.Getenv("SCOPE")},
	}

	http.HandleFunc("/login", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, config.AuthCodeURL(state, resource), http.StatusFound)
	})
	http.HandleFunc("/callback", func(w http.ResponseWriter, r *http.Request) {
		answer, err := signIn(r, provider, config, resource)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		json.NewEncoder(w).Encode(answer)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}

func signIn(r *http.Request, provider *oidc.Provider, config oauth2.Config, resource oauth2.AuthCodeOption) (map[string]interface{}, error) {
	ctx := r.Context()
	if r.FormValue("state") != state {
		return nil, errors.New("the state is not the one that was sent")
	}
	token, err := config.Exchange(ctx, r.FormValue("code"), resource)
	if err != nil {
		return nil, err
	}
	raw, _ := token.Extra("id_token").(string)
	idToken, err := provider.Verifier(&oidc.Config{ClientID: config.ClientID}).Verify(ctx, raw)
	if err != nil {
		return nil, err
	}
	// The audience of an access token is the API resource.
	accessToken, err := provider.Verifier(&oidc.Config{ClientID: os.Getenv("RESOURCE")}).Verify(ctx, token.AccessToken)
	if err != nil {
		return nil, err
	}
	return map[string]interface{}{"subject": idToken.Subject, "audience": accessToken.Audience}, nil
}
