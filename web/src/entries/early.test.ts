import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, test } from 'vitest'

/** When `early.js` starts the page's scripts, with a document that the test controls. */

const source = readFileSync(new URL('../../public/content/early.js', import.meta.url), 'utf8')

let started: string[]
let readDocument: () => void
let paint: (name: string) => void
let endWaiting: () => void

function open({ hasScreen }: { hasScreen: boolean }): void {
  started = []
  runInNewContext(source, {
    document: {
      currentScript: { dataset: { app: 'entry.js part.js' } },
      addEventListener: (name: string, act: () => void) => {
        if (name === 'DOMContentLoaded') readDocument = act
      },
      querySelector: () => (hasScreen ? {} : null),
      createElement: () => ({}),
      head: { append: ({ type, src }: { type: string; src: string }) => started.push(`${type} ${src}`) },
    },
    PerformanceObserver: class {
      constructor(note: (paints: object) => void) {
        paint = (name) => note({ getEntriesByName: (wanted: string) => (wanted === name ? [{}] : []) })
      }
      observe() {}
    },
    setTimeout: (act: () => void) => {
      endWaiting = act
    },
  })
}

const ALL = ['module part.js', 'module entry.js']

beforeEach(() => open({ hasScreen: true }))

test('scripts start after the first contentful paint, the entry last', () => {
  readDocument()
  expect(started).toEqual([])
  paint('first-paint')
  expect(started).toEqual([])
  paint('first-contentful-paint')
  expect(started).toEqual(ALL)
})

test('scripts start after a while if the page is not painted, and only once', () => {
  readDocument()
  endWaiting()
  paint('first-contentful-paint')
  expect(started).toEqual(ALL)
})

test('a page without a screen in its HTML starts its scripts at once', () => {
  open({ hasScreen: false })
  readDocument()
  expect(started).toEqual(ALL)
})
