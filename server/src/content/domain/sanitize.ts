import sanitizeHtml from 'sanitize-html'

/** What a writer may use. Everything else is dropped, its text kept; scripts and styles go with their text. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'strong', 'em', 'ul', 'ol', 'li', 'a', 'br', 'h3'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    b: 'strong',
    i: 'em',
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer' } }),
  },
}

/** Sanitised when it is written and again when it is read: a row changed by other means is no way in. */
export const cleanHtml = (html: string): string => sanitizeHtml(html, ALLOWED)

/** Plain text fields: no markup at all. The page escapes them once more. */
export const cleanText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
