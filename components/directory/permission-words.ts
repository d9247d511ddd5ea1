import type { DirectoryPermission, DirectoryRole } from '../../lib/contracts/index.ts'
import type { Tone } from '../ui/tag.tsx'

/** The label and the description of each permission, as the portal shows them. */
export const permissionWords: Record<DirectoryPermission, { label: string; about: string }> = {
  'directory.manage': { label: 'Manage the organisation', about: 'Name, settings and deletion.' },
  'roles.manage': { label: 'Manage people', about: 'Seats, invitations and permissions.' },
  'layouts.share': { label: 'Share templates', about: 'Own templates become visible to everybody here.' },
  'layouts.edit': { label: 'Edit shared templates', about: 'Also those of other people.' },
  'reports.read': { label: 'Read notes', about: 'All notes that are written here. Each reading is recorded.' },
  'reports.sign': { label: 'Sign notes', about: 'Also notes of other people.' },
  'billing.manage': { label: 'Manage licences', about: 'Credits, payment and requests for more.' },
  'audit.read': { label: 'Read the audit log', about: 'Who did what in this organisation.' },
}

/** The state of a seat, as a word with a tone. */
export const statusWords: Record<DirectoryRole['status'], { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'plain' },
  invited: { label: 'Invited', tone: 'look' },
  occupied: { label: 'Occupied', tone: 'good' },
}
