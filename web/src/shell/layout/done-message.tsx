import { useEffect, useState } from 'react'
import { Alert } from '../../kit/note.tsx'
import { navigate, useLocation } from '../router/router.tsx'

/** Goes to a page that then says what was done. */
export function useNavigateWithMessage(): (address: string, done: string) => void {
  return (address, done) => navigate(address, { state: { done } })
}

/** What was done on the page before; said once, and not again after a reload. */
export function DoneMessage() {
  const { state } = useLocation()
  const [done] = useState<string>(() => Object(state).done ?? '')
  useEffect(() => {
    if (done) history.replaceState({ ...history.state, usr: null }, '')
  }, [done])
  return done ? <Alert tone="ok">{done}</Alert> : null
}
