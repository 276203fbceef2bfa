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

test('checkContactForm needs no password if the email address is unchanged', () => {
  expect(checkContactForm(contact, 'AMARA@office.example')).toEqual({})
})

test('checkContactForm needs the password for a new email address', () => {
  expect(checkContactForm(contact, 'before@office.example')).toEqual({ currentPassword: text.REQUIRED })
})

test('checkContactForm reports every invalid field', () => {
  const empty = { ...contact, firstName: '', lastName: ' ', email: 'x', confirmEmail: 'y', phone: '1', phoneExt: 'a' }
  const fields = ['firstName', 'lastName', 'email', 'confirmEmail', 'phone', 'phoneExt', 'currentPassword']
  expect(Object.keys(checkContactForm(empty, contact.email))).toEqual(fields)
})

test('checkPasswordForm checks the new password and its confirmation', () => {
  expect(checkPasswordForm({ currentPassword: '', password: 'short1', confirmPassword: 'other1' })).toEqual({
    currentPassword: text.REQUIRED,
    password: text.INVALID_PASSWORD,
    confirmPassword: text.PASSWORD_MISMATCH,
  })
})

test('checkQuestionsForm reports a repeated question at its later slot', () => {
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
])('checkResetForm for answers %j %j %j reports %s', (answer1, answer2, answer3, missing) => {
  const form = { answer1, answer2, answer3, password: 'Harborview1', confirmPassword: 'Harborview1' }
  expect(checkResetForm(form)).toEqual(missing ? { [missing]: ANSWER_TWO } : {})
})

test('the forgot forms require a valid email address and a user name', () => {
  expect(checkForgotUsernameForm({ email: 'nobody' })).toEqual({ email: text.INVALID_EMAIL })
  expect(checkForgotUsernameForm({ email: ' amara@office.example ' })).toEqual({})
  expect(checkForgotPasswordForm({ userName: ' ' })).toEqual({ userName: text.REQUIRED })
})
