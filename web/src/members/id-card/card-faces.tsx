import { fullName } from '@portico/core/forms/full-name'
import { CARD_BACK, cardDay, cardPhones, relationshipLabel } from '@portico/core/members/id-card'
import type { CoveredPerson } from '@portico/core/members/shapes'
import type { ReactNode } from 'react'
import { brand } from '#shell/brands/brand.ts'

const WIDTH = 486
const HEIGHT = 306

/** One side of a card in bank-card proportions. `label` is its text alternative. */
function CardFace({ label, children }: { label: string; children: ReactNode }) {
  return (
    <svg className="id-card" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <rect className="paper" x="1" y="1" width={WIDTH - 2} height={HEIGHT - 2} rx="18" />
      {children}
    </svg>
  )
}

/** Largest font size that fits. A letter is about 0.56 of its size wide. */
function sizeFor(text: string, room: number, largest: number): number {
  return Math.max(9, Math.min(largest, room / (text.length * 0.56)))
}

/** Front of the card. The page repeats its content as text. */
export function CardFront({ person }: { person: CoveredPerson }) {
  const name = fullName(person)
  const [first = '', ...rest] = brand.name.split(' ')
  return (
    <CardFace label={`Front of the ID card of ${name}`}>
      <path className="band" d={`M19 1H${WIDTH - 19}A18 18 0 0 1 ${WIDTH - 1} 19V92H1V19A18 18 0 0 1 19 1Z`} />
      <path className="wave" d={`M1 92V66C70 48 120 92 200 74S360 44 ${WIDTH - 1} 70V92Z`} />
      <rect className="accent" x="1" y="92" width={WIDTH - 2} height="5" />
      <rect className="mark" x="22" y="18" width="56" height="56" rx="14" />
      <image href={brand.logo} x="26" y="22" width="48" height="48" />
      <text className="on-band strong" x="92" y="44" fontSize="24">
        {first}
      </text>
      <text className="on-band" x="92" y="66" fontSize="15">
        {rest.join(' ')}
      </text>
      <text
        className="on-band strong"
        x={WIDTH - 24}
        y="44"
        textAnchor="end"
        fontSize={sizeFor(person.planName, 190, 17)}
      >
        {person.planName}
      </text>

      <CardFact label="Member" value={name} x={24} y={126} room={WIDTH - 48} strong />
      <CardFact label="Member ID" value={person.memberId} x={24} y={184} room={WIDTH - 48} strong />
      <CardFact label="Subscriber" value={person.subscriberName} x={24} y={244} room={210} />
      <CardFact label="Relationship" value={relationshipLabel(person.relationship)} x={250} y={244} room={105} />
      <CardFact label="Effective" value={cardDay(person.effectiveDate)} x={370} y={244} room={WIDTH} />
    </CardFace>
  )
}

type CardFactProps = { label: string; value: string; x: number; y: number; room: number; strong?: boolean }

function CardFact({ label, value, x, y, room, strong = false }: CardFactProps) {
  const size = sizeFor(value, room, strong ? 27 : 17)
  return (
    <>
      <text className="card-label" x={x} y={y} fontSize="13">
        {label}
      </text>
      <text className={strong ? 'card-value strong' : 'card-value'} x={x} y={y + (strong ? 30 : 24)} fontSize={size}>
        {value}
      </text>
    </>
  )
}

/** Breaks text into lines, because SVG text does not wrap. */
function wrap(text: string, letters: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.length < letters) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Back of the card, the same for every member. */
export function CardBack() {
  const phones = cardPhones(brand)
  const phoneText = phones.map((line) => `${line.label} call ${line.phone}, ${line.hours}.`).join(' ')
  return (
    <CardFace label={`Back of the ID card. ${CARD_BACK.show} ${phoneText} ${CARD_BACK.emergency} ${CARD_BACK.note}`}>
      <text className="card-value strong heading" x="24" y="42" fontSize="20">
        {CARD_BACK.heading}
      </text>
      <text className="card-value" x="24" y="68" fontSize="15">
        {CARD_BACK.show}
      </text>
      <rect className="tint" x="24" y="84" width={WIDTH - 48} height="86" rx="10" />
      {phones.map((line, index) => (
        <g key={line.label} transform={`translate(40 ${118 + index * 34})`}>
          <text className="card-label" fontSize="15">
            {line.label}
          </text>
          <text className="card-value strong" x="80" fontSize="18">
            {line.phone}
          </text>
          <text className="card-label" x="244" fontSize="13.5">
            {line.hours}
          </text>
        </g>
      ))}
      {wrap(CARD_BACK.emergency, 46).map((line, index) => (
        <text className="card-value strong" key={line} x="24" y={198 + index * 20} fontSize="15">
          {line}
        </text>
      ))}
      {wrap(CARD_BACK.note, 68).map((line, index) => (
        <text className="card-label" key={line} x="24" y={248 + index * 19} fontSize="13">
          {line}
        </text>
      ))}
    </CardFace>
  )
}
