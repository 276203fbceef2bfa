/** The link that confirms the address of a person who requests access (behaviour 8.21). */
export const EMAIL_LINK_UNKNOWN =
  'We could not find this link. Please open the link in our email again, or call Provider Services.'
export const EMAIL_LINK_EXPIRED = 'This link has expired. Please sign in to see the status of your request.'
export const EMAIL_ALREADY_CONFIRMED = 'Your email address is already confirmed. You don’t need to do anything.'
export const EMAIL_NOT_NEEDED = 'Your request was already decided. You don’t need to confirm your email address.'
