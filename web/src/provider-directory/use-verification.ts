import { saveVerificationDraft, verifyDirectory } from '@portico/core/provider-directory/calls'
import type { ScopeQuery, VerificationDraft, Verified } from '@portico/core/provider-directory/verify-shapes'
import { useEffect, useRef, useState } from 'react'
import { useGateway } from '#shell/gateway/gateway-context.tsx'
import { isUnanswered } from '#shell/gateway/reply.ts'
import { useRefetch } from '#shell/gateway/use-action.ts'
import { markUnsaved } from '#shell/router/unsaved.ts'
import { type Items, keyOf, toMap } from './items.ts'

const SAVE_AFTER_MS = 600

export type Verification = {
  items: Items
  setItems: (change: (items: Items) => Items) => void
  /** 'saving', a problem, or when the draft was saved. */
  draft: { state: 'saving' | 'saved' | 'failed'; savedAt: string }
  busy: boolean
  problem: string
  result: Verified | undefined
  send: () => Promise<void>
}

/** Marks of one scope: saved as a draft while the user works, then sent together. */
export function useVerification(scope: ScopeQuery, opened: VerificationDraft): Verification {
  const { call } = useGateway()
  const refetch = useRefetch()
  const [items, setItems] = useState<Items>(() => toMap(opened.items))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [result, setResult] = useState<Verified>()
  const { draft, skipSave } = useDraft(scope, items, opened)
  // The same post after a time-out gets the stored result.
  const request = useRef({ items, requestKey: crypto.randomUUID() })
  const send = async () => {
    if (request.current.items !== items) request.current = { items, requestKey: crypto.randomUUID() }
    setBusy(true)
    setProblem('')
    const { requestKey } = request.current
    const reply = await call(verifyDirectory, { ...scope, requestKey, items: [...items.values()] })
    setBusy(false)
    if (!reply.ok) {
      if (!isUnanswered(reply)) request.current = { items, requestKey: crypto.randomUUID() }
      return setProblem(reply.entity.message)
    }
    const left = new Set([...reply.entity.moved, ...reply.entity.incomplete].map(keyOf))
    const rest = new Map([...items].filter(([key]) => left.has(key)))
    // The server took what was sent out of the draft.
    skipSave(rest)
    setItems(rest)
    setResult(reply.entity)
    refetch()
  }
  return {
    ...{ items, draft, busy, problem, result, send },
    setItems: (change) => {
      setResult(undefined)
      setItems(change)
    },
  }
}

/** Saves the marks shortly after the last change, one save after the other. */
function useDraft({ scopeKind, scopeId }: ScopeQuery, items: Items, opened: VerificationDraft) {
  const { call } = useGateway()
  const [draft, setDraft] = useState<Verification['draft']>({ state: 'saved', savedAt: opened.savedAt })
  const saved = useRef(items)
  const latest = useRef(items)
  const saving = useRef(Promise.resolve())
  useEffect(() => {
    latest.current = items
    if (saved.current === items) return
    setDraft((last) => ({ ...last, state: 'saving' }))
    markUnsaved(true)
    const save = async () => {
      const reply = await call(saveVerificationDraft, { scopeKind, scopeId, items: [...items.values()] })
      // A later change is still to be saved.
      if (latest.current !== items) return
      markUnsaved(!reply.ok)
      setDraft((last) => (reply.ok ? { state: 'saved', savedAt: reply.entity.savedAt } : { ...last, state: 'failed' }))
    }
    const timer = setTimeout(() => {
      saved.current = items
      saving.current = saving.current.then(save)
    }, SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [call, items, scopeKind, scopeId])
  const skipSave = (rest: Items) => {
    saved.current = rest
    latest.current = rest
    markUnsaved(false)
    setDraft((last) => ({ state: 'saved', savedAt: rest.size > 0 ? last.savedAt : '' }))
  }
  return { draft, skipSave }
}
