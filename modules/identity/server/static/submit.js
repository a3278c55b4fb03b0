// Sends a form that needs no decision of the reader; without scripts its button is there.
document.querySelector("form[data-submit]")?.submit();
