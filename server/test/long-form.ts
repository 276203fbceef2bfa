/** True in `npm run soak`, which runs some tests in their long form. `npm test` runs the short form. */
export const isLongForm = process.env.PORTICO_LONG_TESTS === '1'
