import { PROVIDER_PATHS } from './constants.ts'

/** What pages, letters and forms say in a brand's name. A page brings it along to the browser. */
export type Brand = {
  id: string
  name: string
  legalName: string
  /** The word for the provider: 'PCP' on the care-partner brand. */
  physicianTitle: string
  /** The same word inside a sentence. */
  physicianTerm: string
  termsOfUseLink: string
  contactUsLink: string
  cancelRegistrationLink: string
  /** The care-partner brand's users accepted the terms when they joined (behaviour 1.8). */
  termsPreAccepted: boolean
  providerServicesPhone: string
  providerServicesHours: string
  /** Whom members call. */
  memberServicesPhone: string
  memberServicesHours: string
  logo: string
}

/** What the pages that list the brands know of each. */
export type BrandName = { id: string; name: string; shortName: string; demoHost: string }

/** A shape of the mark, on a square of 40: filled, or a line 2.6 wide with round ends. Colours are #rrggbb. */
export type MarkShape = { path: string; fill: string } | { path: string; stroke: string }

type TextColour = 'ink' | 'inkSoft' | 'onPrimary' | 'onDisabled' | 'onHero'
type StateColour = 'danger' | 'dangerTint' | 'ok' | 'okTint' | 'warn' | 'warnTint' | 'info' | 'infoTint' | 'disabled'
type SurfaceColour = 'surface' | 'card' | 'line' | 'lineStrong' | 'hero' | 'heroFlat' | 'veil'
type OwnColour = 'primary' | 'primaryStrong' | 'primaryTint' | 'accent'
/** `inkSoft` is `--ink-soft` in the pages. Every text pair holds 4.5:1 and every control edge 3:1. */
type Tokens = Record<TextColour | StateColour | SurfaceColour | OwnColour | 'radius' | 'radiusCard', string>

/** How Arial is stretched to the face's widths and heights, so that nothing moves when the face arrives. */
type FallbackMetrics = { size: string; ascent: string; descent: string }

type OwnFacts = {
  /** The brand of every host name that no other brand has. Exactly one brand is the standard one. */
  standard?: true
  /** The two lines beside the mark. */
  wordmark: [string, string]
  mark: MarkShape[]
  /** Where signed contracts go. */
  returnAddress: string[]
  fax: string
  tokens: Tokens
  /** What is warmer in the member area. */
  memberTokens: Record<'memberSurface' | 'memberLine' | 'memberShadow' | 'memberGlow', string>
  /** One variable Latin file: of a package, or beside the brand's own file. */
  font: { family: string; file: string; weights: string; regular: FallbackMetrics; bold: FallbackMetrics }
  /** The host name without any setting, and what the demo's contact page says where it is not the common text. */
  demo: { host: string; contactText?: string }
}

type Derived = 'termsOfUseLink' | 'contactUsLink' | 'cancelRegistrationLink' | 'logo'
type Declaration = Omit<Brand, Derived> &
  OwnFacts & {
    /** What its links tell the pages they lead to. */
    from?: string
  }

export type DeclaredBrand = Brand & OwnFacts

/** Everything a brand is, in one file of core/src/brands: there it is found, nothing else names it. */
export function declareBrand({ from, ...facts }: Declaration): DeclaredBrand {
  const own = (path: string) => (from ? `${path}?from=${from}` : path)
  return {
    termsOfUseLink: own(PROVIDER_PATHS.termsOfUse),
    contactUsLink: own(PROVIDER_PATHS.contact),
    cancelRegistrationLink: own(PROVIDER_PATHS.login),
    logo: `/content/${facts.id}/logo.svg`,
    ...facts,
  }
}
