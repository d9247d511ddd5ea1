import { fold, hash, slug } from '../words.ts'
import { type Identifying, maskDigits, maskedAction, optionsKey } from './identity.ts'

/** A field with all its possible labels, best first. */
export interface FormerlyIdentifying extends Omit<Identifying, 'label' | 'structure'> {
  labels: string[]
}

const noOptions = hash('')

function former({ source, action, section, kind, options, names }: FormerlyIdentifying, label: string): string {
  const folded = fold(label)
  const key = optionsKey(options) || noOptions
  const parts = [source, maskedAction(action), fold(section), folded, kind, key, maskDigits(names[0] ?? '')]
  return `${slug(folded) || kind}-${hash(parts.join('\u0000')).slice(-6)}`
}

/**
 * Returns the ids that earlier versions gave to each field, in order. Those ids contained the label, so each possible
 * label gives one id. Templates saved with them are still recognised.
 */
export function formerIds(fields: FormerlyIdentifying[]): string[][] {
  const first = fields.map((field) => former(field, field.labels[0] ?? ''))
  const count = new Map<string, number>()
  for (const id of first) count.set(id, (count.get(id) ?? 0) + 1)
  const usedIds = new Set<string>()
  return fields.map((field, at) => {
    const base = first[at] ?? ''
    let id = count.get(base) === 1 ? base : `${base}~${hash(field.names.join('\n')).slice(-4)}`
    while (usedIds.has(id)) id += '+'
    usedIds.add(id)
    return [...new Set([id, ...field.labels.slice(1).map((label) => former(field, label))])]
  })
}
