import * as access from '@portico/core/access/calls'
import * as bell from '@portico/core/bell/calls'
import * as contracts from '@portico/core/contracts/calls'
import * as signOnHub from '@portico/core/sign-on-hub/calls'
import * as signon from '@portico/core/signon/calls'
import * as factors from '@portico/core/signon/factors/calls'
import * as staffViews from '@portico/core/staff-views/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestBrowser } from '../test/browser.ts'
import { buildTestApp, type TestApp } from '../test/build-test-app.ts'
import { DEMO_PASSWORD } from './demo/seed/demo-access.ts'

/** Every secured call, from the server's own API description, so that new calls are included automatically. */
type Call = { method: 'GET' | 'POST'; path: string }

let app: TestApp
let calls: Call[]
beforeAll(async () => {
  app = await buildTestApp()
  const { paths } = (await app.app.inject('/Provider/rest/openapi.json')).json() as {
    paths: Record<string, Record<string, unknown>>
  }
  calls = Object.entries(paths)
    .filter(([path]) => path.includes('/rest/sec/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        method: method.toUpperCase() as Call['method'],
        path: path.slice('/Provider'.length),
      })),
    )
})
afterAll(() => app.close())

async function signedIn(userName: string): Promise<TestBrowser> {
  const browser = app.openBrowser()
  await browser.signIn(userName, DEMO_PASSWORD)
  return browser
}

/** An empty call: a caller without permission is refused before the body is validated. */
async function httpStatusOf(browser: TestBrowser, { method, path }: Call): Promise<number> {
  const reply = method === 'GET' ? await browser.get(`/Provider${path}`) : await browser.post(`/Provider${path}`)
  return reply.statusCode
}

const nameOf = ({ method, path }: Call) => `${method} ${path}`

async function callsNotRefused(browser: TestBrowser): Promise<string[]> {
  const open: string[] = []
  for (const call of calls) {
    // The session must outlast the loop.
    if (call.path === signon.logout.path) continue
    if ((await httpStatusOf(browser, call)) !== 403) open.push(nameOf(call))
  }
  return open.sort()
}

test('describes its secured calls', () => {
  expect(calls.length).toBeGreaterThan(50)
})

test('refuses every secured call without a session', async () => {
  const stranger = app.openBrowser()
  for (const call of calls) expect(await httpStatusOf(stranger, call), nameOf(call)).toBe(401)
})

test('lets an account with only pending requests reach its status page and its profile, and nothing else', async () => {
  const open = await callsNotRefused(await signedIn('demowait'))
  expect(open).toEqual(
    [
      `GET ${signon.isProviderUser.path}`,
      `GET ${signon.isMemberUser.path}`,
      `GET ${signon.isInternalUser.path}`,
      `GET ${signon.getGTM.path}`,
      `POST ${signon.trackUser.path}`,
      `GET ${signon.keepAliveProvider.path}`,
      `GET ${signon.me.path}`,
      `GET ${signon.sessions.path}`,
      `GET ${signOnHub.applicationTiles.path}`,
      `GET ${signOnHub.connectedApplications.path}`,
      `POST ${signOnHub.signOutOfApplication.path}`,
      `POST ${signOnHub.withdrawConsent.path}`,
      `GET ${staffViews.listViewsOfMe.path}`,
      `POST ${signon.endSession.path}`,
      `POST ${signon.updateContact.path}`,
      `POST ${signon.changePassword.path}`,
      `GET ${signon.securityQuestions.path}`,
      `POST ${signon.changeSecurityQuestions.path}`,
      `GET ${access.listMyRequests.path}`,
      `GET ${access.listControlledAccess.path}`,
      `POST ${access.cancelRequest.path}`,
      `POST ${access.sendRequestAgain.path}`,
      `POST ${contracts.uploadContract.path}`,
      `POST ${contracts.askForSignature.path}`,
      `POST ${contracts.startSigning.path}`,
      `POST ${contracts.sendSigningAgain.path}`,
      `POST ${contracts.cancelSigning.path}`,
      `GET ${contracts.signedCopy.path}`,
      ...Object.values(bell).map(({ method, path }) => `${method} ${path}`),
      ...Object.values(factors)
        .filter(({ access }) => access !== 'public' && 'pending' in access)
        .map(({ method, path }) => `${method} ${path}`),
    ].sort(),
  )
})

test.each(['demosaa', 'demomember', 'demostaff'])(
  'lets %s reach only what finishes signing in while a second factor is due',
  async (userName) => {
    const browser = await signedIn(userName)
    const { id } = await app.db
      .selectFrom('account')
      .select('id')
      .where('username_key', '=', userName)
      .executeTakeFirstOrThrow()
    for (const due of ['PROVE', 'SET_UP'] as const) {
      await app.db.updateTable('account_session').set({ factor_due: due }).where('account_id', '=', id).execute()
      expect(await callsNotRefused(browser)).toEqual(
        [
          `GET ${factors.factorChoices.path}`,
          `POST ${factors.proveFactor.path}`,
          `POST ${factors.sendFactorCode.path}`,
          `POST ${factors.askForPasskey.path}`,
          `POST ${factors.startApp.path}`,
          `POST ${factors.confirmApp.path}`,
          `POST ${factors.startPasskey.path}`,
          `POST ${factors.addPasskey.path}`,
          `POST ${factors.confirmEmailFactor.path}`,
        ].sort(),
      )
      const { entity } = await browser.getCall(signon.me.path)
      expect(entity.messageCode).toBe('factor-due')
    }
  },
)

test('refuses console calls to providers, and provider and member calls to plan staff', async () => {
  const byProvider = await callsNotRefused(await signedIn('demosaa'))
  expect(byProvider.filter((call) => call.includes('/sec/internal/'))).toEqual([])
  const byMember = await callsNotRefused(await signedIn('demomember'))
  expect(byMember.filter((call) => /\/sec\/(internal|access)\//.test(call))).toEqual([])
  const byStaff = await callsNotRefused(await signedIn('demostaff'))
  expect(byStaff.filter((call) => /\/sec\/(claim|scotrakker|scoinvoice|member)/.test(call))).toEqual([])
  const ownRequests = [access.listMyRequests.path, contracts.uploadContract.path, access.cancelRequest.path]
  expect(byStaff.filter((call) => ownRequests.some((own) => call.endsWith(own)))).toEqual([])
  const ofAgents = Object.values(staffViews).filter(
    ({ access }) => 'staff' in access && access.staff.join() === 'SUPPORT',
  )
  const forAgents = ofAgents.map(({ method, path }) => `${method} ${path}`)
  expect(forAgents).toHaveLength(6)
  expect(
    byStaff
      .filter((call) => call.includes('/sec/internal/'))
      .concat(forAgents)
      .sort(),
  ).toEqual(
    calls
      .filter((call) => call.path.includes('/sec/internal/'))
      .map(nameOf)
      .sort(),
  )
})
