import { standardBrand } from '#platform/brands/brands.ts'

/** Words for generated people and places. Streets and practices are invented; the cities are real. */

export const firstNames =
  'Ada Adrian Aisha Alan Alice Amelia Amir Ana Andre Angela Anita Anton Arjun Ashley Astrid Avery Barbara Beatriz Ben Bianca Brandon Brian Bridget Calvin Camila Carla Carlos Carmen Cecilia Chloe Claire Clara Colin Corinne Dana Daniel Darius David Deepa Denise Derek Diana Dmitri Dominic Edith Edwin Elaine Elena Eli Elise Emeka Emil Emma Erik Esther Ethan Eva Farah Felix Fiona Florence Frances Gabriel Gemma George Gita Grace Greta Hannah Harold Hassan Hazel Helen Henry Hugo Ian Ibrahim Ida Imani Ines Ingrid Irene Isaac Ivan Jack Jacob James Jamila Janet Jasmine Jason Jean Jerome Joan Joel Jonas Josephine Joyce Julian June Karen Karl Kavita Keith Kenji Kevin Kira Laila Lars Laura Leah Leo Leon Lila Linda Liam Louis Lucia Luke Lydia Magnus Malik Marcus Margaret Maria Mario Marta Martin Maya Mei Miles Miriam Mohan Mona Nadia Naomi Natalie Nathan Neil Nina Noah Nora Olga Olivia Omar Oscar Otis Owen Pablo Paula Pedro Penelope Peter Philip Priya Quentin Rachel Rafael Ravi Rebecca Renee Rhea Robert Rosa Ruby Ruth Samir Samuel Sandra Sara Sean Selma Simon Sofia Stella Stephen Sunil Susan Tanya Tara Teresa Theo Thomas Tobias Uma Valerie Vera Victor Vincent Vivian Walter Wanda Wendy Wesley Yara Yusuf Zoe'.split(
    ' ',
  )

export const lastNames =
  'Abbott Acosta Adeyemi Aldrich Alvarez Amado Andersen Archer Ashby Atwood Baptista Barlow Barrett Bassett Beaumont Bellamy Bennett Bishop Blackwell Bouchard Bowen Brandt Brennan Briggs Cabral Caldwell Calloway Cardoso Carmichael Castillo Chandra Chapin Chen Clifford Coleman Connelly Corcoran Costello Crane Crocker Cullen Dalton Danforth Delacruz Desai Devlin Dias Donovan Doyle Drummond Dubois Easton Eldridge Ellsworth Emerson Endicott Espinosa Fairbanks Farrell Faulkner Ferreira Finch Fitzgerald Fletcher Fontaine Forsythe Fournier Gallagher Garrison Gaspar Gilchrist Goddard Granger Greenleaf Guerrero Haddad Halloran Hammond Harlow Hathaway Hawthorne Hayashi Hendricks Hobart Holloway Huang Hutchins Ibarra Ingersoll Jankowski Jarvis Jensen Kaplan Kapoor Keating Kendrick Kimball Kowalski Lachance Lambert Langley Lathrop Lavoie Leclair Lindqvist Lockwood Lombardi Lowell Lundgren MacDonald Madigan Mahoney Malone Marchetti Marlowe Mbeki Medeiros Mehta Mendoza Merrill Monteiro Moreau Morrissey Nakamura Navarro Nguyen Nickerson Nolan Norwood Nunes Oakley Okafor Olsen Ortega Osgood Pacheco Palmer Parkhurst Patel Peabody Pelletier Pereira Pike Pinto Prescott Proctor Quigley Quintana Radcliffe Ramsey Redmond Reinhardt Rezende Ridgeway Rosenthal Rousseau Salazar Saltonstall Santos Sawyer Schaefer Sheridan Silva Singleton Snow Sorensen Standish Stavros Sterling Sullivan Swanson Tavares Thayer Thibodeau Tillman Trask Treadwell Underhill Valente Vance Vargas Vasquez Vaughn Viera Wadsworth Wainwright Walsh Wampler Warburton Weatherby Webster Wheelock Whitcomb Wilder Winslow Wojcik Woodbury Yamada Yates Zamora Zeller'.split(
    ' ',
  )

const streetNames =
  'Harbor Maple Chestnut Elm Beacon Mill Orchard Summit Prospect Washington Lighthouse Ferry Cranberry Granite Meadow Salem Walnut Spruce Quarry Bayview River Church Foundry Willow Sandpiper Heron Birch'.split(
    ' ',
  )
