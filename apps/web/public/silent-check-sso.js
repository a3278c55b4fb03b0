// Tells the page around this frame how the single sign-on check went (keycloak-js reads the
// address).
parent.postMessage(location.href, location.origin);
