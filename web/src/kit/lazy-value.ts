/**
 * Made when it is first asked for, and kept. A formatter of the platform costs milliseconds to make, on a phone tens of
 * them: a page makes those it uses, not those that come with its files.
 */
export function lazyValue<Value>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= create()
    return value
  }
}
