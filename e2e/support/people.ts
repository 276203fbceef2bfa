import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { emptyRegistration, postableModel } from '@portico/core/registration/model'
import { SECURITY_QUESTIONS } from '@portico/core/registration/security-questions'
import { at, expect, type TestBrand } from '../fixtures.ts'
import type { TestPlan, TestProvider } from './test-plan.ts'

/** People of a journey's own, made by the same calls the wizard makes: the demo accounts stay as they are. */

export type Person = {
  userName: string
  password: string
  email: string
  firstName: string
  lastName: string
  /** In the order of the account's questions. */
  answers: [string, string, string]
  provider: TestProvider
}

/** Asks on behalf of a provider of its own: an account that can sign in and whose one request waits. */
export async function registerWaitingPerson(
  request: APIRequestContext,
  plan: TestPlan,
  brand: TestBrand,
): Promise<Person> {
  const provider = await plan.takeProvider('full')
  const unique = randomBytes(4).toString('hex')
  const person: Person = {
    userName: `wait${unique}`,
    password: 'Lantern4821x',
    email: `wait.${unique}@office.example`,
    firstName: 'Wanda',
    lastName: `Sample${unique.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string)}`,
    answers: ['Copperfield', 'Juniper Terrace', 'Marigold'],
    provider,
  }
  const model = modelOf(person, unique)
  const get = await request.get(at(brand, `/Provider/rest/nonsec/reg/valRegNpi?npiId=${provider.npi}`))
  expect((await get.json()).status).toBe(200)
  await post(request, brand, 'valRegProfile', model)
  await post(request, brand, 'addSaa', model)
  return person
}

function modelOf(person: Person, unique: string) {
  const { provider, answers, ...account } = person
  const { email, password } = account
  const provided = `provider.${unique}@practice.example`
  return {
    ...postableModel(emptyRegistration()),
    ...account,
    npiId: provider.npi,
    regType: 'NPI',
    regRoleSel: 'SAA',
    regBy: 'behalf',
    validateBy: 'ssn',
    lastSsn: provider.lastSsn,
    confirmEmail: email,
    confirmPassword: password,
    phone: '5125550177',
    securityQuestion1: SECURITY_QUESTIONS[0],
    securityQuestion2: SECURITY_QUESTIONS[1],
    securityQuestion3: SECURITY_QUESTIONS[2],
    securityAns1: answers[0],
    securityAns2: answers[1],
    securityAns3: answers[2],
    contactFirstName: 'Amara',
    contactLastName: 'Whitfield',
    signatoryEmail: provided,
    signatoryConfEmail: provided,
  }
}

async function post(request: APIRequestContext, brand: TestBrand, call: string, data: unknown): Promise<void> {
  const { cookies } = await request.storageState()
  const token = cookies.find((cookie) => cookie.name === 'XSRF-TOKEN' && brand.host === cookie.domain)?.value ?? ''
  const reply = await request.post(at(brand, `/Provider/rest/nonsec/reg/${call}`), {
    data,
    headers: { 'X-XSRF-TOKEN': decodeURIComponent(token) },
  })
  expect(await reply.json(), call).toEqual({ status: 200, entity: true })
}

/** By the login page, as anybody would. */
export async function signInAs(page: Page, brand: TestBrand, person: { userName: string; password: string }) {
  await page.goto(at(brand, '/thp/portal/providers/login'))
  await page.getByLabel('User name').fill(person.userName)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
