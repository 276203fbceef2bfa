/** A mistake the person at the command line can put right: its message is shown, without a stack trace. */
export class CliError extends Error {}
