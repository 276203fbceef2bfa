import { previewContent } from '@portico/core/content/calls'
import { useEffect, useState } from 'react'
import { useGateway } from '../shell/gateway-context.tsx'

const TYPING_PAUSE_MS = 400

/** What the sanitiser leaves of the text is what readers will see, so the preview asks it. */
export function useCleanHtml(typed: string): string {
  const gateway = useGateway()
  const [clean, setClean] = useState('')
  useEffect(() => {
    let wanted = true
    const timer = setTimeout(async () => {
      const reply = typed.trim() === '' ? null : await gateway.call(previewContent, { html: typed })
      if (wanted) setClean(reply?.ok ? reply.entity.html : '')
    }, TYPING_PAUSE_MS)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [gateway, typed])
  return clean
}
