import { type AxeResults, source } from 'axe-core'
import type { Frame, Page } from 'puppeteer'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The axe rules that depend on colours. */
const colourRules = ['color-contrast', 'link-in-text-block']
/** Those, and the rules that depend on places and sizes. All others depend on elements, and on which can be seen. */
const lookRules = [...colourRules, 'target-size', 'scrollable-region-focusable']

/** Which rules of axe are run. */
type Asked = 'everything' | 'look' | 'colours'

/** The elements of a page, and which of them can be seen. */
const seenElements = (page: Pick<Page, 'evaluate'>): Promise<string> =>
  page.evaluate(() => {
    const seen = [...document.body.querySelectorAll('*')].map((element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0 ? '1' : '0',
    )
    return seen.join('') + document.body.innerHTML
  })

/** A page, or a frame of a page. */
type Shown = Pick<Page | Frame, 'evaluate' | 'url' | 'addScriptTag'>

/**
 * Returns axe's objections to a page of the stage, as short sentences that say what to fix. `colours`: runs only the
 * rules that depend on colours. `look`: also those that depend on places and sizes.
 */
export async function objections(page: Shown, asked: Asked = 'everything'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await addAxe(page)
  const { violations } = await page.evaluate(
    async (runOnly) => {
      const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
      return axe.run({ runOnly, resultTypes: ['violations'] })
    },
    asked === 'everything' ? standards : { type: 'rule', values: asked === 'colours' ? colourRules : lookRules },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary?.split('\n')[1] ?? ''}`),
  )
}

/**
 * Loads axe into the page. A page of an extension loads no script from another address, so Puppeteer evaluates the
 * source of axe in it.
 */
async function addAxe(page: Shown): Promise<void> {
  if (/^https?:/.test(page.url())) await page.addScriptTag({ url: new URL('/axe.js', page.url()).href })
  else await page.evaluate(source)
}

/**
 * Creates the function that returns axe's objections to a page in one look after the other. If the same elements can be
 * seen as in the look before, only their colours, places and sizes differ, so only these rules are run again.
 */
export function objectionsByLook(page: Page): (width: number) => Promise<string[]> {
  let judged: { shown: string; width: number } | null = null
  return async (width) => {
    const shown = await seenElements(page)
    const asked = shown !== judged?.shown ? 'everything' : width === judged.width ? 'colours' : 'look'
    judged = { shown, width }
    return objections(page, asked)
  }
}
