import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkNpi } from './npi.ts'
import * as rule from './rules.ts'
import * as own from './sentences.ts'

/** Literal texts instead of messages.ts, so that a changed letter fails the test. */
type Case = [rule: string, value: string, expected: string | undefined]
const rules: Record<string, (value: string) => string | undefined> = {
  npi: checkNpi,
  choice: rule.checkChoice,
  ssn: rule.checkLastSsn,
  tin: rule.checkTaxId,
  claim: rule.checkClaimNumber,
  amount: rule.checkBilledAmount,
  name: rule.checkName,
  userName: rule.checkUserName,
  activationUserName: rule.checkActivationUserName,
  password: rule.checkPassword,
  email: rule.checkEmail,
  signatoryEmail: rule.checkSignatoryEmail,
  phone: rule.checkPhone,
  extension: rule.checkExtension,
  answer: rule.checkSecurityAnswer,
  captcha: rule.checkCaptcha,
}

const TEN = 'Your National Provider Identifier must be 10 digits in length.'
const SHORT = 'Invalid User Name. User Name must be at least six characters.'
const cases: Case[] = [
  ['npi', '', 'Required'],
  ['npi', '110000001', TEN],
  ['npi', '11000000a1', TEN],
  ['npi', '0000000000', TEN],
  ['npi', '1100000011', undefined],
  ['npi', '9999999999', undefined],
  ['choice', '', 'Please select an option.'],
  ['choice', 'self', undefined],
  ['ssn', '', 'XXXX'],
  ['ssn', '123', 'XXXX'],
  ['ssn', '12345', 'XXXX'],
  ['ssn', '4321', undefined],
  ['tin', '12345678', 'XXXXXXXXX'],
  ['tin', '04-123456', 'XXXXXXXXX'],
  ['tin', '041234567', undefined],
  ['claim', '', 'Required.'],
  ['claim', 'HV0000000001', undefined],
  ['claim', 'H'.repeat(17), own.tooLong(16)],
  ['amount', '', 'Required.'],
  ['amount', ' $ ', 'Required.'],
  ['amount', '125', undefined],
  ['amount', '$ 125.00', undefined],
  ['amount', '9'.repeat(16), undefined],
  ['amount', '9'.repeat(17), own.tooLong(16)],
  ['amount', '12.345', own.AMOUNT_STYLE],
  ['amount', '1.2.3', own.AMOUNT_STYLE],
  ['amount', '-5', own.AMOUNT_STYLE],
  ['name', '  ', 'Required.'],
  ['name', 'x'.repeat(75), undefined],
  ['name', 'x'.repeat(76), own.tooLong(75)],
  ['name', 'Ann\tMarie', own.HIDDEN_CHARACTERS],
  ['name', 'Ann\u2028Marie', own.HIDDEN_CHARACTERS],
  ['name', 'Ann\u202EeiraM', own.TEXT_DIRECTION],
  ['name', 'Ann\u2066Marie', own.TEXT_DIRECTION],
  ['name', 'Ann\u200FMarie', own.TEXT_DIRECTION],
  ['name', 'Ann\u061CMarie', own.TEXT_DIRECTION],
  ['name', 'نور\u200Cالدين', undefined],
  ['userName', '', 'Required.'],
  ['userName', 'amara', SHORT],
  ['userName', 'amara1', undefined],
  ['userName', 'amarawhitfie', undefined],
  ['userName', 'amarawhitfiel', own.tooLong(12)],
  ['userName', 'amara w', own.USER_NAME_CHARACTERS],
  ['userName', 'amara-w', own.USER_NAME_CHARACTERS],
  ['activationUserName', 'amara w', undefined],
  ['activationUserName', ' amara ', SHORT],
  ['activationUserName', 'amara_w', own.USER_NAME_CHARACTERS],
  ['password', '', 'Required.'],
  ['password', 'abcdef1', 'Invalid Password'],
  ['password', 'abcdefgh', 'Invalid Password'],
  ['password', '12345678', 'Invalid Password'],
  ['password', 'abcdef1!', 'Invalid Password'],
  ['password', 'abcdefg1', undefined],
  ['password', 'abcdefghijklmno1', undefined],
  ['password', 'abcdefghijklmnop1', 'Invalid Password'],
  ['email', '', 'Required.'],
  ['email', 'amara@lowell', 'Invalid Email'],
  ['email', 'amara lowell@x.example', 'Invalid Email'],
  ['email', 'a@b.example\nBcc: c@d.example', 'Invalid Email'],
  ['email', '.a@b.example', 'Invalid Email'],
  ['email', 'a@-b.example', 'Invalid Email'],
  ['email', "amara.o'neil+portal@mail.lowell.example", undefined],
  ['email', `${'x'.repeat(88)}@b.example.`, 'Invalid Email'],
  ['email', `${'x'.repeat(90)}@b.example`, undefined],
  ['email', `${'x'.repeat(91)}@b.example`, own.tooLong(100)],
  ['signatoryEmail', '', 'Required.'],
  ['signatoryEmail', 'nobody', 'Invalid Email'],
  ['signatoryEmail', `${'x'.repeat(65)}@b.example`, undefined],
  ['signatoryEmail', `${'x'.repeat(66)}@b.example`, own.tooLong(75)],
  ['phone', '', 'Required.'],
  ['phone', '(512) 555-017', 'Invalid Phone '],
  ['phone', '5125550177', undefined],
  ['phone', '51255501770', own.PHONE_TOO_LONG],
  ['phone', '(512) 555-0177 x9', own.PHONE_TOO_LONG],
  ['phone', '+1 (512) 555-0177', undefined],
  ['extension', '', undefined],
  ['extension', '123456', undefined],
  ['extension', '1234567', own.EXTENSION_DIGITS],
  ['extension', '12a', own.EXTENSION_DIGITS],
  ['answer', '', 'Required.'],
  ['answer', 'x'.repeat(76), own.tooLong(75)],
  ['answer', 'a\tb', own.HIDDEN_CHARACTERS],
  ['claim', 'HV\t1', own.HIDDEN_CHARACTERS],
  ['captcha', '', 'Please complete Captcha.'],
  ['captcha', 'eyJ9', undefined],
]

