import sanitizeHtml from 'sanitize-html'

/** What a writer may use. Everything else is dropped, its text kept; scripts and styles go with their text. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'strong', 'em', 'ul', 'ol', 'li', 'a', 'br', 'h3'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: { b: 'strong', i: 'em' },
}

/** Sanitised when it is written and again when it is read: a row changed by other means is no way in. */
export const cleanHtml = (html: string): string => sanitizeHtml(html, ALLOWED)

/** What an editor typed. Text without any markup gets its paragraphs where its writer left a line empty. */
export const writtenHtml = (typed: string): string =>
  cleanHtml(/<\/?[a-z]/i.test(typed) || typed.trim() === '' ? typed : asParagraphs(typed))

function asParagraphs(text: string): string {
  const paragraphs = text.trim().split(/\s*\n\s*\n\s*/)
  return paragraphs.map((lines) => `<p>${lines.replace(/\r?\n/g, '<br />')}</p>`).join('')
}

/** Plain text fields are one line; pages show whatever stands in them as text. */
export const cleanText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
