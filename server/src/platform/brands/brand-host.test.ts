import { expect, test } from 'vitest'
import { readSettings } from '../settings/settings.ts'
import { brandForHost } from './brand-host.ts'

const hostsOf = (env: Record<string, string>) => readSettings({ PORTICO_SECRET_KEY: 'a'.repeat(32), ...env }).brandHosts

test.each([
  ['localhost:8080', 'harborview'],
  ['partner.localhost:8080', 'bayside'],
  ['Partner.Localhost', 'bayside'],
  ['partner.localhost.evil.example', 'harborview'],
  ['', 'harborview'],
])('maps the host %s to %s', (host, brand) => {
  expect(brandForHost(host, hostsOf({})).id).toBe(brand)
})

test('maps every configured host to the care-partner brand', () => {
  const hosts = hostsOf({ PORTICO_HOSTS_BAYSIDE: 'portal.bayside.example' })
  expect(brandForHost('portal.bayside.example', hosts).id).toBe('bayside')
})
