import { findManyEligibility } from '@portico/core/plan-data/calls'
import { ROWS_A_CALL } from '@portico/core/plan-data/eligibility-list'
import type { LastList, ListRow } from '@portico/core/plan-data/eligibility-list-shapes'
import { useEffect, useRef, useState } from 'react'
import { useGateway } from '#shell/gateway/gateway-context.tsx'

export type CheckedRow = LastList['rows'][number]
export type CheckedList = {
  asked: readonly ListRow[]
  rows: readonly CheckedRow[]
  busy: boolean
  /** Why checking stopped. */
  problem: string | undefined
  resume: () => void
}

const newListId = () => crypto.randomUUID()

/** Checks a list in parts of 50 rows, one after the other. It stops at a refusal, and can go on from there. */
export function useCheckedList(asked: readonly ListRow[]): CheckedList {
  const { call } = useGateway()
  const [listId] = useState(newListId)
  const [rows, setRows] = useState<readonly CheckedRow[]>([])
  const [problem, setProblem] = useState<string>()
  const isRunning = useRef(false)
  const isMounted = useRef(true)
  const run = async () => {
    if (isRunning.current) return
    isRunning.current = true
    setProblem(undefined)
    let checked = rows
    while (checked.length < asked.length && isMounted.current) {
      const firstIndex = checked.length
      const part = asked.slice(firstIndex, firstIndex + ROWS_A_CALL)
      const reply = await call(findManyEligibility, { rows: part, listId, firstIndex, total: asked.length })
      if (!isMounted.current) break
      if (!reply.ok) {
        setProblem(reply.entity.message)
        break
      }
      checked = [...checked, ...reply.entity.rows.map((row, at) => ({ ...row, asked: part[at] ?? {} }))]
      setRows(checked)
    }
    isRunning.current = false
  }
  // Starts once: a list never changes, and a new one mounts anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    isMounted.current = true
    void run()
    return () => {
      isMounted.current = false
    }
  }, [])
  return { asked, rows, busy: problem === undefined && rows.length < asked.length, problem, resume: () => void run() }
}
