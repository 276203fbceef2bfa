// Fails if docs/behaviour.md does not contain a text of forms, registration or sign-on to the letter.
import { readFileSync } from 'node:fs'
import * as shared from '../../core/src/forms/messages.ts'
import * as sharedSentences from '../../core/src/forms/sentences.ts'
import * as later from '../../core/src/registration/texts/later-messages.ts'
import * as registration from '../../core/src/registration/texts/messages.ts'
import * as registrationSentences from '../../core/src/registration/texts/sentences.ts'
import * as signonSentences from '../../core/src/signon/sentences.ts'

/** All texts at any depth. Functions, which build texts from a number or a name, are skipped. */
const textsIn = (value) =>
  typeof value === 'string' ? [value] : typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []

const document = readFileSync('docs/behaviour.md', 'utf8')
const modules = [shared, sharedSentences, registration, later, registrationSentences, signonSentences]
const texts = modules.flatMap((messages) => textsIn({ ...messages }))
const missing = texts.filter((text) => !document.includes(text))
for (const text of missing) console.error(`docs/behaviour.md does not contain '${text}'`)
console.log(`texts: ${texts.length} checked, ${missing.length} missing`)
process.exitCode = missing.length || texts.length === 0 ? 1 : 0
