export const CONTRACT_UNKNOWN = 'We could not find a request with this reference number that is waiting for a contract.'
export const CONTRACT_NOT_AWAITED = 'This request is no longer waiting for a contract.'
export const CONTRACT_DECIDED = 'Someone else decided this contract, or a newer copy has arrived. Please open it again.'
export const TOO_MANY_UPLOADS =
  'You have sent many files today. Please try again tomorrow, or return the form by mail or fax.'
export const PDF_AND_PICTURES = 'Please send the signed form as a PDF or as pictures, not both.'
export const NOT_SHOWN = 'This document cannot be shown safely. Please ask for a new copy.'
