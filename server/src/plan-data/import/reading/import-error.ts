/** A failure that the operator can fix; the message says how. */
export class ImportError extends Error {}

/** A folder in place of a file. The exit code is 2. */
export class FolderGiven extends ImportError {}
