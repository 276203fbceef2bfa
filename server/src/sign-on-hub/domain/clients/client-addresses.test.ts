import { expect, test } from 'vitest'
import { isAllowedAddress } from './client-addresses.ts'

const LOOPBACK = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'tool.localhost',
  'tool.localhost.',
  '127.0.0.1',
  '127.0.0.1.',
  '127.255.255.254',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '0.0.0.0',
  '0',
  '%31%32%37.0.0.1',
  '１２７.0.0.1',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[::ffff:0.0.0.0]',
]

test.each(LOOPBACK)('an application at %s is refused in production', (host) => {
  for (const protocol of ['https', 'http']) expect(isAllowedAddress(`${protocol}://${host}/callback`, true)).toBe(false)
})

test.each(LOOPBACK)('an application at %s can be developed', (host) => {
  for (const protocol of ['https', 'http']) expect(isAllowedAddress(`${protocol}://${host}/callback`, false)).toBe(true)
})

test.each([
  'https://tool.example.org/callback',
  'https://tool.example.org:8443/callback?x=1',
  'https://localhost.example.org/callback',
  'https://notlocalhost/callback',
  'https://10.0.0.1/callback',
  'https://128.0.0.1/callback',
  'https://[2001:db8::1]/callback',
  'https://[7f00::1]/callback',
])('%s is accepted in production', (address) => {
  expect(isAllowedAddress(address, true)).toBe(true)
})

test.each([
  'http://tool.example.org/callback',
  'https://tool.example.org/callback#part',
  'https://user@tool.example.org/callback',
  'https://:secret@tool.example.org/callback',
  'https://*.example.org/callback',
  'javascript:alert(1)',
  'tool.example.org/callback',
  'https://',
  '',
])('%j is refused everywhere', (address) => {
  expect([isAllowedAddress(address, true), isAllowedAddress(address, false)]).toEqual([false, false])
})
