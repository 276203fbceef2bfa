import { randomBytes } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { SECURITY_QUESTIONS } from '@portico/core/forms/security-questions'
import { captchaChallenge } from '@portico/core/registration/calls'
import { emptyRegistration, postableModel } from '@portico/core/registration/model'
import type { Quiz, QuizScore } from '@portico/core/registration/shapes'
import { solveForTests } from '../../server/test/solve-captcha.ts'
import { at, expect, harborview } from '../fixtures.ts'
import type { TestPlan, TestProvider } from './test-plan.ts'
import { type Account, newAccount } from './wizard.ts'

/** People for a journey, created with the wizard's calls, so that demo accounts stay unchanged. */

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

const ANSWERS: Person['answers'] = ['Copperfield', 'Juniper Terrace', 'Marigold']

/**
 * Creates an account with one pending on-behalf request. It can sign in under both brands. The calls use the default
 * host, the only one that resolves without a browser.
 */
export async function registerWaitingPerson(
  request: APIRequestContext,
  plan: TestPlan,
  provider?: TestProvider,
): Promise<Person> {
  // A provider can have any number of pending requests, so people of one worker share a provider. A journey that
  // decides a request uses its own, because accepting one ends the others.
  sharedProvider ??= plan.takeProvider('full')
  const { person, unique } = createPerson(provider ?? (await sharedProvider))
  const model = { ...buildModel(person), ...onBehalf(unique) }
  await startRegistration(request, model)
  expect(await post(request, 'addSaa', model)).toBe(true)
  return person
}

let sharedProvider: Promise<TestProvider> | undefined

/** Registers a provider with the quiz: an account with active access. */
export async function registerActivePerson(request: APIRequestContext, plan: TestPlan): Promise<Person> {
  const { person } = createPerson(await plan.takeProvider('full'))
  const model = buildModel(person)
  await startRegistration(request, model)
  const quiz = (await post(request, 'quizRequest', model)) as Quiz
  const key = await plan.readQuizKey(person.provider.npi)
  const questionList = quiz.questionList.map((question) => ({
    ...question,
    selectedChoice: question.choiceList.find((choice) => choice.text === key.get(question.text))?.id ?? '',
  }))
  const { transactionId } = (await post(request, 'quizScore', { ...quiz, questionList })) as QuizScore
  expect(await post(request, 'addSaa', { ...model, transactionId, identifyFound: true })).toBe(true)
  return person
}

/** Registers groups or an organization: an account that can sign in and waits for a contract. */
export async function registerByContract(
  request: APIRequestContext,
  regType: 'PG' | 'PO',
  groups: { id: string; npi: string }[],
): Promise<Account> {
  const [{ npi: npiId = '' } = {}] = groups
  const account = newAccount()
  await enterNpi(request, npiId)
  const challenge = await request.get(at(harborview, `/Provider${captchaChallenge.path}`))
  const model = {
    ...accountModel({ ...account, answers: ANSWERS }),
    npiId,
    regType,
    pgGroupMap: Object.fromEntries(groups.map(({ id }) => [id, { id, checked: true }])),
    captchaRes: await solveForTests(await challenge.json()),
  }
  expect(await post(request, 'addPoPgSaa', model)).toBe(true)
  return account
}

function createPerson(provider: TestProvider): { person: Person; unique: string } {
  const unique = randomBytes(4).toString('hex')
  const person: Person = {
    userName: `wait${unique}`,
    password: 'Lantern4821x',
    email: `wait.${unique}@office.example`,
    firstName: 'Wanda',
    lastName: `Sample${unique.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string)}`,
    answers: ANSWERS,
    provider,
  }
  return { person, unique }
}

/** Enters the NPI and SSN, the start of every physician's path. */
async function startRegistration(request: APIRequestContext, model: { npiId: string }): Promise<void> {
  await enterNpi(request, model.npiId)
  expect(await post(request, 'valRegProfile', model)).toBe(true)
}

async function enterNpi(request: APIRequestContext, npiId: string): Promise<void> {
  const reply = await request.get(at(harborview, `/Provider/rest/nonsec/reg/valRegNpi?npiId=${npiId}`))
  expect((await reply.json()).status).toBe(200)
}

function buildModel({ provider, ...person }: Person) {
  return { ...accountModel(person), npiId: provider.npi, regType: 'NPI', validateBy: 'ssn', lastSsn: provider.lastSsn }
}

/** The completed account form. */
function accountModel({ answers, ...account }: Account & Pick<Person, 'answers'>) {
  const { email, password } = account
  return {
    ...postableModel(emptyRegistration()),
    ...account,
    regRoleSel: 'SAA',
    regBy: 'self',
    confirmEmail: email,
    confirmPassword: password,
    phone: '5125550177',
    securityQuestion1: SECURITY_QUESTIONS[0],
    securityQuestion2: SECURITY_QUESTIONS[1],
    securityQuestion3: SECURITY_QUESTIONS[2],
    securityAns1: answers[0],
    securityAns2: answers[1],
    securityAns3: answers[2],
  }
}

function onBehalf(unique: string) {
  const signatoryEmail = `provider.${unique}@practice.example`
  return {
    regBy: 'behalf',
    contactFirstName: 'Amara',
    contactLastName: 'Whitfield',
    signatoryEmail,
    signatoryConfEmail: signatoryEmail,
  }
}

async function post(request: APIRequestContext, call: string, data: unknown): Promise<unknown> {
  const { cookies } = await request.storageState()
  const token = cookies.find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? ''
  const reply = await request.post(at(harborview, `/Provider/rest/nonsec/reg/${call}`), {
    data,
    headers: { 'X-XSRF-TOKEN': decodeURIComponent(token) },
  })
  const { status, entity } = await reply.json()
  expect(status, call).toBe(200)
  return entity
}
