/** What sign-on is handed from other areas by app.ts. */
export type SignonPorts = {
  /** Among the 10,000 most common passwords (readings section 8). */
  isCommonPassword(password: string): boolean
}
