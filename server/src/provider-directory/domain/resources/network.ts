import { fhirId } from './fhir-id.ts'
import { guide } from './guide.ts'
import { PAYER_ID } from './organization.ts'
import { cleanText, conceptOf, createResource, identifierOf, listOf, type Resource, referTo } from './resource.ts'

export const networkId = (id: string): string => fhirId('network', id)

/** A network of the plan. A network without a name is called by its id, as the plan calls it. */
export const mapNetwork = (id: string, name: string | null): Resource =>
  createResource(
    'Organization',
    networkId(id),
    {
      identifier: listOf([identifierOf(id)]),
      active: true,
      type: [conceptOf(guide.codeSystems.organizationType, 'ntwk')],
      name: cleanText(name) ?? cleanText(id),
      partOf: referTo('Organization', PAYER_ID),
    },
    guide.profiles.Network,
  )
