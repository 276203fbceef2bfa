import { writeCount } from '../forms/amounts.ts'
import { collectErrors, type FormErrors } from '../forms/form-errors.ts'
import { AUDIENCES_OF_PLACE, type Audience } from './places.ts'

/** Checks of the editors' forms. The server applies the same rules again. */

export const SUMMARY_MAX = 300
/** Limits the size of one reply with a page of banners. */
export const BANNER_BODY_MAX = 4_000
export const CONTENT_HTML_MAX = 20_000
export const POSITION_MAX = 9_999

export const CONTENT_TEXTS = {
  summary: 'Please write a summary.',
  question: 'Please write the question.',
  answer: 'Please write the answer.',
  body: 'Please write the text.',
  category: 'Please choose where to show it.',
  audience: 'Visitors to this page haven’t signed in. Please choose Everyone.',
  otherAudience: 'This audience never sees this page. Please choose another, or Everyone.',
  start: 'Please enter when it starts.',
  end: 'The end must come after the start. Leave it empty to show it until further notice.',
  long: (max: number) => `Please keep this under ${writeCount(max)} characters.`,
  position: `Please enter a whole number from 0 to ${POSITION_MAX}.`,
  changed: 'Someone else saved a change first, so your change was not saved. What you typed is still here.',
  gone: 'Someone else has removed this.',
  exists: 'This page and brand already have a text. Please edit that one.',
} as const

const isBlank = (text: string) => text.trim() === ''
/** Tags alone are not text. */
const isBlankHtml = (html: string) => isBlank(html.replace(/<[^>]*>|&nbsp;/g, ' '))

const checkLength = (text: string, max: number) => text.length > max && CONTENT_TEXTS.long(max)

export type BannerForm = {
  categoryId: string
  audience: Audience
  summary: string
  body: string
  /** Readable by `Date.parse`. An empty end means until further notice. */
  startsAt: string
  endsAt: string
}

export function checkBannerForm(form: BannerForm): FormErrors {
  const starts = Date.parse(form.startsAt)
  const ends = form.endsAt === '' ? Number.POSITIVE_INFINITY : Date.parse(form.endsAt)
  return collectErrors({
    summary: isBlank(form.summary) && CONTENT_TEXTS.summary,
    body: checkLength(form.body, BANNER_BODY_MAX),
    categoryId: isBlank(form.categoryId) && CONTENT_TEXTS.category,
    audience: checkAudience(form),
    startsAt: Number.isNaN(starts) && CONTENT_TEXTS.start,
    endsAt: !Number.isNaN(starts) && !(starts < ends) && CONTENT_TEXTS.end,
  })
}

function checkAudience({ categoryId, audience }: BannerForm): string | false {
  const audiences = AUDIENCES_OF_PLACE[categoryId]
  if (!audiences || audiences.includes(audience)) return false
  return audiences.length === 1 ? CONTENT_TEXTS.audience : CONTENT_TEXTS.otherAudience
}

export function checkFaqForm(form: {
  categoryId: string
  question: string
  answer: string
  position: number
}): FormErrors {
  const { position } = form
  return collectErrors({
    question: isBlank(form.question) && CONTENT_TEXTS.question,
    answer: isBlankHtml(form.answer) ? CONTENT_TEXTS.answer : checkLength(form.answer, CONTENT_HTML_MAX),
    categoryId: isBlank(form.categoryId) && CONTENT_TEXTS.category,
    position: !(Number.isInteger(position) && position >= 0 && position <= POSITION_MAX) && CONTENT_TEXTS.position,
  })
}

export function checkDescriptionForm(form: { categoryId: string; body: string }): FormErrors {
  return collectErrors({
    categoryId: isBlank(form.categoryId) && CONTENT_TEXTS.category,
    body: isBlankHtml(form.body) ? CONTENT_TEXTS.body : checkLength(form.body, CONTENT_HTML_MAX),
  })
}
