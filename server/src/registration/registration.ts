// biome-ignore-all lint/performance/noBarrelFile: a face lists what the areas above may use, and nothing else.

/** What the registration area gives to the areas above it. */

/** How often an identity may be tried (behaviour 7.6, 7.10), and what counts as an attempt. */
export { codeLimits, quizLimits, step1Limits } from './domain/attempt-limits.ts'
/** The Captcha: what the browser is told of it, and whether an answer is good. */
export { captchaKey, verifyCaptcha } from './domain/captcha.ts'
/** Looks at a signed contract before it is kept. */
export { type InspectedPdf, inspectUploadedPdf } from './domain/contract/inspect-upload.ts'
/** Forgets the registration a browser holds: at sign-off, and at sign-on where it is another person's. */
export { endBrowserRegistration, endOthersRegistration } from './routes/registration-cookie.ts'
export type { AttemptLimit } from './store/identity-attempts.ts'
