import puppeteer from 'puppeteer'
import { findBrowser } from '../../../scripts/find-browser.ts'

/** A picture of these lines, 900 by 300 pixels, like a photographed page. */
export async function pictureOf(lines: readonly string[], type: 'png' | 'jpeg' = 'png'): Promise<Uint8Array> {
  const browser = await puppeteer.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const page = await browser.newPage()
    await page.setViewport({ width: 900, height: 300 })
    await page.setContent(
      `<body style="font: 32px serif; margin: 30px">${lines.map((line) => `<p>${line}</p>`).join('')}`,
    )
    return await page.screenshot({ type })
  } finally {
    await browser.close()
  }
}
