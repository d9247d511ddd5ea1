import { isWhole, pageOf, wholeForm } from '../form/encounter.ts'
import { baseId } from '../form/identity.ts'
import { samePatient } from '../form/patient.ts'
import { likeness, linkFields, type SavedField } from '../form/saved-form.ts'
import {
  type FillPlan,
  labelSureEnough,
  type PageField,
  type PagePatient,
  type PageReading,
  type PageValue,
  type PlannedWrite,
  type Refusal,
  type RefusalReason,
} from '../shapes.ts'
import { turnsLetters } from '../words.ts'
import { holdsText, isOccupied } from './occupied.ts'
import { wantedOf } from './wanted.ts'

const likeEnough = 0.85

/**
 * Compares a label with the label of a field, with and without the field's section. Returns the higher likeness, 0 to
 * 1. A field without a label gets 0, so that it is never found by its section alone.
 */
const scoreOf = (field: PageField, label: string): number =>
  field.label === ''
    ? 0
    : Math.max(likeness(field.label, label), field.section ? likeness(`${field.section} ${field.label}`, label) : 0)

export interface Known {
  links: ReadonlyMap<string, PageField>
  unlinked: readonly SavedField[]
  /**
   * Ids of form fields that belong to the template's fields. These form fields are never matched to another value by
   * label.
   */
  claimed: ReadonlySet<string>
}

/**
 * Finds the field for a value: by identity, otherwise by label. Fields that belong to another answer (`claimed`) are
 * not searched by label. Returns a refusal reason if no field matches, if two fields match almost equally well, or if
 * the label of the found field is doubtful or turns letters around. The value is also refused if the found field matches
 * another field of the template (`unlinked`) at least as well. Two questions may have had this label, and the page may
 * now contain only one of them.
 */
export function targetOf(
  fields: PageField[],
  { fieldId, label }: PageValue,
  { links, unlinked, claimed }: Known,
): PageField | RefusalReason {
  if (fieldId) {
    const fieldById = links.get(fieldId)
    if (fieldById) return fieldById
    // The saved id belongs to one of several identical fields, which only a number in the name distinguished. The
    // number differs each time the form is opened, so it is unknown which field is meant.
    const pageId = unlinked.find(({ id }) => id === fieldId)?.pageId ?? fieldId
    if (fields.some((field) => baseId(field.id) === baseId(pageId))) return 'ambiguous'
  }
  const candidates = fields
    .filter(({ id }) => !claimed.has(id))
    .map((field) => ({ field, score: scoreOf(field, label) }))
    .filter(({ score }) => score >= likeEnough)
  candidates.sort((one, otherCandidate) => otherCandidate.score - one.score)
  const [best, runnerUp] = candidates
  if (!best) return 'not-found'
  if (runnerUp && best.score - runnerUp.score < 0.1) return 'ambiguous'
  if (best.field.score < labelSureEnough || turnsLetters(best.field.label)) return 'ambiguous'
  const rivals = unlinked.filter(({ id }) => id !== fieldId)
  return rivals.some((rival) => scoreOf(best.field, rival.label) >= best.score) ? 'ambiguous' : best.field
}

const hasWords = (value: PageValue): boolean => value.value.some((text) => text.trim() !== '')

/**
 * Finds the field for a value. The result is `other-page` in two cases:
 * - The value's field is on another page of the document. `away` is then the title of that page.
 * - The value has an id, no field was found, and not all pages of the document were scanned.
 */
function placed(
  reading: PageReading,
  value: PageValue,
  knowledge: Known,
): { target: PageField | RefusalReason; away?: string } {
  const { fieldId } = value
  const linked = fieldId ? knowledge.links.get(fieldId) : undefined
  const otherPage = linked ? pageOf(reading, linked.id) : null
  if (otherPage && !reading.fields.some(({ id }) => id === linked?.id))
    return { target: 'other-page', away: otherPage.title }
  const target = targetOf(reading.fields, value, knowledge)
  return { target: target === 'not-found' && fieldId && !isWhole(reading) ? 'other-page' : target }
}

function knownOf(reading: PageReading, values: PageValue[], savedFields: readonly SavedField[]): Known {
  const ids = new Set(savedFields.map(({ id }) => id))
  const loose = new Map(
    values.flatMap(({ fieldId, label }): [string, SavedField][] =>
      fieldId && !ids.has(fieldId) ? [[fieldId, { id: fieldId, label }]] : [],
    ),
  )
  const all: SavedField[] = [...savedFields, ...loose.values()]
  const links = linkFields(all, wholeForm(reading).fields)
  return {
    links,
    unlinked: all.filter(({ id }) => !links.has(id)),
    claimed: new Set([...[...links.values()].map(({ id }) => id), ...all.map(({ id, pageId = id }) => pageId)]),
  }
}

