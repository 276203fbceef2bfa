import { packZip } from '#platform/spreadsheet/zip.ts'

type Cell = string | number | undefined

const xml = (text: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`)
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const pack = 'http://schemas.openxmlformats.org/package/2006'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

const relationship = (kind: string, target: string) =>
  xml(
    `<Relationships xmlns="${pack}/relationships"><Relationship Id="r1" Type="${office}/${kind}" Target="${target}"/></Relationships>`,
  )

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function writeRow(cells: Cell[], index: number): string {
  const written = cells.map((cell, column) => {
    const place = `${String.fromCharCode(65 + column)}${index + 1}`
    if (cell === undefined) return ''
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
    return `<c r="${place}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`
  })
  return `<row r="${index + 1}">${written.join('')}</row>`
}

/** An XLSX file with one sheet. */
export function writeSpreadsheet(rows: Cell[][]): Buffer {
  const sheet = `<worksheet xmlns="${main}"><sheetData>${rows.map(writeRow).join('')}</sheetData></worksheet>`
  const sheets = `<sheets><sheet name="Sheet 1" sheetId="1" r:id="r1"/></sheets>`
  return packZip(
    new Map([
      ['[Content_Types].xml', xml(`<Types xmlns="${pack}/content-types"/>`)],
      ['_rels/.rels', relationship('officeDocument', 'xl/workbook.xml')],
      ['xl/workbook.xml', xml(`<workbook xmlns="${main}" xmlns:r="${office}">${sheets}</workbook>`)],
      ['xl/_rels/workbook.xml.rels', relationship('worksheet', 'worksheets/sheet1.xml')],
      ['xl/worksheets/sheet1.xml', xml(sheet)],
    ]),
  )
}
