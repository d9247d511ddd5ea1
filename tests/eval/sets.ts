import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Template, template, type VisitContext } from '../../lib/contracts/index.ts'
import { turnsFromText } from '../../server/services/transcripts/formats/index.ts'
import { layouts, sessions } from '../generation/score.ts'
import { readCsv } from './csv.ts'

/** One conversation, the template to fill and, if there is one, the note that a person wrote. */
export interface EvalVisit {
  id: string
  turns: string[]
  context: VisitContext
  template: Template
  reference: string | undefined
}

const mtsSets = ['mts-valid', 'mts-train', 'mts-test-1', 'mts-test-2'] as const
const aciBenchSets = [
  'aci-bench-valid',
  'aci-bench-train',
  'aci-bench-test-1',
  'aci-bench-test-2',
  'aci-bench-test-3',
] as const
export const setNames = [...aciBenchSets, ...mtsSets, 'examples'] as const
export type SetName = (typeof setNames)[number]

/**
 * A template with the usual order of sections of a note. The notes that clinicians wrote for ACI-Bench have the same
 * order.
 */
export const noteTemplate: Template = template.parse(
  JSON.parse(readFileSync(new URL('./note-template.json', import.meta.url), 'utf8')),
)

const text = (name: string, instructions?: string): Template['fields'] => [
  { id: 'text', type: 'string', name, ...(instructions === undefined ? {} : { instructions }) },
]

/** The fields of a template, by the name of the section in MTS-Dialog (`section_header`). */
const sections: Record<string, Template['fields']> = {
  GENHX: text('History of present illness'),
  CC: text('Chief complaint'),
  PASTMEDICALHX: text('Past medical history'),
  PASTSURGICAL: text('Past surgical history'),
  'FAM/SOCHX': [...text('Family history'), { id: 'social', type: 'string', name: 'Social history' }],
  ALLERGY: text('Allergies'),
  MEDICATIONS: text('Medications'),
  ROS: text('Review of systems'),
  EXAM: text('Physical examination'),
  ASSESSMENT: text('Assessment'),
  DIAGNOSIS: text('Diagnosis'),
  PLAN: text('Plan'),
  DISPOSITION: text('Disposition'),
  EDCOURSE: text('Emergency department course'),
  IMMUNIZATIONS: text('Immunizations'),
  IMAGING: text('Imaging results'),
  GYNHX: text('Gynecologic history'),
  PROCEDURES: text('Procedures'),
  OTHER_HISTORY: text('Other history'),
  LABS: text('Laboratory results'),
}

function read(data: string, file: string): Record<string, string>[] {
  const path = join(data, file)
  if (!existsSync(path)) throw new Error(`There is no ${path}. --data names the folder that holds ${file}.`)
  return readCsv(readFileSync(path, 'utf8'))
}

function aciBench(data: string, part: string): EvalVisit[] {
  const details = new Map(read(data, `aci-bench/${part}_metadata.csv`).map((row) => [row.encounter_id, row]))
  return read(data, `aci-bench/${part}.csv`).map((row) => {
    const id = row.encounter_id ?? ''
    const visitDetails = details.get(id)
    const age = Number(visitDetails?.patient_age)
    const gender = (visitDetails?.patient_gender ?? '').trim()
    const name = `${visitDetails?.patient_firstname ?? ''} ${visitDetails?.patient_familyname ?? ''}`
      .trim()
      .replaceAll(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase())
    const patient = {
      ...(name === '' ? {} : { name }),
      ...(gender === '' ? {} : { gender }),
      ...(Number.isFinite(age) && age > 0 ? { age } : {}),
    }
    return {
      id,
      turns: turnsFromText(row.dialogue ?? ''),
      context: { patient },
      template: noteTemplate,
      reference: row.note ?? '',
    }
  })
}

const mtsDialog = (data: string, part: string): EvalVisit[] =>
  read(data, `mts-dialog/${part}.csv`).map((row) => {
    const kind = row.section_header ?? ''
    const fields = sections[kind]
    if (fields === undefined) throw new Error(`No field is known for the section ${kind}.`)
    return {
      id: row.ID ?? '',
      turns: turnsFromText(row.dialogue ?? ''),
      context: {},
      template: { id: kind, name: kind, instructions: 'Speak of the patient.', fields },
      reference: row.section_text ?? '',
    }
  })

/** The conversations of a set, in stored order. `data` is the folder of the public sets. */
export function readSet(name: SetName, data: string): EvalVisit[] {
  if (name === 'examples')
    return sessions.flatMap(({ name: session, turns, context }) =>
      layouts.map((layout) => ({
        id: `${session} ${layout.id}`,
        turns,
        context,
        template: layout,
        reference: undefined,
      })),
    )
  return name.startsWith('mts-')
    ? mtsDialog(data, name.replace('mts-', ''))
    : aciBench(data, name.replace('aci-bench-', ''))
}
