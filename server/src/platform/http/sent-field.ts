import Type from 'typebox'

/** Maximum nesting of a request body. */
const DEEPEST = 10

/**
 * The path of the first string or key that `refuses` rejects. Values nested too deeply are not
 * walked; `refuses` is called with undefined for them.
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

/** A path by declared field names. Keys that the sender chose are `*`, so that nothing is echoed. */
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
