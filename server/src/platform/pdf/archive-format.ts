import { createHash } from 'node:crypto'
import { type PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib'
import { SRGB_PROFILE } from './color-profile.ts'

/** Declares PDF/A-2a: metadata as XMP, a color profile for RGB, and a file identifier. Fonts and tags are embedded. */
export function declareArchiveFormat(doc: PDFDocument): void {
  const { context, catalog } = doc
  const metadata = describe(doc)
  const xmp = context.stream(Buffer.from(metadata), { Type: 'Metadata', Subtype: 'XML' })
  catalog.set(PDFName.of('Metadata'), context.register(xmp))
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: PDFString.of('sRGB'),
    Info: PDFString.of('sRGB IEC61966-2.1'),
    DestOutputProfile: context.register(context.flateStream(SRGB_PROFILE, { N: 3 })),
  })
  catalog.set(PDFName.of('OutputIntents'), context.obj([context.register(intent)]))
  // The same facts give the same bytes, so the identifier comes from the facts too.
  const identifier = PDFHexString.of(createHash('sha256').update(metadata).digest('hex').slice(0, 32))
  context.trailerInfo.ID = context.obj([identifier, identifier])
}

/** The same facts as in the document information, as XMP requires. */
function describe(doc: PDFDocument): string {
  const about = (name: string, value: string | undefined) => (value ? `<${name}>${escapeXml(value)}</${name}>` : '')
  const day = (date: Date | undefined) => date?.toISOString().replace(/\.\d+Z$/, 'Z')
  const title = `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(doc.getTitle() ?? '')}</rdf:li></rdf:Alt>`
  const subject = doc.getSubject()
  const author = doc.getAuthor()
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>
<dc:format>application/pdf</dc:format><dc:language><rdf:Bag><rdf:li>en-US</rdf:li></rdf:Bag></dc:language>
<dc:title>${title}</dc:title>
${author ? `<dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>` : ''}
${subject ? `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(subject)}</rdf:li></rdf:Alt></dc:description>` : ''}
${about('xmp:CreatorTool', doc.getCreator())}${about('pdf:Producer', doc.getProducer())}
${about('xmp:CreateDate', day(doc.getCreationDate()))}${about('xmp:ModifyDate', day(doc.getModificationDate()))}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`
}

/** Every sign becomes a numeric entity, so that the metadata has neither XML nor PDF syntax from a name. */
const escapeXml = (text: string): string =>
  text.replace(/[^\p{L}\p{M}\p{N} .,:–-]/gu, (sign) => `&#${sign.codePointAt(0)};`)
