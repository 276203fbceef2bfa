import type pg from 'pg'
import type { Captured } from './captured.ts'

/**
 * What a statement costs whatever the machine: rows that its steps handled, and pages that it looked at; beside them the
 * most rows that a limit let through, and those that came back.
 */
export type Cost = { rows: number; pages: number; limited: number; returned: number }

/** A cost with how long it took this machine, and by which steps it went. */
export type Explained = Cost & { milliseconds: number; steps: string }

type Node = {
  'Node Type': string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Rows Removed by Join Filter'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Node[]
}

/** Loops counted: a step that runs a thousand times for one row has handled a thousand. */
function rowsOf(node: Node): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0)
  const own = ((node['Actual Rows'] ?? 0) + removed) * (node['Actual Loops'] ?? 0)
  return (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), own)
}

function limitedOf(node: Node): number {
  const own = node['Node Type'] === 'Limit' ? (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0) : 0
  return Math.max(own, ...(node.Plans ?? []).map(limitedOf))
}

/** Limit(Nested Loop(Index Scan account_email, …)): from the top, what each step is made of in brackets. */
function stepsOf(node: Node): string {
  const on = node['Index Name'] ?? node['Relation Name']
  const below = (node.Plans ?? []).map(stepsOf).join(', ')
  return `${node['Node Type']}${on ? ` ${on}` : ''}${below ? `(${below})` : ''}`
}

const isRead = /^\s*(select|with|update|delete|insert)\b/i

/** Runs the statement and takes it back. Undefined for what reads nothing, such as the beginning of a transaction. */
export async function explain(client: pg.Client, { text, values }: Captured): Promise<Explained | undefined> {
  if (!isRead.test(text)) return undefined
  await client.query('begin')
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node; 'Execution Time': number }] }>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      values,
    )
    const [explained] = rows[0]?.['QUERY PLAN'] ?? []
    if (!explained) return undefined
    const plan = explained.Plan
    return {
      milliseconds: explained['Execution Time'],
      steps: stepsOf(plan),
      rows: Math.round(rowsOf(plan)),
      pages: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
      limited: limitedOf(plan),
      returned: plan['Actual Rows'] ?? 0,
    }
  } catch (error) {
    // Said once already, and so it is there: a second insertion of the same is refused.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('23')) return undefined
    throw error
  } finally {
    await client.query('rollback')
  }
}
