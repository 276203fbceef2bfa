import { expect, test } from 'vitest'
import { EMAIL_MISMATCH, INVALID_EMAIL, REQUIRED } from '../forms/messages.ts'
import { tooLong } from '../forms/sentences.ts'
import { checkSignatory, checkSignature, checkSigningCode } from './forms.ts'
import { CODE_SIX_DIGITS, lettersNotPrinted, SIGNATURE_NEEDED, SIGNATURE_NOT_YOURS } from './signing-sentences.ts'

const person = { name: 'Dana Whitlock', title: 'Director', email: 'd@x.example', confirmEmail: 'D@x.example' }

test('requires a signatory’s name, title and matching email addresses', () => {
  expect(checkSignatory(person)).toEqual({})
  expect(checkSignatory({ name: ' ', title: '', email: '', confirmEmail: '' })).toEqual({
    name: REQUIRED,
    title: REQUIRED,
    email: REQUIRED,
    confirmEmail: REQUIRED,
  })
  expect(checkSignatory({ ...person, email: 'nobody' }).email).toBe(INVALID_EMAIL)
  expect(checkSignatory({ ...person, confirmEmail: 'e@x.example' })).toEqual({ confirmEmail: EMAIL_MISMATCH })
  expect(checkSignatory({ ...person, title: 'x'.repeat(76) }).title).toBe(tooLong(75))
})

test('refuses a signatory’s name or title that the contract cannot print', () => {
  const missing = { name: lettersNotPrinted('山田'), title: lettersNotPrinted('長') }
  expect(checkSignatory({ ...person, name: '山田', title: '長' })).toEqual(missing)
  const signature = { typed: '山田', strokes: [] }
  expect(checkSignature({ ...signature, name: '山田', title: '長' })).toEqual(missing)
  expect(checkSignatory({ ...person, name: 'Żaneta Łukaszewska', title: 'Директор' })).toEqual({})
})

test('accepts exactly six digits as a code, with or without spaces', () => {
  expect(checkSigningCode('123 456')).toBeUndefined()
  for (const code of ['', '12345', '1234567', '12a456']) expect(checkSigningCode(code)).toBe(CODE_SIX_DIGITS)
})

test('accepts the typed name or a drawing of several points as a signature', () => {
  const signed = { name: 'Dana Whitlock', title: 'Director', typed: '', strokes: [] }
  expect(checkSignature(signed)).toEqual({ signature: SIGNATURE_NEEDED })
  expect(checkSignature({ ...signed, typed: ' dana whitlock ' })).toEqual({})
  expect(checkSignature({ ...signed, typed: 'Somebody Else' })).toEqual({ signature: SIGNATURE_NOT_YOURS })
  expect(checkSignature({ ...signed, strokes: [[1, 1]] })).toEqual({ signature: SIGNATURE_NEEDED })
  expect(checkSignature({ ...signed, strokes: [[1, 1, 2, 2, 3, 3, 4, 4]] })).toEqual({})
  expect(checkSignature({ ...signed, name: '', title: '' })).toMatchObject({ name: REQUIRED, title: REQUIRED })
})
