import type { HTMLAttributes } from 'react'

type CardProps = HTMLAttributes<HTMLElement> & { as?: 'section' | 'div' | 'aside'; quiet?: boolean }

export function Card({ as: Element = 'div', quiet, className, ...rest }: CardProps) {
  return <Element {...rest} className={['card', quiet && 'quiet', className].filter(Boolean).join(' ')} />
}
