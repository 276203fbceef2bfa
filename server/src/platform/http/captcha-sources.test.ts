import { afterAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { captchaSources } from './captcha-sources.ts'

const outside = (scriptUrl: string) => ({
  provider: 'siteverify' as const,
  siteKey: 'site',
  secret: 'secret',
  verifyUrl: 'https://captcha.example/siteverify',
  scriptUrl,
})

test.each([
  ['https://www.google.com/recaptcha/api.js', 'script', 'https://www.gstatic.com/recaptcha/'],
  ['https://www.google.com/recaptcha/api.js', 'frame', 'https://recaptcha.google.com/recaptcha/'],
  ['https://www.recaptcha.net/recaptcha/api.js', 'frame', 'https://www.recaptcha.net/recaptcha/'],
  ['https://js.hcaptcha.com/1/api.js', 'frame', 'https://*.hcaptcha.com'],
  ['https://js.hcaptcha.com/1/api.js', 'style', 'https://hcaptcha.com'],
  ['https://js.hcaptcha.com/1/api.js', 'connect', 'https://*.hcaptcha.com'],
  ['https://challenges.cloudflare.com/turnstile/v0/api.js', 'frame', 'https://challenges.cloudflare.com'],
  ['https://captcha.example/widget.js', 'script', 'https://captcha.example'],
] as const)('allows the captcha of %s to use %s %s', (scriptUrl, use, source) => {
  expect(captchaSources(outside(scriptUrl))[use]).toContain(source)
})

test('allows a look-alike vendor name only its own origin', () => {
  for (const scriptUrl of ['https://evilhcaptcha.com/api.js', 'https://www.google.com.example/api.js']) {
    const own = [new URL(scriptUrl).origin]
    expect(captchaSources(outside(scriptUrl))).toEqual({ script: own, frame: own, connect: own, style: own })
  }
})

let site: TestApp | undefined
afterAll(() => site?.close())

test('lists the captcha sources in the content security policy of every reply', async () => {
  site = await buildTestApp({ settings: { captcha: outside('https://js.hcaptcha.com/1/api.js') } })
  const policy = String((await site.openBrowser().get('/healthz')).headers['content-security-policy'])
  for (const directive of ['script-src', 'frame-src', 'connect-src', 'style-src'])
    expect(policy).toMatch(new RegExp(`${directive} 'self'[^;]* https://hcaptcha\\.com https://\\*\\.hcaptcha\\.com`))
  expect(policy).not.toContain('unsafe')
})
