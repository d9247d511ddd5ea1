import type { DirectorySettings } from '../../lib/contracts/index.ts'

export const signInWords: { value: DirectorySettings['signInMethods'][number]; label: string }[] = [
  { value: 'email', label: 'Email, with a password or a code' },
  { value: 'phone', label: 'Phone, with a password or a code' },
  { value: 'google', label: 'Google' },
  { value: 'microsoft', label: 'Microsoft' },
  { value: 'apple', label: 'Apple' },
]
