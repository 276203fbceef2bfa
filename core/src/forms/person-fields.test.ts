import { expect, test } from 'vitest'
import { collectErrors } from './form-errors.ts'
import { NO_PERSON, PERSON_COLUMNS, PERSON_FIELDS } from './person-fields.ts'
import { invitedProblems, personProblems } from './rules.ts'

const person = {
  firstName: 'Robin',
  lastName: 'Sample',
  email: 'robin@example.org',
  phone: '(512) 555-0177',
  phoneExt: '12',
}

test('each field has a column of its own', () => {
  expect(new Set(PERSON_COLUMNS).size).toBe(Object.keys(PERSON_FIELDS).length)
})

test('accepts a complete person', () => {
  expect(collectErrors(personProblems({ ...person, confirmEmail: person.email }))).toEqual({})
})

test('reports the problems of an empty form in the order of the screen', () => {
  const errors = collectErrors(personProblems({ ...NO_PERSON, confirmEmail: '' }))
  expect(Object.keys(errors)).toEqual(['firstName', 'lastName', 'email', 'confirmEmail', 'phone'])
})

test('checks only the fields a form has', () => {
  expect(Object.keys(personProblems({ phone: '', phoneExt: 'x' }))).toEqual(['phone', 'phoneExt'])
})

test('an invitation needs names and email; other fields may stay empty but not be wrong', () => {
  expect(Object.keys(collectErrors(invitedProblems(NO_PERSON)))).toEqual(['firstName', 'lastName', 'email'])
  expect(collectErrors(invitedProblems({ ...person, email: ' robin@example.org ', phone: ' ', phoneExt: '' }))).toEqual(
    {},
  )
  expect(Object.keys(collectErrors(invitedProblems({ ...person, phone: '12' })))).toEqual(['phone'])
})
