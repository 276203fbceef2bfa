import Type from 'typebox'

/** Nothing that is sent to a call is nested deeper. */
const DEEPEST = 10

/**
 * The keys that lead to the first text, or key, that is refused. What is nested deeper than anything a call takes is not
 * walked through: there the test is asked about undefined.
 */
export function findRefused(
  sent: unknown,
  refuses: (text: string | undefined) => boolean,
  depth = 0,
): string[] | undefined {
  if (typeof sent === 'string') return refuses(sent) ? [] : undefined
  if (typeof sent !== 'object' || sent === null) return undefined
  if (depth > DEEPEST) return refuses(undefined) ? [] : undefined
  for (const [key, inner] of Object.entries(sent)) {
    const keys = refuses(key) ? [] : findRefused(inner, refuses, depth + 1)
    if (keys) return [key, ...keys]
  }
  return undefined
}

/** A place in what was sent by the names its declaration has. A key that the sender chose is `*`: nothing is echoed. */
export function nameField(declared: unknown, [key, ...others]: readonly string[]): string {
  if (key === undefined) return ''
  const { name, inner } = stepInto(declared, key)
  return inner === undefined || others.length === 0 ? name : `${name}.${nameField(inner, others)}`
}

function stepInto(declared: unknown, key: string): { name: string; inner?: unknown } {
  if (Type.IsArray(declared)) return { name: key, inner: declared.items }
  if (Type.IsRecord(declared)) return { name: '*', inner: Type.RecordValue(declared) }
  if (Type.IsObject(declared) && Object.hasOwn(declared.properties, key))
    return { name: key, inner: declared.properties[key] }
  return { name: '*' }
}
