import type { DeclaredBrand } from '@portico/core/brand'
import type { Address, PublishedRow } from '../../store/publishing/published-row.ts'
import { fhirId } from './fhir-id.ts'
import { guide, isFacility } from './guide.ts'
import {
  addressOf,
  cleanText,
  conceptOf,
  contactOf,
  createResource,
  type Element,
  listOf,
  npiIdentifier,
  type Resource,
  referTo,
  specialtiesOf,
} from './resource.ts'

const types = guide.codeSystems.organizationType

export const PAYER_ID = 'payer'
export const groupOrganizationId = (groupId: string): string => fhirId('group', groupId)
export const organizationId = (orgId: string): string => fhirId('organization', orgId)
export const providerOrganizationId = (npi: string): string => fhirId('npi', npi)

type Places = readonly { address: Address }[]

/** The profile asks for an address. A group's addresses are those where its providers practice. */
export const addressesOf = (places: Places): { [name: string]: Element }[] | undefined => {
  const addresses = places.map(({ address }) => addressOf(address)).filter((address) => address !== undefined)
  const distinct = new Map(addresses.map((address) => [JSON.stringify(address), address]))
  return listOf([...distinct].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, address]) => address))
}

type Group = { groupId: string; name: string; orgId: string | null; places: Places }

/** A group, as part of its organization. Undefined without a name or an address. */
export function mapGroup({ groupId, name, orgId, places }: Group): Resource | undefined {
  return mapOrganization(groupOrganizationId(groupId), name, places, orgId)
}

/** An organization of groups. Undefined without a name or an address. */
export function mapParentOrganization(organization: { orgId: string; name: string; places: Places }) {
  return mapOrganization(organizationId(organization.orgId), organization.name, organization.places, null)
}

function mapOrganization(id: string, given: string, places: Places, partOf: string | null): Resource | undefined {
  const name = cleanText(given)
  const address = addressesOf(places)
  if (!name || !address) return undefined
  return createResource('Organization', id, {
    active: true,
    type: [conceptOf(types, 'prvgrp')],
    name,
    address,
    partOf: partOf === null ? undefined : referTo('Organization', organizationId(partOf)),
  })
}

/** A provider that is an organization by its NPI. Undefined without a name or an address. */
export function mapProviderOrganization(rows: readonly PublishedRow[]): Resource | undefined {
  const [row] = rows
  const name = row && cleanText(row.name)
  const address = addressesOf(rows)
  if (!name || !address) return undefined
  const type = rows.flatMap(specialtiesOf).some(isFacility) ? 'fac' : 'prvgrp'
  return createResource('Organization', providerOrganizationId(row.npi), {
    identifier: [npiIdentifier(row.npi)],
    active: true,
    type: [conceptOf(types, type)],
    name,
    address,
  })
}

/** The health plan itself, which owns the networks. Its name and address are the standard brand's. */
export function mapPayer({ legalName, memberServicesPhone, returnAddress }: DeclaredBrand): Resource {
  const [, ...lines] = returnAddress
  const [, city, state, zip] = /^(.+), ([A-Z]{2}) (\d{5}(?:-\d{4})?)$/.exec(lines.at(-1) ?? '') ?? []
  return createResource('Organization', PAYER_ID, {
    active: true,
    type: [conceptOf(types, 'payer')],
    name: legalName,
    telecom: listOf([contactOf('phone', memberServicesPhone)]),
    address: city
      ? [{ type: 'postal', line: listOf(lines.slice(0, -1)), city, state, postalCode: zip }]
      : [{ type: 'postal', text: lines.join(', ') }],
  })
}
