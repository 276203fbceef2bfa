import type { Brand } from '@portico/core/brand'
import { findBrand } from '../brands/brands.ts'
import type { AccountKind } from '../database/schema.ts'

/** The one voice of the product's mail: plain text, who it is for, what happened, what to do, whom to call. */
export type MailContent = {
  subject: string
  greeting: string
  paragraphs: string[]
  /** What to do next, on a line of its own with its address. */
  action?: { sentence: string; url: string } | undefined
  /** Whose desk answers questions: members have one of their own. */
  reader?: AccountKind | undefined
}

/** The body of a mail in its brand. */
export function renderMail(brandId: string, content: MailContent): string {
  const brand = findBrand(brandId)
  const lines = [brand.name, `Hello ${plainName(content.greeting)},`, ...content.paragraphs.map(withOneStop)]
  if (content.action) lines.push(`${content.action.sentence}\n${content.action.url}`)
  const desk = deskFor(brand, content.reader)
  lines.push(`Questions? Call ${desk.name} at ${desk.phone} (${desk.hours}).`)
  lines.push(withOneStop(`This message was sent by ${brand.legalName}. Please do not reply to it.`))
  return `${lines.join('\n\n')}\n`
}

/** A sentence that ends with 'Inc.' ends there. An ellipsis stays one. */
const withOneStop = (text: string): string => text.replace(/(?<!\.)\.\.(?!\.)/g, '.')

/** Whom somebody calls: members have a desk of their own. */
export function deskFor(
  brand: Brand,
  reader: AccountKind = 'provider',
): { name: string; phone: string; hours: string } {
  return reader === 'member'
    ? { name: 'Member Services', phone: brand.memberServicesPhone, hours: brand.memberServicesHours }
    : { name: 'Provider Services', phone: brand.providerServicesPhone, hours: brand.providerServicesHours }
}

/**
 * Text that somebody typed, made fit to stand inside a sentence: one line, and no web address of theirs that a reader
 * could take for ours.
 */
export function plainText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S*/gi, '')
    .replace(/[<>]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * A name that somebody typed, in a mail that somebody else reads: mail programs make a link of 'example.org' too, so
 * no dot stands between two words.
 */
export function plainName(text: string): string {
  return plainText(text).replace(/[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])/gu, '. ')
}

/** s••••@example.org: enough to recognise one's own address, too little to learn somebody else's. */
export function maskAddress(address: string): string {
  const [local = '', host = ''] = address.split('@')
  return `${local.slice(0, 1)}${'•'.repeat(4)}@${host}`
}
