export const MEMBER_ID_MAX = 30
export const MEMBER_CODE_DIGITS = 6
/** A registration ends after five wrong codes. */
export const WRONG_CODES_MAX = 5
/** From this age on, only the person can see their own information. */
export const ADULT_AGE = 18

export const CLAIMS_PAGE_SIZE = 25
export const PROVIDERS_PAGE_SIZE = 20

/** Distances to choose from, in miles. */
export const MILES = [5, 10, 25, 50, 100] as const
export const MILES_DEFAULT = 25
export const MILES_MAX = 100

/** Stands for every plan in a search. */
export const ANY_PLAN = 'ANY'
