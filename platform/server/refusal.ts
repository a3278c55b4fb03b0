/** Why something can't be done: a German sentence for the operator at the terminal. */
export class Refusal extends Error {}
