/** The minimum memory for argon2id: tests check who can sign in, not the cost of guessing. */
export const cheapMemory = 64
