import { expect, test } from 'vitest'
import { checkMemberAccount, checkMemberCode, checkMemberDetails } from './forms.ts'
import { cardDay, cardFileName, relationshipLabel } from './id-card.ts'
import { BAD_BIRTH_DATE, CODE_DIGITS, TERMS_NEEDED } from './sentences.ts'

const details = { memberId: 'N4100000101', firstName: 'Ada', lastName: 'Sample', birthDate: '1980-05-05' }

test('checkMemberDetails requires every field and a birth date in the past', () => {
  expect(checkMemberDetails(details, '2026-03-02')).toEqual({})
  expect(Object.keys(checkMemberDetails({ memberId: ' ', firstName: '', lastName: '', birthDate: '' }, ''))).toEqual([
    'memberId',
    'firstName',
    'lastName',
    'birthDate',
  ])
  for (const birthDate of ['2026-03-03', '1980-02-30', '05/05/1980', '1799-01-01'])
    expect(checkMemberDetails({ ...details, birthDate }, '2026-03-02')).toEqual({ birthDate: BAD_BIRTH_DATE })
})

test('checkMemberCode requires six digits', () => {
  expect(checkMemberCode({ code: '012345' })).toEqual({})
  for (const code of ['12345', '1234567', '12345a']) expect(checkMemberCode({ code })).toEqual({ code: CODE_DIGITS })
})

test('checkMemberAccount applies the account rules in the order of the screen', () => {
  const empty = {
    phone: '',
    phoneExt: '1234567',
    userName: 'short',
    password: 'short',
    confirmPassword: 'other',
    securityQuestion1: 'A?',
    securityQuestion2: 'A?',
    securityQuestion3: 'B?',
    securityAns1: 'x',
    securityAns2: 'y',
    securityAns3: '',
    termsAccepted: false,
  }
  const errors = checkMemberAccount(empty)
  expect(Object.keys(errors)).toEqual([
    'phone',
    'phoneExt',
    'userName',
    'password',
    'confirmPassword',
    'securityQuestion2',
    'securityAns3',
    'termsAccepted',
  ])
  expect(errors.termsAccepted).toBe(TERMS_NEEDED)
})

test('formats the date, file name and relationship of an ID card', () => {
  expect(cardDay('2024-01-31')).toBe('01/31/2024')
  expect(cardFileName('80000 1234/01')).toBe('id-card-80000-1234-01.pdf')
  expect([relationshipLabel('SELF'), relationshipLabel('STEP_CHILD')]).toEqual(['Subscriber', 'Step child'])
})
