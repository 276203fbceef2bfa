export const CONTRACT_UNKNOWN = 'We could not find a request with this reference number that waits for a contract.'
export const CONTRACT_NOT_AWAITED = 'This request no longer waits for a contract.'
export const CONTRACT_DECIDED =
  'This contract was decided by somebody else, or a newer copy has come. Please open it again.'
export const TOO_MANY_UPLOADS =
  'You have sent many files today. Please try again tomorrow, or return the form by mail or fax.'
export const NOT_SHOWN = 'This document cannot be shown safely. Please ask for a new copy.'
