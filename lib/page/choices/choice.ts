import type { Choice } from '../scan/scanned-field.ts'
import type { ControlItem } from '../survey/outline.ts'

/** Options with their words; two of the same words are told apart by their number, never by guess. */
export function captionsChoice(controlItems: ControlItem[], captions: string[]): Choice[] {
  const counts = new Map<string, number>()
  return controlItems.map(({ control }, at) => {
    const text = captions[at] || (control as HTMLInputElement).value
    const times = (counts.get(text) ?? 0) + 1
    counts.set(text, times)
    return { caption: times > 1 ? `${text} (${times})` : text, control: control as HTMLInputElement }
  })
}
