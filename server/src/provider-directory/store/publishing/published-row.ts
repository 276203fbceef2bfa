export type Address = {
  address1: string | null
  address2: string | null
  city: string | null
  state: string | null
  zip: string | null
}

/** White space and control characters by code point, for JavaScript and PostgreSQL alike. */
export const BLANKS = '\\u0001-\\u0020\\u007f-\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'

/** A row of `practice` that is published, with the facts that its resources need. */
export type PublishedRow = {
  npi: string
  isOrganization: boolean
  name: string
  firstName: string | null
  lastName: string | null
  credential: string | null
  locationId: string
  groupId: string | null
  networkId: string | null
  /** Taxonomy codes, separated by semicolons. */
  specialty: string | null
  acceptingNewPatients: 'Y' | 'N' | 'EXISTING' | 'FAMILY' | null
  telehealth: boolean | null
  languages: string[]
  endsOn: string | null
  groupIsPublished: boolean
  networkIsPublished: boolean
  address: Address
}

/** A location with at least one published row. */
export type PublishedLocation = {
  locationId: string
  name: string
  address: Address
  phone: string | null
  fax: string | null
  hours: string | null
  accessibility: string | null
  latitude: string | null
  longitude: string | null
  /** The group of all its rows; null if they differ, have none, or the group is not published. */
  onlyGroupId: string | null
  networkIds: string[]
}

/** Where the rows of a group or an organization are, each location once per network. */
export type PlaceInNetwork = { locationId: string; networkId: string | null; address: Address }

export type PublishedGroup = {
  groupId: string
  name: string
  /** Null if its organization is not published. */
  orgId: string | null
  places: PlaceInNetwork[]
}

export type PublishedOrganization = { orgId: string; name: string; places: PlaceInNetwork[] }

export type PublishedPlan = {
  planId: string
  name: string
  product: string | null
  networkId: string
  networkName: string | null
}
