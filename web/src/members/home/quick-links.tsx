import { MEMBER_PATHS } from '@portico/core/constants'
import type { ReactNode } from 'react'

/** Large links to the most used pages. */
export function QuickLinks() {
  return (
    <nav aria-label="What you can do here">
      <ul className="quick-links">
        <QuickLink href={MEMBER_PATHS.idCard} label="Show my ID card" icon={card} />
        <QuickLink href={MEMBER_PATHS.claims} label="See my claims" icon={claims} />
        <QuickLink href={MEMBER_PATHS.findAProvider} label="Find a provider" icon={provider} />
        <QuickLink href={MEMBER_PATHS.profile} label="Profile and security" icon={lock} />
      </ul>
    </nav>
  )
}

function QuickLink({ href, label, icon }: { href: string; label: string; icon: ReactNode }) {
  return (
    <li>
      <a href={href}>
        <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
          {icon}
        </svg>
        {label}
      </a>
    </li>
  )
}

const card = (
  <>
    <rect x="3" y="7" width="26" height="18" rx="3" />
    <path d="M3 12.5h26M8 20h6" />
  </>
)
const claims = (
  <>
    <path d="M8 4h11l6 6v18H8zM19 4v6h6" />
    <path d="M12 16h9M12 21h9" />
  </>
)
const provider = (
  <>
    <circle cx="14" cy="14" r="9" />
    <path d="m21 21 7 7M14 10v8M10 14h8" />
  </>
)
const lock = (
  <>
    <rect x="6" y="14" width="20" height="13" rx="3" />
    <path d="M10.5 14v-3a5.5 5.5 0 0 1 11 0v3M16 19v3" />
  </>
)
