import { describe, expect, test } from 'vitest'
import { shownName } from './shown-name.ts'

const PEOPLE = `
ELEANOR WHITLOCK = Eleanor Whitlock
MARY ANN SMITH = Mary Ann Smith
SHANE MCDONALD = Shane McDonald
MCGEE = McGee
MC CARTHY = Mc Carthy
MCKENZIE-O'HARA = McKenzie-O'Hara
SEAN O'BRIEN = Sean O'Brien
SEAN O’BRIEN = Sean O’Brien
SEAN O' BRIEN = Sean O' Brien
SEAN O BRIEN = Sean O Brien
TONY D'ANGELO = Tony D'Angelo
CLAIRE L'HEUREUX = Claire L'Heureux
AWA N'DIAYE = Awa N'Diaye
ANNA SMITH-JONES = Anna Smith-Jones
JEAN-MARIE LEBLANC = Jean-Marie Leblanc
OMAR AL-HASSAN = Omar Al-Hassan
MARIA DE LA CRUZ = Maria De La Cruz
JAN VAN DER BERG = Jan Van Der Berg
JOHN SMITH II = John Smith II
JOHN SMITH III = John Smith III
JOHN SMITH IV = John Smith IV
JOHN SMITH JR = John Smith Jr
JOHN SMITH, JR. = John Smith, Jr.
JOHN SMITH SR. = John Smith Sr.
JOHN SMITH V = John Smith V
KIM DO = Kim Do
THI MAI DO = Thi Mai Do
YO-YO MA = Yo-Yo Ma
VI NGUYEN = Vi Nguyen
AN LE = An Le
LINH TO NGUYEN = Linh To Nguyen
DO = Do
MEI NG = Mei Ng
JP MORTON = JP Morton
JP = JP
J.P. MORTON = J.P. Morton
J P MORTON = J P Morton
JOSÉ MUÑOZ = José Muñoz
RENÉE ÉTIENNE = Renée Étienne
JOHN SMITH MD = John Smith MD
JOHN SMITH, M.D. = John Smith, M.D.
JOHN SMITH, MD, PHD = John Smith, MD, PhD
JANE ROE PH.D. = Jane Roe Ph.D.
JANE ROE, PHARMD = Jane Roe, PharmD
JANE ROE, DO = Jane Roe, DO
JANE ROE DO PC = Jane Roe DO PC
JANE ROE LICSW = Jane Roe LICSW
IAN MACDONALD = Ian MacDonald
JOHN MACK = John Mack
LUIS MACHADO = Luis Machado
DR. SMITH = Dr. Smith`

const ORGANIZATIONS = `
CAMBRIDGE FAMILY PRACTICE = Cambridge Family Practice
HARBOR MEDICAL GROUP, LLC = Harbor Medical Group, LLC
HARBOR MEDICAL GROUP P.C. = Harbor Medical Group P.C.
HARBOR HOME CARE, INC. = Harbor Home Care, Inc.
SMITH AND JONES DENTAL PLLC = Smith and Jones Dental PLLC
CHILDREN'S HOSPITAL OF BOSTON = Children's Hospital of Boston
ST. MARY'S WOMEN'S HEALTH = St. Mary's Women's Health
THE CENTER FOR THE BLIND = The Center for the Blind
HOUSE OF = House Of
CARE AT HOME OF NATICK = Care at Home of Natick
PHYSICIANS IN MOTION = Physicians In Motion
JOHN SMITH MD PC = John Smith MD PC
NATICK SPORTS PT = Natick Sports PT
CVS = CVS
NATICK ORTHOPEDICS PA = Natick Orthopedics Pa
NATICK ORTHOPEDICS, PA = Natick Orthopedics, PA
MCLEAN OB/GYN ASSOCIATES = McLean OB/GYN Associates
A&B PHARMACY = A&B Pharmacy
H & R PHARMACY = H & R Pharmacy
24/7 CARE 2ND STREET = 24/7 Care 2nd Street
3M CLINIC = 3M Clinic
CVS PHARMACY #1234 = CVS Pharmacy #1234
X-RAY AND MRI OF NATICK = X-Ray and MRI of Natick
WALK-IN CLINIC = Walk-In Clinic
UMASS MEMORIAL MEDICAL CENTER = UMass Memorial Medical Center
"BEST" CARE (FORMERLY OLD CARE) = "Best" Care (Formerly Old Care)
DO FAMILY DENTAL LLC = Do Family Dental LLC
NORTH  SHORE   CARE = North Shore Care`

const pairs = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' = ') as [string, string])

describe('shownName (behaviour 12.11)', () => {
  test.each(pairs(PEOPLE))('%s', (stored, shown) => expect(shownName(stored)).toBe(shown))

  test.each(pairs(ORGANIZATIONS))('%s', (stored, shown) => expect(shownName(stored)).toBe(shown))

  test.each(['Eleanor Whitlock', 'SMITH van Dyke', 'eleanor', 'HARBOR Medical', ' Harbor  Care ', 'McDONALD'])(
    'keeps a name that is not in capitals: %s',
    (name) => expect(shownName(name)).toBe(name),
  )

  test.each(['', '1234', 'NPI 1100000011', '李'])('keeps a name without letters to change: %s', (name) =>
    expect(shownName(name)).toBe(name),
  )
})
