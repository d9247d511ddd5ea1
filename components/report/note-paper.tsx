import { createPortal } from 'react-dom'
import {
  dayInWords,
  extractsLabel,
  mentionText,
  type Note,
  type NoteSection,
  tableRows,
} from '../../lib/report/index.ts'
import { RichText } from '../editor/rich-text.tsx'
import classes from './note-paper.module.css'
import { forPatient } from './report-words.ts'

interface NotePaperProps {
  note: Note
  patientId: string
  signature: { by: string; at: string } | undefined
  /** True if only the built-in writer has written the note. */
  extracted: boolean
  /** What the note says about its review. Null: a reviewer has judged every value. */
  review: string | null
}

export const paperId = 'note-paper'

export function NotePaper({ note, patientId, signature, extracted, review }: NotePaperProps) {
  return createPortal(
    <article id={paperId} className={classes.paper}>
      <h1>{note.title}</h1>
      {patientId && <p>{forPatient({ patientId })}</p>}
      {note.sections
        .filter(({ layout }) => layout !== 'empty')
        .map((section) => (
          <section key={section.id}>
            <h2>{section.label}</h2>
            <Value section={section} />
            {section.warnings.map((warning) => (
              <p key={warning}>
                <strong>{warning}</strong>
              </p>
            ))}
          </section>
        ))}
      {extracted && <p>{extractsLabel}.</p>}
      {review && <p>{review}</p>}
      {signature && (
        <p>
          Signed by {signature.by}, {new Date(signature.at).toLocaleString()}
        </p>
      )}
    </article>,
    document.body,
  )
}

function Value({ section }: { section: NoteSection }) {
  const { layout, value, type } = section
  if (layout === 'unclear') return <p>{mentionText(section)}</p>
  if (layout === 'text') return <RichText markdown={value.join('\n\n')} />
  if (layout === 'list')
    return (
      <ul>
        {value.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    )
  if (layout === 'table')
    return (
      <table>
        <thead>
          <tr>
            {section.headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tableRows(section).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id besides its position
            <tr key={at}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no id besides its position
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )
  return <p>{value.map((part) => (type === 'date' ? dayInWords(part) : part)).join(' to ')}</p>
}
