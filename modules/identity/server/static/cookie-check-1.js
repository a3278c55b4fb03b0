// First of two pages: leaves a cookie, the second looks whether it arrived.
location.replace("step2.html");
