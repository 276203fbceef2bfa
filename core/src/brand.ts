import { PROVIDER_PATHS } from './constants.ts'

/** Brand data for pages, mail and forms. The page passes it to the browser. */
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
  memberServicesPhone: string
  memberServicesHours: string
  logo: string
}

/** Brand data for pages that list all brands. */
export type BrandName = { id: string; name: string; shortName: string; demoHost: string }

/** A shape of the logo on a 40 × 40 square: filled, or a line 2.6 wide with round ends. Colors are #rrggbb. */
export type MarkShape = { path: string; fill: string } | { path: string; stroke: string }

type TextColor = 'ink' | 'inkSoft' | 'onPrimary' | 'onDisabled' | 'onHero'
type StateColor = 'danger' | 'dangerTint' | 'ok' | 'okTint' | 'warn' | 'warnTint' | 'info' | 'infoTint' | 'disabled'
type SurfaceColor = 'surface' | 'card' | 'line' | 'lineStrong' | 'hero' | 'heroFlat' | 'veil'
type BrandColor = 'primary' | 'primaryStrong' | 'primaryTint' | 'accent'
/** `inkSoft` is `--ink-soft` in CSS. Text has a contrast of at least 4.5:1, control borders 3:1. */
type Tokens = Record<TextColor | StateColor | SurfaceColor | BrandColor | 'radius' | 'radiusCard', string>

/** Metric overrides for the fallback font Arial, so that the layout does not shift when the web font loads. */
type FallbackMetrics = { size: string; ascent: string; descent: string }

type OwnFacts = {
  /** The brand of every host name that no other brand lists. Exactly one brand is the standard one. */
  standard?: true
  /** The two lines beside the mark. */
  wordmark: [string, string]
  mark: MarkShape[]
  /** For signed contracts. */
  returnAddress: string[]
  fax: string
  tokens: Tokens
  /** Warmer colors of the member area. */
  memberTokens: Record<'memberSurface' | 'memberLine' | 'memberShadow' | 'memberGlow', string>
  /** One variable Latin font file, from a package or next to the brand's file. */
  font: { family: string; file: string; weights: string; regular: FallbackMetrics; bold: FallbackMetrics }
  /** The default host name, and the text of the demo's contact page if it differs from the common text. */
  demo: { host: string; contactText?: string }
}

type Derived = 'termsOfUseLink' | 'contactUsLink' | 'cancelRegistrationLink' | 'logo'
type Declaration = Omit<Brand, Derived> &
  OwnFacts & {
    /** Value of the `from` parameter in the brand's links. */
    from?: string
  }

export type DeclaredBrand = Brand & OwnFacts

/** A brand is declared in one file of core/src/brands and named nowhere else. */
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
