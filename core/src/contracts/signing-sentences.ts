/** Sentences about signing online (behaviour 10.6 to 10.13). */

export const SIGNING_UNKNOWN =
  'We could not find this contract. Please open the link in our email again, or use the latest email if there are several.'
export const SIGNING_EXPIRED = 'This link has expired. Please ask the person who sent it to you to send a new one.'
export const SIGNING_SIGNED = 'This contract was signed already. Nothing more needs to be done.'
export const SIGNING_DECLINED = 'Signing this contract was declined. Nothing more needs to be done.'
export const SIGNING_CANCELLED =
  'This contract no longer waits for your signature: it was cancelled, or somebody else was asked. Nothing more needs to be done.'
export const SIGNING_OVER = 'The request this contract belongs to is no longer open. Nothing more needs to be done.'
export const SIGNING_NEWER = 'A newer link was sent. Please use the newest email.'

export const CONTRACT_CHANGED =
  'This contract has changed since you opened it. Please read it again and start over; nothing was signed.'
export const CODE_CONFIRM_FIRST = 'Please confirm your email address with the code first.'
export const CODE_SIX_DIGITS = 'Please enter the 6-digit code.'
export const CODE_OVER = 'This code no longer works. Please ask for a new one.'
export const CODES_USED_UP = 'Several codes were sent today. Please try again tomorrow, or sign on paper.'
export const codeMistyped = (left: number): string =>
  `This is not the code we sent. You have ${left === 1 ? 'one try' : `${left} tries`} left.`

export const CONSENT_NEEDED = 'Please agree to sign electronically, or choose to sign on paper.'
export const SIGNATURE_NEEDED = 'Please draw or type your signature.'
export const SIGNATURE_NOT_YOURS = 'Please type your name as it stands above.'
export const DECLINE_REASON_NEEDED = 'Please say why you do not sign.'

export const SIGNING_NOT_OFFERED = 'Signing online is not available. Please sign on paper.'
export const NOTHING_TO_SIGN = 'There is no contract that waits for a signature.'
export const TOO_MANY_ASKED = 'You have asked several people today. Please try again tomorrow, or sign on paper.'
export const NO_OPEN_SIGNING = 'Nobody is asked to sign at the moment.'

/** What a signatory agrees to before the code is sent (ESIGN and UETA). */
export const CONSENT =
  'I agree to use an electronic record and an electronic signature for this contract. I can read this page and keep a copy of what I sign.'
export const RIGHT_TO_PAPER =
  'You need not sign electronically: you can have this contract on paper at no cost. Download it, sign it by hand and return it as it says, or decline below. You can change your mind until you press the button that signs.'

export const COPY_UNKNOWN =
  'We could not find this copy. Please open the link in our email again. Whoever asked for the signature finds the copy in the portal.'
export const COPY_EXPIRED = 'This link has expired. Whoever asked for the signature finds the copy in the portal.'
