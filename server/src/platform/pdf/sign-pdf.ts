import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { SignPdf } from '@signpdf/signpdf'
import { Signer } from '@signpdf/utils'
import type { SigningCertificate } from '../keys/signing-certificate.ts'
import { makeSignature } from './cms.ts'

/** Metadata of a signature; the certificate names the signer. */
export type SignatureWords = { field: string; reason: string; name: string; at: Date }

/** Bytes reserved for the signature with its certificates. */
const ROOM = 12_288

class CertificateSigner extends Signer {
  readonly certificate: SigningCertificate
  constructor(certificate: SigningCertificate) {
    super()
    this.certificate = certificate
  }
  override async sign(content: Buffer): Promise<Buffer> {
    return makeSignature(content, this.certificate)
  }
}

/**
 * Signs the whole file (PAdES: detached CMS in a ByteRange). Appends to the file without changing a byte, so that
 * earlier signatures stay valid over their own revision.
 */
export async function signPdf(
  document: Buffer,
  certificate: SigningCertificate,
  words: SignatureWords,
): Promise<Buffer> {
  const prepared = await addSignatureField(document, words)
  return new SignPdf().sign(prepared, new CertificateSigner(certificate), words.at)
}

async function addSignatureField(document: Buffer, words: SignatureWords): Promise<Buffer> {
  const doc = await PDFDocument.load(document, { updateMetadata: false })
  const snapshot = doc.takeSnapshot()
  const { context } = doc
  const signature = context.register(signatureDictionary(doc, words))
  const page = doc.getPage(0)
  const widget = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of(words.field),
      V: signature,
      // Printed and locked, with an empty rectangle: the pages already name the signers.
      F: 132,
      Rect: [0, 0, 0, 0],
      P: page.ref,
    }),
  )
  addTo(doc, page.node, 'Annots', widget)
  addTo(doc, formOf(doc), 'Fields', widget)
  for (const ref of [page.ref, context.trailerInfo.Root, doc.catalog.get(PDFName.of('AcroForm'))])
    if (ref && 'objectNumber' in ref) snapshot.markRefForSave(ref as PDFRef)
  for (const ref of [signature, widget]) snapshot.markRefForSave(ref)
  const update = await doc.saveIncremental(snapshot, { useObjectStreams: false })
  return Buffer.concat([document, update])
}

function signatureDictionary(doc: PDFDocument, words: SignatureWords): PDFDict {
  const range = PDFArray.withContext(doc.context)
  range.push(PDFNumber.of(0))
  for (let at = 0; at < 3; at += 1) range.push(PDFName.of('**********'))
  const dictionary = doc.context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    M: PDFString.fromDate(words.at),
    Reason: PDFHexString.fromText(words.reason),
    Name: PDFHexString.fromText(words.name),
  })
  dictionary.set(PDFName.of('ByteRange'), range)
  dictionary.set(PDFName.of('Contents'), PDFHexString.of('0'.repeat(ROOM * 2)))
  return dictionary
}

/** Allows only signatures, appended without overwriting. */
function formOf(doc: PDFDocument): PDFDict {
  const known = doc.catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict)
  if (known) return known
  const form = doc.context.obj({ SigFlags: 3, Fields: [] })
  doc.catalog.set(PDFName.of('AcroForm'), doc.context.register(form))
  return form
}

function addTo(doc: PDFDocument, dictionary: PDFDict, name: string, ref: PDFRef): void {
  const known = dictionary.lookupMaybe(PDFName.of(name), PDFArray)
  const list = PDFArray.withContext(doc.context)
  for (const item of known?.asArray() ?? []) list.push(item)
  list.push(ref)
  dictionary.set(PDFName.of(name), list)
}
