import { describe, expect, test } from 'vitest'
import { fhirId } from './fhir-id.ts'

/** Reads an id back to its parts. */
const partsOf = (id: string): string[] =>
  id
    .replaceAll('..', '/')
    .split('/')
    .map((part) =>
      part.replace(/(?:\.[0-9A-F]{2})+/g, (escaped) => Buffer.from(escaped.replaceAll('.', ''), 'hex').toString()),
    )

describe('fhirId', () => {
  test('keeps letters, digits and hyphens', () => {
    expect(fhirId('L-204')).toBe('L-204')
  })

  test.each([[['a/b', 'c d']], [['a.b', 'c']], [['a', '.b.c']], [['', 'x', '']], [['Łódź', '👩']], [['..', '.']]])(
    'can be read back to %j',
    (parts) => {
      const id = fhirId(...parts)
      expect(id).toMatch(/^[A-Za-z0-9\-.]{1,64}$/)
      expect(partsOf(id)).toEqual(parts)
    },
  )

  test('hashes what is too long for a FHIR id, and never to an escaped id', () => {
    const id = fhirId('x'.repeat(65))
    expect(id).toMatch(/^\.h[0-9a-f]{62}$/)
    expect(id).not.toBe(fhirId('x'.repeat(66)))
    expect(fhirId(id)).not.toBe(id)
  })
})
