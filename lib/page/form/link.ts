import type { ControlKind, PageField } from '../shapes.ts'
import { fold } from '../words.ts'
import { controlId, optionsKey } from './identity.ts'
import { isReworded } from './likeness.ts'
import { kept, type SavedField } from './saved-form.ts'

/** Whether the page still gives a field the words it had; one of several ways to read it is enough. Unknown words count as the same. */
export const isCalledAsSaved = ({ called }: SavedField, { label, candidates = [] }: PageField): boolean =>
  called === undefined ||
  [label, ...candidates.map(({ text }) => text)].some((each) => fold(kept(each)) === fold(called))

/** What is typed on one line may be taken for a date by the words around it, and for words alone without them. */
const typed: ReadonlySet<ControlKind> = new Set(['text', 'date', 'time', 'date_time'])

const sameKind = ({ kind, options }: SavedField, field: PageField): boolean =>
  (kind === undefined || kind === field.kind || (typed.has(kind) && typed.has(field.kind))) &&
  (options === undefined || options === optionsKey(field.options))

/** The pairs of which each half occurs once. */
function unique(pairs: [SavedField, PageField][]): [SavedField, PageField][] {
  const count = new Map<SavedField | PageField, number>()
  for (const each of pairs.flat()) count.set(each, (count.get(each) ?? 0) + 1)
  return pairs.filter((pair) => pair.every((each) => count.get(each) === 1))
}

/**
 * Ways to recognise a saved field, surest first. Each is a key that both sides must share, and what must hold besides;
 * a key that several share recognises nobody.
 */
const ways: {
  ofSaved: (saved: SavedField) => string[]
  ofPage: (field: PageField) => string[]
  holds: (saved: SavedField, field: PageField, known: Recognised) => boolean
}[] = [
  { ofSaved: ({ id, pageId = id }) => [pageId], ofPage: ({ id }) => [id], holds: () => true },
  // Saved by an earlier version, whose identities contained the label.
  {
    ofSaved: ({ id, pageId }) => (pageId === undefined ? [id] : []),
    ofPage: ({ formerIds = [] }) => formerIds,
    holds: () => true,
  },
  // Other fields like it came or went since: then its identity has a tie-break more or less.
  {
    ofSaved: ({ pageId }) => (pageId === undefined ? [] : [controlId(pageId)]),
    ofPage: ({ id }) => [controlId(id)],
    holds: (saved, field) => saved.called !== undefined && isCalledAsSaved(saved, field),
  },
  {
    ofSaved: ({ controlName }) => (controlName ? [controlName] : []),
    ofPage: (field) => (nameOf(field) ? [nameOf(field)] : []),
    holds: (saved, field) => sameKind(saved, field) && saved.called !== undefined && isCalledAsSaved(saved, field),
  },
  // Numbers in names count only as long as no field like it has changed its number: else the form was numbered anew.
  {
    ofSaved: ({ controlName }) => (controlName ? [controlName] : []),
    ofPage: (field) => (nameOf(field) ? [nameOf(field)] : []),
    holds: (saved, field, { renumbered }) => sameKind(saved, field) && !renumbered.has(controlId(field.id)),
  },
]

/** What the surer ways have found. */
interface Recognised {
  /** The kinds of controls (`controlId`) of which one has another name than when it was saved. */
  renumbered: ReadonlySet<string>
}

const nameOf = ({ names: [name = ''] }: PageField): string => kept(name)

/**
 * Which field of a form each saved field is, by the saved field's `id`. Control name, structure, kind and options decide;
 * a label only where these leave several. A field that could be several saved ones, or the other way round, is none.
 */
export function linkFields(saved: readonly SavedField[], today: readonly PageField[]): Map<string, PageField> {
  const links = new Map<string, PageField>()
  const linked = new Set<PageField>()
  for (const { ofSaved, ofPage, holds } of ways) {
    const fieldsOf = new Map<string, PageField[]>()
    for (const field of today) {
      if (linked.has(field)) continue
      for (const key of ofPage(field)) fieldsOf.set(key, [...(fieldsOf.get(key) ?? []), field])
    }
    const renumbered = new Set(
      saved.flatMap(({ id, controlName }) => {
        const field = links.get(id)
        return field && controlName && controlName !== nameOf(field) ? [controlId(field.id)] : []
      }),
    )
    const pairs = saved
      .filter(({ id }) => !links.has(id))
      .flatMap((each) => {
        const found = new Set(ofSaved(each).flatMap((key) => fieldsOf.get(key) ?? []))
        return [...found]
          .filter((field) => holds(each, field, { renumbered }))
          .map((field): [SavedField, PageField] => [each, field])
      })
    for (const [each, field] of unique(pairs)) {
      links.set(each.id, field)
      linked.add(field)
    }
  }
  return links
}

/** Whether a field of today could be a saved one under another name: as much as both show must agree, and something must. */
export function couldBe(saved: SavedField, field: PageField): boolean {
  if (!sameKind(saved, field)) return false
  const isNamed = Boolean(saved.controlName) && saved.controlName === nameOf(field)
  return isNamed || fold(saved.label) === fold(field.label) || isReworded(saved.label, field.label)
}
