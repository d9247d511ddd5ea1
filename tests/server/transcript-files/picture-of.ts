import puppeteer, { type Page } from 'puppeteer'
import { findBrowser } from '../../../scripts/find-browser.ts'

async function withPage<Result>(width: number, height: number, use: (page: Page) => Promise<Result>): Promise<Result> {
  const browser = await puppeteer.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const page = await browser.newPage()
    await page.setViewport({ width, height })
    return await use(page)
  } finally {
    await browser.close()
  }
}

/** A picture of these lines, 900 by 300 pixels, like a photographed page. */
export const pictureOf = (lines: readonly string[], type: 'png' | 'jpeg' = 'png'): Promise<Uint8Array> =>
  withPage(900, 300, async (page) => {
    await page.setContent(
      `<body style="font: 32px serif; margin: 30px">${lines.map((line) => `<p>${line}</p>`).join('')}`,
    )
    return page.screenshot({ type })
  })

export interface Tiles {
  tilePixels: number
  columns: number
  rows: number
  /** The page was turned by 90 degrees with the clock, and its tiles are in one column for each of its rows. */
  isOnSide?: boolean
}

/** Square pieces of a picture of these lines, row by row, as PNG files. */
export function tilesOf(
  lines: readonly string[],
  { tilePixels, columns, rows, isOnSide = false }: Tiles,
): Promise<Uint8Array[]> {
  const upright = { width: tilePixels * columns, height: tilePixels * rows }
  const { width, height } = isOnSide ? { width: upright.height, height: upright.width } : upright
  const [across, down] = isOnSide ? [rows, columns] : [columns, rows]
  const turn = isOnSide
    ? `transform-origin: 0 0; transform: translateX(${width}px) rotate(90deg); width: ${upright.width}px`
    : ''
  return withPage(width, height, async (page) => {
    const text = lines.map((line) => `<p style="margin: 60px 40px">${line}</p>`).join('')
    await page.setContent(
      `<body style="font: 44px serif; margin: 0; overflow: hidden"><div style="${turn}">${text}</div>`,
    )
    const tiles: Uint8Array[] = []
    for (let row = 0; row < down; row++)
      for (let column = 0; column < across; column++) {
        const clip = { x: column * tilePixels, y: row * tilePixels, width: tilePixels, height: tilePixels }
        tiles.push(await page.screenshot({ clip }))
      }
    return tiles
  })
}
