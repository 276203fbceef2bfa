import { expect, test } from 'vitest'
import { checkInviteForm, type InviteForm } from './forms.ts'

const filled: InviteForm = {
  entity: 'GROUP:G1',
  role: 'AU',
  firstName: 'Robin',
  lastName: 'Sample',
  email: ' robin@office.example ',
  phone: '',
  phoneExt: '',
}

test('accepts an empty phone and extension but rejects invalid ones', () => {
  expect(checkInviteForm(filled)).toEqual({})
  expect(checkInviteForm({ ...filled, phone: '(512) 555-0177', phoneExt: '12' })).toEqual({})
  expect(Object.keys(checkInviteForm({ ...filled, phone: '512555', phoneExt: '1234567' }))).toEqual([
    'phone',
    'phoneExt',
  ])
})

test('requires scope, role, names and a valid email', () => {
  const empty = { ...filled, entity: '', role: '', firstName: ' ', lastName: '', email: 'robin@office' }
  expect(checkInviteForm(empty)).toEqual({
    entity: 'Please select an option.',
    role: 'Please select an option.',
    firstName: 'Required.',
    lastName: 'Required.',
    email: 'Invalid Email',
  })
})

test('lists errors in the order of the form', () => {
  const empty = { ...filled, entity: '', role: '', firstName: '', lastName: '', email: '' }
  expect(Object.keys(checkInviteForm(empty))).toEqual(['firstName', 'lastName', 'email', 'entity', 'role'])
})