const streetKinds = ['Street', 'Avenue', 'Road', 'Lane', 'Way', 'Drive']

export const streets = streetNames.flatMap((name) => streetKinds.map((kind) => `${name} ${kind}`))

export type Town = {
  city: string
  postalCode: string
  region: string
  at: readonly [latitude: number, longitude: number]
}

const knownTowns: readonly [city: string, postalCode: string, region: string, latitude: number, longitude: number][] = [
  ['Boston', '02114', 'Boston', 42.3611, -71.0653],
  ['Cambridge', '02139', 'Boston', 42.3647, -71.1042],
  ['Quincy', '02169', 'South Shore', 42.2491, -70.9978],
  ['Weymouth', '02188', 'South Shore', 42.218, -70.9409],
  ['Plymouth', '02360', 'South Shore', 41.9584, -70.6673],
  ['Framingham', '01702', 'Metro West', 42.2793, -71.4162],
  ['Natick', '01760', 'Metro West', 42.2848, -71.3468],
  ['Marlborough', '01752', 'Metro West', 42.3459, -71.5523],
  ['Salem', '01970', 'North Shore', 42.5195, -70.8967],
  ['Gloucester', '01930', 'North Shore', 42.6159, -70.662],
  ['Beverly', '01915', 'North Shore', 42.5584, -70.88],
  ['Lowell', '01852', 'Merrimack Valley', 42.6334, -71.3162],
  ['Lawrence', '01840', 'Merrimack Valley', 42.707, -71.1631],
  ['Haverhill', '01830', 'Merrimack Valley', 42.7762, -71.0773],
  ['Worcester', '01608', 'Central', 42.2626, -71.8023],
  ['Fitchburg', '01420', 'Central', 42.5834, -71.8023],
  ['Springfield', '01103', 'Pioneer Valley', 42.1015, -72.5898],
  ['Northampton', '01060', 'Pioneer Valley', 42.3251, -72.6412],
  ['Pittsfield', '01201', 'Berkshires', 42.4501, -73.2454],
  ['New Bedford', '02740', 'South Coast', 41.6362, -70.9342],
  ['Fall River', '02720', 'South Coast', 41.7015, -71.155],
  ['Hyannis', '02601', 'Cape Cod', 41.6525, -70.2881],
  ['Falmouth', '02540', 'Cape Cod', 41.5515, -70.6148],
  ['Orleans', '02653', 'Cape Cod', 41.7898, -69.9897],
  ['Sandwich', '02563', 'Cape Cod', 41.759, -70.4939],
]
export const towns: readonly Town[] = knownTowns.map(([city, postalCode, region, ...at]) => ({
  city,
  postalCode,
  region,
  at,
}))

export type Specialty = { code: string; title: string; credential: string }

const knownSpecialties: readonly [code: string, title: string, credential: string][] = [
  ['207Q00000X', 'Family Medicine', 'M.D.'],
  ['207R00000X', 'Internal Medicine', 'M.D.'],
  ['208000000X', 'Pediatrics', 'M.D.'],
  ['207RC0000X', 'Cardiovascular Disease', 'M.D.'],
  ['207N00000X', 'Dermatology', 'M.D.'],
  ['207V00000X', 'Obstetrics & Gynecology', 'M.D.'],
  ['207X00000X', 'Orthopaedic Surgery', 'D.O.'],
  ['2084P0800X', 'Psychiatry', 'M.D.'],
  ['207W00000X', 'Ophthalmology', 'M.D.'],
  ['2084N0400X', 'Neurology', 'M.D.'],
  ['363L00000X', 'Nurse Practitioner', 'N.P.'],
  ['363A00000X', 'Physician Assistant', 'P.A.'],
  ['1041C0700X', 'Clinical Social Worker', 'LICSW'],
  ['225100000X', 'Physical Therapist', 'P.T.'],
]
export const specialties: readonly Specialty[] = knownSpecialties.map(([code, title, credential]) => ({
  code,
  title,
  credential,
}))

const planName = (plan: string) => `${standardBrand.wordmark[0]} ${plan}`
export const PLANS = [planName('Choice HMO'), planName('Select PPO')]
export const SENIOR_PLAN = planName('Senior Care Options')
