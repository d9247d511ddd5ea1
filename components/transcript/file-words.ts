import type { TranscriptFileFields } from '../../lib/contracts/index.ts'
import { limits } from '../../lib/contracts/limits.ts'

/** The file types offered by the browser's file dialog. The server detects the real type from the content. */
export const acceptedFiles =
  '.txt,.md,.csv,.docx,.pdf,text/plain,application/pdf,image/*,audio/*,.m4a,.ogg,.webm,.flac,.aac'

type Kind = keyof typeof limits.transcriptFileMaxBytes

/** Guesses the kind of a file from its MIME type and its name. Returns null if neither tells the kind. */
function kindOf({ name, type }: Pick<File, 'name' | 'type'>): Kind | null {
  if (type.startsWith('image/')) return 'image'
  if (type.startsWith('audio/')) return 'audio'
  if (type.startsWith('text/')) return 'text'
  if (type === 'application/pdf' || /\.pdf$/i.test(name)) return 'pdf'
  return /\.docx$/i.test(name) ? 'docx' : null
}

/** Returns why a file cannot be sent. Null: the file can be sent. The server may still refuse it. */
export function whyNotSent(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (file.size === 0) return 'This file is empty. Choose another file.'
  const kind = kindOf(file)
  const most = kind ? limits.transcriptFileMaxBytes[kind] : Math.max(...Object.values(limits.transcriptFileMaxBytes))
  return file.size > most
    ? `A file of this kind can have at most ${most / 1024 / 1024} MB. Choose a smaller file.`
    : null
}

/**
 * Builds the form data for the server. The text fields must come before the file, because the server reads the file as
 * a stream. Empty fields are left out.
 */
export function fileForm(file: File, fields: TranscriptFileFields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value?.trim()) form.append(name, value.trim())
  form.append('file', file)
  return form
}
