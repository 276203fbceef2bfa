const { PORTICO_EVERY_LOOK, PORTICO_SCREENS, PORTICO_MARKUP } = process.env

/**
 * `npm test` checks a screen once: axe at desktop width, sideways scrolling there and on the narrowest phone. With
 * PORTICO_EVERY_LOOK=1 (`npm run soak`), screenshots or saved markup, it checks every width and brand, and also runs
 * `e2e/looks-of-*.spec.ts` and `e2e/typing-moments.spec.ts`.
 */
export const checksEveryLook = Boolean(PORTICO_EVERY_LOOK || PORTICO_SCREENS || PORTICO_MARKUP)
