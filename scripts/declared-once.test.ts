import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PERSON_FIELD_NAMES } from '@portico/core/forms/person-fields'
import { CREDENTIAL_FIELDS, MODEL_FIELDS } from '@portico/core/registration/model'
import { expect, test } from 'vitest'

/** Patterns that may occur in one place only. all-calls.test.ts checks for calls that are declared twice. */
const ONE_PLACE = [
  {
    what: 'a call',
    pattern: /\/rest\/(?:sec|nonsec)\/\w[\w/]*/,
    place: /^core\/src\/[a-z-]+\/(?:[a-z-]+\/)?(?:[a-z-]+-)?calls\.ts$/,
  },
  { what: 'an address', pattern: /\/thp(?:\\?\/)portal(?:\\?\/)[^\s'"`]+/, place: /^core\/src\/constants\.ts$/ },
  {
    what: 'a cookie',
    pattern: /\.(?:set|clear)Cookie\(|document\.cookie|__Host-/,
    place: /^(?:core\/src\/constants|(?:server\/src\/platform\/http|web\/src\/shell\/gateway)\/cookies)\.ts$/,
  },
  { what: 'Cancel in capitals', pattern: /\bCANCEL\b/, place: /^core\/src\/registration\/texts\/messages\.ts$/ },
  {
    what: 'a way to write a time',
    pattern:
      /Intl\.DateTimeFormat|\.toLocale(?:Date|Time)String|\b(?:dateStyle|timeStyle|hourCycle)\b|America\/New_York/,
    place: /^core\/src\/forms\/(?:moments|calendar-day)\.ts$/,
  },
]

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

function findElsewhere(file: string, text: string): string[] {
  return ONE_PLACE.filter(({ place }) => !place.test(file)).flatMap(({ what, pattern }) => {
    const [found] = pattern.exec(text) ?? []
    return found ? [`${file}: ${what}, ${found}`] : []
  })
}

test('calls, URLs, cookies and time formats are declared in their own files only', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'core', 'server', 'web'],
    { cwd: root, encoding: 'utf8' },
  )
    .split('\n')
    .filter((file) => /\.(ts|tsx|mts|mjs|html)$/.test(file) && !/\.test\.|^server\/test\//.test(file))
    .filter((file) => existsSync(join(root, file)))
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap((file) => findElsewhere(file, read(file)))).toEqual([])
})

test('finds a declaration in another file', () => {
  const page = 'web/src/members/home.tsx'
  expect(findElsewhere(page, "gateway.get('/rest/sec/claim/search')")).toEqual([
    `${page}: a call, /rest/sec/claim/search`,
  ])
  expect(findElsewhere(page, 'at.toLocaleTimeString()')).toEqual([
    `${page}: a way to write a time, .toLocaleTimeString`,
  ])
  expect(findElsewhere(page, "reply.setCookie('portico_new', '1')")).toEqual([`${page}: a cookie, .setCookie(`])
  expect(findElsewhere(page, '<a href="/thp/portal/members/my/claims">')).toEqual([
    `${page}: an address, /thp/portal/members/my/claims`,
  ])
  expect(findElsewhere('web/vite.config.ts', 'const entry = /^\\/thp\\/portal\\/members/')).toHaveLength(1)
  expect(findElsewhere('core/src/members/calls.ts', "get('/rest/sec/member/home')")).toEqual([])
})

/** Declared field names in order, followed by the derived fields of a person and of credentials. */
const fieldsIn = (source: string): string[] => [
  ...[...source.matchAll(/(?:^ {2}|, )(\w+): (?:text|choice|flag|list|map|maybe)\b/gm)].map(([, name = '']) => name),
  ...PERSON_FIELD_NAMES,
  ...Object.keys(CREDENTIAL_FIELDS),
]
const repeated = (names: string[]) => names.filter((name, index) => names.indexOf(name) !== index)

test('a field of the registration model is declared once', () => {
  const source = read('core/src/registration/model.ts')
  expect(new Set(fieldsIn(source))).toEqual(new Set(Object.keys(MODEL_FIELDS)))
  expect(repeated(fieldsIn(source))).toEqual([])
  expect(repeated(fieldsIn(`${source}\nconst MORE_FIELDS = {\n  npiName: text(20),\n  userName: text(),\n}`))).toEqual([
    'npiName',
    'userName',
  ])
})
