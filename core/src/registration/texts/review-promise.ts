import { countInWords } from '../../forms/small-numbers.ts'

/** What the plan promises about a signed form. Apart from the other sentences: the first screen says it too. */

/** `days`: what the plan promises; unsaid as long as a page does not know it. */
export const signedFormTakes = (days: number | undefined): string =>
  [
    'At the end you sign it online, which takes minutes, or have it signed by somebody who may sign for the provider.',
    ...(days ? [`A form on paper is looked at within ${businessDays(days)} from when we have it.`] : []),
    'Have the name and email address of whoever signs at hand.',
  ].join(' ')
export const signerNeeded = (days: number | undefined): string =>
  `For a group, an organization or a facility: somebody who may sign a form for it, ${waysToSign(days)}`
/** By an easyReg link everybody registers with a form. */
export const signerAlwaysNeeded = (days: number | undefined): string =>
  `Somebody who may sign a form for the provider, ${waysToSign(days)}`
const waysToSign = (days: number | undefined): string =>
  `online in minutes or on paper${days ? `, looked at within ${businessDays(days)}` : ''}`
const businessDays = (days: number): string => countInWords(days, 'business day')
