/** An error that the operator can fix: shown as a message without a stack trace. */
export class CliError extends Error {}
