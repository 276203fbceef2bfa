/** An inclusive range of stored values; equal ends are an equality. */
export type ValueRange = { from: string; to: string }

/** Values of a search parameter, any of the ranges. */
export type ValueTest = { parameter: string; ranges: ValueRange[] }

/** Instants from `from` until before `to`, in milliseconds. */
export type Span = { from: number; to: number }

/** What a resource must have. A search needs all of its conditions. */
export type SearchCondition =
  | ({ kind: 'values' } & ValueTest)
  /** The parameter refers to a resource of that type that passes the test. */
  | ({ kind: 'refersTo'; target: string; test: ValueTest } & ValueTest)
  /** A resource of that type passes the test and refers to this one. */
  | { kind: 'referredBy'; source: string; reference: string; test: ValueTest }
  | { kind: 'ids'; ids: string[] }
  | { kind: 'updated'; spans: Span[] }
