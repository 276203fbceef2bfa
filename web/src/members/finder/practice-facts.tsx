import { formatPhone, stripPhone } from '@portico/core/forms/formats'
import { formatLongCalendarDay } from '@portico/core/forms/moments'
import type { Practice, ProviderPlace } from '@portico/core/members/shapes'
import { LabelTag, type StatusLabel, Tag } from '#kit/tag.tsx'

const ACCEPTING: Record<Exclude<Practice['accepting'], ''>, StatusLabel> = {
  Y: { label: 'Accepting new patients', tone: 'ok' },
  N: { label: 'Not accepting new patients', tone: 'bad' },
  EXISTING: { label: 'Existing patients only', tone: 'warn' },
  FAMILY: { label: 'Families of patients only', tone: 'warn' },
}

/** When the office last confirmed the entry, with a mark if that is too long ago. */
export function Verified({ of: { verifiedOn, isOverdue } }: { of: Practice }) {
  return (
    <span className="verified">
      {verifiedOn ? `Verified on ${formatLongCalendarDay(verifiedOn)}` : 'Not verified by the office yet'}
      {isOverdue && <Tag tone="warn">Please call to confirm: this may be out of date</Tag>}
    </span>
  )
}

export function Accepting({ of: { accepting } }: { of: Practice }) {
  return accepting === '' ? null : <LabelTag of={ACCEPTING[accepting]} />
}

/** Street, city, state and ZIP code, each only if the plan has it. */
export function AddressLines({ of: { address1, address2, city, state, zip } }: { of: ProviderPlace }) {
  const town = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return (
    <address>
      {[address1, address2].filter(Boolean).map((line) => (
        <span key={line}>
          {line}
          <br />
        </span>
      ))}
      {town || 'No address on file'}
    </address>
  )
}

/** A link that calls the office. `who` is for users of screen readers. */
export function PhoneLink({ phone, who }: { phone: string; who: string }) {
  if (!phone) return <span className="soft">No phone on file</span>
  return (
    <a className="nowrap" href={`tel:${stripPhone(phone)}`}>
      <span className="visually-hidden">Call {who}: </span>
      {formatPhone(phone)}
    </a>
  )
}
