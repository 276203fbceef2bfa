/** Content of the demo page: a card per provider, the accounts, the mailed links and the mailbox. */
export type DemoFact = { label: string; value: string }
export type DemoScenario = { npi: string; who: string; see: string; facts: DemoFact[]; resettable: boolean }
type Area = 'providers' | 'members' | 'internal'
export type DemoAccount = { role: string; username: string; password: string; area: Area; who: string }
export type DemoLink = { title: string; address: string; see: string; npi: string | undefined; facts: DemoFact[] }
export type DemoBook = {
  scenarios: DemoScenario[]
  accounts: DemoAccount[]
  links: DemoLink[]
  /** Today's patients of the demo's office, as rows of a spreadsheet to paste. */
  patients: string
}
/** The same rows as a file below the demo page. */
export const DEMO_PATIENTS_FILE = 'todays-patients.csv'
export type DemoMail = { id: string; to: string; subject: string; body: string; at: string }

/** The demo applications, which sign users in through the portal. Each has a page below the demo page. */
export const DEMO_APPS = { app: 'Referral desk', app2: 'Learning center' } as const
export type DemoAppId = keyof typeof DEMO_APPS
export const DEMO_APP_IDS: readonly DemoAppId[] = ['app', 'app2']

export type DemoAccess = { level: 'NPI' | 'PG' | 'PO'; id: string; name: string; role: string; permissions: string[] }

/** A demo application's session. `problem` is the error code of the last sign-in or call that failed. */
export type DemoAppState =
  | { signedIn: false; problem: string | null }
  | {
      signedIn: true
      name: string
      email: string | null
      access: DemoAccess[]
      staffRoles: string[]
      isMember: boolean
      /** How the user signed in to the portal. */
      signedInBy: 'password' | 'secondFactor' | 'passkey'
      /** All claims as the application received them. */
      claims: Record<string, unknown>
    }

export type DemoMayReply = { may: boolean } | { error: string }
