import type { PublishedRow } from '../../store/publishing/published-row.ts'
import { guide } from './guide.ts'
import { networkId } from './network.ts'
import { conceptOf, listOf, referTo } from './resource.ts'

const { codeSystems, extensions } = guide

const ACCEPTING = { Y: 'newpt', N: 'nopt', EXISTING: 'existptonly', FAMILY: 'existptfam' } as const

export const networkOf = ({ networkId: id, networkIsPublished }: PublishedRow) =>
  id && networkIsPublished ? referTo('Organization', networkId(id)) : undefined

type Accepting = PublishedRow['acceptingNewPatients']

/** Whether new patients are accepted, from a network if one is given. Undefined if that is not known. */
export function describeAccepting(accepting: Accepting, network?: ReturnType<typeof networkOf>) {
  if (!accepting) return undefined
  const concept = conceptOf(codeSystems.acceptingPatients, ACCEPTING[accepting])
  return {
    url: extensions.acceptingPatients,
    extension: listOf([
      { url: 'acceptingPatients', valueCodeableConcept: concept },
      network && { url: 'fromNetwork', valueReference: network },
    ]),
  }
}