test.each(cases)('the rule for %s returns for %j: %s', (name, value, expected) => {
  expect(rules[name]?.(value)).toBe(expected)
})

describe('pairs and lists', () => {
  test('the password confirmation is case-sensitive', () => {
    expect(rule.checkConfirmPassword('', 'abcdefg1')).toBe('Required.')
    expect(rule.checkConfirmPassword('Abcdefg1', 'abcdefg1')).toBe('Password and Confirm Password is not matching')
    expect(rule.checkConfirmPassword('abcdefg1', 'abcdefg1')).toBeUndefined()
  })

  test('email confirmations ignore case', () => {
    expect(rule.checkConfirmEmail('', 'a@b.example')).toBe('Required.')
    expect(rule.checkConfirmEmail('c@b.example', 'a@b.example')).toBe('Email and Confirm E-Mail do not match')
    expect(rule.checkConfirmEmail('A@B.example', 'a@b.example')).toBeUndefined()
    expect(rule.checkSignatoryConfEmail('c@b.example', 'a@b.example')).toBe(
      'Signatory Email and Signatory Confirm E-Mail do not match',
    )
    expect(rule.checkSignatoryConfEmail('A@b.example', 'a@b.example')).toBeUndefined()
  })

  test('groups and permissions need one choice, and a quiz needs every answer', () => {
    expect(rule.checkGroups([{ checked: false }])).toBe('Please select at least one provider group.')
    expect(rule.checkGroups([{ checked: false }, { checked: true }])).toBeUndefined()
    expect(rule.checkPermissions([])).toBe('You must select at least one permission from the list below.')
    expect(rule.checkPermissions([{ checked: true }])).toBeUndefined()
    expect(rule.checkQuiz([{ selectedChoice: 'a' }, { selectedChoice: '' }])).toBe(
      'You must answer all questions to continue. Please try again.',
    )
    expect(rule.checkQuiz([{ selectedChoice: 'a' }])).toBeUndefined()
  })

  test('a security question cannot be chosen twice', () => {
    expect(rule.checkSecurityQuestion('', [])).toBe('Required.')
    expect(rule.checkSecurityQuestion('First pet?', ['First pet?'])).toBe(own.QUESTION_REPEATED)
    expect(rule.checkSecurityQuestion('First pet?', ['First car?'])).toBeUndefined()
  })

  test('a field offers at most twenty matching questions, without those chosen in other fields', () => {
    const all = Array.from({ length: 30 }, (_, at) => `Question ${at}?`)
    expect(rule.offerQuestions(all, [])).toHaveLength(20)
    expect(rule.explainUnlisted(' question 3? ', ['Question 3?'])).toBe('Please choose a different question each time.')
    expect(rule.explainUnlisted('Question', ['Question 3?'])).toBe('Please choose a question from the list.')
    expect(rule.offerQuestions(all, ['Question 0?'])[0]).toBe('Question 1?')
    expect(rule.offerQuestions(all, ['Question 29?'], ' QUESTION 2')).toEqual([
      'Question 2?',
      ...Array.from({ length: 9 }, (_, at) => `Question 2${at}?`),
    ])
  })
})

test('a password is accepted exactly when it has 8 to 16 letters and digits and one of each', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'aZ09 !é'), maxLength: 20 })
  fc.assert(
    fc.property(typed, (password) => {
      const characters = [...password]
      const good =
        password.length >= 8 &&
        password.length <= 16 &&
        characters.every((each) => 'aZ09'.includes(each)) &&
        characters.some((each) => 'aZ'.includes(each)) &&
        characters.some((each) => '09'.includes(each))
      expect(rule.checkPassword(password) === undefined).toBe(good)
    }),
  )
})

test('no accepted address contains whitespace or a second @', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'ab.@ \r\n<>,'), maxLength: 12 })
  fc.assert(
    fc.property(typed, typed, (local, host) => {
      const address = `${local}@${host}.example`
      if (rule.checkEmail(address) === undefined) expect(address).toMatch(/^[^\s@<>,]+@[^\s@<>,]+$/)
    }),
  )
})
