import sanitizeHtml from 'sanitize-html'

/** Allowed markup. The sanitizer drops other tags but keeps their text; scripts and styles lose their text too. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'strong', 'em', 'ul', 'ol', 'li', 'a', 'br', 'h3'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: { b: 'strong', i: 'em' },
}

/** Runs on write and again on read, so a row changed directly in the database is safe too. */
export const cleanHtml = (html: string): string => sanitizeHtml(html, ALLOWED)

/** Sanitizes an editor's input. In text without markup, blank lines separate paragraphs. */
export const writtenHtml = (typed: string): string =>
  cleanHtml(/<\/?[a-z]/i.test(typed) || typed.trim() === '' ? typed : asParagraphs(typed))

function asParagraphs(text: string): string {
  const paragraphs = text.trim().split(/\s*\n\s*\n\s*/)
  return paragraphs.map((lines) => `<p>${lines.replace(/\r?\n/g, '<br />')}</p>`).join('')
}

/** Reduces a plain text field to one line. Pages escape it, so markup needs no removal. */
export const cleanText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
