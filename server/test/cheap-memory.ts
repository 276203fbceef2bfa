/** Enough for argon2id to work at all. What is tested is who gets in, not how long guessing takes. */
export const cheapMemory = 64
