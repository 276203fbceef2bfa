import { countInWords } from '../../forms/small-numbers.ts'

/** What the plan promises about a signed form. Apart from the other sentences: the first screen says it too. */

/** `days`: what the plan promises; unsaid as long as a page does not know it. */
export const signedFormTakes = (days: number | undefined): string =>
  [
    'At the end, sign online in a few minutes if you’re authorized to sign for the provider, or send the form to someone who is.',
    ...(days ? [`We review paper forms within ${businessDays(days)}.`] : []),
    'Have the signer’s name and email address ready.',
  ].join(' ')
export const signerNeeded = (days: number | undefined): string =>
  `Groups, organizations and facilities: someone authorized to sign for them. ${waysToSign(days)}`
/** By an easyReg link everybody registers with a form. */
export const signerAlwaysNeeded = (days: number | undefined): string =>
  `Someone authorized to sign for the provider. ${waysToSign(days)}`
const waysToSign = (days: number | undefined): string =>
  `Signing online takes a few minutes${days ? `; paper takes up to ${businessDays(days)}` : ''}.`
const businessDays = (days: number): string => countInWords(days, 'business day')
