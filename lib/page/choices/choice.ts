import type { Choice } from '../scan/found.ts'
import type { Spot } from '../survey/sheet.ts'

/** Options with their words; two of the same words are told apart by their number, never by guess. */
export function captionsChoice(spots: Spot[], captions: string[]): Choice[] {
  const taken = new Map<string, number>()
  return spots.map(({ control }, at) => {
    const said = captions[at] || (control as HTMLInputElement).value
    const times = (taken.get(said) ?? 0) + 1
    taken.set(said, times)
    return { caption: times > 1 ? `${said} (${times})` : said, control: control as HTMLInputElement }
  })
}
