import type { TranscriptFileFields } from '../../lib/contracts/index.ts'
import { limits } from '../../lib/contracts/limits.ts'

/** What the browser's own dialog offers; what a file is, the server tells by its bytes. */
export const acceptedFiles = '.txt,.md,.csv,.docx,.pdf,text/plain,application/pdf,image/*,audio/*,.m4a,.ogg'

type Kind = keyof typeof limits.transcriptFileMaxBytes

/** What a file calls itself; null: not to be told by that. */
function kindOf({ name, type }: Pick<File, 'name' | 'type'>): Kind | null {
  if (type.startsWith('image/')) return 'image'
  if (type.startsWith('audio/')) return 'audio'
  if (type.startsWith('text/')) return 'text'
  if (type === 'application/pdf' || /\.pdf$/i.test(name)) return 'pdf'
  return /\.docx$/i.test(name) ? 'docx' : null
}

/** Why a file need not be sent at all, in a sentence; null: the server decides. */
export function whyNotSent(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (file.size === 0) return 'This file is empty.'
  const kind = kindOf(file)
  const most = kind ? limits.transcriptFileMaxBytes[kind] : Math.max(...Object.values(limits.transcriptFileMaxBytes))
  return file.size > most ? `Files of this kind may have ${most / 1024 / 1024} MB at most.` : null
}

/** The form the server reads: the text parts first, then the file. Empty parts stay away. */
export function fileForm(file: File, fields: TranscriptFileFields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value?.trim()) form.append(name, value.trim())
  form.append('file', file)
  return form
}
