import { type APIRequestContext, request as api, type Browser, type Page } from '@playwright/test'
import * as calls from '@portico/core/access/calls'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { SECURITY_QUESTIONS } from '@portico/core/forms/security-questions'
import { activateUserAccount, profileByActivationId } from '@portico/core/registration/calls'
import { emptyRegistration, postableModel } from '@portico/core/registration/model'
import { SIGN_ON_PATH } from '@portico/core/signon/agent'
import { at, expect, harborview, signInAs } from '../fixtures.ts'
import type { Person } from './people.ts'
import type { TestPlan } from './test-plan.ts'
import { openWindow } from './windows.ts'
import { type Account, newAccount } from './wizard.ts'

/** Colleagues of a journey's SAA, created with the pages' calls. */

export type Member = Account & { role: 'AA' | 'AU' }
type Credentials = Pick<Account, 'userName' | 'password'>

/** Invites a colleague and completes the account with the mailed link. */
export async function addMember(
  plan: TestPlan,
  saa: Person,
  role: Member['role'],
  permissions: string[],
): Promise<Member> {
  const member: Member = { ...newAccount(), role }
  const inviting = await openSession(saa)
  const { firstName, lastName, email } = member
  const invitation = { entity: entityOf(saa), role, permissions, firstName, lastName, email }
  await post(inviting, calls.invite.path, invitation)
  await inviting.dispose()
  await activate(member, (await plan.findMail('account.invited', email)).link)
  return member
}

export const entityOf = (saa: Person): string => `NPI:${saa.provider.npi}`

async function activate(member: Member, link: string): Promise<void> {
  const visitor = await api.newContext()
  const activationId = new URL(link).searchParams.get('activateId') ?? ''
  const call = `/Provider${profileByActivationId.path}?activationId=${activationId}`
  expect((await (await visitor.get(at(harborview, call))).json()).status).toBe(200)
  await post(visitor, activateUserAccount.path, {
    ...postableModel(emptyRegistration()),
    regType: 'accountActivation',
    userName: member.userName,
    password: member.password,
    confirmPassword: member.password,
    securityQuestion1: SECURITY_QUESTIONS[0],
    securityQuestion2: SECURITY_QUESTIONS[1],
    securityQuestion3: SECURITY_QUESTIONS[2],
    securityAns1: 'Copperfield',
    securityAns2: 'Juniper Terrace',
    securityAns3: 'Marigold',
  })
  await visitor.dispose()
}

/** Changes what a colleague may do. */
export async function changePermissions(saa: Person, member: Member, permissions: string[]): Promise<void> {
  const changing = await openSession(saa)
  const call = `/Provider${calls.listPeople.path}?search=${encodeURIComponent(member.email)}`
  const { entity } = await (await changing.get(at(harborview, call))).json()
  await post(changing, calls.changeGrant.path, { grantId: entity.people[0].grantId, permissions })
  await changing.dispose()
}

/** Selects a person's account, to change its grants. */
export const selectAccount = (plan: TestPlan, { email }: Pick<Account, 'email'>) =>
  plan.db.selectFrom('account').select('id').where('email', '=', email)

async function openSession(person: Credentials): Promise<APIRequestContext> {
  const context = await api.newContext()
  const origin = new URL(at(harborview, '/')).origin
  const reply = await context.post(at(harborview, SIGN_ON_PATH), {
    form: { USER: person.userName, PASSWORD: person.password, TARGET: PROVIDER_PATHS.home },
    headers: { origin },
    maxRedirects: 0,
  })
  expect(reply.headers().location, 'sign-on').toContain(PROVIDER_PATHS.home)
  return context
}

async function post(context: APIRequestContext, call: string, data: unknown): Promise<unknown> {
  await context.get(at(harborview, PROVIDER_PATHS.login))
  const { cookies } = await context.storageState()
  const token = cookies.find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? ''
  const reply = await context.post(at(harborview, `/Provider${call}`), {
    data,
    headers: { 'X-XSRF-TOKEN': decodeURIComponent(token) },
  })
  const { status, entity } = await reply.json()
  expect(status, call).toBe(200)
  return entity
}

/** Opens a window signed in as another user. */
export async function openAs(browser: Browser, who: Credentials): Promise<Page> {
  const page = await openWindow(browser)
  await signInAs(page, who)
  return page
}
