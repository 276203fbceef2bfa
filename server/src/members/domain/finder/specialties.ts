import { codesOfSpecialty, listedSpecialty } from '@portico/core/plan-data/specialties'
import { allSpecialties } from '../../../provider-directory/provider-directory.ts'

/** Codes by the name in the national taxonomy. */
const nationalCodes = Map.groupBy(Object.entries(allSpecialties.codes), ([, name]) => name)

/** The short name of a common specialty, otherwise the name in the national taxonomy. Empty for an unknown code. */
export const nameSpecialty = (code: string): string => listedSpecialty(code) || (allSpecialties.codes[code] ?? '')

/** All codes that are shown by this name. */
export const codesByName = (name: string): string[] => {
  const national = (nationalCodes.get(name) ?? []).map(([code]) => code)
  return [...new Set([...codesOfSpecialty(name), ...national])].filter((code) => nameSpecialty(code) === name)
}

/** Names of codes that are separated by semicolons. */
export const namesOf = (specialty: string | null): string[] =>
  (specialty ?? '').split(';').map(nameSpecialty).filter(Boolean)
