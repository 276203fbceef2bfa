import { DEMO_PATH } from '@portico/core/constants'

/** The demo's own addresses: they are no calls of the product and do not go through its gateway. */

export type DemoScenario = {
  npi: string
  who: string
  see: string
  facts: { label: string; value: string }[]
  resettable: boolean
}
export type DemoAccount = {
  role: string
  username: string
  password: string
  area: 'providers' | 'members' | 'internal'
}
/** A link that was mailed before the demo began. */
export type DemoLink = { title: string; address: string; see: string; facts: { label: string; value: string }[] }
export type DemoBook = { scenarios: DemoScenario[]; accounts: DemoAccount[]; links: DemoLink[] }
export type DemoMail = { id: string; to: string; subject: string; body: string; at: string }

async function load<Content>(name: string): Promise<Content> {
  const response = await fetch(`${DEMO_PATH}/${name}`)
  if (!response.ok) throw new Error(`${name} ${response.status}`)
  return (await response.json()) as Content
}

export const loadDemoBook = () => load<DemoBook>('scenarios.json')

/** The newest hundred mails, newest first. */
export const loadDemoMails = () => load<DemoMail[]>('mail.json')

export async function resetScenario(npi: string): Promise<void> {
  const token = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? ''
  const response = await fetch(`${DEMO_PATH}/reset/${npi}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-XSRF-TOKEN': decodeURIComponent(token) },
    body: '{}',
  })
  if (!response.ok) throw new Error(`reset ${response.status}`)
}
