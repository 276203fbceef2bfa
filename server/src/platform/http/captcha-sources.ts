import type { CaptchaSettings } from '../settings/settings.ts'

/** Sources that an outside captcha needs beside its script, as documented by its vendor. */
export type CaptchaSources = { script: string[]; frame: string[]; connect: string[]; style: string[] }

const GOOGLE = ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/']
const RECAPTCHA_NET = ['https://www.recaptcha.net/recaptcha/']
const GSTATIC = ['https://www.gstatic.com/recaptcha/', 'https://www.gstatic.cn/recaptcha/']
const HCAPTCHA = ['https://hcaptcha.com', 'https://*.hcaptcha.com']

/**
 * reCAPTCHA loads itself from a second host and its challenge frame from a third; hCaptcha uses its subdomains.
 * Turnstile and unknown vendors get only the script's own origin. reCAPTCHA also wants inline styles, but only for its
 * badge, and works without them.
 */
export function captchaSources(captcha: CaptchaSettings): CaptchaSources {
  if (captcha.provider !== 'siteverify') return { script: [], frame: [], connect: [], style: [] }
  const { hostname, origin } = new URL(captcha.scriptUrl)
  if (/^(www|recaptcha)\.google\.com$/.test(hostname)) return recaptcha(GOOGLE)
  if (/^(www\.)?recaptcha\.net$/.test(hostname)) return recaptcha(RECAPTCHA_NET)
  if (/^(.+\.)?hcaptcha\.com$/.test(hostname))
    return { script: HCAPTCHA, frame: HCAPTCHA, connect: HCAPTCHA, style: HCAPTCHA }
  return { script: [origin], frame: [origin], connect: [origin], style: [origin] }
}

function recaptcha(home: string[]): CaptchaSources {
  return { script: [...home, ...GSTATIC], frame: home, connect: home, style: [] }
}
