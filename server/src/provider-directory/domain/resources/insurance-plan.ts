import type { PublishedPlan } from '../../store/publishing/published-row.ts'
import { fhirId } from './fhir-id.ts'
import { guide } from './guide.ts'
import { networkId } from './network.ts'
import { PAYER_ID } from './organization.ts'
import { cleanText, conceptOf, createResource, identifierOf, listOf, type Resource, referTo } from './resource.ts'

const { payloadType, productType } = guide.codeSystems

export const ENDPOINT_ID = 'directory'

/** A product of the plan. Undefined without a product type, which the profile asks for. */
export function mapInsurancePlan({ planId, name, product, networkId: network }: PublishedPlan): Resource | undefined {
  const type = describeProduct(cleanText(product))
  if (!type) return undefined
  const payer = referTo('Organization', PAYER_ID)
  return createResource('InsurancePlan', fhirId(planId), {
    identifier: listOf([identifierOf(planId)]),
    status: 'active',
    type: [type],
    name: cleanText(name),
    ownedBy: payer,
    administeredBy: payer,
    endpoint: [referTo('Endpoint', ENDPOINT_ID)],
    network: [referTo('Organization', networkId(network))],
  })
}

/** A product by the guide's code or display; any other is published as text. */
function describeProduct(product: string | undefined) {
  if (!product) return undefined
  const { codes } = productType
  const code = Object.keys(codes).find((known) => [known, codes[known]?.toLowerCase()].includes(product.toLowerCase()))
  return code ? conceptOf(productType, code) : { text: product }
}

/** The portal's own interface for searching the directory. */
export const mapEndpoint = (publicUrl: string): Resource =>
  createResource('Endpoint', ENDPOINT_ID, {
    status: 'active',
    connectionType: {
      system: 'http://terminology.hl7.org/CodeSystem/endpoint-connection-type',
      code: 'hl7-fhir-rest',
      display: 'HL7 FHIR',
    },
    name: 'Provider directory',
    managingOrganization: referTo('Organization', PAYER_ID),
    payloadType: [conceptOf(payloadType, 'NA')],
    payloadMimeType: ['application/fhir+json'],
    address: `${publicUrl.replace(/\/$/, '')}/fhir`,
  })
