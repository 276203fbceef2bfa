import type { Warnings } from '@portico/core/access/request-shapes'
import { formatMoment } from '@portico/core/forms/moments'
import { Note } from '#kit/note.tsx'
import { Tag } from '#kit/tag.tsx'
import { providerAddress } from './console-addresses.ts'

export const hasWarnings = ({ onHoldSince, objections }: Warnings) => onHoldSince !== '' || objections.length > 0

/** Repeated objections of one person are listed once. */
const objectorsOf = ({ objections }: Warnings) => [...new Set(objections.map(({ name }) => name))]

/** Warnings in a table row. */
export function WarningTags({ about }: { about: Warnings }) {
  return (
    <>
      {about.onHoldSince && (
        <li>
          <Tag tone="bad">Fraud reported</Tag>
        </li>
      )}
      {objectorsOf(about).map((name) => (
        <li key={name}>
          <Tag tone="warn">{name} objects</Tag>
        </li>
      ))}
    </>
  )
}

/** Warnings in the confirmation dialog. */
export function WarningLines({ about }: { about: Warnings }) {
  return objectorsOf(about).map((name) => (
    <p key={name}>
      <b>{name} objects to this request.</b>
    </p>
  ))
}

type WarningNoteProps = { about: Warnings & { npi: string }; act: 'validated' | 'accepted' }

/** A hold or an objection (behaviour 7.19), with a link to the provider's page. */
export function WarningNote({ about, act }: WarningNoteProps) {
  const { npi, onHoldSince, objections } = about
  if (!hasWarnings(about)) return null
  return (
    <Note tone="warn" heading={onHoldSince ? 'Report of fraud: registration is on hold' : 'An administrator objects'}>
      {onHoldSince && (
        <p>
          On {formatMoment(onHoldSince)} the provider reported “This was not me”. This cannot be {act} until the hold is
          lifted.
        </p>
      )}
      {objections.map(({ name, since }) => (
        <p key={`${name} ${since}`}>
          {name} objected to this request on {formatMoment(since)}.
        </p>
      ))}
      <p>
        <a href={providerAddress(npi)}>Review NPI {npi}</a>
      </p>
    </Note>
  )
}
