/** Said by the server with 503, and by the pages that send a file, which keep it chosen. */
export const FILE_NOT_LOOKED_INTO =
  'The portal is too busy to look into the file just now, and has not taken it. Please try again in a few seconds.'
