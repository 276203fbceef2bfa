import { countInWords } from '../../forms/small-numbers.ts'

/** The plan's promise about signed forms. Separate from the other texts, because the first screen shows it. */

/** `days` is undefined until the page knows the promise. */
export const signedFormTakes = (days: number | undefined): string =>
  [
    'At the end, sign online in a few minutes if you’re authorized to sign for the provider, or send the form to someone who is.',
    ...(days ? [`We review paper forms within ${businessDays(days)}.`] : []),
    'Have the signer’s name and email address ready.',
  ].join(' ')
export const signerNeeded = (days: number | undefined): string =>
  `Groups, organizations and facilities: someone authorized to sign for them. ${waysToSign(days)}`
/** With an easyReg link every visitor needs a signed form. */
export const signerAlwaysNeeded = (days: number | undefined): string =>
  `Someone authorized to sign for the provider. ${waysToSign(days)}`
const waysToSign = (days: number | undefined): string =>
  `Signing online takes a few minutes${days ? `; paper takes up to ${businessDays(days)}` : ''}.`
const businessDays = (days: number): string => countInWords(days, 'business day')
