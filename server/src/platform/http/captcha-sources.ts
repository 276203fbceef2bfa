import type { CaptchaSettings } from '../settings/settings.ts'

/** What an outside captcha needs beside the place its script comes from, as its vendor documents it. */
export type CaptchaSources = { script: string[]; frame: string[]; connect: string[]; style: string[] }

const GOOGLE = ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/']
const RECAPTCHA_NET = ['https://www.recaptcha.net/recaptcha/']
const GSTATIC = ['https://www.gstatic.com/recaptcha/', 'https://www.gstatic.cn/recaptcha/']
const HCAPTCHA = ['https://hcaptcha.com', 'https://*.hcaptcha.com']

/**
 * reCAPTCHA loads itself from a second host and puts its challenge into frames of a third; hCaptcha spreads over its
 * subdomains. Turnstile, and whoever is not known here, keeps to the script's own origin. reCAPTCHA would also like
 * inline styles, for its badge alone: it works without.
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
