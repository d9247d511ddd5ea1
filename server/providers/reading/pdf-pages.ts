import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { UnreadableFile } from './refused.ts'

/**
 * Maximum number of pixels in the pictures of one page, and of the whole document. A page that was scanned as A4 with
 * 600 dpi has 35 million.
 */
const pagePixelsMax = 50_000_000
const documentPixelsMax = 2_000_000_000
const objectsMax = 200_000
const formDepthMax = 8
/**
 * On a page with text, smaller pictures are letterheads, logos and signatures. As a share of the page (product 9.27).
 */
const smallShare = 0.05
/**
 * Pages are rendered at 300 dpi, the best resolution for text recognition, but with at most `drawnPixelsMax` pixels.
 */
const dotsPerPoint = 300 / 72
const drawnPixelsMax = 12_000_000

const textObject = 1
const invisibleText = 3
const formObject = 5
const imageObject = 3
const gray = 1
const white = 0xffffffff
const annotationsToo = 1

export interface PdfPages {
  /**
   * Counts the pictures of each page. Of a page in `withText`, they are counted only if they may hold words that the text
   * layer lacks. Reads only their declared sizes and decodes none. Throws `UnreadableFile` if they have too many pixels.
   */
  countPictures(pages: readonly number[], withText: ReadonlySet<number>): Map<number, number>
  /** Renders a page as a grey PNM file, without its text layer. Its pictures are decoded one after another. */
  render(page: number): Buffer
}

export async function openPages(bytes: Buffer): Promise<PdfPages> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'))
  const lib = await init({ wasmBinary: new Uint8Array(wasm).buffer })
  lib.PDFiumExt_Init()
  const place = lib.pdfium.wasmExports.malloc(bytes.length)
  memoryOf(lib).set(bytes, place)
  const document = lib.FPDF_LoadMemDocument(place, bytes.length, '')
  if (document === 0)
    throw new UnreadableFile('This PDF is damaged. Print the PDF to a new PDF file and send the new file.')

  const withPage = <Result>(index: number, use: (page: number) => Result): Result => {
    const page = lib.FPDF_LoadPage(document, index)
    if (page === 0)
      throw new UnreadableFile('A page of this PDF is damaged. Print the PDF to a new PDF file and send the new file.')
    try {
      return use(page)
    } finally {
      lib.FPDF_ClosePage(page)
    }
  }

  return {
    countPictures(pages, withText) {
      const counts = new Map<number, number>()
      let documentPixels = 0
      for (const index of pages) {
        const { pictures, pixels, share, isTextHidden } = withPage(index, (page) => picturesOn(lib, page))
        if (withText.has(index) && (share < smallShare || isTextHidden)) continue
        documentPixels += pixels
        if (pixels > pagePixelsMax || documentPixels > documentPixelsMax) throw tooManyPixels(pixels)
        counts.set(index, pictures)
      }
      return counts
    },
    render: (index) => withPage(index, (page) => draw(lib, page)),
  }
}

/**
 * Returns the present memory of PDFium. Do not store the returned array: PDFium creates a new array when its memory
 * grows. The cast is needed because the types of PDFium do not declare `HEAPU8`.
 */
const memoryOf = ({ pdfium }: WrappedPdfiumModule): Uint8Array => (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8

function tooManyPixels(pixels: number): UnreadableFile {
  const what =
    pixels > pagePixelsMax
      ? `A page of this PDF has pictures of more than ${pagePixelsMax / 1_000_000} million pixels.`
      : `The pictures of this PDF have more than ${documentPixelsMax / 1_000_000} million pixels.`
  return new UnreadableFile(`${what} Save the PDF with a lower resolution, or send it in parts.`, { code: 'too_large' })
}

/**
 * Counts the pictures of a page, their declared pixels, and their share of the page. `isTextHidden`: the page has an
 * invisible text layer, so the words of its picture were recognized before. Pictures in form XObjects (groups of PDF objects that a page
 * can use like one object) are included.
 */
function picturesOn(lib: WrappedPdfiumModule, page: number) {
  const sum = { pictures: 0, pixels: 0, share: 0, isTextHidden: false }
  const pageArea = Math.max(1, lib.FPDF_GetPageWidthF(page) * lib.FPDF_GetPageHeightF(page))
  const size = lib.pdfium.wasmExports.malloc(16)
  let objects = 0
  const look = (object: number, depth: number) => {
    objects++
    if (objects > objectsMax || depth > formDepthMax) {
      throw new UnreadableFile(
        'A page of this PDF is too complex to be read. Print the PDF to a new PDF file and send the new file.',
      )
    }
    const type = lib.FPDFPageObj_GetType(object)
    if (type === imageObject) {
      sum.pictures++
      if (depth > 0) sum.share = 1
      else if (lib.FPDFPageObj_GetBounds(object, size, size + 4, size + 8, size + 12)) {
        const [left = 0, bottom = 0, right = 0, top = 0] = [0, 4, 8, 12].map((at) =>
          lib.pdfium.getValue(size + at, 'float'),
        )
        sum.share += Math.abs((right - left) * (top - bottom)) / pageArea
      }
      if (!lib.FPDFImageObj_GetImagePixelSize(object, size, size + 4)) return
      sum.pixels += lib.pdfium.getValue(size, 'i32') * lib.pdfium.getValue(size + 4, 'i32')
    }
    if (type === textObject && lib.FPDFTextObj_GetTextRenderMode(object) === invisibleText) sum.isTextHidden = true
    if (type !== formObject) return
    for (let index = 0; index < lib.FPDFFormObj_CountObjects(object); index++) {
      look(lib.FPDFFormObj_GetObject(object, index), depth + 1)
    }
  }
  for (let index = 0; index < lib.FPDFPage_CountObjects(page); index++) look(lib.FPDFPage_GetObject(page, index), 0)
  lib.pdfium.wasmExports.free(size)
  return sum
}

function draw(lib: WrappedPdfiumModule, page: number): Buffer {
  for (let index = 0; index < lib.FPDFPage_CountObjects(page); index++) {
    const object = lib.FPDFPage_GetObject(page, index)
    if (lib.FPDFPageObj_GetType(object) === textObject) lib.FPDFPageObj_SetIsActive(object, false)
  }
  const [widthPoints, heightPoints] = [lib.FPDF_GetPageWidthF(page), lib.FPDF_GetPageHeightF(page)]
  const scale = Math.min(dotsPerPoint, Math.sqrt(drawnPixelsMax / Math.max(1, widthPoints * heightPoints)))
  const width = Math.max(1, Math.floor(widthPoints * scale))
  const height = Math.max(1, Math.floor(heightPoints * scale))
  const bitmap = lib.FPDFBitmap_CreateEx(width, height, gray, 0, 0)
  if (bitmap === 0)
    throw new UnreadableFile('A page of this PDF is too large to be read. Split the page and send the parts.')
  lib.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
  lib.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, annotationsToo)
  const stride = lib.FPDFBitmap_GetStride(bitmap)
  const from = lib.FPDFBitmap_GetBuffer(bitmap)
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1')
  const pnm = Buffer.alloc(head.length + width * height)
  head.copy(pnm)
  for (let row = 0; row < height; row++) {
    pnm.set(memoryOf(lib).subarray(from + row * stride, from + row * stride + width), head.length + row * width)
  }
  lib.FPDFBitmap_Destroy(bitmap)
  return pnm
}
