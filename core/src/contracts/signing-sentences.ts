/** Messages of online signing (behaviour 10.6 to 10.13). */

export const SIGNING_UNKNOWN =
  'We could not find this contract. Please open the link in our email again, or use the latest email if there are several.'
export const SIGNING_EXPIRED = 'This link has expired. Please ask the person who sent it to you to send a new one.'
export const SIGNING_SIGNED = 'This contract is already signed. You don’t need to do anything.'
export const SIGNING_DECLINED = 'The request to sign this contract was declined. You don’t need to do anything.'
export const SIGNING_CANCELED =
  'We no longer need your signature: the request was canceled, or someone else was asked to sign. You don’t need to do anything.'
export const SIGNING_OVER = 'The request for this contract is no longer open. You don’t need to do anything.'
export const SIGNING_NEWER = 'We sent a newer link. Please use the latest email.'

export const CONTRACT_CHANGED =
  'This contract changed after you opened it, so nothing was signed. Please read it again and start over.'
export const CODE_CONFIRM_FIRST = 'Please confirm your email address with the code first.'
export const CODE_SIX_DIGITS = 'Please enter the 6-digit code.'
export const CODE_OVER = 'This code no longer works. Please request a new one.'
export const CODES_USED_UP = 'Several codes were sent today. Please try again tomorrow, or sign on paper.'
export const TRIES_USED_UP = 'Too many codes were entered today. Please try again tomorrow, or sign on paper.'
export const codeMistyped = (left: number): string =>
  `This is not the code we sent. You have ${left === 1 ? 'one try' : `${left} tries`} left.`

export const CONSENT_NEEDED = 'Please agree to sign electronically, or choose to sign on paper.'
export const SIGNATURE_NEEDED = 'Please draw or type your signature.'
export const SIGNATURE_NOT_YOURS = 'Please type your name exactly as shown above.'
export const lettersNotPrinted = (letters: string): string =>
  `We cannot print ${letters} in the contract. Please use Latin, Greek or Cyrillic letters.`
export const contractNotPrinted = (letters: string): string =>
  `This contract cannot be signed online, because we cannot print ${letters}. Please sign on paper and write the name by hand.`
export const DECLINE_REASON_NEEDED = 'Please enter why you are declining to sign.'

export const SIGNING_NOT_OFFERED = 'Signing online is not available. Please sign on paper.'
export const NOTHING_TO_SIGN = 'No contract is waiting for a signature.'
export const TOO_MANY_ASKED = 'You have asked several people today. Please try again tomorrow, or sign on paper.'
export const NO_OPEN_SIGNING = 'No one is being asked to sign right now.'

/** Consent of the signatory before the code is sent (ESIGN and UETA). */
export const CONSENT =
  'I agree to use an electronic record and an electronic signature for this contract. I can read this page and keep a copy of what I sign.'
export const RIGHT_TO_PAPER =
  'You don’t have to sign electronically: you can sign this contract on paper at no cost. Download it, sign it by hand and return it as the form says, or decline below. You can change your mind until you select the button that signs.'

export const COPY_UNKNOWN =
  'We could not find this copy. Please open the link in our email again. The person who asked for the signature can find the copy in the portal.'
export const COPY_EXPIRED =
  'This link has expired. The person who asked for the signature can find the copy in the portal.'
