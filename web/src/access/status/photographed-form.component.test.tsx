import { listMyRequests } from '@portico/core/access/calls'
import type { MyRequest } from '@portico/core/access/request-shapes'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { uploadContract } from '@portico/core/contracts/calls'
import { CONTRACT_PICTURES_MAX } from '@portico/core/contracts/limits'
import { INSPECTION_BUSY } from '@portico/core/contracts/sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { lastInput, openAsUser, SAA } from '../../../test/area.tsx'
import { BEHALF } from '../../../test/example-request.ts'
import { expectFits, failWith, reply } from '../../../test/render.tsx'
import { button, countSent, expectAlert, field, muteGatewayLog } from '../../../test/wizard.tsx'
import '../access.css'
import { statusPage } from '../pages.tsx'

muteGatewayLog()

const RECEIVED = 'We received your signed form. We’ll review it and email you.'

const CONTRACT: MyRequest = { ...BEHALF, path: 'CONTRACT', state: 'PENDING_CONTRACT', needsContract: true }
const PENDING = { ...SAA, active: false, permissions: [], grants: [], roles: [], administers: false }

const openStatus = () =>
  openAsUser([statusPage], {
    address: PROVIDER_PATHS.status,
    me: { ...PENDING, pendingRequests: [CONTRACT.reference] },
    replies: [reply(listMyRequests, [CONTRACT])],
  })

type Drawn = { width?: number; height?: number; isBlurred?: boolean }

function createCanvas(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  return { canvas, pen }
}

/** A letter of print with the paper around it. */
function drawLetter(): OffscreenCanvas {
  const { canvas, pen } = createCanvas(14, 24)
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, 14, 24)
  pen.fillStyle = 'black'
  pen.fillRect(3, 6, 8, 12)
  return canvas
}

/** A picture of lines of print. */
async function drawPage({ width = 900, height = 1200, isBlurred = false }: Drawn = {}) {
  const { canvas, pen } = createCanvas(width, height)
  pen.fillStyle = pen.createPattern(drawLetter(), 'repeat') ?? ''
  pen.fillRect(0, 0, width, height)
  if (isBlurred) {
    const small = createCanvas(width / 20, height / 20)
    small.pen.drawImage(canvas, 0, 0, width / 20, height / 20)
    pen.drawImage(small.canvas, 0, 0, width, height)
  }
  return new File([await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })], 'page.jpg', {
    type: 'image/jpeg',
  })
}

