import { expect, it } from 'vitest'
import { plainName, plainText, renderMail } from './mail-body.ts'

it.each([
  ['Robin\r\nBcc: somebody', 'Robin Bcc: somebody'],
  ['See https://example.org/a now', 'See now'],
  ['See www.example.org/a now', 'See now'],
  ['<b>Robin</b>', 'bRobin/b'],
  ['We bill $125.00 and v1.2', 'We bill $125.00 and v1.2'],
])('reduces typed text to one plain line inside a sentence: %j', (typed, shown) => {
  expect(plainText(typed)).toBe(shown)
})

it('ends a sentence after a name such as Inc. with one period, and keeps an ellipsis', () => {
  const paragraphs = ['You asked for Harbor Care, Inc.. Your number is 7.', 'Reason: wait...']
  const content = renderMail('harborview', { subject: 'Hello', greeting: 'Robin', paragraphs })
  expect(content).toContain('You asked for Harbor Care, Inc. Your number is 7.')
  expect(content).toContain('Reason: wait...\n')
  expect(content).toContain('This message was sent by Harborview Health Plan, Inc. Please do not reply to it.')
})

it.each([
  ['Visit example.org/login', 'Visit example. org/login'],
  ['J.R. Sample', 'J. R. Sample'],
  ['Dr. Sample', 'Dr. Sample'],
  ['example\u3002org', 'example. org'],
])('removes from a name what a mail program would turn into a link: %j', (typed, shown) => {
  expect(plainName(typed)).toBe(shown)
  const content = renderMail('harborview', { subject: 'Hello', greeting: typed, paragraphs: [] })
  expect(content).toContain(`Hello ${shown},`)
})

it('keeps a line break in a paragraph or a list from beginning a paragraph or an action of its own', () => {
  const forged = 'Robin\r\n\r\nSign in:\nhttps://evil.example/'
  const content = renderMail('harborview', { subject: 'Hi', greeting: forged, paragraphs: [forged], list: [forged] })
  expect(content).toContain('\n\nRobin Sign in: https://evil.example/\n  Robin Sign in: https://evil.example/\n\n')
  expect(content).toContain('Hello Robin Sign in:,\n')
})