const answersYes = ({ to }: PlannedWrite): boolean => to.some((each) => each !== 'No')

/**
 * Orders the writes: a write to a field that the page still hides comes directly after the write that ticks its check
 * box. `closed` are the writes to hidden fields whose check box the plan does not tick. The plan must not tick the
 * check box only because there are words for its field: a tick is an answer in the chart, and for `Supervision needed`
 * the words may be `Denies any need`.
 */
function openedInOrder(writes: PlannedWrite[]): { writes: PlannedWrite[]; closed: PlannedWrite[] } {
  const hiddenWrites = writes.filter(({ openedBy }) => openedBy !== undefined)
  const ordered = writes
    .filter(({ openedBy }) => openedBy === undefined)
    .flatMap((write) => [
      write,
      ...(answersYes(write) ? hiddenWrites.filter(({ openedBy }) => openedBy === write.fieldId) : []),
    ])
  return { writes: ordered, closed: hiddenWrites.filter((write) => !ordered.includes(write)) }
}

/**
 * Plans a fill without writing anything (product 11.3). For each value, the plan has the field with the old and the new
 * value, or a refusal with its reason. An empty value is skipped, so that a fill never clears a field. An undecided one
 * is refused, so that the clinician sees why its field stays as it is. `patient` is the
 * session's patient; if the page shows another one, every value is refused. `saved` are all fields of the template,
 * with or without a value. A field of the form that belongs to one of them is not used for another value with the same
 * label. A choice that undo could not remove is held back until it is confirmed (`confirmIrreversible`). A field that
 * the page shows only after a check box is ticked is refused, unless the plan ticks this box.
 */
export function planFill(
  reading: PageReading,
  values: PageValue[],
  session: { patient?: PagePatient | null; saved?: readonly SavedField[] } = {},
): FillPlan {
  const writes: PlannedWrite[] = []
  const refusals: Refusal[] = []
  const claims = new Map<string, number>()
  const knowledge = knownOf(reading, values, session.saved ?? [])
  const targets = values
    .filter((value) => hasWords(value) || value.undecided)
    .map((value) => ({ value, ...placed(reading, value, knowledge) }))
    .filter(({ value, target }) => !value.undecided || typeof target !== 'string')
  for (const { target } of targets) {
    if (typeof target !== 'string') claims.set(target.id, (claims.get(target.id) ?? 0) + 1)
  }
  const stranger = Boolean(session.patient && reading.patient && !samePatient(session.patient, reading.patient))

  for (const { value, target, away: otherPage } of targets) {
    const refuse = (reason: RefusalReason): void => {
      const field = typeof target === 'string' ? null : target
      refusals.push({
        fieldId: field?.id ?? value.fieldId ?? '',
        label: field?.label ?? value.label,
        to: value.value,
        reason,
        ...(otherPage !== undefined && { page: otherPage }),
      })
    }
    if (stranger) refuse('wrong-patient')
    else if (reading.form?.signed) refuse('signed')
    else if (typeof target === 'string') refuse(target)
    else if (target.locked) refuse(target.locked)
    else if (value.undecided) refuse('undecided')
    else if ((claims.get(target.id) ?? 0) > 1) refuse('ambiguous')
    else {
      const newValue = wantedOf(target, value.value)
      if (typeof newValue === 'string') refuse(newValue)
      else {
        const { id: fieldId, label, section, options, kind, irreversible, openedBy } = target
        const holds = holdsText(target, newValue)
        writes.push({
          fieldId,
          label,
          section,
          options,
          kind,
          from: target.value,
          to: holds ? target.value : newValue,
          ...(isOccupied(target) && { occupied: true }),
          ...(openedBy !== undefined && { openedBy }),
          ...(irreversible && { irreversible: 'held-back' }),
        })
      }
    }
  }
  const { writes: ordered, closed: closedWrites } = openedInOrder(writes)
  for (const { fieldId, label, to, openedBy } of closedWrites) {
    const box = reading.fields.find(({ id }) => id === openedBy)?.label
    refusals.push({ fieldId, label, to, reason: 'box-not-ticked', ...(box && { box }) })
  }
  const { nonce, url, patient, form } = reading
  return { nonce, url, patient, encounter: form?.encounter ?? '', writes: ordered, refusals }
}

export const confirmIrreversible = (plan: FillPlan, isMeant: (fieldId: string) => boolean = () => true): FillPlan => ({
  ...plan,
  writes: plan.writes.map((write) =>
    write.irreversible && isMeant(write.fieldId) ? { ...write, irreversible: 'confirmed' } : write,
  ),
})
