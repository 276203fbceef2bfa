import { INTERNAL_PATHS, MEMBER_PATHS, PROVIDER_PATHS } from '@portico/core/constants'

/** Meta descriptions of public pages. Signed-in pages have none. */
const DESCRIPTIONS: Record<string, (name: string) => string> = {
  [PROVIDER_PATHS.login]: (name) =>
    `Sign in to the ${name} provider portal: eligibility, claims and your staff’s access in one place.`,
  [PROVIDER_PATHS.registration]: (name) =>
    `Register your practice for the ${name} provider portal with its National Provider Identifier (NPI). Registration takes most offices about five minutes.`,
  [PROVIDER_PATHS.forgotPassword]: (name) => `Forgot the password of your ${name} provider account? Choose a new one.`,
  [PROVIDER_PATHS.forgotUsername]: (name) =>
    `Forgot the user name of your ${name} provider account? We’ll email it to you.`,
  [PROVIDER_PATHS.faq]: (name) => `Answers to what providers ask most about the ${name} portal.`,
  [PROVIDER_PATHS.contact]: (name) => `How to reach ${name} Provider Services.`,
  [PROVIDER_PATHS.termsOfUse]: (name) => `The terms that apply to everyone who uses the ${name} portal.`,
  [PROVIDER_PATHS.privacy]: (name) => `What ${name} keeps about you in this portal, and why.`,
  [PROVIDER_PATHS.accessibility]: (name) => `How the ${name} portal is made accessible to everyone.`,
  [PROVIDER_PATHS.languageAssistance]: (name) => `Free language help for the ${name} portal.`,
  [MEMBER_PATHS.login]: (name) =>
    `Sign in to your ${name} member account: your coverage, your claims and your ID card.`,
  [MEMBER_PATHS.register]: (name) => `Register with your ${name} member ID card. It takes about five minutes.`,
  [MEMBER_PATHS.forgotPassword]: (name) => `Forgot the password of your ${name} member account? Choose a new one.`,
  [MEMBER_PATHS.forgotUsername]: (name) =>
    `Forgot the user name of your ${name} member account? We’ll email it to you.`,
  [INTERNAL_PATHS.login]: (name) => `Where the staff of ${name} sign in to the portal’s console.`,
  [INTERNAL_PATHS.forgotPassword]: (name) => `Forgot the password of your ${name} staff account? Choose a new one.`,
}

export const describePage = (path: string, brandName: string): string => DESCRIPTIONS[path]?.(brandName) ?? ''
