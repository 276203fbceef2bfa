import type { Brand } from '@portico/core/brand'
import { findBrand } from '../brands/brands.ts'
import type { AccountKind } from '../database/schema.ts'

/** The standard form of all mail: the recipient, what happened, what to do and whom to call. */
export type MailContent = {
  subject: string
  greeting: string
  /** The first sentence says what happened and whether the reader must do something. */
  paragraphs: string[]
  /** Lines under the first paragraph. */
  list?: string[] | undefined
  /** The next step, on its own line with its URL. */
  action?: { sentence: string; url: string } | undefined
  /** The support line for questions: members have their own. */
  reader?: AccountKind | undefined
}

/** The text part, which is stored. `renderMailHtml` makes the HTML part from it. */
export function renderMail(brandId: string, content: MailContent): string {
  const brand = findBrand(brandId)
  const [first = '', ...more] = content.paragraphs.map(writeParagraph)
  const list = (content.list ?? []).map((line) => `\n  ${inOneLine(line)}`)
  const lines = [brand.name, `Hello ${plainName(content.greeting)},`, first + list.join(''), ...more]
  if (content.action) lines.push(`${content.action.sentence}\n${content.action.url}`)
  const support = supportLineFor(brand, content.reader)
  lines.push(`${CALL}${support.name} at ${support.phone} (${support.hours}).`)
  lines.push(withOneStop(`This message was sent by ${brand.legalName}. Please do not reply to it.`))
  return `${lines.join('\n\n')}\n`
}

/** Begins the last part of every message: whom to call. */
export const CALL = 'Questions? Call '

/** A line break in a name cannot begin a paragraph or an action of its own. */
const inOneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ')

const writeParagraph = (text: string): string => withOneStop(inOneLine(text))

/** Adds no period after 'Inc.' or an ellipsis. */
const withOneStop = (text: string): string => text.replace(/(?<!\.)\.\.(?!\.)/g, '.')

/** The support line of the reader: members have their own. */
export function supportLineFor(
  brand: Brand,
  reader: AccountKind = 'provider',
): { name: string; phone: string; hours: string } {
  return reader === 'member'
    ? { name: 'Member Services', phone: brand.memberServicesPhone, hours: brand.memberServicesHours }
    : { name: 'Provider Services', phone: brand.providerServicesPhone, hours: brand.providerServicesHours }
}

/** Makes typed text safe inside a sentence: one line, and no web address that a reader could take for ours. */
export function plainText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S*/gi, '')
    .replace(/[<>]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Makes a typed name safe in mail to another person: mail programs also link 'example.org', so dots between words are
 * removed.
 */
export function plainName(text: string): string {
  return plainText(text).replace(/[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])/gu, '. ')
}

/** s••••@example.org: enough to recognize one's own address, too little to learn another person's. */
export function maskAddress(address: string): string {
  const [local = '', host = ''] = address.split('@')
  return `${local.slice(0, 1)}${'•'.repeat(4)}@${host}`
}
