import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Alert } from '../kit/note.tsx'

/** Goes to a page that then says what was done. */
export function useGoWithMessage(): (address: string, done: string) => void {
  const navigate = useNavigate()
  return (address, done) => void navigate(address, { state: { done } })
}

/** What was done on the page before; said once, and not again after a reload. */
export function DoneMessage() {
  const { state } = useLocation()
  const [done] = useState<string>(() => state?.done ?? '')
  useEffect(() => {
    if (done) history.replaceState({ ...history.state, usr: null }, '')
  }, [done])
  return done ? <Alert tone="ok">{done}</Alert> : null
}
