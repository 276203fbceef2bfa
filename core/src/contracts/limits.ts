/** Numbers and words of signed contracts that pages need too. */

/** The signed contract a person uploads: bytes at most. */
export const CONTRACT_UPLOAD_MAX_BYTES = 10 * 1024 * 1024
/** And pages. */
export const CONTRACT_UPLOAD_MAX_PAGES = 1000
/** Base64 of as much, and what stands around it. */
export const CONTRACT_BODY_MAX_BYTES = 14 * 1024 * 1024

export const RETURN_REASON_NEEDED = 'Please say why the contract is returned.'

/** A signature drawn on a screen: strokes, and numbers (x and y) in each. */
export const SIGNATURE_STROKES_MAX = 60
export const SIGNATURE_POINTS_MAX = 1200
/** The field it is drawn on. */
export const SIGNATURE_WIDTH = 600
export const SIGNATURE_HEIGHT = 180
export const DECLINE_REASON_MAX = 500
