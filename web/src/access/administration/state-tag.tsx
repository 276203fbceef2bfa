import type { PersonGrant } from '@portico/core/access/shapes'
import { Tag } from '../../kit/tag.tsx'
import { personState } from './person-labels.ts'

export function StateTag({ grant }: { grant: PersonGrant }) {
  const { label, tone } = personState(grant)
  return <Tag {...(tone ? { tone } : {})}>{label}</Tag>
}
