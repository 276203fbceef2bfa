import type { HTMLAttributes, ReactNode } from 'react'

type CardProps = HTMLAttributes<HTMLElement> & { as?: 'section' | 'div' | 'aside'; quiet?: boolean }

export function Card({ as: Element = 'div', quiet, className, ...rest }: CardProps) {
  return <Element {...rest} className={['card', quiet && 'quiet', className].filter(Boolean).join(' ')} />
}

type TitledCardProps = CardProps & { as?: 'section' | 'aside'; id: string; heading: ReactNode }

/** A section with a heading; `id` is the heading's id. */
export function TitledCard({ as = 'section', id, heading, children, ...card }: TitledCardProps) {
  return (
    <Card {...card} as={as} aria-labelledby={id}>
      <h2 id={id} className={as === 'aside' ? 'aside-heading' : undefined}>
        {heading}
      </h2>
      {children}
    </Card>
  )
}
