export const MEMBER_ID_MAX = 30
export const MEMBER_CODE_DIGITS = 6
/** Five wrong codes end a registration. */
export const WRONG_CODES_MAX = 5
/** From this age on only the person sees what concerns them. */
export const ADULT_AGE = 18

export const CLAIMS_PAGE_SIZE = 25
export const PROVIDERS_PAGE_SIZE = 20
