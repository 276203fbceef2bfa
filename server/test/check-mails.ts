import type { Kysely } from 'kysely'
import type { Database } from '#platform/database/schema.ts'
import { renderMailHtml } from '#platform/mail/mail-html.ts'
import type { Settings } from '#platform/settings/settings.ts'

type Message = { kind: string; brand: string; subject: string; body: string }

/** Kinds of messages that only tests write. */
const isOfTest = ({ kind }: Message) => /^test\b/.test(kind)

/** Checks every message that a test queued against behaviour 9.11. Each kind of mail is queued by some test. */
export async function findMailProblems(db: Kysely<Database>, settings: Settings): Promise<string[]> {
  const query = db.selectFrom('mail_message').select(['kind', 'brand', 'subject', 'body'])
  const messages = await query.where('body', '<>', '').execute()
  const problems = messages.filter((message) => !isOfTest(message)).flatMap((message) => problemsOf(settings, message))
  return [...new Set(problems)]
}

export function problemsOf(settings: Settings, message: Message): string[] {
  const { kind, body } = message
  const html = renderMailHtml(settings, message)
  const own = Object.values(settings.publicUrls)
  const foreign = [...body.matchAll(/https?:\/\/\S+/g)].filter(([url]) =>
    own.every((one) => !url.startsWith(`${one}/`)),
  )
  const buttons = html.match(/<a /g)?.length ?? 0
  const problems = {
    'The first sentence must say whether the reader must do something': !ASKS.test(firstSentence(body)),
    'The first sentence must have at most 35 words': firstSentence(body).split(/\s+/).length > 35,
    'The message must have at most one action': buttons > 1 || actionsOf(body) !== buttons,
    'The message must say whom to call': !/^Questions\? Call .+ at [\d-]+ \(.+\)\.$/m.test(body),
    'Addresses must be the portal’s own': foreign.length > 0,
    'The HTML part must load and run nothing': /<(img|link|script|form|iframe|svg|base)\b|src=|url\(/i.test(html),
  }
  const found = Object.entries(problems).filter(([, isFound]) => isFound)
  return found.map(([problem]) => `${kind}: ${problem}:\n${body}`)
}

const ASKS = /\bplease\b|\byou don’t need to do anything\b/i

const actionsOf = (body: string) => body.match(/^.+:\nhttps?:\/\/\S+$/gm)?.length ?? 0

/** The third block follows the brand and the greeting. A period after an initial or 'Inc' ends no sentence. */
function firstSentence(body: string): string {
  const lead = body.split(/\n{2,}/)[2] ?? ''
  return /^.*?(?<!\b(?:\p{L}|Inc|Dr|Mr|Ms|St))[.?!:](?=\s|$)/su.exec(lead)?.[0] ?? lead
}
