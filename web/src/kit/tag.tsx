import type { ReactNode } from 'react'

export function Tag({ tone, children }: { tone?: 'ok' | 'warn' | 'bad'; children: ReactNode }) {
  return <span className={tone ? `tag ${tone}` : 'tag'}>{children}</span>
}
