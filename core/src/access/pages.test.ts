import { expect, test } from 'vitest'
import { ACCESS_PAGES, isAccessPage } from './pages.ts'

test('accepts exactly the paths of user administration', () => {
  const { person, request, ...fixed } = ACCESS_PAGES
  for (const path of [...Object.values(fixed), person('aB3_-x'), request('PR-7KQ2')])
    expect(isAccessPage(path)).toBe(true)
  for (const tail of [
    '/',
    '/nowhere',
    '/people',
    '/people/',
    '/people/a/b',
    '/people/..',
    '/people/a%2fb',
    '/invite/x',
  ])
    expect(isAccessPage(`${ACCESS_PAGES.people}${tail}`), tail).toBe(false)
})
