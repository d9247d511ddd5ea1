import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'puppeteer'
import { createClient } from '../../lib/api/index.ts'
import { publicEndpoints, userEndpoints } from '../../lib/contracts/index.ts'
import { type DemoBrowser, showChart } from './browser.ts'
import { aria, signIn, text } from './panel.ts'

export interface DemoPerson {
  email: string
  password: string
}

export interface JobOptions {
  demo: DemoBrowser
  person: DemoPerson
  pictures: string
  say: (line: string) => void
}

/** The result of the job. `readBack` equals `planned` if every planned value was read back from the form. */
export interface JobResult {
  turns: string[]
  patientId: string | undefined
  planned: number
  readBack: number
  /**
   * The values that the chart's own script received, by control name. These values show what was filled, independently
   * of what the extension reports.
   */
  chartModel: Record<string, string | string[]>
  /** Pressed buttons that submit or sign. Must be empty. */
  presses: string[]
}

const waitMs = 30_000
/** Time limit for the visit. The visit lasts about 100 s, and the engine still recognises the last words after that. */
const visitMs = 240_000

const words = (panel: Page) => panel.evaluate(() => document.body.textContent)

/**
 * Performs the whole job of a clinician on the demo chart: sign in, record microphone and tab, choose a layout, read
 * and correct the note, fill the form. Throws an error that names the step if one fails.
 */
export async function playJob({ demo, person, pictures, say }: JobOptions): Promise<JobResult> {
  await mkdir(pictures, { recursive: true })
  const { chart } = demo
  let panel: Page = chart
  let step = 0

  async function picture(name: string) {
    const number = String(++step).padStart(2, '0')
    await chart.screenshot({ path: join(pictures, `${number}-${name}-chart.png`) })
    if (panel !== chart) await panel.screenshot({ path: join(pictures, `${number}-${name}-panel.png`) })
  }

  async function doing<T>(what: string, name: string, act: () => Promise<T>): Promise<T> {
    try {
      const result = await act()
      await picture(name)
      say(`✓ ${what}${typeof result === 'string' ? `: ${result}` : ''}`)
      return result
    } catch (cause) {
      await picture(`${name}-failed`).catch(() => undefined)
      const panelText = panel === chart ? '' : `\nThe panel said:\n${await words(panel).catch(() => '')}`
      throw new Error(`${what}: ${cause instanceof Error ? cause.message : String(cause)}${panelText}`, { cause })
    }
  }

  await doing('The chart is open', 'chart', async () => {
    await showChart(demo)
    // The extension has opened its Welcome tab in front of the chart. A tab in the background draws nothing, so a picture
    // of it would never end.
    await chart.bringToFront()
    return chart.title()
  })
  await doing('The toolbar button opened the panel', 'panel', async () => {
    panel = await demo.openPanel()
    await text(panel, 'Sign in').wait()
    const email = await panel.$eval('input[type="email"]', ({ value }) => value)
    if (email !== person.email) throw new Error('The sign-in form is not filled in.')
  })
  await doing('Signed in', 'signed-in', async () => {
    await signIn(panel, person)
    await text(panel, 'Maya Okafor').wait()
    return 'the panel knows whose chart is open'
  })
  await doing('Recording microphone and tab', 'recording', async () => {
    await aria(panel, 'button', 'Record session').click()
    await aria(panel, 'button', 'Finish').wait()
    await chart.click('#join_visit')
  })
  say('… Both sides speak, for about 100 s')
  await doing('Both sides are heard', 'both-sides', async () => {
    for (const name of ['You', 'Maya']) {
      await panel.waitForFunction(
        (speaker) =>
          [...document.querySelectorAll('[role="log"] li')].some((turn) => turn.textContent?.includes(`${speaker}: `)),
        { timeout: visitMs },
        name,
      )
    }
  })
  const { turns, patientId } = await doing('The visit is over, every word is there', 'transcribed', async () => {
    await chart.waitForFunction(() => (document.querySelector('#visit_audio') as HTMLAudioElement).ended, {
      timeout: visitMs,
    })
    await aria(panel, 'button', 'Finish').click()
    await text(panel, 'Choose a template', visitMs).wait()
    return keptTranscript(demo.serverUrl, person)
  })
  for (const turn of turns) say(`    ${turn}`)
  await doing('Chose the form’s own layout', 'layout', async () => {
    await aria(panel, 'radio', 'Individual Session Note').click()
  })
  await doing('The note is written', 'note', async () => {
    await aria(panel, 'button', 'Write the note').click()
    await text(panel, 'The note is ready.', visitMs).wait()
  })
  await doing('Corrected one value by hand', 'edited', async () => {
    await aria(panel, 'button', 'Edit Plan').click()
    const editor = await panel.waitForSelector('[contenteditable="true"]', { timeout: waitMs })
    await editor?.focus()
    await panel.keyboard.down('Control')
    await panel.keyboard.press('End')
    await panel.keyboard.up('Control')
    await panel.keyboard.type(' Call the clinic if the worry grows.')
    await aria(panel, 'button', 'Save').click()
    await panel.waitForFunction(() => !document.querySelector('[contenteditable="true"]'), { timeout: waitMs })
    await text(panel, 'Call the clinic if the worry grows.').wait()
  })
  const plannedCount = await doing('The plan of the fill is shown', 'plan', async () => {
    await aria(panel, 'button', 'Fill page…').click()
    const button = await panel.waitForFunction(
      () =>
        [...document.querySelectorAll('button')].find((each) => /^Fill \d+ fields?$/.test(each.textContent.trim()))
          ?.textContent,
      { timeout: waitMs },
    )
    return Number(/\d+/.exec((await button.jsonValue()) ?? '')?.[0])
  })
  const readBack = await doing('Filled and read back', 'filled', async () => {
    await aria(panel, 'button', `Fill ${plannedCount} fields`).click()
    const summary = await panel.waitForFunction(
      () => /After the last fill, (\d+) of \d+ values are on the page/.exec(document.body.textContent)?.[1],
      {
        timeout: visitMs,
      },
    )
    await chart.evaluate(() => document.querySelector('form.edit_patient_evaluation')?.scrollIntoView())
    return Number(await summary.jsonValue())
  })
  const { chartModel, presses } = await chart.evaluate(() => ({
    chartModel: Reflect.get(window, 'chartModel') as JobResult['chartModel'],
    presses: Reflect.get(window, 'chartPresses') as string[],
  }))
  say(
    `✓ ${readBack} of ${plannedCount} fields read back; the chart heard ${Object.keys(chartModel).length} of its controls change`,
  )
  return { turns, patientId, planned: plannedCount, readBack, chartModel, presses }
}

async function keptTranscript(serverUrl: string, { email, password }: DemoPerson) {
  const publicClient = createClient({ baseUrl: () => serverUrl, credential: () => 'none' })
  const session = await publicClient.call(publicEndpoints.loginEmail, { body: { email, password } })
  if (!('accessToken' in session)) throw new Error('The demo account asks for a second factor.')
  const client = createClient({
    baseUrl: () => serverUrl,
    credential: () => ({ authorization: `Bearer ${session.accessToken}`, key: '' }),
  })
  const { items } = await client.call(userEndpoints.listTranscripts, { query: { limit: 1 } })
  if (!items[0]) throw new Error('The server keeps no transcript.')
  return client.call(userEndpoints.getTranscript, { params: { id: items[0].id } })
}
