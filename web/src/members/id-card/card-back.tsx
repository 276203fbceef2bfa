import { CARD_BACK, cardDesks } from '@portico/core/members/id-card'
import { brand } from '../../shell/brand.ts'
import { CardFace, WIDTH } from './card-face.tsx'

/** Lines of about so many letters: text in a drawing does not wrap by itself. */
function wrap(text: string, letters: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.length < letters) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Whom to call and what to do: the same on everybody's card. */
export function CardBack() {
  const desks = cardDesks(brand)
  const spoken = desks.map((desk) => `${desk.label} call ${desk.phone}, ${desk.hours}.`).join(' ')
  return (
    <CardFace label={`Back of the ID card. ${CARD_BACK.show} ${spoken} ${CARD_BACK.emergency} ${CARD_BACK.note}`}>
      <text className="card-value strong heading" x="24" y="42" fontSize="20">
        {CARD_BACK.heading}
      </text>
      <text className="card-value" x="24" y="68" fontSize="15">
        {CARD_BACK.show}
      </text>
      <rect className="tint" x="24" y="84" width={WIDTH - 48} height="86" rx="10" />
      {desks.map((desk, index) => (
        <g key={desk.label} transform={`translate(40 ${118 + index * 34})`}>
          <text className="card-label" fontSize="15">
            {desk.label}
          </text>
          <text className="card-value strong" x="80" fontSize="18">
            {desk.phone}
          </text>
          <text className="card-label" x="244" fontSize="13.5">
            {desk.hours}
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
