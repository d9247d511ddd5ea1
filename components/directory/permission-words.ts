import type { DirectoryPermission, DirectoryRole } from '../../lib/contracts/index.ts'
import type { Tone } from '../ui/tag.tsx'

/** The label and the description of each permission, as the portal shows them. */
export const permissionWords: Record<DirectoryPermission, { label: string; about: string }> = {
  'directory.manage': {
    label: 'Manage the organisation',
    about: 'Change the name and the settings of the organisation, or delete the organisation.',
  },
  'roles.manage': { label: 'Manage people', about: 'Add and remove people, and set what they may do.' },
  'layouts.share': { label: 'Share templates', about: 'Share own templates with everybody in the organisation.' },
  'layouts.edit': {
    label: 'Edit shared templates',
    about: 'Change shared templates, including those of other people.',
  },
  'reports.read': {
    label: 'Read notes',
    about: 'All notes of the organisation. The audit log records who reads a note.',
  },
  'reports.sign': { label: 'Sign notes', about: 'Sign notes, including those of other people.' },
  'billing.manage': {
    label: 'Manage licences',
    about: 'See credits, change how the organisation pays, and ask for more credits.',
  },
  'audit.read': {
    label: 'See consents',
    about: 'See when sessions were recorded, and who confirmed that the patient agreed. Patients are not named.',
  },
}

export const statusWords: Record<DirectoryRole['status'], { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'plain' },
  invited: { label: 'Invited', tone: 'look' },
  occupied: { label: 'Occupied', tone: 'good' },
}
