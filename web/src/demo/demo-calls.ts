import { CSRF_COOKIE, DEMO_PATH } from '@portico/core/constants'
import type { DemoAppId, DemoAppState, DemoBook, DemoMail, DemoMayReply } from '@portico/core/demo-book'
import { readCookie } from '#shell/gateway/cookies.ts'

/** Addresses of the demo. They are not part of the API and do not use the gateway. */

async function load<Content>(name: string): Promise<Content> {
  const response = await fetch(`${DEMO_PATH}/${name}`)
  if (!response.ok) throw new Error(`${name} ${response.status}`)
  return response.json()
}

export const loadDemoBook = () => load<DemoBook>('scenarios.json')

/** The latest 100 mails, newest first. */
export const loadDemoMails = () => load<DemoMail[]>('mail.json')

async function post(name: string): Promise<Response> {
  const token = readCookie(CSRF_COOKIE) ?? ''
  const response = await fetch(`${DEMO_PATH}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-XSRF-TOKEN': decodeURIComponent(token) },
    body: '{}',
  })
  if (!response.ok) throw new Error(`${name} ${response.status}`)
  return response
}

export async function resetScenario(npi: string): Promise<void> {
  await post(`reset/${npi}`)
}

export const loadDemoApp = (app: DemoAppId) => load<DemoAppState>(`${app}/state.json`)

export const askMay = (app: DemoAppId, npi: string, permission: string) =>
  load<DemoMayReply>(`${app}/may.json?${new URLSearchParams({ npi, permission })}`)

export async function refreshDemoApp(app: DemoAppId): Promise<DemoAppState> {
  const response = await post(`${app}/refresh`)
  return response.json()
}
