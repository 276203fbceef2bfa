import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SHARED_BUTTONS } from '@portico/core/forms/messages'
import { BUTTONS } from '@portico/core/registration/texts/messages'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

/** The only labels in capitals, as the specification has them. All other labels use sentence case. */
const IN_CAPITALS = [
  'ACCESS SECURE PORTAL',
  'BACK',
  'CANCEL',
  'CLOSE',
  'CONTINUE',
  'CONTINUE WITH REGISTRATION',
  'CREATE ACCOUNT',
  'CREATE NEW ACCOUNT',
  'DOWNLOAD PDF',
  'GO BACK',
  'LOG IN',
  'LOGIN',
  'MAINTAIN SESSION',
  'REPLACE CURRENT SAA',
  'SUBMIT',
  'YES, CONTINUE',
]
const ABBREVIATIONS = /\b(?:AA|AU|CSV|FAQ|ID|IPA|NPI|OK|PCP|PDF|PG|PO|SAA|SCO|SG|SSN|TIN|TTY|URL)\b/g
/** Single words in capitals are usually codes. These properties contain visible text. */
const READ_FIELDS = new Set([
  'label',
  'heading',
  'title',
  'term',
  'header',
  'says',
  'approve',
  'deny',
  'action',
  'hint',
])
const CODE_ATTRIBUTES = new Set(['name', 'value', 'role', 'permId', 'stage'])

const root = resolve(import.meta.dirname, '..')
const isInCapitals = (text: string) => /(?<!\w)\p{Lu}{2,}(?!\w)/u.test(text) && !/\p{Ll}/u.test(text)
const isShouted = (text: string) => isInCapitals(text.replace(ABBREVIATIONS, ''))

type Node = { type: string } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const nameOf = (value: unknown) => (isNode(value) ? String(value.name ?? value.value) : '')

function isRead(text: string, [parent, above]: readonly Node[]): boolean {
  if (parent?.type === 'JSXAttribute') return !CODE_ATTRIBUTES.has(nameOf(parent.name))
  if (parent?.type === 'Property') return READ_FIELDS.has(nameOf(parent.key))
  if (parent?.type === 'ConditionalExpression') return above?.type === 'JSXExpressionContainer' || text.includes(' ')
  return text.includes(' ') && !/^Binary|^TS/.test(parent?.type ?? '')
}

/** The visible text of a node, without its expressions. */
function textOf(node: Node, above: readonly Node[]): string {
  if (node.type === 'JSXText') return String(node.value).trim()
  if (node.type === 'TemplateLiteral' && Array.isArray(node.quasis))
    return node.quasis
      .map(({ value }) => value.cooked)
      .join('')
      .trim()
  return node.type === 'Literal' && typeof node.value === 'string' && isRead(node.value, above) ? node.value : ''
}

function findShouts(node: unknown, above: readonly Node[] = []): string[] {
  if (Array.isArray(node)) return node.flatMap((one) => findShouts(one, above))
  if (!isNode(node)) return []
  const text = textOf(node, above)
  return [
    ...(isShouted(text) ? [text] : []),
    ...Object.values(node).flatMap((child) => findShouts(child, [node, ...above])),
  ]
}
const shoutsIn = (source: string) => findShouts(parseAst(source, { lang: 'tsx' }).body)

const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'web/src'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))

/** Names that may end with a period, after which a sentence must not add another: 'Inc..'. */
const STOPPED_NAME = /\{(?:\w+\.)*(?:npiName|poName|scopeName|scopes|scopesOf\(\w+\)|scope\.name)\}\.(?!\w)/g

test('no page adds a period after a name that may end with one', () => {
  const stopped = pages.flatMap((page) => readFileSync(join(root, page), 'utf8').match(STOPPED_NAME) ?? [])
  expect(stopped).toEqual([])
  expect('access to {scopesOf(request)}. We'.match(STOPPED_NAME)).toHaveLength(1)
  expect('of {scope.name}.\n'.match(STOPPED_NAME)).toHaveLength(1)
})

test('no page has a label in capitals that is not specified', () => {
  expect(pages.length).toBeGreaterThan(150)
  expect(
    pages.flatMap((page) => shoutsIn(readFileSync(join(root, page), 'utf8')).map((text) => `${page}: ${text}`)),
  ).toEqual([])
})

test('the labels in capitals are the specified ones', () => {
  const shouted = [...Object.values(BUTTONS), ...Object.values(SHARED_BUTTONS)].filter(isShouted)
  expect(shouted.toSorted()).toEqual(IN_CAPITALS)
})

test('finds a label in capitals in text, attributes and properties', () => {
  expect(shoutsIn('<Button>SEARCH</Button>')).toEqual(['SEARCH'])
  expect(shoutsIn('<Dialog label="RETURN IT" />')).toEqual(['RETURN IT'])
  expect(shoutsIn("<Button>{busy ? 'WAIT' : 'Save'}</Button>")).toEqual(['WAIT'])
  expect(shoutsIn("const act = { label: 'SUSPEND' }")).toEqual(['SUSPEND'])
  expect(shoutsIn('<Button aria-label={`UNDO`} />')).toEqual(['UNDO'])
  expect(shoutsIn("<Row stage='RECEIVED' of={state === 'IN PROCESS' ? 'NPI' : 'Download PDF'} />")).toEqual([])
})
