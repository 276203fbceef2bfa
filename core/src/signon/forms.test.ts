import { expect, test } from 'vitest'
import * as text from '../forms/messages.ts'
import { QUESTION_REPEATED } from '../forms/sentences.ts'
import {
  type ContactForm,
  checkContactForm,
  checkForgotPasswordForm,
  checkForgotUsernameForm,
  checkPasswordForm,
  checkQuestionsForm,
  checkResetForm,
} from './forms.ts'
import { ANSWER_TWO } from './sentences.ts'

const contact: ContactForm = {
  firstName: 'Amara',
  lastName: 'Whitfield',
  email: 'amara@office.example',
  confirmEmail: 'Amara@Office.example',
  phone: '(512) 555-0177',
  phoneExt: '',
  currentPassword: '',
}

test('contact details as they were need no password', () => {
  expect(checkContactForm(contact, 'AMARA@office.example')).toEqual({})
})

test('a new email address needs the password', () => {
  expect(checkContactForm(contact, 'before@office.example')).toEqual({ currentPassword: text.REQUIRED })
})

test('every contact field is told apart', () => {
  const empty = { ...contact, firstName: '', lastName: ' ', email: 'x', confirmEmail: 'y', phone: '1', phoneExt: 'a' }
  const fields = ['firstName', 'lastName', 'email', 'confirmEmail', 'phone', 'phoneExt', 'currentPassword']
  expect(Object.keys(checkContactForm(empty, contact.email))).toEqual(fields)
})

test('a new password is checked and confirmed', () => {
  expect(checkPasswordForm({ currentPassword: '', password: 'short1', confirmPassword: 'other1' })).toEqual({
    currentPassword: text.REQUIRED,
    password: text.INVALID_PASSWORD,
    confirmPassword: text.PASSWORD_MISMATCH,
  })
})

test('a question chosen twice is told at its later slot', () => {
  const form = {
    currentPassword: 'Harborview1',
    securityQuestion1: 'Pet?',
    securityQuestion2: 'Town?',
    securityQuestion3: 'Pet?',
    securityAns1: 'a',
    securityAns2: 'b',
    securityAns3: 'c',
  }
  expect(checkQuestionsForm(form)).toEqual({ securityQuestion3: QUESTION_REPEATED })
})

test.each([
  ['', '', '', 'answer1'],
  ['Biscuit', '', '', 'answer2'],
  ['', '', 'Lincoln', 'answer1'],
  ['Biscuit', ' ', 'Lincoln', undefined],
])('of the answers %j %j %j the one missing is %s', (answer1, answer2, answer3, missing) => {
  const form = { answer1, answer2, answer3, password: 'Harborview1', confirmPassword: 'Harborview1' }
  expect(checkResetForm(form)).toEqual(missing ? { [missing]: ANSWER_TWO } : {})
})

test('a forgotten user name asks for an address, a forgotten password for a user name', () => {
  expect(checkForgotUsernameForm({ email: 'nobody' })).toEqual({ email: text.INVALID_EMAIL })
  expect(checkForgotUsernameForm({ email: ' amara@office.example ' })).toEqual({})
  expect(checkForgotPasswordForm({ userName: ' ' })).toEqual({ userName: text.REQUIRED })
})
