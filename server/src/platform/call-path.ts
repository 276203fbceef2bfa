/** Calls are named in core with '/rest' in front; routes are mounted below it. */
export function callPath(call: string): string {
  if (!call.startsWith('/rest/')) throw new Error(`${call} is not a call`)
  return call.slice('/rest'.length)
}
