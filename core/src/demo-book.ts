/** Content of the demo page: a card per provider, the accounts, the mailed links and the mailbox. */
export type DemoFact = { label: string; value: string }
export type DemoScenario = { npi: string; who: string; see: string; facts: DemoFact[]; resettable: boolean }
type Area = 'providers' | 'members' | 'internal'
export type DemoAccount = { role: string; username: string; password: string; area: Area; who: string }
export type DemoLink = { title: string; address: string; see: string; npi: string | undefined; facts: DemoFact[] }
export type DemoBook = { scenarios: DemoScenario[]; accounts: DemoAccount[]; links: DemoLink[] }
export type DemoMail = { id: string; to: string; subject: string; body: string; at: string }
