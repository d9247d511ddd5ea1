import { scan } from '../../lib/page/scan.ts'

/** What a scan says of the page, and how each control it found is marked. */
const said = () => {
  const { fields } = scan(document, document.URL)
  return fields.map(({ field: { id, label, section, kind, locked, rule, score }, found }) => ({
    id,
    label,
    section,
    kind,
    locked,
    rule,
    score,
    controls: found.controls.map((control) => (control as HTMLInputElement).name),
  }))
}

/** Scans, lets the page change and scans again: what each scan said, and what one says that can know of none before it. */
export function scanAgain(change: string) {
  const before = said()
  document.querySelector<HTMLElement>(`[data-change="${change}"]`)?.click()
  const after = said()
  document.body.append(document.createComment('added'))
  return { before, after, anew: said() }
}
