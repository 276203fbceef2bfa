import { COMMON_PASSWORD } from '@portico/core/forms/sentences'
import { expect, test } from 'vitest'
import { verifyPassword } from '#platform/identity/password.ts'
import { type CredentialsInput, isCommonPassword, prepareCredentials } from './credentials.ts'

const input = (change: Partial<CredentialsInput> = {}): CredentialsInput => ({
  userName: 'RSample01',
  password: 'Voyage4711x',
  questions: ['One?', 'Two?', 'Three?'].map((question) => ({ question, answer: ` My  Answer to ${question} ` })),
  ...change,
})

test('prepared credentials contain only hashes, and answers ignore case and spacing', async () => {
  const prepared = await prepareCredentials(input())
  if (!('entity' in prepared)) throw new Error('refused')
  const { userName, userNameKey, passwordHash, answers } = prepared.entity
  expect([userName, userNameKey]).toEqual(['RSample01', 'rsample01'])
  expect(JSON.stringify(prepared)).not.toMatch(/Voyage4711x|My {2}Answer/)
  expect(await verifyPassword('Voyage4711x', passwordHash)).toBe(true)
  expect(await verifyPassword('voyage4711x', passwordHash)).toBe(false)
  expect(await verifyPassword('my answer to two?', answers[1]?.answerHash ?? '')).toBe(true)
})

test.each(['Password1', 'PASSWORD123', 'qwerty123', '1q2w3e4r', 'Welcome1', 'Sunshine2024', 'michael1', 'abcd1234'])(
  'refuses the common password %s',
  async (password) => {
    expect(await prepareCredentials(input({ password }))).toEqual({
      refusal: { status: 407, message: COMMON_PASSWORD },
    })
  },
)

test.each(['Voyage4711x', 'Harbor2026', 'k7Lantern9q'])('accepts %s as not common', async (password) => {
  expect(await isCommonPassword(password)).toBe(false)
})

test.each([
  ['a short user name', { userName: 'short' }, 405],
  ['a space without leave', { userName: 'two words' }, 405],
  ['a password of letters only', { password: 'onlyletters' }, 407],
  ['a question twice', { questions: Array.from({ length: 3 }, () => ({ question: 'One?', answer: 'a' })) }, 407],
  ['two questions', { questions: input().questions.slice(1) }, 407],
  ['an empty answer', { questions: [...input().questions.slice(1), { question: 'One?', answer: ' ' }] }, 407],
])('refuses %s', async (_what, change, status) => {
  expect(await prepareCredentials(input(change))).toMatchObject({ refusal: { status } })
})

test('activation keeps inner spaces of a user name and trims its ends', async () => {
  const prepared = await prepareCredentials(input({ userName: ' Two Words ', allowSpaces: true }))
  expect(prepared).toMatchObject({ entity: { userName: 'Two Words', userNameKey: 'two words' } })
})
