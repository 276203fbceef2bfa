/** Constants of signed contracts for server and pages. */

/** Largest upload of a signed contract. */
export const CONTRACT_UPLOAD_MAX_BYTES = 10 * 1024 * 1024
/** Most pages of an upload. */
export const CONTRACT_UPLOAD_MAX_PAGES = 1000
/** Most pictures of a signed contract in one upload. */
export const CONTRACT_PICTURES_MAX = 10
/** The largest upload in base64, with the JSON around it. */
export const CONTRACT_BODY_MAX_BYTES = 14 * 1024 * 1024

export const RETURN_REASON_NEEDED = 'Please enter why you are returning the contract.'

/** Limits of a drawn signature: strokes, and coordinates (x and y) in each. */
export const SIGNATURE_STROKES_MAX = 60
export const SIGNATURE_POINTS_MAX = 1200
/** Size of the drawing field. */
export const SIGNATURE_WIDTH = 600
export const SIGNATURE_HEIGHT = 180
export const DECLINE_REASON_MAX = 500
