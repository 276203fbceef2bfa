import type pg from 'pg'

export type Captured = { text: string; values: unknown[] }

/** Captures every statement of the pool until `stop`. */
export function captureStatements(pool: pg.Pool) {
  const heard: Captured[] = []
  const wrapped = new WeakSet<pg.PoolClient>()
  const onAcquire = (client: pg.PoolClient) => {
    if (wrapped.has(client)) return
    wrapped.add(client)
    const query = client.query.bind(client)
    // biome-ignore lint/suspicious/noExplicitAny: the driver's own signature has a dozen overloads
    const listening = (statement: any, ...rest: any[]): any => {
      const isText = typeof statement === 'string'
      const values = isText ? rest[0] : (statement.values ?? rest[0])
      heard.push({ text: isText ? statement : statement.text, values: Array.isArray(values) ? values : [] })
      return Reflect.apply(query, client, [statement, ...rest])
    }
    client.query = listening
  }
  pool.on('acquire', onAcquire)
  return {
    /** Returns the statements since the last `take`. */
    take: (): Captured[] => heard.splice(0),
    stop: () => pool.off('acquire', onAcquire),
  }
}
