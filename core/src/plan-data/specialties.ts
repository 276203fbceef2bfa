/** Labels of the most common taxonomy codes of individual providers. The quiz does not ask about other codes. */
const physicians: Record<string, string> = {
  '207K00000X': 'Allergy and Immunology',
  '207L00000X': 'Anesthesiology',
  '207N00000X': 'Dermatology',
  '207P00000X': 'Emergency Medicine',
  '207Q00000X': 'Family Medicine',
  '207R00000X': 'Internal Medicine',
  '207RC0000X': 'Cardiovascular Disease',
  '207RE0101X': 'Endocrinology, Diabetes and Metabolism',
  '207RG0100X': 'Gastroenterology',
  '207RG0300X': 'Geriatric Medicine',
  '207RH0003X': 'Hematology and Oncology',
  '207RI0200X': 'Infectious Disease',
  '207RN0300X': 'Nephrology',
  '207RP1001X': 'Pulmonary Disease',
  '207RR0500X': 'Rheumatology',
  '207T00000X': 'Neurological Surgery',
  '207V00000X': 'Obstetrics and Gynecology',
  '207W00000X': 'Ophthalmology',
  '207X00000X': 'Orthopaedic Surgery',
  '207Y00000X': 'Otolaryngology',
  '207ZP0102X': 'Pathology',
  '208000000X': 'Pediatrics',
  '208100000X': 'Physical Medicine and Rehabilitation',
  '208200000X': 'Plastic Surgery',
  '2084N0400X': 'Neurology',
  '2084P0800X': 'Psychiatry',
  '2085R0202X': 'Diagnostic Radiology',
  '208600000X': 'General Surgery',
  '208800000X': 'Urology',
  '208D00000X': 'General Practice',
  '208M00000X': 'Hospital Medicine',
}

const clinicians: Record<string, string> = {
  '101YM0800X': 'Mental Health Counseling',
  '103T00000X': 'Psychology',
  '103TC0700X': 'Psychology',
  '1041C0700X': 'Clinical Social Work',
  '106H00000X': 'Marriage and Family Therapy',
  '111N00000X': 'Chiropractic',
  '122300000X': 'Dentistry',
  '1223G0001X': 'Dentistry',
  '133V00000X': 'Dietetics',
  '152W00000X': 'Optometry',
  '163W00000X': 'Nursing',
  '183500000X': 'Pharmacy',
  '213E00000X': 'Podiatry',
  '225100000X': 'Physical Therapy',
  '225X00000X': 'Occupational Therapy',
  '231H00000X': 'Audiology',
  '235Z00000X': 'Speech-Language Pathology',
  '363A00000X': 'Physician Assistant',
  '363L00000X': 'Nurse Practitioner',
  '363LF0000X': 'Nurse Practitioner',
  '367500000X': 'Nurse Anesthesia',
  '367A00000X': 'Midwifery',
}

/** Facilities that members search for by specialty. */
const facilities: Record<string, string> = {
  '251E00000X': 'Home Health',
  '261QA1903X': 'Ambulatory Surgery',
  '261QF0400X': 'Community Health Center',
  '261QP2000X': 'Physical Therapy',
  '261QR0200X': 'Imaging',
  '261QU0200X': 'Urgent Care',
  '282N00000X': 'Hospital',
  '291U00000X': 'Laboratory',
  '333600000X': 'Pharmacy',
  '3336C0003X': 'Pharmacy',
}

/** Specialty label of a person or facility. Empty for a code without a label. */
export function listedSpecialty(taxonomyCode: string): string {
  return specialtyLabel(taxonomyCode) ?? facilities[taxonomyCode] ?? ''
}

/** All codes with this label. */
export function codesOfSpecialty(label: string): string[] {
  const all = Object.entries({ ...physicians, ...clinicians, ...facilities })
  return all.filter(([, known]) => known === label).map(([code]) => code)
}

export function specialtyLabel(taxonomyCode: string | null): string | undefined {
  return taxonomyCode ? (physicians[taxonomyCode] ?? clinicians[taxonomyCode]) : undefined
}

/**
 * Labels of similar specialties that are wrong for this code. Leaves out related codes: a cardiologist is also an
 * internist, and both codes start with 207R.
 */
export function similarSpecialties(taxonomyCode: string): string[] {
  const family = physicians[taxonomyCode] ? physicians : clinicians
  const related = taxonomyCode.slice(0, 4)
  return Object.entries(family)
    .filter(([code]) => !code.startsWith(related))
    .map(([, label]) => label)
}
