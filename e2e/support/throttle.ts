/**
 * How many times slower Chromium runs: 1, or what `npm run soak -- slow` asks for. A wait may take as many times longer,
 * and nothing else may differ.
 */
export const THROTTLE = Number(process.env.PORTICO_TEST_THROTTLE ?? 1)

/** How long a test waits for what it expects to see. It only ends a test that fails, also on a busy machine. */
export const WAIT_MS = 20_000 * THROTTLE
