// Tells the page around this frame whether the cookie of the first step is there.
const supported = document.cookie.split("; ").includes("login_cookie_check=1");
window.parent.postMessage(supported ? "supported" : "unsupported", "*");
