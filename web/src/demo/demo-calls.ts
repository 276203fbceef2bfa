import { CSRF_COOKIE, DEMO_PATH } from '@portico/core/constants'
import type { DemoBook, DemoMail } from '@portico/core/demo-book'
import { readCookie } from '../shell/gateway/cookies.ts'

/** Addresses of the demo. They are not part of the API and do not use the gateway. */

async function load<Content>(name: string): Promise<Content> {
  const response = await fetch(`${DEMO_PATH}/${name}`)
  if (!response.ok) throw new Error(`${name} ${response.status}`)
  return (await response.json()) as Content
}

export const loadDemoBook = () => load<DemoBook>('scenarios.json')

/** The latest 100 mails, newest first. */
export const loadDemoMails = () => load<DemoMail[]>('mail.json')

export async function resetScenario(npi: string): Promise<void> {
  const token = readCookie(CSRF_COOKIE) ?? ''
  const response = await fetch(`${DEMO_PATH}/reset/${npi}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-XSRF-TOKEN': decodeURIComponent(token) },
    body: '{}',
  })
  if (!response.ok) throw new Error(`reset ${response.status}`)
}
