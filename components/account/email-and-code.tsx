import { Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { CodeField } from './code-field.tsx'

interface EmailAndCodeProps {
  label: string
  email: string
  onEmail: (email: string) => void
  isSent: boolean
  code: string
  onCode: (code: string) => void
  note?: string
  /** Other fields of the first step. */
  children?: ReactNode
}

/** The two steps of a dialog that verifies an email address: the address, and then the code that was sent to it. */
export function EmailAndCode({ label, email, onEmail, isSent, code, onCode, note = '', children }: EmailAndCodeProps) {
  if (isSent)
    return (
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>
          An email with a code is on its way to {email.trim()}. The code is valid for 10 minutes. {note}
        </Text>
        <CodeField value={code} onChange={onCode} />
      </Stack>
    )
  return (
    <>
      <TextInput
        label={label}
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => onEmail(event.currentTarget.value)}
        required
        withAsterisk={false}
      />
      {children}
    </>
  )
}
