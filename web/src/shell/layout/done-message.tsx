import { useEffect, useState } from 'react'
import { Alert } from '#kit/note.tsx'
import { navigate, useLocation } from '../router/router.tsx'

/** Opens a page that shows a message about the finished action. */
export function useNavigateWithMessage(): (address: string, done: string) => void {
  return (address, done) => navigate(address, { state: { done } })
}

/** Message from the previous page. Shown once, and not after a reload. */
export function DoneMessage() {
  const { state } = useLocation()
  const [done] = useState<string>(() => Object(state).done ?? '')
  useEffect(() => {
    if (done) history.replaceState({ ...history.state, usr: null }, '')
  }, [done])
  return done ? <Alert tone="ok">{done}</Alert> : null
}
