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
export type DemoBook = {
  scenarios: DemoScenario[]
  accounts: DemoAccount[]
  /** Address of the demo mailbox. */
  mailbox?: string
}

export async function loadDemoBook(): Promise<DemoBook> {
  const response = await fetch(`${DEMO_PATH}/scenarios.json`)
  if (!response.ok) throw new Error(`scenarios.json ${response.status}`)
  return (await response.json()) as DemoBook
}

export async function resetScenario(npi: string): Promise<void> {
  const token = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? ''
  const response = await fetch(`${DEMO_PATH}/reset/${npi}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-XSRF-TOKEN': decodeURIComponent(token) },
    body: '{}',
  })
  if (!response.ok) throw new Error(`reset ${response.status}`)
}
