import type { Warnings } from '@portico/core/access/request-shapes'
import { formatMoment } from '@portico/core/forms/moments'
import { Note } from '../../kit/note.tsx'
import { Tag } from '../../kit/tag.tsx'
import { providerAddress } from './console-addresses.ts'

export const hasWarnings = ({ onHoldSince, objections }: Warnings) => onHoldSince !== '' || objections.length > 0

/** The same names objecting again say nothing more. */
const objectorsOf = ({ objections }: Warnings) => [...new Set(objections.map(({ name }) => name))]

/** In a row, beside what else is to be known before somebody decides. */
export function WarningTags({ about }: { about: Warnings }) {
  return (
    <>
      {about.onHoldSince && (
        <li>
          <Tag tone="bad">On hold</Tag>
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

/** Once more in the dialog that asks whether somebody is sure. */
export function WarningLines({ about }: { about: Warnings }) {
  return objectorsOf(about).map((name) => (
    <p key={name}>
      <b>{name} objects to this request.</b>
    </p>
  ))
}

type WarningNoteProps = { about: Warnings & { npi: string }; act: 'validated' | 'accepted' }

/** What the provider or an SAA says against a request (behaviour 7.19), with the way to where it is looked into. */
export function WarningNote({ about, act }: WarningNoteProps) {
  const { npi, onHoldSince, objections } = about
  if (!hasWarnings(about)) return null
  return (
    <Note tone="warn" heading={onHoldSince ? 'Registration is on hold' : 'An administrator objects'}>
      {onHoldSince && (
        <p>
          The provider said on {formatMoment(onHoldSince)} that it was not them who tried to register. This cannot be{' '}
          {act} until the hold is lifted.
        </p>
      )}
      {objections.map(({ name, since }) => (
        <p key={`${name} ${since}`}>
          {name} objects to this request, since {formatMoment(since)}.
        </p>
      ))}
      <p>
        <a href={providerAddress(npi)}>Look into it at NPI {npi}</a>
      </p>
    </Note>
  )
}