async function choose(label: string, ...files: File[]) {
  const data = new DataTransfer()
  for (const file of files) data.items.add(file)
  const input = (await field(label).findElement()) as HTMLInputElement
  input.files = data.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

const pages = () => page.getByRole('list', { name: 'Pages to send' }).getByRole('listitem')
const namesOf = () =>
  pages()
    .getByRole('img')
    .elements()
    .map((one) => one.getAttribute('aria-label'))
const isWide = (index: number) => {
  const canvas = pages().nth(index).getByRole('img').element() as HTMLCanvasElement
  return canvas.width > canvas.height
}
const act = (name: string) => page.getByRole('button', { name, exact: true })
const send = () => userEvent.click(button('Upload the signed form'))

/** Width and height of each picture that was sent. */
async function sizesSent(rendered: ReturnType<typeof openStatus>) {
  const { pictures = [] } = lastInput(rendered, uploadContract) as { pictures?: { content: string; turn: number }[] }
  return Promise.all(
    pictures.map(async ({ content, turn }) => {
      const bytes = Uint8Array.from(atob(content), (char) => char.charCodeAt(0))
      const { width, height } = await createImageBitmap(new Blob([bytes]))
      return [width, height, turn]
    }),
  )
}

test('photographed pages are listed, turned, moved and removed, and sent in the order shown', async () => {
  const rendered = openStatus()
  await choose('Signed form', await drawPage({ height: 1201 }), await drawPage({ height: 1202 }))
  await choose('Add a page', await drawPage({ height: 1203 }))
  await expect.poll(namesOf).toEqual(['Page 1', 'Page 2', 'Page 3'])
  await expectFits(rendered.container)

  await userEvent.click(act('Turn right page 1'))
  await expect.poll(namesOf).toEqual(['Page 1, turned right by 90 degrees', 'Page 2', 'Page 3'])
  await expect.poll(() => isWide(0)).toBe(true)
  await userEvent.click(act('Move down page 1'))
  await expect.poll(namesOf).toEqual(['Page 1', 'Page 2, turned right by 90 degrees', 'Page 3'])
  await expect.element(act('Move down page 2')).toHaveFocus()
  await expect.element(page.getByText('Page 1 is now page 2.')).toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(act('Move down page 3')).toHaveFocus()
  await expect.element(act('Move down page 3')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(act('Remove page 1'))
  await expect.poll(namesOf).toEqual(['Page 1', 'Page 2, turned right by 90 degrees'])
  await expect.element(act('Remove page 1')).toHaveFocus()

  rendered.setReplies(reply(uploadContract, true), reply(listMyRequests, [CONTRACT]))
  await send()
  await expectAlert(RECEIVED)
  expect(await sizesSent(rendered)).toEqual([
    [900, 1203, 0],
    [900, 1201, 90],
  ])
  await expect.element(field('Signed form')).toBeVisible()
  expect(pages().elements()).toEqual([])
})

test('removing the last page returns the focus to the field', async () => {
  openStatus()
  await choose('Signed form', await drawPage())
  await userEvent.click(act('Remove page 1'))
  await expect.element(field('Signed form')).toHaveFocus()
})

test('a large picture is made smaller before it is sent', async () => {
  const rendered = openStatus()
  await choose('Signed form', await drawPage({ width: 3000, height: 4000 }))
  await expect.poll(namesOf).toEqual(['Page 1'])
  rendered.setReplies(reply(uploadContract, true), reply(listMyRequests, [CONTRACT]))
  await send()
  await expectAlert(RECEIVED)
  expect(await sizesSent(rendered)).toEqual([[1650, 2200, 0]])
})

test.each([
  ['a blurred picture', { isBlurred: true }, 'This picture looks blurred.'],
  ['a small picture', { width: 300, height: 400 }, 'This picture is small.'],
])('%s is named before it is sent, and can be sent anyway', async (_, drawn, warning) => {
  const rendered = openStatus()
  await choose('Signed form', await drawPage(), await drawPage(drawn))
  await expect.element(pages().nth(1)).toMatchTextContent(warning)
  expect(pages().nth(0).element().textContent).not.toContain('This picture')
  rendered.setReplies(reply(uploadContract, true), reply(listMyRequests, [CONTRACT]))
  await send()
  await expectAlert(RECEIVED)
  expect(await sizesSent(rendered)).toHaveLength(2)
})

const HEIC = new File(['\0\0\0\u0018ftypheic\0\0\0\0'], 'IMG_1.HEIC', { type: 'image/heic' })

test('a picture that the browser cannot read is not added, and the others can be sent', async () => {
  const rendered = openStatus()
  await choose('Signed form', HEIC, await drawPage())
  await expect.poll(namesOf).toEqual(['Page 1'])
  const description = expect.stringContaining(
    'IMG_1.HEIC was not added, because your browser cannot read HEIC pictures.',
  )
  await expect.element(field('Add a page')).toHaveAccessibleDescription(description)
  rendered.setReplies(failWith(uploadContract, 503))
  await send()
  await expectAlert(`${INSPECTION_BUSY} Your pictures are still here. Anything you uploaded earlier is still with us.`)
  expect(await sizesSent(rendered)).toHaveLength(1)
})

test('a PDF replaces the pictures, and is not mixed with them', async () => {
  const rendered = openStatus()
  const pdf = new File(['%PDF-1.7'], 'signed.pdf', { type: 'application/pdf' })
  await choose('Signed form', await drawPage(), pdf)
  const mixed = expect.stringContaining('Please choose one PDF, or pictures only.')
  await expect.element(field('Signed form')).toHaveAccessibleDescription(mixed)
  await choose('Signed form', await drawPage())
  await expect.poll(namesOf).toEqual(['Page 1'])
  await choose('Add a page', pdf)
  await expect.poll(() => pages().elements()).toEqual([])
  rendered.setReplies(reply(uploadContract, true), reply(listMyRequests, [CONTRACT]))
  await send()
  await expectAlert(RECEIVED)
  expect(lastInput(rendered, uploadContract)).toMatchObject({ fileName: 'signed.pdf', content: 'JVBERi0xLjc=' })
})

test('more pictures than allowed are refused at the field', async () => {
  const rendered = openStatus()
  const one = await drawPage({ width: 90, height: 120 })
  await choose('Signed form', ...Array.from({ length: CONTRACT_PICTURES_MAX + 1 }, () => one))
  await send()
  const many = expect.stringContaining('You can send 10 pictures at most.')
  await expect.element(field('Signed form')).toHaveAccessibleDescription(many)
  expect(countSent(rendered, uploadContract)).toBe(0)
})
