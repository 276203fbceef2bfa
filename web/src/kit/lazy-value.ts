/**
 * Creates a value on first use. Platform formatters cost milliseconds, on a phone tens of them, so a page creates only
 * those it uses.
 */
export function lazyValue<Value>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= create()
    return value
  }
}
