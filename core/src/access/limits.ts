/** Numbers and names both sides of user administration need; apart from the shapes, so that no schema library is downloaded for them. */

export const PEOPLE_PAGE_SIZE = 50
/** A reason somebody gives for a no, a suspension or a removal. */
export const REASON_MAX = 500

export const INVITE_MANY_MAX_ROWS = 500
export const INVITE_MANY_MAX_CHARACTERS = 200_000
export const INVITE_MANY_COLUMNS = ['first_name', 'last_name', 'email', 'phone', 'phone_ext', 'role', 'permissions']
