import type pg from 'pg'
import type { Captured } from './captured.ts'

/**
 * Machine-independent cost of a statement: rows processed by its plan nodes, pages read, most rows within a LIMIT, and
 * rows returned.
 */
export type Cost = { rows: number; pages: number; limited: number; returned: number }

/** A cost with the execution time on this machine and the plan nodes. */
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

/** Multiplies by loops: a node that runs 1000 times for one row counts 1000 rows. */
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

/** Formats the plan tree: Limit(Nested Loop(Index Scan account_email, …)). */
function stepsOf(node: Node): string {
  const on = node['Index Name'] ?? node['Relation Name']
  const below = (node.Plans ?? []).map(stepsOf).join(', ')
  return `${node['Node Type']}${on ? ` ${on}` : ''}${below ? `(${below})` : ''}`
}

const isRead = /^\s*(select|with|update|delete|insert)\b/i

/** Runs the statement and rolls it back. Returns undefined for a statement without a plan, such as BEGIN. */
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
    // The call already inserted this row, so the second insert violates a constraint.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('23')) return undefined
    throw error
  } finally {
    await client.query('rollback')
  }
}
