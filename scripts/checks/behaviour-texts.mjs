// Fails when a text of the product does not stand in docs/behaviour.md to the letter.
import { readFileSync } from 'node:fs'
import * as shared from '../../core/src/forms/messages.ts'
import * as later from '../../core/src/registration/later-messages.ts'
import * as registration from '../../core/src/registration/messages.ts'

/** Every text, however deep it lies; those that are made for a number or a name are functions and left out. */
const textsIn = (value) =>
  typeof value === 'string' ? [value] : typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []

const document = readFileSync('docs/behaviour.md', 'utf8')
const texts = [shared, registration, later].flatMap((messages) => textsIn({ ...messages }))
const missing = texts.filter((text) => !document.includes(text))
for (const text of missing) console.error(`docs/behaviour.md does not hold '${text}'`)
console.log(`texts: ${texts.length} looked for, ${missing.length} missing`)
process.exitCode = missing.length || texts.length === 0 ? 1 : 0
