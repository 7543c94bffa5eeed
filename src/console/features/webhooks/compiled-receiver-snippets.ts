/** The snippets of `receiver-snippets.ts` in languages that are compiled. */
export const compiledReceiverSnippets: Readonly<Record<string, string>> = {
  Go: `// receiver.go: go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

type Message struct{ ID, Type string }

func verify(key, body []byte, headers http.Header) (message Message, err error) {
	timestamp := headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return message, errors.New("too old or too new")
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", headers.Get("webhook-id"), timestamp, body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, one := range strings.Fields(headers.Get("webhook-signature")) {
		if hmac.Equal([]byte(expected), []byte(one)) {
			return message, json.Unmarshal(body, &message)
		}
	}
	return message, errors.New("no valid signature")
}

func main() {
	secret := strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_")
	key, err := base64.StdEncoding.DecodeString(secret)
	if err != nil || len(key) == 0 {
		log.Fatal("WEBHOOK_SECRET is missing or not valid")
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		message, err := verify(key, body, r.Header)
		if err != nil {
			http.Error(w, "not verified", http.StatusBadRequest)
			return
		}
		log.Println(message.ID, message.Type) // the same id again: it is known already
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":8080", nil))
}`,
  Java: `// Receiver.java: java Receiver.java
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Receiver {
    static final byte[] KEY =
        Base64.getDecoder().decode(System.getenv("WEBHOOK_SECRET").replace("whsec_", ""));

    static boolean isValid(byte[] body, Headers headers) throws Exception {
        var timestamp = headers.getFirst("webhook-timestamp");
        if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) return false;
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
        mac.update((headers.getFirst("webhook-id") + "." + timestamp + ".").getBytes());
        var expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        for (var one : headers.getFirst("webhook-signature").split(" ")) {
            if (MessageDigest.isEqual(expected.getBytes(), one.getBytes())) return true;
        }
        return false;
    }

    public static void main(String[] args) throws Exception {
        var server = HttpServer.create(new InetSocketAddress(8080), 0);
        server.createContext("/", exchange -> {
            var status = 400;
            try {
                var body = exchange.getRequestBody().readAllBytes();
                if (isValid(body, exchange.getRequestHeaders())) {
                    System.out.println(new String(body)); // the same id again: it is known already
                    status = 204;
                }
            } catch (Exception e) { // without such headers
                System.err.println(e);
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }
}`,
};
