import type { AccessPermission, MeterType } from '../../lib/contracts/index.ts'

export const memberWords: Record<AccessPermission, { label: string; about: string }> = {
  owner: { label: 'Owner', about: 'May change everything, including keys and members.' },
  write: { label: 'Write', about: 'May change the organisation, its customers and its templates.' },
  read: { label: 'Read', about: 'May see everything, but change nothing.' },
}

export const meterWords: Record<MeterType, string> = {
  output: 'Outputs',
  transcript: 'Transcripts',
  minute: 'Minutes of sound',
  template: 'Templates',
}
