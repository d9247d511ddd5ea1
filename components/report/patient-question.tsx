import { Checkbox, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Report } from '../../lib/contracts/index.ts'
import type { PageReading } from '../../lib/page/shapes.ts'
import type { PlanOfPage } from '../page/port.ts'
import { Notice } from '../ui/notice.tsx'
import { type PatientMatch, patientMatch } from './fill-words.ts'
import { patientOf } from './report-words.ts'

/**
 * Identifies what an answer of the clinician is valid for: the patient of the page, or the visit if the page shows no
 * patient. All pages of a visit have the same identity. A page that shows neither a patient nor a visit is identified
 * by the nonce of its reading. Each page gets a new nonce when it is loaded. The address is not used, because some EHRs
 * show all charts at one address.
 */
const subjectOf = ({ patient, source, form, nonce }: PageReading): string =>
  JSON.stringify(patient ?? (form?.encounter ? [source, form.encounter] : nonce))

/**
 * Compares the note's patient with the page. If the note has no patient but a chart number (`patientId`), the result is
 * `same` if the patient on the page has this number.
 */
function matchOf({ plan }: PlanOfPage, report: Report): PatientMatch {
  const note = patientOf(report)
  if (!note && report.patientId && plan.patient?.identifier === report.patientId) return 'same'
  return patientMatch(note, plan.patient)
}

function isConfirmed(
  match: PatientMatch,
  answers: { typedName: string; isTheirs: boolean; noteName: string },
): boolean {
  const name = answers.typedName.trim().toLocaleLowerCase()
  switch (match) {
    case 'same':
      return true
    case 'other':
      return false
    case 'note-unknown':
      return answers.isTheirs
    case 'page-unknown':
      return name !== '' && (answers.noteName === '' || name === answers.noteName.trim().toLocaleLowerCase())
  }
}

interface PatientQuestion {
  /** Null until the page was read. */
  match: PatientMatch | null
  /** True if the page may be filled: it shows the note's patient, or the clinician has confirmed whose page it is. */
  confirmed: boolean
  /** The name that the clinician has typed, if the page shows no patient. */
  confirmedPatient: string | null
  /** The question to the clinician. Null if there is nothing to ask. */
  question: ReactNode
}

const nothing = { subject: '', typedName: '', isTheirs: false }

/**
 * Asks whose page this is, if the note or the page does not name a patient (product 11.6). An answer counts only for
 * the patient or document that was open when the clinician answered. Otherwise, after an answer about one patient, the
 * note could be written into the chart of the next patient.
 */
export function usePatientQuestion(report: Report, pagePlan: PlanOfPage | undefined): PatientQuestion {
  const [answers, setAnswers] = useState(nothing)
  if (!pagePlan) return { match: null, confirmed: false, confirmedPatient: null, question: null }
  const subject = subjectOf(pagePlan.reading)
  const { typedName, isTheirs } = answers.subject === subject ? answers : nothing
  const { patient } = pagePlan.plan
  const noteName = patientOf(report)?.name ?? ''
  const match = matchOf(pagePlan, report)
  return {
    match,
    confirmed: isConfirmed(match, { typedName, isTheirs, noteName }),
    confirmedPatient: match === 'page-unknown' ? typedName.trim() : null,
    question:
      match === 'note-unknown' ? (
        <Notice
          tone="look"
          title={
            report.patientId
              ? `This note is for ${report.patientId}. Does it belong in this chart?`
              : 'Is this note about the patient in the open chart?'
          }
        >
          <Checkbox
            mt={4}
            checked={isTheirs}
            onChange={(event) => setAnswers({ ...nothing, subject, isTheirs: event.currentTarget.checked })}
            label={`This note is about ${patient?.name}`}
          />
        </Notice>
      ) : match === 'page-unknown' ? (
        <Notice tone="look" title="The page does not show whose chart it is">
          <TextInput
            mt={4}
            label="Type the patient’s name to continue"
            description={noteName && `This note is for ${noteName}.`}
            value={typedName}
            onChange={(event) => setAnswers({ ...nothing, subject, typedName: event.currentTarget.value })}
            autoComplete="off"
          />
        </Notice>
      ) : null,
  }
}
